#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Winograd's minimal filtering of bytes, F(4 x 4, 3 x 3), whose results are those of direct sums bit for bit.
//
// With the points 0, +-1, +-2 and infinity (Toom-Cook) all transforms have integers but for the factors 1/4, -1/6, -1/6, 1/24,
// 1/24, 1 of transformed weights. Those are left out, and the transform of outputs makes up for them by integers, so that an
// output comes out 24, 12, 6 or 6 times as large in either direction: 9 * 2^k times, k from 2 to 6. All sums are right modulo
// 2^32; 9 has an inverse there, and as the output itself is less than 2^25 (`WinogradShape.isExact`), 2^k times that fits
// 32 bits and shifts back.
//
// Activations, minus 128 where they are unsigned, become at most 100 * 128 and fit 16 bits, as do weights, at most 49 * 255.
// Instructions multiply pairs of them; some saturate, so that so many pairs are summed up as cannot exceed 32 bits, and these
// sums are added up.
//
// Packed form: what products of bytes have before their weights (`ByteLayout`), with sums of activations as they are; 64 bytes
// that begin with the pairs of a sum; a pixel of zero points, in whole multiples of 64 bytes; then for each of the 36 products,
// for each panel of a vector of columns, for each pair of channels, the columns' pairs of weights. Where instructions multiply by
// lanes, for each panel of sixteen columns, for each channel, the columns' weights.

extension VectorKernels {
  /// Where the parts of the packed form lie.
  struct WinogradByteLayout {
    let bytes: ByteLayout
    let pairs: Int
    let panels: Int
    private let depth: Int

    @inline(__always)
    init(_ shape: WinogradShape) {
      let g = shape.geometry
      bytes = ByteLayout(VectorKernels.directShape(shape))
      pairs = g.inputDepth / 2
      panels = g.outputDepth / lanesPerVector
      depth = g.inputDepth
    }

    @inline(__always)
    var border: Int { bytes.weights &+ 64 }
    @inline(__always)
    var weights: Int { border &+ (depth &+ 63) & ~63 }
    @inline(__always)
    var panelSize: Int { pairs &* MemoryLayout<Ints>.size }
    @inline(__always)
    var productSize: Int { panels &* panelSize }
  }

  /// The shape of the product of whole windows.
  @inline(__always)
  static func directShape(_ shape: WinogradShape, omitsWeights: Bool = false) -> MatrixShape {
    var direct = MatrixShape(columns: shape.geometry.outputDepth, taps: 9, depth: shape.geometry.inputDepth)
    direct.omitsWeights = omitsWeights
    return direct
  }

  // MARK: Inputs

  /// Transforms the int8 inputs of tiles `[begin, end)` of a block.
  static func transformInputWinogradInt8(_ block: WinogradBlock, _ begin: Int, _ end: Int) {
    transformByteInputs(isSigned: true, block, begin, end)
  }

  /// The same of uint8.
  static func transformInputWinogradUInt8(_ block: WinogradBlock, _ begin: Int, _ end: Int) {
    transformByteInputs(isSigned: false, block, begin, end)
  }

  /// Columns, then rows of each patch.
  @inline(__always)
  private static func transformByteInputs(isSigned: Bool, _ block: WinogradBlock, _ begin: Int, _ end: Int) {
    assert(block.validate(begin, end, of: block.tiles))
    let g = block.shape.geometry
    let width = MemoryLayout<Shorts>.size
    let shorts = width / 2
    let border = block.quantized?.border ?? block.packed + WinogradByteLayout(block.shape).border
    let flip = Shorts(repeating: isSigned ? 0 : 128)
    withStackMemory(WinogradByteRoom.byteCount) { lines in
      let pixels = (lines + 36 &* width).assumingMemoryBound(to: UnsafeRawPointer.self)
      var tile = begin
      while tile < end {
        let place = WinogradPlace(block, tile)
        var y = 0
        while y < 6 {
          let row = place.row &- g.paddingTop &+ y &* g.dilationHeight
          var x = 0
          while x < 6 {
            let column = place.column &- g.paddingLeft &+ x &* g.dilationWidth
            let isInside = row >= 0 && row < g.inputHeight && column >= 0 && column < g.inputWidth
            let pixel = (place.image &* g.inputHeight &+ row) &* g.inputWidth &+ column
            pixels[6 &* y &+ x] = isInside ? block.input + pixel &* g.inputDepth : border
            x &+= 1
          }
          y &+= 1
        }
        var channel = 0
        while channel < g.inputDepth {
          let first = min(channel, g.inputDepth &- shorts)
          let target = block.transformed + 2 &* (tile &* g.inputDepth &+ first)
          var x = 0
          while x < 6 {
            @inline(__always)
            func pixel(_ y: Int) -> Shorts {
              let source = pixels[6 &* y &+ x] + first
              return isSigned ? widenedSigned(shortsAt: source) : widenedUnsigned(shortsAt: source) &- flip
            }
            transformInputs(pixel(0), pixel(1), pixel(2), pixel(3), pixel(4), pixel(5)) {
              lines.put($1, (6 &* $0 &+ x) &* width)
            }
            x &+= 1
          }
          let pitch = 2 &* block.inputPitch
          var y = 0
          while y < 6 {
            let line = UnsafeRawPointer(lines + 6 &* y &* width)
            let row = target + 6 &* y &* pitch
            @inline(__always)
            func value(_ x: Int) -> Shorts { line.lanes(x &* width, as: Shorts.self) }
            transformInputs(value(0), value(1), value(2), value(3), value(4), value(5)) { row.put($1, $0 &* pitch) }
            y &+= 1
          }
          channel &+= shorts
        }
        tile &+= 1
      }
    }
  }

