#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Sums and extremes of the lines of a matrix and of its columns.

/// What a reduction of floats does with the next vector.
private protocol FloatFold {
  static func combine(_ current: Floats, _ next: Floats) -> Floats
}

/// An extremum: combining with an element twice changes nothing.
private protocol FloatExtreme: FloatFold {
  static func combine(_ current: Float, _ next: Float) -> Float
  /// One value from all lanes.
  static func collapse(_ x: Floats) -> Float
}

private enum FloatAddition: FloatFold {
  @inline(__always) static func combine(_ current: Floats, _ next: Floats) -> Floats { current + next }
}

/// NaN is passed over.
private enum FloatLargest: FloatExtreme {
  @inline(__always) static func combine(_ current: Floats, _ next: Floats) -> Floats { current.larger(next) }
  @inline(__always) static func combine(_ current: Float, _ next: Float) -> Float { current < next ? next : current }
  @inline(__always) static func collapse(_ x: Floats) -> Float { largestLane(x) }
}

/// NaN is passed over.
private enum FloatSmallest: FloatExtreme {
  @inline(__always) static func combine(_ current: Floats, _ next: Floats) -> Floats { current.smaller(next) }
  @inline(__always) static func combine(_ current: Float, _ next: Float) -> Float { next < current ? next : current }
  @inline(__always) static func collapse(_ x: Floats) -> Float { -largestLane(VectorMath.negated(x)) }
}

extension VectorKernels {
  /// The kernel of a reduction, nil where it is not defined on the type.
  static func reduction(_ kind: ReductionKind, _ type: ElementwiseType) -> ReductionKernel? {
    switch (kind, type) {
    case (.sum, .float32): sumFloat
    case (.maximum, .float32):
      ReductionKernel(
        columns: { foldColumns(FloatLargest.self, $0, $1) }, lines: { foldLines(FloatLargest.self, $0, $1) })
    case (.minimum, .float32):
      ReductionKernel(
        columns: { foldColumns(FloatSmallest.self, $0, $1) }, lines: { foldLines(FloatSmallest.self, $0, $1) })
    case (.sum, .int32): integers(IntAddition.self)
    case (.product, .int32): integers(IntMultiplication.self)
    case (.maximum, .int32): integers(IntLargest.self)
    case (.minimum, .int32): integers(IntSmallest.self)
    case (.sum, .int8): sumInt8
    case (.sum, .uint8): sumUInt8
    // Bytes flipped so that the largest unsigned one is the extremum.
    case (.maximum, .int8):
      ReductionKernel(columns: { extremeColumns($0, $1, flip: 0x80) }, lines: { extremeLines($0, $1, flip: 0x80) })
    case (.maximum, .uint8):
      ReductionKernel(columns: { extremeColumns($0, $1, flip: 0) }, lines: { extremeLines($0, $1, flip: 0) })
    case (.minimum, .int8):
      ReductionKernel(columns: { extremeColumns($0, $1, flip: 0x7F) }, lines: { extremeLines($0, $1, flip: 0x7F) })
    case (.minimum, .uint8):
      ReductionKernel(columns: { extremeColumns($0, $1, flip: 0xFF) }, lines: { extremeLines($0, $1, flip: 0xFF) })
    default: nil
    }
  }

  // The sums one by one, for programs that have some of them.

  static var sumFloat: ReductionKernel {
    ReductionKernel(columns: { foldColumns(FloatAddition.self, $0, $1) }, lines: sumLines)
  }
  static var sumInt8: ReductionKernel {
    ReductionKernel(columns: { sumColumns($0, $1, isSigned: true) }, lines: { sumLines($0, $1, isSigned: true) })
  }
  static var sumUInt8: ReductionKernel {
    ReductionKernel(columns: { sumColumns($0, $1, isSigned: false) }, lines: { sumLines($0, $1, isSigned: false) })
  }

  // MARK: Floats

