/// Reads JPEG (ITU-T T.81): baseline, extended sequential and progressive, 8 bits, Huffman coded, with restart
/// intervals and any integral sampling; gray, YCbCr, RGB, CMYK and YCCK.
///
/// Samples go through the accurate integer inverse transform, triangle ("fancy") upsampling where chroma is halved,
/// repetition elsewhere, and 16-bit fixed-point colour conversion: the arithmetic of libjpeg-turbo's default decoder,
/// from which results differ by at most 1 level (they are equal in all fixtures of the tests). CMYK is taken as stored
/// inverted, as Adobe's programs do, and becomes RGB by `(255 - C) (255 - K) / 255`. The EXIF orientation is applied.
/// A file that lacks only its end marker is accepted.
package enum JPEGDecoder {
  package static func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(PictureError) -> Picture {
    try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) -> Picture in
      var parser = JPEGParser(ByteReader(buffer, format: "JPEG"), limits: limits)
      try parser.parse()
      return try parser.picture()
    }
  }
}

/// Walks the markers of a file and feeds its scans to the entropy decoder.
private struct JPEGParser {
  /// Scans above this number are refused: each costs a pass over the whole picture for a few bytes of file.
  static let maximumScans = 200

  var reader: ByteReader
  let limits: DecodingLimits
  var quantization = [[UInt16]?](repeating: nil, count: 4)
  var dcTables = [JPEGHuffmanTable?](repeating: nil, count: 4)
  var acTables = [JPEGHuffmanTable?](repeating: nil, count: 4)
  var restartInterval = 0
  var frame: JPEGFrame?
  var adobeTransform: Int?
  var hasJFIF = false
  var orientation = 1
  var scans = 0

  init(_ reader: ByteReader, limits: DecodingLimits) {
    self.reader = reader
    self.limits = limits
  }

  mutating func parse() throws(PictureError) {
    let start = try reader.u16BE("the start marker")
    guard start == 0xFFD8 else {
      throw reader.error(.corrupt, at: 0, expected: "marker FFD8", found: String(start, radix: 16, uppercase: true))
    }
    while true {
      guard let marker = nextMarker() else {
        guard let frame, frame.isComplete else {
          throw reader.error(.truncated, expected: "an end marker", found: "the end of the file")
        }
        return
      }
      switch marker {
      case 0xD9:
        guard let frame, frame.isShowable else {
          throw reader.error(.truncated, expected: "a scan of every component", found: "the end marker")
        }
        return
      case 0x01, 0xD0...0xD8: break
      case 0xC0, 0xC1, 0xC2: try startFrame(isProgressive: marker == 0xC2)
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        throw reader.error(
          .unsupported, expected: "a baseline, extended or progressive Huffman-coded frame",
          found: "frame marker FF\(hexadecimal(UInt8(marker)))")
      case 0xC4: try huffmanTables()
      case 0xDB: try quantizationTables()
      case 0xDD: try defineRestartInterval()
      case 0xDA: try scan()
      case 0xE0, 0xE1, 0xEE: try application(marker)
      default: _ = try segment()
      }
    }
  }

  /// The next marker's code, past any stray or fill bytes; nil at the end.
  mutating func nextMarker() -> Int? {
    var position = reader.position
    while position + 1 < reader.bytes.count {
      if reader.bytes[position] == 0xFF, reader.bytes[position + 1] != 0, reader.bytes[position + 1] != 0xFF {
        let code = Int(reader.bytes[position + 1])
        do {
          try reader.seek(to: position + 2, "a marker")
        } catch {
          return nil
        }
        return code
      }
      position += 1
    }
    return nil
  }

  /// The bytes of a marker segment after its length.
  mutating func segment() throws(PictureError) -> ByteReader {
    let start = reader.position
    let length = try reader.u16BE("a segment length")
    guard length >= 2 else {
      throw reader.error(.corrupt, at: start, expected: "a segment length of at least 2", found: "\(length)")
    }
    let end = start + length
    guard end <= reader.bytes.count else {
      throw reader.error(
        .truncated, at: start, expected: "a segment of \(length) bytes", found: "\(reader.bytes.count - start)")
    }
    var body = ByteReader(UnsafeBufferPointer(rebasing: reader.bytes[..<end]), format: reader.format)
    try body.seek(to: start + 2, "a segment")
    try reader.seek(to: end, "a segment")
    return body
  }

  mutating func application(_ marker: Int) throws(PictureError) {
    var body = try segment()
    let content = try body.take(body.remaining, "application data")
    if marker == 0xE0, content.starts(with: "JFIF\0".utf8) { hasJFIF = true }
    if marker == 0xEE, content.starts(with: "Adobe".utf8), content.count >= 12 { adobeTransform = Int(content[11]) }
    if marker == 0xE1, content.starts(with: "Exif\0\0".utf8) {
      orientation = EXIF.orientation(UnsafeBufferPointer(rebasing: content[6...])) ?? orientation
    }
  }