  /// Transforms a line of six values and hands them on.
  @inline(__always)
  private static func transformInputs(
    _ x0: Shorts, _ x1: Shorts, _ x2: Shorts, _ x3: Shorts, _ x4: Shorts, _ x5: Shorts, _ put: (Int, Shorts) -> Void
  ) {
    @inline(__always)
    func twice(_ x: Shorts) -> Shorts { x &+ x }
    @inline(__always)
    func fourfold(_ x: Shorts) -> Shorts { twice(twice(x)) }
    put(0, fourfold(x0 &- x2) &- x2 &+ x4)
    put(5, fourfold(x1 &- x3) &- x3 &+ x5)
    let (even, odd) = (x4 &- fourfold(x2), x3 &- fourfold(x1))
    put(1, even &+ odd)
    put(2, even &- odd)
    let (near, far) = (x4 &- x2, twice(x3 &- x1))
    put(3, near &+ far)
    put(4, near &- far)
  }

  // MARK: Products

  /// The products of the transformed inputs of a block with transformed weights, products `[begin, end)`.
  static func multiplyWinogradByte(_ block: WinogradBlock, _ begin: Int, _ end: Int) {
    assert(block.validate(begin, end, of: 36))
    let layout = WinogradByteLayout(block.shape)
    let pairsOfSum = Int(block.packed.load(fromByteOffset: layout.bytes.weights, as: Int32.self))
    let g = block.shape.geometry
    var e = begin
    while e < end {
      let product = WordProduct(
        rows: UnsafeRawPointer(block.transformed + 2 &* e &* block.inputPitch), rowSize: 2 &* g.inputDepth,
        weights: block.packed + (layout.weights &+ e &* layout.productSize), panelSize: layout.panelSize,
        pairs: layout.pairs, pairsOfSum: pairsOfSum, output: block.products + 4 &* e &* block.outputPitch,
        outputStride: 4 &* g.outputDepth)
      product.run(rows: block.tiles, panels: layout.panels)
      e &+= 1
    }
  }

  // MARK: Outputs

  /// Makes the bytes of tiles `[begin, end)` of a block of their products.
  static func transformOutputWinogradByte(_ block: WinogradBlock, _ begin: Int, _ end: Int) {
    transformByteOutputs(isHybrid: false, block, begin, end)
  }

  /// Makes the floats of tiles `[begin, end)` of a block of their products.
  static func transformOutputWinogradHybrid(_ block: WinogradBlock, _ begin: Int, _ end: Int) {
    transformByteOutputs(isHybrid: true, block, begin, end)
  }

