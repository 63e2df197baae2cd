/// An 8-bit picture in memory: rows from the top, pixels from the left, channels interleaved (height, width, channel).
public struct Picture: Hashable, Sendable {
  /// The channels of a pixel, in the order of their bytes.
  public enum Format: Hashable, Sendable {
    /// One byte: luminance.
    case gray
    /// Three bytes: red, green, blue.
    case rgb
    /// Four bytes: red, green, blue and alpha; colour is not premultiplied by alpha.
    case rgba

    /// Bytes a pixel: 1, 3 or 4.
    public var channels: Int {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  /// Pixels in a row, at least 1.
  public let width: Int
  /// Rows, at least 1.
  public let height: Int
  /// The channels of a pixel.
  public let format: Format
  /// `width * height * channels` bytes without padding.
  public private(set) var bytes: [UInt8]

  /// Bytes a pixel.
  public var channels: Int { format.channels }
  /// Bytes a row.
  public var bytesPerRow: Int { width * format.channels }

  /// A picture of the given bytes.
  /// - Throws: ``PictureError`` when a size is below 1 or `bytes` is not `width * height * channels` long.
  public init(width: Int, height: Int, format: Format, bytes: [UInt8]) throws(PictureError) {
    let count = try Picture.byteCount(width: width, height: height, format: format)
    guard bytes.count == count else {
      throw PictureError(
        .invalidArgument, expected: "\(count) bytes for \(width)x\(height)x\(format.channels)",
        found: "\(bytes.count) bytes")
    }
    self.init(uncheckedWidth: width, height: height, format: format, bytes: bytes)
  }

  /// A picture of one colour.
  /// - Parameters:
  ///   - width: pixels in a row.
  ///   - height: rows.
  ///   - format: the channels.
  ///   - color: one value for each.
  /// - Throws: ``PictureError`` when a size is below 1 or `color` has another channel count.
  public init(width: Int, height: Int, format: Format, color: [UInt8]) throws(PictureError) {
    let count = try Picture.byteCount(width: width, height: height, format: format)
    guard color.count == format.channels else {
      throw PictureError(
        .invalidArgument, expected: "\(format.channels) colour values", found: "\(color.count)")
    }
    var bytes = [UInt8]()
    bytes.reserveCapacity(count)
    for _ in 0..<width * height { bytes.append(contentsOf: color) }
    self.init(uncheckedWidth: width, height: height, format: format, bytes: bytes)
  }

  /// A picture whose byte count the caller has checked.
  init(uncheckedWidth width: Int, height: Int, format: Format, bytes: [UInt8]) {
    assert(bytes.count == width * height * format.channels)
    self.width = width
    self.height = height
    self.format = format
    self.bytes = bytes
  }

  /// A picture whose bytes `fill` writes, all of them.
  init(
    uncheckedWidth width: Int, height: Int, format: Format,
    filling fill: (UnsafeMutablePointer<UInt8>) -> Void
  ) {
    let count = width * height * format.channels
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let base = buffer.baseAddress {
        fill(base)
        initialized = count
      }
    }
    self.init(uncheckedWidth: width, height: height, format: format, bytes: bytes)
  }

  static func byteCount(width: Int, height: Int, format: Format) throws(PictureError) -> Int {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, pixels <= Int.max / 16 else {
      throw PictureError(
        .invalidArgument, expected: "a width and height above 0 that memory can hold", found: "\(width)x\(height)")
    }
    return pixels * format.channels
  }

  /// The channel values of one pixel.
  /// - Precondition: `0 <= x < width`, `0 <= y < height`.
  public subscript(x: Int, y: Int) -> ArraySlice<UInt8> {
    let start = (y * width + x) * channels
    return bytes[start..<start + channels]
  }

  /// Sets the channel values of one pixel; `color` has one value a channel.
  /// - Precondition: `0 <= x < width`, `0 <= y < height` and `color.count == channels`.
  public mutating func setPixel(x: Int, y: Int, to color: some Collection<UInt8>) {
    let start = (y * width + x) * channels
    bytes.replaceSubrange(start..<start + channels, with: color)
  }

  /// The picture's pixels as a view that preprocessing and resizing read from; not valid outside `body`.
  public func withPixels<R, E: Error>(_ body: (PixelView) throws(E) -> R) throws(E) -> R {
    try bytes.withUnsafeBufferPointer { (buffer) throws(E) -> R in
      try body(
        PixelView(
          uncheckedBytes: UnsafeRawBufferPointer(buffer), width: width, height: height, bytesPerRow: bytesPerRow,
          layout: PixelLayout(format)))
    }
  }

  /// Calls `body` with each row's index and its bytes to change.
  mutating func withMutableRows(_ body: (Int, UnsafeMutableBufferPointer<UInt8>) -> Void) {
    let height = height
    let stride = bytesPerRow
    bytes.withUnsafeMutableBufferPointer { buffer in
      for y in 0..<height {
        body(y, UnsafeMutableBufferPointer(rebasing: buffer[y * stride..<(y + 1) * stride]))
      }
    }
  }
}
