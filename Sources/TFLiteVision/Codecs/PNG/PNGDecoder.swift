/// Reads PNG (ISO/IEC 15948): every colour type and bit depth, palettes, transparency and Adam7 interlace.
///
/// Gray and RGB stay as they are and gain alpha when tRNS names a transparent colour; gray with alpha becomes RGBA.
/// Samples of 1, 2 and 4 bits are scaled to the full range, 16-bit samples give their high byte. Gamma and colour
/// profiles are not applied, the orientation of an eXIf chunk is. Checksums of all chunks that are used, and of the pixel
/// stream, must be right.
package enum PNGDecoder {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  package static func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(PictureError) -> Picture {
    try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) -> Picture in
      var reader = ByteReader(buffer, format: "PNG")
      let chunks = try PNGChunks(&reader, limits: limits)
      return try chunks.picture(reader).oriented(exif: chunks.orientation)
    }
  }
}

/// The header: size, sample layout and interlace.
struct PNGHeader {
  enum ColorType: Int {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var samples: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    var bitDepths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  let width: Int
  let height: Int
  let bitDepth: Int
  let colorType: ColorType
  let isInterlaced: Bool

  init(_ reader: inout ByteReader, limits: DecodingLimits) throws(PictureError) {
    let start = reader.position
    width = Int(truncatingIfNeeded: try reader.u32BE("width"))
    height = Int(truncatingIfNeeded: try reader.u32BE("height"))
    bitDepth = try reader.u8("bit depth")
    let type = try reader.u8("colour type")
    guard let colorType = ColorType(rawValue: type) else {
      throw reader.error(.corrupt, at: start + 9, expected: "a colour type of 0, 2, 3, 4 or 6", found: "\(type)")
    }
    guard colorType.bitDepths.contains(bitDepth) else {
      throw reader.error(
        .corrupt, at: start + 8, expected: "a bit depth that colour type \(type) allows", found: "\(bitDepth)")
    }
    self.colorType = colorType
    let compression = try reader.u8("compression method")
    let filter = try reader.u8("filter method")
    guard compression == 0, filter == 0 else {
      throw reader.error(
        .unsupported, at: start + 10, expected: "compression and filter method 0",
        found: "\(compression) and \(filter)")
    }
    let interlace = try reader.u8("interlace method")
    guard interlace <= 1 else {
      throw reader.error(.corrupt, at: start + 12, expected: "interlace method 0 or 1", found: "\(interlace)")
    }
    isInterlaced = interlace == 1
    _ = try limits.pixelCount(width: width, height: height, format: "PNG", at: start)
  }

  var bitsPerPixel: Int { colorType.samples * bitDepth }

  /// Bytes of a row of `width` pixels, without the filter byte.
  func rowBytes(_ width: Int) -> Int {
    bitsPerPixel < 8 ? (width * bitsPerPixel + 7) / 8 : width * (bitsPerPixel / 8)
  }

  /// The reduced pictures of which the data consists; one for plain pictures, seven for Adam7, empty ones left out.
  var passes: [PNGPass] {
    guard isInterlaced else { return [PNGPass(x: 0, y: 0, stepX: 1, stepY: 1, width: width, height: height)] }
    let origins = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    return origins.compactMap { x, y, stepX, stepY in
      guard x < width, y < height else { return nil }
      return PNGPass(
        x: x, y: y, stepX: stepX, stepY: stepY, width: (width - x + stepX - 1) / stepX,
        height: (height - y + stepY - 1) / stepY)
    }
  }
}

/// Where the pixels of one pass go: pixel (i, j) of the pass is (x + i * stepX, y + j * stepY) of the picture.
struct PNGPass {
  let x: Int
  let y: Int
  let stepX: Int
  let stepY: Int
  let width: Int
  let height: Int
}

/// The chunks of a file that matter for its pixels.
private struct PNGChunks {
  let header: PNGHeader
  private(set) var palette: [UInt8] = []
  private(set) var transparency: [UInt8] = []
  /// How the picture is to be seen, as EXIF counts it.
  private(set) var orientation = 1
  private var data: [UnsafeBufferPointer<UInt8>] = []
  private var dataOffset = 0

