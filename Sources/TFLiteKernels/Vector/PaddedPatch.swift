#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// A part of an image, copied together with its padding, in which the windows of some output pixels lie: of a convolution of
/// groups, the channels of one.
///
/// In a patch each row of a window is one run, and the distance from row to row is the same for all windows. So the address where
/// a window begins says where all of it is. Of a dilated convolution, the pixels of a row that are a dilation apart lie side by
/// side: first those of the first phase, from the row's first pixel on, then those from its second.
struct PaddedPatch {
  private let geometry: ConvolutionGeometry
  /// The channels of a pixel that are copied.
  private let depth: Int
  private let firstPixel: Int
  /// The output pixels whose windows lie in the patch.
  let count: Int
  /// Where the patch begins in the image; negative in a margin.
  private let y: Int
  private let x: Int
  private let height: Int
  /// A multiple of the dilation.
  private let width: Int

  /// The rows of an image that a window spans.
  @inline(__always)
  private static func reach(_ g: ConvolutionGeometry) -> Int { (g.filterHeight &- 1) &* g.dilationHeight &+ 1 }

  /// The columns that the windows of so many pixels side by side span, and as many more as fill all phases alike.
  @inline(__always)
  private static func width(_ g: ConvolutionGeometry, _ pixels: Int) -> Int {
    let span = (pixels &- 1) &* g.strideWidth &+ (g.filterWidth &- 1) &* g.dilationWidth &+ 1
    return g.dilationWidth == 1 ? span : (span &+ g.dilationWidth &- 1) / g.dilationWidth &* g.dilationWidth
  }

  /// Whether `capacity` elements hold the windows of so many pixels of a row, or of the whole row.
  @inline(__always)
  static func fits(_ g: ConvolutionGeometry, capacity: Int, pixels: Int) -> Bool {
    size(g, pixels: min(pixels, g.outputWidth)) <= capacity
  }

  /// The elements of a patch for so many output pixels from the first of a row on. `Int.max`, more than any capacity, for extents
  /// whose product might overflow: a file may state dilations of any size.
  @inline(__always)
  static func size(_ g: ConvolutionGeometry, pixels: Int) -> Int {
    let width = width(g, min(pixels, g.outputWidth))
    let height = (pixels &- 1) / g.outputWidth &* g.strideHeight &+ reach(g)
    if width > 1 << 15 || height > 1 << 15 || width &* height > 1 << 20 { return Int.max }
    return width &* height &* g.filterDepth
  }

  /// The patch of the output pixels from `pixel` on, of those before `end`, as many as `capacity` elements hold: at least one.
  /// - Parameter tile: `count` is a multiple of it, unless the patch reaches `end` or the end of a row.
  init(_ g: ConvolutionGeometry, pixel: Int, end: Int, capacity: Int, tile: Int) {
    geometry = g
    depth = g.filterDepth
    firstPixel = pixel
    let room = capacity / depth
    let reach = Self.reach(g)
    let row = pixel / g.outputWidth
    let column = pixel &- row &* g.outputWidth
    let whole = Self.width(g, g.outputWidth)
    y = row &* g.strideHeight &- g.paddingTop
    if whole &* reach <= room {
      let rows = (room / whole &- reach) / g.strideHeight &+ 1
      var count = min(end &- pixel, rows &* g.outputWidth &- column)
      if pixel &+ count < end, count > tile { count = count / tile &* tile }
      self.count = count
      x = 0 &- g.paddingLeft
      width = whole
      height = ((pixel &+ count &- 1) / g.outputWidth &- row) &* g.strideHeight &+ reach
    } else {
      let left = min(end &- pixel, g.outputWidth &- column)
      let fitting = (room / reach &- Self.width(g, 1)) / g.strideWidth &+ 1
      count = fitting >= left ? left : fitting > tile ? fitting / tile &* tile : fitting
      x = column &* g.strideWidth &- g.paddingLeft
      width = Self.width(g, count)
      height = reach
    }
  }

  /// Rows of so few elements are copied into padding that is there already: to fill what is left and right of each takes longer.
  private static var shortRow: Int { 32 }

  /// Elements from one row of a window to the next.
  @inline(__always)
  var pitch: Int { geometry.dilationHeight &* width &* depth }

