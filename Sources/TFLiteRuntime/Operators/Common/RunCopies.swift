/// Copies `count` runs of `byteCount` bytes that begin `sourceStep` bytes apart, to places `destinationStep` bytes apart. The
/// arrays do not overlap.
func copyRuns(
  _ destination: UnsafeMutableRawPointer, step destinationStep: Int, _ source: UnsafeRawPointer, step sourceStep: Int,
  byteCount: Int, count: Int
) {
  let runs = EvenRuns(
    source: source, sourceStep: sourceStep, destination: destination, destinationStep: destinationStep, count: count)
  switch byteCount {
  case 1: runs.copy(UInt8.self)
  case 2: runs.copy(UInt16.self)
  case 4: runs.copy(UInt32.self)
  case 8: runs.copy(UInt64.self)
  case 12: runs.copy(UInt64.self, tail: 4)
  case 16: runs.copy(SIMD2<UInt64>.self)
  case 17...32: runs.copy(SIMD2<UInt64>.self, tail: byteCount - 16)
  case 33...64: runs.copy(SIMD4<UInt64>.self, tail: byteCount - 32)
  case 65...256: runs.copyChunks(byteCount)
  default: runs.copy(byteCount)
  }
}

/// Runs of one length, evenly spaced in both arrays.
struct EvenRuns {
  var source: UnsafeRawPointer
  var sourceStep: Int
  var destination: UnsafeMutableRawPointer
  var destinationStep: Int
  var count: Int

  /// Runs that are one chunk.
  @inline(__always)
  func copy<Chunk: BitwiseCopyable>(_ type: Chunk.Type) {
    var from = source
    var to = destination
    var left = count
    while left >= 4 {
      let (a, b) = (from.loadUnaligned(as: Chunk.self), (from + sourceStep).loadUnaligned(as: Chunk.self))
      from += 2 &* sourceStep
      let (c, d) = (from.loadUnaligned(as: Chunk.self), (from + sourceStep).loadUnaligned(as: Chunk.self))
      from += 2 &* sourceStep
      to.storeBytes(of: a, as: Chunk.self)
      (to + destinationStep).storeBytes(of: b, as: Chunk.self)
      to += 2 &* destinationStep
      to.storeBytes(of: c, as: Chunk.self)
      (to + destinationStep).storeBytes(of: d, as: Chunk.self)
      to += 2 &* destinationStep
      left &-= 4
    }
    while left > 0 {
      to.storeBytes(of: from.loadUnaligned(as: Chunk.self), as: Chunk.self)
      from += sourceStep
      to += destinationStep
      left &-= 1
    }
  }

  /// Runs longer than a chunk by `tail` bytes and at most twice as long: two chunks that overlap.
  @inline(__always)
  func copy<Chunk: BitwiseCopyable>(_ type: Chunk.Type, tail: Int) {
    var from = source
    var to = destination
    for _ in 0..<count {
      let first = from.loadUnaligned(as: Chunk.self)
      let second = from.loadUnaligned(fromByteOffset: tail, as: Chunk.self)
      to.storeBytes(of: first, as: Chunk.self)
      to.storeBytes(of: second, toByteOffset: tail, as: Chunk.self)
      from += sourceStep
      to += destinationStep
    }
  }

  /// Runs of 64 bytes or more, in chunks of so many, of which the last overlaps the one before. Not in line, as `reverse`.
  @inline(never)
  func copyChunks(_ byteCount: Int) {
    var from = source
    var to = destination
    for _ in 0..<count {
      Self.copyChunks(to, from, byteCount)
      from += sourceStep
      to += destinationStep
    }
  }

  /// One such run, in line.
  @inline(__always)
  static func copyChunks(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ byteCount: Int) {
    let last = byteCount &- 64
    var offset = 0
    while offset < last {
      copyChunk(destination + offset, source + offset)
      offset &+= 64
    }
    copyChunk(destination + last, source + last)
  }

  @inline(__always)
  private static func copyChunk(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer) {
    destination.storeBytes(of: source.loadUnaligned(as: SIMD8<UInt64>.self), as: SIMD8<UInt64>.self)
  }

  /// Runs of any length.
  @inline(__always)
  func copy(_ byteCount: Int) {
    var from = source
    var to = destination
    for _ in 0..<count {
      copyRun(to, from, byteCount)
      from += sourceStep
      to += destinationStep
    }
  }

  /// One element of the source, to places without gaps.
  @inline(__always)
  func spread<Element: BitwiseCopyable>(_ type: Element.Type) {
    let value = source.loadUnaligned(as: Element.self)
    var to = destination
    for _ in 0..<count {
      to.storeBytes(of: value, as: Element.self)
      to += MemoryLayout<Element>.size
    }
  }

  /// Elements that lie one after the other in both arrays, those of the source backwards: these runs and those of the `lines - 1`
  /// lines after them. Not in line: the loops around it would put registers aside for each run.
  @inline(never)
  func reverse<Element: BitwiseCopyable>(
    _ type: Element.Type, lines: Int, sourceStep: Int, destinationStep: Int
  ) {
    let size = MemoryLayout<Element>.size
    let block = size == 1 ? 8 : 16
    let byteCount = count &* size
    // The begin of the source in memory.
    var source = self.source - (count &- 1) &* size
    var destination = self.destination
    for _ in 0..<lines {
      var from = source + byteCount
      var to = destination
      var left = byteCount
      while left >= block {
        from -= block
        reverseBlock(type, from, to)
        to += block
        left &-= block
      }
      if left > 0, byteCount >= block {
        // The last block overlaps the one before.
        reverseBlock(type, source, destination + (byteCount &- block))
      } else {
        while left > 0 {
          from -= size
          to.storeBytes(of: from.loadUnaligned(as: Element.self), as: Element.self)
          to += size
          left &-= size
        }
      }
      source += sourceStep
      destination += destinationStep
    }
  }

  /// A register of elements, or of eight bytes.
  @inline(__always)
  private func reverseBlock<Element: BitwiseCopyable>(
    _ type: Element.Type, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer
  ) {
    switch MemoryLayout<Element>.size {
    case 1: to.storeBytes(of: from.loadUnaligned(as: UInt64.self).byteSwapped, as: UInt64.self)
    case 2:
      let x = from.loadUnaligned(as: SIMD8<UInt16>.self)
      to.storeBytes(of: SIMD8(x[7], x[6], x[5], x[4], x[3], x[2], x[1], x[0]), as: SIMD8<UInt16>.self)
    case 4:
      let x = from.loadUnaligned(as: SIMD4<UInt32>.self)
      to.storeBytes(of: SIMD4(x[3], x[2], x[1], x[0]), as: SIMD4<UInt32>.self)
    case 8:
      let x = from.loadUnaligned(as: SIMD2<UInt64>.self)
      to.storeBytes(of: SIMD2(x[1], x[0]), as: SIMD2<UInt64>.self)
    default: to.storeBytes(of: from.loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
    }
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
  case 16..<64:
    // The last chunk overlaps the one before.
    var done = 0
    while done < count {
      let offset = min(done, count &- 16)
      destination.storeBytes(
        of: source.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self), toByteOffset: offset,
        as: SIMD2<UInt64>.self)
      done &+= 16
    }
  case 64...256:
    EvenRuns(source: source, sourceStep: 0, destination: destination, destinationStep: 0, count: 1).copyChunks(count)
  default: destination.copyMemory(from: source, byteCount: count)
  }
}
