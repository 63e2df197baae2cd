/// A table of a flatbuffer that is not trusted: every offset is checked when it is followed.
struct MetadataTable {
  /// Limits on what one buffer may make a reader do, as vectors may name the same table many times.
  final class Budget {
    private var tables = 10_000
    private var bytes = 1 << 24

    func spend(tables count: Int, bytes length: Int) -> Bool {
      guard count <= tables, length <= bytes else { return false }
      tables -= count
      bytes -= length
      return true
    }
  }

  private let bytes: [UInt8]
  private let budget: Budget
  private let position: Int
  private let vtable: Int
  private let vtableSize: Int

  /// The root table of a buffer with the given file identifier.
  static func root(of bytes: [UInt8], identifier: String) throws(VisionError) -> MetadataTable {
    guard bytes.count >= 8, bytes[4..<8].elementsEqual(identifier.utf8) else {
      throw VisionError(
        .malformed, "model metadata", at: 4, expected: "identifier \(identifier)",
        found: bytes.count < 8 ? "\(bytes.count) bytes" : String(decoding: bytes[4..<8], as: UTF8.self))
    }
    return try MetadataTable(bytes, at: try u32(bytes, 0), Budget())
  }

  private init(_ bytes: [UInt8], at position: Int, _ budget: Budget) throws(VisionError) {
    self.bytes = bytes
    self.budget = budget
    self.position = position
    let back = Int(Int32(truncatingIfNeeded: try Self.u32(bytes, position)))
    vtable = position - back
    vtableSize = try Self.u16(bytes, vtable)
    guard vtableSize >= 4, vtable + vtableSize <= bytes.count else {
      throw Self.error(vtable, expected: "a vtable", found: "one of \(vtableSize) bytes")
    }
    guard budget.spend(tables: 1, bytes: 0) else {
      throw Self.error(position, expected: "at most 10000 tables", found: "more")
    }
  }

  private static func error(_ offset: Int, expected: String, found: String) -> VisionError {
    VisionError(.malformed, "model metadata", at: offset, expected: expected, found: found)
  }

  private static func u16(_ bytes: [UInt8], _ offset: Int) throws(VisionError) -> Int {
    guard offset >= 0, bytes.count >= 2, offset <= bytes.count - 2 else {
      throw error(offset, expected: "an offset inside the buffer", found: "\(bytes.count) bytes")
    }
    return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }

  private static func u32(_ bytes: [UInt8], _ offset: Int) throws(VisionError) -> Int {
    guard offset >= 0, bytes.count >= 4, offset <= bytes.count - 4 else {
      throw error(offset, expected: "an offset inside the buffer", found: "\(bytes.count) bytes")
    }
    return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16
      | Int(bytes[offset + 3]) << 24
  }

  /// Where a field is; nil when it has its default.
  private func field(_ id: Int) throws(VisionError) -> Int? {
    let slot = 4 + id * 2
    guard slot + 2 <= vtableSize else { return nil }
    let offset = try Self.u16(bytes, vtable + slot)
    return offset == 0 ? nil : position + offset
  }

  /// Where the thing is that a field points to.
  private func target(_ id: Int) throws(VisionError) -> Int? {
    guard let field = try field(id) else { return nil }
    return field + (try Self.u32(bytes, field))
  }

  func byte(_ id: Int) throws(VisionError) -> Int {
    guard let field = try field(id) else { return 0 }
    guard field < bytes.count else {
      throw Self.error(field, expected: "a byte", found: "\(bytes.count) bytes")
    }
    return Int(bytes[field])
  }

  func u32(_ id: Int) throws(VisionError) -> Int {
    guard let field = try field(id) else { return 0 }
    return try Self.u32(bytes, field)
  }

  func float(_ id: Int) throws(VisionError) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: try u32(id)))
  }

  func string(_ id: Int) throws(VisionError) -> String? {
    guard let start = try target(id) else { return nil }
    return try string(at: start)
  }

  private func string(at start: Int) throws(VisionError) -> String {
    let count = try length(start, elementSize: 1)
    return String(decoding: bytes[start + 4..<start + 4 + count], as: UTF8.self)
  }

  /// The checked element count of a vector.
  private func length(_ start: Int, elementSize: Int) throws(VisionError) -> Int {
    let count = try Self.u32(bytes, start)
    guard count >= 0, count <= (bytes.count - start - 4) / elementSize else {
      throw Self.error(start, expected: "\(count) elements", found: "\(bytes.count - start - 4) bytes")
    }
    guard budget.spend(tables: 0, bytes: count * elementSize) else {
      throw Self.error(start, expected: "16 MiB of contents", found: "more")
    }
    return count
  }

  func strings(_ id: Int) throws(VisionError) -> [String] {
    guard let start = try target(id) else { return [] }
    var result: [String] = []
    for i in 0..<(try length(start, elementSize: 4)) {
      let slot = start + 4 + i * 4
      result.append(try string(at: slot + (try Self.u32(bytes, slot))))
    }
    return result
  }

  func floats(_ id: Int) throws(VisionError) -> [Float] {
    guard let start = try target(id) else { return [] }
    var result: [Float] = []
    for i in 0..<(try length(start, elementSize: 4)) {
      result.append(Float(bitPattern: UInt32(truncatingIfNeeded: try Self.u32(bytes, start + 4 + i * 4))))
    }
    return result
  }

  func table(_ id: Int) throws(VisionError) -> MetadataTable? {
    guard let start = try target(id) else { return nil }
    return try MetadataTable(bytes, at: start, budget)
  }

  func tables(_ id: Int) throws(VisionError) -> [MetadataTable] {
    guard let start = try target(id) else { return [] }
    var result: [MetadataTable] = []
    for i in 0..<(try length(start, elementSize: 4)) {
      let slot = start + 4 + i * 4
      result.append(try MetadataTable(bytes, at: slot + (try Self.u32(bytes, slot)), budget))
    }
    return result
  }
}
