/// Why a deflate stream could not be expanded.
struct InflateError: Error {
  /// Offset in the compressed data, as near as the bit reader knows.
  let offset: Int
  let expected: String
  let found: String
  var isTruncation = false
}

/// Expands raw deflate data (RFC 1951) into a buffer of known size.
enum Inflate {
  /// - Returns: bytes read and bytes written; writing stops only at the end of the stream.
  /// - Throws: ``InflateError`` for a malformed stream, one that ends early, or one that holds more than `output`.
  static func expand(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) throws(InflateError) -> (read: Int, written: Int) {
    var state = InflateState(input: input, output: output)
    defer { state.deallocate() }
    var isLast = false
    while !isLast {
      isLast = try state.bits(1) == 1
      switch try state.bits(2) {
      case 0: try state.storedBlock()
      case 1:
        try state.buildFixedTables()
        try state.compressedBlock()
      case 2:
        try state.readDynamicTables()
        try state.compressedBlock()
      default: throw state.error(expected: "a block type of 0, 1 or 2", found: "3")
      }
    }
    return (state.bytesRead, state.written)
  }
}

/// The base values and extra bit counts of length codes 257... and distance codes 0... (RFC 1951, 3.2.5).
enum DeflateCodes {
  static let lengthBase: [UInt16] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  static let lengthExtra: [UInt8] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  static let distanceBase: [UInt16] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  static let distanceExtra: [UInt8] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
  /// The order in which code length code lengths are stored.
  static let lengthOrder: [Int] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}

/// A table entry: bits 0-7 code length (0: no code), bits 8-15 kind or extra bit count, bits 16-31 value.
private typealias Entry = UInt32

private enum Kind {
  static let literal: UInt32 = 0x40
  static let end: UInt32 = 0x80
  static let link: UInt32 = 0xC0
}

private enum Alphabet {
  case codeLengths, literals, distances

  func entry(symbol: Int) -> Entry {
    switch self {
    case .codeLengths: return UInt32(symbol) << 16 | Kind.literal << 8
    case .literals:
      if symbol < 256 { return UInt32(symbol) << 16 | Kind.literal << 8 }
      if symbol == 256 { return Kind.end << 8 }
      let index = symbol - 257
      guard index < DeflateCodes.lengthBase.count else { return 0 }
      return UInt32(DeflateCodes.lengthBase[index]) << 16 | UInt32(DeflateCodes.lengthExtra[index]) << 8
    case .distances:
      guard symbol < DeflateCodes.distanceBase.count else { return 0 }
      return UInt32(DeflateCodes.distanceBase[symbol]) << 16 | UInt32(DeflateCodes.distanceExtra[symbol]) << 8
    }
  }
}

private struct InflateState {
  static let literalBits = 10
  static let distanceBits = 8

