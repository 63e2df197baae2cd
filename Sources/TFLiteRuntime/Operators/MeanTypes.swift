import TFLiteKernelSets
import TFLiteKernels

/// Element types of means, for ``OperatorEntry/mean(_:_:)``.
///
/// A class, since values of many functions take long code to copy. It changes before anybody else has it, hence sendable.
public final class MeanTypes: @unchecked Sendable {
  /// What a type brings.
  struct Functions: Sendable {
    /// The innermost loops of sums, where there are some for the type.
    let kernel: @Sendable (ReductionKernels) -> ReductionKernel?
    /// Computes the mean of elements of the type.
    let mean: @Sendable (Mean, ReductionPlan, ExecuteContext) throws(RuntimeError) -> Void
  }

  private(set) var types: [ComputedType]
  // Members, not a list: a linker keeps lists of functions whoever uses them.
  private var float32: Functions?
  private var int8: Functions?
  private var uint8: Functions?
  private var int16: Functions?
  private var int32: Functions?
  private var int64: Functions?

  private init(_ types: ComputedType...) { self.types = types }

  /// Data of float32.
  public static var float32: MeanTypes {
    let set = MeanTypes(.float32)
    set.float32 = Functions(
      kernel: { $0.sumFloat },
      mean: { mean, plan, context throws(RuntimeError) in mean.divideFloats(plan, context) })
    return set
  }
  /// Data of int8.
  public static var int8: MeanTypes {
    let set = MeanTypes(.int8)
    set.int8 = Functions(
      kernel: { $0.sumInt8 },
      mean: { mean, plan, context throws(RuntimeError) in try mean.rescale(Int8.self, plan, context) })
    return set
  }
  /// Data of uint8.
  public static var uint8: MeanTypes {
    let set = MeanTypes(.uint8)
    set.uint8 = Functions(
      kernel: { $0.sumUInt8 },
      mean: { mean, plan, context throws(RuntimeError) in try mean.rescale(UInt8.self, plan, context) })
    return set
  }
  /// Data of int16.
  public static var int16: MeanTypes {
    let set = MeanTypes(.int16)
    set.int16 = Functions(
      kernel: { _ in nil },
      mean: { mean, plan, context throws(RuntimeError) in try mean.rescale(Int16.self, plan, context) })
    return set
  }
  /// Data of int32.
  public static var int32: MeanTypes {
    let set = MeanTypes(.int32)
    set.int32 = Functions(
      kernel: { _ in nil },
      mean: { mean, plan, context throws(RuntimeError) in try mean.divide(Int32.self, plan, context) })
    return set
  }
  /// Data of int64.
  public static var int64: MeanTypes {
    let set = MeanTypes(.int64)
    set.int64 = Functions(
      kernel: { _ in nil },
      mean: { mean, plan, context throws(RuntimeError) in try mean.divide(Int64.self, plan, context) })
    return set
  }

  /// All that can be computed.
  static var all: MeanTypes { union([.float32, .int32, .int64, .uint8, .int8, .int16]) }

  /// The types of all `sets`.
  static func union(_ sets: [MeanTypes]) -> MeanTypes {
    let union = MeanTypes()
    for set in sets {
      union.types += set.types
      union.float32 = union.float32 ?? set.float32
      union.int8 = union.int8 ?? set.int8
      union.uint8 = union.uint8 ?? set.uint8
      union.int16 = union.int16 ?? set.int16
      union.int32 = union.int32 ?? set.int32
      union.int64 = union.int64 ?? set.int64
    }
    return union
  }

  /// What `type` brings; nil where it is none of these.
  func functions(_ type: ComputedType) -> Functions? {
    switch type {
    case .float32: float32
    case .int8: int8
    case .uint8: uint8
    case .int16: int16
    case .int32: int32
    case .int64: int64
    case .float16, .dynamic: nil
    }
  }
}
