#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Winograd's minimal filtering of bytes, F(4 x 4, 3 x 3), whose results are those of direct sums bit for bit.
//
// With the points 0, +-1, +-2 and infinity (Toom-Cook) all transforms have integers but for the factors 1/4, -1/6, -1/6, 1/24,
// 1/24, 1 of transformed weights. Those are left out, and the transform of outputs makes up for them by integers, so that an
// output comes out 24, 12, 6 or 6 times as large in either direction: 9 * 2^k times, k from 2 to 6. All sums are right modulo
// 2^32; 9 has an inverse there, and as the output itself is less than 2^25 (`WinogradShape.servesBytes`), 2^k times that fits
// 32 bits and shifts back.
//
// Activations, minus 128 where they are unsigned, become at most 100 * 128 and fit 16 bits, as do weights, at most 49 * 255.
// Instructions multiply pairs of them; some saturate, so that so many pairs are summed up as cannot exceed 32 bits, and these
// sums are added up.
//
// Packed form: what products of bytes have before their weights (`ByteLayout`), with sums of activations as they are; 64 bytes
// that begin with the pairs of a sum; a pixel of zero points, in whole multiples of 64 bytes; then for each of the 36 products,
// for each panel of a vector of columns, for each pair of channels, the columns' pairs of weights.

extension VectorKernels {
  /// Where the parts of the packed form lie.
  private struct WinogradByteLayout {
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
  private static func directShape(_ shape: WinogradShape) -> MatrixShape {
    MatrixShape(columns: shape.geometry.outputDepth, taps: 9, depth: shape.geometry.inputDepth)
  }

  /// The bytes of packed weights.
  static func packedSizeWinogradByte(_ shape: WinogradShape) -> Int {
    let layout = WinogradByteLayout(shape)
    return layout.weights + shape.products * layout.productSize
  }

  /// Bytes of memory that packing needs for itself.
  static func packingRoomWinogradByte(_ shape: WinogradShape) -> Int {
    max(packedSizeByte(directShape(shape)), 2 * shape.products * shape.geometry.inputDepth)
  }

  /// Transforms and packs int8 weights `[outputDepth][3][3][inputDepth]` for int8 inputs.
  static func packWinogradInt8(
    _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    packInt8(directShape(shape), weights, bias, q, type, room)
    packWinogradByte(isSigned: true, shape, weights, q, room, packed)
  }

  /// The same of uint8, given by their bit patterns.
  static func packWinogradUInt8(
    _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    packUInt8(directShape(shape), weights, bias, q, type, room)
    packWinogradByte(isSigned: false, shape, weights, q, room, packed)
  }

  /// The same for activations that are quantized while executing.
  static func packWinogradHybrid(
    _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ room: UnsafeMutableRawPointer,
    _ packed: UnsafeMutableRawPointer
  ) {
    packHybrid(directShape(shape), weights, bias, scales, isPerChannel, range, room)
    // What is there instead of a bias are the sums of weights, which sums of activations begin with `signedShift` times.
    packTransformed(isSigned: true, shape, weights, offset: 0, surplus: 0, zeroPoint: 0, room, packed)
  }

  private static func packWinogradByte(
    isSigned: Bool, _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ q: Requantization,
    _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    packTransformed(
      isSigned: isSigned, shape, weights, offset: q.weightsOffset,
      surplus: isSigned ? Tier.signedShift : 128 &- Tier.unsignedShift,
      zeroPoint: UInt8(truncatingIfNeeded: 0 &- q.inputOffset), room, packed)
  }

