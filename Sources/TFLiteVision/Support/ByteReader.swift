/// A cursor over untrusted bytes: every read is checked and a read past the end throws with the offset.
struct ByteReader {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The picture format named in errors.
  let format: String
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, format: String) {
    self.bytes = bytes
    self.format = format
  }

  var remaining: Int { bytes.count - position }

  func error(_ code: PictureError.Code, at offset: Int? = nil, expected: String, found: String) -> PictureError {
    PictureError(code, format: format, at: offset ?? position, expected: expected, found: found)
  }

  private func need(_ count: Int, _ what: StaticString) throws(PictureError) {
    guard count >= 0, count <= remaining else {
      throw error(.truncated, expected: "\(count) bytes of \(what)", found: "\(remaining) bytes")
    }
  }

  mutating func u8(_ what: StaticString) throws(PictureError) -> Int {
    try need(1, what)
    defer { position += 1 }
    return Int(bytes[position])
  }

  mutating func u16BE(_ what: StaticString) throws(PictureError) -> Int {
    try need(2, what)
    defer { position += 2 }
    return Int(bytes[position]) << 8 | Int(bytes[position + 1])
  }

  mutating func u16LE(_ what: StaticString) throws(PictureError) -> Int {
    try need(2, what)
    defer { position += 2 }
    return Int(bytes[position + 1]) << 8 | Int(bytes[position])
  }

  mutating func u32BE(_ what: StaticString) throws(PictureError) -> UInt32 {
    try need(4, what)
    defer { position += 4 }
    return UInt32(bytes[position]) << 24 | UInt32(bytes[position + 1]) << 16 | UInt32(bytes[position + 2]) << 8
      | UInt32(bytes[position + 3])
  }

  mutating func u32LE(_ what: StaticString) throws(PictureError) -> UInt32 {
    try u32BE(what).byteSwapped
  }

  /// The next `count` bytes, without a copy.
  mutating func take(_ count: Int, _ what: StaticString) throws(PictureError) -> UnsafeBufferPointer<UInt8> {
    try need(count, what)
    defer { position += count }
    return UnsafeBufferPointer(rebasing: bytes[position..<position + count])
  }

  mutating func skip(_ count: Int, _ what: StaticString) throws(PictureError) {
    try need(count, what)
    position += count
  }

  /// Moves to an absolute offset.
  mutating func seek(to offset: Int, _ what: StaticString) throws(PictureError) {
    guard offset >= 0, offset <= bytes.count else {
      throw error(.truncated, expected: "\(what) at byte \(offset)", found: "\(bytes.count) bytes in all")
    }
    position = offset
  }
}

/// A byte as two hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count < 2 ? "0" + digits : digits
}
