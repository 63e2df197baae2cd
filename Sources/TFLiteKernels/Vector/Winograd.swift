#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Winograd's minimal filtering by polynomials that are evaluated at the points 0, +-5/8, +-3/2 and infinity for patches of
// 6x6 inputs, at 0, +-1 and infinity for those of 4x4 (Toom-Cook). In the transforms of inputs and outputs all factors
// are floats exactly, so that only operations round.
//
// Rounding errors of filters of 3x3, measured against double precision on the layers of ResNets, in root mean squares beside
// those of direct sums: 0.6 to 1.3 times as large for tiles of 4x4 outputs (on random numbers, twice), 0.4 to 0.8 times for 2x2;
// the largest ones 0.4 to 1.3 and 0.3 to 0.8 times. Those of 5x5 on random numbers: 1.1 to 1.3 times, the largest ones 0.7 times. Sums over the channels of one value are shorter than those over all taps. (The better
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

  /// Transforms and packs weights, OHWI, a row of products at a time.
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
      if shape.extent == 4 {
        transformWeights(WinogradTile(outputs: 2, taps: 3), shape, row, weights, room)
      } else if shape.outputs == 4 {
        transformWeights(WinogradTile(outputs: 4, taps: 3), shape, row, weights, room)
      } else {
        transformWeights(WinogradTile(outputs: 2, taps: 5), shape, row, weights, room)
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

  /// Writes the transformed weights of products `row * extent ..< (row + 1) * extent`, or those of a line, each as
  /// `[outputDepth][inputDepth]`.
  @inline(__always)
  private static func transformWeights(
    _ tile: WinogradTile, _ shape: WinogradShape, _ row: Int, _ weights: UnsafePointer<Float>,
    _ target: UnsafeMutablePointer<Float>
  ) {
    let depth = shape.geometry.inputDepth
    let pitch = shape.geometry.outputDepth &* depth
    let filterSize = shape.geometry.taps &* depth
    var filter = 0
    while filter < shape.geometry.outputDepth {
      let source = UnsafeRawPointer(weights + filter &* filterSize)
      let result = UnsafeMutableRawPointer(target + filter &* depth)
      var channel = 0
      while channel < depth {
        let first = 4 &* min(channel, depth &- lanes)
        @inline(__always)
        func tap(_ number: Int) -> Floats { source.lanes(first &+ 4 &* number &* depth, as: Floats.self) }
        var line = WinogradLine()
        if shape.isLine {
          line.load(tile.taps) { tap($0) }
        } else {
          line.load(tile.taps) { x in
            var column = WinogradLine()
            column.load(tile.taps) { tap($0 &* tile.taps &+ x) }
            return weightTransform(tile, row, column)
          }
        }
        var e = 0
        while e < tile.extent {
          result.put(weightTransform(tile, e, line), first &+ 4 &* e &* pitch)
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
    withStackMemory(WinogradRoom.byteCount) { lines in
      if block.shape.isLine {
        transformLineInputs(block, begin, end, lines)
      } else if block.shape.extent == 6 {
        transformInputs6(block, begin, end, lines)
      } else {
        transformInputs4(block, begin, end, lines)
      }
    }
  }

  /// Transforms the products of tiles `[begin, end)` of a block, adds the bias, clamps and stores.
  static func transformOutputWinograd(_ block: WinogradBlock, _ begin: Int, _ end: Int) {
    assert(block.validate(begin, end, of: block.tiles))
    if block.shape.isLine { return transformLineOutputs(block, begin, end) }
    withStackMemory(WinogradRoom.byteCount) { lines in
      if block.shape.extent == 4 {
        transformOutputs4x2(block, begin, end, lines)
      } else if block.shape.outputs == 4 {
        transformOutputs6x4(block, begin, end, lines)
      } else {
        transformOutputs6x2(block, begin, end, lines)
      }
    }
  }

  @inline(never)
  private static func transformInputs6(_ b: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer) {
    transformInputs(6, b, begin, end, lines)
  }

  @inline(never)
  private static func transformInputs4(_ b: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer) {
    transformInputs(4, b, begin, end, lines)
  }

  @inline(never)
  private static func transformOutputs6x4(
    _ b: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer
  ) {
    transformOutputs(WinogradTile(outputs: 4, taps: 3), b, begin, end, lines)
  }

  @inline(never)
  private static func transformOutputs6x2(
    _ b: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer
  ) {
    transformOutputs(WinogradTile(outputs: 2, taps: 5), b, begin, end, lines)
  }

  @inline(never)
  private static func transformOutputs4x2(
    _ b: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer
  ) {
    transformOutputs(WinogradTile(outputs: 2, taps: 3), b, begin, end, lines)
  }

  /// Columns, then rows of each patch.
  @inline(__always)
  private static func transformInputs(
    _ extent: Int, _ block: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer
  ) {
    let width = MemoryLayout<Floats>.size
    let g = block.shape.geometry
    let zeros = block.packed + (headerSize &+ vectorBytes(g.outputDepth))
    let pixels = (lines + extent &* extent &* width).assumingMemoryBound(to: UnsafeRawPointer.self)
    let pitch = 4 &* block.inputPitch
    let (rows, columns) = block.shape.inputBlock
    let depth = g.inputDepth / (rows &* columns)
    // The pixels of a block, one after the other.
    var tile = begin
    var pixel = 0
    while tile < end {
      let place = WinogradPlace(block, tile)
      let top = place.row &* rows &+ pixel / columns &- g.paddingTop
      let left = place.column &* columns &+ pixel % columns &- g.paddingLeft
      var y = 0
      while y < extent {
        let row = top &+ y &* rows &* g.dilationHeight
        var x = 0
        while x < extent {
          let column = left &+ x &* columns &* g.dilationWidth
          let isInside = row >= 0 && row < g.inputHeight && column >= 0 && column < g.inputWidth
          let number = (place.image &* g.inputHeight &+ row) &* g.inputWidth &+ column
          pixels[y &* extent &+ x] = isInside ? block.input + 4 &* number &* depth : zeros
          x &+= 1
        }
        y &+= 1
      }
      let target = block.transformed + 4 &* (tile &* g.inputDepth &+ pixel &* depth)
      var channel = 0
      while channel < depth {
        let first = 4 &* min(channel, depth &- lanes)
        var x = 0
        while x < extent {
          var line = WinogradLine()
          line.load(extent) { pixels[$0 &* extent &+ x].lanes(first, as: Floats.self) }
          inputTransform(extent, line).store(extent) { lines.put($1, ($0 &* extent &+ x) &* width) }
          x &+= 1
        }
        var y = 0
        while y < extent {
          var line = WinogradLine()
          line.load(extent) { UnsafeRawPointer(lines).lanes((y &* extent &+ $0) &* width, as: Floats.self) }
          inputTransform(extent, line).store(extent) { target.put($1, first &+ (y &* extent &+ $0) &* pitch) }
          y &+= 1
        }
        channel &+= lanes
      }
      pixel &+= 1
      if pixel == rows &* columns { (pixel, tile) = (0, tile &+ 1) }
    }
  }

  /// Columns, then rows of each patch.
  @inline(__always)
  private static func transformOutputs(
    _ size: WinogradTile, _ block: WinogradBlock, _ begin: Int, _ end: Int, _ lines: UnsafeMutableRawPointer
  ) {
    let (outputs, extent) = (size.outputs, size.extent)
    let width = MemoryLayout<Floats>.size
    let g = block.shape.geometry
    let pitch = 4 &* block.outputPitch
    let range = block.epilogue?.floatRange ?? block.packed.load(as: MatrixHeader.self).floatRange
    let lower = Floats(repeating: range.lower)
    let upper = Floats(repeating: range.upper)
    // The channels of a pixel that lie in one row of the result, and the bytes to those in the next.
    let run = g.outputDepth / block.shape.blockRows
    let step = 4 &* (g.outputWidth &- 1) &* run
    let rowStep = 4 &* g.dilationHeight &* g.outputWidth &* g.outputDepth
    let columnStep = 4 &* g.dilationWidth &* run
    var tile = begin
    while tile < end {
      let place = WinogradPlace(block, tile)
      let rows = block.shape.outputs(in: g.outputHeight &- place.row, step: g.dilationHeight)
      let columns = block.shape.outputs(in: g.outputWidth &- place.column, step: g.dilationWidth)
      let source = UnsafeRawPointer(block.products + 4 &* tile &* g.outputDepth)
      let row = (place.image &* g.outputHeight &+ place.row) &* g.outputWidth
      let start = 4 &* (row &* g.outputDepth &+ place.column &* run)
      var target = block.output + start
      var addend = block.epilogue?.floatAddends.map { $0 + start }
      var channel = 0
      var end = run
      while channel < g.outputDepth {
        let first = 4 &* min(channel, end &- lanes)
        var x = 0
        while x < extent {
          var line = WinogradLine()
          line.load(extent) { source.lanes(first &+ ($0 &* extent &+ x) &* pitch, as: Floats.self) }
          outputTransform(size, line).store(outputs) { lines.put($1, ($0 &* extent &+ x) &* width) }
          x &+= 1
        }
        let bias = block.packed.lanes(headerSize &+ first, as: Floats.self)
        var y = 0
        while y < rows {
          var line = WinogradLine()
          line.load(extent) { UnsafeRawPointer(lines).lanes((y &* extent &+ $0) &* width, as: Floats.self) }
          outputTransform(size, line).store(outputs) {
            if $0 < columns {
              let place = first &+ y &* rowStep &+ $0 &* columnStep
              var sum = $1 + bias
              if let addend { sum += addend.lanes(place, as: Floats.self) }
              target.put(sum.bounded(lower, upper), place)
            }
          }
          y &+= 1
        }
        channel &+= lanes
        if channel >= end {
          channel = end
          end &+= run
          target += step
          addend = addend.map { $0 + step }
        }
      }
      tile &+= 1
    }
  }
}

/// Room for the half-transformed patch, and for the addresses of its pixels.
private enum WinogradRoom {
  static var byteCount: Int { 36 &* (MemoryLayout<Floats>.size &+ MemoryLayout<UnsafeRawPointer>.size) }
}

#endif
