import TFLiteKernelSets
import TFLiteKernels

/// Element types of softmax, for ``OperatorEntry/softmax(_:_:)``.
///
/// A class, since values of many functions take long code to copy. It changes before anybody else has it, hence sendable.
public final class SoftmaxTypes: @unchecked Sendable {
  private(set) var types: [ComputedType]
  private(set) var float: (@Sendable (KernelSet) -> Softmax.FloatKernel)?
  // Given whether results are int16.
  private(set) var int8: (@Sendable (KernelSet, Bool) -> Softmax.ByteKernel)?
  private(set) var uint8: (@Sendable (KernelSet, Bool) -> Softmax.ByteKernel)?
  private(set) var int16: (@Sendable (KernelSet) -> ShortSoftmaxKernel)?

  private init(_ types: ComputedType...) { self.types = types }

  /// Data of float32.
  public static var float32: SoftmaxTypes {
    let set = SoftmaxTypes(.float32)
    set.float = { $0.normalization.softmaxFloat }
    return set
  }
  /// Data of float16.
  public static var float16: SoftmaxTypes { SoftmaxTypes(.float16) }
  /// Data of int8.
  public static var int8: SoftmaxTypes {
    let set = SoftmaxTypes(.int8)
    set.int8 = {
      $1 ? .int8ToInt16($0.normalization.softmaxInt8ToInt16) : .int8($0.normalization.softmaxInt8)
    }
    return set
  }
  /// Data of uint8.
  public static var uint8: SoftmaxTypes {
    let set = SoftmaxTypes(.uint8)
    set.uint8 = {
      $1 ? .uint8ToInt16($0.normalization.softmaxUInt8ToInt16) : .uint8($0.normalization.softmaxUInt8)
    }
    return set
  }
  /// Data of int16.
  public static var int16: SoftmaxTypes {
    let set = SoftmaxTypes(.int16)
    set.int16 = { $0.normalization.softmaxInt16 }
    return set
  }

  /// All that there are kernels for.
  static var all: SoftmaxTypes { union([.float32, .float16, .int8, .uint8, .int16]) }

  /// The types of all `sets`.
  static func union(_ sets: [SoftmaxTypes]) -> SoftmaxTypes {
    let union = SoftmaxTypes()
    for set in sets {
      union.types += set.types
      union.float = union.float ?? set.float
      union.int8 = union.int8 ?? set.int8
      union.uint8 = union.uint8 ?? set.uint8
      union.int16 = union.int16 ?? set.int16
    }
    return union
  }
}