  init(_ reader: inout ByteReader, limits: DecodingLimits) throws(PictureError) {
    let signature = try reader.take(8, "signature")
    guard signature.elementsEqual(PNGDecoder.signature) else {
      throw reader.error(.corrupt, at: 0, expected: "the PNG signature", found: "other bytes")
    }
    let first = try Self.chunk(&reader)
    guard first.name == "IHDR", first.body.count == 13 else {
      throw reader.error(
        .corrupt, at: 8, expected: "an IHDR chunk of 13 bytes", found: "\(first.name) of \(first.body.count)")
    }
    try first.verify(reader)
    let end = reader.position
    try reader.seek(to: first.offset, "IHDR")
    header = try PNGHeader(&reader, limits: limits)
    try reader.seek(to: end, "the next chunk")
    var dataEnded = false
    while true {
      let chunk = try Self.chunk(&reader)
      if chunk.name != "IDAT", !data.isEmpty { dataEnded = true }
      switch chunk.name {
      case "PLTE":
        try chunk.verify(reader)
        guard chunk.body.count % 3 == 0, (3...768).contains(chunk.body.count) else {
          throw reader.error(
            .corrupt, at: chunk.offset, expected: "1 to 256 palette entries of 3 bytes",
            found: "\(chunk.body.count) bytes")
        }
        palette = Array(chunk.body)
      case "tRNS":
        try chunk.verify(reader)
        transparency = Array(chunk.body)
        try checkTransparency(chunk, reader)
      case "eXIf":
        try chunk.verify(reader)
        orientation = EXIF.orientation(chunk.body) ?? orientation
      case "IDAT":
        try chunk.verify(reader)
        guard !dataEnded else {
          throw reader.error(.corrupt, at: chunk.offset, expected: "IDAT chunks in a row", found: "a stray IDAT")
        }
        if data.isEmpty { dataOffset = chunk.offset }
        data.append(chunk.body)
      case "IEND":
        try chunk.verify(reader)
        guard !data.isEmpty else {
          throw reader.error(.corrupt, at: chunk.offset, expected: "an IDAT chunk", found: "IEND")
        }
        guard header.colorType != .palette || !palette.isEmpty else {
          throw reader.error(.corrupt, at: chunk.offset, expected: "a PLTE chunk", found: "none")
        }
        return
      default:
        // A capital first letter marks a chunk without which the picture cannot be shown.
        guard let letter = chunk.name.utf8.first, letter & 0x20 != 0 else {
          throw reader.error(
            .unsupported, at: chunk.offset - 8, expected: "a known critical chunk", found: "'\(chunk.name)'")
        }
      }
    }
  }

  private struct Chunk {
    let name: String
    let body: UnsafeBufferPointer<UInt8>
    /// Offset of the body in the file.
    let offset: Int
    let checksum: UInt32

    func verify(_ reader: ByteReader) throws(PictureError) {
      let covered = UnsafeBufferPointer(rebasing: reader.bytes[offset - 4..<offset + body.count])
      let computed = CRC32.checksum(covered)
      guard computed == checksum else {
        throw reader.error(
          .corrupt, at: offset + body.count, expected: "CRC \(String(computed, radix: 16)) of chunk \(name)",
          found: String(checksum, radix: 16))
      }
    }
  }

  private static func chunk(_ reader: inout ByteReader) throws(PictureError) -> Chunk {
    let start = reader.position
    let length = try reader.u32BE("a chunk length")
    guard length <= UInt32(Int32.max) else {
      throw reader.error(.corrupt, at: start, expected: "a chunk length below 2^31", found: "\(length)")
    }
    let name = try reader.take(4, "a chunk name")
    guard name.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
      throw reader.error(
        .corrupt, at: start + 4, expected: "four letters of a chunk name",
        found: name.map { hexadecimal($0) }.joined(separator: " "))
    }
    let offset = reader.position
    let body = try reader.take(Int(length), "chunk data")
    let checksum = try reader.u32BE("a chunk checksum")
    return Chunk(name: String(decoding: name, as: UTF8.self), body: body, offset: offset, checksum: checksum)
  }

