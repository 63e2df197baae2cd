import TFLiteKernelSets
import TFLiteKernels

/// Element types of average and maximum pools, for entries such as ``OperatorEntry/maxPool2D(_:_:)``.
///
/// A class, since values of many functions take long code to copy. It changes before anybody else has it, hence sendable.
public final class PoolingTypes: @unchecked Sendable {
  private(set) var types: [ComputedType]
  // Of sets, given whether it is the maximum.
  private(set) var float: (@Sendable (PoolingKernels, Bool) -> FloatPooling)?
  private(set) var uint8: (@Sendable (PoolingKernels, Bool) -> UInt8Pooling)?
  private(set) var int8: (@Sendable (PoolingKernels, Bool) -> Int8Pooling)?
  private(set) var int16: (@Sendable (PoolingKernels, Bool) -> Int16Pooling)?

  private init(_ types: ComputedType...) { self.types = types }

  /// Data of float32.
  public static var float32: PoolingTypes {
    let set = PoolingTypes(.float32)
    set.float = { $1 ? $0.maxFloat : $0.averageFloat }
    return set
  }
  /// Data of int8.
  public static var int8: PoolingTypes {
    let set = PoolingTypes(.int8)
    set.int8 = { $1 ? $0.maxInt8 : $0.averageInt8 }
    return set
  }
  /// Data of uint8.
  public static var uint8: PoolingTypes {
    let set = PoolingTypes(.uint8)
    set.uint8 = { $1 ? $0.maxUInt8 : $0.averageUInt8 }
    return set
  }
  /// Data of int16.
  public static var int16: PoolingTypes {
    let set = PoolingTypes(.int16)
    set.int16 = { $1 ? $0.maxInt16 : $0.averageInt16 }
    return set
  }

  /// All that there are kernels for.
  static var all: PoolingTypes { union([.float32, .uint8, .int8, .int16]) }

  /// The types of all `sets`.
  static func union(_ sets: [PoolingTypes]) -> PoolingTypes {
    let union = PoolingTypes()
    for set in sets {
      union.types += set.types
      union.float = union.float ?? set.float
      union.uint8 = union.uint8 ?? set.uint8
      union.int8 = union.int8 ?? set.int8
      union.int16 = union.int16 ?? set.int16
    }
    return union
  }
}
