#if TFLITE_TIER
  import TFLiteKernels
#endif

// What depthwise and 16-bit kernels share: panels of 8 columns.

extension VectorKernels {
  /// The bytes of a panel before its weights.
  static var bytePanelHead: Int { 96 }

  @inline(__always)
  static func bytePanelSize(_ shape: MatrixShape) -> Int {
    (bytePanelHead &+ shape.taps &* ((shape.depth &+ 1) / 2) &* 16 &+ 31) & ~31
  }

  /// Writes the weights of one panel, flipped by `flip`, and the sum of each column's.
  @inline(__always)
  static func packPanel(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ first: Int, _ flip: Int8, _ panel: UnsafeMutableRawPointer
  ) -> SIMD8<Int32> {
    let target = (panel + bytePanelHead).assumingMemoryBound(to: Int8.self)
    let pairs = (shape.depth &+ 1) / 2
    var sums = SIMD8<Int32>()
    var tap = 0
    while tap < shape.taps {
      var pair = 0
      while pair < pairs {
        var column = 0
        while column < 8 {
          var parity = 0
          while parity < 2 {
            let d = 2 &* pair &+ parity
            var value: Int8 = 0
            if first &+ column < shape.columns, d < shape.depth {
              value =
                weights[
                  (first &+ column) &* shape.columnStride &+ (tap &* shape.depth &+ d) &* shape.elementStride] ^ flip
            }
            target[(tap &* pairs &+ pair) &* 16 &+ pairIndex(column, parity)] = value
            sums[column] &+= Int32(value)
            parity &+= 1
          }
          column &+= 1
        }
        pair &+= 1
      }
      tap &+= 1
    }
    return sums
  }

  /// The 8 values at `run`, widened.
  @inline(__always)
  static func widened(_ run: UnsafeRawPointer, isSigned: Bool) -> SIMD8<Int16> {
    isSigned
      ? SIMD8<Int16>(truncatingIfNeeded: run.lanes(0, as: SIMD8<Int8>.self))
      : SIMD8<Int16>(truncatingIfNeeded: run.lanes(0, as: SIMD8<UInt8>.self))
  }

  /// Requantizes 8 columns of accumulators and stores the first `columns` at element `target`.
  ///
  /// `factors` holds 8 multipliers (8 real factors), `shifts` 8 values of 2^-shift or 8 shifts.
  @inline(__always)
  static func storeRequantized(
    _ c0: SIMD4<Int32>, _ c1: SIMD4<Int32>, _ header: MatrixHeader, _ factors: UnsafeRawPointer,
    _ shifts: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ target: Int, _ columns: Int
  ) {
    var x0 = c0
    var x1 = c1
    switch header.factor {
    case .rightShift:
      x0 = roundingRightShift(
        roundingDoublingHighMultiply(x0, factors.lanes(0, as: SIMD4<Int32>.self)),
        inverse: shifts.lanes(0, as: SIMD4<Float>.self))
      x1 = roundingRightShift(
        roundingDoublingHighMultiply(x1, factors.lanes(16, as: SIMD4<Int32>.self)),
        inverse: shifts.lanes(16, as: SIMD4<Float>.self))
    case .real:
      x0 = roundedProduct(x0, factors.lanes(0, as: SIMD2<Double>.self), factors.lanes(16, as: SIMD2<Double>.self))
      x1 = roundedProduct(x1, factors.lanes(32, as: SIMD2<Double>.self), factors.lanes(48, as: SIMD2<Double>.self))
    case .anyShift:
      (x0, x1) = requantizedSlowly(x0, x1, factors, shifts)
    case .none:
      let address = output + target &* 4
      if columns == 8 {
        address.put(x0, 0)
        address.put(x1, 16)
      } else {
        address.put(first: columns, of: SIMD8<Int32>(lowHalf: x0, highHalf: x1), 0)
      }
      return
    }
    let offset = SIMD4<Int32>(repeating: header.outputOffset)
    let lower = SIMD4<Int32>(repeating: header.range.lower)
    let upper = SIMD4<Int32>(repeating: header.range.upper)
    let y = SIMD8<Int32>(
      lowHalf: (x0 &+ offset).bounded(lower, upper), highHalf: (x1 &+ offset).bounded(lower, upper))
    if header.outputType == .int16 {
      let values = SIMD8<Int16>(truncatingIfNeeded: y)
      if columns == 8 {
        output.put(values, target &* 2)
      } else {
        output.put(first: columns, of: values, target &* 2)
      }
    } else {
      let values = SIMD8<Int8>(truncatingIfNeeded: y)
      if columns == 8 {
        output.put(values, target)
      } else {
        output.put(first: columns, of: values, target)
      }
    }
  }

  /// Requantization by multipliers of any sign and shift.
  @inline(never)
  private static func requantizedSlowly(
    _ x0: SIMD4<Int32>, _ x1: SIMD4<Int32>, _ factors: UnsafeRawPointer, _ shifts: UnsafeRawPointer
  ) -> (SIMD4<Int32>, SIMD4<Int32>) {
    var x = SIMD8<Int32>(lowHalf: x0, highHalf: x1)
    var lane = 0
    while lane < 8 {
      let multiplier = QuantizedMultiplier(
        multiplier: factors.load(fromByteOffset: 4 &* lane, as: Int32.self),
        shift: shifts.load(fromByteOffset: 4 &* lane, as: Int32.self))
      x[lane] = multiplier.apply(to: x[lane])
      lane &+= 1
    }
    return (x.lowHalf, x.highHalf)
  }
}
