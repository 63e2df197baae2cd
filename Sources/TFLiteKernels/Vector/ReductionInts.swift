#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Sums, products and extremes of the lines of a matrix of 32-bit integers, and of its columns.

/// What a reduction does with the next vector or the next integer.
protocol IntFold: SendableMetatype {
  /// What changes nothing.
  static var neutral: Int32 { get }
  static func combine(_ current: Ints, _ next: Ints) -> Ints
  static func combine(_ current: Int32, _ next: Int32) -> Int32
}

/// Wrapping.
enum IntAddition: IntFold {
  @inline(__always) static var neutral: Int32 { 0 }
  @inline(__always) static func combine(_ current: Ints, _ next: Ints) -> Ints { current &+ next }
  @inline(__always) static func combine(_ current: Int32, _ next: Int32) -> Int32 { current &+ next }
}

/// Wrapping.
enum IntMultiplication: IntFold {
  @inline(__always) static var neutral: Int32 { 1 }
  @inline(__always) static func combine(_ current: Ints, _ next: Ints) -> Ints { current &* next }
  @inline(__always) static func combine(_ current: Int32, _ next: Int32) -> Int32 { current &* next }
}

enum IntLargest: IntFold {
  @inline(__always) static var neutral: Int32 { Int32.min }
  @inline(__always) static func combine(_ current: Ints, _ next: Ints) -> Ints {
    clamped(current, next, Ints(repeating: Int32.max))
  }
  @inline(__always) static func combine(_ current: Int32, _ next: Int32) -> Int32 { max(current, next) }
}

enum IntSmallest: IntFold {
  @inline(__always) static var neutral: Int32 { Int32.max }
  @inline(__always) static func combine(_ current: Ints, _ next: Ints) -> Ints {
    clamped(current, Ints(repeating: Int32.min), next)
  }
  @inline(__always) static func combine(_ current: Int32, _ next: Int32) -> Int32 { min(current, next) }
}

extension VectorKernels {
  /// The reduction of integers by `fold`.
  static func integers<Fold: IntFold>(_ fold: Fold.Type) -> ReductionKernel {
    ReductionKernel(columns: { foldColumns(Fold.self, $0, $1) }, lines: { foldLines(Fold.self, $0, $1) })
  }

  @inline(__always)
  private static func foldColumns<Fold: IntFold>(
    _ fold: Fold.Type, _ matrix: ReductionLines, _ output: UnsafeMutableRawPointer
  ) {
    assert(matrix.validate())
    let lanes = lanesPerVector
    let width = 4 &* lanes
    let pitch = 4 &* matrix.stride
    var column = 0
    while matrix.count &- column >= 2 &* lanes {
      let target = output + 4 &* column
      var a = UnsafeRawPointer(target).lanes(0, as: Ints.self)
      var b = UnsafeRawPointer(target).lanes(width, as: Ints.self)
      var source = matrix.input + 4 &* column
      var line = 0
      while line < matrix.lines {
        a = Fold.combine(a, source.lanes(0, as: Ints.self))
        b = Fold.combine(b, source.lanes(width, as: Ints.self))
        source += pitch
        line &+= 1
      }
      target.put(a, 0)
      target.put(b, width)
      column &+= 2 &* lanes
    }
    while column < matrix.count {
      let isWhole = matrix.count &- column >= lanes
      let target = output + 4 &* column
      var source = matrix.input + 4 &* column
      var line = 0
      if isWhole {
        var a = UnsafeRawPointer(target).lanes(0, as: Ints.self)
        while line < matrix.lines {
          a = Fold.combine(a, source.lanes(0, as: Ints.self))
          source += pitch
          line &+= 1
        }
        target.put(a, 0)
      } else {
        var a = target.load(as: Int32.self)
        while line < matrix.lines {
          a = Fold.combine(a, source.load(as: Int32.self))
          source += pitch
          line &+= 1
        }
        target.storeBytes(of: a, as: Int32.self)
      }
      column &+= isWhole ? lanes : 1
    }
  }

  @inline(__always)
  private static func foldLines<Fold: IntFold>(
    _ fold: Fold.Type, _ matrix: ReductionLines, _ output: UnsafeMutableRawPointer
  ) {
    assert(matrix.validate())
    let lanes = lanesPerVector
    let width = 4 &* lanes
    let results = output.assumingMemoryBound(to: Int32.self)
    var line = 0
    while line < matrix.lines {
      let source = matrix.input + 4 &* line &* matrix.stride
      var result = results[line]
      var i = 0
      if matrix.count >= lanes {
        var a = Ints(repeating: Fold.neutral)
        var b = a
        while matrix.count &- i >= 2 &* lanes {
          a = Fold.combine(a, source.lanes(4 &* i, as: Ints.self))
          b = Fold.combine(b, source.lanes(4 &* i &+ width, as: Ints.self))
          i &+= 2 &* lanes
        }
        if matrix.count &- i >= lanes {
          a = Fold.combine(a, source.lanes(4 &* i, as: Ints.self))
          i &+= lanes
        }
        a = Fold.combine(a, b)
        var lane = 0
        while lane < lanes {
          result = Fold.combine(result, a[lane])
          lane &+= 1
        }
      }
      while i < matrix.count {
        result = Fold.combine(result, source.load(fromByteOffset: 4 &* i, as: Int32.self))
        i &+= 1
      }
      results[line] = result
      line &+= 1
    }
  }
}

#endif
