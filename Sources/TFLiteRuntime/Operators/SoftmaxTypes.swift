import TFLiteKernelSets
import TFLiteKernels

/// Element types of softmax, for ``OperatorEntry/softmax(_:_:)``.
public struct SoftmaxTypes: Sendable {
  private(set) var types: [ComputedType]
  private(set) var float: (@Sendable (KernelSet) -> Softmax.FloatKernel)?
  // Given whether results are int16.
  private(set) var int8: (@Sendable (KernelSet, Bool) -> Softmax.ByteKernel)?
  private(set) var uint8: (@Sendable (KernelSet, Bool) -> Softmax.ByteKernel)?
  private(set) var int16: (@Sendable (KernelSet) -> ShortSoftmaxKernel)?

  private init(_ types: ComputedType...) { self.types = types }

  /// Data of float32.
  public static var float32: Self {
    var set = Self(.float32)
    set.float = { $0.normalization.softmaxFloat }
    return set
  }
  /// Data of float16.
  public static var float16: Self { Self(.float16) }
  /// Data of int8.
  public static var int8: Self {
    var set = Self(.int8)
    set.int8 = {
      $1 ? .int8ToInt16($0.normalization.softmaxInt8ToInt16) : .int8($0.normalization.softmaxInt8)
    }
    return set
  }
  /// Data of uint8.
  public static var uint8: Self {
    var set = Self(.uint8)
    set.uint8 = {
      $1 ? .uint8ToInt16($0.normalization.softmaxUInt8ToInt16) : .uint8($0.normalization.softmaxUInt8)
    }
    return set
  }
  /// Data of int16.
  public static var int16: Self {
    var set = Self(.int16)
    set.int16 = { $0.normalization.softmaxInt16 }
    return set
  }

  /// All that there are kernels for.
  static var all: Self { union([.float32, .float16, .int8, .uint8, .int16]) }

  /// The types of all `sets`.
  static func union(_ sets: [Self]) -> Self {
    var union = Self()
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
