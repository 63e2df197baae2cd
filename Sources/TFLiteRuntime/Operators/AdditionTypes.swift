import TFLiteKernelSets
import TFLiteKernels

/// Element types of sums, for ``OperatorEntry/add(_:_:)``.
///
/// A class, since values of many functions take long code to copy. It changes before anybody else has it, hence sendable.
public final class AdditionTypes: @unchecked Sendable {
  /// What makes the kernel of a type, given whether operands are quantized. A struct, since function values that pass through
  /// generic functions come out wrapped, and what they return too.
  struct Kernel: Sendable {
    let make: @Sendable (ElementwiseKernels, Bool) -> BinaryKernel
  }

  private(set) var types: [ComputedType]
  // Members, not a list: a linker keeps lists of functions whoever uses them.
  private var float32: Kernel?
  private var float16: Kernel?
  private var int8: Kernel?
  private var uint8: Kernel?
  private var int16: Kernel?
  private var int32: Kernel?
  private var int64: Kernel?

  private init(_ types: ComputedType...) { self.types = types }

  /// Data of float32.
  public static var float32: AdditionTypes {
    let set = AdditionTypes(.float32)
    set.float32 = Kernel(make: { kernels, _ in kernels.addFloat })
    return set
  }
  /// Data of float16.
  public static var float16: AdditionTypes {
    let set = AdditionTypes(.float16)
    set.float16 = Kernel(make: { _, _ in BinaryKernels.addFloat16 })
    return set
  }
  /// Data of int8.
  public static var int8: AdditionTypes {
    let set = AdditionTypes(.int8)
    set.int8 = Kernel(make: { kernels, _ in kernels.addQuantizedInt8 })
    return set
  }
  /// Data of uint8.
  public static var uint8: AdditionTypes {
    let set = AdditionTypes(.uint8)
    set.uint8 = Kernel(make: { kernels, _ in kernels.addQuantizedUInt8 })
    return set
  }
  /// Data of int16, quantized or not.
  public static var int16: AdditionTypes {
    let set = AdditionTypes(.int16)
    set.int16 = Kernel(make: { $1 ? $0.addQuantizedInt16 : BinaryKernels.addInt16 })
    return set
  }
  /// Data of int32.
  public static var int32: AdditionTypes {
    let set = AdditionTypes(.int32)
    set.int32 = Kernel(make: { kernels, _ in kernels.addInt32 })
    return set
  }
  /// Data of int64.
  public static var int64: AdditionTypes {
    let set = AdditionTypes(.int64)
    set.int64 = Kernel(make: { kernels, _ in kernels.addInt64 })
    return set
  }

  /// All that there are kernels for.
  static var all: AdditionTypes { union([.float32, .float16, .int8, .uint8, .int16, .int32, .int64]) }

  /// The types of all `sets`.
  static func union(_ sets: [AdditionTypes]) -> AdditionTypes {
    let union = AdditionTypes()
    for set in sets {
      union.types += set.types
      union.float32 = union.float32 ?? set.float32
      union.float16 = union.float16 ?? set.float16
      union.int8 = union.int8 ?? set.int8
      union.uint8 = union.uint8 ?? set.uint8
      union.int16 = union.int16 ?? set.int16
      union.int32 = union.int32 ?? set.int32
      union.int64 = union.int64 ?? set.int64
    }
    return union
  }

  /// What makes the kernel for `type`; nil where there is none.
  func kernel(_ type: ComputedType) -> Kernel? {
    switch type {
    case .float32: float32
    case .float16: float16
    case .int8: int8
    case .uint8: uint8
    case .int16: int16
    case .int32: int32
    case .int64: int64
    case .dynamic: nil
    }
  }
}
