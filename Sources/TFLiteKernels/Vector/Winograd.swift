#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Winograd's minimal filtering by polynomials that are evaluated at the points 0, +-5/8, +-3/2 and infinity for tiles of
// 4x4 outputs, at 0, +-1 and infinity for tiles of 2x2 (Toom-Cook). In the transforms of inputs and outputs all factors
// are floats exactly, so that only operations round.
//
// Rounding errors, measured against double precision on the layers of ResNets, in root mean squares beside those of
// direct sums: 0.6 to 1.3 times as large for 4x4 (on random numbers, twice), 0.4 to 0.8 times for 2x2; the largest ones
// 0.4 to 1.3 and 0.3 to 0.8 times. Sums over the channels of one value are shorter than those over all taps. (The better
// known points +-1 and +-2 would have 1.5 to 2 times the errors of these.)
// Where an input is infinite or NaN, all outputs of the tiles that read it may be NaN.
//
// Packed form: the header, the bias and a row of zeros, which pixels outside the image read, each in whole vectors; then
// the packed weights of each product.

extension VectorKernels {
  /// Columns of a panel.
  @inline(__always)
  private static var lanes: Int { Floats.scalarCount }

  /// Bytes of `count` floats in whole vectors.
  @inline(__always)
  static func vectorBytes(_ count: Int) -> Int { (count &+ 15) & ~15 &* 4 }

  /// Bytes of the packed weights of one product.
  @inline(__always)
  private static func productStride(_ shape: WinogradShape) -> Int { (packedSizeFloat(shape.product) &+ 63) & ~63 }

  /// Where the packed weights of the first product begin.
  @inline(__always)
  private static func firstProduct(_ shape: WinogradShape) -> Int {
    headerSize &+ vectorBytes(shape.geometry.outputDepth) &+ vectorBytes(shape.geometry.inputDepth)
  }

  /// The bytes of packed weights.
  static func packedSizeWinograd(_ shape: WinogradShape) -> Int {
    firstProduct(shape) + shape.products * productStride(shape)
  }

  /// Floats of memory that packing needs for itself.
  static func packingRoomWinograd(_ shape: WinogradShape) -> Int {
    shape.extent * shape.geometry.outputDepth * shape.geometry.inputDepth
  }

