#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Where the inputs of a row of outputs lie, for depthwise convolutions of bytes by packets.

/// Pointers to the input columns of a stretch of an output row, `[row of the filter][column]`, the padding's where a column or
/// row lies outside the image. A tap of an output pixel is `tap` entries from the pixel's own.
struct DepthwiseTable {
  let entries: UnsafeMutablePointer<UnsafeRawPointer>
  let taps: UnsafeMutablePointer<Int16>
  /// Entries from one row of the filter to the next.
  let pitch: Int

  /// What a table has memory for: so many entries at most, and so many taps of a filter.
  struct Capacity {
    let entries: Int
    let taps: Int

    /// 4 KB, which most tables fit.
    static var small: Self { Self(entries: 448, taps: 256) }
    /// 32 KB, for filters as large as images.
    static var large: Self { Self(entries: 3584, taps: 2048) }

    var byteCount: Int { 8 &* entries &+ 2 &* taps }
  }

  /// The columns that `pixels` neighboring output pixels read, whole fours of them.
  @inline(__always)
  static func columns(_ g: ConvolutionGeometry, pixels: Int) -> Int {
    ((pixels &- 1) &* g.strideWidth &+ (g.filterWidth &- 1) &* g.dilationWidth &+ 4) & ~3
  }

  /// Whether the table of `pixels` output pixels fits.
  @inline(__always)
  static func fits(_ g: ConvolutionGeometry, pixels: Int, _ capacity: Capacity = .large) -> Bool {
    g.taps <= capacity.taps && columns(g, pixels: pixels) &* g.filterHeight <= capacity.entries
  }

  /// A table of `columns` columns, a multiple of four, in `memory`, which holds `capacity`.
  @inline(__always)
  init(_ g: ConvolutionGeometry, columns: Int, _ capacity: Capacity, _ memory: UnsafeMutableRawPointer) {
    entries = memory.assumingMemoryBound(to: UnsafeRawPointer.self)
    taps = (memory + 8 &* capacity.entries).assumingMemoryBound(to: Int16.self)
    pitch = columns
    var tap = 0
    var fy = 0
    while fy < g.filterHeight {
      var fx = 0
      while fx < g.filterWidth {
        taps[tap] = Int16(truncatingIfNeeded: fy &* columns &+ fx &* g.dilationWidth)
        tap &+= 1
        fx &+= 1
      }
      fy &+= 1
    }
  }

  /// Fills the table for an output row whose first tap is input row `y` of `image`, from input column `begin` on.
  @inline(__always)
  func fill(
    _ g: ConvolutionGeometry, _ image: UnsafeRawPointer, _ padding: UnsafeRawPointer, y: Int, begin: Int
  ) {
    let distance = g.dilationHeight &* g.inputWidth &* g.inputDepth
    let first = Int(bitPattern: image) &+ (y &* g.inputWidth &+ begin) &* g.inputDepth
    let outside = SIMD4<Int>(repeating: Int(bitPattern: padding))
    let step = SIMD4<Int>(0, 1, 2, 3)
    var column = 0
    while column < pitch {
      let x = SIMD4<Int>(repeating: begin &+ column) &+ step
      let isOutside = (x .< SIMD4<Int>()) .| (x .>= SIMD4<Int>(repeating: g.inputWidth))
      var lines = SIMD4<Int>(repeating: first &+ column &* g.inputDepth) &+ step &* SIMD4(repeating: g.inputDepth)
      var entry = UnsafeMutableRawPointer(entries + column)
      var line = y
      var fy = 0
      while fy < g.filterHeight {
        let isInside = line >= 0 && line < g.inputHeight
        entry.put(isInside ? lines.replacing(with: outside, where: isOutside) : outside, 0)
        entry += 8 &* pitch
        lines = lines &+ SIMD4(repeating: distance)
        line &+= g.dilationHeight
        fy &+= 1
      }
      column &+= 4
    }
  }
}

/// Copies of the ends of image rows with the padding beside them, for packets of several neighboring pixels: those that begin
/// left of the image, or reach beyond its right edge, are read there.
struct DepthwiseMargins {
  /// Columns outside the image, to the left and to the right.
  private let left: Int
  private let right: Int
  /// The bytes of the copies of one row.
  private let size: Int

  /// Bytes of memory that copies may take.
  static var capacity: Int { 1024 }

  /// The margins of an image, nil when copies would be too large or the image is narrower than a packet of `pixels` pixels.
  @inline(__always)
  init?(_ g: ConvolutionGeometry, pixels: Int) {
    left = g.paddingLeft
    right = max(0, g.outputWidth &+ (g.filterWidth &- 1) &* g.dilationWidth &- g.paddingLeft &- g.inputWidth)
    let (bytes, isLarge) = (left &+ right).multipliedReportingOverflow(by: g.inputDepth)
    if isLarge || bytes > Self.capacity || g.filterHeight > Self.capacity { return nil }
    size = bytes &+ 2 &* Bytes.scalarCount
    if size &* g.filterHeight &+ Bytes.scalarCount > Self.capacity { return nil }
    if g.inputWidth < pixels || g.outputWidth < 2 &* pixels { return nil }
  }

  /// Copies the margins of the rows that the output row with first tap `y` reads to `memory`, and lets the entries of `table`,
  /// filled from column `begin` on, point to them where a packet of `pixels` pixels does not lie within the image.
  @inline(__always)
  func fill(
    _ g: ConvolutionGeometry, _ image: UnsafeRawPointer, _ padding: UnsafeRawPointer, y: Int, begin: Int,
    pixels: Int, _ table: DepthwiseTable, _ memory: UnsafeMutableRawPointer
  ) {
    let width = Bytes.scalarCount
    let depth = g.inputDepth
    let lastWhole = g.inputWidth &- pixels
    let last = min(lastWhole &+ right, begin &+ table.pitch &- 1)
    let outside = Bytes(repeating: padding.load(as: Int8.self))
    var fy = 0
    while fy < g.filterHeight {
      let line = y &+ fy &* g.dilationHeight
      if line >= 0, line < g.inputHeight {
        let row = image + line &* g.inputWidth &* depth
        let head = memory + fy &* size
        let tail = head + (left &* depth &+ width)
        put(outside, left &* depth, head)
        (head + left &* depth).put(row.lanes(0, as: Bytes.self), 0)
        tail.put(row.lanes(lastWhole &* depth, as: Bytes.self), 0)
        put(outside, right &* depth, tail + width)
        let entries = table.entries + fy &* table.pitch
        var column = begin
        while column < 0 {
          entries[column &- begin] = UnsafeRawPointer(head + (left &+ column) &* depth)
          column &+= 1
        }
        column = max(begin, lastWhole &+ 1)
        while column <= last {
          entries[column &- begin] = UnsafeRawPointer(tail + (column &- lastWhole) &* depth)
          column &+= 1
        }
      }
      fy &+= 1
    }
  }

  /// Writes `count` bytes, whole registers of them.
  @inline(__always)
  private func put(_ bytes: Bytes, _ count: Int, _ target: UnsafeMutableRawPointer) {
    var k = 0
    while k < count {
      target.put(bytes, k)
      k &+= Bytes.scalarCount
    }
  }
}

#endif
