import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// What operators have made of constants for one shape of an input is not used for another.
@Suite struct ResizedInputTests {
  typealias Options = ModelBuilder.Options

  private static func outputs(
    _ model: Model, _ kernels: SessionOptions.Kernels, rewrites: Bool = false, shapes: [[Int]]
  ) throws -> [[Float]] {
    var options = SessionOptions()
    options.kernels = kernels
    options.threads = .single
    options.rewrites = rewrites
    let session = try Session(model, options: options)
    return try shapes.map { shape in
      try session.resizeInput(0, to: Shape(shape))
      try session.write((0..<shape.reduce(1, *)).map { Float($0 * 7 % 11) / 4 - 1 }, toInput: 0)
      try session.invoke()
      return try session.output(0, as: Float.self)
    }
  }

  private static func agree(_ found: [[Float]], _ expected: [[Float]]) -> Bool {
    found.count == expected.count
      && zip(found, expected).allSatisfy { pair in
        pair.0.count == pair.1.count && zip(pair.0, pair.1).allSatisfy { abs($0 - $1) <= 1e-5 * (1 + abs($1)) }
      }
  }

  private static let depthwise: [UInt8] = ModelBuilder.oneOperator(
    .depthwiseConv2D,
    options: Options(.depthwiseConv2DOptions, ["stride_w": 1, "stride_h": 1, "depth_multiplier": 8]),
    inputs: [
      .float32([1, 1, 2, 3]), .float32([1, 1, 1, 24], (0..<24).map { Float($0) / 8 - 1 }),
      .float32([24], (0..<24).map { Float($0) }),
    ], outputs: [.float32([1, 1, 2, 24])])

  private static let grouped: [UInt8] = ModelBuilder.oneOperator(
    .conv2D, options: Options(.conv2DOptions, ["stride_w": 1, "stride_h": 1]),
    inputs: [
      .float32([1, 4, 4, 2]), .float32([32, 2, 2, 2], (0..<256).map { Float($0 % 13) / 8 - 1 }),
      .float32([32], (0..<32).map { Float($0) / 4 }),
    ], outputs: [.float32([1, 4, 4, 32])])

  private static let separate: [UInt8] = ModelBuilder.oneOperator(
    .conv2D, options: Options(.conv2DOptions, ["stride_w": 1, "stride_h": 1]),
    inputs: [
      .float32([1, 4, 4, 2]), .float32([32, 2, 2, 1], (0..<128).map { Float($0 % 13) / 8 - 1 }),
      .float32([32], (0..<32).map { Float($0) / 4 }),
    ], outputs: [.float32([1, 4, 4, 32])])

  /// One channel of a depthwise convolution is an ordinary convolution, and other channels of an ordinary one are groups:
  /// both read weights that lie otherwise, and may be as long.
  @Test(arguments: SessionOptions.Kernels.available)
  func `weights are packed for the channels at hand`(_ kernels: SessionOptions.Kernels) throws {
    for (bytes, shapes) in [
      (Self.depthwise, [[1, 1, 2, 3], [1, 1, 2, 1], [1, 1, 2, 3], [1, 1, 2, 24]]),
      (Self.grouped, [[1, 4, 4, 2], [1, 4, 4, 4], [1, 4, 4, 2], [1, 4, 4, 16]]),
      (Self.separate, [[1, 4, 4, 2], [1, 4, 4, 1], [1, 4, 4, 32], [1, 4, 4, 2]]),
    ] {
      let expected = try shapes.map { shape in
        try Self.outputs(Model(bytes: bytes), .reference, shapes: [shape])[0]
      }
      #expect(Self.agree(try Self.outputs(Model(bytes: bytes), kernels, shapes: shapes), expected))
      // Sessions of one model, each with a shape of its own.
      let model = try Model(bytes: bytes)
      let found = try shapes.map { try Self.outputs(model, kernels, shapes: [$0])[0] }
      #expect(Self.agree(found, expected))
    }
  }