  /// Transforms and packs weights `[outputDepth][3][3][inputDepth]`, a row of products at a time, or those of a line,
  /// `[outputDepth][3][inputDepth]`.
  static func packWinograd(
    _ shape: WinogradShape, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ room: UnsafeMutablePointer<Float>, _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packed: packed))
    let g = shape.geometry
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let floats = (packed + headerSize).assumingMemoryBound(to: Float.self)
    var i = 0
    while i < g.outputDepth {
      floats[i] = bias?[i] ?? 0
      i &+= 1
    }
    let end = (firstProduct(shape) &- headerSize) / 4
    while i < end {
      floats[i] = 0
      i &+= 1
    }
    let pitch = g.outputDepth &* g.inputDepth
    var target = packed + firstProduct(shape)
    var row = 0
    let rows = shape.isLine ? 1 : shape.extent
    while row < rows {
      if shape.isLine {
        transformLineWeights(shape, weights, room)
      } else if shape.outputs == 4 {
        transformWeights(4, shape, row, weights, room)
      } else {
        transformWeights(2, shape, row, weights, room)
      }
      var column = 0
      while column < shape.extent {
        packFloat(shape.product, room + column &* pitch, nil, FloatRange(.none), target)
        target += productStride(shape)
        column &+= 1
      }
      row &+= 1
    }
  }

  /// Writes the transformed weights of products `row * extent ..< (row + 1) * extent`, each as `[outputDepth][inputDepth]`.
  @inline(__always)
  private static func transformWeights(
    _ outputs: Int, _ shape: WinogradShape, _ row: Int, _ weights: UnsafePointer<Float>,
    _ target: UnsafeMutablePointer<Float>
  ) {
    let depth = shape.geometry.inputDepth
    let pitch = shape.geometry.outputDepth &* depth
    let a = Floats(repeating: weightFactor(outputs, row, 0))
    let b = Floats(repeating: weightFactor(outputs, row, 1))
    let c = Floats(repeating: weightFactor(outputs, row, 2))
    var filter = 0
    while filter < shape.geometry.outputDepth {
      let source = UnsafeRawPointer(weights + filter &* 9 &* depth)
      let result = UnsafeMutableRawPointer(target + filter &* depth)
      var channel = 0
      while channel < depth {
        let first = 4 &* min(channel, depth &- lanes)
        @inline(__always)
        func tap(_ y: Int, _ x: Int) -> Floats { source.lanes(first &+ 4 &* (3 &* y &+ x) &* depth, as: Floats.self) }
        let x = multiplyAdd(tap(2, 0), c, multiplyAdd(tap(1, 0), b, tap(0, 0) * a))
        let y = multiplyAdd(tap(2, 1), c, multiplyAdd(tap(1, 1), b, tap(0, 1) * a))
        let z = multiplyAdd(tap(2, 2), c, multiplyAdd(tap(1, 2), b, tap(0, 2) * a))
        var e = 0
        while e < outputs &+ 2 {
          let value = multiplyAdd(
            z, Floats(repeating: weightFactor(outputs, e, 2)),
            multiplyAdd(
              y, Floats(repeating: weightFactor(outputs, e, 1)), x * Floats(repeating: weightFactor(outputs, e, 0))))
          result.put(value, first &+ 4 &* e &* pitch)
          e &+= 1
        }
        channel &+= lanes
      }
      filter &+= 1
    }
  }

  /// The products of the transformed inputs of a block with transformed weights, products `[begin, end)`.
  static func multiplyWinograd(_ block: WinogradBlock, _ begin: Int, _ end: Int) {
    assert(block.validate(begin, end, of: block.shape.products))
    let g = block.shape.geometry
    let shape = block.shape.product
    var e = begin
    while e < end {
      let arguments = MatrixArguments(
        input: UnsafeRawPointer(block.transformed + 4 &* e &* block.inputPitch), inputStride: g.inputDepth,
        packed: block.packed + (firstProduct(block.shape) &+ e &* productStride(block.shape)), shape: shape,
        output: block.products + 4 &* e &* block.outputPitch,
        outputStride: g.outputDepth)
      runFloat(arguments, 0, block.tiles, 0, shape.columns)
      e &+= 1
    }
  }

  /// Transforms the inputs of tiles `[begin, end)` of a block.
  static func transformInputWinograd(_ block: WinogradBlock, _ begin: Int, _ end: Int) {
    assert(block.validate(begin, end, of: block.tiles))
    var room = WinogradRoom()
    withUnsafeMutablePointer(to: &room) { room in
      let lines = UnsafeMutableRawPointer(room)
      if block.shape.isLine {
        transformLineInputs(block, begin, end, lines)
      } else if block.shape.outputs == 4 {
        transformInputs4(block, begin, end, lines)
      } else {
        transformInputs2(block, begin, end, lines)
      }
    }
  }

  /// Transforms the products of tiles `[begin, end)` of a block, adds the bias, clamps and stores.
  static func transformOutputWinograd(_ block: WinogradBlock, _ begin: Int, _ end: Int) {
    assert(block.validate(begin, end, of: block.tiles))
    var room = WinogradRoom()
    if block.shape.isLine { return transformLineOutputs(block, begin, end) }
    withUnsafeMutablePointer(to: &room) { room in
      let lines = UnsafeMutableRawPointer(room)
      if block.shape.outputs == 4 {
        transformOutputs4(block, begin, end, lines)
      } else {
        transformOutputs2(block, begin, end, lines)
      }
    }
  }

  @inline(never)
  private static func transformInputs4(_ b: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer) {
    transformInputs(4, b, begin, end, lines)
  }

  @inline(never)
  private static func transformInputs2(_ b: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer) {
    transformInputs(2, b, begin, end, lines)
  }

  @inline(never)
  private static func transformOutputs4(_ b: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer)
  {
    transformOutputs(4, b, begin, end, lines)
  }

  @inline(never)
  private static func transformOutputs2(_ b: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer)
  {
    transformOutputs(2, b, begin, end, lines)
  }

  /// Columns, then rows of each patch.
  @inline(__always)
  private static func transformInputs(
    _ outputs: Int, _ block: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer
  ) {
    let extent = outputs &+ 2
    let width = MemoryLayout<Floats>.size
    let g = block.shape.geometry
    let zeros = block.packed + (headerSize &+ vectorBytes(g.outputDepth))
    let pixels = (lines + extent &* extent &* width).assumingMemoryBound(to: UnsafeRawPointer.self)
    let pitch = 4 &* block.inputPitch
    var tile = begin
    while tile < end {
      let place = WinogradPlace(block, tile)
      var y = 0
      while y < extent {
        let row = place.row &- g.paddingTop &+ y
        var x = 0
        while x < extent {
          let column = place.column &- g.paddingLeft &+ x
          let isInside = row >= 0 && row < g.inputHeight && column >= 0 && column < g.inputWidth
          let pixel = (place.image &* g.inputHeight &+ row) &* g.inputWidth &+ column
          pixels[y &* extent &+ x] = isInside ? block.input + 4 &* pixel &* g.inputDepth : zeros
          x &+= 1
        }
        y &+= 1
      }
      let target = block.transformed + 4 &* tile &* g.inputDepth
      var channel = 0
      while channel < g.inputDepth {
        let first = 4 &* min(channel, g.inputDepth &- lanes)
        var x = 0
        while x < extent {
          var line = WinogradLine()
          line.load(extent) { pixels[$0 &* extent &+ x].lanes(first, as: Floats.self) }
          inputTransform(outputs, line).store(extent) { lines.put($1, ($0 &* extent &+ x) &* width) }
          x &+= 1
        }
        var y = 0
        while y < extent {
          var line = WinogradLine()
          line.load(extent) { UnsafeRawPointer(lines).lanes((y &* extent &+ $0) &* width, as: Floats.self) }
          inputTransform(outputs, line).store(extent) { target.put($1, first &+ (y &* extent &+ $0) &* pitch) }
          y &+= 1
        }
        channel &+= lanes
      }
      tile &+= 1
    }
  }

  /// Columns, then rows of each patch.
  @inline(__always)
  private static func transformOutputs(
    _ outputs: Int, _ block: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer
  ) {
    let extent = outputs &+ 2
    let width = MemoryLayout<Floats>.size
    let g = block.shape.geometry
    let pitch = 4 &* block.outputPitch
    let range = block.epilogue?.floatRange ?? block.packed.load(as: MatrixHeader.self).floatRange
    let lower = Floats(repeating: range.lower)
    let upper = Floats(repeating: range.upper)
    var tile = begin
    while tile < end {
      let place = WinogradPlace(block, tile)
      let rows = min(outputs, g.outputHeight &- place.row)
      let columns = min(outputs, g.outputWidth &- place.column)
      let source = UnsafeRawPointer(block.products + 4 &* tile &* g.outputDepth)
      let pixel = (place.image &* g.outputHeight &+ place.row) &* g.outputWidth &+ place.column
      let target = block.output + 4 &* pixel &* g.outputDepth
      let addend = block.epilogue?.floatAddends.map { $0 + 4 &* pixel &* g.outputDepth }
      var channel = 0
      while channel < g.outputDepth {
        let first = 4 &* min(channel, g.outputDepth &- lanes)
        var x = 0
        while x < extent {
          var line = WinogradLine()
          line.load(extent) { source.lanes(first &+ ($0 &* extent &+ x) &* pitch, as: Floats.self) }
          outputTransform(outputs, line).store(outputs) { lines.put($1, ($0 &* extent &+ x) &* width) }
          x &+= 1
        }
        let bias = block.packed.lanes(headerSize &+ first, as: Floats.self)
        var y = 0
        while y < rows {
          var line = WinogradLine()
          line.load(extent) { UnsafeRawPointer(lines).lanes((y &* extent &+ $0) &* width, as: Floats.self) }
          outputTransform(outputs, line).store(outputs) {
            if $0 < columns {
              let place = first &+ 4 &* (y &* g.outputWidth &+ $0) &* g.outputDepth
              var sum = $1 + bias
              if let addend { sum += addend.lanes(place, as: Floats.self) }
              target.put(sum.bounded(lower, upper), place)
            }
          }
          y &+= 1
        }
        channel &+= lanes
      }
      tile &+= 1
    }
  }

  // The transforms of a line, for points 0, a, -a, b, -b and infinity, or 0, 1, -1 and infinity.

  /// `a` and `b`: their squares, the products below and their cubes are floats exactly.
  @inline(__always)
  private static var points: (a: Float, b: Float) { (0.625, 1.5) }

  /// Factor of tap `tap` in transformed weight `e` of a line.
  @inline(__always)
  static func weightFactor(_ outputs: Int, _ e: Int, _ tap: Int) -> Float {
    if e == outputs &+ 1 { return tap == 2 ? 1 : 0 }
    if outputs == 2 {
      if e == 0 { return tap == 0 ? 1 : 0 }
      return e == 2 && tap == 1 ? -0.5 : 0.5
    }
    let (a, b) = (Double(points.a), Double(points.b))
    if e == 0 { return tap == 0 ? Float(1 / (a * a * b * b)) : 0 }
    let point = e == 1 ? a : e == 2 ? -a : e == 3 ? b : -b
    let scale = 2 * point * point * (e <= 2 ? a * a - b * b : b * b - a * a)
    return Float((tap == 0 ? 1 : tap == 1 ? point : point * point) / scale)
  }

  @inline(__always)
  static func inputTransform(_ outputs: Int, _ x: WinogradLine) -> WinogradLine {
    var y = WinogradLine()
    if outputs == 2 {
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
  static func outputTransform(_ outputs: Int, _ x: WinogradLine) -> WinogradLine {
    var y = WinogradLine()
    let evenA = x.v1 + x.v2
    let oddA = x.v1 - x.v2
    if outputs == 2 {
      y.v0 = x.v0 + evenA
      y.v1 = x.v3 + oddA
      return y
    }
    let (a, b) = points
    let evenB = x.v3 + x.v4
    let oddB = x.v3 - x.v4
    y.v0 = x.v0 + evenA + evenB
    y.v1 = multiplyAdd(Floats(repeating: a), oddA, Floats(repeating: b) * oddB)
    y.v2 = multiplyAdd(Floats(repeating: a * a), evenA, Floats(repeating: b * b) * evenB)
    y.v3 = multiplyAdd(
      Floats(repeating: a * a * a), oddA, multiplyAdd(Floats(repeating: b * b * b), oddB, x.v5))
    return y
  }
}

/// A row or a column of a patch.
struct WinogradLine {
  var v0 = Floats(), v1 = Floats(), v2 = Floats(), v3 = Floats(), v4 = Floats(), v5 = Floats()

  /// The first `count` values, 4 or 6.
  @inline(__always)
  mutating func load(_ count: Int, _ value: (Int) -> Floats) {
    v0 = value(0)
    v1 = value(1)
    v2 = value(2)
    v3 = value(3)
    if count == 4 { return }
    v4 = value(4)
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

/// Room for the half-transformed patch, and for the addresses of its pixels.
private struct WinogradRoom {
  private typealias Six = (Floats, Floats, Floats, Floats, Floats, Floats)
  private static var six: Six { (Floats(), Floats(), Floats(), Floats(), Floats(), Floats()) }
  private var r0 = six, r1 = six, r2 = six, r3 = six, r4 = six, r5 = six
  private typealias Pointers = (
    UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
  )
  private static var none: Pointers { (nil, nil, nil, nil, nil, nil) }
  private var p0 = none, p1 = none, p2 = none, p3 = none, p4 = none, p5 = none
}

#endif
