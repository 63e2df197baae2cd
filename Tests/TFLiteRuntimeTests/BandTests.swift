import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Operators that run together in bands of rows compute what they compute one after the other.
@Suite struct BandTests {
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  private static let height = 81
  private static let width = 12
  private static let depth = 20

  private static func weights(_ count: Int) -> [Float] { (0..<count).map { Float($0 * 37 % 23 - 11) / 64 } }

  /// x -> pointwise convolution a -> depthwise convolution b; b * logistic(b) + b; a strided convolution of that. With
  /// `isRead`, b is an output too.
  private static func model(padding: Schema.Padding, isRead: Bool, images: Int) -> [UInt8] {
    let margin = padding == .same ? 0 : 2
    let rows = height - margin
    let columns = width - margin
    let last =
      padding == .same ? [(rows + 1) / 2, (columns + 1) / 2] : [(rows - 1) / 2, (columns - 1) / 2]
    func image(_ name: String) -> ModelBuilder.Tensor { .float32([images, rows, columns, depth], name: name) }
    return ModelBuilder([
      .init(
        tensors: [
          .float32([images, height, width, depth], name: "x"), .float32([images, height, width, depth], name: "a"),
          image("b"), image("logistic"), image("product"), image("sum"), .float32([images] + last + [8], name: "y"),
          .float32([depth, 1, 1, depth], weights(depth * depth), name: "pointwise"),
          .float32([depth], weights(depth), name: "bias"),
          .float32([1, 3, 3, depth], weights(9 * depth), name: "depthwise"),
          .float32([8, 3, 3, depth], weights(72 * depth), name: "strided"), .float32([8], weights(8), name: "bias 8"),
        ], inputs: [0], outputs: isRead ? [6, 2] : [6],
        operators: [
          Operator(
            .conv2D,
            options: Options(.conv2DOptions, ["padding": .value(padding), "stride_w": 1, "stride_h": 1]),
            inputs: [0, 7, 8], outputs: [1]),
          Operator(
            .depthwiseConv2D,
            options: Options(
              .depthwiseConv2DOptions,
              ["padding": .value(padding), "stride_w": 1, "stride_h": 1, "depth_multiplier": 1]),
            inputs: [1, 9, 8], outputs: [2]),
          Operator(.logistic, inputs: [2], outputs: [3]),
          Operator(.mul, inputs: [2, 3], outputs: [4]),
          Operator(.add, inputs: [4, 2], outputs: [5]),
          Operator(
            .conv2D,
            options: Options(.conv2DOptions, ["padding": .value(padding), "stride_w": 2, "stride_h": 2]),
            inputs: [5, 10, 11], outputs: [6]),
        ])
    ]).build()
  }

  private static func session(_ model: [UInt8], rewrites: Bool, threads: Int) throws -> Session {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.rewrites = rewrites
    options.profiling = true
    options.bands = BandLimits(smallestTensor: 60_000, band: 50_000)
    let session = try Session(Model(bytes: model), options: options)
    let count = session.inputs[0].shape.elementCount
    try session.write((0..<count).map { Float($0 * 11 % 101) / 32 - 1.5 }, toInput: 0)
    // Twice: the second time begins where the first has left the tensors' memory.
    try session.invoke()
    try session.invoke()
    return session
  }

  // MARK: Chains of many kinds

  /// x -> pointwise a -> depthwise b -> pointwise c, c + x -> depthwise d of stride 2 -> pointwise y.
  private static let residualChain: [UInt8] = {
    let (rows, columns, narrow, wide) = (64, 20, 16, 32)
    func options(
      _ stride: Int64, _ activation: Schema.ActivationFunctionType = .relu6
    ) -> KeyValuePairs<String, ModelBuilder.OptionValue> {
      ["stride_w": .int(stride), "stride_h": .int(stride), "fused_activation_function": .value(activation)]
    }
    func pointwise(
      _ inputs: [Int], _ output: Int, _ activation: Schema.ActivationFunctionType = .relu6
    ) -> Operator {
      Operator(.conv2D, options: Options(.conv2DOptions, options(1, activation)), inputs: inputs, outputs: [output])
    }
    func depthwise(_ inputs: [Int], _ output: Int, stride: Int64) -> Operator {
      Operator(
        .depthwiseConv2D, options: Options(.depthwiseConv2DOptions, options(stride)), inputs: inputs,
        outputs: [output])
    }
    func image(_ channels: Int, _ name: String, scale: Int = 1) -> ModelBuilder.Tensor {
      .float32([1, rows / scale, columns / scale, channels], name: name)
    }
    func constant(_ shape: [Int]) -> ModelBuilder.Tensor { .float32(shape, weights(shape.reduce(1, *))) }
    return ModelBuilder([
      .init(
        tensors: [
          image(narrow, "x"), image(wide, "a"), image(wide, "b"), image(narrow, "c"), image(narrow, "sum"),
          image(narrow, "d", scale: 2), image(24, "y", scale: 2), constant([wide, 1, 1, narrow]),
          constant([1, 3, 3, wide]), constant([narrow, 1, 1, wide]), constant([1, 3, 3, narrow]),
          constant([24, 1, 1, narrow]),
        ], inputs: [0], outputs: [6],
        operators: [
          pointwise([0, 7, -1], 1), depthwise([1, 8, -1], 2, stride: 1), pointwise([2, 9, -1], 3, .none),
          Operator(.add, options: Options(.addOptions, [:]), inputs: [3, 0], outputs: [4]),
          depthwise([4, 10, -1], 5, stride: 2), pointwise([5, 11, -1], 6),
        ])
    ]).build()
  }()

