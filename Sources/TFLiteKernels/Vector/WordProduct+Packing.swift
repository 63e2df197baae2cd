#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

extension WordProduct {
  /// Writes the weights of four columns from `column` on, a multiple of four, to where `WordProduct.weights` has them.
  /// - Parameters:
  ///   - values: the first column's weights.
  ///   - stride: bytes from one column's weights to the next one's.
  ///   - depth: the weights of a column, an even number.
  ///   - weights: where the first panel begins.
  @inline(__always)
  static func packFour(
    _ values: UnsafeRawPointer, stride: Int, _ depth: Int, _ weights: UnsafeMutableRawPointer, column: Int,
    panelSize: Int
  ) {
    var k = 0
    if !Tier.hasShortLanes {
      let lane = column & (lanesPerVector &- 1)
      let size = MemoryLayout<Ints>.size
      var target = weights + ((column &- lane) / lanesPerVector &* panelSize &+ 4 &* lane)
      while k &+ 8 <= depth {
        @inline(__always)
        func pairs(_ index: Int) -> SIMD4<UInt32> {
          values.lanes(index &* stride &+ 2 &* k, as: SIMD4<UInt32>.self)
        }
        VectorKernels.transposeFours(pairs(0), pairs(1), pairs(2), pairs(3)) { target.put($1, $0 &* size) }
        target += 4 &* size
        k &+= 8
      }
    }
    var i = 0
    while i < 4 {
      pack(values + i &* stride, k, depth, weights, column: column &+ i, panelSize: panelSize)
      i &+= 1
    }
  }

  /// Writes the weights of one column from `first` on, an even number.
  @inline(__always)
  private static func pack(
    _ values: UnsafeRawPointer, _ first: Int, _ depth: Int, _ weights: UnsafeMutableRawPointer, column: Int,
    panelSize: Int
  ) {
    // A panel for lanes takes the memory of those of sixteen columns, and the next one begins behind it.
    let width = Tier.hasShortLanes ? laneColumns : lanesPerVector
    let lane = column & (width &- 1)
    var target = weights + (column &- lane) / lanesPerVector &* panelSize
    if Tier.hasShortLanes {
      target += 2 &* (lane &+ first &* laneColumns)
      var k = first
      while k < depth {
        target.storeBytes(of: values.loadUnaligned(fromByteOffset: 2 &* k, as: Int16.self), as: Int16.self)
        target += 2 &* laneColumns
        k &+= 1
      }
    } else {
      target += 4 &* lane &+ first / 2 &* MemoryLayout<Ints>.size
      var k = first
      while k < depth {
        target.storeBytes(of: values.loadUnaligned(fromByteOffset: 2 &* k, as: Int32.self), as: Int32.self)
        target += MemoryLayout<Ints>.size
        k &+= 2
      }
    }
  }
}

#endif
