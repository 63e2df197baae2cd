#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Products of 16-bit numbers where instructions multiply by a lane of a vector and add up modulo 2^32: eight elements of each row
// are one vector.

extension WordProduct {
  /// Columns of a panel.
  @inline(__always)
  static var laneColumns: Int { 16 }

  /// Writes `count` rows of sums of all panels of sixteen columns, that is four of `panels`.
  func runByLanes(rows count: Int, panels: Int) {
    var panel = 0
    while panel < panels {
      let weights = weights + panel &* panelSize
      let target = output + panel &* MemoryLayout<Ints>.size
      var row = 0
      while row < count {
        let left = count &- row
        let place = target + row &* outputStride
        if left >= 4 {
          laneTile(Four.self, rows + row &* rowSize, weights, place)
          row &+= 4
        } else if left >= 2 {
          laneTile(Two.self, rows + row &* rowSize, weights, place)
          row &+= 2
        } else {
          laneTile(One.self, rows + row &* rowSize, weights, place)
          row &+= 1
        }
      }
      panel &+= 4
    }
  }

  /// Writes the sums of `Rows` rows by one panel. It has nothing but the tile's sums on its stack, so that they are in registers.
  @inline(never)
  private func laneTile<Rows: Count>(
    _ rowCount: Rows.Type, _ rows: UnsafeRawPointer, _ weights: UnsafeRawPointer, _ target: UnsafeMutableRawPointer
  ) {
    // A closure of this size would not be inlined, and its sums would be in memory.
    @inline(__always)
    func run(_ sums: UnsafeMutableRawBufferPointer) {
      guard let base = sums.baseAddress else { return }
      let c = base.assumingMemoryBound(to: SIMD4<Int32>.self)
      var x = rows
      let end = x + 4 &* pairs
      var b = weights
      while x + 16 <= end {
        eightElements(rowCount, c, x, b)
        b += 16 &* Self.laneColumns
        x += 16
      }
      while x < end {
        var r = 0
        while r < Rows.value {
          let value = SIMD8<Int16>(repeating: (x + r &* rowSize).loadUnaligned(as: Int16.self))
          addProducts(c + 4 &* r, b, value, 0)
          r &+= 1
        }
        b += 2 &* Self.laneColumns
        x += 2
      }
      var r = 0
      while r < Rows.value {
        let line = target + r &* outputStride
        var s = 0
        while s < 4 {
          line.put(c[4 &* r &+ s], 16 &* s)
          s &+= 1
        }
        r &+= 1
      }
    }
    var memory = TileSums()
    withUnsafeMutableBytes(of: &memory, run)
  }

  /// Adds the products of eight elements of each row.
  @inline(__always)
  private func eightElements<Rows: Count>(
    _ rowCount: Rows.Type, _ c: UnsafeMutablePointer<SIMD4<Int32>>, _ x: UnsafeRawPointer, _ b: UnsafeRawPointer
  ) {
    var vectors = (SIMD8<Int16>(), SIMD8<Int16>(), SIMD8<Int16>(), SIMD8<Int16>())
    withUnsafeMutableBytes(of: &vectors) { buffer in
      guard let base = buffer.baseAddress else { return }
      let values = base.assumingMemoryBound(to: SIMD8<Int16>.self)
      var r = 0
      while r < Rows.value {
        values[r] = x.lanes(r &* rowSize, as: SIMD8<Int16>.self)
        r &+= 1
      }
      @inline(__always)
      func element(_ k: Int) {
        let weights = b + 2 &* k &* Self.laneColumns
        var r = 0
        while r < Rows.value {
          addProducts(c + 4 &* r, weights, values[r], k)
          r &+= 1
        }
      }
      element(0)
      element(1)
      element(2)
      element(3)
      element(4)
      element(5)
      element(6)
      element(7)
    }
  }

  /// Adds the products of lane `lane` of `x`, a constant, with the weights of sixteen columns to their four vectors of sums.
  @inline(__always)
  private func addProducts(
    _ c: UnsafeMutablePointer<SIMD4<Int32>>, _ weights: UnsafeRawPointer, _ x: SIMD8<Int16>, _ lane: Int
  ) {
    let near = weights.lanes(0, as: SIMD8<Int16>.self)
    let far = weights.lanes(16, as: SIMD8<Int16>.self)
    c[0] = addLaneProducts(c[0], near.lowHalf, x, lane)
    c[1] = addLaneProducts(c[1], near.highHalf, x, lane)
    c[2] = addLaneProducts(c[2], far.lowHalf, x, lane)
    c[3] = addLaneProducts(c[3], far.highHalf, x, lane)
  }
}

#endif
