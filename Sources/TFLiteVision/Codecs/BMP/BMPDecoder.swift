/// Reads Windows and OS/2 bitmaps: 1, 4, 8, 16, 24 and 32 bits a pixel, RLE4 and RLE8, bit fields, either row order.
///
/// Palettes that hold only grays give a gray picture; bit fields with an alpha mask give RGBA, everything else RGB.
/// A field of n < 8 bits is scaled by `value * 255 / (2^n - 1)`, rounded down, as Pillow does.
package enum BMPDecoder {
  package static func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(PictureError) -> Picture {
    try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) -> Picture in
      var reader = ByteReader(buffer, format: "BMP")
      let header = try BMPHeader(&reader, limits: limits)
      try reader.seek(to: header.dataOffset, "pixel data")
      switch header.compression {
      case .rle8, .rle4: return try header.runLengthPicture(&reader)
      case .none where header.bitsPerPixel <= 8: return try header.indexedPicture(&reader)
      case .none, .bitFields: return try header.directPicture(&reader)
      }
    }
  }
}

private struct BMPHeader {
  enum Compression: UInt32 {
    case none = 0
    case rle8 = 1
    case rle4 = 2
    case bitFields = 3
  }

  let width: Int
  let height: Int
  let isTopDown: Bool
  let bitsPerPixel: Int
  let compression: Compression
  let dataOffset: Int
  /// Red, green and blue of each entry.
  private(set) var palette: [UInt8] = []
  /// Masks of red, green, blue and alpha for 16 and 32 bits a pixel.
  private var masks: [UInt32] = []

  init(_ reader: inout ByteReader, limits: DecodingLimits) throws(PictureError) {
    guard try reader.u16LE("signature") == 0x4D42 else {
      throw reader.error(.corrupt, at: 0, expected: "the letters BM", found: "other bytes")
    }
    try reader.skip(8, "file header")
    let offset = try reader.u32LE("data offset")
    let headerStart = reader.position
    let headerSize = Int(truncatingIfNeeded: try reader.u32LE("header size"))
    guard headerSize == 12 || (40...4096).contains(headerSize) else {
      throw reader.error(
        .unsupported, at: headerStart, expected: "a header of 12 or at least 40 bytes", found: "\(headerSize)")
    }
    let isCore = headerSize == 12
    var signedHeight: Int
    if isCore {
      width = try reader.u16LE("width")
      signedHeight = try reader.u16LE("height")
    } else {
      width = Int(Int32(bitPattern: try reader.u32LE("width")))
      signedHeight = Int(Int32(bitPattern: try reader.u32LE("height")))
    }
    isTopDown = signedHeight < 0
    if isTopDown { signedHeight = 0 &- signedHeight }
    height = signedHeight
    try reader.skip(2, "planes")
    let depth = try reader.u16LE("bits a pixel")
    guard [1, 4, 8, 16, 24, 32].contains(depth) else {
      throw reader.error(
        .unsupported, at: headerStart + 14, expected: "1, 4, 8, 16, 24 or 32 bits a pixel", found: "\(depth)")
    }
    bitsPerPixel = depth
    var method: UInt32 = 0
    var colors = 0
    if !isCore {
      method = try reader.u32LE("compression")
      try reader.skip(12, "sizes")
      colors = Int(truncatingIfNeeded: try reader.u32LE("colour count"))
      try reader.skip(4, "important colours")
    }
    // 6 is bit fields with alpha.
    guard let compression = Compression(rawValue: method == 6 ? 3 : method) else {
      throw reader.error(
        .unsupported, at: headerStart + 16, expected: "compression 0 to 3 or 6", found: "\(method)")
    }
    let fits: Bool =
      switch compression {
      case .none: true
      case .rle8: depth == 8 && !isTopDown
      case .rle4: depth == 4 && !isTopDown
      case .bitFields: depth == 16 || depth == 32
      }
    guard fits else {
      throw reader.error(
        .corrupt, at: headerStart + 14, expected: "a depth and row order that compression \(method) allows",
        found: "\(depth) bits")
    }
    self.compression = compression
    _ = try limits.pixelCount(width: width, height: height, format: "BMP", at: headerStart + 4)

    masks = depth == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
    if compression == .bitFields {
      for i in 0..<3 { masks[i] = try reader.u32LE("a colour mask") }
      if headerSize >= 56 || method == 6 { masks[3] = try reader.u32LE("the alpha mask") }
    }
    let headerEnd = max(headerStart + headerSize, reader.position)
    try reader.seek(to: headerEnd, "the palette")
    dataOffset = offset == 0 ? reader.position : Int(truncatingIfNeeded: offset)
    if depth <= 8 {
      let entrySize = isCore ? 3 : 4
      let most = 1 << depth
      var count = colors > 0 && colors <= most ? colors : most
      // Files whose palette is shorter than they say: it ends where the pixels begin.
      if dataOffset > headerEnd { count = min(count, (dataOffset - headerEnd) / entrySize) }
      for _ in 0..<count {
        let entry = try reader.take(entrySize, "a palette entry")
        palette += [entry[2], entry[1], entry[0]]
      }
      guard count > 0 else {
        throw reader.error(.corrupt, at: headerEnd, expected: "a palette", found: "none")
      }
    }
  }

  private var isGray: Bool {
    for entry in 0..<palette.count / 3 {
      let red = palette[entry * 3]
      if red != palette[entry * 3 + 1] || red != palette[entry * 3 + 2] { return false }
    }
    return true
  }

  /// The picture row in which stored row `y` is seen.
  private func line(_ y: Int) -> Int { isTopDown ? y : height - 1 - y }

