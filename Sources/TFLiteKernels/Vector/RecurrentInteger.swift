#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// gemmlowp's 16-bit fixed point in 32-bit lanes: no step leaves 16 bits but those that saturate, so that results equal
// FixedPoint's.

/// `a * b * 2` rounded to its high 16 bits, halves upwards; both are not `Int16.min`.
@inline(__always)
private func highProduct(_ a: Ints, _ b: Ints) -> Ints {
  (a &* b &+ Ints(repeating: 1 << 14)) &>> Ints(repeating: 15)
}

/// The same with a Q0.31 constant rounded to 16 bits.
@inline(__always)
private func highProduct(_ a: Ints, _ constant: Int32) -> Ints {
  highProduct(a, Ints(repeating: short(constant)))
}

/// A Q0.31 constant, not negative and no half, rounded to 16 bits.
@inline(__always)
private func short(_ constant: Int32) -> Int32 { (constant &+ (1 << 15)) >> 16 }

/// `x / 2^shift` rounded half away from zero, `shift` not 0.
@inline(__always)
private func roundedShift(_ x: Ints, _ shift: Int32) -> Ints {
  let half = Ints(repeating: Int32(1) &<< (shift &- 1))
  return (x &+ half &+ (x &>> Ints(repeating: 31))) &>> Ints(repeating: shift)
}

@inline(__always)
private func saturated(_ x: Ints) -> Ints {
  clamped(x, Ints(repeating: -32768), Ints(repeating: 32767))
}

/// `result` times `exp(-2^power)`, which `factor` is in Q0.31, where `remainder` has that bit.
@inline(__always)
private func expStep(_ result: Ints, _ remainder: Ints, _ integerBits: Int32, _ power: Int32, _ factor: Int32) -> Ints {
  if integerBits <= power { return result }
  let bit = Ints(repeating: Int32(1) &<< (15 &- integerBits &+ power))
  return result.replacing(with: highProduct(result, factor), where: (remainder & bit) .== bit)
}

/// `exp(a)` in Q0.15 for `a <= 0` with `integerBits` integer bits, 1 to 7.
@inline(__always)
private func expOnNegative(_ a: Ints, _ integerBits: Int32) -> Ints {
  let quarter = Ints(repeating: Int32(1) &<< (13 &- integerBits))
  let reduced = (a & (quarter &- Ints(repeating: 1))) &- quarter
  // A Taylor expansion about -1/8.
  let x = (reduced &<< Ints(repeating: integerBits)) &+ Ints(repeating: 1 << 12)
  let x2 = highProduct(x, x)
  let x3 = highProduct(x2, x)
  let x4 = highProduct(x2, x2)
  let tail = roundedShift(highProduct(roundedShift(x4, 2) &+ x3, 715_827_883) &+ x2, 1)
  let scaled = highProduct(x &+ tail, 1_895_147_668) &+ Ints(repeating: short(1_895_147_668))
  var result = clamped(scaled, Ints(repeating: -32768), Ints(repeating: 32767))
  let remainder = reduced &- a
  result = expStep(result, remainder, integerBits, -2, 1_672_461_947)
  result = expStep(result, remainder, integerBits, -1, 1_302_514_674)
  result = expStep(result, remainder, integerBits, 0, 790_015_084)
  result = expStep(result, remainder, integerBits, 1, 290_630_308)
  result = expStep(result, remainder, integerBits, 2, 39_332_535)
  result = expStep(result, remainder, integerBits, 3, 720_401)
  result = expStep(result, remainder, integerBits, 4, 242)
  if integerBits > 5 {
    let lowest = Ints(repeating: 0 &- (Int32(1) &<< (20 &- integerBits)))
    result = result.replacing(with: Ints(), where: a .< lowest)
  }
  return result.replacing(with: Ints(repeating: 32767), where: a .== Ints())
}

@inline(__always)
private func refined(_ x: Ints, _ half: Ints) -> Ints {
  let error = Ints(repeating: 1 << 13) &- highProduct(half, x)
  return x &+ saturated(highProduct(x, error) &<< Ints(repeating: 2))
}

/// Newton-Raphson for `2 / (1 + a)` in Q2.13, `a` in Q0.15 and not negative.
@inline(__always)
private func twoOverOnePlus(_ a: Ints) -> Ints {
  let half = (a &+ Ints(repeating: 32768)) &>> Ints(repeating: 1)
  var x = Ints(repeating: short(1_515_870_810)) &+ highProduct(half, Ints(repeating: 0 &- short(1_010_580_540)))
  x = refined(x, half)
  x = refined(x, half)
  x = refined(x, half)
  return x
}

/// The logistic function in Q0.15 of lanes in Q3.12.
@inline(__always)
func fixedLogistic(_ a: Ints) -> Ints {
  let negative = Ints() &- magnitudes(a)
  let positive = saturated(twoOverOnePlus(expOnNegative(negative, 3)) &<< Ints(repeating: 1))
  let result = (Ints(repeating: 32767) &- positive).replacing(with: positive, where: a .> Ints())
  return result.replacing(with: Ints(repeating: 1 << 14), where: a .== Ints())
}

