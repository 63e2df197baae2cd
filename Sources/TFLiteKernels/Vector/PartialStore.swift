#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

// Stores of the first lanes of a vector.

extension UnsafeMutableRawPointer {
  /// Stores the first `count` lanes, all of them at most.
  @inline(__always)
  func store<Lanes: SIMD>(_ value: Lanes, first count: Int) {
    if count == Lanes.scalarCount {
      storeBytes(of: value, as: Lanes.self)
      return
    }
    let target = self
    withUnsafeBytes(of: value) { buffer in
      guard let source = buffer.baseAddress else { return }
      moveParts(from: source, to: target, count &* MemoryLayout<Lanes.Scalar>.size)
    }
  }
}

/// Copies `count` bytes, less than 64 of them, by parts of falling size.
@inline(__always)
func moveParts(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int) {
  var done = 0
  while count &- done >= 8 {
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: done, as: UInt64.self), toByteOffset: done, as: UInt64.self)
    done &+= 8
  }
  if count & 4 != 0 {
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: done, as: UInt32.self), toByteOffset: done, as: UInt32.self)
    done &+= 4
  }
  if count & 2 != 0 {
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: done, as: UInt16.self), toByteOffset: done, as: UInt16.self)
    done &+= 2
  }
  if count & 1 != 0 {
    target.storeBytes(of: source.load(fromByteOffset: done, as: UInt8.self), toByteOffset: done, as: UInt8.self)
  }
}

#endif
