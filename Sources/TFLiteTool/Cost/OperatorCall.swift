import TFLiteRuntime

/// An operator with the tensors of one run, to be counted.
struct OperatorCall {
  let name: String
  let inputs: [CostTensor?]
  let outputs: [CostTensor]
  let options: OperatorOptions

  private func input(_ index: Int) -> CostTensor? { inputs.indices.contains(index) ? inputs[index] : nil }
  private var outputCount: Int { outputs.reduce(0) { $0.added($1.count) } }

  /// A factor is an 8-bit integer or narrower, so that products are those of bytes; floats that meet such weights are
  /// quantized while running.
  var isOfBytes: Bool {
    inputs.contains { tensor in
      switch tensor?.type {
      case .int8, .uint8, .int4, .uint4, .int2: true
      default: false
      }
    } && !inputs.contains { $0?.type == .int16 }
  }

  // MARK: Multiply-adds

  /// Windows that reach past an edge count as whole ones.
  var multiplyAdds: Int {
    switch name {
    case "CONV_2D", "CONV_3D":
      // Filters are [out, height, width, in], volumes [depth, height, width, in, out].
      guard let filter = input(1), filter.shape.rank > 1 else { return 0 }
      let extents = name == "CONV_2D" ? filter.shape.dimensions.dropFirst() : filter.shape.dimensions.dropLast()
      return outputCount.times(extents.reduce(1) { $0.times($1) })
    case "DEPTHWISE_CONV_2D":
      guard let filter = input(1) else { return 0 }
      return outputCount.times(filter.extent(1)).times(filter.extent(2))
    case "TRANSPOSE_CONV", "CONV_3D_TRANSPOSE":
      guard let filter = input(1), let image = input(2) else { return 0 }
      return transposedConvolution(image, filter)
    case "Convolution2DTransposeBias":
      guard let filter = input(1), let image = input(0) else { return 0 }
      return transposedConvolution(image, filter)
    case "FULLY_CONNECTED":
      guard let weights = input(1), let first = outputs.first else { return 0 }
      return first.count.times(weights.extent(-1))
    case "BATCH_MATMUL":
      guard let first = input(0) else { return 0 }
      return outputCount.times(first.extent(options["adj_x"] == "true" ? -2 : -1))
    case "STABLEHLO_DOT_GENERAL":
      guard let first = input(0) else { return 0 }
      return axes("lhs_contracting_dimensions").reduce(outputCount) { $0.times(first.extent($1)) }
    case "STABLEHLO_CONVOLUTION":
      guard let filter = input(1), let axis = options["kernel_output_feature_dimension"].flatMap({ Int($0) }) else {
        return 0
      }
      return outputCount.times(filter.count / max(1, filter.extent(axis)))
    case "LSTM", "UNIDIRECTIONAL_SEQUENCE_LSTM", "BIDIRECTIONAL_SEQUENCE_LSTM", "RNN", "UNIDIRECTIONAL_SEQUENCE_RNN",
      "BIDIRECTIONAL_SEQUENCE_RNN", "SVDF":
      // Each matrix of weights meets each sample of each step once.
      guard let data = input(0) else { return 0 }
      let steps = data.count / max(1, data.extent(-1))
      let weights = inputs.dropFirst().compactMap { $0 }.filter { $0.shape.rank == 2 && $0.isParameter }
      return steps.times(weights.reduce(0) { $0.added($1.count) })
    default: return 0
    }
  }

  /// Each element of the image meets the filters of all output channels.
  private func transposedConvolution(_ image: CostTensor, _ filter: CostTensor) -> Int {
    image.count.times(filter.count / max(1, image.extent(-1)))
  }

  private func axes(_ option: String) -> [Int] {
    (options[option] ?? "").split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
  }

  // MARK: Element operations

