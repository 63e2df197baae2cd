#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// One factor for all lanes: one that is not negative and shifts within a word.
struct SignlessFactor {
  private var multiplier: Ints
  private var left: Ints
  private var right: Ints

  @inline(__always)
  init(_ q: QuantizedMultiplier) {
    multiplier = Ints(repeating: q.multiplier)
    left = Ints(repeating: max(q.shift, 0))
    right = Ints(repeating: max(0 &- q.shift, 0))
  }

  /// The factor is of this kind.
  @inline(__always)
  static func covers(_ q: QuantizedMultiplier) -> Bool { q.multiplier >= 0 && q.shift >= -31 && q.shift <= 31 }

  @inline(__always)
  func apply(_ x: Ints) -> Ints { requantized(shiftedLeft(x, left), multiplier, right) }
}

extension VectorKernels {
  /// Rescales integers.
  static func rescale(_ run: RescaledRun) {
    assert(run.validate())
    var rest = run
    if SignlessFactor.covers(run.multiplier) {
      let factor = SignlessFactor(run.multiplier)
      let range = run.outputType.range
      let lower = Ints(repeating: range.lower)
      let upper = Ints(repeating: range.upper)
      let inputZeroPoint = Ints(repeating: run.inputZeroPoint)
      let outputZeroPoint = Ints(repeating: run.outputZeroPoint)
      while rest.count >= lanesPerVector {
        let values: Ints =
          switch run.inputType {
          case .int8: widenedSigned(rest.input.lanes(0, as: NarrowBytes.self))
          case .uint8: widenedUnsigned(rest.input.lanes(0, as: NarrowBytes.self))
          case .int16: widenedShorts(rest.input.lanes(0, as: NarrowShorts.self))
          case .int32: rest.input.lanes(0, as: Ints.self)
          }
        let scaled = clamped(factor.apply(values &- inputZeroPoint) &+ outputZeroPoint, lower, upper)
        switch run.outputType {
        case .int8, .uint8: rest.output.put(narrowedBytes(scaled), 0)
        case .int16: rest.output.put(narrowedShorts(scaled), 0)
        case .int32: rest.output.put(scaled, 0)
        }
        rest.count &-= lanesPerVector
        rest.input += lanesPerVector &* run.inputType.size
        rest.output += lanesPerVector &* run.outputType.size
      }
    }
    if rest.count > 0 { ReferenceKernels.rescale(rest) }
  }
}

#endif
