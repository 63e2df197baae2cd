/// Compresses bytes to raw deflate data (RFC 1951): LZ77 with hash chains and one step of lazy matching; each block is
/// stored, or coded with the fixed or its own Huffman codes, whichever is shortest.
enum Deflate {
  /// `input` as a zlib stream (RFC 1950).
  static func zlibStream(_ input: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var writer = BitWriter()
    writer.bytes.reserveCapacity(input.count / 2 + 64)
    writer.bytes.append(contentsOf: [0x78, 0x9C])
    compress(input, into: &writer)
    let checksum = Adler32.checksum(input)
    for shift in [24, 16, 8, 0] as [UInt32] { writer.bytes.append(UInt8(truncatingIfNeeded: checksum >> shift)) }
    return writer.bytes
  }

  /// `input` as raw deflate data.
  static func compressed(_ input: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var writer = BitWriter()
    compress(input, into: &writer)
    return writer.bytes
  }

  private static func compress(_ input: UnsafeBufferPointer<UInt8>, into writer: inout BitWriter) {
    var block = DeflateBlock(input: input)
    if var finder = MatchFinder(input) {
      defer { finder.deallocate() }
      var position = 0
      var pending = finder.match(at: 0)
      while position < input.count {
        let current = pending
        pending = finder.match(at: position + 1, beating: current.length)
        if current.length >= 3, pending.length <= current.length {
          block.appendMatch(length: current.length, distance: current.distance)
          let end = position + current.length
          var skipped = position + 2
          while skipped < end {
            finder.insert(skipped)
            skipped += 1
          }
          position = end
          pending = finder.match(at: position)
        } else {
          block.appendLiteral(input[position])
          position += 1
        }
        if block.isFull, position < input.count { block.flush(into: &writer, isLast: false) }
      }
    } else {
      for byte in input { block.appendLiteral(byte) }
    }
    block.flush(into: &writer, isLast: true)
    writer.alignToByte()
  }
}

/// Least significant bit first, as deflate packs bits.
struct BitWriter {
  var bytes: [UInt8] = []
  private var buffer: UInt64 = 0
  private var count: UInt64 = 0

  mutating func write(_ value: UInt32, bits: Int) {
    buffer |= UInt64(value) << count
    count &+= UInt64(truncatingIfNeeded: bits)
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: buffer))
      buffer >>= 8
      count &-= 8
    }
  }

  mutating func alignToByte() {
    if count > 0 { write(0, bits: 8 - Int(count)) }
  }
}

/// Finds earlier occurrences of the bytes at a position by chains of equal hashes.
private struct MatchFinder {
  static let window = 32768
  static let hashBits: UInt32 = 15
  static let maximumChain = 48
  static let goodLength = 64

  let input: UnsafePointer<UInt8>
  let count: Int
  /// The newest position of each hash and, by position in the window, the one before it; -1 ends a chain.
  let heads: UnsafeMutablePointer<Int>
  let previous: UnsafeMutablePointer<Int>

  /// Nil for inputs too short to repeat anything.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress, bytes.count >= 8 else { return nil }
    input = base
    count = bytes.count
    heads = .allocate(capacity: 1 << Int(Self.hashBits))
    heads.initialize(repeating: -1, count: 1 << Int(Self.hashBits))
    previous = .allocate(capacity: Self.window)
    previous.initialize(repeating: -1, count: Self.window)
  }

  func deallocate() {
    heads.deallocate()
    previous.deallocate()
  }

  private func hash(_ position: Int) -> Int {
    let word = UnsafeRawPointer(input + position).loadUnaligned(as: UInt32.self).littleEndian & 0xFF_FFFF
    return Int((word &* 0x9E37_79B1) >> (32 - Self.hashBits))
  }

  mutating func insert(_ position: Int) {
    guard position + 4 <= count else { return }
    let slot = hash(position)
    previous[position & (Self.window - 1)] = heads[slot]
    heads[slot] = position
  }

  /// The longest match for `position` that is longer than `floor`, and remembers the position.
  mutating func match(at position: Int, beating floor: Int = 2) -> (length: Int, distance: Int) {
    guard position + 4 <= count else { return (0, 0) }
    var candidate = heads[hash(position)]
    insert(position)
    let limit = min(258, count - position)
    var best = max(floor, 2)
    var distance = 0
    guard best < limit, floor < Self.goodLength else { return (0, 0) }
    var steps = Self.maximumChain
    let here = input + position
    while candidate >= 0, position - candidate < Self.window, steps > 0 {
      let there = input + candidate
      if there[best] == here[best] {
        var length = 0
        while length < limit, there[length] == here[length] { length &+= 1 }
        if length > best {
          best = length
          distance = position - candidate
          if length == limit { break }
        }
      }
      let next = previous[candidate & (Self.window - 1)]
      guard next < candidate else { break }
      candidate = next
      steps -= 1
    }
    return distance > 0 ? (best, distance) : (0, 0)
  }
}