  /// (x - mean) / sqrt(variance + epsilon) * scales + offsets, or x / sqrt(mean of squares + epsilon) * scales + offsets.
  private static func normalization(_ depth: Int, isCentered: Bool) -> [UInt8] {
    typealias Operator = ModelBuilder.Operator
    let keeps = Options(.reducerOptions, ["keep_dims": true])
    let centered = isCentered ? 2 : 0
    let vector = (0..<depth).map { Float($0) / 4 + 0.5 }
    let shapes = [
      [2, depth], [2, 1], [2, depth], [2, depth], [2, 1], [2, 1], [2, 1], [2, depth], [2, depth], [2, depth],
    ]
    let tensors = shapes.enumerated().map { ModelBuilder.Tensor.float32($1, name: "t\($0)") }
    return ModelBuilder([
      .init(
        tensors: tensors + [
          .int32([1], [-1], name: "axis"), .float32([], [1e-3], name: "epsilon"),
          .float32([depth], vector, name: "scales"), .float32([depth], vector.reversed(), name: "offsets"),
        ], inputs: [0], outputs: [9],
        operators: [
          Operator(.mean, options: keeps, inputs: [0, 10], outputs: [1]),
          Operator(.sub, inputs: [0, 1], outputs: [2]), Operator(.mul, inputs: [centered, centered], outputs: [3]),
          Operator(.mean, options: keeps, inputs: [3, 10], outputs: [4]),
          Operator(.add, inputs: [4, 11], outputs: [5]), Operator(.rsqrt, inputs: [5], outputs: [6]),
          Operator(.mul, inputs: [centered, 6], outputs: [7]), Operator(.mul, inputs: [7, 12], outputs: [8]),
          Operator(.add, inputs: [8, 13], outputs: [9]),
        ])
    ]).build()
  }

  /// One scale and offset serve vectors of any length, and vectors of one element become as long as scales and offsets.
  @Test(arguments: [1, 5], [true, false])
  func `a layer normalization broadcasts as the operators that it was`(_ depth: Int, isCentered: Bool) throws {
    let model = try Model(bytes: Self.normalization(depth, isCentered: isCentered))
    let shapes = depth == 1 ? [[2, 1], [2, 7], [3, 1]] : [[2, 5], [2, 1], [3, 5]]
    let expected = try Self.outputs(model, .reference, shapes: shapes)
    #expect(Self.agree(try Self.outputs(model, .reference, rewrites: true, shapes: shapes), expected))
    #expect(Self.agree(try Self.outputs(model, .best, rewrites: true, shapes: shapes), expected))
    var options = SessionOptions()
    options.profiling = true
    let session = try Session(model, options: options)
    try session.invoke()
    #expect(session.profile.map { $0.name } == [isCentered ? "LAYER_NORMALIZATION" : "RMS_NORMALIZATION"])
  }

