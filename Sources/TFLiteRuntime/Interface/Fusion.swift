import TFLiteKernels
import TFLiteSchema

/// What an operator can do besides what the file states, so that no operator of its own does it.
enum Fusion: Sendable {
  /// Margins of zeros (zero points, where integers are quantized) around input 0, an NHWC image.
  case padding(ImageMargins)
  /// Axis `i` of what is computed with is axis `permutation[i]` of what the input holds; axis `i` of what the output holds is
  /// axis `permutation[i]` of what is computed.
  case transposition([Int], OperandPlace)
  /// The input times a positive number.
  case factor(Float, input: Int)
  /// The output's channels, each times a number plus another one, then clamped.
  case channels(ChannelFactors)
  /// Rows that are quantized once for several operators.
  case sharedRows(RowSharing)

  /// Bytes of what an operator keeps for it.
  var byteCount: Int {
    if case .channels(let factors) = self { factors.byteCount } else { 0 }
  }
}

/// Rows and columns around an image, none negative.
struct ImageMargins: Sendable, Equatable {
  /// Rows above the image.
  var top = 0
  /// Rows below it.
  var bottom = 0
  /// Columns to its left.
  var left = 0
  /// Columns to its right.
  var right = 0
}

/// An operand of an operator with one output.
enum OperandPlace: Sendable, Equatable {
  /// The input of this number.
  case input(Int)
  /// The output.
  case output
}

/// How operators that quantize the same float rows in the same way share the work.
enum RowSharing: Sendable, Equatable {
  /// The operator writes the rows to its output 1 and their parameters to its output 2.
  case gives
  /// It finds them in its inputs 3 and 4.
  case takes
}

/// Which inputs of a product are what.
struct WeightedRoles: Sendable {
  var data = 0
  var weights = 1
  var bias = 2
  /// The axis of the weights that is the channels of the output.
  var channelAxis = 0
  /// The rank of the weights.
  var weightsRank = 4
  /// The fewest axes that the result can have.
  var leastOutputRank = 4
}

/// The rows of a float tensor that an operator quantizes: equal for operators that quantize the same ones alike.
struct QuantizedRows: Hashable, Sendable {
  /// The tensor.
  var input: Int
  /// Elements of a row.
  var depth: Int
  var isAsymmetric: Bool
}

/// An operator that can do the work of others beside it. Passes ask before they tell, and tell before `prepare`.
protocol FusibleOperator: BuiltinOperator {
  /// Whether the operator can do this too, with what it has taken over already.
  func accepts(_ fusion: Fusion) -> Bool
  /// Takes it over; only what it accepts.
  func take(_ fusion: Fusion)

  /// The inputs of an operator that computes products with weights, nil for others.
  var roles: WeightedRoles? { get }
  /// The rows that an operator with these operands quantizes, where it can share them.
  func quantizedRows(_ inputs: [TensorDescription?]) -> QuantizedRows?

  /// Whether the operator may be an `epilogue`, depending on shapes.
  var endsProducts: Bool { get }
  /// What the operator, once prepared, computes, if a product whose results it reads could do that in its place.
  var epilogueFunction: EpilogueFunction? { get }
  /// Whether the operator, once prepared, can do that to its one output, of the same shape; see `ExecuteContext.epilogue`.
  func canEnd(with epilogue: EpilogueFunction) -> Bool
}

extension FusibleOperator {
  func accepts(_ fusion: Fusion) -> Bool { false }
  func take(_ fusion: Fusion) {}
  var roles: WeightedRoles? { nil }
  func quantizedRows(_ inputs: [TensorDescription?]) -> QuantizedRows? { nil }
  var endsProducts: Bool { false }
  var epilogueFunction: EpilogueFunction? { nil }
  func canEnd(with epilogue: EpilogueFunction) -> Bool { false }
}

/// An operator, and the same one as what else it is.
struct MadeOperator {
  let operation: any Operator
  /// Nil for those of applications.
  let builtin: (any BuiltinOperator)?
  /// Where it can do the work of others.
  let fusible: (any FusibleOperator)?

  init(custom operation: any Operator) { (self.operation, builtin, fusible) = (operation, nil, nil) }

  init(_ operation: any BuiltinOperator) { (self.operation, builtin, fusible) = (operation, operation, nil) }

  init(fusible operation: any FusibleOperator) {
    (self.operation, builtin, fusible) = (operation, operation, operation)
  }
}

/// Makes an operator of the runtime's own, or one of an application, for a session.
typealias OperatorMaker = @Sendable (OperatorNode) throws(RuntimeError) -> MadeOperator
