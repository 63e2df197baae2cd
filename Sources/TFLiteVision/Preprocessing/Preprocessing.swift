/// How a picture becomes a model's input: fitted to its size, in its channel order, as its numbers.
///
/// The result is one picture in NHWC order, N being 1, written straight into the tensor's memory; no second picture is
/// made on the way. Element `(y * width + x) * channels + c` is channel `c` of the pixel in column `x` of row `y`.
public struct Preprocessing: Hashable, Sendable {
  /// What to do when the picture and the input have other proportions.
  public enum Fit: Hashable, Sendable {
    /// Scale width and height each by its own factor.
    case stretch
    /// Use the largest part of the input's proportions in the picture's middle.
    case centerCrop
    /// Scale in proportion, centre, and fill the rest with this value in every channel.
    case letterbox(UInt8)
  }

  /// Real values of pixels: `(pixel - mean) / std` with pixels of 0 to 255.
  public struct Normalization: Hashable, Sendable {
    /// One value, or one a channel in the input's channel order.
    public var mean: [Float]
    /// One value, or one a channel in the input's channel order; never 0.
    public var std: [Float]

    /// `(pixel - mean) / std`.
    public init(mean: [Float], std: [Float]) {
      self.mean = mean
      self.std = std
    }

    /// Pixels as they are, 0 to 255.
    public static let none = Normalization(mean: [0], std: [1])
    /// 0 to 1.
    public static let zeroToOne = Normalization(mean: [0], std: [255])
    /// -1 to 1.
    public static let minusOneToOne = Normalization(mean: [127.5], std: [127.5])
    /// The means and deviations of ImageNet in RGB order.
    public static let imageNet = Normalization(mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375])
  }

  /// Integer element types of image inputs.
  public enum IntegerType: Hashable, Sendable {
    /// 0 to 255.
    case uint8
    /// -128 to 127.
    case int8
    /// -32768 to 32767.
    case int16
  }

  /// The numbers that are written.
  public enum Encoding: Hashable, Sendable {
    /// Normalised 32-bit floats.
    case float32(Normalization)
    /// Normalised, then quantised as `round(real / scale) + zeroPoint`, halves away from zero, saturating.
    case quantized(IntegerType, scale: Float, zeroPoint: Int, Normalization)
    /// Pixels without arithmetic: as they are in uint8 and int16, less 128 in int8. Right for models whose input was
    /// quantised with one step a level, the common case.
    case raw(IntegerType)

    /// Bytes an element.
    public var elementSize: Int {
      switch self {
      case .float32: 4
      case .quantized(let type, _, _, _), .raw(let type): type == .int16 ? 2 : 1
      }
    }
  }

  /// Columns of the input.
  public var width: Int
  /// Rows of the input.
  public var height: Int
  /// Channels of the input.
  public var channels: ChannelOrder
  /// The numbers of the input.
  public var encoding: Encoding
  /// How other proportions are handled.
  public var fit: Fit
  /// How the size is changed.
  public var resampling: Resampling

  /// The preprocessing of one model input.
  public init(
    width: Int, height: Int, channels: ChannelOrder = .rgb, encoding: Encoding, fit: Fit = .stretch,
    resampling: Resampling = .antialiasedBilinear
  ) {
    self.width = width
    self.height = height
    self.channels = channels
    self.encoding = encoding
    self.fit = fit
    self.resampling = resampling
  }

  /// Bytes of the tensor that is written; nil when sizes are below 1 or overflow.
  public var byteCount: Int? {
    guard width > 0, height > 0 else { return nil }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= Int.max / 64 else { return nil }
    return pixels * channels.count * encoding.elementSize
  }

  /// Writes a picture into a tensor's memory.
  /// - Returns: where in the picture the tensor's coordinates lie, for bringing detections back.
  /// - Throws: ``VisionError`` when `tensor` is not ``byteCount`` bytes long or a parameter is out of range.
  @discardableResult
  public func write(
    _ picture: Picture, into tensor: UnsafeMutableRawBufferPointer
  ) throws(VisionError) -> PictureMapping {
    try picture.withPixels { (pixels) throws(VisionError) -> PictureMapping in try write(pixels, into: tensor) }
  }

  /// Writes pixels of any layout into a tensor's memory; alpha is ignored unless ``channels`` has it.
  /// - Returns: where in the picture the tensor's coordinates lie, for bringing detections back.
  /// - Throws: ``VisionError`` when `tensor` is not ``byteCount`` bytes long or a parameter is out of range.
  @discardableResult
  public func write(
    _ pixels: PixelView, into tensor: UnsafeMutableRawBufferPointer
  ) throws(VisionError) -> PictureMapping {
    guard let byteCount, let base = tensor.baseAddress, tensor.count == byteCount else {
      throw VisionError(
        .sizeMismatch, "image input",
        expected: "\(byteCount ?? 0) bytes for \(height)x\(width)x\(channels.count)", found: "\(tensor.count) bytes")
    }
    var region = PixelRectangle(x: 0, y: 0, width: pixels.width, height: pixels.height)
    var inner = PixelRectangle(x: 0, y: 0, width: width, height: height)
    var fill: UInt8 = 0
    switch fit {
    case .stretch: break
    case .centerCrop:
      region = .centered(inWidth: pixels.width, height: pixels.height, aspectWidth: width, aspectHeight: height)
    case .letterbox(let value):
      inner = .letterbox(ofWidth: pixels.width, height: pixels.height, inWidth: width, height: height)
      fill = value
    }
    let elements = try ElementWriter(encoding, channels: channels.count)
    let rowElements = width * channels.count
    let rows = RowResampler(
      SourceRows(pixels, order: channels, region: region), width: inner.width, height: inner.height, resampling)
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: rowElements)
    defer { row.deallocate() }
    row.initialize(repeating: fill, count: rowElements)
    var isBlank = true
    for y in 0..<height {
      if y >= inner.y, y < inner.y + inner.height {
        rows.write(row: y - inner.y, to: row + inner.x * channels.count)
        isBlank = false
      } else if !isBlank {
        row.update(repeating: fill, count: rowElements)
        isBlank = true
      }
      elements.write(row, count: rowElements, to: base + y * rowElements * encoding.elementSize)
    }
    return PictureMapping(
      pictureWidth: pixels.width, pictureHeight: pixels.height, region: region, inner: inner, tensorWidth: width,
      tensorHeight: height)
  }

  /// The tensor's contents as bytes, in the machine's byte order.
  /// - Throws: ``VisionError`` when a parameter is out of range.
  public func bytes(of picture: Picture) throws(VisionError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount ?? 0)
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(VisionError) in
      _ = try write(picture, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes
  }
}