  @inline(__always)
  private static func foldColumns<Fold: FloatFold>(
    _ fold: Fold.Type, _ matrix: ReductionLines, _ output: UnsafeMutableRawPointer
  ) {
    assert(matrix.validate())
    let lanes = lanesPerVector
    let count = matrix.count
    let pitch = 4 &* matrix.stride
    var column = 0
    while count &- column >= 4 &* lanes {
      let target = output + 4 &* column
      var (a, b, c, d) = (
        UnsafeRawPointer(target).lanes(0, as: Floats.self), UnsafeRawPointer(target).lanes(4 &* lanes, as: Floats.self),
        UnsafeRawPointer(target).lanes(8 &* lanes, as: Floats.self),
        UnsafeRawPointer(target).lanes(12 &* lanes, as: Floats.self)
      )
      var source = matrix.input + 4 &* column
      var line = 0
      while line < matrix.lines {
        a = Fold.combine(a, source.lanes(0, as: Floats.self))
        b = Fold.combine(b, source.lanes(4 &* lanes, as: Floats.self))
        c = Fold.combine(c, source.lanes(8 &* lanes, as: Floats.self))
        d = Fold.combine(d, source.lanes(12 &* lanes, as: Floats.self))
        source += pitch
        line &+= 1
      }
      target.put(a, 0)
      target.put(b, 4 &* lanes)
      target.put(c, 8 &* lanes)
      target.put(d, 12 &* lanes)
      column &+= 4 &* lanes
    }
    while count &- column >= 2 &* lanes {
      let target = output + 4 &* column
      var (a, b) = (
        UnsafeRawPointer(target).lanes(0, as: Floats.self), UnsafeRawPointer(target).lanes(4 &* lanes, as: Floats.self)
      )
      var source = matrix.input + 4 &* column
      var line = 0
      while line < matrix.lines {
        a = Fold.combine(a, source.lanes(0, as: Floats.self))
        b = Fold.combine(b, source.lanes(4 &* lanes, as: Floats.self))
        source += pitch
        line &+= 1
      }
      target.put(a, 0)
      target.put(b, 4 &* lanes)
      column &+= 2 &* lanes
    }
    while column < count {
      let rest = min(lanes, count &- column)
      let target = output + 4 &* column
      var source = matrix.input + 4 &* column
      var line = 0
      if rest == lanes {
        var a = UnsafeRawPointer(target).lanes(0, as: Floats.self)
        while line < matrix.lines {
          a = Fold.combine(a, source.lanes(0, as: Floats.self))
          source += pitch
          line &+= 1
        }
        target.put(a, 0)
      } else {
        var a = UnsafeRawPointer(target).floats(first: rest, 0)
        while line < matrix.lines {
          a = Fold.combine(a, source.floats(first: rest, 0))
          source += pitch
          line &+= 1
        }
        target.putFloats(first: rest, of: a, 0)
      }
      column &+= rest
    }
  }

  @inline(__always)
  private static func foldLines<Fold: FloatExtreme>(
    _ fold: Fold.Type, _ matrix: ReductionLines, _ output: UnsafeMutableRawPointer
  ) {
    assert(matrix.validate())
    let lanes = lanesPerVector
    let count = matrix.count
    let results = output.assumingMemoryBound(to: Float.self)
    var line = 0
    while line < matrix.lines {
      let source = matrix.input + 4 &* line &* matrix.stride
      var result = results[line]
      var i = 0
      if count >= lanes {
        var a = Floats(repeating: result)
        if count >= 4 &* lanes {
          var (b, c, d) = (a, a, a)
          while count &- i >= 4 &* lanes {
            a = Fold.combine(a, source.lanes(4 &* i, as: Floats.self))
            b = Fold.combine(b, source.lanes(4 &* (i &+ lanes), as: Floats.self))
            c = Fold.combine(c, source.lanes(4 &* (i &+ 2 &* lanes), as: Floats.self))
            d = Fold.combine(d, source.lanes(4 &* (i &+ 3 &* lanes), as: Floats.self))
            i &+= 4 &* lanes
          }
          a = Fold.combine(Fold.combine(a, b), Fold.combine(c, d))
        }
        while count &- i >= lanes {
          a = Fold.combine(a, source.lanes(4 &* i, as: Floats.self))
          i &+= lanes
        }
        if i < count {
          a = Fold.combine(a, source.lanes(4 &* (count &- lanes), as: Floats.self))
          i = count
        }
        result = Fold.combine(result, Fold.collapse(a))
      }
      while i < count {
        result = Fold.combine(result, source.load(fromByteOffset: 4 &* i, as: Float.self))
        i &+= 1
      }
      results[line] = result
      line &+= 1
    }
  }

