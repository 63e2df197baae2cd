import Foundation
import TensorFlowLite
import TestSupport
import Testing

@Suite struct TensorTests {
  static let types: [(ModelBuilder.Tensor, Tensor.DataType)] = [
    (.bool([2]), .bool), (.uint8([2]), .uInt8), (.int8([2]), .int8), (.int16([2]), .int16),
    (.init(.uint16, [2]), .uInt16), (.int32([2]), .int32), (.uint32([2]), .uInt32), (.int64([2]), .int64),
    (.init(.uint64, [2]), .uInt64), (.float16([2]), .float16), (.init(.bfloat16, [2]), .bfloat16),
    (.float32([2]), .float32), (.float64([2]), .float64),
  ]

  @Test(arguments: types) func `element types have their names`(tensor: ModelBuilder.Tensor, type: Tensor.DataType)
    throws
  {
    let model = ModelBuilder([.init(tensors: [tensor], inputs: [0], outputs: [0], operators: [])]).build()
    let interpreter = try Interpreter(modelData: Data(model))
    try interpreter.allocateTensors()
    let input = try interpreter.input(at: 0)
    #expect(input.dataType == type)
    let bytes = Data((0..<input.data.count).map { UInt8($0 & 1) })
    #expect(try interpreter.copy(bytes, toInputAt: 0).data == bytes)
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).data == bytes)
  }

  @Test func `parameters by channel are not those of a tensor`() throws {
    let quantized = ModelBuilder.Tensor.int8(
      [2], quantization: .perChannel(scales: [0.5, 0.25], dimension: 0))
    let model = ModelBuilder([.init(tensors: [quantized], inputs: [0], outputs: [0], operators: [])]).build()
    let interpreter = try Interpreter(modelData: Data(model))
    try interpreter.allocateTensors()
    #expect(try interpreter.input(at: 0).quantizationParameters == nil)
  }

  @Test func `a scale of zero is no quantisation`() throws {
    let tensor = ModelBuilder.Tensor.uint8([2], quantization: .perTensor(scale: 0, zeroPoint: 3))
    let model = ModelBuilder([.init(tensors: [tensor], inputs: [0], outputs: [0], operators: [])]).build()
    let interpreter = try Interpreter(modelData: Data(model))
    try interpreter.allocateTensors()
    #expect(try interpreter.input(at: 0).quantizationParameters == nil)
  }

  @Test func `shapes are made in three ways`() {
    let shape: Tensor.Shape = [2, 3]
    #expect(shape == Tensor.Shape(2, 3))
    #expect(shape == Tensor.Shape([2, 3]))
    #expect(shape != Tensor.Shape([3, 2]))
    #expect(shape.rank == 2)
    #expect(shape.dimensions == [2, 3])
    #expect(Tensor.Shape([]).rank == 0)
    #expect(Set([shape, [2, 3], [1]]).count == 2)
  }

  @Test func `snapshots are values`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThreeInt8))
    try interpreter.allocateTensors()
    let before = try interpreter.copy(Data([1, 2, 3, 4]), toInputAt: 0)
    let after = try interpreter.copy(Data([1, 2, 3, 5]), toInputAt: 0)
    #expect(before != after)
    #expect([UInt8](before.data) == [1, 2, 3, 4])
    #expect(Set([before, after]).count == 2)
  }

  @Test func `arrays go to data and back`() {
    let floats: [Float] = [1.5, -.infinity, 0]
    #expect(Data(copyingBufferOf: floats).count == 12)
    #expect([Float](unsafeData: Data(copyingBufferOf: floats)) == floats)
    #expect([Int64](unsafeData: Data(copyingBufferOf: [Int64.min, 7])) == [.min, 7])
    #expect([Float](unsafeData: Data(count: 7)) == nil)
    #expect([Float](unsafeData: Data()) == [])
    #expect([UInt16](unsafeData: Data([9, 1, 0, 2, 0]).dropFirst()) == [1, 2])
  }

  @Test func `the version is semantic`() {
    #expect(Runtime.version.wholeMatch(of: /\d+\.\d+\.\d+([-+].+)?/) != nil)
  }

  @Test func `delegates are kept and ask for nothing`() throws {
    #expect(CoreMLDelegate() == nil)
    var options = CoreMLDelegate.Options()
    #expect(options.minNodesPerPartition == 2)
    options.enabledDevices = .all
    let coreML = try #require(CoreMLDelegate(options: options))
    let metal = MetalDelegate()
    #expect(metal.options.waitType == .passive)
    #expect(metal.options.isQuantizationEnabled && !metal.options.isPrecisionLossAllowed)
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree), delegates: [metal, coreML])
    #expect(interpreter.delegates?.count == 2)
    #expect(interpreter.delegates?.first === metal)
    try interpreter.allocateTensors()
    try interpreter.invoke()
  }

  /// An actor owns an interpreter, which is not sendable; snapshots leave it.
  private actor Owner {
    private let interpreter: Interpreter

    init(_ data: Data) throws {
      interpreter = try Interpreter(modelData: data)
      try interpreter.resizeInput(at: 0, to: [1])
      try interpreter.allocateTensors()
    }

    func run(_ value: Float) throws -> Tensor {
      try interpreter.copy(Data(copyingBufferOf: [value]), toInputAt: 0)
      try interpreter.invoke()
      return try interpreter.output(at: 0)
    }
  }

  @Test func `an actor can own an interpreter`() async throws {
    let owner = try Owner(Data(SmallModels.timesThree))
    try await withThrowingTaskGroup(of: (Int, Tensor).self) { group in
      for value in 0..<20 { group.addTask { (value, try await owner.run(Float(value))) } }
      for try await (value, tensor) in group {
        #expect([Float](unsafeData: tensor.data) == [Float(3 * value)])
      }
    }
  }
}
