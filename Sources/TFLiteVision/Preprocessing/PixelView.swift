/// The bytes of a pixel in memory.
public enum PixelLayout: Hashable, Sendable {
  /// One byte: luminance.
  case gray
  /// Three bytes: red, green, blue.
  case rgb
  /// Three bytes: blue, green, red.
  case bgr
  /// Four bytes: red, green, blue, alpha or padding.
  case rgba
  /// Four bytes: blue, green, red, alpha or padding (the usual camera frame on Apple platforms).
  case bgra
  /// Four bytes: alpha or padding, red, green, blue.
  case argb
  /// Four bytes: alpha or padding, blue, green, red.
  case abgr

  /// Bytes a pixel.
  public var bytesPerPixel: Int {
    switch self {
    case .gray: 1
    case .rgb, .bgr: 3
    case .rgba, .bgra, .argb, .abgr: 4
    }
  }

  /// Where red, green, blue and alpha are; alpha is -1 where there is none.
  var offsets: (red: Int, green: Int, blue: Int, alpha: Int) {
    switch self {
    case .gray: (0, 0, 0, -1)
    case .rgb: (0, 1, 2, -1)
    case .bgr: (2, 1, 0, -1)
    case .rgba: (0, 1, 2, 3)
    case .bgra: (2, 1, 0, 3)
    case .argb: (1, 2, 3, 0)
    case .abgr: (3, 2, 1, 0)
    }
  }

  init(_ format: Picture.Format) {
    switch format {
    case .gray: self = .gray
    case .rgb: self = .rgb
    case .rgba: self = .rgba
    }
  }
}

/// Pixels that somebody else owns: a ``Picture``, a camera frame, a decoder's buffer. Valid only as long as those bytes.
public struct PixelView {
  /// The bytes from the first row's first pixel on.
  public let bytes: UnsafeRawBufferPointer
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bytes from a row's start to the next row's.
  public let bytesPerRow: Int
  /// The bytes of a pixel.
  public let layout: PixelLayout

  /// A view of `height` rows of `width` pixels.
  /// - Parameters:
  ///   - bytes: the memory, valid for as long as the view is used.
  ///   - width: pixels in a row.
  ///   - height: rows.
  ///   - bytesPerRow: at least `width * layout.bytesPerPixel`; nil means exactly that.
  ///   - layout: the bytes of a pixel.
  /// - Throws: ``VisionError`` when a size is below 1, rows overlap, or `bytes` is too short for the last pixel.
  public init(
    _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int? = nil, layout: PixelLayout
  ) throws(VisionError) {
    guard width > 0, height > 0, width <= Int.max / 8, height <= Int.max / 8 else {
      throw VisionError(
        .invalidArgument, "pixel buffer", expected: "a width and height above 0", found: "\(width)x\(height)")
    }
    let least = width * layout.bytesPerPixel
    let stride = bytesPerRow ?? least
    guard stride >= least else {
      throw VisionError(
        .invalidArgument, "pixel buffer", expected: "at least \(least) bytes a row", found: "\(stride)")
    }
    let (before, overflow) = stride.multipliedReportingOverflow(by: height - 1)
    guard !overflow, before <= Int.max - least, before + least <= bytes.count else {
      throw VisionError(
        .sizeMismatch, "pixel buffer", expected: "\(height) rows of \(stride) bytes", found: "\(bytes.count) bytes")
    }
    self.init(uncheckedBytes: bytes, width: width, height: height, bytesPerRow: stride, layout: layout)
  }

  init(uncheckedBytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, layout: PixelLayout) {
    bytes = uncheckedBytes
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.layout = layout
  }
}

/// The channels that a model reads, in the order of its input's last dimension.
public enum ChannelOrder: Hashable, Sendable {
  /// Luminance.
  case gray
  /// Red, green, blue.
  case rgb
  /// Blue, green, red.
  case bgr
  /// Red, green, blue, alpha; alpha is 255 where the picture has none.
  case rgba

  /// The number of channels.
  public var count: Int {
    switch self {
    case .gray: 1
    case .rgb, .bgr: 3
    case .rgba: 4
    }
  }
}

/// The rows of a part of a ``PixelView`` in a wanted channel order: in place where the order is the same, else
/// converted into one of two buffers.
final class SourceRows {
  let width: Int
  let height: Int
  let channels: Int
  private let view: PixelView
  private let region: PixelRectangle
  private let order: ChannelOrder
  private let isDirect: Bool
  private let buffers: UnsafeMutablePointer<UInt8>
  private var held = [-1, -1]

  /// - Precondition: `region` lies inside the view.
  init(_ view: PixelView, order: ChannelOrder, region: PixelRectangle) {
    self.view = view
    self.order = order
    self.region = region
    width = region.width
    height = region.height
    channels = order.count
    isDirect =
      switch (view.layout, order) {
      case (.gray, .gray), (.rgb, .rgb), (.bgr, .bgr), (.rgba, .rgba): true
      default: false
      }
    buffers = .allocate(capacity: isDirect ? 1 : 2 * width * channels)
  }

  deinit {
    buffers.deallocate()
  }

  /// Row `y`, valid until another row of the same parity is asked for: two neighbours can be used together.
  func row(_ y: Int) -> UnsafePointer<UInt8> {
    let from = pixels(y)
    if isDirect { return from }
    let slot = y & 1
    let to = buffers + slot * width * channels
    if held[slot] != y {
      held[slot] = y
      convert(from, to: to)
    }
    return UnsafePointer(to)
  }

  private func pixels(_ y: Int) -> UnsafePointer<UInt8> {
    let offset = (region.y + y) * view.bytesPerRow + region.x * view.layout.bytesPerPixel
    // A view of at least one pixel has a base address.
    return UnsafePointer(
      (view.bytes.baseAddress.unsafelyUnwrapped + offset).assumingMemoryBound(to: UInt8.self))
  }

  private func convert(_ from: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>) {
    let step = view.layout.bytesPerPixel
    let (red, green, blue, alpha) = view.layout.offsets
    switch order {
    case .gray:
      for x in 0..<width {
        let pixel = from + x &* step
        output[x] = luminance(pixel[red], pixel[green], pixel[blue])
      }
    case .rgb, .bgr:
      let first = order == .rgb ? red : blue
      let last = order == .rgb ? blue : red
      for x in 0..<width {
        let pixel = from + x &* step
        output[x &* 3] = pixel[first]
        output[x &* 3 &+ 1] = pixel[green]
        output[x &* 3 &+ 2] = pixel[last]
      }
    case .rgba:
      for x in 0..<width {
        let pixel = from + x &* step
        output[x &* 4] = pixel[red]
        output[x &* 4 &+ 1] = pixel[green]
        output[x &* 4 &+ 2] = pixel[blue]
        output[x &* 4 &+ 3] = alpha < 0 ? 255 : pixel[alpha]
      }
    }
  }
}