  /// Sums of lines, each added up in interleaved parts: rounding grows with a part of its length.
  private static func sumLines(_ matrix: ReductionLines, _ output: UnsafeMutableRawPointer) {
    assert(matrix.validate())
    let lanes = lanesPerVector
    let count = matrix.count
    let sums = output.assumingMemoryBound(to: Float.self)
    var line = 0
    while line < matrix.lines {
      let source = matrix.input + 4 &* line &* matrix.stride
      var a = Floats()
      var i = 0
      if count >= 4 &* lanes {
        var (b, c, d) = (a, a, a)
        while count &- i >= 4 &* lanes {
          a += source.lanes(4 &* i, as: Floats.self)
          b += source.lanes(4 &* (i &+ lanes), as: Floats.self)
          c += source.lanes(4 &* (i &+ 2 &* lanes), as: Floats.self)
          d += source.lanes(4 &* (i &+ 3 &* lanes), as: Floats.self)
          i &+= 4 &* lanes
        }
        a = (a + b) + (c + d)
      }
      while count &- i >= lanes {
        a += source.lanes(4 &* i, as: Floats.self)
        i &+= lanes
      }
      if i < count { a += source.floats(first: count &- i, 4 &* i) }
      sums[line] += sumOfLanes(a)
      line &+= 1
    }
  }

  // MARK: Extremes of bytes

  @inline(__always)
  private static func larger(_ a: Bytes, _ b: Bytes) -> Bytes { clampedBytes(a, b, Bytes(repeating: -1)) }

  @inline(__always)
  private static func extremeColumns(_ matrix: ReductionLines, _ output: UnsafeMutableRawPointer, flip: UInt8) {
    assert(matrix.validate())
    let width = Bytes.scalarCount
    let flips = Bytes(repeating: Int8(bitPattern: flip))
    var column = 0
    while column < matrix.count {
      // The last block overlaps the one before, or fills a part of a register.
      let begin = max(0, min(column, matrix.count &- width))
      let rest = min(width, matrix.count &- begin)
      let target = output + begin
      var source = matrix.input + begin
      var line = 0
      if rest == width {
        var best = UnsafeRawPointer(target).lanes(0, as: Bytes.self).flipped(flips)
        while line < matrix.lines {
          best = larger(best, source.lanes(0, as: Bytes.self).flipped(flips))
          source += matrix.stride
          line &+= 1
        }
        target.put(best.flipped(flips), 0)
      } else {
        var best = UnsafeRawPointer(target).bytes(first: rest, 0, filler: flips).flipped(flips)
        while line < matrix.lines {
          best = larger(best, source.bytes(first: rest, 0, filler: flips).flipped(flips))
          source += matrix.stride
          line &+= 1
        }
        target.putBytes(first: rest, of: best.flipped(flips), 0)
      }
      column = begin &+ rest
    }
  }

  /// The largest of `count` bytes once flipped, 0 for none.
  @inline(__always)
  static func largest(_ source: UnsafeRawPointer, _ count: Int, _ flips: Bytes) -> UInt8 {
    let width = Bytes.scalarCount
    if count < width { return largestByte(source.bytes(first: count, 0, filler: flips).flipped(flips)) }
    var best = source.lanes(count &- width, as: Bytes.self).flipped(flips)
    var i = 0
    while count &- i >= width {
      best = larger(best, source.lanes(i, as: Bytes.self).flipped(flips))
      i &+= width
    }
    return largestByte(best)
  }

  @inline(__always)
  private static func extremeLines(_ matrix: ReductionLines, _ output: UnsafeMutableRawPointer, flip: UInt8) {
    assert(matrix.validate())
    let flips = Bytes(repeating: Int8(bitPattern: flip))
    let results = output.assumingMemoryBound(to: UInt8.self)
    var line = 0
    while line < matrix.lines {
      let best = largest(matrix.input + line &* matrix.stride, matrix.count, flips)
      results[line] = max(results[line] ^ flip, best) ^ flip
      line &+= 1
    }
  }

  // MARK: Places of extremes