  private func checkTransparency(_ chunk: Chunk, _ reader: ByteReader) throws(PictureError) {
    let count = chunk.body.count
    let fits: Bool =
      switch header.colorType {
      case .gray: count == 2
      case .rgb: count == 6
      case .palette: count >= 1 && count <= palette.count / 3
      case .grayAlpha, .rgba: false
      }
    guard fits else {
      throw reader.error(
        .corrupt, at: chunk.offset, expected: "a tRNS chunk that fits colour type \(header.colorType.rawValue)",
        found: "\(count) bytes")
    }
  }

  func picture(_ reader: ByteReader) throws(PictureError) -> Picture {
    let passes = header.passes
    let size = passes.reduce(0) { $0 + $1.height * (1 + header.rowBytes($1.width)) }
    let compressed = data.reduce(0) { $0 + $1.count }
    // Deflate expands at most 1032 times: refuse before memory is taken for a size that cannot come.
    guard compressed >= 6, size / 1032 <= compressed else {
      throw reader.error(
        .truncated, at: dataOffset, expected: "pixel data of \(size) bytes", found: "\(compressed) compressed bytes")
    }
    let raw = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size)
    defer { raw.deallocate() }
    if data.count == 1 {
      try inflate(data[0], into: raw, reader)
    } else {
      var joined: [UInt8] = []
      joined.reserveCapacity(compressed)
      for part in data { joined.append(contentsOf: part) }
      try joined.withUnsafeBufferPointer { (all) throws(PictureError) in try inflate(all, into: raw, reader) }
    }
    var filterFailure: Int?
    var position = 0
    for pass in passes {
      let row = header.rowBytes(pass.width)
      let bad = PNGFilter.undo(
        UnsafeMutableBufferPointer(rebasing: raw[position..<position + pass.height * (row + 1)]), rowBytes: row,
        rows: pass.height, pixelBytes: max(1, header.bitsPerPixel / 8))
      if let bad {
        filterFailure = bad
        break
      }
      position += pass.height * (row + 1)
    }
    if let filterFailure {
      throw reader.error(.corrupt, at: dataOffset, expected: "a filter type of 0 to 4", found: "\(filterFailure)")
    }
    let expander = PNGExpander(header: header, palette: palette, transparency: transparency)
    guard let pixels = expander.expand(UnsafeBufferPointer(raw), passes: passes) else {
      throw reader.error(
        .corrupt, at: dataOffset, expected: "palette indices below \(palette.count / 3)", found: "a larger one")
    }
    return pixels
  }

  /// Expands the zlib stream, which must fill `raw` exactly.
  private func inflate(
    _ stream: UnsafeBufferPointer<UInt8>, into raw: UnsafeMutableBufferPointer<UInt8>, _ reader: ByteReader
  ) throws(PictureError) {
    let method = Int(stream[0])
    let flags = Int(stream[1])
    guard method & 0x0F == 8, (method << 8 | flags) % 31 == 0, flags & 0x20 == 0 else {
      throw reader.error(
        .corrupt, at: dataOffset, expected: "a zlib header",
        found: "\(hexadecimal(stream[0])) \(hexadecimal(stream[1]))")
    }
    let body = UnsafeBufferPointer(rebasing: stream[2...])
    let result: (read: Int, written: Int)
    do {
      result = try Inflate.expand(body, into: raw)
    } catch {
      throw reader.error(
        error.isTruncation ? .truncated : .corrupt, at: dataOffset + 2 + error.offset, expected: error.expected,
        found: error.found)
    }
    guard result.written == raw.count else {
      throw reader.error(
        .truncated, at: dataOffset, expected: "pixel data of \(raw.count) bytes", found: "\(result.written) bytes")
    }
    guard body.count - result.read >= 4 else {
      throw reader.error(.truncated, at: dataOffset, expected: "a zlib checksum", found: "the end of the data")
    }
    let stored = body[result.read..<result.read + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard stored == Adler32.checksum(UnsafeBufferPointer(raw)) else {
      throw reader.error(
        .corrupt, at: dataOffset, expected: "pixel data with Adler-32 \(String(stored, radix: 16))",
        found: "another checksum")
    }
  }
}
