import Foundation
import ModelInterpreterKit
import TestSupport
import Testing

/// Every shape in which applications pass numbers.
@Suite struct InputShapeTests {
  private static let floats: [@Sendable () -> Any] = [
    { [[1, 2, 3, 4]] as [[Float]] },
    { [[1, 2, 3, 4]] as [[Double]] },
    { [[1, 2, 3, 4]] as [[Int]] },
    { [[1, 2, 3, 4]] as [[UInt8]] },
    { [[1, 2, 3, 4]] as [[Int64]] },
    { [[1, 2, 3, 4]] as [[CGFloat]] },
    { [[1, 2, 3, 4]] as [[NSNumber]] },
    { [[1, 2, 3, 4] as [Any]] as [Any] },
    { [[1 as Float, 2 as Double, 3 as UInt8, NSNumber(value: 4)] as [Any]] as [Any] },
    { [[1, 2, 3, 4] as [Float]] as [Any] },
    { NSArray(array: [NSArray(array: [1, 2, 3, 4].map { NSNumber(value: $0) })]) },
    { NSMutableArray(array: [[NSNumber(value: 1), 2, 3, 4.0]]) },
    { [NSArray(array: [1.0, 2.0, 3.0, 4.0])] },
    { data([1, 2, 3, 4] as [Float]) },
    { NSData(data: data([1, 2, 3, 4] as [Float])) },
    { NSMutableData(data: data([1, 2, 3, 4] as [Float])) },
  ]

  @Test(arguments: floats.indices) func `four floats in any form`(index: Int) async throws {
    let value = Self.floats[index]()
    let interpreter = try ModelFile(RunErrorTests.model).interpreter()
    let format = Format(type: .float32, dimensions: [1, 4])
    let outputs = try await interpreter.result(modelInputs(value), ioOptions([format], [format])).get()
    let output = try outputs.output(index: 0)
    #expect(output as? [[NSNumber]] == [[3, 6, 9, 12]], "\(Swift.type(of: value))")
    #expect((output as? NSArray)?.count == 1)
    #expect(try outputs.data(index: 0) == data([3, 6, 9, 12] as [Float]))
  }

  @Test func `one dimension needs no nesting`() async throws {
    let file = try ModelFile(SmallModels.timesThree(.float32([3]), output: .float32([3])).build())
    let format = Format(type: .float32, dimensions: [3])
    for value in [[1, 2, 3] as [Float], [1, 2, 3] as [NSNumber], NSArray(array: [1, 2, 3])] as [Any] {
      let outputs = try await file.interpreter().result(modelInputs(value), ioOptions([format], [format])).get()
      #expect(try outputs.output(index: 0) as? [NSNumber] == [3, 6, 9])
    }
  }

  @Test func `pictures of bytes nested four deep`() async throws {
    let tensor = ModelBuilder.Tensor.uint8([1, 5, 7, 3], quantization: .perTensor(scale: 1))
    let file = try ModelFile(SmallModels.timesThree(tensor, output: tensor).build())
    let bytes = (0..<105).map { UInt8($0 % 86) }
    let nested: [[[[UInt8]]]] = [
      (0..<5).map { row in (0..<7).map { column in Array(bytes[(row * 7 + column) * 3..<(row * 7 + column) * 3 + 3]) } }
    ]
    let loose: [[[[Any]]]] = nested.map { $0.map { $0.map { $0.map { $0 as Any } } } }
    let format = Format(type: .uInt8, dimensions: [1, 5, 7, 3])
    for value in [nested, loose, Data(bytes)] as [Any] {
      let outputs = try await file.interpreter().result(modelInputs(value), ioOptions([format], [format])).get()
      #expect(try outputs.data(index: 0) == Data(bytes.map { $0 * 3 }))
      let output = try #require(try outputs.output(index: 0) as? [[[[NSNumber]]]])
      #expect(
        output[0][4][6] == [
          NSNumber(value: bytes[102] * 3), NSNumber(value: bytes[103] * 3), NSNumber(value: bytes[104] * 3),
        ])
    }
  }

  static let conversions: [(ModelElementType, ModelBuilder.Tensor, [any Sendable], Data)] = [
    (.int32, .int32([3]), [1.9, -1.9, Int64.max], data([1, -1, -1] as [Int32])),
    (.int64, .int64([3]), [Double.infinity, -Double.infinity, Double.nan], data([.max, .min, 0] as [Int64])),
    (.uInt8, .uint8([3]), [255, 256, -1], Data([255, 0, 255])),
    (.int16, .int16([3]), [-32768, 7, true], data([-32768, 7, 1] as [Int16])),
    (.int8, .int8([3]), [-128, 127, 0.5], Data([0x80, 0x7F, 0])),
    (.bool, .bool([3]), [true, 0, 0.5], Data([1, 0, 1])),
    (.float32, .float32([3]), [0.1, 16_777_217, NSNumber(value: UInt8(7))], data([0.1, 16_777_216, 7] as [Float])),
  ]

  @Test(arguments: conversions.indices) func `numbers are converted to the declared type`(index: Int) async throws {
    var (type, tensor, values, expected) = Self.conversions[index]
    tensor.name = "same"
    let file = try ModelFile(
      ModelBuilder([.init(tensors: [tensor], inputs: [0], outputs: [0], operators: [])]).build())
    let format = Format(type: type, dimensions: [3])
    let outputs = try await file.interpreter().result(modelInputs(values), ioOptions([format], [format])).get()
    #expect(try outputs.data(index: 0) == expected)
  }

  @Test func `objects may be changed once run has returned`() async throws {
    let interpreter = try ModelFile(RunErrorTests.model).interpreter()
    let format = Format(type: .float32, dimensions: [1, 4])
    let options = try ioOptions([format], [format])
    let bytes = NSMutableData(data: data([1, 1, 1, 1] as [Float]))
    let inputs = try modelInputs(bytes)
    let outputs: ModelOutputs? = try await withCheckedThrowingContinuation { continuation in
      interpreter.run(inputs: inputs, options: options) { outputs, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: outputs) }
      }
      bytes.resetBytes(in: NSRange(location: 0, length: 16))
      do {
        try inputs.addInput(Data())
        try options.setOutputFormat(index: 0, type: .int64, dimensions: [99])
      } catch { Issue.record(error) }
    }
    #expect(try outputs?.output(index: 0) as? [[NSNumber]] == [[3, 3, 3, 3]])
  }

  @Test func `a huge declared shape does not reserve memory`() async throws {
    let interpreter = try ModelFile(RunErrorTests.model).interpreter()
    let format = Format(type: .float32, dimensions: [1 << 40, 4])
    guard
      case .failure(let error) = await interpreter.result(
        try modelInputs([[1, 2, 3, 4]] as [[Float]]), try ioOptions([format], [format]))
    else {
      Issue.record("the run succeeded")
      return
    }
    #expect(error.code == ModelInterpreterErrorCode.invalidArgument.rawValue)
  }
}
