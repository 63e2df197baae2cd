#if TFLITE_AVX512 && TFLITE_X86 && arch(x86_64)

import TFLiteKernels
import _Builtin_intrinsics.intel

// Convolutions of int8 in groups of 4 or 8 channels, of which a vector holds the sums of several. Sixteen bytes of
// a pixel are the channels of sixteen outputs: each lane takes four of those of its group, so that no product is with a zero,
// as it would be in a matrix that joins groups, and no window is copied.
//
// Packed form: what products of bytes have before their weights (`ByteLayout`); a pixel of zero points, in whole multiples of
// 64 bytes; then for each block of sixteen outputs, for each tap, for each four channels of a group, the lanes' weights. The
// last block overlaps the one before.

extension VectorKernels {
  /// Where the parts of the packed form lie.
  struct GroupedByteLayout {
    let bytes: ByteLayout
    /// Fours of channels in a group.
    let steps: Int
    let taps: Int
    private let depth: Int

    @inline(__always)
    init(_ g: ConvolutionGeometry) {
      bytes = ByteLayout(VectorKernels.groupedShape(g))
      steps = g.filterDepth / 4
      taps = g.taps
      depth = g.outputDepth
    }

    @inline(__always)
    var border: Int { bytes.weights }
    @inline(__always)
    var weights: Int { border &+ (depth &+ 63) & ~63 }
    @inline(__always)
    var blockSize: Int { taps &* steps &* MemoryLayout<Ints>.size }
    @inline(__always)
    var blocks: Int { (depth &+ lanesPerVector &- 1) / lanesPerVector }
    @inline(__always)
    var size: Int { weights &+ blocks &* blockSize }

    /// The first output of a block.
    @inline(__always)
    func first(_ block: Int) -> Int { min(block &* lanesPerVector, depth &- lanesPerVector) }
  }

  /// The shape of the product of a group's windows with all filters.
  @inline(__always)
  fileprivate static func groupedShape(_ g: ConvolutionGeometry) -> MatrixShape {
    MatrixShape(columns: g.outputDepth, taps: g.taps, depth: g.filterDepth)
  }

  static func servesGroupedInt8(_ g: ConvolutionGeometry) -> Bool {
    let width = g.filterDepth
    return g.groups > 1 && (width == 4 || width == 8) && g.filtersPerGroup == width
      && g.outputDepth >= lanesPerVector && DepthwiseTable.fits(g, pixels: g.outputWidth)
  }

  static func packedSizeGroupedInt8(_ g: ConvolutionGeometry) -> Int { GroupedByteLayout(g).size }

  static func packGroupedInt8(
    _ g: ConvolutionGeometry, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    var start = groupedShape(g)
    start.omitsWeights = true
    packInt8(start, weights, bias, q, .int8, packed)
    let layout = GroupedByteLayout(g)
    (packed + layout.border).initializeMemory(
      as: UInt8.self, repeating: UInt8(truncatingIfNeeded: 0 &- q.inputOffset), count: layout.weights &- layout.border)
    var target = packed + layout.weights
    var block = 0
    while block < layout.blocks {
      let filters = UnsafeRawPointer(weights + layout.first(block) &* layout.taps &* g.filterDepth)
      var four = 0
      while four < layout.taps &* layout.steps {
        var lane = 0
        while lane < lanesPerVector {
          let source = filters + (lane &* layout.taps &* g.filterDepth &+ 4 &* four)
          target.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
          target += 4
          lane &+= 1
        }
        four &+= 1
      }
      block &+= 1
    }
  }

  /// Pixels whose sums are requantized together.
  private static var groupedPixels: Int { 64 }

  /// Output rows `[rowBegin, rowEnd)` of all images.
  static func runGroupedInt8(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    assert(a.validate(rowBegin, rowEnd))
    typealias Capacity = DepthwiseTable.Capacity
    let g = a.geometry
    let capacity = DepthwiseTable.fits(g, pixels: g.outputWidth, .small) ? Capacity.small : .large
    let sumSize = groupedPixels &* MemoryLayout<Ints>.size
    withStackMemory(sumSize &+ capacity.byteCount) { memory in
      let columns = DepthwiseTable.columns(g, pixels: g.outputWidth)
      runGrouped(a, rowBegin, rowEnd, DepthwiseTable(g, columns: columns, capacity, memory + sumSize), memory)
    }
  }