  /// Columns, then rows of each tile's products.
  @inline(__always)
  private static func transformByteOutputs(isHybrid: Bool, _ block: WinogradBlock, _ begin: Int, _ end: Int) {
    assert(block.validate(begin, end, of: block.tiles))
    let g = block.shape.geometry
    let layout = WinogradByteLayout(block.shape)
    let header = block.packed.load(as: MatrixHeader.self)
    let width = MemoryLayout<Ints>.size
    let pitch = 4 &* block.outputPitch
    let rowStep = g.dilationHeight &* g.outputWidth &* g.outputDepth
    let columnStep = g.dilationWidth &* g.outputDepth
    let isSigned = if case .int8 = header.outputType { true } else { false }
    withStackMemory(WinogradByteRoom.byteCount) { lines in
      let sums = lines + 24 &* width
      let results = sums + 16 &* width
      let size = isHybrid ? 4 : 1
      var product = ByteProduct(
        header: header, layout: layout.bytes, packed: block.packed, output: results, outputStride: lanesPerVector,
        rowParameters: block.quantized?.parameters, rowParameterStride: 0, isHybrid: isHybrid)
      var run = PixelRun(pixel: 0, rows: 0)
      var tile = begin
      while tile < end {
        let place = WinogradPlace(block, tile)
        let rows = block.shape.outputs(in: g.outputHeight &- place.row, step: g.dilationHeight)
        let columns = block.shape.outputs(in: g.outputWidth &- place.column, step: g.dilationWidth)
        let pixel = (place.image &* g.outputHeight &+ place.row) &* g.outputWidth &+ place.column
        var channel = 0
        while channel < g.outputDepth {
          let source = UnsafeRawPointer(block.products + 4 &* (tile &* g.outputDepth &+ channel))
          var x = 0
          while x < 6 {
            @inline(__always)
            func product(_ y: Int) -> Ints { source.lanes((6 &* y &+ x) &* pitch, as: Ints.self) }
            transformOutputs(product(0), product(1), product(2), product(3), product(4), product(5)) {
              lines.put($1, (6 &* $0 &+ x) &* width)
            }
            x &+= 1
          }
          let start = block.packed.lanes(headerSize &+ 4 &* channel, as: Ints.self)
          let bias = isHybrid ? start &* Ints(repeating: Tier.signedShift) : start
          var y = 0
          while y < 4 {
            let line = UnsafeRawPointer(lines + 6 &* y &* width)
            @inline(__always)
            func value(_ x: Int) -> Ints { line.lanes(x &* width, as: Ints.self) }
            let power = outputPower(y)
            transformOutputs(value(0), value(1), value(2), value(3), value(4), value(5)) {
              sums.put(quotient($1, power: power &+ outputPower($0)) &+ bias, (4 &* y &+ $0) &* width)
            }
            y &+= 1
          }
          // The results of all pixels, a panel of columns each, whichever of them are in the image.
          product.output = results - size &* channel
          if isHybrid {
            finishHybridTile(product, UnsafeRawPointer(sums), 0, 16, channel, lanesPerVector)
          } else {
            finishPanel(product, sums, rows: 16, column: channel)
            if case .lookUp(let table) = block.epilogue {
              let values = results.assumingMemoryBound(to: UInt8.self)
              lookUp(UnsafePointer(values), values, 16 &* lanesPerVector, table)
            }
          }
          y = 0
          while y < rows {
            let target = block.output + size &* (pixel &* g.outputDepth &+ y &* rowStep &+ channel)
            let source = UnsafeRawPointer(results + 4 &* size &* y &* lanesPerVector)
            var x = 0
            while x < columns {
              if isHybrid {
                target.put(source.lanes(x &* width, as: Floats.self), 4 &* x &* columnStep)
              } else {
                target.put(source.lanes(x &* lanesPerVector, as: NarrowBytes.self), x &* columnStep)
              }
              x &+= 1
            }
            y &+= 1
          }
          channel &+= lanesPerVector
        }
        if !isHybrid, let epilogue = block.epilogue, case .addBytes = epilogue {
          let isAdjacent = pixel == run.pixel &+ run.columns &* g.dilationWidth && rows == run.rows
          if !isAdjacent || 2 &* run.columns &* g.outputDepth >= Threshold.epilogueByteCount {
            run.apply(epilogue, block.output, g, isSigned: isSigned)
            run = PixelRun(pixel: pixel, rows: rows)
          }
          run.columns &+= columns
        }
        tile &+= 1
      }
      if let epilogue = block.epilogue { run.apply(epilogue, block.output, g, isSigned: isSigned) }
    }
  }

  /// Transforms a line of six products and hands four outputs on, each 3 * 2^`outputPower` times as large.
  @inline(__always)
  private static func transformOutputs(
    _ m0: Ints, _ m1: Ints, _ m2: Ints, _ m3: Ints, _ m4: Ints, _ m5: Ints, _ put: (Int, Ints) -> Void
  ) {
    @inline(__always)
    func twice(_ x: Ints) -> Ints { x &<< Ints(repeating: 1) }
    let (even, odd) = (m1 &+ m2, m1 &- m2)
    let (farEven, farOdd) = (m3 &+ m4, m3 &- m4)
    put(0, twice(twice(m0 &- even) &+ m0) &+ farEven)
    put(1, farOdd &- twice(odd))
    put(2, farEven &- even)
    put(3, twice(twice(m5) &+ m5 &+ farOdd) &- odd)
  }

  /// The power of two in the factor of output `index` of a line.
  @inline(__always)
  private static func outputPower(_ index: Int) -> Int32 { index == 0 ? 3 : index == 1 ? 2 : 1 }

  /// `x` divided by 9 * 2^`power`, of which it is a multiple modulo 2^32: 954437177 times 9 is 1.
  @inline(__always)
  private static func quotient(_ x: Ints, power: Int32) -> Ints {
    (x &* Ints(repeating: 954_437_177)) &>> Ints(repeating: power)
  }
}

/// Outputs of tiles side by side, to which an epilogue is applied in one go: its constants take long to make.
private struct PixelRun {
  let pixel: Int
  let rows: Int
  var columns = 0

  func apply(_ epilogue: Epilogue, _ output: UnsafeMutableRawPointer, _ g: ConvolutionGeometry, isSigned: Bool) {
    if columns == 0 { return }
    var y = 0
    while y < rows {
      VectorKernels.applyEpilogue(
        output, epilogue, at: (pixel &+ y &* g.dilationHeight &* g.outputWidth) &* g.outputDepth, rows: columns,
        columns: g.outputDepth, stride: g.dilationWidth &* g.outputDepth, isSigned: isSigned)
      y &+= 1
    }
  }
}

/// Room for the half-transformed patch, and for the addresses of its pixels or the sums and results of a tile.
private enum WinogradByteRoom {
  static var byteCount: Int { 36 &* (MemoryLayout<Ints>.size &+ MemoryLayout<UnsafeRawPointer>.size) &+ results }
  private static var results: Int { 24 &* MemoryLayout<Ints>.size }
}

#endif
