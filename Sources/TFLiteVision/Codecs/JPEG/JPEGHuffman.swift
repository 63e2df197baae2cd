/// A Huffman table: codes of up to 9 bits by one look-up, longer ones by comparing with the largest code of a length.
struct JPEGHuffmanTable {
  static let lookBits = 9

  /// Bits 8-15 the code's length, bits 0-7 its symbol; 0 where the code is longer than the index.
  let look: [UInt16]
  let symbols: [UInt8]
  /// For each length, one past its largest code, moved up to 16 bits.
  let limits: [UInt32]
  /// For each length, what to add to a code to get its symbol's index.
  let offsets: [Int32]

  /// Nil when the counts do not describe a prefix code.
  init?(counts: [UInt8], symbols: [UInt8]) {
    var look = [UInt16](repeating: 0, count: 1 << Self.lookBits)
    var limits = [UInt32](repeating: 0, count: 18)
    var offsets = [Int32](repeating: 0, count: 18)
    var code = 0
    var index = 0
    for length in 1...16 {
      offsets[length] = Int32(index - code)
      for _ in 0..<Int(counts[length - 1]) {
        guard code < 1 << length else { return nil }
        if length <= Self.lookBits {
          let first = code << (Self.lookBits - length)
          for i in first..<first + 1 << (Self.lookBits - length) {
            look[i] = UInt16(length) << 8 | UInt16(symbols[index])
          }
        }
        code += 1
        index += 1
      }
      limits[length] = UInt32(code) << UInt32(16 - length)
      code <<= 1
    }
    limits[17] = .max
    self.look = look
    self.symbols = symbols
    self.limits = limits
    self.offsets = offsets
  }
}

/// The bits of entropy-coded data: stuffed zero bytes removed, zeros after a marker or the end of the data.
struct JPEGBitReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  /// Next bits at the top.
  private var buffer: UInt64 = 0
  private var available = 0
  /// Zero bits that were added because the data had ended.
  private var padding = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Whether bits were used that the data does not have.
  var isExhausted: Bool { available < padding }

  /// Makes at least 32 bits available.
  @inline(__always)
  mutating func fill() {
    if available < 32 { refill() }
  }

  @inline(never)
  private mutating func refill() {
    if position &+ 4 <= bytes.count, padding == 0, let base = bytes.baseAddress {
      let word = UInt32(bigEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt32.self))
      // Whether any byte is FF: a zero byte of the complement.
      if (~word &- 0x0101_0101) & word & 0x8080_8080 == 0 {
        buffer |= UInt64(word) << UInt64(truncatingIfNeeded: 32 &- available)
        available &+= 32
        position &+= 4
        return
      }
    }
    while available <= 56 {
      var byte: UInt64 = 0
      if position < bytes.count, padding == 0 {
        if bytes[position] != 0xFF {
          byte = UInt64(bytes[position])
          position &+= 1
        } else if position &+ 1 < bytes.count, bytes[position &+ 1] == 0 {
          byte = 0xFF
          position &+= 2
        } else {
          padding &+= 8
        }
      } else {
        padding &+= 8
      }
      buffer |= byte << UInt64(truncatingIfNeeded: 56 &- available)
      available &+= 8
    }
  }

  @inline(__always)
  mutating func drop(_ count: Int) {
    buffer <<= UInt64(truncatingIfNeeded: count)
    available &-= count
  }

  /// The next symbol, or -1 for a code the table lacks. Needs 16 bits of a ``fill()``.
  @inline(__always)
  mutating func symbol(_ table: JPEGTablePointers) -> Int {
    let entry = Int(table.look[Int(truncatingIfNeeded: buffer >> UInt64(64 &- JPEGHuffmanTable.lookBits))])
    if entry != 0 {
      drop(entry >> 8)
      return entry & 0xFF
    }
    return longSymbol(table)
  }

  @inline(never)
  private mutating func longSymbol(_ table: JPEGTablePointers) -> Int {
    let code = UInt32(truncatingIfNeeded: buffer >> 48)
    var length = 1
    while length <= 16, code >= table.limits[length] { length += 1 }
    guard length <= 16 else { return -1 }
    drop(length)
    let index = Int(code >> UInt32(16 - length)) + Int(table.offsets[length])
    return index >= 0 && index < table.symbolCount ? Int(table.symbols[index]) : -1
  }

  /// `count` bits, 0 to 16, as an unsigned number. Needs as many bits of a ``fill()``.
  @inline(__always)
  mutating func bits(_ count: Int) -> Int32 {
    let value = Int32(truncatingIfNeeded: (buffer >> 1) >> UInt64(truncatingIfNeeded: 63 &- count))
    drop(count)
    return value
  }

  /// A number in the sign-by-range form of T.81, F.2.2.1: `count` bits, those with a leading zero negative.
  @inline(__always)
  mutating func signed(_ count: Int) -> Int32 {
    guard count > 0 else { return 0 }
    let value = bits(count)
    return value < 1 << Int32(truncatingIfNeeded: count &- 1)
      ? value &- (1 << Int32(truncatingIfNeeded: count)) &+ 1 : value
  }

  @inline(__always)
  mutating func bit() -> Bool {
    fill()
    return bits(1) != 0
  }

  /// Drops the bits up to the next marker and, when it is a restart marker, passes it.
  /// - Returns: whether it was one, with the number expected.
  mutating func restart(number: Int) -> Bool {
    buffer = 0
    available = 0
    padding = 0
    while position + 1 < bytes.count {
      if bytes[position] == 0xFF, bytes[position + 1] != 0, bytes[position + 1] != 0xFF {
        guard Int(bytes[position + 1]) == 0xD0 + number else { return false }
        position += 2
        return true
      }
      position += 1
    }
    return false
  }
}

/// A ``JPEGHuffmanTable`` in memory that stays in place during a scan.
struct JPEGTablePointers {
  let look: UnsafeMutablePointer<UInt16>
  let symbols: UnsafeMutablePointer<UInt8>
  let symbolCount: Int
  let limits: UnsafeMutablePointer<UInt32>
  let offsets: UnsafeMutablePointer<Int32>

  init(_ table: JPEGHuffmanTable) {
    look = Self.copy(table.look)
    symbols = Self.copy(table.symbols)
    symbolCount = table.symbols.count
    limits = Self.copy(table.limits)
    offsets = Self.copy(table.offsets)
  }

  func deallocate() {
    look.deallocate()
    symbols.deallocate()
    limits.deallocate()
    offsets.deallocate()
  }

  private static func copy<T: BitwiseCopyable>(_ values: [T]) -> UnsafeMutablePointer<T> {
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: max(1, values.count))
    for (i, value) in values.enumerated() { (pointer + i).initialize(to: value) }
    return pointer
  }
}