  /// Writes the addresses of the windows.
  /// - Parameter size: bytes of an element in the patch.
  @inline(__always)
  func begin(_ base: UnsafeRawPointer, size: Int, _ starts: UnsafeMutablePointer<UnsafeRawPointer>) {
    let g = geometry
    let row = firstPixel / g.outputWidth
    var column = firstPixel &- row &* g.outputWidth
    // The patch begins with the first pixel of its row, unless it holds a part of one row.
    let skipped = x &+ g.paddingLeft
    var line = base
    let lineStep = g.strideHeight &* width &* depth &* size
    let step = depth &* size
    var place = column &* g.strideWidth &- skipped
    var i = 0
    while i < count {
      let pixels = min(g.outputWidth &- column, count &- i)
      if g.dilationWidth == 1 {
        Self.store(starts + i, pixels, from: line + place &* step, apart: g.strideWidth &* step)
      } else {
        storeDilated(starts + i, pixels, line, place, step)
      }
      i &+= pixels
      column = 0
      line += lineStep
      place = 0
    }
  }

  /// Writes `count` addresses from the first on.
  @inline(__always)
  private static func store(
    _ starts: UnsafeMutablePointer<UnsafeRawPointer>, _ count: Int, from first: UnsafeRawPointer, apart: Int
  ) {
    var address = first
    var i = 0
    if count >= 8 {
      let target = UnsafeMutableRawPointer(starts)
      var addresses = SIMD8<Int>(0, 1, 2, 3, 4, 5, 6, 7) &* apart &+ Int(bitPattern: first)
      while count &- i >= 8 {
        target.put(addresses, i &* MemoryLayout<Int>.size)
        addresses &+= 8 &* apart
        i &+= 8
      }
      address += i &* apart
    }
    while i < count {
      starts[i] = address
      address += apart
      i &+= 1
    }
  }

  /// Writes the addresses of the windows of `count` pixels of a row from column `place` of the patch on.
  private func storeDilated(
    _ starts: UnsafeMutablePointer<UnsafeRawPointer>, _ count: Int, _ line: UnsafeRawPointer, _ place: Int, _ step: Int
  ) {
    let (dilation, phase) = (geometry.dilationWidth, width / geometry.dilationWidth)
    var place = place
    for i in 0..<count {
      starts[i] = line + (place % dilation &* phase &+ place / dilation) &* step
      place &+= geometry.strideWidth
    }
  }

  /// Writes the patch from its first element to its last.
  /// - Parameters:
  ///   - fill: writes elements of padding: `(offset in the patch, count)`.
  ///   - copy: copies runs of the image to one behind the other: `(offset of the first from the group's first element, elements
  ///     from a run to the next, elements of a run, runs, offset in the patch)`.
  ///   - copiesExactly: `copy` writes nothing behind the runs.
  @inline(__always)
  func write(copiesExactly: Bool, fill: (Int, Int) -> Void, copy: (Int, Int, Int, Int, Int) -> Void) {
    let pixel = geometry.inputDepth
    let dilation = geometry.dilationWidth
    let line = geometry.inputWidth &* pixel
    let places = width / dilation
    // Pixels of one group lie side by side; otherwise each is copied by itself.
    let isRun = depth == pixel && dilation == 1
    // Without a dilation, divisions would take as long as short rows.
    let undilated = part(phase: 0, dilation: 1, places)
    var target = 0
    var row = y
    if copiesExactly, isRun, width &* depth <= Self.shortRow {
      fill(0, height &* width &* depth)
      let length = undilated.inside &* depth
      let end = min(y &+ height, geometry.inputHeight)
      row = max(row, 0)
      target = ((row &- y) &* width &+ undilated.left) &* depth
      while row < end, length > 0 {
        copy(row &* line &+ (x &+ undilated.left) &* pixel, pixel, length, 1, target)
        target &+= width &* depth
        row &+= 1
      }
      return
    }
    while row < y &+ height {
      let isInside = row >= 0 && row < geometry.inputHeight
      var phase = 0
      while phase < dilation {
        let (left, inside) =
          !isInside ? (0, 0) : dilation == 1 ? undilated : part(phase: phase, dilation: dilation, places)
        if left > 0 { fill(target, left &* depth) }
        if inside > 0 {
          let (runs, length) = isRun ? (1, inside &* depth) : (inside, depth)
          let start = x &+ phase &+ left &* dilation
          copy(row &* line &+ start &* pixel, dilation &* pixel, length, runs, target &+ left &* depth)
        }
        let right = places &- left &- inside
        if right > 0 { fill(target &+ (left &+ inside) &* depth, right &* depth) }
        target &+= places &* depth
        phase &+= 1
      }
      row &+= 1
    }
  }

  /// Of the `places` pixels of a phase, how many lie in front of the image, and how many in it.
  @inline(__always)
  private func part(phase: Int, dilation: Int, _ places: Int) -> (left: Int, inside: Int) {
    let first = x &+ phase
    let left = first < 0 ? min(places, (dilation &- 1 &- first) / dilation) : 0
    let start = first &+ left &* dilation
    if start >= geometry.inputWidth { return (left, 0) }
    return (left, min(places &- left, (geometry.inputWidth &- 1 &- start) / dilation &+ 1))
  }
}

#endif
