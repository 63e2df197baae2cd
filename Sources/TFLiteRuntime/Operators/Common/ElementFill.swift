/// Sets `count` elements from `destination` on to the `width` bytes at `value`; `width` is 1, 2, 4, 8 or 16.
func fillElements(_ destination: UnsafeMutableRawPointer, count: Int, value: UnsafeRawPointer, width: Int) {
  if count <= 0 { return }
  switch width {
  case 1: destination.initializeMemory(as: UInt8.self, repeating: value.load(as: UInt8.self), count: count)
  case 2: fillElements(destination, count, value.loadUnaligned(as: UInt16.self))
  case 4: fillElements(destination, count, value.loadUnaligned(as: UInt32.self))
  case 8: fillElements(destination, count, value.loadUnaligned(as: UInt64.self))
  default:
    for index in 0..<count { (destination + index &* width).copyMemory(from: value, byteCount: width) }
  }
}

private func fillElements<Element: FixedWidthInteger & BitwiseCopyable>(
  _ destination: UnsafeMutableRawPointer, _ count: Int, _ value: Element
) {
  if value == 0 {
    destination.initializeMemory(as: UInt8.self, repeating: 0, count: count &* MemoryLayout<Element>.size)
    return
  }
  for index in 0..<count {
    destination.storeBytes(of: value, toByteOffset: index &* MemoryLayout<Element>.size, as: Element.self)
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

/// Copies `count` bytes between arrays that do not overlap, short runs without a call.
@inline(__always)
func copyRun(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
  switch count {
  case 1: destination.storeBytes(of: source.loadUnaligned(as: UInt8.self), as: UInt8.self)
  case 2: destination.storeBytes(of: source.loadUnaligned(as: UInt16.self), as: UInt16.self)
  case 4: destination.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
  case 8: destination.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
  case 16...256:
    // The last chunk overlaps the one before.
    var done = 0
    while done < count {
      let offset = min(done, count &- 16)
      destination.storeBytes(
        of: source.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self), toByteOffset: offset,
        as: SIMD2<UInt64>.self)
      done &+= 16
    }
  default: destination.copyMemory(from: source, byteCount: count)
  }
}
