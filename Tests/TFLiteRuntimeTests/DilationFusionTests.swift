import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// A convolution does what stands around it: blocks of pixels, margins and the axis that lines lack.
@Suite struct DilationFusionTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  /// A graph of PAD, RESHAPE, SPACE_TO_BATCH_ND, a convolution and what takes that back, as far as asked for.
  struct Network: Sendable, CustomTestStringConvertible {
    var testDescription: String { name }
    var name: String
    var isInt8 = false
    var isDepthwise = false
    /// The axis that the tensors of rank 3 lack; nil for images.
    var axis: Int?
    /// Rows and columns of the image, with the extent 1 of the axis.
    var extents = [1, 1]
    var batches = 1
    var block: [Int]?
    var paddings = [0, 0, 0, 0]
    var crops = [0, 0, 0, 0]
    /// The margins of a PAD in front: above, below, left, right.
    var pad: [Int]?
    var filter = [1, 1]
    var stride = 1
    var padding = Schema.Padding.valid
    /// Somebody else reads the convolution's result.
    var isRead = false
    /// Lines are made images by EXPAND_DIMS, and lines again by SQUEEZE.
    var expands = false
    /// The operators that run.
    var ran: [String]

    private static let (depth, filters) = (3, 4)

    private func tensor(_ image: [Int], isLines: Bool) -> Tensor {
      var shape = image
      if isLines, let axis { shape.remove(at: axis) }
      let quantization = ModelBuilder.Quantization.perTensor(scale: 0.05, zeroPoint: 3)
      return isInt8 ? .int8(shape, quantization: quantization) : .float32(shape)
    }

    /// Two numbers an axis of the image, or those of the line alone.
    private func pairs(_ values: [Int]) -> Tensor {
      let kept = axis == 1 ? Array(values[2...]) : axis == 2 ? Array(values[..<2]) : values
      return .int32([kept.count / 2, 2], kept.map { Int32($0) })
    }

    private func blockTensor(_ block: [Int]) -> Tensor {
      let kept = axis == 1 ? [block[1]] : axis == 2 ? [block[0]] : block
      return .int32([kept.count], kept.map { Int32($0) })
    }

    func model() -> [UInt8] {
      var image = [batches] + extents + [Self.depth]
      var tensors = [tensor(image, isLines: true)]
      var operators: [Operator] = []
      /// Adds an operator that reads the last activation and constants.
      var last = 0
      func add(_ code: Schema.BuiltinOperator, _ options: Options = .none, _ constants: [Tensor], _ output: Tensor) {
        let first = tensors.count
        tensors += constants + [output]
        operators.append(
          Operator(
            code, options: options, inputs: [last] + constants.indices.map { first + $0 }, outputs: [tensors.count - 1])
        )
        last = tensors.count - 1
      }
      if let pad {
        for side in 0..<2 { image[1 + side] += pad[2 * side] + pad[2 * side + 1] }
        var all = [0, 0] + pad + [0, 0]
        if let axis { all.removeSubrange(2 * axis..<2 * axis + 2) }
        let paddings = Tensor.int32([all.count / 2, 2], all.map { Int32($0) })
        add(.pad, Options(.padOptions, [:]), [paddings], tensor(image, isLines: true))
      }
      if let block {
        for side in 0..<2 {
          image[1 + side] = (image[1 + side] + paddings[2 * side] + paddings[2 * side + 1]) / block[side]
        }
        image[0] *= block[0] * block[1]
        add(
          .spaceToBatchNd, Options(.spaceToBatchNDOptions, [:]), [blockTensor(block), pairs(paddings)],
          tensor(image, isLines: true))
      }
      if let axis {
        let shape = Tensor.int32([4], image.map { Int32($0) })
        if expands {
          add(.expandDims, Options(.expandDimsOptions, [:]), [.int32([], [Int32(axis)])], tensor(image, isLines: false))
        } else {
          add(.reshape, Options(.reshapeOptions, [:]), [shape], tensor(image, isLines: false))
        }
      }
      for side in 0..<2 where padding == .valid { image[1 + side] = (image[1 + side] - filter[side]) / stride + 1 }
      image[3] = isDepthwise ? Self.depth : Self.filters
      let shape = isDepthwise ? [1] + filter + [Self.depth] : [Self.filters] + filter + [Self.depth]
      let values = (0..<shape.reduce(1, *)).map { $0 * 7 % 11 - 5 }
      let scales = ModelBuilder.Quantization.perChannel(
        scales: (0..<image[3]).map { 0.02 + 0.01 * Float($0) }, dimension: isDepthwise ? 3 : 0)
      let weights =
        isInt8
        ? Tensor.int8(shape, values.map { Int8($0) }, quantization: scales) : .float32(shape, values.map { Float($0) })
      let biases = (0..<image[3]).map { 3 * $0 - 4 }
      let biasScales = ModelBuilder.Quantization.perChannel(
        scales: (0..<image[3]).map { 0.05 * (0.02 + 0.01 * Float($0)) }, dimension: 0)
      let bias =
        isInt8
        ? Tensor.int32([image[3]], biases.map { Int32($0) }, quantization: biasScales)
        : .float32([image[3]], biases.map { Float($0) })
      add(
        isDepthwise ? .depthwiseConv2D : .conv2D,
        isDepthwise
          ? Options(
            .depthwiseConv2DOptions,
            [
              "padding": .value(padding), "stride_w": .int(Int64(stride)), "stride_h": .int(Int64(stride)),
              "depth_multiplier": 1,
            ])
          : Options(
            .conv2DOptions,
            ["padding": .value(padding), "stride_w": .int(Int64(stride)), "stride_h": .int(Int64(stride))]),
        [weights, bias], tensor(image, isLines: false))
      let result = last
      if let axis {
        var lines = image
        lines.remove(at: axis)
        if expands {
          add(
            .squeeze, Options(.squeezeOptions, ["squeeze_dims": .ints([Int64(axis - 4)])]), [],
            tensor(image, isLines: true))
        } else {
          add(
            .reshape, Options(.reshapeOptions, [:]), [.int32([3], lines.map { Int32($0) })],
            tensor(image, isLines: true))
        }
      }
      if let block {
        image[0] /= block[0] * block[1]
        for side in 0..<2 { image[1 + side] = image[1 + side] * block[side] - crops[2 * side] - crops[2 * side + 1] }
        add(
          .batchToSpaceNd, Options(.batchToSpaceNDOptions, [:]), [blockTensor(block), pairs(crops)],
          tensor(image, isLines: true))
      }
      let outputs = isRead ? [last, result] : [last]
      return ModelBuilder([.init(tensors: tensors, inputs: [0], outputs: outputs, operators: operators)]).build()
    }
  }

  private static let networks: [Network] = [
    // Causal lines: a PAD, then blocks of four.
    Network(
      name: "causal line", axis: 1, extents: [1, 20], block: [1, 4], pad: [0, 0, 4, 0], filter: [1, 2], ran: ["CONV_2D"]
    ),
    Network(
      name: "causal line of bytes", isInt8: true, axis: 1, extents: [1, 20], block: [1, 4], pad: [0, 0, 4, 0],
      filter: [1, 2], ran: ["CONV_2D"]),
    // As wide as before: blocks pad to whole ones, and the rest is cut off.
    Network(
      name: "line of the same width", axis: 1, extents: [1, 19], block: [1, 3], paddings: [0, 0, 3, 5],
      crops: [0, 0, 0, 2], filter: [1, 3], expands: true, ran: ["CONV_2D"]),
    Network(
      name: "standing line", axis: 2, extents: [18, 1], block: [2, 1], paddings: [2, 2, 0, 0], filter: [3, 1],
      ran: ["CONV_2D"]),
    Network(
      name: "depthwise line", isDepthwise: true, axis: 1, extents: [1, 24], block: [1, 8], paddings: [0, 0, 8, 8],
      filter: [1, 3], expands: true, ran: ["DEPTHWISE_CONV_2D"]),
    Network(
      name: "two lines", axis: 1, extents: [1, 12], batches: 2, block: [1, 2], paddings: [0, 0, 2, 0], filter: [1, 2],
      ran: ["CONV_2D"]),
    Network(
      name: "image", extents: [9, 10], block: [3, 2], paddings: [3, 3, 2, 2], crops: [0, 0, 0, 0], filter: [3, 3],
      ran: ["CONV_2D"]),
    Network(
      name: "image of bytes, cropped", isInt8: true, isDepthwise: true, extents: [10, 11], block: [4, 4],
      paddings: [4, 6, 4, 5], crops: [0, 2, 1, 3], filter: [3, 3], ran: ["DEPTHWISE_CONV_2D"]),
    Network(
      name: "padded line", axis: 1, extents: [1, 15], pad: [0, 0, 2, 1], filter: [1, 4], stride: 2, ran: ["CONV_2D"]),
    Network(
      name: "line that pads itself", axis: 1, extents: [1, 15], pad: [0, 0, 2, 1], filter: [1, 3], padding: .same,
      ran: ["PAD", "CONV_2D"]),
    // More is cut off than padded.
    Network(
      name: "cropped too far", axis: 1, extents: [1, 16], block: [1, 4], crops: [0, 0, 1, 0], filter: [1, 2],
      ran: ["SPACE_TO_BATCH_ND", "CONV_2D", "BATCH_TO_SPACE_ND"]),
    Network(
      name: "from every second pixel", extents: [8, 8], block: [2, 2], filter: [2, 2], stride: 2,
      ran: ["SPACE_TO_BATCH_ND", "CONV_2D", "BATCH_TO_SPACE_ND"]),
    Network(
      name: "read on the way", axis: 1, extents: [1, 20], block: [1, 4], pad: [0, 0, 4, 0], filter: [1, 2],
      isRead: true,
      ran: ["PAD", "SPACE_TO_BATCH_ND", "CONV_2D", "BATCH_TO_SPACE_ND"]),
  ]

  private static func session(_ model: [UInt8], rewrites: Bool) throws -> Session {
    var options = SessionOptions()
    options.threads = .single
    options.rewrites = rewrites
    options.profiling = true
    return try Session(Model(bytes: model), options: options)
  }

  /// Results stay what they are, integers bit for bit, and only the operators that are left run; a RESHAPE that is left has
  /// nothing to copy.
  @Test(arguments: networks) func resultsStay(_ network: Network) throws {
    let model = network.model()
    let sessions = try [true, false].map { try Self.session(model, rewrites: $0) }
    let count = sessions[0].inputs[0].shape.elementCount
    for session in sessions {
      if network.isInt8 {
        let values: [Int8] = (0..<count).map { Int8(truncatingIfNeeded: $0 &* 37 % 251) }
        try session.write(values, toInput: 0)
      } else {
        let values: [Float] = (0..<count).map { Float($0 &* 37 % 101) / 16 - 3 }
        try session.write(values, toInput: 0)
      }
      try session.invoke()
    }
    #expect(sessions[0].profile.map { $0.name } == network.ran)
    for index in sessions[0].outputs.indices {
      #expect(sessions[0].outputs[index].shape == sessions[1].outputs[index].shape)
      if network.isInt8 {
        #expect(try sessions[0].output(index, as: Int8.self) == sessions[1].output(index, as: Int8.self))
      } else {
        let (y, expected) = (
          try sessions[0].output(index, as: Float.self), try sessions[1].output(index, as: Float.self)
        )
        #expect(zip(y, expected).allSatisfy { abs($0 - $1) <= 1e-4 * max(1, abs($1)) })
      }
    }
  }

  /// Shapes for which the file's operators could not run are refused still, by name.
  @Test(arguments: [true, false]) func othersShapesAreRefused(rewrites: Bool) throws {
    let lines = Self.networks[0].model()
    let image = Self.networks[6].model()
    // 22 columns are no whole blocks of four with four more, and 24 are other lines than RESHAPE states.
    let refused: [([UInt8], Shape)] = [
      (lines, Shape([1, 22, 3])), (lines, Shape([1, 24, 3])), (image, Shape([1, 8, 10, 3])),
    ]
    for (model, shape) in refused {
      let session = try Self.session(model, rewrites: rewrites)
      #expect(throws: RuntimeError.self) {
        try session.resizeInput(0, to: shape)
        try session.invoke()
      }
    }
    // Another whole number of blocks.
    let session = try Self.session(image, rewrites: rewrites)
    try session.resizeInput(0, to: [1, 12, 10, 3])
    try session.invoke()
    #expect(session.outputs[0].shape == [1, 12, 10, 4])
  }
}
