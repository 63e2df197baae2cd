import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Fully connected operators with integer weights that read the same floats quantize them once.
@Suite struct SharedRowsTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator

  private static func weights(_ units: Int, _ depth: Int, _ name: String) -> Tensor {
    var tensor = Tensor.int8(
      [units, depth], (0..<units * depth).map { Int8(truncatingIfNeeded: $0 * 29 % 251 - 125) },
      quantization: .perTensor(scale: 0.01))
    tensor.name = name
    return tensor
  }

  /// Three products of one tensor, two of which quantize it alike, one without a bias; and one of another tensor.
  private static func model(_ depth: Int) -> [UInt8] {
    func product(_ inputs: [Int], _ output: Int, isAsymmetric: Bool) -> Operator {
      Operator(
        .fullyConnected, version: 9,
        options: .init(
          .fullyConnectedOptions,
          ["asymmetric_quantize_inputs": .init(booleanLiteral: isAsymmetric), "keep_num_dims": true]), inputs: inputs,
        outputs: [output])
    }
    let tensors: [Tensor] = [
      .float32([1, depth], name: "x"), weights(6, depth, "a"), weights(depth, depth, "b"), weights(20, depth, "c"),
      .float32([6], [1, 2, 3, 4, 5, 6], name: "bias"), .float32([1, 6], name: "ya"),
      .float32([1, depth], name: "yb"), .float32([1, 20], name: "yc"), .float32([1, 6], name: "yd"),
    ]
    return ModelBuilder([
      .init(
        tensors: tensors, inputs: [0], outputs: [5, 6, 7, 8],
        operators: [
          product([0, 1, 4], 5, isAsymmetric: true), product([0, 2, -1], 6, isAsymmetric: true),
          product([0, 3], 7, isAsymmetric: false), product([6, 1, 4], 8, isAsymmetric: true),
        ])
    ]).build()
  }

  private static let pass = "shared quantization"

  /// What the products of a session do besides what the file states.
  private static func fusions(_ session: Session) -> [[String]] {
    session.graphReports.flatMap { $0.operators.map { $0.fusions } }
  }

  /// The first product quantizes for the second as well; the third wants another zero point, the fourth other rows.
  @Test func rowsAreQuantizedOnce() throws {
    let model = try Model(bytes: Self.model(8))
    let report = try GraphReport(model, passes: [Self.pass])
    #expect(report.passes.map { $0.fused } == [[0, 1]])
    // The rows, and what stands for them, are tensors that the file has not.
    #expect(report.operators.map { $0.outputs.count } == [3, 1, 1, 1])
    #expect(Array(report.operators[1].inputs.suffix(2)) == Array(report.operators[0].outputs.suffix(2)))
    #expect(report.operators[0].outputs.suffix(2).allSatisfy { $0 >= model.graphs[0].tensors.count })
  }

  @Test(arguments: [8, 30, 256]) func resultsAreTheSame(_ depth: Int) throws {
    let model = Self.model(depth)
    var sessions: [Session] = []
    for (rewrites, threads) in [(false, 1), (true, 1), (true, 2)] {
      var options = SessionOptions()
      options.threads = .count(threads)
      options.rewrites = rewrites
      sessions.append(try Session(Model(bytes: model), options: options))
    }
    for rows in [1, 3, 70, 2] {
      var results: [[[Float]]] = []
      for session in sessions {
        try session.resizeInput(0, to: [rows, depth])
        try session.write((0..<rows * depth).map { Float($0 * 37 % 113) / 30 - 1 }, toInput: 0)
        try session.invoke()
        results.append(try session.outputs.indices.map { try session.output($0, as: Float.self) })
      }
      #expect(results[0] == results[1], "\(rows) rows of \(depth)")
      #expect(results[0] == results[2], "\(rows) rows of \(depth)")
      #expect(
        sessions.map { Self.fusions($0) } == [
          [[], [], [], []], [["gives quantized rows"], ["takes quantized rows"], [], []],
          [["gives quantized rows"], ["takes quantized rows"], [], []],
        ])
    }
  }
}