  private func rows(_ reader: inout ByteReader) throws(PictureError) -> (UnsafePointer<UInt8>, stride: Int) {
    let rowBytes = bitsPerPixel < 8 ? (width * bitsPerPixel + 7) / 8 : width * (bitsPerPixel / 8)
    let stride = (rowBytes + 3) / 4 * 4
    // The last row's padding may be missing.
    let needed = stride * (height - 1) + rowBytes
    guard let base = try reader.take(needed, "pixel data").baseAddress else {
      throw reader.error(.truncated, expected: "pixel data", found: "none")
    }
    return (base, stride)
  }

  func indexedPicture(_ reader: inout ByteReader) throws(PictureError) -> Picture {
    let (base, stride) = try rows(&reader)
    let depth = bitsPerPixel
    let mask = UInt8(truncatingIfNeeded: (1 << depth) - 1)
    var indices = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      let row = base + y * stride
      let to = line(y) * width
      for x in 0..<width {
        let bit = x * depth
        indices[to + x] = row[bit >> 3] >> UInt8(8 - depth - bit & 7) & mask
      }
    }
    return try picture(of: indices, reader)
  }

  /// Pixels that no run covers have index 0.
  func runLengthPicture(_ reader: inout ByteReader) throws(PictureError) -> Picture {
    // A picture may end early, its rest blank; how much blank a short file can ask for has a bound all the same.
    guard width * height / 65536 <= reader.remaining else {
      throw reader.error(.truncated, expected: "runs for \(width)x\(height)", found: "\(reader.remaining) bytes")
    }
    var indices = [UInt8](repeating: 0, count: width * height)
    let isNibbles = compression == .rle4
    var x = 0
    var y = 0
    func put(_ index: UInt8) {
      if x < width, y < height { indices[line(y) * width + x] = index }
      x += 1
    }
    decoding: while y < height {
      let count = try reader.u8("a run length")
      let value = UInt8(try reader.u8("a run value"))
      if count > 0 {
        for i in 0..<count { put(isNibbles ? (i & 1 == 0 ? value >> 4 : value & 15) : value) }
        continue
      }
      switch value {
      case 0:
        x = 0
        y += 1
      case 1: break decoding
      case 2:
        x += try reader.u8("a column step")
        y += try reader.u8("a row step")
      default:
        let length = Int(value)
        let bytes = try reader.take(isNibbles ? (length + 1) / 2 : length, "pixels")
        for i in 0..<length {
          put(isNibbles ? (i & 1 == 0 ? bytes[i / 2] >> 4 : bytes[i / 2] & 15) : bytes[i])
        }
        if bytes.count & 1 == 1 { try reader.skip(1, "padding") }
      }
      guard x <= width + 255 * 2 else {
        throw reader.error(.corrupt, expected: "runs of \(width) pixels", found: "a longer row")
      }
    }
    return try picture(of: indices, reader)
  }

  private func picture(of indices: [UInt8], _ reader: ByteReader) throws(PictureError) -> Picture {
    let entries = palette.count / 3
    if entries < 1 << bitsPerPixel, let largest = indices.max(), Int(largest) >= entries {
      throw reader.error(
        .corrupt, at: dataOffset, expected: "palette indices below \(entries)", found: "\(largest)")
    }
    let isGray = isGray
    return Picture(uncheckedWidth: width, height: height, format: isGray ? .gray : .rgb) { output in
      for (i, index) in indices.enumerated() {
        let entry = Int(index) * 3
        if isGray {
          output[i] = palette[entry]
        } else {
          for c in 0..<3 { output[i * 3 + c] = palette[entry + c] }
        }
      }
    }
  }

  func directPicture(_ reader: inout ByteReader) throws(PictureError) -> Picture {
    let (base, stride) = try rows(&reader)
    if bitsPerPixel == 24 {
      return Picture(uncheckedWidth: width, height: height, format: .rgb) { output in
        for y in 0..<height {
          let row = base + y * stride
          let to = output + line(y) * width * 3
          for x in 0..<width {
            to[x &* 3] = row[x &* 3 &+ 2]
            to[x &* 3 &+ 1] = row[x &* 3 &+ 1]
            to[x &* 3 &+ 2] = row[x &* 3]
          }
        }
      }
    }
    let fields = masks.map { BitField(mask: $0) }
    let hasAlpha = masks[3] != 0
    let channels = hasAlpha ? 4 : 3
    let pixelBytes = bitsPerPixel / 8
    return Picture(uncheckedWidth: width, height: height, format: hasAlpha ? .rgba : .rgb) { output in
      for y in 0..<height {
        var from = base + y * stride
        var to = output + line(y) * width * channels
        for _ in 0..<width {
          var value = UInt32(from[0]) | UInt32(from[1]) << 8
          if pixelBytes == 4 { value |= UInt32(from[2]) << 16 | UInt32(from[3]) << 24 }
          for c in 0..<channels { to[c] = fields[c].byte(of: value) }
          from += pixelBytes
          to += channels
        }
      }
    }
  }
}

/// One channel's bits in a pixel, brought to 8 bits.
private struct BitField {
  let mask: UInt32
  let shift: UInt32
  /// The largest value of the field.
  let most: UInt32

  init(mask: UInt32) {
    self.mask = mask
    shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
    most = mask >> shift
  }

  func byte(of pixel: UInt32) -> UInt8 {
    let value = (pixel & mask) >> shift
    if most == 255 { return UInt8(truncatingIfNeeded: value) }
    guard most > 0 else { return 0 }
    return UInt8(truncatingIfNeeded: UInt64(value) * 255 / UInt64(most))
  }
}