/// Literals and matches of one block, counted by symbol.
private struct DeflateBlock {
  static let capacity = 1 << 15

  let input: UnsafeBufferPointer<UInt8>
  /// The literal, or `length << 16 | distance` with a length of at least 3.
  private var tokens: [UInt32] = []
  private var literalCounts = [Int](repeating: 0, count: 286)
  private var distanceCounts = [Int](repeating: 0, count: 30)
  private var start = 0
  private var byteCount = 0

  init(input: UnsafeBufferPointer<UInt8>) {
    self.input = input
    tokens.reserveCapacity(Self.capacity)
  }

  var isFull: Bool { tokens.count >= Self.capacity }

  private static let lengthCodes: [UInt8] = {
    var codes = [UInt8](repeating: 0, count: 259)
    for (code, base) in DeflateCodes.lengthBase.enumerated() {
      for length in Int(base)..<259 { codes[length] = UInt8(code) }
    }
    return codes
  }()

  /// Code of distances up to 256 directly, of larger ones by the distance's upper bits.
  private static let distanceCodes: [UInt8] = {
    var codes = [UInt8](repeating: 0, count: 512)
    for (code, base) in DeflateCodes.distanceBase.enumerated() {
      let first = Int(base) - 1
      if first < 256 {
        for i in first..<256 { codes[i] = UInt8(code) }
      }
      for i in first >> 7..<256 where first >= 256 { codes[256 + i] = UInt8(code) }
    }
    return codes
  }()

  private static func distanceCode(_ distance: Int) -> Int {
    let index = distance - 1
    return Int(distanceCodes[index < 256 ? index : 256 + index >> 7])
  }

  mutating func appendLiteral(_ byte: UInt8) {
    tokens.append(UInt32(byte))
    literalCounts[Int(byte)] += 1
    byteCount += 1
  }

  mutating func appendMatch(length: Int, distance: Int) {
    tokens.append(UInt32(length) << 16 | UInt32(distance))
    literalCounts[257 + Int(Self.lengthCodes[length])] += 1
    distanceCounts[Self.distanceCode(distance)] += 1
    byteCount += length
  }

  mutating func flush(into writer: inout BitWriter, isLast: Bool) {
    literalCounts[256] += 1
    let literals = HuffmanCode(counts: literalCounts, limit: 15)
    var distances = HuffmanCode(counts: distanceCounts, limit: 15)
    // One distance code must exist even when no match uses it.
    if !distances.lengths.contains(where: { $0 > 0 }) { distances.lengths[0] = 1 }
    let header = CodeLengths(literals: literals, distances: distances)
    let dynamicBits = header.bits + bodyBits(literals, distances)
    let fixedBits = bodyBits(.fixedLiterals, .fixedDistances)
    let storedBits = (byteCount + 5 * (byteCount / 65535 + 1)) * 8 + 8
    if storedBits < min(dynamicBits, fixedBits) {
      writeStored(into: &writer, isLast: isLast)
    } else if fixedBits <= dynamicBits {
      writer.write(isLast ? 1 : 0, bits: 1)
      writer.write(1, bits: 2)
      writeBody(.fixedLiterals, .fixedDistances, into: &writer)
    } else {
      writer.write(isLast ? 1 : 0, bits: 1)
      writer.write(2, bits: 2)
      header.write(into: &writer)
      writeBody(literals, distances, into: &writer)
    }
    tokens.removeAll(keepingCapacity: true)
    for i in literalCounts.indices { literalCounts[i] = 0 }
    for i in distanceCounts.indices { distanceCounts[i] = 0 }
    start += byteCount
    byteCount = 0
  }

