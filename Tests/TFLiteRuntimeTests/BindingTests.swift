import TFLiteKernels
import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Inputs and outputs in memory of the caller's.
@Suite struct BindingTests {
  /// Memory of one test, which outlives all bindings to it.
  private final class Memory {
    private var blocks: [UnsafeMutableRawBufferPointer] = []

    func block(_ byteCount: Int) -> Block {
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
      bytes.initializeMemory(as: UInt8.self, repeating: 0xEE)
      blocks.append(bytes)
      return Block(bytes: bytes)
    }

    func block(_ values: [Float]) -> Block {
      let block = block(values.count * 4)
      for (index, value) in values.enumerated() { block.floats[index] = value }
      return block
    }

    func release() { for block in blocks { block.deallocate() } }
  }

  private struct Block {
    let bytes: UnsafeMutableRawBufferPointer

    var floats: UnsafeMutableBufferPointer<Float> { bytes.bindMemory(to: Float.self) }
    var readable: UnsafeRawBufferPointer { .init(bytes) }
  }

  private func tripler(_ count: Int = 4) throws -> Session {
    let model = SmallModels.timesThree(
      .float32([count], name: "input").signature([-1]), output: .float32([count], name: "output").signature([-1]))
    return try Session(Model(bytes: model.build()))
  }