  private static func session(_ model: [UInt8], _ limits: BandLimits, threads: Int) throws -> Session {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.bands = limits
    let session = try Session(Model(bytes: model), options: options)
    let count = session.inputs[0].shape.elementCount
    try session.write((0..<count).map { Float($0 * 11 % 101) / 32 - 1.5 }, toInput: 0)
    try session.invoke()
    try session.invoke()
    return session
  }

  /// The bytes that memory holds of a tensor with a place of its own.
  private static func held(_ tensor: String, _ session: Session) -> Int? {
    session.memoryPlan.flatMap { $0.entries }.first { $0.label == "'\(tensor)'" }?.byteCount
  }

  @Test(arguments: 1...3) func `residuals and strides go along in bands`(threads: Int) throws {
    let whole = try Self.session(Self.residualChain, BandLimits(smallestTensor: .max), threads: threads)
    let banded = try Self.session(
      Self.residualChain, BandLimits(smallestTensor: 10_000, band: 60_000), threads: threads)
    #expect(try banded.output(0, as: Float.self) == whole.output(0, as: Float.self))
    #expect(try Set(whole.output(0, as: Float.self)).count > 20)
    // The sum is an epilogue of the product before it.
    #expect(banded.graphReports[0].operators.map { $0.idleness } == [nil, nil, nil, "an epilogue", nil, nil])
    for tensor in ["a", "b", "sum", "d"] {
      let all = try #require(banded.model.graphs[0].tensors.first { $0.name == tensor }).shape.elementCount * 4
      #expect(try #require(Self.held(tensor, banded)) < all / 2, "\(tensor)")
    }
    #expect(banded.arenaByteCount < whole.arenaByteCount * 2 / 3)
  }

  /// An image of 32 rows of 256 bytes goes through RELU into a depthwise convolution of 3 by 3: a band of r of its rows takes
  /// r + 2 rows of what RELU gives, or 2 r + 1 where the stride is 2. Bands have as many rows as fit, by twos.
  @Test(
    arguments: [
      (3, 1, nil), (4, 1, 4), (5, 1, 4), (6, 1, 6), (9, 1, 8), (10, 1, 10), (4, 2, nil), (5, 2, 5), (8, 2, 5),
      (9, 2, 9),
    ] as [(Int, Int, Int?)], 1...2)
  func `memory holds the rows of a band`(_ limit: (rows: Int, stride: Int, held: Int?), threads: Int) throws {
    let stride = Int64(limit.stride)
    let model = ModelBuilder([
      .init(
        tensors: [
          .float32([1, 32, 8, 8], name: "x"), .float32([1, 32, 8, 8], name: "a"),
          .float32([1, 32 / limit.stride, 8 / limit.stride, 8], name: "y"), .float32([1, 3, 3, 8], Self.weights(72)),
        ], inputs: [0], outputs: [2],
        operators: [
          Operator(.relu, inputs: [0], outputs: [1]),
          Operator(
            .depthwiseConv2D,
            options: Options(.depthwiseConv2DOptions, ["stride_w": .int(stride), "stride_h": .int(stride)]),
            inputs: [1, 3, -1], outputs: [2]),
        ])
    ]).build()
    let banded = try Self.session(
      model, BandLimits(smallestTensor: 8192, band: 256 * limit.rows), threads: threads)
    // A cache line more than the rows, for loads beyond them.
    #expect(Self.held("a", banded) == limit.held.map { threads * (256 * $0 + 64) } ?? 8192)
    let larger = try Self.session(
      model, BandLimits(smallestTensor: 16386, band: 256 * limit.rows), threads: threads)
    #expect(Self.held("a", larger) == 8192)
    #expect(try banded.output(0, as: Float.self) == larger.output(0, as: Float.self))
  }