  @inline(never)
  private static func runGrouped(
    _ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int, _ table: DepthwiseTable, _ sums: UnsafeMutableRawPointer
  ) {
    let g = a.geometry
    let layout = GroupedByteLayout(g)
    let imageSize = g.inputHeight &* g.inputWidth &* g.inputDepth
    var product = ByteProduct(
      header: a.packed.load(as: MatrixHeader.self), layout: layout.bytes, packed: a.packed, output: a.output,
      outputStride: g.outputDepth, rowParameters: nil, rowParameterStride: 0, isHybrid: false)
    var row = rowBegin
    while row < rowEnd {
      let batch = row / g.outputHeight
      let y = row &- batch &* g.outputHeight
      table.fill(
        g, a.input + batch &* imageSize, a.packed + layout.border, y: y &* g.strideHeight &- g.paddingTop,
        begin: 0 &- g.paddingLeft)
      var block = 0
      while block < layout.blocks {
        let channel = layout.first(block)
        var pixel = 0
        while pixel < g.outputWidth {
          let count = min(groupedPixels, g.outputWidth &- pixel)
          let window = GroupedWindow(
            entries: table.entries + pixel &* g.strideWidth, step: g.strideWidth, taps: table.taps,
            tapCount: layout.taps, hasLinesOfThree: g.filterWidth == 3 && g.strideWidth == 1 && g.dilationWidth == 1,
            channel: channel, start: a.packed.lanes(headerSize &+ 4 &* channel, as: Ints.self),
            weights: a.packed + (layout.weights &+ block &* layout.blockSize))
          if layout.steps == 1 {
            sumUpGroups(One.self, window, count, sums)
          } else {
            sumUpGroups(Two.self, window, count, sums)
          }
          product.output = a.output + (row &* g.outputWidth &+ pixel) &* g.outputDepth
          finishPanel(product, sums, rows: count, column: channel)
          pixel &+= count
        }
        block &+= 1
      }
      row &+= 1
    }
  }

  /// The sums of `count` pixels beside one another. The last ones of several may be computed twice.
  @inline(__always)
  private static func sumUpGroups<Steps: Count>(
    _ steps: Steps.Type, _ window: GroupedWindow, _ count: Int, _ sums: UnsafeMutableRawPointer
  ) {
    var pixel = 0
    while pixel < count {
      if count >= 8 {
        pixel = min(pixel, count &- 8)
        if window.hasLinesOfThree {
          groupedTileOfLines(steps, window, pixel, sums)
        } else {
          groupedTile(Eight.self, steps, window, pixel, sums)
        }
        pixel &+= 8
      } else if count >= 4 {
        pixel = min(pixel, count &- 4)
        groupedTile(Four.self, steps, window, pixel, sums)
        pixel &+= 4
      } else {
        groupedTile(One.self, steps, window, pixel, sums)
        pixel &+= 1
      }
    }
  }

  /// Eight pixels from `pixel` on, of a filter with lines of three: a column is read once for the three pixels that it belongs to.
  @inline(never)
  private static func groupedTileOfLines<Steps: Count>(
    _ steps: Steps.Type, _ window: GroupedWindow, _ pixel: Int, _ sums: UnsafeMutableRawPointer
  ) {
    let choice = GroupChoice(steps: Steps.value)
    let flip = Ints(repeating: Int32(bitPattern: 0x8080_8080))
    let size = MemoryLayout<Ints>.size
    let start = window.start
    var (s0, s1, s2, s3) = (start, start, start, start)
    var (s4, s5, s6, s7) = (s0, s1, s2, s3)
    var weights = window.weights
    var tap = 0
    while tap < window.tapCount {
      let line = window.entries + (pixel &+ Int(window.taps[tap]))
      /// The weights of a column of the filter.
      @inline(__always)
      func weight(_ column: Int, _ step: Int) -> Ints {
        step < Steps.value ? weights.lanes((column &* Steps.value &+ step) &* size, as: Ints.self) : Ints()
      }
      let (a0, b0, c0) = (weight(0, 0), weight(1, 0), weight(2, 0))
      let (a1, b1, c1) = (weight(0, 1), weight(1, 1), weight(2, 1))
      /// Adds the products of a column to the sums of three pixels, those before it that there are.
      @inline(__always)
      func add(_ column: Int, _ third: inout Ints, _ second: inout Ints, _ first: inout Ints) {
        let x = fourWords(line[column] + window.channel) ^ flip
        let x0 = choice.chosen(0, of: x)
        if column >= 2 { third = byteDot(third, x0, c0) }
        if column >= 1, column <= 8 { second = byteDot(second, x0, b0) }
        if column <= 7 { first = byteDot(first, x0, a0) }
        guard Steps.value > 1 else { return }
        let x1 = choice.chosen(1, of: x)
        if column >= 2 { third = byteDot(third, x1, c1) }
        if column >= 1, column <= 8 { second = byteDot(second, x1, b1) }
        if column <= 7 { first = byteDot(first, x1, a1) }
      }
      var (none, other) = (Ints(), Ints())
      add(0, &none, &other, &s0)
      add(1, &none, &s0, &s1)
      add(2, &s0, &s1, &s2)
      add(3, &s1, &s2, &s3)
      add(4, &s2, &s3, &s4)
      add(5, &s3, &s4, &s5)
      add(6, &s4, &s5, &s6)
      add(7, &s5, &s6, &s7)
      add(8, &s6, &s7, &none)
      add(9, &s7, &none, &other)
      weights += 3 &* Steps.value &* size
      tap &+= 3
    }
    let target = sums + pixel &* size
    target.put(s0, 0)
    target.put(s1, size)
    target.put(s2, 2 &* size)
    target.put(s3, 3 &* size)
    target.put(s4, 4 &* size)
    target.put(s5, 5 &* size)
    target.put(s6, 6 &* size)
    target.put(s7, 7 &* size)
  }

