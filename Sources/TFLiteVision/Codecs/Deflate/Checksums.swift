/// CRC-32 with the reflected polynomial 0xEDB88320 (PNG, zip).
package enum CRC32 {
  /// `tables[k][b]` is the remainder of byte `b` followed by `k` zero bytes.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 4 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables[byte] = value
    }
    for k in 1..<4 {
      for byte in 0..<256 {
        let previous = tables[(k - 1) * 256 + byte]
        tables[k * 256 + byte] = previous >> 8 ^ tables[Int(previous & 0xFF)]
      }
    }
    return tables
  }()

  package static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    tables.withUnsafeBufferPointer { table in
      var crc: UInt32 = 0xFFFF_FFFF
      var i = 0
      while i &+ 4 <= bytes.count {
        let word =
          UInt32(bytes[i]) | UInt32(bytes[i &+ 1]) << 8 | UInt32(bytes[i &+ 2]) << 16 | UInt32(bytes[i &+ 3]) << 24
        let mixed = crc ^ word
        crc =
          table[768 &+ Int(mixed & 0xFF)] ^ table[512 &+ Int(mixed >> 8 & 0xFF)]
          ^ table[256 &+ Int(mixed >> 16 & 0xFF)] ^ table[Int(mixed >> 24)]
        i &+= 4
      }
      while i < bytes.count {
        crc = crc >> 8 ^ table[Int((crc ^ UInt32(bytes[i])) & 0xFF)]
        i &+= 1
      }
      return ~crc
    }
  }
}

/// Adler-32 of RFC 1950.
enum Adler32 {
  static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var a: UInt32 = 1
    var b: UInt32 = 0
    var i = 0
    while i < bytes.count {
      // 5552 is the most additions that cannot overflow 32 bits before the reduction.
      let end = min(i &+ 5552, bytes.count)
      while i < end {
        a &+= UInt32(bytes[i])
        b &+= a
        i &+= 1
      }
      a %= 65521
      b %= 65521
    }
    return b << 16 | a
  }
}