  mutating func quantizationTables() throws(PictureError) {
    var body = try segment()
    while body.remaining > 0 {
      let start = body.position
      let info = try body.u8("a quantisation table")
      guard info >> 4 <= 1, info & 15 < 4 else {
        throw body.error(.corrupt, at: start, expected: "precision 0 or 1, table 0 to 3", found: "\(info)")
      }
      var table = [UInt16](repeating: 0, count: 64)
      for i in 0..<64 {
        let value = info >> 4 == 1 ? try body.u16BE("quantisation") : try body.u8("quantisation")
        table[JPEGZigzag.order[i]] = UInt16(value)
      }
      quantization[info & 15] = table
    }
  }

  mutating func huffmanTables() throws(PictureError) {
    var body = try segment()
    while body.remaining > 0 {
      let start = body.position
      let info = try body.u8("a Huffman table")
      guard info >> 4 <= 1, info & 15 < 4 else {
        throw body.error(.corrupt, at: start, expected: "class 0 or 1, table 0 to 3", found: "\(info)")
      }
      let counts = try body.take(16, "code counts")
      let total = counts.reduce(0) { $0 + Int($1) }
      guard total <= 256 else {
        throw body.error(.corrupt, at: start, expected: "at most 256 codes", found: "\(total)")
      }
      let symbols = try body.take(total, "symbols")
      guard let table = JPEGHuffmanTable(counts: Array(counts), symbols: Array(symbols)) else {
        throw body.error(.corrupt, at: start, expected: "a prefix code", found: "too many short codes")
      }
      if info >> 4 == 0 { dcTables[info & 15] = table } else { acTables[info & 15] = table }
    }
  }

  mutating func defineRestartInterval() throws(PictureError) {
    var body = try segment()
    restartInterval = try body.u16BE("a restart interval")
  }

  mutating func startFrame(isProgressive: Bool) throws(PictureError) {
    var body = try segment()
    guard frame == nil else {
      throw body.error(.corrupt, expected: "one frame", found: "a second one")
    }
    frame = try JPEGFrame(&body, isProgressive: isProgressive, fileSize: reader.bytes.count, limits: limits)
  }

  mutating func scan() throws(PictureError) {
    var body = try segment()
    guard let frame else {
      throw body.error(.corrupt, expected: "a frame before the first scan", found: "a scan")
    }
    scans += 1
    guard scans <= Self.maximumScans else {
      throw body.error(.unsupported, expected: "at most \(Self.maximumScans) scans", found: "more")
    }
    let header = try JPEGScanHeader(&body, frame: frame)
    for index in header.components {
      let component = frame.components[index]
      if component.quantization == nil {
        guard let table = quantization[component.quantizationIndex] else {
          throw body.error(
            .corrupt, expected: "quantisation table \(component.quantizationIndex)", found: "none")
        }
        component.quantization = table
      }
    }
    var decoder = JPEGScanDecoder(
      frame: frame, header: header, dcTables: dcTables, acTables: acTables, restartInterval: restartInterval,
      reader: reader)
    let end = try decoder.decode()
    for index in header.components {
      for k in header.spectralStart...header.spectralEnd {
        frame.components[index].missingBits[k] = header.approximationLow
      }
    }
    try reader.seek(to: end, "the end of a scan")
  }

  func picture() throws(PictureError) -> Picture {
    guard let frame else {
      throw reader.error(.corrupt, expected: "a frame", found: "none")
    }
    if frame.isProgressive { frame.transformStoredCoefficients() }
    let space = try colorSpace(frame)
    return JPEGAssembler(frame: frame, space: space).picture().oriented(exif: orientation)
  }

  /// The colours of the components: told by JFIF and Adobe markers, else by the component names.
  private func colorSpace(_ frame: JPEGFrame) throws(PictureError) -> JPEGColorSpace {
    switch frame.components.count {
    case 1: return .gray
    case 3:
      if hasJFIF { return .ycc }
      if let adobeTransform { return adobeTransform == 0 ? .rgb : .ycc }
      return frame.components.map(\.identifier) == [0x52, 0x47, 0x42] ? .rgb : .ycc
    case 4: return adobeTransform == 2 ? .ycck : .cmyk
    default:
      throw reader.error(.unsupported, expected: "1, 3 or 4 components", found: "\(frame.components.count)")
    }
  }
}

/// The colours that a picture's components stand for.
enum JPEGColorSpace {
  case gray, ycc, rgb, cmyk, ycck
}

enum JPEGZigzag {
  /// The place in a block, row by row, of each coefficient in stream order.
  static let order: [Int] = {
    var order: [Int] = []
    for diagonal in 0..<15 {
      let cells = (max(0, diagonal - 7)...min(7, diagonal)).map { $0 }
      // Even diagonals run up and to the right, odd ones down and to the left.
      for row in diagonal % 2 == 0 ? cells.reversed() : cells { order.append(row * 8 + diagonal - row) }
    }
    return order
  }()
}
