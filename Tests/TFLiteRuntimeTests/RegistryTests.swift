import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Sessions of one model whose registries give one name different operators, and what they share.
@Suite struct RegistryTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator

  /// Fills its output with a number, or takes it from what it has packed.
  private final class Number: TFLiteRuntime.Operator {
    private let value: Float
    private let isPacked: Bool
    private let tally: Tally
    private var packed: AlignedMemory?

    init(_ value: Float, isPacked: Bool = false, _ tally: Tally = Tally()) {
      self.value = value
      self.isPacked = isPacked
      self.tally = tally
    }

    /// One that is packed is not computed in advance.
    var isPure: Bool { !isPacked }

    func prepare(_ context: PrepareContext) throws(RuntimeError) {
      try context.setShape(context.output(0).description.shape, ofOutput: 0)
    }

    func pack(_ context: PackContext) throws(RuntimeError) {
      if !isPacked { return }
      packed = try context.packed(byteCount: 4) { target in
        tally.add()
        target.storeBytes(of: value, as: Float.self)
      }
    }

    func execute(_ context: ExecuteContext) throws(RuntimeError) {
      if !isPacked { tally.add() }
      let value = packed?.base.load(as: Float.self) ?? value
      let output = context.output(0)
      for index in 0..<output.elementCount { output.mutablePointer(as: Float.self)[index] = value }
    }
  }

  private static func options(_ value: Float, isPacked: Bool = false, _ tally: Tally = Tally()) -> SessionOptions {
    var options = SessionOptions()
    options.threads = .single
    options.registry.register("Number") { _ in Number(value, isPacked: isPacked, tally) }
    return options
  }

  private static var number: [UInt8] {
    ModelBuilder.oneCustomOperator("Number", inputs: [.float32([1], [0])], outputs: [.float32([3])])
  }

  @Test(arguments: [false, true])
  func `operators of one name that differ share neither results nor packed constants`(isPacked: Bool) throws {
    let model = try Model(bytes: Self.number)
    for value in [1, 2, 3] as [Float] {
      let session = try Session(model, options: Self.options(value, isPacked: isPacked))
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [value, value, value])
    }
  }

  @Test(arguments: [false, true])
  func `sessions of one registry compute and pack once`(isPacked: Bool) throws {
    let model = try Model(bytes: Self.number)
    let tally = Tally()
    let options = Self.options(5, isPacked: isPacked, tally)
    for _ in 0..<3 {
      var copy = options
      // An operator that the model does not have changes nothing.
      copy.registry.register("Other") { _ in Number(0) }
      let session = try Session(model, options: copy)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [5, 5, 5])
    }
    #expect(tally.count == 1)
  }

  @Test func `weights that an application's operator computes are packed for its registry`() throws {
    let file = ModelBuilder([
      .init(
        tensors: [
          .float32([1, 2], name: "x"), .float32([1], [0], name: "seed"), .float32([3, 2], name: "w"),
          .float32([1, 3], name: "y"),
        ], inputs: [0], outputs: [3],
        operators: [
          Operator(custom: "Number", inputs: [1], outputs: [2]),
          Operator(.fullyConnected, inputs: [0, 2, -1], outputs: [3]),
        ])
    ]).build()
    let model = try Model(bytes: file)
    for value in [1, 2] as [Float] {
      let session = try Session(model, options: Self.options(value))
      try session.write([1, 10] as [Float], toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [11 * value, 11 * value, 11 * value])
    }
  }

  /// Adds a number to bytes.
  private final class Shift: TFLiteRuntime.Operator {
    private let value: Int8
    init(_ value: Int8) { self.value = value }

    var isElementwise: Bool { true }

    func prepare(_ context: PrepareContext) throws(RuntimeError) {
      try context.setShape(context.input(0).shape, ofOutput: 0)
    }

    func execute(_ context: ExecuteContext) throws(RuntimeError) {
      let input = context.input(0).pointer(as: Int8.self)
      let output = context.output(0)
      for index in 0..<output.elementCount { output.mutablePointer(as: Int8.self)[index] = input[index] &+ value }
    }
  }

  @Test func `functions of bytes are tabulated for each registry`() throws {
    let model = try Model(
      bytes: ModelBuilder.oneCustomOperator("Shift", inputs: [.int8([4])], outputs: [.int8([4])]))
    for value in [1, 7] as [Int8] {
      var options = SessionOptions()
      options.registry.register("Shift") { _ in Shift(value) }
      let session = try Session(model, options: options)
      try session.write([0, 1, 2, 3] as [Int8], toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Int8.self) == [0, 1, 2, 3].map { $0 + value })
    }
  }

  /// Looks at where an output lies that has no memory yet.
  private final class Placeless: TFLiteRuntime.Operator {
    private var place: UnsafeMutableRawPointer?
    private var tables: [AlignedMemory] = []

    func prepare(_ context: PrepareContext) throws(RuntimeError) {
      let output = try context.output(0)
      place = output.data
      try context.setShape([2], ofOutput: 0)
      for _ in 0..<2000 {
        let table = try context.allocate(64)
        table.base.initializeMemory(as: UInt8.self, repeating: 0xFF, count: 64)
        tables.append(table)
      }
    }

    func execute(_ context: ExecuteContext) throws(RuntimeError) {
      guard let place else { throw context.error("no place") }
      var sum = 0
      for index in 0..<64 { sum += Int(place.load(fromByteOffset: index, as: UInt8.self)) }
      let output = context.output(0).mutablePointer(as: Float.self)
      output[0] = Float(sum)
      output[1] = tables.contains { $0.base == place } ? 1 : 0
    }
  }

  @Test func `what empty tensors point to stays`() throws {
    var options = SessionOptions()
    options.registry.register("Placeless") { _ in Placeless() }
    let model = ModelBuilder.oneCustomOperator("Placeless", inputs: [.float32([1])], outputs: [.float32([2])])
    let session = try Session(Model(bytes: model), options: options)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [0, 0])
  }
}
