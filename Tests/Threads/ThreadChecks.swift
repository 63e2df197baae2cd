import Dispatch
import Foundation
import TFLiteRuntime

/// Does from many threads what may be done from many threads. ThreadSanitizer watches, and results are compared with those of
/// one thread. Started by `.ci/sanitize --thread` with the names of models, or with `--race` for a race that has to be seen.
@main struct ThreadChecks {
  static func main() async {
    let start = Date()
    func done(_ what: String) { print("\(what) (\(Int(Date().timeIntervalSince(start))) s)") }
    do {
      let files = Array(CommandLine.arguments.dropFirst())
      if files == ["--race"] { return try SessionChecks.race() }
      try SessionChecks.operators()
      done("operators, on 2 and 4 threads")
      for file in files {
        try SessionChecks.model(file)
        done("sessions of \(URL(fileURLWithPath: file).lastPathComponent)")
      }
      try await PoolChecks.run(files.last)
      done("pools")
      try StoreChecks.run()
      done("a store")
      try await StoreChecks.library()
      done("a library")
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  /// A result that is not what it should be.
  struct Difference: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
  }

  /// Calls `body` on as many threads at once, with their numbers.
  static func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    let failures = Failures()
    let threads = (0..<count).map { number in
      Thread {
        do { try body(number) } catch { failures.add(error) }
        failures.group.leave()
      }
    }
    for thread in threads {
      failures.group.enter()
      thread.stackSize = 8 << 20
      thread.start()
    }
    failures.group.wait()
    if let first = failures.first { throw first }
  }

  private final class Failures: @unchecked Sendable {
    let group = DispatchGroup()
    private let lock = NSLock()
    private var errors: [any Error] = []

    var first: (any Error)? { lock.withLock { errors.first } }

    func add(_ error: any Error) { lock.withLock { errors.append(error) } }
  }
}