  /// An image without rows or columns is margins alone, which a convolution takes over from PAD.
  @Test(arguments: [Schema.BuiltinOperator.conv2D, .depthwiseConv2D])
  func `margins of an empty image are pixels`(_ code: Schema.BuiltinOperator) throws {
    let isDepthwise = code == .depthwiseConv2D
    let options: Options =
      isDepthwise
      ? .init(.depthwiseConv2DOptions, ["padding": 1, "stride_w": 1, "stride_h": 1, "depth_multiplier": 1])
      : .init(.conv2DOptions, ["padding": 1, "stride_w": 1, "stride_h": 1])
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: [
            .float32([1, 3, 3, 2], name: "x"), .int32([4, 2], [0, 0, 1, 1, 1, 1, 0, 0], name: "margins"),
            .float32([1, 5, 5, 2], name: "padded"),
            .float32(isDepthwise ? [1, 2, 2, 2] : [2, 2, 1, 2], (0..<8).map { Float($0) }, name: "weights"),
            .float32([2], [3, -4], name: "bias"), .float32([1, 4, 4, 2], name: "y"),
          ], inputs: [0], outputs: [5],
          operators: [
            .init(.pad, inputs: [0, 1], outputs: [2]), .init(code, options: options, inputs: [2, 3, 4], outputs: [5]),
          ])
      ]).build())
    let shapes = [[1, 3, 3, 2], [1, 0, 3, 2], [2, 3, 0, 2], [1, 0, 0, 2], [1, 3, 3, 2]]
    let expected = try Self.outputs(model, .reference, shapes: shapes)
    #expect(expected[1].count > 0)
    for kernels in SessionOptions.Kernels.available {
      #expect(Self.agree(try Self.outputs(model, kernels, rewrites: true, shapes: shapes), expected), "\(kernels)")
    }
  }

  /// What stands between a transposition and its inverse computes with the tensors around, of any shape.
  @Test(arguments: [[0, 3, 1, 2], [3, 0, 2, 1], [2, 3, 1, 0]]) func `transpositions meet`(_ axes: [Int]) throws {
    let inverse = axes.indices.map { outer in axes.firstIndex(of: outer) ?? 0 }
    let (shape, margins) = ([1, 4, 5, 2], [0, 2, 1, 0, 3, 0, 0, 1])
    let inner = axes.map { shape[$0] }
    let padded = inner.indices.map { inner[$0] + margins[2 * $0] + margins[2 * $0 + 1] }
    func integers(_ values: [Int], _ shape: [Int], _ name: String) -> ModelBuilder.Tensor {
      .int32(shape, values.map { Int32($0) }, name: name)
    }
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: [
            .float32(shape, name: "x"), integers(axes, [4], "axes"), .float32(inner, name: "moved"),
            .float32(inner, name: "gates"), .float32(inner, name: "gated"), integers(margins, [4, 2], "margins"),
            .float32(padded, name: "padded"), integers(inverse, [4], "inverse"),
            .float32(inverse.map { padded[$0] }, name: "back"), .float32(inverse.map { padded[$0] }, name: "y"),
          ], inputs: [0], outputs: [9],
          operators: [
            .init(.transpose, inputs: [0, 1], outputs: [2]), .init(.logistic, inputs: [2], outputs: [3]),
            .init(.mul, inputs: [3, 2], outputs: [4]), .init(.pad, inputs: [4, 5], outputs: [6]),
            .init(.transpose, inputs: [6, 7], outputs: [8]), .init(.abs, inputs: [8], outputs: [9]),
          ])
      ]).build())
    let shapes = [shape, [3, 1, 2, 6], [1, 1, 1, 1], [2, 0, 3, 1], shape]
    let expected = try Self.outputs(model, .reference, shapes: shapes)
    #expect(expected[3].count > 0)
    for kernels in SessionOptions.Kernels.available {
      #expect(Self.agree(try Self.outputs(model, kernels, rewrites: true, shapes: shapes), expected), "\(kernels)")
    }
    let report = try GraphReport(model, passes: ["meeting transpositions"])
    #expect(report.operators.map { $0.name }.filter { $0 == "TRANSPOSE" }.isEmpty)
  }

  /// What operators give with and without rewrites, of an input that keeps its shape.
  private static func expectSame(
    _ tensors: [ModelBuilder.Tensor], outputs: [Int], _ operators: [ModelBuilder.Operator]
  ) throws {
    let model = try Model(
      bytes: ModelBuilder([.init(tensors: tensors, inputs: [0], outputs: outputs, operators: operators)]).build())
    let shapes = [tensors[0].shape]
    let expected = try Self.outputs(model, .reference, shapes: shapes)
    #expect(Self.agree(try Self.outputs(model, .best, rewrites: true, shapes: shapes), expected))
  }

  /// Of a transposition that is its own inverse, what comes in and what goes out may be the same tensors.
  @Test func `a transposition and itself make no island`() throws {
    let axes = ModelBuilder.Tensor.int32([2], [1, 0])
    try Self.expectSame(
      [
        .float32([3, 3]), axes, .float32([3, 3]), .float32([3, 3]), .float32([3, 3]), .float32([3, 3]),
        .float32([3, 3]),
      ],
      outputs: [6],
      [
        .init(.transpose, inputs: [0, 1], outputs: [2]), .init(.transpose, inputs: [2, 1], outputs: [3]),
        .init(.add, inputs: [2, 3], outputs: [4]), .init(.transpose, inputs: [4, 1], outputs: [5]),
        .init(.abs, inputs: [5], outputs: [6]),
      ])
  }

  /// A signature of fewer axes than the tensor has says nothing of them.
  @Test func `a signature of another rank is none`() throws {
    let axes = ModelBuilder.Tensor.int32([3], [0, 2, 1])
    try Self.expectSame(
      [
        .float32([1, 2, 3]), axes, .float32([1, 3, 2]), ModelBuilder.Tensor.float32([1, 3, 2]).signature([-1]),
        .float32([1, 2, 3]), .float32([1, 2, 3]),
      ], outputs: [5],
      [
        .init(.transpose, inputs: [0, 1], outputs: [2]), .init(.neg, inputs: [2], outputs: [3]),
        .init(.transpose, inputs: [3, 1], outputs: [4]), .init(.abs, inputs: [4], outputs: [5]),
      ])
  }

  /// A product has room for one transposition of its output.
  @Test func `two transpositions follow a product`() throws {
    let axes = [[1, 0, 2, 3], [2, 0, 1, 3]].map { ModelBuilder.Tensor.int32([4], $0) }
    let weights = ModelBuilder.Tensor.float32([2, 3, 5, 6], (0..<180).map { Float($0 % 17) / 8 - 1 })
    try Self.expectSame(
      [
        .float32([2, 3, 4, 5]), weights, .float32([2, 3, 4, 6]), axes[0], .float32([3, 2, 4, 6]), axes[1],
        .float32([4, 3, 2, 6]),
      ], outputs: [6],
      [
        .init(.batchMatmul, options: Options(.batchMatMulOptions, [:]), inputs: [0, 1], outputs: [2]),
        .init(.transpose, inputs: [2, 3], outputs: [4]), .init(.transpose, inputs: [4, 5], outputs: [6]),
      ])
  }

  /// The sum of exponentials gets its last axis back by a shape that is known when it runs, and need not be that one.
  @Test func `a shape at run time need not restore an axis`() throws {
    let keeps = Options(.reducerOptions, ["keep_dims": true])
    let open = ModelBuilder.Tensor.float32([2, 5]).signature([-1, 5])
    let tensors: [ModelBuilder.Tensor] = [
      open, .int32([2]), open, .int32([1], [-1]), ModelBuilder.Tensor.float32([2]).signature([-1]),
      ModelBuilder.Tensor.float32([2, 1]).signature([-1, -1]), open, open,
      ModelBuilder.Tensor.float32([2, 1]).signature([-1, 1]), open,
    ]
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: tensors, inputs: [0, 1], outputs: [9],
          operators: [
            .init(.reduceMax, inputs: [0, 3], outputs: [4]), .init(.reshape, inputs: [4, 1], outputs: [5]),
            .init(.sub, inputs: [0, 5], outputs: [6]), .init(.exp, inputs: [6], outputs: [7]),
            .init(.sum, options: keeps, inputs: [7, 3], outputs: [8]), .init(.div, inputs: [7, 8], outputs: [9]),
          ])
      ]).build())
    let values = (0..<25).map { Float($0 * 7 % 11) / 4 - 1 }
    var found: [[Float]] = []
    for rewrites in [false, true] {
      var options = SessionOptions()
      options.rewrites = rewrites
      let session = try Session(model, options: options)
      try session.resizeInput(0, to: [5, 5])
      try session.write(values, toInput: 0)
      try session.write([1, 5] as [Int32], toInput: 1)
      try session.invoke()
      found.append(try session.output(0, as: Float.self))
    }
    #expect(Self.agree([found[1]], [found[0]]))
  }

  /// The last axis of a matrix is none of the last of a cube: what was rewritten for the one refuses the other.
  @Test func `another rank than the file states is refused where it matters`() throws {
    let keeps = Options(.reducerOptions, ["keep_dims": true])
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: [
            .float32([2, 3], name: "x"), .int32([1], [1], name: "axis"), .float32([2, 3], name: "powers"),
            .float32([2, 1], name: "sum"), .float32([2, 3], name: "y"), .float32([2, 3], name: "gate"),
            .float32([2, 3], name: "z"),
          ], inputs: [0], outputs: [4, 6],
          operators: [
            .init(.exp, inputs: [0], outputs: [2]), .init(.sum, options: keeps, inputs: [2, 1], outputs: [3]),
            .init(.div, inputs: [2, 3], outputs: [4]), .init(.logistic, inputs: [0], outputs: [5]),
            .init(.mul, inputs: [0, 5], outputs: [6]),
          ])
      ]).build())
    #expect(try Self.outputs(model, .best, shapes: [[2, 3], [2, 3, 4]])[1].count == 24)
    let error = #expect(throws: RuntimeError.self) {
      try Self.outputs(model, .best, rewrites: true, shapes: [[2, 3, 4]])
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.expected == "[2,3]")
    #expect(error?.actual == "[2,3,4]")
    #expect(try Self.outputs(model, .best, rewrites: true, shapes: [[2, 3], [4, 3]])[1].count == 12)
  }
}
