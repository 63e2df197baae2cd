#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// Quantized bytes that are negative times their slopes, others as they are, each by a factor of its own; see
/// `ElementwiseParameters.prelu`.
struct PreluOfBytes: ByteFunction {
  private let identity: ResultFactor
  private let product: ResultFactor

  @inline(__always)
  init(_ p: ElementwiseParameters, raise: Int32) {
    let first = 255 &+ Int64(p.firstOffset.magnitude)
    identity = Self.factor(p.firstMultiplier, bound: first)
    product = Self.factor(p.secondMultiplier, bound: first &* (255 &+ Int64(p.secondOffset.magnitude)))
  }

  @inline(__always)
  private static func factor(_ factor: QuantizedMultiplier, bound: Int64) -> ResultFactor {
    ResultFactor(
      QuantizedMultiplier(multiplier: factor.multiplier, shift: min(0, factor.shift)), leftShift: max(0, factor.shift),
      bound: bound)
  }

  @inline(__always) func first(_ a: Ints) -> Ints { a }
  @inline(__always) func second(_ b: Ints) -> Ints { b }
  @inline(__always) func combine(_ a: Ints, _ b: Ints) -> Ints {
    identity.apply(a).replacing(with: product.apply(a &* b), where: a .< Ints())
  }
}

#endif