  /// - Parameters:
  ///   - offset: added to every weight.
  ///   - surplus: by how much the product of whole windows takes activations larger than they are here.
  ///   - zeroPoint: what pixels outside the image are.
  ///   - room: the packed form of the product of whole windows, whose head is taken over.
  @inline(never)
  private static func packTransformed(
    isSigned: Bool, _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, offset: Int32, surplus: Int32,
    zeroPoint: UInt8, _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packed: packed))
    let g = shape.geometry
    let layout = WinogradByteLayout(shape)
    packed.copyMemory(from: UnsafeRawPointer(room), byteCount: layout.bytes.weights)
    var header = packed.load(as: MatrixHeader.self)
    header.weightsOffset = 0
    packed.storeBytes(of: header, as: MatrixHeader.self)
    (packed + layout.border).initializeMemory(
      as: UInt8.self, repeating: zeroPoint, count: layout.weights &- layout.border)
    let transformed = room.assumingMemoryBound(to: Int16.self)
    var largest = WordSums()
    var filter = 0
    while filter < g.outputDepth {
      let source = UnsafeRawPointer(weights + filter &* 9 &* g.inputDepth)
      let sum = transformWeights(isSigned: isSigned, g.inputDepth, source, offset, transformed)
      let place = headerSize &+ 4 &* filter
      packed.storeBytes(
        of: packed.load(fromByteOffset: place, as: Int32.self) &+ surplus &* sum, toByteOffset: place, as: Int32.self)
      let panel = packed + (layout.weights &+ filter / lanesPerVector &* layout.panelSize)
      let lane = 4 &* (filter & (lanesPerVector &- 1))
      var e = 0
      while e < 36 {
        let values = UnsafeRawPointer(room + 2 &* e &* g.inputDepth)
        largest.add(values, g.inputDepth)
        var target = panel + (e &* layout.productSize &+ lane)
        var pair = 0
        while pair < layout.pairs {
          target.storeBytes(of: values.loadUnaligned(fromByteOffset: 4 &* pair, as: Int32.self), as: Int32.self)
          target += MemoryLayout<Ints>.size
          pair &+= 1
        }
        e &+= 1
      }
      filter &+= 1
    }
    packed.storeBytes(
      of: Int32(truncatingIfNeeded: largest.pairs(of: layout.pairs)), toByteOffset: layout.bytes.weights, as: Int32.self
    )
  }

  /// Writes the transformed weights of one filter, `[36][depth]`.
  /// - Returns: the sum of the weights.
  @inline(__always)
  private static func transformWeights(
    isSigned: Bool, _ depth: Int, _ weights: UnsafeRawPointer, _ offset: Int32, _ target: UnsafeMutablePointer<Int16>
  ) -> Int32 {
    var sum: Int32 = 0
    var channel = 0
    while channel < depth {
      @inline(__always)
      func tap(_ index: Int) -> Int16 {
        let byte = weights.load(fromByteOffset: index &* depth &+ channel, as: UInt8.self)
        let value = isSigned ? Int16(Int8(bitPattern: byte)) : Int16(byte)
        return value &+ Int16(truncatingIfNeeded: offset)
      }
      var rows = InlineWords()
      var x = 0
      while x < 3 {
        let (a, b, c) = (tap(x), tap(3 &+ x), tap(6 &+ x))
        sum &+= Int32(a) &+ Int32(b) &+ Int32(c)
        rows[x] = transformedWeights(a, b, c)
        x &+= 1
      }
      var y = 0
      while y < 6 {
        let line = transformedWeights(rows[0][y], rows[1][y], rows[2][y])
        var x = 0
        while x < 6 {
          target[(6 &* y &+ x) &* depth &+ channel] = line[x]
          x &+= 1
        }
        y &+= 1
      }
      channel &+= 1
    }
    return sum
  }

  /// A line of weights, its factors left out.
  @inline(__always)
  private static func transformedWeights(_ a: Int16, _ b: Int16, _ c: Int16) -> SIMD8<Int16> {
    let (near, far) = (a &+ c, a &+ 4 &* c)
    return SIMD8(a, near &+ b, near &- b, far &+ 2 &* b, far &- 2 &* b, c, 0, 0)
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
    var room = WinogradByteRoom()
    withUnsafeMutableBytes(of: &room) { room in
      guard let lines = room.baseAddress else { return }
      let pixels = (lines + 36 &* width).assumingMemoryBound(to: UnsafeRawPointer.self)
      var tile = begin
      while tile < end {
        let place = WinogradPlace(block, tile)
        var y = 0
        while y < 6 {
          let row = place.row &- g.paddingTop &+ y
          var x = 0
          while x < 6 {
            let column = place.column &- g.paddingLeft &+ x
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
    let isSigned = if case .int8 = header.outputType { true } else { false }
    var room = WinogradByteRoom()
    withUnsafeMutableBytes(of: &room) { room in
      guard let lines = room.baseAddress else { return }
      let sums = lines + 24 &* width
      let results = sums + 16 &* width
      let size = isHybrid ? 4 : 1
      var product = ByteProduct(
        header: header, layout: layout.bytes, packed: block.packed, output: results, outputStride: lanesPerVector,
        rowParameters: block.quantized?.parameters, rowParameterStride: 0, isHybrid: isHybrid)
      var tile = begin
      while tile < end {
        let place = WinogradPlace(block, tile)
        let rows = min(4, g.outputHeight &- place.row)
        let columns = min(4, g.outputWidth &- place.column)
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
            finish(product, UnsafeRawPointer(sums), rows: 16, column: channel)
          }
          y = 0
          while y < rows {
            let target = block.output + size &* ((pixel &+ y &* g.outputWidth) &* g.outputDepth &+ channel)
            let source = UnsafeRawPointer(results + 4 &* size &* y &* lanesPerVector)
            var x = 0
            while x < columns {
              if isHybrid {
                target.put(source.lanes(x &* width, as: Floats.self), 4 &* x &* g.outputDepth)
              } else {
                target.put(source.lanes(x &* lanesPerVector, as: NarrowBytes.self), x &* g.outputDepth)
              }
              x &+= 1
            }
            y &+= 1
          }
          channel &+= lanesPerVector
        }
        if !isHybrid, let epilogue = block.epilogue {
          var y = 0
          while y < rows {
            applyEpilogue(
              block.output, epilogue, at: (pixel &+ y &* g.outputWidth) &* g.outputDepth, rows: columns,
              columns: g.outputDepth, stride: g.outputDepth, isSigned: isSigned)
            y &+= 1
          }
        }
        tile &+= 1
      }
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

  /// Writes the sums of some pixels beside one another, a vector of columns each.
  @inline(__always)
  private static func finish(_ p: ByteProduct, _ sums: UnsafeRawPointer, rows: Int, column: Int) {
    // Weights have no zero point, so that nothing reads the sums of rows.
    let none = sums.assumingMemoryBound(to: Int32.self)
    switch p.header.factor {
    case .bounded: finishBoundedTile(p, sums, 0, rows, none, column, lanesPerVector)
    case .boundedReal: finishRealTile(p, sums, 0, rows, none, column, lanesPerVector)
    default: finishTile(p, sums, 0, rows, none, column, lanesPerVector)
    }
  }
}

/// A product of rows and weights of 16 bits, and its sums of 32 bits.
private struct WordProduct {
  let rows: UnsafeRawPointer
  /// Bytes from one row to the next.
  let rowSize: Int
  /// Panels of a vector of columns, `[pairs][columns][2]`.
  let weights: UnsafeRawPointer
  let panelSize: Int
  let pairs: Int
  /// Pairs whose products an instruction may sum up.
  let pairsOfSum: Int
  let output: UnsafeMutableRawPointer
  /// Bytes from one row of sums to the next.
  let outputStride: Int

  /// Writes `count` rows of sums of all panels.
  func run(rows count: Int, panels: Int) {
    var panel = 0
    while panel < panels {
      let left = panels &- panel
      let wide = left >= 4 && Tier.hasWideFloatTiles ? 4 : left >= 2 ? 2 : 1
      var row = 0
      while row < count {
        let tall = count &- row >= 6 ? 6 : count &- row >= 3 ? 3 : 1
        switch (wide, tall) {
        case (4, 6): if Tier.hasWideFloatTiles { tile(Six.self, Four.self, row, panel) }
        case (4, 3): if Tier.hasWideFloatTiles { tile(Three.self, Four.self, row, panel) }
        case (4, _): if Tier.hasWideFloatTiles { tile(One.self, Four.self, row, panel) }
        case (2, 6): tile(Six.self, Two.self, row, panel)
        case (2, 3): tile(Three.self, Two.self, row, panel)
        case (2, _): tile(One.self, Two.self, row, panel)
        case (_, 6): tile(Six.self, One.self, row, panel)
        case (_, 3): tile(Three.self, One.self, row, panel)
        default: tile(One.self, One.self, row, panel)
        }
        row &+= tall
      }
      panel &+= wide
    }
  }

  /// `Rows` rows from `row` on by `Panels` panels.
  @inline(never)
  private func tile<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ row: Int, _ panel: Int
  ) {
    var totals = TileSums()
    withUnsafeMutableBytes(of: &totals) { totalBytes in
      guard let total = totalBytes.baseAddress else { return }
      var memory = TileSums()
      withUnsafeMutableBytes(of: &memory) { sumUp(rowCount, panelCount, row, panel, $0, total) }
      let size = MemoryLayout<Ints>.size
      var target = output + (row &* outputStride &+ panel &* size)
      var r = 0
      while r < Rows.value {
        target.copyMemory(from: total + r &* Panels.value &* size, byteCount: Panels.value &* size)
        target += outputStride
        r &+= 1
      }
    }
  }

  /// Adds the sums of a tile to `total`, `[Rows][Panels]`.
  @inline(__always)
  private func sumUp<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ row: Int, _ panel: Int,
    _ memory: UnsafeMutableRawBufferPointer, _ total: UnsafeMutableRawPointer
  ) {
    guard let base = memory.baseAddress else { return }
    let c = base.assumingMemoryBound(to: Ints.self)
    var x = rows + row &* rowSize
    var b = weights + panel &* panelSize
    var left = pairs
    while left > 0 {
      let count = min(left, pairsOfSum)
      let end = x + 4 &* count
      while x < end {
        var r = 0
        while r < Rows.value {
          let pair = (x + r &* rowSize).loadUnaligned(as: Int32.self)
          var s = 0
          while s < Panels.value {
            c[r &* Panels.value &+ s] = addBoundedPair(c[r &* Panels.value &+ s], pair, b + s &* panelSize)
            s &+= 1
          }
          r &+= 1
        }
        b += MemoryLayout<Ints>.size
        x += 4
      }
      // Constant bounds, so that the loops are unrolled; sums that a loop indexes would never be in registers.
      var r = 0
      while r < Rows.value {
        var s = 0
        while s < Panels.value {
          let i = r &* Panels.value &+ s
          let place = i &* MemoryLayout<Ints>.size
          total.put(UnsafeRawPointer(total).lanes(place, as: Ints.self) &+ c[i], place)
          c[i] = Ints()
          s &+= 1
        }
        r &+= 1
      }
      left &-= count
    }
  }
}

/// The largest sums of magnitudes of transformed weights, which say how many products of pairs fit 32 bits.
private struct WordSums {
  /// Pairs of one part of a sum.
  private static var part: Int { 32 }
  /// Pairs that fit whatever the weights: 2 * 6 * (49 * 255) * (100 * 128) < 2^31.
  private static var anyPairs: Int { 6 }
  /// The largest magnitude of a transformed activation.
  private static var activation: Int { 100 &* 128 }

  private var whole = 0
  private var parts = 0

  /// Notes the weights of one filter and product.
  @inline(__always)
  mutating func add(_ values: UnsafeRawPointer, _ depth: Int) {
    var all = 0
    var first = 0
    while first < depth {
      let end = min(depth, first &+ 2 &* Self.part)
      var sum: Int32 = 0
      while first < end {
        sum &+= abs(Int32(values.loadUnaligned(fromByteOffset: 2 &* first, as: Int16.self)))
        first &+= 1
      }
      parts = max(parts, Int(sum))
      all &+= Int(sum)
    }
    whole = max(whole, all)
  }

  /// The pairs that an instruction may sum up, of so many.
  func pairs(of count: Int) -> Int {
    let limit = Int(Int32.max) / Self.activation
    return whole <= limit ? count : parts <= limit ? Self.part : Self.anyPairs
  }
}

/// Three lines of transformed weights.
private struct InlineWords {
  private var lines = (SIMD8<Int16>(), SIMD8<Int16>(), SIMD8<Int16>())

  @inline(__always)
  subscript(_ index: Int) -> SIMD8<Int16> {
    get { index == 0 ? lines.0 : index == 1 ? lines.1 : lines.2 }
    set { if index == 0 { lines.0 = newValue } else if index == 1 { lines.1 = newValue } else { lines.2 = newValue } }
  }
}

/// Room for the half-transformed patch, and for the addresses of its pixels or the sums and results of a tile.
private struct WinogradByteRoom {
  private typealias Six = (Ints, Ints, Ints, Ints, Ints, Ints)
  private static var six: Six { (Ints(), Ints(), Ints(), Ints(), Ints(), Ints()) }
  private var r0 = six, r1 = six, r2 = six, r3 = six, r4 = six, r5 = six
  private typealias Addresses = (Int, Int, Int, Int, Int, Int)
  private static var none: Addresses { (0, 0, 0, 0, 0, 0) }
  private var p0 = none, p1 = none, p2 = none, p3 = none, p4 = none, p5 = none
  private var r6 = six, r7 = six, r8 = six, r9 = six
}

#endif
