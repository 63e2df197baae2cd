/// Sets `count` elements from `destination` on to the `width` bytes at `value`; `width` is 1, 2, 4, 8 or 16.
func fillElements(_ destination: UnsafeMutableRawPointer, count: Int, value: UnsafeRawPointer, width: Int) {
  FillPattern(value, width: width).fill(destination, byteCount: count &* width)
}

/// 16 bytes of one element over and over.
struct FillPattern {
  private let bytes: SIMD2<UInt64>

  /// - Parameters:
  ///   - value: the element.
  ///   - width: its bytes: 1, 2, 4, 8 or 16.
  init(_ value: UnsafeRawPointer, width: Int) {
    switch width {
    case 1: bytes = SIMD2(repeating: UInt64(value.load(as: UInt8.self)) &* 0x0101_0101_0101_0101)
    case 2: bytes = SIMD2(repeating: UInt64(value.loadUnaligned(as: UInt16.self)) &* 0x0001_0001_0001_0001)
    case 4: bytes = SIMD2(repeating: UInt64(value.loadUnaligned(as: UInt32.self)) &* 0x0000_0001_0000_0001)
    case 8: bytes = SIMD2(repeating: value.loadUnaligned(as: UInt64.self))
    default: bytes = value.loadUnaligned(as: SIMD2<UInt64>.self)
    }
  }

  /// Fills `byteCount` bytes, whole elements, from `destination` on; nothing if there are none.
  @inline(__always)
  func fill(_ destination: UnsafeMutableRawPointer, byteCount: Int) {
    if byteCount >= 16 {
      if byteCount > 256 { return fillMany(destination, byteCount) }
      var done = 0
      while done &+ 16 <= byteCount {
        destination.storeBytes(of: bytes, toByteOffset: done, as: SIMD2<UInt64>.self)
        done &+= 16
      }
      // Elements of fewer bytes: the last chunk overlaps the one before.
      if done < byteCount { destination.storeBytes(of: bytes, toByteOffset: byteCount &- 16, as: SIMD2<UInt64>.self) }
      return
    }
    let first = bytes[0]
    if byteCount >= 8 {
      destination.storeBytes(of: first, as: UInt64.self)
      destination.storeBytes(of: first, toByteOffset: byteCount &- 8, as: UInt64.self)
      return
    }
    var done = 0
    if byteCount & 4 != 0 {
      destination.storeBytes(of: UInt32(truncatingIfNeeded: first), as: UInt32.self)
      done = 4
    }
    if byteCount & 2 != 0 {
      destination.storeBytes(of: UInt16(truncatingIfNeeded: first), toByteOffset: done, as: UInt16.self)
      done &+= 2
    }
    if byteCount & 1 != 0 {
      destination.storeBytes(of: UInt8(truncatingIfNeeded: first), toByteOffset: done, as: UInt8.self)
    }
  }

  private func fillMany(_ destination: UnsafeMutableRawPointer, _ byteCount: Int) {
    let byte = UInt8(truncatingIfNeeded: bytes[0])
    if bytes == SIMD2(repeating: UInt64(byte) &* 0x0101_0101_0101_0101) {
      destination.initializeMemory(as: UInt8.self, repeating: byte, count: byteCount)
      return
    }
    let chunk = SIMD8(lowHalf: SIMD4(lowHalf: bytes, highHalf: bytes), highHalf: SIMD4(lowHalf: bytes, highHalf: bytes))
    var done = 0
    while done &+ 64 <= byteCount {
      destination.storeBytes(of: chunk, toByteOffset: done, as: SIMD8<UInt64>.self)
      done &+= 64
    }
    // Whole elements: the last chunk overlaps the one before.
    if done < byteCount { destination.storeBytes(of: chunk, toByteOffset: byteCount &- 64, as: SIMD8<UInt64>.self) }
  }
}

/// Fills the whole of a tensor whose elements take one byte or more.
struct ElementFillJob: RowJob {
  let destination: UnsafeMutableRawPointer
  let value: UnsafeRawPointer
  let width: Int

  func run(_ rows: Range<Int>) {
    fillElements(destination + rows.lowerBound &* width, count: rows.count, value: value, width: width)
  }
}
