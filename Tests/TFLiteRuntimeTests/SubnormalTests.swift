import Foundation
import TFLiteKernels
import TFLiteRuntime
import TestSupport
import Testing

#if canImport(Dispatch)
import Dispatch
#endif

/// Operators execute without subnormal numbers on every thread, and nobody else notices.
@Suite struct SubnormalTests {
  /// Counts what an operator and its jobs find.
  private final class Findings: Sendable {
    let withSubnormals = Tally()
    let without = Tally()
    let prepared = Tally()
    let preparedWithout = Tally()
    func look() { (FloatEnvironment.isWithoutSubnormals ? without : withSubnormals).add() }
    func lookInPreparation() { (FloatEnvironment.isWithoutSubnormals ? preparedWithout : prepared).add() }
  }

  /// Looks on every thread, and copies its input; fails where that begins with a negative number.
  private final class Observer: Operator {
    private let findings: Findings
    private let type: ElementType
    private let grows: Bool
    init(_ findings: Findings, _ type: ElementType, grows: Bool) {
      (self.findings, self.type, self.grows) = (findings, type, grows)
    }

    var isPure: Bool { false }

    func prepare(_ context: PrepareContext) throws(RuntimeError) {
      findings.lookInPreparation()
      try context.expect(inputs: 1, outputs: 1)
      try context.expect(context.input(0), type)
      if grows {
        try context.setUnknownShape(ofOutput: 0)
      } else {
        try context.setShape(try context.input(0).shape, ofOutput: 0)
      }
    }

    func pack(_ context: PackContext) throws(RuntimeError) { findings.lookInPreparation() }

    func execute(_ context: ExecuteContext) throws(RuntimeError) {
      findings.look()
      let input = context.input(0)
      if type == .float32, input.pointer(as: Float.self)[0] < 0 { throw context.error("negative") }
      if grows { try context.resizeOutput(0, to: input.shape) }
      context.output(0).data.copyMemory(from: input.data, byteCount: input.byteCount)
      context.parallel(Look(findings: findings), rows: 64, work: .worthwhile)
    }

    private struct Look: RowJob {
      let findings: Findings
      func run(_ rows: Range<Int>) {
        for _ in rows {
          findings.look()
          // Time for other threads to take their share.
          for _ in 0..<200 { findings.without.add(0) }
        }
      }
    }
  }

  private func session(
    _ findings: Findings, threads: Int = 1, isInteger: Bool = false, grows: Bool = false
  ) throws -> Session {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.registry.register("Observe") { _ in Observer(findings, isInteger ? .int32 : .float32, grows: grows) }
    let model = ModelBuilder([
      .init(
        tensors: (0..<3).map { isInteger ? .int32([4], name: "t\($0)") : .float32([4], name: "t\($0)") },
        inputs: [0], outputs: [2],
        operators: [
          .init(custom: "Observe", inputs: [0], outputs: [1]), .init(custom: "Observe", inputs: [1], outputs: [2]),
        ])
    ])
    return try Session(Model(bytes: model.build()), options: options)
  }

  @Test(arguments: [1, 2, 4]) func `operators and their jobs execute without subnormal numbers`(threads: Int) throws {
    guard FloatEnvironment.canChange else { return }
    let findings = Findings()
    let session = try session(findings, threads: threads)
    try session.write([1, 2, 3, 4] as [Float], toInput: 0)
    for _ in 0..<20 {
      try session.invoke()
      #expect(!FloatEnvironment.isWithoutSubnormals)
    }
    #expect(findings.withSubnormals.count == 0)
    #expect(findings.without.count == 20 * 2 * 65)
    #expect(findings.preparedWithout.count == 0)
    #expect(findings.prepared.count > 0)
  }

