#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// What minimal filtering makes of lines of taps, inputs and products (see Winograd.swift).

/// The sizes of a line, known where code is compiled: 4 outputs of 3 taps, 2 of 5 or 2 of 3.
struct WinogradTile {
  let outputs: Int
  let taps: Int

  @inline(__always)
  init(outputs: Int, taps: Int) {
    self.outputs = outputs
    self.taps = taps
  }

  /// Inputs, and products.
  @inline(__always)
  var extent: Int { outputs &+ taps &- 1 }
}

extension VectorKernels {
  // The transforms of a line, for points 0, a, -a, b, -b and infinity, or 0, 1, -1 and infinity.

  /// `a` and `b`: their squares, the products below and their cubes are floats exactly.
  @inline(__always)
  private static var points: (a: Float, b: Float) { (0.625, 1.5) }

  /// Factor of tap `tap` in transformed weight `e` of a line.
  @inline(__always)
  private static func weightFactor(_ tile: WinogradTile, _ e: Int, _ tap: Int) -> Float {
    if e == tile.extent &- 1 { return tap == tile.taps &- 1 ? 1 : 0 }
    if tile.extent == 4 {
      if e == 0 { return tap == 0 ? 1 : 0 }
      return e == 2 && tap == 1 ? -0.5 : 0.5
    }
    let (a, b) = (Double(points.a), Double(points.b))
    if e == 0 { return tap == 0 ? Float(1 / (a * a * b * b)) : 0 }
    let point = e == 1 ? a : e == 2 ? -a : e == 3 ? b : -b
    let scale = 2 * point * point * (e <= 2 ? a * a - b * b : b * b - a * a)
    let square = point * point
    let power = tap == 0 ? 1 : tap == 1 ? point : tap == 2 ? square : tap == 3 ? square * point : square * square
    return Float(power / scale)
  }

  /// Transformed weight `e` of a line of taps.
  @inline(__always)
  static func weightTransform(_ tile: WinogradTile, _ e: Int, _ x: WinogradLine) -> Floats {
    @inline(__always)
    func factor(_ tap: Int) -> Floats { Floats(repeating: weightFactor(tile, e, tap)) }
    let sum = multiplyAdd(x.v2, factor(2), multiplyAdd(x.v1, factor(1), x.v0 * factor(0)))
    if tile.taps == 3 { return sum }
    return multiplyAdd(x.v4, factor(4), multiplyAdd(x.v3, factor(3), sum))
  }

  @inline(__always)
  static func inputTransform(_ extent: Int, _ x: WinogradLine) -> WinogradLine {
    var y = WinogradLine()
    if extent == 4 {
      y.v0 = x.v0 - x.v2
      y.v1 = x.v1 + x.v2
      y.v2 = x.v2 - x.v1
      y.v3 = x.v3 - x.v1
      return y
    }
    let (a, b) = points
    let sum = Floats(repeating: -(a * a + b * b))
    let product = Floats(repeating: a * a * b * b)
    y.v0 = multiplyAdd(product, x.v0, multiplyAdd(sum, x.v2, x.v4))
    y.v5 = multiplyAdd(product, x.v1, multiplyAdd(sum, x.v3, x.v5))
    let evenA = multiplyAdd(Floats(repeating: -b * b), x.v2, x.v4)
    let oddA = multiplyAdd(Floats(repeating: -b * b), x.v1, x.v3)
    y.v1 = multiplyAdd(Floats(repeating: a), oddA, evenA)
    y.v2 = multiplyAdd(Floats(repeating: -a), oddA, evenA)
    let evenB = multiplyAdd(Floats(repeating: -a * a), x.v2, x.v4)
    let oddB = multiplyAdd(Floats(repeating: -a * a), x.v1, x.v3)
    y.v3 = multiplyAdd(Floats(repeating: b), oddB, evenB)
    y.v4 = multiplyAdd(Floats(repeating: -b), oddB, evenB)
    return y
  }

  @inline(__always)
  static func outputTransform(_ tile: WinogradTile, _ x: WinogradLine) -> WinogradLine {
    var y = WinogradLine()
    let evenA = x.v1 + x.v2
    let oddA = x.v1 - x.v2
    if tile.extent == 4 {
      y.v0 = x.v0 + evenA
      y.v1 = x.v3 + oddA
      return y
    }
    let (a, b) = points
    let evenB = x.v3 + x.v4
    let oddB = x.v3 - x.v4
    y.v0 = x.v0 + evenA + evenB
    y.v1 = multiplyAdd(Floats(repeating: a), oddA, Floats(repeating: b) * oddB)
    if tile.outputs == 2 {
      y.v1 += x.v5
      return y
    }
    y.v2 = multiplyAdd(Floats(repeating: a * a), evenA, Floats(repeating: b * b) * evenB)
    y.v3 = multiplyAdd(
      Floats(repeating: a * a * a), oddA, multiplyAdd(Floats(repeating: b * b * b), oddB, x.v5))
    return y
  }
}

/// A row or a column of a patch.
struct WinogradLine {
  var v0 = Floats(), v1 = Floats(), v2 = Floats(), v3 = Floats(), v4 = Floats(), v5 = Floats()

  /// The first `count` values, 3 to 6.
  @inline(__always)
  mutating func load(_ count: Int, _ value: (Int) -> Floats) {
    v0 = value(0)
    v1 = value(1)
    v2 = value(2)
    if count == 3 { return }
    v3 = value(3)
    if count == 4 { return }
    v4 = value(4)
    if count == 5 { return }
    v5 = value(5)
  }

  /// Hands the first `count` values on, 2, 4 or 6.
  @inline(__always)
  func store(_ count: Int, _ put: (Int, Floats) -> Void) {
    put(0, v0)
    put(1, v1)
    if count == 2 { return }
    put(2, v2)
    put(3, v3)
    if count == 4 { return }
    put(4, v4)
    put(5, v5)
  }
}

#endif
