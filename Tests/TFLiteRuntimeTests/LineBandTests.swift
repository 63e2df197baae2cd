import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Attention whose scores go through memory of a few lines computes what its operators compute one after the other.
@Suite struct LineBandTests {
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options
  typealias Tensor = ModelBuilder.Tensor

  private static let heads = 3
  private static let length = 40
  private static let depth = 12

  /// What stands between the product and the softmax.
  enum Mask: CaseIterable {
    case none, keys, pairs, heads, selection, quotient
  }

  private static let products = Options(.batchMatMulOptions, ["adj_y": true])
  private static let softmax = Options(.softmaxOptions, ["beta": 1.0])

  private static func numbers(_ count: Int) -> [Float] { (0..<count).map { Float($0 * 37 % 113 - 56) / 32 } }

  /// Inputs q, k, v `[1, heads, length, depth]`, and the mask that is asked for; the values are computed in the midst, as
  /// converters write them. With `isRead`, the probabilities are an output too.
  private static func model(_ mask: Mask, isRead: Bool = false) -> [UInt8] {
    let matrix = [1, heads, length, depth]
    func scores(_ name: String) -> Tensor { .float32([1, heads, length, length], name: name) }
    let extents: [Int] =
      switch mask {
      case .keys, .selection: [1, 1, 1, length]
      case .pairs: [1, 1, length, length]
      case .heads: [heads, length, length]
      default: [1]
      }
    let count = extents.reduce(1, *)
    let addend = (0..<count).map { $0 % 7 == 3 ? Float(-90) : Float($0 % 5) / 8 }
    let masked: [Operator] =
      switch mask {
      case .none: [Operator(.relu, inputs: [4], outputs: [6])]
      case .quotient: [Operator(.div, options: Options(.divOptions, [:]), inputs: [5, 10], outputs: [6])]
      case .selection: [Operator(.selectV2, inputs: [11, 5, 10], outputs: [6])]
      default: [Operator(.add, options: Options(.addOptions, [:]), inputs: [9, 5], outputs: [6])]
      }
    let scaled =
      mask == .none ? [] : [Operator(.mul, options: Options(.mulOptions, [:]), inputs: [4, 10], outputs: [5])]
    return ModelBuilder([
      .init(
        tensors: [
          .float32(matrix, name: "q"), .float32(matrix, name: "k"), .float32(matrix, name: "v"),
          .float32(matrix, name: "y"), scores("scores"), scores("scaled"), scores("masked"), scores("weights"),
          .float32(matrix, name: "values"), .float32(extents, addend), .float32([], [0.3]),
          .bool(mask == .selection ? extents : [1], addend.map { $0 > 0 }),
        ], inputs: [0, 1, 2], outputs: isRead ? [3, 7] : [3],
        operators: [Operator(.batchMatmul, options: products, inputs: [0, 1], outputs: [4])] + scaled + masked + [
          Operator(.softmax, options: softmax, inputs: [6], outputs: [7]),
          Operator(.logistic, inputs: [2], outputs: [8]),
          Operator(.batchMatmul, options: Options(.batchMatMulOptions, [:]), inputs: [7, 8], outputs: [3]),
        ])
    ]).build()
  }

  /// Invoked twice, so that the second invocation finds what the first has left.
  private static func session(
    _ model: [UInt8], threads: Int = 1, rewrites: Bool = true, smallestTensor: Int = 4096, band: Int = 4096
  ) throws -> Session {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.rewrites = rewrites
    options.bands = BandLimits(smallestTensor: smallestTensor, band: band)
    let session = try Session(Model(bytes: model), options: options)
    for (number, input) in session.inputs.enumerated() {
      let count = input.shape.elementCount
      if input.type == .float32 {
        try session.write(numbers(count + number).suffix(count), toInput: number)
      } else {
        try session.write((0..<count).map { Int8(truncatingIfNeeded: $0 * 37 + number) }, toInput: number)
      }
    }
    try session.invoke()
    try session.invoke()
    return session
  }

  /// How many operators run in bands.
  private static func banded(_ session: Session) -> Int {
    session.graphReports[0].operators.filter { $0.fusions.contains { $0.hasPrefix("in bands with") } }.count
  }

