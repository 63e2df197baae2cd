#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// A part of an image, copied together with its padding, in which the windows of some output pixels lie: of a convolution of
/// groups, the channels of one.
///
/// In a patch each row of a window is one run, and the distance from row to row is the same for all windows. So the address where
/// a window begins says where all of it is.
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
  private let width: Int

  /// The rows of an image that a window spans.
  @inline(__always)
  private static func reach(_ g: ConvolutionGeometry) -> Int { (g.filterHeight &- 1) &* g.dilationHeight &+ 1 }

  /// Whether `capacity` elements hold the windows of so many pixels of a row, or of the whole row.
  @inline(__always)
  static func fits(_ g: ConvolutionGeometry, capacity: Int, pixels: Int) -> Bool {
    size(g, pixels: min(pixels, g.outputWidth)) <= capacity
  }

  /// The elements of a patch for so many output pixels from the first of a row on. `Int.max`, more than any capacity, for extents
  /// whose product might overflow: a file may state dilations of any size.
  @inline(__always)
  static func size(_ g: ConvolutionGeometry, pixels: Int) -> Int {
    let width = (min(pixels, g.outputWidth) &- 1) &* g.strideWidth &+ g.filterWidth
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
    let whole = (g.outputWidth &- 1) &* g.strideWidth &+ g.filterWidth
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
      let fitting = (room / reach &- g.filterWidth) / g.strideWidth &+ 1
      count = fitting >= left ? left : fitting > tile ? fitting / tile &* tile : fitting
      x = column &* g.strideWidth &- g.paddingLeft
      width = (count &- 1) &* g.strideWidth &+ g.filterWidth
      height = reach
    }
  }

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
    let step = g.strideWidth &* depth &* size
    var start = base + (column &* g.strideWidth &- skipped) &* depth &* size
    var i = 0
    while i < count {
      if column == g.outputWidth {
        column = 0
        line += lineStep
        start = line
      }
      starts[i] = start
      start += step
      column &+= 1
      i &+= 1
    }
  }

  /// Writes the patch from its first element to its last.
  /// - Parameters:
  ///   - fill: writes elements of padding: `(offset in the patch, count)`.
  ///   - copy: copies elements of the image: `(offset from the group's first element, count, offset in the patch)`.
  @inline(__always)
  func write(fill: (Int, Int) -> Void, copy: (Int, Int, Int) -> Void) {
    let pixel = geometry.inputDepth
    let left = min(width, max(0, 0 &- x))
    let inside = max(0, min(geometry.inputWidth, x &+ width) &- (x &+ left))
    let source = (x &+ left) &* pixel
    let line = geometry.inputWidth &* pixel
    // Pixels of one group lie side by side; otherwise each is copied by itself.
    let (runs, length) = depth == pixel ? (1, inside &* depth) : (inside, depth)
    var target = 0
    var row = y
    while row < y &+ height {
      if row < 0 || row >= geometry.inputHeight || inside == 0 {
        fill(target, width &* depth)
      } else {
        if left > 0 { fill(target, left &* depth) }
        var place = (row &* line &+ source, target &+ left &* depth)
        var run = 0
        while run < runs {
          copy(place.0, length, place.1)
          place.0 &+= pixel
          place.1 &+= length
          run &+= 1
        }
        let right = width &- left &- inside
        if right > 0 { fill(target &+ (left &+ inside) &* depth, right &* depth) }
      }
      target &+= width &* depth
      row &+= 1
    }
  }
}

#endif
