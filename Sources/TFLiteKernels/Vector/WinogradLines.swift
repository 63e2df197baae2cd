#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Minimal filtering of lines: filters of one row or one column. See Winograd.swift; there is one transform instead of two.

extension VectorKernels {
  /// Transforms the inputs of tiles `[begin, end)` of a block of lines.
  /// - Parameter memory: room for the addresses of a line's pixels.
  @inline(never)
  static func transformLineInputs(
    _ block: WinogradBlock, _ begin: Int, _ end: Int, _ memory: UnsafeMutableRawPointer
  ) {
    if block.shape.extent == 6 {
      transformLineInputs(6, block, begin, end, memory)
    } else {
      transformLineInputs(4, block, begin, end, memory)
    }
  }

  @inline(__always)
  private static func transformLineInputs(
    _ extent: Int, _ block: WinogradBlock, _ begin: Int, _ end: Int, _ memory: UnsafeMutableRawPointer
  ) {
    let g = block.shape.geometry
    let zeros = block.packed + (headerSize &+ vectorBytes(g.outputDepth))
    let pixels = memory.assumingMemoryBound(to: UnsafeRawPointer.self)
    let pitch = 4 &* block.inputPitch
    let (down, across) = block.shape.isColumn ? (g.dilationHeight, 0) : (0, g.dilationWidth)
    var tile = begin
    while tile < end {
      let place = WinogradPlace(block, tile)
      var row = place.row &- g.paddingTop
      var column = place.column &- g.paddingLeft
      var x = 0
      while x < extent {
        let isInside = row >= 0 && row < g.inputHeight && column >= 0 && column < g.inputWidth
        let pixel = (place.image &* g.inputHeight &+ row) &* g.inputWidth &+ column
        pixels[x] = isInside ? block.input + 4 &* pixel &* g.inputDepth : zeros
        row &+= down
        column &+= across
        x &+= 1
      }
      let target = block.transformed + 4 &* tile &* g.inputDepth
      var channel = 0
      while channel < g.inputDepth {
        let first = 4 &* min(channel, g.inputDepth &- lanesPerVector)
        var line = WinogradLine()
        line.load(extent) { pixels[$0].lanes(first, as: Floats.self) }
        inputTransform(extent, line).store(extent) { target.put($1, first &+ $0 &* pitch) }
        channel &+= lanesPerVector
      }
      tile &+= 1
    }
  }

  /// Transforms the products of tiles `[begin, end)` of a block of lines, adds the bias, clamps and stores.
  @inline(never)
  static func transformLineOutputs(_ block: WinogradBlock, _ begin: Int, _ end: Int) {
    if block.shape.extent == 4 {
      transformLineOutputs(WinogradTile(outputs: 2, taps: 3), block, begin, end)
    } else if block.shape.outputs == 4 {
      transformLineOutputs(WinogradTile(outputs: 4, taps: 3), block, begin, end)
    } else {
      transformLineOutputs(WinogradTile(outputs: 2, taps: 5), block, begin, end)
    }
  }

  @inline(__always)
  private static func transformLineOutputs(_ size: WinogradTile, _ block: WinogradBlock, _ begin: Int, _ end: Int) {
    let (outputs, extent) = (size.outputs, size.extent)
    let g = block.shape.geometry
    let pitch = 4 &* block.outputPitch
    let range = block.epilogue?.floatRange ?? block.packed.load(as: MatrixHeader.self).floatRange
    let lower = Floats(repeating: range.lower)
    let upper = Floats(repeating: range.upper)
    let step = block.shape.lineStep
    let pixelStep = 4 &* step &* g.outputDepth &* (block.shape.isColumn ? g.outputWidth : 1)
    var tile = begin
    while tile < end {
      let place = WinogradPlace(block, tile)
      let left = block.shape.isColumn ? g.outputHeight &- place.row : g.outputWidth &- place.column
      let count = block.shape.outputs(in: left, step: step)
      let source = UnsafeRawPointer(block.products + 4 &* tile &* g.outputDepth)
      let pixel = (place.image &* g.outputHeight &+ place.row) &* g.outputWidth &+ place.column
      let target = block.output + 4 &* pixel &* g.outputDepth
      let addend = block.epilogue?.floatAddends.map { $0 + 4 &* pixel &* g.outputDepth }
      var channel = 0
      while channel < g.outputDepth {
        let first = 4 &* min(channel, g.outputDepth &- lanesPerVector)
        let bias = block.packed.lanes(headerSize &+ first, as: Floats.self)
        var line = WinogradLine()
        line.load(extent) { source.lanes(first &+ $0 &* pitch, as: Floats.self) }
        outputTransform(size, line).store(outputs) {
          if $0 < count {
            var sum = $1 + bias
            if let addend { sum += addend.lanes(first &+ $0 &* pixelStep, as: Floats.self) }
            target.put(sum.bounded(lower, upper), first &+ $0 &* pixelStep)
          }
        }
        channel &+= lanesPerVector
      }
      tile &+= 1
    }
  }
}

#endif