  @Test func `inputs are read where they lie`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try tripler()
    let frames = [memory.block([1, 2, 3, 4]), memory.block([5, 6, 7, 8])]
    for frame in frames + frames {
      try session.bindInput(0, to: frame.readable)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == frame.floats.map { 3 * $0 })
      #expect(try session.withInputBytes("input") { $0.baseAddress } == frame.readable.baseAddress)
    }
    // What changes there is seen by the next invocation.
    frames[1].floats[0] = -1
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [-3, 18, 21, 24])
  }

  @Test func `a bound input is not written to`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try tripler()
    let frame = memory.block([1, 2, 3, 4])
    try session.bindInput(0, to: frame.readable)
    let error = failure { () throws(RuntimeError) in try session.write([0, 0, 0, 0] as [Float], toInput: 0) }
    #expect(error?.code == .invalidState)
    #expect(
      failure { () throws(RuntimeError) in try session.withMutableInput(0, as: Float.self) { $0[0] = 0 } }?.code
        == .invalidState)
    #expect(Array(frame.floats) == [1, 2, 3, 4])
    try session.unbindInput(0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [0, 0, 0, 0])
    try session.write([1, 1, 1, 1] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [3, 3, 3, 3])
  }

  @Test func `another shape ends the binding of an input`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try tripler()
    let frame = memory.block([1, 2, 3, 4])
    try session.bindInput(0, to: frame.readable)
    try session.resizeInput(0, to: [4])
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [3, 6, 9, 12])
    try session.resizeInput(0, to: [2])
    try session.write([1, 2] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [3, 6])
    #expect(Array(frame.floats) == [1, 2, 3, 4])
  }

  @Test func `a shape that an input cannot have leaves it as it is`() throws {
    let memory = Memory()
    defer { memory.release() }
    let model = SmallModels.timesThree(
      .float32([4], name: "input").signature([-1]), output: .float32([4], name: "output").signature([-1]))
    var options = SessionOptions()
    options.memoryLimit = 64 << 10
    let session = try Session(Model(bytes: model.build()), options: options)
    func refuse() {
      for (shape, code) in [
        ([-1], .invalidArgument), ([4, 1], .invalidArgument), ([.max], .invalidArgument), ([1 << 20], .outOfMemory),
      ] as [(Shape, RuntimeError.Code)] {
        #expect(failure { () throws(RuntimeError) in try session.resizeInput(0, to: shape) }?.code == code)
      }
    }
    try session.write([1, 2, 3, 4] as [Float], toInput: 0)
    refuse()
    try session.invoke()
    refuse()
    #expect(try session.output(0, as: Float.self) == [3, 6, 9, 12])
    let frame = memory.block([5, 6, 7, 8])
    try session.bindInput(0, to: frame.readable)
    refuse()
    frame.floats[0] = -5
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [-15, 18, 21, 24])
    try session.resizeInput(0, to: [2])
    #expect(try session.withInputBytes(0) { Array($0) } == [UInt8](repeating: 0, count: 8))
  }

  /// Kernels load both parts of a complex number at once.
  @Test func `memory of complex numbers is aligned for both parts`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try Session(
      Model(
        bytes: ModelBuilder.oneOperator(
          .complexAbs, inputs: [ModelBuilder.Tensor(.complex128, [1])], outputs: [.float64([1])])))
    let bytes = memory.block(32).bytes
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    for (offset, found) in [(8, "8 more"), (16, nil)] as [(Int, String?)] {
      let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 16])
      let error = failure { () throws(RuntimeError) in try session.bindInput(0, to: part) }
      #expect(error?.actual == found)
    }
    try session.invoke()
    #expect(try session.output(0, as: Double.self) == [0])
  }

  /// The other shape takes as many bytes.
  @Test func `an input of another shape leaves the memory that it was bound to`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try Session(
      Model(
        bytes: ModelBuilder.oneOperator(.abs, inputs: [.float32([2, 3])], outputs: [.float32([2, 3])])))
    let frame = memory.block([-1, -2, -3, -4, -5, -6])
    try session.bindInput(0, to: frame.readable)
    try session.resizeInput(0, to: [3, 2])
    try session.write([Float](repeating: -7, count: 6), toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [Float](repeating: 7, count: 6))
    #expect(Array(frame.floats) == [-1, -2, -3, -4, -5, -6])
  }

  /// A product that has been given the sum behind it has it no longer when the plan fails, and other shapes may have none.
  @Test func `an output that does not fit where it is bound leaves nothing of its plan`() throws {
    let memory = Memory()
    defer { memory.release() }
    typealias Operator = ModelBuilder.Operator
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: [
            .float32([2, 4], name: "x"), .float32([4, 4], (0..<16).map { Float($0 % 5) - 2 }), .float32([2, 4]),
            .float32([2, 4]), .float32([2, 4], name: "y"),
          ], inputs: [0], outputs: [4],
          operators: [
            Operator(
              .fullyConnected, options: .init(.fullyConnectedOptions, [:]), inputs: [0, 1, -1], outputs: [2]),
            Operator(.add, options: .init(.addOptions, [:]), inputs: [2, 0], outputs: [3]),
            Operator(.neg, inputs: [3], outputs: [4]),
          ])
      ]).build())
    func result(_ session: Session, _ shape: Shape) throws -> [Float] {
      try session.resizeInput(0, to: shape)
      try session.write((0..<shape.elementCount).map { Float($0) - 1.5 }, toInput: 0)
      try session.invoke()
      return try session.output(0, as: Float.self)
    }
    let session = try Session(model)
    try session.bindOutput(0, to: memory.block(32).bytes)
    #expect(throws: RuntimeError.self) { try result(session, [4, 4]) }
    try session.unbindOutput(0)
    // The sum broadcasts.
    for shape in [[1, 4, 1], [4, 4]] as [Shape] {
      #expect(try result(session, shape) == result(Session(model), shape))
    }
  }

  @Test func `outputs are computed where they are wanted`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try tripler()
    let results = [memory.block(16), memory.block(16)]
    try session.write([1, 2, 3, 4] as [Float], toInput: 0)
    for result in results + results {
      try session.bindOutput("output", to: result.bytes)
      #expect(failure { () throws(RuntimeError) in _ = try session.output(0, as: Float.self) }?.code == .invalidState)
      try session.invoke()
      #expect(Array(result.floats) == [3, 6, 9, 12])
      #expect(try session.withOutputBytes(0) { $0.baseAddress } == result.readable.baseAddress)
      result.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }
    try session.unbindOutput(0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [3, 6, 9, 12])
    #expect(Array(results[1].floats) == [0, 0, 0, 0])
  }

  @Test func `binding an output again plans nothing anew`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try tripler()
    let results = [memory.block(16), memory.block(16)]
    try session.bindOutput(0, to: results[0].bytes)
    try session.invoke()
    let plan = session.memoryPlan.map { $0.description }
    let held = session.memoryByteCount
    try session.bindOutput(0, to: results[1].bytes)
    // Still planned: asking for the plan of a session that has to prepare again would give none.
    #expect(session.memoryPlan.map { $0.description } == plan)
    try session.invoke()
    #expect(session.memoryByteCount == held)
    #expect(Array(results[1].floats) == [0, 0, 0, 0])
  }

  @Test func `memory that does not fit`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try tripler()
    let block = memory.block(64)
    let bytes = block.bytes
    func part(_ range: Range<Int>) -> UnsafeMutableRawBufferPointer { .init(rebasing: bytes[range]) }
    let count = failure { () throws(RuntimeError) in try session.bindInput(0, to: .init(part(0..<12))) }
    #expect(count?.description == "wrong number of bytes, tensor 'input', expected 16 for FLOAT32 [4], found 12")
    let place = failure { () throws(RuntimeError) in try session.bindInput(0, to: .init(part(2..<18))) }
    #expect(place?.expected == "an address that is a multiple of 4 for FLOAT32" && place?.actual == "2 more")
    try session.prepare()
    #expect(failure { () throws(RuntimeError) in try session.bindOutput(0, to: part(0..<20)) }?.actual == "20")
    try session.bindInput(0, to: .init(part(0..<16)))
    let overlap = failure { () throws(RuntimeError) in try session.bindOutput(0, to: part(12..<28)) }
    #expect(overlap?.message == "the memory overlaps with that of another bound input or output")
    try session.bindOutput(0, to: part(16..<32))
    #expect(
      failure { () throws(RuntimeError) in try session.bindInput(0, to: .init(part(28..<44))) }?.code
        == .invalidArgument)
    try session.invoke()
    #expect(failure { () throws(RuntimeError) in try session.bindInput(1, to: .init(part(0..<16))) }?.code == .notFound)

    let words = try Session(Model(bytes: SmallModels.strings(2)))
    #expect(
      failure { () throws(RuntimeError) in try words.bindInput(0, to: block.readable) }?.message
        == "strings cannot be bound, as their sizes vary")
  }

  @Test func `an output that has got another size is an error until it is bound anew`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try tripler()
    let (small, large) = (memory.block(16), memory.block(24))
    try session.bindOutput(0, to: small.bytes)
    try session.invoke()
    try session.resizeInput(0, to: [6])
    let error = failure { () throws(RuntimeError) in try session.invoke() }
    #expect(error?.code == .invalidArgument && error?.expected == "24 for FLOAT32 [6]" && error?.actual == "16")
    try session.bindOutput(0, to: large.bytes)
    try session.write([1, 2, 3, 4, 5, 6] as [Float], toInput: 0)
    try session.invoke()
    #expect(Array(large.floats) == [3, 6, 9, 12, 15, 18])
    #expect(try session.output(0, as: Float.self) == [3, 6, 9, 12, 15, 18])
  }

  @Test func `outputs whose shape depends on data are copied`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try Session(Model(bytes: SmallModels.positions))
    try session.write([true, false, true, true], toInput: 0)
    let (roomy, tight) = (memory.block(64), memory.block(16))
    try session.bindOutput(0, to: roomy.bytes)
    try session.invoke()
    #expect(Array(roomy.bytes.bindMemory(to: Int64.self).prefix(4)) == [0, 2, 3, -0x1111_1111_1111_1112])
    try session.bindOutput(0, to: tight.bytes)
    let error = failure { () throws(RuntimeError) in try session.invoke() }
    #expect(error?.expected == "24 for INT64 [3,1]" && error?.actual == "16")
    try session.write([true, false, false, true], toInput: 0)
    try session.invoke()
    #expect(Array(tight.bytes.bindMemory(to: Int64.self)) == [0, 3])
  }

  @Test func `outputs that nothing computes are copied`() throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try Session(Model(bytes: SmallModels.withoutInputs))
    let result = memory.block(8)
    try session.bindOutput(0, to: result.bytes)
    for _ in 0..<2 {
      result.floats[0] = 0
      try session.invoke()
      #expect(Array(result.floats) == [11, 22])
    }
    // The output is the input.
    let same = ModelBuilder([.init(tensors: [.float32([2], name: "x")], inputs: [0], outputs: [0], operators: [])])
    let echo = try Session(Model(bytes: same.build()))
    try echo.bindOutput(0, to: result.bytes)
    try echo.write([5, 6] as [Float], toInput: 0)
    try echo.invoke()
    #expect(Array(result.floats) == [5, 6])
  }

  /// The branch of an IF is a signature of its own.
  private static let called: [UInt8] = {
    func branch(_ code: String, _ tensors: [ModelBuilder.Tensor]) -> ModelBuilder.Subgraph {
      .init(code, tensors: tensors, inputs: [0], outputs: [1], operators: [.init(.add, inputs: [0, 2], outputs: [1])])
    }
    let vector = ModelBuilder.Tensor.float32([2], name: "v")
    return ModelBuilder(
      [
        .init(
          tensors: [.bool([1], name: "condition"), vector, vector], inputs: [0, 1], outputs: [2],
          operators: [
            .init(
              .if, options: .init(.ifOptions, ["then_subgraph_index": 1, "else_subgraph_index": 2]), inputs: [0, 1],
              outputs: [2])
          ]),
        branch("ten", [vector, vector, .float32([2], [10, 10])]),
        branch("twenty", [vector, vector, .float32([2], [20, 20])]),
      ],
      signatures: [.init("ten", subgraph: 1, inputs: [(name: "x", tensor: 0)], outputs: [(name: "y", tensor: 1)])]
    ).build()
  }()

  @Test(arguments: [false, true]) func `subgraphs that others run`(bindsFirst: Bool) throws {
    let memory = Memory()
    defer { memory.release() }
    let session = try Session(Model(bytes: Self.called))
    let ten = try session.signature("ten")
    let (frame, result) = (memory.block([1, 2]), memory.block(8))
    func bind() throws {
      try ten.bindInput("x", to: frame.readable)
      try ten.bindOutput("y", to: result.bytes)
    }
    if bindsFirst { try bind() }
    try session.write([true], toInput: 0)
    try session.write([5, 6] as [Float], toInput: 1)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [15, 16])
    if !bindsFirst { try bind() }
    try ten.invoke()
    #expect(Array(result.floats) == [11, 12])
    #expect(try ten.output("y", as: Float.self) == [11, 12])
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [15, 16])
    #expect(Array(frame.floats) == [1, 2])
    // Without a word about its input it has one all the same.
    try ten.unbindInput("x")
    try ten.unbindOutput("y")
    try session.invoke()
    try ten.invoke()
    #expect(try ten.outputInfo(0).byteCount == 8)
    #expect(Array(result.floats) == [11, 12])
  }

  @Test(arguments: SessionOptions.Kernels.available, [1, 2])
  func `a whole network gives the same`(kernels: SessionOptions.Kernels, threads: Int) throws {
    let memory = Memory()
    defer { memory.release() }
    if kernels == .reference { return }
    let model = try Model(path: Examples.path("shapes-detector/model.tflite"))
    var options = SessionOptions()
    options.kernels = kernels
    options.threads = .count(threads)
    let (plain, bound) = (try Session(model, options: options), try Session(model, options: options))
    let info = plain.inputs[0]
    let input = memory.block(info.byteCount)
    for index in 0..<info.byteCount { input.bytes[index] = UInt8(truncatingIfNeeded: index &* 31 >> 3) }
    if info.type == .float32 {
      for index in 0..<info.shape.elementCount { input.floats[index] = Float(index % 17) / 8 - 1 }
    }
    try plain.write(bytes: input.readable, toInput: 0)
    try plain.invoke()
    try bound.bindInput(0, to: input.readable)
    let results = plain.outputs.map { memory.block($0.byteCount) }
    for (index, result) in results.enumerated() { try bound.bindOutput(index, to: result.bytes) }
    for _ in 0..<2 {
      for result in results { result.bytes.initializeMemory(as: UInt8.self, repeating: 0xEE) }
      try bound.invoke()
      for (index, result) in results.enumerated() {
        try plain.withOutputBytes(index) { expected in #expect(Array(expected) == Array(result.readable)) }
      }
    }
  }
}
