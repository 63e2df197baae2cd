#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

extension WordProduct {
  /// Writes the `depth` weights of one column to where `WordProduct.weights` has them.
  /// - Parameters:
  ///   - depth: an even number.
  ///   - weights: where the first panel begins.
  @inline(__always)
  static func pack(
    _ values: UnsafeRawPointer, _ depth: Int, _ weights: UnsafeMutableRawPointer, column: Int, panelSize: Int
  ) {
    // A panel for lanes takes the memory of those of sixteen columns, and the next one begins behind it.
    let width = Tier.hasShortLanes ? laneColumns : lanesPerVector
    let lane = column & (width &- 1)
    var target = weights + (column &- lane) / lanesPerVector &* panelSize
    if Tier.hasShortLanes {
      target += 2 &* lane
      var k = 0
      while k < depth {
        target.storeBytes(of: values.loadUnaligned(fromByteOffset: 2 &* k, as: Int16.self), as: Int16.self)
        target += 2 &* laneColumns
        k &+= 1
      }
    } else {
      target += 4 &* lane
      var k = 0
      while k < depth {
        target.storeBytes(of: values.loadUnaligned(fromByteOffset: 2 &* k, as: Int32.self), as: Int32.self)
        target += MemoryLayout<Ints>.size
        k &+= 2
      }
    }
  }
}

#endif
