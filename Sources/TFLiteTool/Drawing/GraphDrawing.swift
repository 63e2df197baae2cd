import TFLiteRuntime

/// A subgraph with its layout: what the page of `report` and the SVG of `inspect` draw.
struct GraphDrawing {
  let graph: OperatorGraph
  let widths: [Double]
  let layout: GraphLayout

  static let nodeHeight = 44.0
  static let layerHeight = 84.0

  init(_ graph: OperatorGraph) {
    self.graph = graph
    widths = graph.nodes.map { Self.width($0) }
    layout = GraphLayout(widths: widths, links: graph.links)
  }

  /// Room for the longer of the two lines, within limits.
  private static func width(_ node: OperatorGraph.Node) -> Double {
    let letters = max(Double(node.title.count) * 8.7, Double(node.subtitle.count) * 6.8)
    // Names of ports are long and say little.
    let most = if case .operation = node.kind { 280.0 } else { 200.0 }
    return min(most, max(96, (letters + 28).rounded()))
  }

  /// The upper edge of a node.
  func top(_ node: Int) -> Double { Double(layout.layers[node]) * Self.layerHeight }

  var height: Double {
    layout.layerCount == 0 ? 0 : Double(layout.layerCount - 1) * Self.layerHeight + Self.nodeHeight
  }
}

/// What an operator is for, which gives it its color.
enum OperatorFamily: String, CaseIterable {
  case product, pooling, elementwise, activation, shape, quantization, normalization, control, other

  init(_ name: String) {
    switch name {
    case _ where name.hasPrefix("CONV") || name.hasSuffix("CONV_2D") || name.hasSuffix("LSTM") || name.hasSuffix("RNN"):
      self = .product
    case "TRANSPOSE_CONV", "FULLY_CONNECTED", "BATCH_MATMUL", "SVDF", "Convolution2DTransposeBias",
      "STABLEHLO_CONVOLUTION", "STABLEHLO_DOT_GENERAL", "PRODUCT_ROW":
      self = .product
    case "MEAN", "SUM", "CUMSUM", "ARG_MAX", "ARG_MIN", "TOPK_V2": self = .pooling
    case _ where name.contains("POOL") || name.hasPrefix("REDUCE"): self = .pooling
    case "RELU", "RELU6", "RELU_N1_TO_1", "RELU_0_TO_1", "LOGISTIC", "TANH", "HARD_SWISH", "SWISH", "GELU", "ELU",
      "PRELU", "LEAKY_RELU", "SOFTMAX", "LOG_SOFTMAX":
      self = .activation
    case "QUANTIZE", "DEQUANTIZE", "CAST", "FAKE_QUANT", "DENSIFY": self = .quantization
    case _ where name.contains("NORM"): self = .normalization
    case "WHILE", "IF", "CALL", "CALL_ONCE", "STABLEHLO_WHILE", "STABLEHLO_CASE", "STABLEHLO_COMPOSITE", "VAR_HANDLE",
      "READ_VARIABLE", "ASSIGN_VARIABLE":
      self = .control
    case "RESHAPE", "SQUEEZE", "EXPAND_DIMS", "SHAPE", "RANK", "CONCATENATION", "PACK", "UNPACK", "SPLIT", "SPLIT_V",
      "TRANSPOSE", "PAD", "PADV2", "MIRROR_PAD", "SLICE", "STRIDED_SLICE", "GATHER", "GATHER_ND", "TILE",
      "BROADCAST_TO", "REVERSE_V2", "SPACE_TO_DEPTH", "DEPTH_TO_SPACE", "SPACE_TO_BATCH_ND", "BATCH_TO_SPACE_ND",
      "RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR", "EMBEDDING_LOOKUP", "DYNAMIC_UPDATE_SLICE", "FILL", "RANGE":
      self = .shape
    case "ADD", "SUB", "MUL", "DIV", "MAXIMUM", "MINIMUM", "SQUARED_DIFFERENCE", "POW", "ADD_N", "FLOOR_DIV",
      "FLOOR_MOD",
      "EXP", "LOG", "SQRT", "RSQRT", "SQUARE", "NEG", "ABS", "SIN", "COS", "FLOOR", "CEIL", "ROUND", "SIGN", "ATAN2",
      "SELECT", "SELECT_V2", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL", "EQUAL", "NOT_EQUAL", "LOGICAL_AND",
      "LOGICAL_OR", "LOGICAL_NOT", "BYTE_LOOK_UP":
      self = .elementwise
    default: self = .other
    }
  }
}