  /// `Pixels` pixels from `pixel` on.
  @inline(never)
  private static func groupedTile<Pixels: Count, Steps: Count>(
    _ pixels: Pixels.Type, _ steps: Steps.Type, _ window: GroupedWindow, _ pixel: Int, _ sums: UnsafeMutableRawPointer
  ) {
    let choice = GroupChoice(steps: Steps.value)
    let flip = Ints(repeating: Int32(bitPattern: 0x8080_8080))
    let entries = window.entries + pixel &* window.step
    var (s0, s1, s2, s3) = (window.start, window.start, window.start, window.start)
    var (s4, s5, s6, s7) = (s0, s1, s2, s3)
    var weights = window.weights
    var tap = 0
    while tap < window.tapCount {
      let pixels = entries + Int(window.taps[tap])
      @inline(__always)
      func add(_ sum: inout Ints, _ index: Int) {
        guard index < Pixels.value else { return }
        let x = fourWords(pixels[index &* window.step] + window.channel) ^ flip
        var step = 0
        while step < Steps.value {
          sum = byteDot(sum, choice.chosen(step, of: x), weights.lanes(step &* MemoryLayout<Ints>.size, as: Ints.self))
          step &+= 1
        }
      }
      add(&s0, 0)
      add(&s1, 1)
      add(&s2, 2)
      add(&s3, 3)
      add(&s4, 4)
      add(&s5, 5)
      add(&s6, 6)
      add(&s7, 7)
      weights += Steps.value &* MemoryLayout<Ints>.size
      tap &+= 1
    }
    let target = sums + pixel &* MemoryLayout<Ints>.size
    @inline(__always)
    func put(_ sum: Ints, _ index: Int) {
      if index < Pixels.value { target.put(sum, index &* MemoryLayout<Ints>.size) }
    }
    put(s0, 0)
    put(s1, 1)
    put(s2, 2)
    put(s3, 3)
    put(s4, 4)
    put(s5, 5)
    put(s6, 6)
    put(s7, 7)
  }
}

/// What the pixels of a stretch of a row read.
private struct GroupedWindow {
  /// The pointers to the first pixel's columns, and how many of them the next pixel is away.
  let entries: UnsafePointer<UnsafeRawPointer>
  let step: Int
  let taps: UnsafePointer<Int16>
  let tapCount: Int
  /// Three neighboring columns, and the next three for the next pixel, have as many taps.
  let hasLinesOfThree: Bool
  /// The first of sixteen channels.
  let channel: Int
  /// What sums begin with.
  let start: Ints
  let weights: UnsafeRawPointer
}

/// Which four channels of sixteen each lane takes in each step.
private struct GroupChoice {
  private let first: Bytes
  private let second: Bytes

  /// - Parameter steps: the fours of channels in a group, 1 or 2.
  @inline(__always)
  init(steps: Int) {
    // The bytes of each lane's first four channels: those of its group.
    let bytes =
      steps == 1
      ? Ints(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12) : Ints(0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8)
    let words = bytes &* Ints(repeating: 0x0101_0101) &+ Ints(repeating: 0x0302_0100)
    first = unsafeBitCast(words, to: Bytes.self)
    second = unsafeBitCast(words &+ Ints(repeating: 0x0404_0404), to: Bytes.self)
  }

  @inline(__always)
  func chosen(_ step: Int, of x: Ints) -> Ints {
    let choice = step == 0 ? first : second
    #if TFLITE_EMULATED
    var result = Ints()
    for lane in 0..<16 { result[lane] = x[Int(choice[4 * lane]) / 4] }
    return result
    #else
    return unsafeBitCast(
      _mm512_shuffle_epi8(unsafeBitCast(x, to: Longs.self), unsafeBitCast(choice, to: Longs.self)), to: Ints.self)
    #endif
  }
}

/// Sixteen bytes, in every four lanes.
@inline(__always)
private func fourWords(_ source: UnsafeRawPointer) -> Ints {
  #if TFLITE_EMULATED
  let words = source.loadUnaligned(as: SIMD4<Int32>.self)
  let half = SIMD8(lowHalf: words, highHalf: words)
  return Ints(lowHalf: half, highHalf: half)
  #else
  return unsafeBitCast(
    _mm512_broadcast_i32x4(source.loadUnaligned(as: SIMD2<Int64>.self)), to: Ints.self)
  #endif
}

extension VectorKernels.Product {
  /// Int8 convolutions of narrow groups.
  package static var groupedInt8: GroupedByteKernel {
    GroupedByteKernel(
      serves: VectorKernels.servesGroupedInt8, packedSize: VectorKernels.packedSizeGroupedInt8,
      pack: VectorKernels.packGroupedInt8, run: VectorKernels.runGroupedInt8)
  }
}

#endif
