import Foundation
import TestSupport
import Testing

@testable import TFLiteTool

@Suite struct CostTests {
  typealias Object = [String: any Sendable]

  private static func cost(_ model: [UInt8], _ arguments: [String] = []) throws -> Object {
    let folder = try TemporaryFolder()
    let run = try ToolProcess(["cost", try folder.write(model, "model.tflite"), "--json"] + arguments)
    #expect(run.status == 0, "\(run.error)")
    return try run.json()
  }

  private static func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

  /// What is counted by hand of one operator.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let model: [UInt8]
    let multiplyAdds: Int
    var elementOperations = 0
    let parameters: Int
    let readBytes: Int
    let writtenBytes: Int
  }

  static let cases = [
    Case(
      testDescription: "convolution",
      model: ModelBuilder.oneOperator(
        .conv2D, options: .init(.conv2DOptions, ["padding": 1, "stride_w": 2, "stride_h": 1]),
        inputs: [.float32([1, 8, 9, 3]), .float32([5, 3, 3, 3], zeros(135)), .float32([5], zeros(5))],
        outputs: [.float32([1, 6, 4, 5])]),
      multiplyAdds: 6 * 4 * 5 * 27, parameters: 140, readBytes: 4 * (216 + 135 + 5), writtenBytes: 4 * 120),
    Case(
      testDescription: "depthwise convolution",
      model: ModelBuilder.oneOperator(
        .depthwiseConv2D,
        options: .init(.depthwiseConv2DOptions, ["padding": 0, "stride_w": 1, "stride_h": 1, "depth_multiplier": 1]),
        inputs: [.float32([1, 4, 4, 6]), .float32([1, 3, 3, 6], zeros(54)), .float32([6], zeros(6))],
        outputs: [.float32([1, 4, 4, 6])]),
      multiplyAdds: 96 * 9, parameters: 60, readBytes: 4 * (96 + 54 + 6), writtenBytes: 4 * 96),
    Case(
      testDescription: "transposed convolution",
      model: ModelBuilder.oneOperator(
        .transposeConv, options: .init(.transposeConvOptions, ["padding": 0, "stride_w": 2, "stride_h": 2]),
        inputs: [.int32([4], [1, 4, 4, 3]), .float32([3, 2, 2, 5], zeros(60)), .float32([1, 2, 2, 5])],
        outputs: [.float32([1, 4, 4, 3])]),
      multiplyAdds: 2 * 2 * 5 * 12, parameters: 60, readBytes: 16 + 4 * (60 + 20), writtenBytes: 4 * 48),
    Case(
      testDescription: "matrix product",
      model: ModelBuilder.oneOperator(
        .batchMatmul, options: .init(.batchMatMulOptions, ["adj_x": true]),
        inputs: [.float32([2, 7, 3]), .float32([2, 7, 4])], outputs: [.float32([2, 3, 4])]),
      multiplyAdds: 2 * 3 * 4 * 7, parameters: 0, readBytes: 4 * (42 + 56), writtenBytes: 4 * 24),
    Case(
      testDescription: "slice",
      model: ModelBuilder.oneOperator(
        .slice, options: .none,
        inputs: [.float32([100, 10]), .int32([2], [0, 0]), .int32([2], [2, 10])], outputs: [.float32([2, 10])]),
      multiplyAdds: 0, parameters: 0, readBytes: 80 + 16, writtenBytes: 80),
    Case(
      testDescription: "addition",
      model: ModelBuilder.oneOperator(
        .add, options: .init(.addOptions, [:]),
        inputs: [.float32([3, 5]), .float32([5], zeros(5))], outputs: [.float32([3, 5])]),
      multiplyAdds: 0, elementOperations: 15, parameters: 5, readBytes: 80, writtenBytes: 60),
  ]

  @Test(arguments: cases) func countsByShapes(_ expected: Case) throws {
    let json = try Self.cost(expected.model)
    let operation = try #require((json["operators"] as? [Object])?.first)
    #expect(operation["multiply_adds"] as? Int == expected.multiplyAdds)
    #expect(operation["element_operations"] as? Int == expected.elementOperations)
    #expect(operation["parameters"] as? Int == expected.parameters)
    #expect(operation["read_bytes"] as? Int == expected.readBytes)
    #expect(operation["written_bytes"] as? Int == expected.writtenBytes)
    #expect(json["problem"] is NSNull)
    #expect(json["multiply_adds"] as? Int == expected.multiplyAdds)
  }

  @Test func followsShapesOfTheRun() throws {
    let path = Fixture.example("shapes-detector/model.tflite")
    let json = try ToolProcess(["cost", path, "--json"]).json()
    let operators = try #require(json["operators"] as? [Object])
    let sum = operators.reduce(0) { $0 + ($1["multiply_adds"] as? Int ?? 0) }
    #expect(json["multiply_adds"] as? Int == sum && sum > 1_000_000)
    let least = try #require(json["least_ms"] as? Double)
    let processor = try #require(json["processor"] as? Object)
    let rate = try #require(processor["float_multiply_adds_per_second"] as? Double)
    let bytes = try #require(processor["byte_multiply_adds_per_second"] as? Double)
    #expect(rate > 1e8 && least >= Double(sum) / max(rate, bytes) * 1e3 * 0.999)
    let text = try ToolProcess(["cost", path, "--top", "3", "--threads", "2"])
    #expect(text.status == 0)
    #expect(text.output.contains("with 2 threads") && text.output.contains("GMAC/s of floats"))
  }

  @Test func countsModelsThatCannotRun() throws {
    let json = try Self.cost(
      ModelBuilder.oneCustomOperator(
        "FlexErf", inputs: [.float32([2], name: "in")], outputs: [.float32([2], name: "out")]))
    #expect((json["problem"] as? String)?.contains("FlexErf") == true)
    #expect(json["moved_bytes"] as? Int == 16)
  }
}
