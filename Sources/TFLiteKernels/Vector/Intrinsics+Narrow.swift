#if arch(x86_64)
  import _Builtin_intrinsics.intel
#endif
#if TFLITE_TIER
  import TFLiteKernels
#endif

#if TFLITE_AVX2 || TFLITE_AVX512
  /// The strips of columns that become bytes together.
  var stripsPerPacket: Int {
    #if TFLITE_AVX512
      return 4
    #else
      return 2
    #endif
  }

  /// Scaled sums to bytes: an offset is added, and they are clamped. Packing saturates, so that sums may lie anywhere.
  struct ByteBounds {
    #if TFLITE_AVX512
      /// As many bytes as are stored at most.
      typealias Packet = SIMD64<Int8>
    #else
      /// As many bytes as are stored at most.
      typealias Packet = SIMD16<Int8>
    #endif
    private let offset: Longs
    private let lower: Packet
    private let upper: Packet
    private let isSigned: Bool

    @inline(__always)
    init(_ offset: Int32, _ range: IntegerRange, isSigned: Bool) {
      self.offset = unsafeBitCast(Shorts(repeating: Int16(truncatingIfNeeded: offset)), to: Longs.self)
      lower = Packet(repeating: Int8(truncatingIfNeeded: range.lower))
      upper = Packet(repeating: Int8(truncatingIfNeeded: range.upper))
      self.isSigned = isSigned
    }

    /// Writes the bytes of up to `stripsPerPacket` strips of sums, the first `count` of them; the other vectors do not
    /// matter.
    @inline(__always)
    func store(_ x0: Ints, _ x1: Ints, _ x2: Ints, _ x3: Ints, _ target: UnsafeMutableRawPointer, first count: Int) {
      #if TFLITE_AVX512 && !TFLITE_EMULATED
        let low = _mm512_adds_epi16(
          _mm512_packs_epi32(unsafeBitCast(x0, to: Longs.self), unsafeBitCast(x1, to: Longs.self)), offset)
        let high = _mm512_adds_epi16(
          _mm512_packs_epi32(unsafeBitCast(x2, to: Longs.self), unsafeBitCast(x3, to: Longs.self)), offset)
        let least = unsafeBitCast(lower, to: Longs.self)
        let most = unsafeBitCast(upper, to: Longs.self)
        let bytes =
          isSigned
          ? _mm512_min_epi8(_mm512_max_epi8(_mm512_packs_epi16(low, high), least), most)
          : _mm512_min_epu8(_mm512_max_epu8(_mm512_packus_epi16(low, high), least), most)
        // Words of four bytes stand by parts of the registers.
        let order = Ints(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
        let packet = _mm512_permutexvar_epi32(unsafeBitCast(order, to: Longs.self), bytes)
        if count == 64 {
          target.put(packet, 0)
        } else if count == 32 {
          target.put(packet.lowHalf, 0)
        } else if count == 16 {
          target.put(packet.lowHalf.lowHalf, 0)
        } else {
          _mm512_mask_storeu_epi8(target, (1 &<< UInt64(truncatingIfNeeded: count)) &- 1, packet)
        }
      #elseif TFLITE_AVX512
        target.store(
          Packet(
            lowHalf: SIMD32<Int8>(lowHalf: narrowed(x0), highHalf: narrowed(x1)),
            highHalf: SIMD32<Int8>(lowHalf: narrowed(x2), highHalf: narrowed(x3))), first: count)
      #else
        let shorts = _mm256_adds_epi16(
          _mm256_packs_epi32(unsafeBitCast(x0, to: Longs.self), unsafeBitCast(x1, to: Longs.self)), offset)
        let least = unsafeBitCast(lower, to: SIMD2<Int64>.self)
        let most = unsafeBitCast(upper, to: SIMD2<Int64>.self)
        let bytes =
          isSigned
          ? _mm_min_epi8(_mm_max_epi8(_mm_packs_epi16(shorts.lowHalf, shorts.highHalf), least), most)
          : _mm_min_epu8(_mm_max_epu8(_mm_packus_epi16(shorts.lowHalf, shorts.highHalf), least), most)
        let words = unsafeBitCast(bytes, to: SIMD4<Int32>.self)
        target.store(
          unsafeBitCast(SIMD4<Int32>(words[0], words[2], words[1], words[3]), to: Packet.self), first: count)
      #endif
    }

    #if TFLITE_AVX512 && TFLITE_EMULATED
      @inline(__always)
      private func narrowed(_ x: Ints) -> SIMD16<Int8> {
        let add = Int32(unsafeBitCast(offset, to: Shorts.self)[0])
        var result = SIMD16<Int8>()
        var lane = 0
        while lane < 16 {
          let value = max(-32768, min(32767, x[lane])) &+ add
          let least = isSigned ? Int32(lower[0]) : Int32(UInt8(bitPattern: lower[0]))
          let most = isSigned ? Int32(upper[0]) : Int32(UInt8(bitPattern: upper[0]))
          result[lane] = Int8(truncatingIfNeeded: max(least, min(most, value)))
          lane &+= 1
        }
        return result
      }
    #endif
  }
#endif