  /// Where the first of the largest elements of each line stands, or of the smallest; nil where there is no kernel.
  static func position(_ kind: ReductionKind, _ type: ElementwiseType) -> PositionKernel? {
    switch (kind, type) {
    case (.maximum, .float32): { largestPositions($0, $1, negates: false) }
    case (.minimum, .float32): { largestPositions($0, $1, negates: true) }
    case (.maximum, .int8): { positions($0, $1, flip: 0x80) }
    case (.maximum, .uint8): { positions($0, $1, flip: 0) }
    case (.minimum, .int8): { positions($0, $1, flip: 0x7F) }
    case (.minimum, .uint8): { positions($0, $1, flip: 0xFF) }
    default: nil
    }
  }

  @inline(__always)
  private static func positions(_ matrix: ReductionLines, _ output: UnsafeMutablePointer<Int32>, flip: UInt8) {
    assert(matrix.validate())
    let width = Bytes.scalarCount
    let count = matrix.count
    let flips = Bytes(repeating: Int8(bitPattern: flip))
    var line = 0
    while line < matrix.lines {
      let source = matrix.input + line &* matrix.stride
      let best = Bytes(repeating: Int8(bitPattern: largest(source, count, flips)))
      var found: UInt64 = 0
      var i = 0
      if count < width {
        found = equalBits(source.bytes(first: count, 0, filler: flips).flipped(flips), best)
      } else {
        while found == 0, i < count {
          i = min(i, count &- width)
          found = equalBits(source.lanes(i, as: Bytes.self).flipped(flips), best)
          if found == 0 { i &+= width }
        }
      }
      output[line] = Int32(truncatingIfNeeded: i &+ found.trailingZeroBitCount)
      line &+= 1
    }
  }

  /// NaN loses against every number; the place is 0 when there is nothing else.
  @inline(__always)
  private static func largestPositions(
    _ matrix: ReductionLines, _ output: UnsafeMutablePointer<Int32>, negates: Bool
  ) {
    assert(matrix.validate())
    let lanes = lanesPerVector
    let count = matrix.count
    let signs = Ints(repeating: negates ? Int32.min : 0)
    @inline(__always) func signed(_ x: Floats) -> Floats {
      unsafeBitCast(unsafeBitCast(x, to: Ints.self) ^ signs, to: Floats.self)
    }
    var line = 0
    while line < matrix.lines {
      let source = matrix.input + 4 &* line &* matrix.stride
      var place = 0
      if count >= lanes {
        let lowest = Floats(repeating: -Float.infinity)
        var (a, b) = (lowest.larger(signed(source.lanes(4 &* (count &- lanes), as: Floats.self))), lowest)
        var i = 0
        while count &- i >= 2 &* lanes {
          a = a.larger(signed(source.lanes(4 &* i, as: Floats.self)))
          b = b.larger(signed(source.lanes(4 &* (i &+ lanes), as: Floats.self)))
          i &+= 2 &* lanes
        }
        if count &- i >= lanes { a = a.larger(signed(source.lanes(4 &* i, as: Floats.self))) }
        let best = Floats(repeating: largestLane(a.larger(b)))
        var found: UInt64 = 0
        @inline(__always) func equalLanes(_ i: Int) -> UInt64 {
          let isEqual = signed(source.lanes(4 &* i, as: Floats.self)) .== best
          return signBits(Ints().replacing(with: Ints(repeating: -1), where: isEqual))
        }
        i = 0
        if count <= 2 &* lanes {
          // Both halves without a branch that nobody could foresee.
          found = equalLanes(0) | equalLanes(count &- lanes) &<< UInt64(count &- lanes)
        }
        while found == 0, i < count {
          i = min(i, count &- lanes)
          found = equalLanes(i)
          if found == 0 { i &+= lanes }
        }
        if found != 0 { place = i &+ found.trailingZeroBitCount }
      } else {
        var best = Float.nan
        var i = 0
        while i < count {
          let value =
            negates
            ? -source.load(fromByteOffset: 4 &* i, as: Float.self) : source.load(fromByteOffset: 4 &* i, as: Float.self)
          if best < value || (best.isNaN && !value.isNaN) {
            best = value
            place = i
          }
          i &+= 1
        }
      }
      output[line] = Int32(truncatingIfNeeded: place)
      line &+= 1
    }
  }
}

#endif