  @Test(arguments: Mask.allCases, 1...3) func `scores go through few lines`(mask: Mask, threads: Int) throws {
    let model = Self.model(mask)
    let whole = try Self.session(model, threads: threads, smallestTensor: .max)
    let lines = try Self.session(model, threads: threads)
    #expect(Self.banded(whole) == 0)
    #expect(Self.banded(lines) == lines.graphReports[0].operators.count - 1)
    #expect(lines.graphReports[0].operators.first?.name == "LOGISTIC")
    #expect(try lines.output(0, as: Float.self) == whole.output(0, as: Float.self))
    #expect(try Set(whole.output(0, as: Float.self)).count > 100)
    #expect(lines.arenaByteCount < whole.arenaByteCount)
    // The same operators by themselves, but for a factor that rewriting puts into the softmax.
    let plain = try Self.session(model, threads: threads, rewrites: false)
    for (a, b) in zip(try lines.output(0, as: Float.self), try plain.output(0, as: Float.self)) {
      #expect(abs(a - b) < 1e-5)
    }
  }

  @Test(arguments: 1...2) func `an output in the midst ends the lines`(threads: Int) throws {
    let model = Self.model(.keys, isRead: true)
    let whole = try Self.session(model, threads: threads, smallestTensor: .max)
    let lines = try Self.session(model, threads: threads)
    #expect(Self.banded(lines) >= 3)
    for output in 0...1 {
      #expect(try lines.output(output, as: Float.self) == whole.output(output, as: Float.self))
    }
  }

  @Test func `small scores, and bands of few lines, are left alone`() throws {
    let scores = Self.heads * Self.length * Self.length * 4
    #expect(try Self.banded(Self.session(Self.model(.keys), smallestTensor: scores)) == 5)
    #expect(try Self.banded(Self.session(Self.model(.keys), smallestTensor: scores + 1)) == 0)
    #expect(try Self.banded(Self.session(Self.model(.keys), band: Self.length * 4 * 7)) == 0)
  }

  /// The product of a matrix with itself needs all of its lines.
  @Test(arguments: 1...2) func `what is read whole ends the lines`(threads: Int) throws {
    let shape = [1, Self.length, Self.length]
    let model = ModelBuilder([
      .init(
        tensors: ["x", "scores", "weights", "y"].map { .float32(shape, name: $0) }, inputs: [0], outputs: [3],
        operators: [
          Operator(.batchMatmul, options: Self.products, inputs: [0, 0], outputs: [1]),
          Operator(.softmax, options: Self.softmax, inputs: [1], outputs: [2]),
          Operator(.batchMatmul, options: Self.products, inputs: [2, 2], outputs: [3]),
        ])
    ]).build()
    let whole = try Self.session(model, threads: threads, smallestTensor: .max)
    let lines = try Self.session(model, threads: threads)
    #expect(Self.banded(lines) == 2)
    #expect(try lines.output(0, as: Float.self) == whole.output(0, as: Float.self))
  }

  /// Int8, with a look-up between the product and the softmax.
  @Test(arguments: 1...3) func `bytes go through few lines`(threads: Int) throws {
    let matrix = [Self.heads, Self.length, Self.depth]
    func tensor(_ shape: [Int], _ name: String, _ scale: Float, _ zeroPoint: Int64 = 0) -> Tensor {
      .int8(shape, name: name, quantization: .perTensor(scale: scale, zeroPoint: zeroPoint))
    }
    let scores = [Self.heads, Self.length, Self.length]
    let model = ModelBuilder([
      .init(
        tensors: [
          tensor(matrix, "q", 0.02), tensor(matrix, "k", 0.02, 3), tensor(matrix, "v", 0.02),
          tensor(scores, "scores", 0.1, -5), tensor(scores, "positive", 0.1, -5),
          tensor(scores, "weights", 1.0 / 256, -128), tensor(matrix, "y", 0.01),
        ], inputs: [0, 1, 2], outputs: [6],
        operators: [
          Operator(.batchMatmul, options: Self.products, inputs: [0, 1], outputs: [3]),
          Operator(.hardSwish, inputs: [3], outputs: [4]),
          Operator(.softmax, options: Self.softmax, inputs: [4], outputs: [5]),
          Operator(.batchMatmul, options: Options(.batchMatMulOptions, [:]), inputs: [5, 2], outputs: [6]),
        ])
    ]).build()
    let plain = try Self.session(model, rewrites: false)
    let lines = try Self.session(model, threads: threads, band: 1024)
    #expect(Self.banded(lines) == 4)
    #expect(try lines.output(0, as: Int8.self) == plain.output(0, as: Int8.self))
    #expect(try Set(plain.output(0, as: Int8.self)).count > 20)
  }
}
