/// The first 64 bytes of packed weights: what does not depend on the column.
package struct MatrixHeader {
  /// How accumulators become outputs.
  package enum Factor: Int32, Sendable {
    /// Not at all: the accumulators are the outputs.
    case none
    /// By fixed-point multipliers, none negative, none shifting to the left.
    case rightShift
    /// By fixed-point multipliers of any sign and shift.
    case anyShift
    /// By real factors.
    case real
    /// As `rightShift`, accumulators and shifts being small enough for a shorter computation; or as `real`, where fixed-point
    /// factors that round once do the same.
    case bounded
    /// As `real`, all of a magnitude less than one.
    case boundedReal
  }

  /// The bytes that the header takes.
  package static let size = 64

  /// The clamp on float outputs.
  package var floatRange = FloatRange(.none)
  /// The clamp on integer outputs.
  package var range = IntegerRange(lower: Int32.min, upper: Int32.max)
  /// Added to every input value.
  package var inputOffset: Int32 = 0
  /// Added to every weight.
  package var weightsOffset: Int32 = 0
  /// Added to scaled accumulators.
  package var outputOffset: Int32 = 0
  /// What is written.
  package var outputType = MatrixOutputType.accumulators
  /// Whether depthwise weights are packed by fours of columns.
  package var isByQuads = false
  /// How accumulators are scaled.
  package var factor = Factor.none
  /// What changes the sign bits of activations, for kernels that do. Loaded from memory, it stays a vector operation,
  /// where the compiler would turn a constant into scalar ones that compete for the broadcasts.
  package var signs = SIMD4<UInt32>(repeating: 0x8080_8080)
  /// Whether 16-bit inputs accumulate in 64 bits.
  package var isWide = false
  /// Whether all fixed-point multipliers shift to the right by one bit at least.
  package var dividesAll = false
  /// Whether no fixed-point multiplier is negative or shifts by more than 31 bits.
  package var isRegular = false
  /// Whether accumulators are `bounded` and rounded once, as `RoundedFactor` does, where a tier has steps of its own for that.
  package var roundsOnce = false
  /// Whether accumulators are `bounded` and scaled by doubles, for tiers with such steps.
  package var scalesInDoubles = false

  /// A header for float outputs.
  package init(_ range: FloatRange) { floatRange = range }

  /// A header for integer outputs of `columns` columns.
  package init(_ q: Requantization, _ type: MatrixOutputType, columns: Int) {
    range = q.range
    inputOffset = q.inputOffset
    weightsOffset = q.weightsOffset
    outputOffset = q.outputOffset
    outputType = type
    if type == .accumulators { return }
    if q.scales != nil {
      factor = .real
      return
    }
    factor = .rightShift
    if let multipliers = q.multipliers {
      (dividesAll, isRegular) = (true, true)
      for i in 0..<(q.stride == 0 ? 1 : columns) {
        let (multiplier, shift) = (multipliers[i].multiplier, multipliers[i].shift)
        if shift > 0 || shift < -31 || multiplier < 0 { factor = .anyShift }
        if shift > 31 || shift < -31 || multiplier < 0 { isRegular = false }
        if shift >= 0 { dividesAll = false }
      }
    }
  }
}