/// Turns pixel bytes into elements by one table a channel: a byte has only 256 values.
private struct ElementWriter {
  private enum Table {
    case copy
    case bytes([UInt8])
    case words([Int16])
    case floats([Float])
  }

  private let table: Table
  private let channels: Int

  init(_ encoding: Preprocessing.Encoding, channels: Int) throws(VisionError) {
    self.channels = channels
    switch encoding {
    case .float32(let normalization):
      table = .floats(try Self.reals(normalization, channels))
    case .raw(.uint8): table = .copy
    case .raw(.int8): table = .bytes((0..<256 * channels).map { UInt8(truncatingIfNeeded: $0) ^ 0x80 })
    case .raw(.int16): table = .words((0..<256 * channels).map { Int16($0 & 255) })
    case .quantized(let type, let scale, let zeroPoint, let normalization):
      guard scale > 0, scale.isFinite, (-32768...32767).contains(zeroPoint) else {
        throw VisionError(
          .invalidArgument, "image input", expected: "a positive scale and a 16-bit zero point",
          found: "\(scale) and \(zeroPoint)")
      }
      let range: ClosedRange<Float> =
        switch type {
        case .uint8: 0...255
        case .int8: -128...127
        case .int16: -32768...32767
        }
      let values = try Self.reals(normalization, channels).map { real in
        let level = (real / scale).rounded(.toNearestOrAwayFromZero) + Float(zeroPoint)
        // A value that is no number quantises to the zero point.
        return Int(level.isNaN ? Float(zeroPoint) : min(max(level, range.lowerBound), range.upperBound))
      }
      table =
        type == .int16
        ? .words(values.map { Int16(truncatingIfNeeded: $0) }) : .bytes(values.map { UInt8(truncatingIfNeeded: $0) })
    }
  }

  /// The real value of each byte, 256 for each channel.
  private static func reals(
    _ normalization: Preprocessing.Normalization, _ channels: Int
  ) throws(VisionError) -> [Float] {
    let mean = normalization.mean
    let std = normalization.std
    guard [1, channels].contains(mean.count), [1, channels].contains(std.count) else {
      throw VisionError(
        .invalidArgument, "image input", expected: "1 or \(channels) values of mean and std",
        found: "\(mean.count) and \(std.count)")
    }
    guard std.allSatisfy({ $0 != 0 && $0.isFinite }), mean.allSatisfy(\.isFinite) else {
      throw VisionError(.invalidArgument, "image input", expected: "finite mean and std, std not 0", found: "\(std)")
    }
    var values: [Float] = []
    for c in 0..<channels {
      let (m, s) = (mean[mean.count == 1 ? 0 : c], std[std.count == 1 ? 0 : c])
      for byte in 0..<256 { values.append((Float(byte) - m) / s) }
    }
    return values
  }

  func write(_ row: UnsafePointer<UInt8>, count: Int, to output: UnsafeMutableRawPointer) {
    switch table {
    case .copy: output.copyMemory(from: row, byteCount: count)
    case .bytes(let table): look(up: table, row, count, output)
    case .words(let table): look(up: table, row, count, output)
    case .floats(let table): look(up: table, row, count, output)
    }
  }

  @inline(__always)
  private func look<T: BitwiseCopyable>(
    up table: [T], _ row: UnsafePointer<UInt8>, _ count: Int, _ output: UnsafeMutableRawPointer
  ) {
    table.withUnsafeBufferPointer { table in
      for c in 0..<channels {
        var i = c
        while i < count {
          output.storeBytes(
            of: table[c &* 256 &+ Int(row[i])], toByteOffset: i &* MemoryLayout<T>.stride, as: T.self)
          i &+= channels
        }
      }
    }
  }
}
