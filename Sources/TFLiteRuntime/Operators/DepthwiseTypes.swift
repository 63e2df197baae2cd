import TFLiteKernelSets
import TFLiteKernels

/// Element types of depthwise convolutions, for ``OperatorEntry/depthwiseConv2D(_:_:)``.
///
/// A class, since values of many functions take long code to copy. It changes before anybody else has it, hence sendable.
public final class DepthwiseTypes: @unchecked Sendable {
  /// Of convolutions of one channel, which are ordinary ones.
  private(set) var products: ProductTypes
  private(set) var float: (@Sendable (KernelSet) -> FloatDepthwiseKernel)?
  private(set) var uint8: (@Sendable (KernelSet) -> ByteDepthwiseKernel)?
  private(set) var int8: (@Sendable (KernelSet) -> ByteDepthwiseKernel)?
  private(set) var int16: (@Sendable (KernelSet) -> ShortDepthwiseKernel)?
  private(set) var hybrid: (@Sendable (KernelSet) -> HybridDepthwiseKernel)?

  var types: [ComputedType] { products.types }

  private init(_ products: ProductTypes) { self.products = products }

  /// Data and weights of float32.
  public static var float32: DepthwiseTypes {
    let set = DepthwiseTypes(.float32)
    set.float = { $0.depthwise.float }
    return set
  }
  /// Data of float32, quantized while executing, with weights of integers.
  public static var dynamic: DepthwiseTypes {
    let set = DepthwiseTypes(.dynamic)
    set.hybrid = { $0.depthwise.hybrid }
    return set
  }
  /// Data of int8.
  public static var int8: DepthwiseTypes {
    let set = DepthwiseTypes(.int8)
    set.int8 = { $0.depthwise.int8 }
    return set
  }
  /// Data of uint8.
  public static var uint8: DepthwiseTypes {
    let set = DepthwiseTypes(.uint8)
    set.uint8 = { $0.depthwise.uint8 }
    return set
  }
  /// Data of int16.
  public static var int16: DepthwiseTypes {
    let set = DepthwiseTypes(.int16)
    set.int16 = { $0.depthwise.int16 }
    return set
  }

  /// All that there are kernels for.
  static var all: DepthwiseTypes { union([.float32, .dynamic, .uint8, .int8, .int16]) }

  /// The types of all `sets`.
  static func union(_ sets: [DepthwiseTypes]) -> DepthwiseTypes {
    let union = DepthwiseTypes(.union(sets.map { $0.products }))
    for set in sets {
      union.float = union.float ?? set.float
      union.uint8 = union.uint8 ?? set.uint8
      union.int8 = union.int8 ?? set.int8
      union.int16 = union.int16 ?? set.int16
      union.hybrid = union.hybrid ?? set.hybrid
    }
    return union
  }
}