  private func bodyBits(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Int {
    var bits = 0
    for (symbol, count) in literalCounts.enumerated() where count > 0 {
      let extra = symbol > 256 ? Int(DeflateCodes.lengthExtra[symbol - 257]) : 0
      bits += count * (Int(literals.lengths[symbol]) + extra)
    }
    for (symbol, count) in distanceCounts.enumerated() where count > 0 {
      bits += count * (Int(distances.lengths[symbol]) + Int(DeflateCodes.distanceExtra[symbol]))
    }
    return bits
  }

  private func writeBody(_ literals: HuffmanCode, _ distances: HuffmanCode, into writer: inout BitWriter) {
    for token in tokens {
      let length = Int(token >> 16)
      if length == 0 {
        literals.write(Int(token), into: &writer)
        continue
      }
      let distance = Int(token & 0xFFFF)
      let lengthCode = Int(Self.lengthCodes[length])
      literals.write(257 + lengthCode, into: &writer)
      writer.write(
        UInt32(length - Int(DeflateCodes.lengthBase[lengthCode])), bits: Int(DeflateCodes.lengthExtra[lengthCode]))
      let distanceCode = Self.distanceCode(distance)
      distances.write(distanceCode, into: &writer)
      writer.write(
        UInt32(distance - Int(DeflateCodes.distanceBase[distanceCode])),
        bits: Int(DeflateCodes.distanceExtra[distanceCode]))
    }
    literals.write(256, into: &writer)
  }

  private func writeStored(into writer: inout BitWriter, isLast: Bool) {
    var position = start
    let end = start + byteCount
    repeat {
      let count = min(65535, end - position)
      writer.write(isLast && position + count == end ? 1 : 0, bits: 1)
      writer.write(0, bits: 2)
      writer.alignToByte()
      writer.write(UInt32(count), bits: 16)
      writer.write(UInt32(count ^ 0xFFFF), bits: 16)
      writer.bytes.append(contentsOf: input[position..<position + count])
      position += count
    } while position < end
  }
}

/// The code lengths of a dynamic block, run-length coded (RFC 1951, 3.2.7).
private struct CodeLengths {
  private let literalCount: Int
  private let distanceCount: Int
  private var runs: [(symbol: Int, extra: UInt32, bits: Int)] = []
  private let code: HuffmanCode
  private var storedLengths: Int

  init(literals: HuffmanCode, distances: HuffmanCode) {
    literalCount = max(257, (literals.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let lengths = Array(literals.lengths[..<literalCount] + distances.lengths[..<distanceCount])
    var i = 0
    while i < lengths.count {
      var run = 1
      while i + run < lengths.count, lengths[i + run] == lengths[i] { run += 1 }
      if lengths[i] == 0, run >= 3 {
        run = min(run, 138)
        runs.append(run > 10 ? (18, UInt32(run - 11), 7) : (17, UInt32(run - 3), 3))
        i += run
      } else {
        runs.append((Int(lengths[i]), 0, 0))
        i += 1
        var rest = run - 1
        while rest >= 3 {
          let part = min(rest, 6)
          runs.append((16, UInt32(part - 3), 2))
          i += part
          rest -= part
        }
      }
    }
    var counts = [Int](repeating: 0, count: 19)
    for run in runs { counts[run.symbol] += 1 }
    code = HuffmanCode(counts: counts, limit: 7)
    let lengthsOfCode = code.lengths
    storedLengths = max(4, (DeflateCodes.lengthOrder.lastIndex { lengthsOfCode[$0] > 0 } ?? 0) + 1)
  }

  var bits: Int {
    14 + storedLengths * 3 + runs.reduce(0) { $0 + Int(code.lengths[$1.symbol]) + $1.bits }
  }

  func write(into writer: inout BitWriter) {
    writer.write(UInt32(literalCount - 257), bits: 5)
    writer.write(UInt32(distanceCount - 1), bits: 5)
    writer.write(UInt32(storedLengths - 4), bits: 4)
    for index in DeflateCodes.lengthOrder[..<storedLengths] { writer.write(UInt32(code.lengths[index]), bits: 3) }
    for run in runs {
      code.write(run.symbol, into: &writer)
      writer.write(run.extra, bits: run.bits)
    }
  }
}