  var elementOperations: Int {
    switch name {
    case _ where Self.views.contains(name) || Self.movers.contains(name) || Self.takers.contains(name): 0
    case "AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D":
      outputCount.times(number("filter_height")).times(number("filter_width"))
    case "MEAN", "SUM", "REDUCE_PROD", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_ANY", "REDUCE_ALL", "ARG_MAX", "ARG_MIN",
      "CUMSUM", "TOPK_V2", "SEGMENT_SUM", "UNSORTED_SEGMENT_SUM", "UNSORTED_SEGMENT_PROD", "UNSORTED_SEGMENT_MAX",
      "UNSORTED_SEGMENT_MIN", "WHERE", "UNIQUE":
      input(0)?.count ?? 0
    // The largest element, the exponentials and their sum, the quotients.
    case "SOFTMAX", "LOG_SOFTMAX": outputCount.times(3)
    case "L2_NORMALIZATION": outputCount.times(2)
    case "LOCAL_RESPONSE_NORMALIZATION": outputCount.times(number("radius").times(2).added(1))
    case "RESIZE_BILINEAR": outputCount.times(4)
    case "ADD_N": outputCount.times(max(1, inputs.count - 1))
    // Sub-programs are counted where they stand.
    case "WHILE", "IF", "CALL", "CALL_ONCE", "STABLEHLO_WHILE", "STABLEHLO_CASE", "STABLEHLO_COMPOSITE": 0
    default: outputCount
    }
  }

  private func number(_ option: String) -> Int { max(1, options[option].flatMap { Int($0) } ?? 1) }

  // MARK: Bytes

  /// Operators that give the same bytes another shape.
  private static let views: Set = [
    "RESHAPE", "SQUEEZE", "EXPAND_DIMS", "SHAPE", "RANK", "BITCAST", "STABLEHLO_RESHAPE", "VAR_HANDLE", "HASHTABLE",
    "WHILE", "IF", "CALL", "CALL_ONCE", "STABLEHLO_WHILE", "STABLEHLO_CASE", "STABLEHLO_COMPOSITE",
  ]

  /// Operators that only move elements.
  private static let movers: Set = [
    "CONCATENATION", "PACK", "UNPACK", "SPLIT", "SPLIT_V", "TRANSPOSE", "PAD", "PADV2", "MIRROR_PAD", "TILE",
    "BROADCAST_TO", "REVERSE_V2", "REVERSE_SEQUENCE", "SPACE_TO_DEPTH", "DEPTH_TO_SPACE", "SPACE_TO_BATCH_ND",
    "BATCH_TO_SPACE_ND", "FILL", "ZEROS_LIKE", "RANGE", "RESIZE_NEAREST_NEIGHBOR", "DYNAMIC_UPDATE_SLICE",
    "READ_VARIABLE", "ASSIGN_VARIABLE", "SCATTER_ND", "ONE_HOT", "DENSIFY", "SELECT", "SELECT_V2", "MATRIX_DIAG",
    "MATRIX_SET_DIAG", "SPARSE_TO_DENSE", "DILATE", "STABLEHLO_PAD", "STABLEHLO_TRANSPOSE", "STABLEHLO_CONCATENATE",
    "STABLEHLO_BROADCAST_IN_DIM", "STABLEHLO_DYNAMIC_UPDATE_SLICE", "STABLEHLO_IOTA", "STABLEHLO_SCATTER",
  ]

  /// Operators that read as much of their first input (the second of look-ups) as they write.
  private static let takers: Set = [
    "SLICE", "STRIDED_SLICE", "GATHER", "GATHER_ND", "EMBEDDING_LOOKUP", "HASHTABLE_LOOKUP", "STABLEHLO_SLICE",
    "STABLEHLO_DYNAMIC_SLICE", "STABLEHLO_GATHER",
  ]

  var bytes: (read: Int, written: Int) {
    if Self.views.contains(name) { return (0, 0) }
    let written = outputs.reduce(0) { $0.added($1.byteCount) }
    let table = name == "EMBEDDING_LOOKUP" || name == "HASHTABLE_LOOKUP" ? inputs.count - 1 : 0
    let read = inputs.enumerated().reduce(0) { sum, entry in
      guard let tensor = entry.element else { return sum }
      let isTaken = Self.takers.contains(name) && entry.offset == table
      return sum.added(isTaken ? Swift.min(written, tensor.byteCount) : tensor.byteCount)
    }
    return (read, written)
  }
}