  /// Bands of several images go on from one to the next.
  @Test(arguments: [Schema.Padding.same, .valid], [(false, 1), (true, 1), (false, 3)])
  func bandsChangeNothing(padding: Schema.Padding, _ kind: (isRead: Bool, images: Int)) throws {
    let isRead = kind.isRead
    let model = Self.model(padding: padding, isRead: isRead, images: kind.images)
    let plain = try Self.session(model, rewrites: false, threads: 1)
    for threads in 1...4 {
      let banded = try Self.session(model, rewrites: true, threads: threads)
      for index in plain.outputs.indices {
        #expect(try banded.output(index, as: Float.self) == plain.output(index, as: Float.self))
      }
      // The product computes its logistic function.
      #expect(banded.profile.map { $0.runs } == [2, 2, 2, 2, 2])
      // Where b is read, threads that have parts of their own keep it whole, and rows of others besides.
      if threads == 1 || !isRead {
        #expect(banded.arenaByteCount < plain.arenaByteCount)
      } else {
        #expect(banded.arenaByteCount < plain.arenaByteCount + plain.arenaByteCount / 8)
      }
    }
  }

  /// A tensor of three axes has as many rows as its first two have elements; as one of four axes, of one image, those of the first.
  @Test(arguments: 1...3) func rowsOfOtherRanksAreOthers(_ threads: Int) throws {
    let (height, width, depth) = (40, 20, 16)
    let (flat, image) = ([height, width, depth], [1, height, width, depth])
    let model = ModelBuilder([
      .init(
        tensors: [
          .float32(flat, name: "x"), .float32(flat, name: "a"), .float32([1, 1, 1, depth], Self.weights(depth)),
          .float32(image, name: "sum"), .float32(image, name: "y"),
        ], inputs: [0], outputs: [4],
        operators: [
          Operator(.tanh, inputs: [0], outputs: [1]), Operator(.add, inputs: [1, 2], outputs: [3]),
          Operator(.logistic, inputs: [3], outputs: [4]),
        ])
    ]).build()
    let whole = try Self.session(model, BandLimits(smallestTensor: .max), threads: threads)
    let banded = try Self.session(model, BandLimits(smallestTensor: 10_000, band: 20_000), threads: threads)
    #expect(try banded.output(0, as: Float.self) == whole.output(0, as: Float.self))
  }

  /// What is added to a product in the end is read row by row, also where the product's own input has more rows in each image.
  @Test(arguments: 1...3, 1...3) func sumsOfSeveralImagesGoAlong(_ images: Int, threads: Int) throws {
    let (rows, columns, depth) = (32, 16, 8)
    func image(_ margin: Int) -> ModelBuilder.Tensor { .float32([images, rows + margin, columns + margin, depth]) }
    func convolution(_ input: Int, _ output: Int) -> Operator {
      Operator(
        .conv2D,
        options: Options(.conv2DOptions, ["padding": .value(Schema.Padding.valid), "stride_w": 1, "stride_h": 1]),
        inputs: [input, 3, -1], outputs: [output])
    }
    let model = ModelBuilder([
      .init(
        tensors: [
          image(0), image(0), .int32([4, 2], [0, 0, 0, 4, 2, 2, 0, 0]),
          .float32([depth, 3, 3, depth], Self.weights(9 * depth * depth)), image(4), image(2), image(0), image(0),
          image(0),
        ], inputs: [0], outputs: [8],
        operators: [
          Operator(.tanh, inputs: [0], outputs: [1]), Operator(.pad, inputs: [1, 2], outputs: [4]), convolution(4, 5),
          convolution(5, 6), Operator(.add, inputs: [6, 1], outputs: [7]),
          Operator(.logistic, inputs: [7], outputs: [8]),
        ])
    ]).build()
    let whole = try Self.session(model, BandLimits(smallestTensor: .max), threads: threads)
    let banded = try Self.session(model, BandLimits(smallestTensor: 8000, band: 30_000), threads: threads)
    #expect(try banded.output(0, as: Float.self) == whole.output(0, as: Float.self))
    #expect(banded.graphReports[0].operators.contains { $0.idleness == "an epilogue" })
  }
}
