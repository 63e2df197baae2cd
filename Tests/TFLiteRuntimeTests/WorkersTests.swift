import Dispatch
import TFLiteRuntime
import TestSupport
import Testing

/// Work split between threads, seen from an operator.
@Suite struct WorkersTests {
  /// Adds 1 to every row of the output, which starts at the input's value.
  private struct Increment: RowJob {
    let output: UnsafeMutablePointer<Float>
    func run(_ rows: Range<Int>) { for row in rows { output[row] += 1 } }
  }

  private static func options(_ threads: Int, grain: Int) -> SessionOptions {
    ElementwiseOperator.options("Rows", threads: .count(threads)) { context in
      let input = context.input(0)
      let output = context.output(0)
      output.data.copyMemory(from: input.data, byteCount: input.byteCount)
      context.parallel(
        Increment(output: output.mutablePointer(as: Float.self)), rows: input.elementCount,
        work: Work.worthwhile.divided(by: grain))
    }
  }

  @Test(arguments: [1, 2, 3, 4, 7, 16], [1, 5, 64])
  func `every row is computed exactly once`(threads: Int, grain: Int) throws {
    let session = try Session(
      Model(bytes: chain("Rows", count: 3, shape: [1])), options: Self.options(threads, grain: grain))
    #expect(session.threadCount == threads)
    for rows in [0, 1, 2, 3, threads * 4 - 1, threads * 4, threads * 4 + 1, 63, 64, 65, 1000, 4097] {
      try session.resizeInput(0, to: [rows])
      let values = (0..<rows).map { Float($0) }
      try session.write(values, toInput: 0)
      for _ in 0..<5 {
        try session.invoke()
        #expect(try session.output(0, as: Float.self) == values.map { $0 + 3 }, "\(rows) rows")
      }
    }
  }

  /// Adds three neighbours in a ring, modulo a number that floats hold exactly.
  private struct Neighbours: RowJob {
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let count: Int
    func run(_ rows: Range<Int>) {
      for row in rows {
        output[row] = sum(input[(row + count - 1) % count], input[row], input[(row + 1) % count])
      }
    }
  }

  private static func sum(_ a: Float, _ b: Float, _ c: Float) -> Float {
    (a + b + c).truncatingRemainder(dividingBy: 65521)
  }

  @Test(arguments: [2, 3, 5], [true, false])
  func `a job begins when all threads have done the one before`(threads: Int, computesInJobs: Bool) throws {
    let (steps, count) = (40, 1024)
    let options = ElementwiseOperator.options("Ring", threads: .count(threads), computesInJobs: computesInJobs) {
      context in
      let input = context.input(0)
      // Jobs of one chunk for each thread, and of several.
      for grain in [256 / threads, 2] {
        context.parallel(
          Neighbours(
            input: input.pointer(as: Float.self), output: context.output(0).mutablePointer(as: Float.self), count: count
          ),
          rows: count, work: Work.worthwhile.divided(by: grain))
      }
    }
    let session = try Session(Model(bytes: chain("Ring", count: steps, shape: [count])), options: options)
    for round in 0..<60 {
      var expected = (0..<count).map { Float(($0 * 7919 + round) % 65521) }
      try session.write(expected, toInput: 0)
      try session.invoke()
      for _ in 0..<steps {
        expected = (0..<count).map { i in
          Self.sum(expected[(i + count - 1) % count], expected[i], expected[(i + 1) % count])
        }
      }
      #expect(try session.output(0, as: Float.self) == expected, "round \(round)")
    }
  }

  @Test func `many short jobs, with pauses in which helpers leave`() throws {
    let session = try Session(
      Model(bytes: chain("Rows", count: 50, shape: [64])), options: Self.options(4, grain: 1))
    for round in 0..<20 {
      try session.write([Float](repeating: Float(round), count: 64), toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [Float](repeating: Float(round + 50), count: 64))
      if round % 5 == 4 { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(130)) }
    }
  }

  @Test func `sessions with threads of their own run side by side, more than there are processors`() throws {
    let model = try Model(bytes: chain("Rows", count: 8, shape: [257]))
    let failures = Tally()
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      do {
        let session = try Session(model, options: Self.options(1 + number % 5, grain: 1))
        for round in 0..<30 {
          let start = Float(100 * number + round)
          try session.write([Float](repeating: start, count: 257), toInput: 0)
          try session.invoke()
          if try session.output(0, as: Float.self) != [Float](repeating: start + 8, count: 257) { failures.add() }
        }
      } catch {
        failures.add()
      }
    }
    #expect(failures.count == 0)
  }

  @Test func `an operator may run a session inside a parallel session`() throws {
    let inner = try Model(bytes: chain("Rows", count: 2, shape: [100]))
    let options = ElementwiseOperator.options("Nested", threads: .count(2)) { context throws(RuntimeError) in
      let session = try Session(inner, options: Self.options(3, grain: 1))
      try session.write(Array(context.input(0).values(as: Float.self)), toInput: 0)
      try session.invoke()
      let output = context.output(0).mutablePointer(as: Float.self)
      try session.withOutput(0, as: Float.self) { values in
        for (index, value) in values.enumerated() { output[index] = value }
      }
    }
    let session = try Session(Model(bytes: chain("Nested", count: 3, shape: [100])), options: options)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [Float](repeating: 6, count: 100))
  }

  @Test func `thread counts are bounded`() {
    #expect(SessionOptions.Threads.single.count == 1)
    #expect(SessionOptions.Threads.count(3).count == 3)
    #expect(SessionOptions.Threads.count(0).count == SessionOptions.Threads.automatic.count)
    #expect(SessionOptions.Threads.count(.max).count == 64)
    #expect((1...4).contains(SessionOptions.Threads.automatic.count))
  }

  @Test func `the example detector gives the same bits with any number of threads`() throws {
    let model = try Model(path: Examples.path("shapes-detector/model.tflite"))
    let pixels = try Examples.pixels("scene-2.png", width: 320, height: 320)
    var results: [[[Float]]] = []
    for threads in [1, 2, 5] {
      var options = SessionOptions()
      options.threads = .count(threads)
      let session = try Session(model, options: options)
      try session.write(pixels, toInput: 0)
      try session.invoke()
      results.append(try (0..<4).map { try session.output($0, as: Float.self) })
    }
    #expect(results[0] == results[1] && results[0] == results[2])
  }
}
