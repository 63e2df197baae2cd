import Foundation
import TFLiteRuntime

/// A trace in Chrome's event format, which Perfetto reads: a process for each configuration, a thread for each session with
/// its runs and their operators, and the memory over time.
struct BenchmarkTrace {
  private let subjects: [BenchmarkSubject]
  /// Runs of each session whose operators are traced, after those that were measured.
  private static let runs = 5

  init(_ subjects: [BenchmarkSubject]) { self.subjects = subjects }

  func json(_ interruption: Interruption) throws -> JSONText {
    var events: [JSONText] = []
    for (index, subject) in subjects.enumerated() {
      let process = index + 1
      let session = subject.session
      let name = "\(subject.path) \(session.kernelsName), threads \(session.threadCount)"
      events.append(Self.name("process_name", name, process, 0))
      for run in subject.all {
        guard let resident = run.resident else { continue }
        events.append(
          .object([
            ("name", .string("resident memory")), ("ph", .string("C")), ("pid", .int(process)),
            ("ts", .double(Double(run.start + run.nanoseconds) / 1000)),
            ("args", .object([("bytes", .int(resident))])),
          ]))
      }
      // Behind the runs that were measured, so that both have their place on the line of time.
      let offset = subject.duration
      let start = Clock.nanoseconds()
      let recorders = subject.runners.map { _ in TraceRecorder(start: start, offset: offset) }
      inThreads(subject.runners.count) { number in
        recorders[number].record(subject.runners[number], Self.runs)
      }
      for (number, runs) in subject.runs.enumerated() {
        events.append(Self.name("thread_name", "session \(number)", process, number + 1))
        for run in runs {
          events.append(Self.slice("run", run.start, run.nanoseconds, process, number + 1, []))
        }
        events += try recorders[number].slices.get().map { slice in
          Self.slice(slice.name, slice.start, slice.nanoseconds, process, number + 1, slice.arguments)
        }
      }
      if interruption.isAsked { break }
    }
    return .object([("traceEvents", .array(events)), ("displayTimeUnit", .string("ms"))])
  }

  private static func name(_ kind: String, _ name: String, _ process: Int, _ thread: Int) -> JSONText {
    .object([
      ("name", .string(kind)), ("ph", .string("M")), ("pid", .int(process)), ("tid", .int(thread)),
      ("args", .object([("name", .string(name))])),
    ])
  }

  private static func slice(
    _ name: String, _ start: UInt64, _ nanoseconds: UInt64, _ process: Int, _ thread: Int,
    _ arguments: [(String, JSONText)]
  ) -> JSONText {
    .object([
      ("name", .string(name)), ("ph", .string("X")), ("ts", .double(Double(start) / 1000)),
      ("dur", .double(Double(nanoseconds) / 1000)), ("pid", .int(process)), ("tid", .int(thread)),
      ("args", .object(arguments)),
    ])
  }
}

/// What one session does, by operator. Used by the thread that runs the session alone.
private final class TraceRecorder: @unchecked Sendable {
  struct Slice {
    let name: String
    let start: UInt64
    let nanoseconds: UInt64
    var arguments: [(String, JSONText)] = []
  }

  private let start: UInt64
  private let offset: UInt64
  private(set) var slices: Result<[Slice], RuntimeError> = .success([])

  init(start: UInt64, offset: UInt64) {
    self.start = start
    self.offset = offset
  }

  private var now: UInt64 { Clock.nanoseconds() &- start &+ offset }

  func record(_ runner: ModelRunner, _ runs: Int) {
    var slices: [Slice] = []
    runner.session.operatorObserver = { [self] event in
      let end = now
      slices.append(
        Slice(
          name: event.name, start: end &- min(event.nanoseconds, end), nanoseconds: event.nanoseconds,
          arguments: [("subgraph", .int(event.subgraph)), ("operator", .int(event.index))]))
    }
    defer { runner.session.operatorObserver = nil }
    do throws(RuntimeError) {
      for _ in 0..<runs {
        let before = now
        try runner.invoke()
        slices.append(Slice(name: "run by operator", start: before, nanoseconds: now &- before))
      }
      self.slices = .success(slices)
    } catch {
      self.slices = .failure(error)
    }
  }
}

/// Calls `body` on so many threads at once and waits for all.
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      body(index)
      group.leave()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
  group.wait()
}