  let input: UnsafeBufferPointer<UInt8>
  let output: UnsafeMutableBufferPointer<UInt8>
  /// Room for the first level and, for every symbol, a second level of its own.
  let literalTable = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << literalBits + 288 * 32)
  let distanceTable = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << distanceBits + 32 * 128)
  var position = 0
  var written = 0
  var buffer: UInt64 = 0
  var available = 0

  init(input: UnsafeBufferPointer<UInt8>, output: UnsafeMutableBufferPointer<UInt8>) {
    self.input = input
    self.output = output
  }

  func deallocate() {
    literalTable.deallocate()
    distanceTable.deallocate()
  }

  /// Input consumed, not counting whole bytes that wait in the bit buffer.
  var bytesRead: Int { position - available / 8 }

  func error(expected: String, found: String) -> InflateError {
    InflateError(offset: bytesRead, expected: expected, found: found)
  }

  var truncated: InflateError {
    InflateError(
      offset: input.count, expected: "more compressed data", found: "its end after \(written) bytes of output",
      isTruncation: true)
  }

  /// Fills the bit buffer to at least 56 bits, or with all input that is left.
  @inline(__always)
  mutating func refill() {
    if position &+ 8 <= input.count, let base = input.baseAddress {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
      buffer |= word << UInt64(truncatingIfNeeded: available)
      position &+= (63 &- available) >> 3
      available |= 56
      return
    }
    while available <= 56, position < input.count {
      buffer |= UInt64(input[position]) << UInt64(truncatingIfNeeded: available)
      position &+= 1
      available &+= 8
    }
  }

  @inline(__always)
  mutating func drop(_ count: Int) {
    buffer >>= UInt64(truncatingIfNeeded: count)
    available &-= count
  }

  mutating func bits(_ count: Int) throws(InflateError) -> Int {
    refill()
    guard available >= count else { throw truncated }
    let value = Int(truncatingIfNeeded: buffer & (1 << UInt64(truncatingIfNeeded: count) &- 1))
    drop(count)
    return value
  }

  mutating func storedBlock() throws(InflateError) {
    drop(available & 7)
    let length = try bits(16)
    let complement = try bits(16)
    guard length == complement ^ 0xFFFF else {
      throw error(expected: "a stored length and its complement", found: "\(length) and \(complement)")
    }
    position -= available / 8
    buffer = 0
    available = 0
    guard length <= input.count - position else { throw truncated }
    guard length <= output.count - written else { throw tooLong }
    if length > 0, let to = output.baseAddress, let from = input.baseAddress {
      (to + written).update(from: from + position, count: length)
    }
    position += length
    written += length
  }

  var tooLong: InflateError {
    error(expected: "\(output.count) bytes of output", found: "more")
  }

  mutating func buildFixedTables() throws(InflateError) {
    var lengths = [UInt8](repeating: 8, count: 288)
    for symbol in 144..<256 { lengths[symbol] = 9 }
    for symbol in 256..<280 { lengths[symbol] = 7 }
    try build(lengths[...], .literals, into: literalTable, rootBits: Self.literalBits)
    try build([UInt8](repeating: 5, count: 32)[...], .distances, into: distanceTable, rootBits: Self.distanceBits)
  }

  mutating func readDynamicTables() throws(InflateError) {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let lengthCount = try bits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else {
      throw error(
        expected: "at most 286 literal and 30 distance codes", found: "\(literalCount) and \(distanceCount)")
    }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for i in 0..<lengthCount { codeLengths[DeflateCodes.lengthOrder[i]] = UInt8(try bits(3)) }
    try build(codeLengths[...], .codeLengths, into: literalTable, rootBits: 7)
    var lengths = [UInt8]()
    let total = literalCount + distanceCount
    lengths.reserveCapacity(total)
    while lengths.count < total {
      refill()
      let entry = literalTable[Int(buffer & 0x7F)]
      let size = Int(entry & 0xFF)
      guard size > 0 else { throw error(expected: "a code length code", found: "an unused code") }
      guard available >= size else { throw truncated }
      drop(size)
      let symbol = Int(entry >> 16)
      if symbol < 16 {
        lengths.append(UInt8(symbol))
        continue
      }
      var value: UInt8 = 0
      var count: Int
      switch symbol {
      case 16:
        guard let last = lengths.last else {
          throw error(expected: "a length to repeat", found: "a repeat at the start")
        }
        value = last
        count = try bits(2) + 3
      case 17: count = try bits(3) + 3
      default: count = try bits(7) + 11
      }
      guard count <= total - lengths.count else {
        throw error(expected: "\(total) code lengths", found: "more")
      }
      while count > 0 {
        lengths.append(value)
        count -= 1
      }
    }
    guard lengths[256] > 0 else { throw error(expected: "a code for the end of the block", found: "none") }
    try build(lengths[..<literalCount], .literals, into: literalTable, rootBits: Self.literalBits)
    try build(lengths[literalCount...], .distances, into: distanceTable, rootBits: Self.distanceBits)
  }

  /// Fills a two-level table for the canonical code of `lengths`.
  ///
  /// Over-subscribed codes are refused, and incomplete ones unless they have at most one code of one bit.
  private func build(
    _ lengths: ArraySlice<UInt8>, _ alphabet: Alphabet, into table: UnsafeMutablePointer<Entry>, rootBits: Int
  ) throws(InflateError) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var left = 1
    var longest = 0
    for length in 1...15 {
      left = left * 2 - counts[length]
      guard left >= 0 else { throw error(expected: "a prefix code", found: "too many codes of length \(length)") }
      if counts[length] > 0 { longest = length }
    }
    guard left == 0 || longest <= 1 && alphabet != .codeLengths else {
      throw error(expected: "a complete prefix code", found: "an incomplete one")
    }
    var nextCode = [Int](repeating: 0, count: 17)
    for length in 1...15 { nextCode[length + 1] = (nextCode[length] + counts[length]) << 1 }
    let rootSize = 1 << rootBits
    table.update(repeating: 0, count: rootSize)

    // First the longest code under each root index, then the entries.
    var reversedCodes = [Int](repeating: 0, count: lengths.count)
    var subtableBits = [Int](repeating: 0, count: longest > rootBits ? rootSize : 0)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let size = Int(length)
      let code = nextCode[size]
      nextCode[size] += 1
      let reversed = Int(UInt16(truncatingIfNeeded: code).bitReversed >> UInt16(16 - size))
      reversedCodes[symbol] = reversed
      if size > rootBits {
        let root = reversed & (rootSize - 1)
        subtableBits[root] = max(subtableBits[root], size - rootBits)
      }
    }
    var next = rootSize
    for (root, bits) in subtableBits.enumerated() where bits > 0 {
      table[root] = UInt32(next) << 16 | (Kind.link | UInt32(bits)) << 8 | UInt32(rootBits)
      (table + next).update(repeating: 0, count: 1 << bits)
      next += 1 << bits
    }
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let size = Int(length)
      let content = alphabet.entry(symbol: symbol)
      // Symbols 286, 287, 30 and 31 exist only in the fixed code and never in data.
      if content == 0 { continue }
      if size <= rootBits {
        var index = reversedCodes[symbol]
        while index < rootSize {
          table[index] = content | UInt32(size)
          index += 1 << size
        }
      } else {
        let link = table[reversedCodes[symbol] & (rootSize - 1)]
        let base = Int(link >> 16)
        let bits = Int(link >> 8 & 0x3F)
        var index = reversedCodes[symbol] >> rootBits
        while index < 1 << bits {
          table[base + index] = content | UInt32(size - rootBits)
          index += 1 << (size - rootBits)
        }
      }
    }
  }

  @inline(__always)
  private mutating func symbol(_ table: UnsafeMutablePointer<Entry>, rootBits: Int) -> Entry {
    var entry = table[Int(truncatingIfNeeded: buffer & (1 << UInt64(truncatingIfNeeded: rootBits) &- 1))]
    if entry >> 8 & 0xC0 == Kind.link {
      drop(rootBits)
      let bits = UInt64(entry >> 8 & 0x3F)
      entry = table[Int(entry >> 16) &+ Int(truncatingIfNeeded: buffer & (1 << bits &- 1))]
    }
    drop(Int(entry & 0xFF))
    return entry
  }

  /// Extra bits of a length or distance entry added to its base.
  @inline(__always)
  private mutating func value(of entry: Entry) -> Int {
    let extra = Int(entry >> 8 & 0x3F)
    let bits = Int(truncatingIfNeeded: buffer & (1 << UInt64(truncatingIfNeeded: extra) &- 1))
    drop(extra)
    return Int(entry >> 16) &+ bits
  }

  /// Literals and matches up to the end of the block. A match needs at most 48 bits, one refill's worth.
  mutating func compressedBlock() throws(InflateError) {
    guard let out = output.baseAddress else {
      return try emptyOutputBlock()
    }
    let capacity = output.count
    while true {
      refill()
      let entry = symbol(literalTable, rootBits: Self.literalBits)
      guard available >= 0 else { throw truncated }
      guard entry & 0xFF != 0 else { throw error(expected: "a literal or length code", found: "an unused code") }
      let kind = entry >> 8 & 0xC0
      if kind == Kind.literal {
        guard written < capacity else { throw tooLong }
        out[written] = UInt8(truncatingIfNeeded: entry >> 16)
        written &+= 1
        continue
      }
      if kind == Kind.end { return }
      let length = value(of: entry)
      let distanceEntry = symbol(distanceTable, rootBits: Self.distanceBits)
      guard available >= 0 else { throw truncated }
      guard distanceEntry & 0xFF != 0 else { throw error(expected: "a distance code", found: "an unused code") }
      let distance = value(of: distanceEntry)
      guard available >= 0 else { throw truncated }
      guard distance <= written else {
        throw error(expected: "a distance of at most \(written)", found: "\(distance)")
      }
      guard length <= capacity &- written else { throw tooLong }
      copyMatch(out, distance: distance, length: length, capacity: capacity)
    }
  }

  /// A block for an output of no bytes may hold nothing but its end.
  private mutating func emptyOutputBlock() throws(InflateError) {
    refill()
    let entry = symbol(literalTable, rootBits: Self.literalBits)
    guard available >= 0 else { throw truncated }
    guard entry >> 8 & 0xC0 == Kind.end, entry & 0xFF != 0 else { throw tooLong }
  }

  @inline(__always)
  private mutating func copyMatch(
    _ out: UnsafeMutablePointer<UInt8>, distance: Int, length: Int, capacity: Int
  ) {
    let to = out + written
    let from = to - distance
    written &+= length
    if distance >= 8, capacity &- written >= 8 {
      // Whole words may run up to 7 bytes over the match; later output overwrites them.
      var i = 0
      while i < length {
        let word = UnsafeRawPointer(from + i).loadUnaligned(as: UInt64.self)
        UnsafeMutableRawPointer(to + i).storeBytes(of: word, as: UInt64.self)
        i &+= 8
      }
    } else if distance == 1 {
      to.update(repeating: from[0], count: length)
    } else {
      for i in 0..<length { to[i] = from[i] }
    }
  }
}

extension UInt16 {
  /// The bits in opposite order.
  var bitReversed: UInt16 {
    var value = self
    value = (value & 0x5555) << 1 | (value >> 1) & 0x5555
    value = (value & 0x3333) << 2 | (value >> 2) & 0x3333
    value = (value & 0x0F0F) << 4 | (value >> 4) & 0x0F0F
    return value.byteSwapped
  }
}
