/// Reads portable bitmaps, graymaps and pixmaps, plain (P1, P2, P3) and raw (P4, P5, P6).
///
/// Values are scaled from `0...maximum` to 8 bits, rounded to nearest; in bitmaps 1 is black. Only the first picture
/// of a file is read.
package enum NetpbmDecoder {
  package static func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(PictureError) -> Picture {
    try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) -> Picture in
      var parser = NetpbmParser(ByteReader(buffer, format: "PNM"))
      return try parser.picture(limits: limits)
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

private struct NetpbmParser {
  var reader: ByteReader

  init(_ reader: ByteReader) {
    self.reader = reader
  }

  mutating func picture(limits: DecodingLimits) throws(PictureError) -> Picture {
    let magic = try reader.u16BE("the magic number")
    guard (0x5031...0x5036).contains(magic) else {
      throw reader.error(.corrupt, at: 0, expected: "P1 to P6", found: String(magic, radix: 16))
    }
    let kind = magic - 0x5030
    let isBitmap = kind == 1 || kind == 4
    let isPlain = kind <= 3
    let width = try number("width", below: 100_000_000)
    let start = reader.position
    let height = try number("height", below: 100_000_000)
    _ = try limits.pixelCount(width: width, height: height, format: "PNM", at: start)
    var most = 1
    if !isBitmap {
      most = try number("the largest value", below: 65536)
      guard most > 0 else {
        throw reader.error(.corrupt, expected: "a largest value of 1 to 65535", found: "0")
      }
    }
    let format: Picture.Format = kind == 3 || kind == 6 ? .rgb : .gray
    let count = width * height * format.channels
    if isPlain {
      let needed = isBitmap ? count : count * 2 - 1
      guard reader.remaining >= needed else {
        throw reader.error(.truncated, expected: "\(count) values", found: "\(reader.remaining) bytes")
      }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count)
      for _ in 0..<count {
        let value = isBitmap ? try digit() : try number("a value", below: most + 1)
        bytes.append(isBitmap ? (value == 0 ? 255 : 0) : scaled(value, most))
      }
      return Picture(uncheckedWidth: width, height: height, format: format, bytes: bytes)
    }
    guard NetpbmDecoder.isSpace(UInt8(try reader.u8("a space"))) else {
      throw reader.error(.corrupt, at: reader.position - 1, expected: "a space before the pixels", found: "none")
    }
    if isBitmap {
      let rowBytes = (width + 7) / 8
      let rows = try reader.take(rowBytes * height, "pixel data")
      return Picture(uncheckedWidth: width, height: height, format: .gray) { output in
        for y in 0..<height {
          for x in 0..<width {
            let bit = rows[y * rowBytes + x / 8] >> UInt8(7 - x & 7) & 1
            output[y * width + x] = bit == 0 ? 255 : 0
          }
        }
      }
    }
    let isWide = most > 255
    let values = try reader.take(isWide ? count * 2 : count, "pixel data")
    let table = (0...min(255, most)).map { scaled($0, most) } + [UInt8](repeating: 255, count: 255 - min(255, most))
    return Picture(uncheckedWidth: width, height: height, format: format) { output in
      for i in 0..<count {
        if isWide {
          output[i] = scaled(min(most, Int(values[i * 2]) << 8 | Int(values[i * 2 + 1])), most)
        } else {
          output[i] = table[Int(values[i])]
        }
      }
    }
  }

  private func scaled(_ value: Int, _ most: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (value * 510 + most) / (2 * most))
  }

  /// Passes white space and comments, which run from # to the end of the line.
  private mutating func skipSpace() throws(PictureError) {
    while reader.remaining > 0 {
      let byte = reader.bytes[reader.position]
      if byte == 0x23 {
        while reader.remaining > 0, reader.bytes[reader.position] != 0x0A, reader.bytes[reader.position] != 0x0D {
          try reader.skip(1, "a comment")
        }
      } else if NetpbmDecoder.isSpace(byte) {
        try reader.skip(1, "white space")
      } else {
        return
      }
    }
  }

  private mutating func number(_ what: String, below limit: Int) throws(PictureError) -> Int {
    try skipSpace()
    let start = reader.position
    var value = 0
    while reader.remaining > 0, (0x30...0x39).contains(reader.bytes[reader.position]) {
      value = value * 10 + Int(reader.bytes[reader.position]) - 0x30
      guard value < limit else {
        throw reader.error(.corrupt, at: start, expected: "\(what) below \(limit)", found: "\(value) or more")
      }
      try reader.skip(1, "a digit")
    }
    guard reader.position > start else {
      let found = reader.remaining > 0 ? "byte \(hexadecimal(reader.bytes[start]))" : "the end of the file"
      throw reader.error(
        reader.remaining > 0 ? .corrupt : .truncated, at: start, expected: "\(what) in decimal", found: found)
    }
    return value
  }

  /// One pixel of a plain bitmap; these need no space between them.
  private mutating func digit() throws(PictureError) -> Int {
    try skipSpace()
    let value = try reader.u8("a pixel") - 0x30
    guard value == 0 || value == 1 else {
      throw reader.error(.corrupt, at: reader.position - 1, expected: "0 or 1", found: "byte \(value + 0x30)")
    }
    return value
  }
}
