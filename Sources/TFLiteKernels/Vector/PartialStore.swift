#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

// Stores of the first lanes of a vector.

extension UnsafeMutableRawPointer {
  /// Stores the first `count` lanes, 1 to all of them.
  @inline(__always)
  func store<Lanes: SIMD>(_ value: Lanes, first count: Int) {
    if count == Lanes.scalarCount {
      storeBytes(of: value, as: Lanes.self)
      return
    }
    var copy = value
    let target = self
    withUnsafeBytes(of: &copy) { buffer in
      guard let source = buffer.baseAddress else { return }
      let bytes = count &* MemoryLayout<Lanes.Scalar>.size
      var done = 0
      while done &+ 8 <= bytes {
        target.storeBytes(
          of: source.loadUnaligned(fromByteOffset: done, as: UInt64.self), toByteOffset: done, as: UInt64.self)
        done &+= 8
      }
      if bytes & 4 != 0 {
        target.storeBytes(
          of: source.loadUnaligned(fromByteOffset: done, as: UInt32.self), toByteOffset: done, as: UInt32.self)
        done &+= 4
      }
      if bytes & 2 != 0 {
        target.storeBytes(
          of: source.loadUnaligned(fromByteOffset: done, as: UInt16.self), toByteOffset: done, as: UInt16.self)
        done &+= 2
      }
      if bytes & 1 != 0 {
        target.storeBytes(of: source.load(fromByteOffset: done, as: UInt8.self), toByteOffset: done, as: UInt8.self)
      }
    }
  }
}

#endif
