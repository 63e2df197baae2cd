#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Float products of windows, read where they lie or, with short runs, in padded patches of their image.

extension VectorKernels {
  /// Whether windows are read in padded patches: finding a short run takes as long as its products.
  @inline(__always)
  static func copiesPatches(_ a: MatrixArguments, _ g: ConvolutionGeometry) -> Bool {
    a.shape.depth < Threshold.channelsToCopy && PaddedPatch.fits(g, capacity: FloatPatch.count, pixels: mainRows)
  }

  /// Whether all windows lie whole in their image: the columns of one are a run then, and its rows are equally far apart.
  @inline(__always)
  static func readsWindows(_ a: MatrixArguments, _ g: ConvolutionGeometry) -> Bool {
    let reach = (g.filterHeight &- 1) &* g.dilationHeight &+ 1
    return a.shape.taps > 1 && g.groups == 1 && g.dilationWidth == 1 && g.paddingTop == 0 && g.paddingLeft == 0
      && (g.outputHeight &- 1) &* g.strideHeight <= g.inputHeight &- reach
      && (g.outputWidth &- 1) &* g.strideWidth <= g.inputWidth &- g.filterWidth
  }

  /// Windows whose places are written down at a time: a multiple of all tiles' rows.
  private static var windowsAtOnce: Int { 240 }

  /// The product of windows where they lie.
  @inline(never)
  static func windowProduct(
    _ a: MatrixArguments, _ g: ConvolutionGeometry, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: windowsAtOnce) { buffer in
      guard let starts = buffer.baseAddress else { return }
      let line = g.inputWidth &* g.inputDepth
      var b = a
      b.offsets = nil
      b.windowStarts = UnsafePointer(starts)
      b.windowPitch = g.dilationHeight &* line
      b.shape.taps = g.filterHeight
      b.shape.depth = g.filterWidth &* g.inputDepth
      let most = min(windowsAtOnce, rowsOfBlock(a))
      var row = rowBegin
      var y = (a.firstPixel &+ row) / g.outputWidth
      var x = a.firstPixel &+ row &- y &* g.outputWidth
      while row < rowEnd {
        let count = min(most, rowEnd &- row)
        var i = 0
        while i < count {
          starts[i] = a.input + 4 &* (y &* g.strideHeight &* line &+ x &* g.strideWidth &* g.inputDepth)
          x &+= 1
          if x == g.outputWidth { (x, y) = (0, y &+ 1) }
          i &+= 1
        }
        b.output = a.output + row &* a.outputStride &* 4
        b.epilogue = a.epilogue?.advanced(by: row &* a.outputStride &* 4)
        blockProduct(b, 0, count, columnBegin, columnEnd)
        row &+= count
      }
    }
  }

  /// The product of windows, a part of the image at a time.
  @inline(never)
  static func patchProduct(
    _ a: MatrixArguments, _ g: ConvolutionGeometry, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    withStackMemory(FloatPatch.byteCount) { base in
      let starts = base.assumingMemoryBound(to: UnsafeRawPointer.self)
      let patchBase = base + FloatPatch.rows &* MemoryLayout<UnsafeRawPointer>.size
      var b = a
      b.offsets = nil
      b.windowStarts = UnsafePointer(starts)
      b.shape.taps = g.filterHeight
      b.shape.depth = g.filterWidth &* g.filterDepth
      var row = rowBegin
      while row < rowEnd {
        let first = a.firstPixel &+ row
        let patch = PaddedPatch(
          g, pixel: first, end: first &+ min(FloatPatch.rows, rowEnd &- row), capacity: FloatPatch.count,
          tile: mainRows)
        patch.write(copiesExactly: true) { target, count in
          var i = 0
          while i < count {
            patchBase.put(SIMD8<Float>(), 4 &* (target &+ i))
            i &+= 8
          }
        } copy: { source, step, length, runs, target in
          var run = 0
          while run < runs {
            copy(a.input + 4 &* (source &+ run &* step), length, patchBase + 4 &* (target &+ run &* length))
            run &+= 1
          }
        }
        patch.begin(UnsafeRawPointer(patchBase), size: 4, starts)
        b.windowPitch = patch.pitch
        b.output = a.output + row &* a.outputStride &* 4
        b.epilogue = a.epilogue?.advanced(by: row &* a.outputStride &* 4)
        blockProduct(b, 0, patch.count, columnBegin, columnEnd)
        row &+= patch.count
      }
    }
  }

  /// Copies `count` floats; the last vector overlaps the one before.
  @inline(__always)
  private static func copy(_ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer) {
    let end = 4 &* count
    if count >= 8 {
      var i = 0
      while i < end &- 32 {
        target.put(source.lanes(i, as: SIMD8<Float>.self), i)
        i &+= 32
      }
      target.put(source.lanes(end &- 32, as: SIMD8<Float>.self), end &- 32)
    } else if count >= 4 {
      target.put(source.lanes(0, as: SIMD4<Float>.self), 0)
      target.put(source.lanes(end &- 16, as: SIMD4<Float>.self), end &- 16)
    } else if count >= 2 {
      target.put(source.lanes(0, as: SIMD2<Float>.self), 0)
      target.put(source.lanes(end &- 8, as: SIMD2<Float>.self), end &- 8)
    } else {
      target.storeBytes(of: source.loadUnaligned(as: Float.self), as: Float.self)
    }
  }
}

/// Room for the starts of windows and for the patch in which they lie.
private enum FloatPatch {
  static var byteCount: Int { 16 << 10 }
  /// Windows at most: a multiple of all tiles' rows.
  static var rows: Int { 240 }
  /// Floats of the patch. Padding is written in whole vectors, up to seven floats beyond its end.
  static var count: Int { (byteCount &- rows &* MemoryLayout<UnsafeRawPointer>.size) / 4 &- 7 }
}

#endif