/// The hyperbolic tangent in Q0.15 of 16-bit lanes with `integerBits` integer bits, 0 to 6.
@inline(__always)
func fixedTanh(_ a: Ints, _ integerBits: Int32) -> Ints {
  let exponential = expOnNegative(Ints() &- magnitudes(a), integerBits &+ 1)
  let t = saturated((twoOverOnePlus(exponential) &- Ints(repeating: 1 << 13)) &<< Ints(repeating: 2))
  return t.replacing(with: Ints() &- t, where: a .< Ints()).replacing(with: Ints(), where: a .== Ints())
}

extension VectorKernels {
  /// One step of integer LSTM cells.
  static func lstmInt16(_ a: LSTMStepInt16) {
    assert(a.validate())
    var i = 0
    while a.cells &- i >= lanesPerVector {
      lstmLanes(a, i, lanesPerVector)
      i &+= lanesPerVector
    }
    if i < a.cells { lstmLanes(a, i, a.cells &- i) }
  }

  /// The `count` cells from `first` on, as many as there are lanes or fewer.
  @inline(__always)
  private static func lstmLanes(_ a: LSTMStepInt16, _ first: Int, _ count: Int) {
    let isWhole = count == lanesPerVector
    let gates = a.isCoupled ? 3 : 4
    @inline(__always) func load(_ base: UnsafePointer<Int32>, _ index: Int) -> Ints {
      isWhole
        ? UnsafeRawPointer(base).lanes(4 &* index, as: Ints.self)
        : UnsafeRawPointer(base).lanes(first: count, 4 &* index, as: Ints.self)
    }
    @inline(__always) func sum(_ gate: Int) -> Ints {
      let index = gate &* a.cells &+ first
      let fromInput = saturated(SignlessFactor(a.scaling[gate].input).apply(load(a.input, index)))
      return saturated(SignlessFactor(a.scaling[gate].recurrent).apply(load(a.recurrent, index)) &+ fromInput)
    }
    let state = UnsafeMutableRawPointer(a.cell + first)
    let old =
      isWhole
      ? UnsafeRawPointer(state).lanes(0, as: NarrowShorts.self)
      : UnsafeRawPointer(state).lanes(first: count, 0, as: NarrowShorts.self)
    let forget = fixedLogistic(sum(gates &- 3))
    let share = a.isCoupled ? Ints(repeating: 32767) &- forget : fixedLogistic(sum(0))
    let new = fixedTanh(sum(gates &- 2), 3)
    let kept = roundedShift(forget &* widenedShorts(old), 15)
    let highest = Ints(repeating: a.cellClip > 0 ? Int32(a.cellClip) : 32767)
    let lowest = Ints(repeating: a.cellClip > 0 ? 0 &- Int32(a.cellClip) : -32768)
    let cell = clamped(saturated(kept &+ roundedShift(share &* new, 15 &+ a.integerBits)), lowest, highest)
    let exit = fixedLogistic(sum(gates &- 1))
    let product = exit &* fixedTanh(cell, a.integerBits)
    let scaled = SignlessFactor(a.outputMultiplier).apply(product) &+ Ints(repeating: a.outputOffset)
    let output = narrowedBytes(clamped(scaled, Ints(repeating: -128), Ints(repeating: 127)))
    state.store(narrowedShorts(cell), first: count)
    UnsafeMutableRawPointer(a.output + first).store(output, first: count)
  }

  /// For each of `filters` rows of `length` values, the sum of the products with its weights, wrapping.
  static func rowProducts(
    _ values: UnsafePointer<Int16>, _ weights: UnsafePointer<Int16>, _ sums: UnsafeMutablePointer<Int32>,
    _ filters: Int, _ length: Int
  ) {
    assert(Contract.rowProducts(filters, length))
    var x = UnsafeRawPointer(values)
    var w = UnsafeRawPointer(weights)
    let row = 2 &* length
    var filter = 0
    while filter < filters {
      var sum = SIMD4<Int32>()
      var i = 0
      while row &- i >= 16 {
        sum &+= multiplyAddPairs(x.lanes(i, as: SIMD8<Int16>.self), w.lanes(i, as: SIMD8<Int16>.self))
        i &+= 16
      }
      if row &- i >= 8 {
        let zeros = SIMD4<Int16>()
        sum &+= multiplyAddPairs(
          SIMD8<Int16>(lowHalf: x.lanes(i, as: SIMD4<Int16>.self), highHalf: zeros),
          SIMD8<Int16>(lowHalf: w.lanes(i, as: SIMD4<Int16>.self), highHalf: zeros))
        i &+= 8
      }
      var total = (sum[0] &+ sum[1]) &+ (sum[2] &+ sum[3])
      while i < row {
        total &+=
          Int32(x.loadUnaligned(fromByteOffset: i, as: Int16.self))
          &* Int32(w.loadUnaligned(fromByteOffset: i, as: Int16.self))
        i &+= 2
      }
      sums[filter] = total
      x += row
      w += row
      filter &+= 1
    }
  }
}

#endif
