import TFLiteKernels
import TFLiteSchema

/// What an operator can do besides what the file states, so that no operator of its own does it.
enum Fusion: Sendable {
  /// Margins of zeros (zero points, where integers are quantized) around input 0, an NHWC image.
  case padding(ImageMargins)
  /// Windows that are laid over the input in another way, and images that tensors of rank 3 hold.
  case dilation(Dilation)
  /// Axis `i` of what is computed with is axis `permutation[i]` of what the input holds; axis `i` of what the output holds is
  /// axis `permutation[i]` of what is computed.
  case transposition([Int], OperandPlace)
  /// The input times a positive number.
  case factor(Float, input: Int)
  /// The output's channels, each times a number plus another one, then clamped.
  case channels(ChannelFactors)
  /// Rows that are quantized once for several operators.
  case sharedRows(RowSharing)
  /// What is computed of the parts of input 0 along its first axis, which is the output's first axis too.
  case parts

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

extension ImageMargins {
  static func + (first: Self, second: Self) -> Self {
    Self(
      top: first.top + second.top, bottom: first.bottom + second.bottom, left: first.left + second.left,
      right: first.right + second.right)
  }
}

/// What becomes of a convolution's windows when it does what stands around it: SPACE_TO_BATCH_ND before and BATCH_TO_SPACE_ND
/// behind it, PAD, and what makes images of the lines of a sequence and lines of images.
struct Dilation: Sendable, Equatable {
  /// Around the image, none negative: what is padded less what is cut off the results.
  var margins = ImageMargins()
  /// What dilations are multiplied by: the extents of the blocks that images are cut into.
  var blockHeight = 1
  var blockWidth = 1
  /// The rows and columns that are cut off the results. Images, with margins and with these, consist of whole blocks.
  var croppedRows = 0
  var croppedColumns = 0
  /// Input 0 holds lines.
  var inputLines: ImageLines?
  /// The output holds lines.
  var outputLines: ImageLines?
}

/// Images of one row or one column in a tensor of rank 3, which lacks their axis 1 or 2.
struct ImageLines: Sendable, Equatable {
  /// The axis that the tensor lacks.
  var axis: Int
  /// What the operator that adds or drops the axis states of the image between it and the convolution, -1 where it leaves it
  /// open.
  var image: [Int]
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

/// What an operator can do of the work of others beside it. Passes ask before they tell, and tell before `prepare`.
struct FusibleWork {
  /// Whether the operator can do this too, with what it has taken over already.
  var accepts: (Fusion) -> Bool = { _ in false }
  /// Takes it over; only what it accepts.
  var take: (Fusion) -> Void = { _ in }

  /// The inputs of an operator that computes products with weights, nil for others.
  var roles: () -> WeightedRoles? = { nil }
  /// The rows that an operator with these operands quantizes, where it can share them.
  var quantizedRows: ([TensorDescription?]) -> QuantizedRows? = { _ in nil }

  /// Whether the operator may be an `epilogue`, depending on shapes.
  var endsProducts = false
  /// What the operator, once prepared, computes, if a product whose results it reads could do that in its place.
  var epilogueFunction: () -> EpilogueFunction? = { nil }
  /// Whether the operator, once prepared, can do that to its one output, of the same shape; see `ExecuteContext.epilogue`.
  var canEnd: (EpilogueFunction) -> Bool = { _ in false }
}
