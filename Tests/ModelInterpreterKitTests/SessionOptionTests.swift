import Foundation
import ModelInterpreterKit
import TFLiteRuntime
import TestSupport
import Testing

/// What a model interpreter has from the runtime.
@Suite struct SessionOptionTests {
  private static func request() throws -> (ModelInputs, ModelInputOutputOptions) {
    let format = Format(type: .float32, dimensions: [1])
    return (try modelInputs(data([4] as [Float])), try ioOptions([format], [format]))
  }

  @Test func `options set before the model is loaded hold`() async throws {
    let runs = Tally()
    let file = try ModelFile(HookOperator.chain(3))
    let interpreter = file.interpreter()
    var options = HookOperator.options { _ in runs.add() }
    options.kernels = .reference
    options.profiling = true
    interpreter.sessionOptions = options
    let (inputs, formats) = try Self.request()
    let outputs = try await interpreter.run(inputs: inputs, options: formats)
    #expect(try outputs.output(index: 0) as? [NSNumber] == [4])
    #expect(runs.count == 3)
    let (kernels, names) = try await interpreter.withSession { session in
      (session.kernelsName, session.profile.map(\.name))
    }
    #expect(kernels == "reference")
    #expect(names == ["Hook", "Hook", "Hook"])
  }

  @Test func `interpreters share a model that is loaded`() async throws {
    let model = try Model(bytes: HookOperator.chain(1))
    let interpreters = (0..<2).map { _ in ModelInterpreter.modelInterpreter(model: model) }
    let (inputs, formats) = try Self.request()
    for interpreter in interpreters {
      interpreter.sessionOptions = HookOperator.options { _ in }
      #expect(try await interpreter.run(inputs: inputs, options: formats).output(index: 0) as? [NSNumber] == [4])
      #expect(try await interpreter.withSession { $0.model === model })
    }
  }

  @Test func `an operator that nobody registered is an error of the session too`() async throws {
    let file = try ModelFile(HookOperator.chain(1))
    let interpreter = file.interpreter()
    let error = await #expect(throws: NSError.self) { try await interpreter.withSession { $0.inputs.count } }
    #expect(error?.code == ModelInterpreterErrorCode.unimplemented.rawValue)
    #expect(error?.localizedDescription.contains("Hook") == true)
  }

  @Test func `cancelling the task ends the run before the next operator`() async throws {
    let runs = Tally()
    let file = try ModelFile(HookOperator.chain(4))
    let interpreter = file.interpreter()
    let reached = DispatchSemaphore(value: 0)
    let cancelled = DispatchSemaphore(value: 0)
    interpreter.sessionOptions = HookOperator.options { index in
      runs.add()
      if index == 1, runs.count == 2 {
        reached.signal()
        cancelled.wait()
      }
    }
    let task = Task {
      let (inputs, formats) = try Self.request()
      _ = try await interpreter.run(inputs: inputs, options: formats)
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        reached.wait()
        task.cancel()
        cancelled.signal()
        continuation.resume()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(runs.count == 2)
    // The interpreter runs again, and a task that is cancelled already runs nothing.
    let (inputs, formats) = try Self.request()
    let outputs = try await interpreter.run(inputs: inputs, options: formats)
    #expect(try outputs.output(index: 0) as? [NSNumber] == [4])
    #expect(runs.count == 6)
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      let (inputs, formats) = try Self.request()
      _ = try await interpreter.run(inputs: inputs, options: formats)
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(runs.count == 6)
  }
}

/// Counts on any thread.
private final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  private var sum = 0

  var count: Int { lock.withLock { sum } }
  func add() { lock.withLock { sum += 1 } }
}