  #if canImport(Dispatch)
  @Test func `threads that Dispatch makes for helpers are as programs find them`() throws {
    guard FloatEnvironment.canChange else { return }
    let findings = Findings()
    for threads in 2...8 {
      let session = try session(findings, threads: threads)
      try session.write([1, 2, 3, 4] as [Float], toInput: 0)
      try session.invoke()
    }
    // Helpers leave after a while, and others get their threads.
    let (with, without) = (Tally(), Tally())
    let queue = DispatchQueue(label: "tests", qos: .userInitiated, attributes: .concurrent)
    let group = DispatchGroup()
    for _ in 0..<64 {
      queue.async(group: group) {
        (FloatEnvironment.isWithoutSubnormals ? without : with).add()
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
    group.wait()
    #expect(without.count == 0)
    #expect(with.count == 64)
  }
  #endif

  @Test func `a failed invocation leaves the thread as it was`() throws {
    guard FloatEnvironment.canChange else { return }
    let findings = Findings()
    let session = try session(findings, threads: 2)
    try session.write([-1, 2, 3, 4] as [Float], toInput: 0)
    #expect(failure { () throws(RuntimeError) in try session.invoke() }?.code == .invalidData)
    #expect(!FloatEnvironment.isWithoutSubnormals)
    #expect(findings.without.count == 1)
    let token = CancellationToken()
    token.cancel()
    #expect(failure { () throws(RuntimeError) in try session.invoke(cancellation: token) }?.code == .cancelled)
    #expect(!FloatEnvironment.isWithoutSubnormals)
  }

  @Test func `a thread without subnormal numbers stays so, and prepares with them`() throws {
    guard FloatEnvironment.canChange else { return }
    let findings = Findings()
    let environment = FloatEnvironment.withoutSubnormals()
    defer { environment.restore() }
    let session = try session(findings)
    try session.prepare()
    #expect(FloatEnvironment.isWithoutSubnormals)
    try session.invoke()
    #expect(FloatEnvironment.isWithoutSubnormals)
    #expect(findings.preparedWithout.count == 0)
    #expect(findings.withSubnormals.count == 0)
  }

  @Test func `what is prepared in the midst of an invocation is prepared with subnormal numbers`() throws {
    guard FloatEnvironment.canChange else { return }
    let findings = Findings()
    let session = try session(findings, grows: true)
    try session.prepare()
    let before = findings.prepared.count
    try session.write([1, 2, 3, 4] as [Float], toInput: 0)
    try session.invoke()
    #expect(findings.prepared.count > before)
    #expect(findings.preparedWithout.count == 0)
    #expect(findings.withSubnormals.count == 0)
  }

  @Test(arguments: [1, 2]) func `models without floats change nothing`(threads: Int) throws {
    let findings = Findings()
    let session = try session(findings, threads: threads, isInteger: true)
    try session.write([1, 2, 3, 4] as [Int32], toInput: 0)
    try session.invoke()
    #expect(findings.without.count == 0)
    #expect(findings.withSubnormals.count == 2 * 65)
  }

  // MARK: Results

  /// The bits of the only output.
  private func results(
    _ model: [UInt8], _ input: [Float], threads: Int = 1, kernels: SessionOptions.Kernels = .best, rewrites: Bool = true
  ) throws -> [UInt32] {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.kernels = kernels
    options.rewrites = rewrites
    let session = try Session(Model(bytes: model), options: options)
    if !session.inputs.isEmpty { try session.write(input, toInput: 0) }
    try session.invoke()
    return try session.output(0, as: Float.self).map { $0.bitPattern }
  }

  @Test(arguments: [SessionOptions.Kernels.reference, .portable, .best])
  func `masked softmax gives no subnormal numbers, with any number of threads`(kernels: SessionOptions.Kernels) throws {
    let shape = [96, 128]
    let model = ModelBuilder.oneOperator(
      .softmax, options: .init(.softmaxOptions, ["beta": 1.0]), inputs: [.float32(shape)], outputs: [.float32(shape)])
    var generator = SeededGenerator(seed: 90)
    let scores = (0..<96 * 128).map {
      Float.random(in: -90...0, using: &generator) + ($0 % 5 == 0 ? -10000 : $0 % 7 == 0 ? -1e9 : 0)
    }
    let found = try results(model, scores, kernels: kernels)
    #expect(!found.contains { $0 != 0 && $0 < Float.leastNormalMagnitude.bitPattern })
    #expect(found.contains { $0 == 0 } && found.contains { $0 > 0 })
    for threads in 2...4 { #expect(try results(model, scores, threads: threads, kernels: kernels) == found) }
  }

  @Test func `what is computed beforehand is what executing gives`() throws {
    // 2^-140 and 2^-126.
    let model = ModelBuilder([
      .init(
        tensors: [
          .float32([2], [0x1p-70, 0x1p-63], name: "constant"), .float32([2], name: "x"), .float32([2], name: "square"),
          .float32([2], name: "y"),
        ], inputs: [1], outputs: [3],
        operators: [
          .init(.mul, options: .init(.mulOptions, [:]), inputs: [0, 0], outputs: [2]),
          .init(.reshape, options: .init(.reshapeOptions, ["new_shape": [2]]), inputs: [2], outputs: [3]),
        ])
    ]).build()
    let least = Float.leastNormalMagnitude.bitPattern
    let expected = FloatEnvironment.canChange ? [0, least] : [Float(0x1p-140).bitPattern, least]
    for rewrites in [true, false] { #expect(try results(model, [0, 0], rewrites: rewrites) == expected) }
  }

  @Test(arguments: [true, false]) func `halves that are subnormal are converted exactly`(isConstant: Bool) throws {
    let bits: [UInt16] = [1, 0x3FF, 0x8001, 0x400, 0x200]
    let input = ModelBuilder.Tensor.float16([5], bits: isConstant ? bits : nil)
    let model = ModelBuilder.oneOperator(.dequantize, inputs: [input], outputs: [.float32([5])])
    let session = try Session(Model(bytes: model))
    if !isConstant { try bits.withUnsafeBytes { try session.write(bytes: $0, toInput: 0) } }
    try session.invoke()
    #expect(
      try session.output(0, as: Float.self) == [0x1p-24, 1023 * 0x1p-24, -0x1p-24, 0x1p-14, 0x1p-15])
  }

  @Test func `copies keep subnormal numbers`() throws {
    let bits: [UInt32] = [1, 0x7F_FFFF, 0x8000_0001, 0x80_0000]
    let model = ModelBuilder.oneOperator(.bitcast, inputs: [.float32([4])], outputs: [.int32([4])])
    let session = try Session(Model(bytes: model))
    try session.write(bits.map { Float(bitPattern: $0) }, toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Int32.self) == bits.map { Int32(bitPattern: $0) })
    let shape = ModelBuilder.oneOperator(
      .reshape, options: .init(.reshapeOptions, ["new_shape": [2, 2]]), inputs: [.float32([4])],
      outputs: [.float32([2, 2])])
    #expect(try results(shape, bits.map { Float(bitPattern: $0) }) == bits)
  }

  @Test func `a subnormal divisor is no division by zero`() throws {
    let model = ModelBuilder.oneOperator(
      .floorDiv, inputs: [.float32([2]), .float32([2], [Float(bitPattern: 1), 2])], outputs: [.float32([2])])
    #expect(try results(model, [1, 5]) == [Float.infinity.bitPattern, Float(2).bitPattern])
  }
}
