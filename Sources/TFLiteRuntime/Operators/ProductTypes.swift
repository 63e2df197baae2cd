import TFLiteKernelSets
import TFLiteKernels

/// Element types of convolutions and fully connected operators, for entries such as ``OperatorEntry/conv2D(_:_:)``.
///
/// A class, since values of many functions take long code to copy. It changes before anybody else has it, hence sendable.
public final class ProductTypes: @unchecked Sendable {
  private(set) var types: [ComputedType]
  private(set) var float: (@Sendable (KernelSet) -> FloatMatrixKernel)?
  private(set) var floatRow: (@Sendable (KernelSet) -> FloatRowKernels)?
  private(set) var sparseFloat: (@Sendable (KernelSet) -> SparseMatrixKernel?)?
  private(set) var winograd: (@Sendable (KernelSet) -> FloatWinogradKernel?)?
  private(set) var winogradInt8: (@Sendable (KernelSet) -> ByteWinogradKernel?)?
  private(set) var winogradUInt8: (@Sendable (KernelSet) -> ByteWinogradKernel?)?
  private(set) var winogradHybrid: (@Sendable (KernelSet) -> HybridWinogradKernel?)?
  private(set) var groupedInt8: (@Sendable (KernelSet) -> GroupedByteKernel?)?
  private(set) var uint8: (@Sendable (KernelSet) -> ByteMatrixKernel)?
  private(set) var int8: (@Sendable (KernelSet) -> ByteMatrixKernel)?
  private(set) var int16: (@Sendable (KernelSet) -> Int16MatrixKernel)?
  private(set) var hybrid: (@Sendable (KernelSet) -> HybridMatrixKernel)?
  private(set) var blockwise: (@Sendable (KernelSet) -> BlockwiseMatrixKernel)?

  private init(_ types: ComputedType...) { self.types = types }

  /// Data and weights of float32.
  public static var float32: ProductTypes {
    let set = ProductTypes(.float32)
    set.float = { $0.products.float }
    set.floatRow = { FloatRowKernels(row: $0.products.floatRow, transpose: $0.spatial.transpose) }
    set.sparseFloat = { $0.products.sparseFloat }
    set.winograd = { $0.products.winograd }
    return set
  }
  /// Data of float32, quantized while executing, with weights of integers.
  public static var dynamic: ProductTypes {
    let set = ProductTypes(.dynamic)
    set.hybrid = { $0.products.hybrid }
    set.winogradHybrid = { $0.products.winogradHybrid }
    set.blockwise = { $0.products.blockwise }
    return set
  }
  /// Data of int8.
  public static var int8: ProductTypes {
    let set = ProductTypes(.int8)
    set.int8 = { $0.products.int8 }
    set.winogradInt8 = { $0.products.winogradInt8 }
    set.groupedInt8 = { $0.products.groupedInt8 }
    return set
  }
  /// Data of uint8.
  public static var uint8: ProductTypes {
    let set = ProductTypes(.uint8)
    set.uint8 = { $0.products.uint8 }
    set.winogradUInt8 = { $0.products.winogradUInt8 }
    return set
  }
  /// Data of int16.
  public static var int16: ProductTypes {
    let set = ProductTypes(.int16)
    set.int16 = { $0.products.int16 }
    return set
  }

  /// All that there are kernels for.
  static var all: ProductTypes { union([.float32, .dynamic, .uint8, .int8, .int16]) }

  /// The types of all `sets`.
  static func union(_ sets: [ProductTypes]) -> ProductTypes {
    let union = ProductTypes()
    for set in sets {
      union.types += set.types
      union.float = union.float ?? set.float
      union.floatRow = union.floatRow ?? set.floatRow
      union.sparseFloat = union.sparseFloat ?? set.sparseFloat
      union.winograd = union.winograd ?? set.winograd
      union.winogradInt8 = union.winogradInt8 ?? set.winogradInt8
      union.winogradHybrid = union.winogradHybrid ?? set.winogradHybrid
      union.winogradUInt8 = union.winogradUInt8 ?? set.winogradUInt8
      union.groupedInt8 = union.groupedInt8 ?? set.groupedInt8
      union.uint8 = union.uint8 ?? set.uint8
      union.int8 = union.int8 ?? set.int8
      union.int16 = union.int16 ?? set.int16
      union.hybrid = union.hybrid ?? set.hybrid
      union.blockwise = union.blockwise ?? set.blockwise
    }
    return union
  }
}
