#if arch(x86_64)
  import _Builtin_intrinsics.intel
#endif
#if TFLITE_TIER
  import TFLiteKernels
#endif

#if TFLITE_AVX2
  /// Fixed-point factors of a vector of channels, for accumulators of at most 2^30 in magnitude.
  ///
  /// With p the product of accumulator and multiplier, the doubled product's high half is floor((p + 2^30) / 2^31), and
  /// dividing it by 2^s with halves away from zero is floor((that + 2^(s-1) - (1 if negative)) / 2^s) for s > 0. Floors
  /// nest: both are floor((floor(p / 2^30) + 1 + 2^s - (2 if negative)) / 2^(s+1)).
  struct ShortFactors {
    private var multiplier: Longs
    private var oddMultiplier: Longs
    private var upward: Ints
    private var downward: Ints
    private var shift: Longs

    @inline(__always)
    init(multiplier: Ints, rightShift: Ints) {
      self.multiplier = unsafeBitCast(multiplier, to: Longs.self)
      oddMultiplier = unsafeBitCast(oddLanesDown(multiplier), to: Longs.self)
      let one = Ints(repeating: 1)
      let isShifted = rightShift .> Ints()
      upward = one &+ Ints().replacing(with: leftShiftedOne(rightShift), where: isShifted)
      downward = upward &- Ints().replacing(with: one &+ one, where: isShifted)
      shift = unsafeBitCast(rightShift &+ one, to: Longs.self)
    }

    @inline(__always)
    func apply(_ x: Ints) -> Ints {
      let even = _mm256_srli_epi64(_mm256_mul_epi32(unsafeBitCast(x, to: Longs.self), multiplier), 30)
      let odd = _mm256_slli_epi64(_mm256_mul_epi32(unsafeBitCast(oddLanesDown(x), to: Longs.self), oddMultiplier), 2)
      let high = mergedLanes(unsafeBitCast(even, to: Ints.self), unsafeBitCast(odd, to: Ints.self))
      let rounding = _mm256_blendv_ps(
        unsafeBitCast(upward, to: Floats.self), unsafeBitCast(downward, to: Floats.self),
        unsafeBitCast(x, to: Floats.self))
      return unsafeBitCast(
        _mm256_srav_epi32(unsafeBitCast(high &+ unsafeBitCast(rounding, to: Ints.self), to: Longs.self), shift),
        to: Ints.self)
    }
  }

  extension VectorKernels {
    /// Two strips of `finishTile`, 16 columns from `first`, to bytes; a row's sums every `sumStride` bytes.
    @inline(__always)
    static func finishPair(
      _ p: ByteProduct, _ sums: UnsafeRawPointer, _ sumStride: Int, _ row: Int, _ rows: Int,
      _ rowSums: UnsafePointer<Int32>, _ first: Int
    ) {
      let header = p.header
      let bias0 = p.packed.lanes(MatrixHeader.size &+ 4 &* first, as: Ints.self)
      let bias1 = p.packed.lanes(MatrixHeader.size &+ 4 &* first &+ 32, as: Ints.self)
      let factors0 = ShortFactors(
        multiplier: p.packed.lanes(p.layout.factors &+ 4 &* first, as: Ints.self),
        rightShift: p.packed.lanes(p.layout.shifts &+ 4 &* first, as: Ints.self))
      let factors1 = ShortFactors(
        multiplier: p.packed.lanes(p.layout.factors &+ 4 &* first &+ 32, as: Ints.self),
        rightShift: p.packed.lanes(p.layout.shifts &+ 4 &* first &+ 32, as: Ints.self))
      let offset = SIMD16<Int16>(repeating: Int16(truncatingIfNeeded: header.outputOffset))
      let lower = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: header.range.lower))
      let upper = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: header.range.upper))
      let isSigned = if case .int8 = header.outputType { true } else { false }
      var source = sums
      var target = p.output + (row &* p.outputStride &+ first)
      var r = 0
      while r < rows {
        var x0 = source.lanes(0, as: Ints.self) &+ bias0
        var x1 = source.lanes(32, as: Ints.self) &+ bias1
        if header.weightsOffset != 0 {
          let correction = Ints(repeating: rowSums[r] &* header.weightsOffset)
          x0 = x0 &+ correction
          x1 = x1 &+ correction
        }
        target.put(narrowed(factors0.apply(x0), factors1.apply(x1), offset, lower, upper, isSigned), 0)
        target += p.outputStride
        source += sumStride
        r &+= 1
      }
    }

    /// The sums of the lanes of `low` and `high` with `offset`, as bytes between `lower` and `upper`, which are unsigned
    /// unless `isSigned`.
    @inline(__always)
    static func narrowed(
      _ low: Ints, _ high: Ints, _ offset: SIMD16<Int16>, _ lower: SIMD16<Int8>, _ upper: SIMD16<Int8>, _ isSigned: Bool
    ) -> SIMD16<Int8> {
      // Packing saturates and goes by halves of the registers.
      let shorts = _mm256_adds_epi16(
        _mm256_packs_epi32(unsafeBitCast(low, to: Longs.self), unsafeBitCast(high, to: Longs.self)),
        unsafeBitCast(offset, to: Longs.self))
      let halves = shorts
      let first = halves.lowHalf
      let second = halves.highHalf
      let low64 = unsafeBitCast(lower, to: SIMD2<Int64>.self)
      let high64 = unsafeBitCast(upper, to: SIMD2<Int64>.self)
      let bytes =
        isSigned
        ? _mm_min_epi8(_mm_max_epi8(_mm_packs_epi16(first, second), low64), high64)
        : _mm_min_epu8(_mm_max_epu8(_mm_packus_epi16(first, second), low64), high64)
      // 0-3, 8-11, 4-7, 12-15.
      let words = unsafeBitCast(bytes, to: SIMD4<Int32>.self)
      return unsafeBitCast(SIMD4<Int32>(words[0], words[2], words[1], words[3]), to: SIMD16<Int8>.self)
    }
  }
#endif
