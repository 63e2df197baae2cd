#if arch(x86_64)
  import _Builtin_intrinsics.intel
#endif
#if TFLITE_TIER
  import TFLiteKernels
#endif

#if TFLITE_AVX2
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
      let factors0 = BoundedFactors(
        multiplier: p.packed.lanes(p.layout.factors &+ 4 &* first, as: Ints.self),
        rightShift: p.packed.lanes(p.layout.shifts &+ 4 &* first, as: Ints.self))
      let factors1 = BoundedFactors(
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
        x0 = x0 &<< Ints(repeating: 2)
        x1 = x1 &<< Ints(repeating: 2)
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
