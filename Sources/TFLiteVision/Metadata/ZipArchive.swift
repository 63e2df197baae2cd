/// The files of a zip archive, also of one appended to other data, as label files are to a model.
///
/// Reads stored and deflated entries by the central directory at the end of the data. Nothing is trusted: offsets and
/// sizes are checked, and contents must have the stated length and CRC-32. Encryption, zip64 and archives in several
/// parts are refused.
public struct ZipArchive: Sendable {
  /// One file of the archive.
  public struct Entry: Hashable, Sendable {
    /// The file's path in the archive.
    public let name: String
    /// Bytes of the file's contents.
    public let size: Int
    let compressedSize: Int
    let method: Int
    let flags: Int
    let checksum: UInt32
    /// Offset of the local header in the data.
    let offset: Int
  }

  /// The files in the order of the directory, folders left out.
  public let entries: [Entry]
  private let bytes: [UInt8]
  private let source: String

  /// The archive at the end of a file, for example of a model with packed label files.
  /// - Throws: ``VisionError`` when the file cannot be read or holds no sound archive.
  public init(contentsOf path: String) throws(VisionError) {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw VisionError(.unreadableFile, path, expected: "a readable archive", found: error.reason)
    }
    try self.init(bytes, source: path)
  }

  /// The archive at the end of `bytes`.
  /// - Parameters:
  ///   - bytes: the archive, perhaps behind other data.
  ///   - source: what to call the data in errors.
  /// - Throws: ``VisionError``, with ``VisionError/Code/missing`` when there is no archive.
  public init(_ bytes: [UInt8], source: String = "zip archive") throws(VisionError) {
    self.bytes = bytes
    self.source = source
    guard let end = ZipArchive.endRecord(bytes) else {
      throw VisionError(.missing, source, expected: "a zip archive at the end", found: "none")
    }
    let fields = ZipFields(bytes, source)
    guard try fields.u16(end + 4) == 0, try fields.u16(end + 6) == 0 else {
      throw VisionError(.unsupported, source, at: end, expected: "one part", found: "an archive in several parts")
    }
    let count = try fields.u16(end + 10)
    let size = try fields.u32(end + 12)
    let offset = try fields.u32(end + 16)
    guard count != 0xFFFF, offset != 0xFFFF_FFFF else {
      throw VisionError(.unsupported, source, at: end, expected: "a plain zip archive", found: "zip64")
    }
    // Offsets count from the archive's start, which need not be the data's.
    let base = end - size - offset
    guard (0...end).contains(size), offset >= 0, base >= 0 else {
      throw VisionError(
        .malformed, source, at: end, expected: "a directory before the end record",
        found: "one of \(size) bytes at \(offset)")
    }
    var entries: [Entry] = []
    var position = end - size
    for _ in 0..<count {
      guard try fields.u32(position) == 0x0201_4B50 else {
        throw VisionError(.malformed, source, at: position, expected: "a directory entry", found: "other bytes")
      }
      let nameLength = try fields.u16(position + 28)
      let next = position + 46 + nameLength + (try fields.u16(position + 30)) + (try fields.u16(position + 32))
      guard next <= end else {
        throw VisionError(
          .malformed, source, at: position, expected: "an entry inside the directory", found: "a longer one")
      }
      let name = String(decoding: bytes[position + 46..<position + 46 + nameLength], as: UTF8.self)
      if !name.hasSuffix("/") {
        entries.append(
          Entry(
            name: name, size: try fields.u32(position + 24), compressedSize: try fields.u32(position + 20),
            method: try fields.u16(position + 10), flags: try fields.u16(position + 8),
            checksum: UInt32(truncatingIfNeeded: try fields.u32(position + 16)),
            offset: base + (try fields.u32(position + 42))))
      }
      position = next
    }
    self.entries = entries
  }

  /// Whether `bytes` end in something that looks like a zip archive.
  public static func isPresent(in bytes: [UInt8]) -> Bool { endRecord(bytes) != nil }

  /// The contents of a file.
  /// - Parameters:
  ///   - name: the file's path in the archive.
  ///   - maximumSize: larger files are refused before memory is taken.
  /// - Throws: ``VisionError`` when there is no such file, or it is damaged, encrypted or too large.
  public func contents(of name: String, maximumSize: Int = 1 << 28) throws(VisionError) -> [UInt8] {
    guard let entry = entries.first(where: { $0.name == name }) else {
      let names = entries.prefix(8).map(\.name).joined(separator: ", ")
      throw VisionError(
        .missing, source, expected: "a file '\(name)'", found: entries.isEmpty ? "no files" : names)
    }
    let subject = "\(source)/\(name)"
    let fields = ZipFields(bytes, source)
    guard entry.flags & 1 == 0 else {
      throw VisionError(.unsupported, subject, expected: "plain contents", found: "encrypted ones")
    }
    guard try fields.u32(entry.offset) == 0x0403_4B50 else {
      throw VisionError(.malformed, subject, at: entry.offset, expected: "a local header", found: "other bytes")
    }
    let start = entry.offset + 30 + (try fields.u16(entry.offset + 26)) + (try fields.u16(entry.offset + 28))
    guard start <= bytes.count, (0...bytes.count - start).contains(entry.compressedSize) else {
      throw VisionError(
        .malformed, subject, at: entry.offset, expected: "\(entry.compressedSize) bytes of contents",
        found: "\(max(0, bytes.count - start))")
    }
    guard (0...max(maximumSize, 0)).contains(entry.size), entry.size / 1032 <= entry.compressedSize else {
      throw VisionError(
        .malformed, subject, at: entry.offset, expected: "a size that \(entry.compressedSize) bytes can hold",
        found: "\(entry.size)")
    }
    let stored = bytes[start..<start + entry.compressedSize]
    let result: [UInt8]
    switch entry.method {
    case 0: result = Array(stored)
    case 8: result = try ZipArchive.expand(stored, entry, subject)
    default:
      throw VisionError(
        .unsupported, subject, at: entry.offset, expected: "method 0 (stored) or 8 (deflate)", found: "\(entry.method)")
    }
    guard result.count == entry.size, result.withUnsafeBufferPointer({ CRC32.checksum($0) }) == entry.checksum else {
      throw VisionError(
        .malformed, subject, at: start, expected: "\(entry.size) bytes with the stated CRC-32", found: "others")
    }
    return result
  }

  private static func expand(
    _ stored: ArraySlice<UInt8>, _ entry: Entry, _ subject: String
  ) throws(VisionError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: entry.size)
    let written: Int
    do {
      written = try stored.withUnsafeBufferPointer { (input) throws(InflateError) -> Int in
        try result.withUnsafeMutableBufferPointer { (output) throws(InflateError) -> Int in
          try Inflate.expand(input, into: output).written
        }
      }
    } catch {
      throw VisionError(
        .malformed, subject, at: stored.startIndex + error.offset, expected: error.expected, found: error.found)
    }
    return Array(result.prefix(written))
  }

  /// The last end-of-directory record whose comment ends with the data.
  private static func endRecord(_ bytes: [UInt8]) -> Int? {
    var position = bytes.count - 22
    let first = max(0, position - 0xFFFF)
    while position >= first {
      if bytes[position] == 0x50, bytes[position + 1] == 0x4B, bytes[position + 2] == 5, bytes[position + 3] == 6,
        Int(bytes[position + 20]) | Int(bytes[position + 21]) << 8 == bytes.count - position - 22
      {
        return position
      }
      position -= 1
    }
    return nil
  }
}

/// Checked little-endian reads.
private struct ZipFields {
  private let bytes: [UInt8]
  private let source: String

  init(_ bytes: [UInt8], _ source: String) {
    self.bytes = bytes
    self.source = source
  }

  func u16(_ offset: Int) throws(VisionError) -> Int {
    guard offset >= 0, bytes.count >= 2, offset <= bytes.count - 2 else {
      throw VisionError(
        .malformed, source, at: offset, expected: "2 bytes of a header", found: "\(bytes.count) bytes in all")
    }
    return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }

  func u32(_ offset: Int) throws(VisionError) -> Int {
    try u16(offset) | (try u16(offset + 2)) << 16
  }
}
