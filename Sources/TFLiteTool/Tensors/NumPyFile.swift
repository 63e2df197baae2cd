import TFLiteRuntime

/// NumPy's `.npy` form: a magic string, the version, a header in Python's notation, the elements.
/// The form is described in `numpy.lib.format`.
package struct NumPyFile {
  package let type: ElementType
  package let shape: Shape
  package let bytes: UnsafeRawBufferPointer

  private static let names: [(String, ElementType)] = [
    ("f4", .float32), ("f8", .float64), ("f2", .float16), ("i1", .int8), ("u1", .uint8), ("b1", .bool),
    ("i2", .int16), ("u2", .uint16), ("i4", .int32), ("u4", .uint32), ("i8", .int64), ("u8", .uint64),
    ("c8", .complex64), ("c16", .complex128),
  ]

  /// Reads the content of a file, which must outlive the result.
  /// - Throws: `invalidData` for what is not such a file, or holds elements that tensors cannot.
  package init(_ file: MappedFile) throws(ToolError) { try self.init(file.bytes, path: file.path) }

  /// Reads the content of a file called `path`; the bytes must outlive the result.
  /// - Throws: `invalidData` for what is not such a file, or holds elements that tensors cannot.
  package init(_ bytes: UnsafeRawBufferPointer, path: String) throws(ToolError) {
    func wrong(_ expected: String, _ found: String) -> ToolError {
      ToolError(.invalidData, path, expected: expected, found: found)
    }
    guard bytes.count >= 12, bytes.starts(with: [0x93] + Array("NUMPY".utf8)) else {
      throw wrong("a NumPy array file", "other bytes")
    }
    let isShort = bytes[6] == 1
    let headerCount =
      isShort
      ? Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt16.self).littleEndian)
      : Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self).littleEndian)
    let start = isShort ? 10 : 12
    guard bytes.count - start >= headerCount else { throw wrong("a header of \(headerCount) bytes", "the file's end") }
    let header = String(decoding: bytes[start..<start + headerCount], as: UTF8.self)
    guard let description = Self.value(of: "descr", in: header)?.filter({ $0 != "'" && $0 != "\"" }),
      let order = Self.value(of: "fortran_order", in: header), let extents = Self.value(of: "shape", in: header)
    else { throw wrong("descr, fortran_order and shape in the header", "'\(header.prefix(80))'") }
    guard description.first != ">",
      let type = Self.names.first(where: { $0.0 == description.drop { "<|=".contains($0) } })?.1
    else { throw wrong("little-endian numbers or booleans", "elements of '\(description)'") }
    var dimensions: [Int] = []
    for part in extents.split(whereSeparator: { "(), ".contains($0) }) {
      guard let dimension = Int(part), dimension >= 0 else { throw wrong("a shape", "'\(extents)'") }
      dimensions.append(dimension)
    }
    shape = Shape(dimensions)
    if order.hasPrefix("True"), dimensions.count(where: { $0 > 1 }) > 1 { throw wrong("C order", "Fortran order") }
    let available = bytes.count - start - headerCount
    guard let count = shape.checkedElementCount, let byteCount = type.byteCount(ofElements: count),
      byteCount == available
    else { throw wrong("the elements of \(type.name) \(shape)", "\(available) bytes") }
    self.type = type
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[(start + headerCount)...])
  }

  /// The text of a key's value up to the next comma outside parentheses.
  private static func value(of key: String, in header: String) -> String? {
    for quote in ["'", "\""] {
      guard let place = header.firstRange(of: quote + key + quote) else { continue }
      let rest = header[place.upperBound...].drop { $0 == ":" || $0 == " " }
      if rest.first == "(" { return rest.firstIndex(of: ")").map { String(rest[...$0]) } }
      return String(rest.prefix { $0 != "," && $0 != "}" })
    }
    return nil
  }

  /// What comes before the elements of a file.
  /// - Throws: `invalidData` for a type that NumPy lacks.
  package static func header(_ type: ElementType, _ shape: Shape, path: String) throws(ToolError) -> [UInt8] {
    guard let name = names.first(where: { $0.1 == type })?.0 else {
      throw ToolError(
        .invalidData, path, expected: "an output whose type NumPy has; write raw bytes or text", found: type.name)
    }
    let extents = shape.dimensions.map { "\($0)" }.joined(separator: ", ") + (shape.rank == 1 ? "," : "")
    let sign = type.bitWidth == 8 ? "|" : "<"
    var text = "{'descr': '\(sign)\(name)', 'fortran_order': False, 'shape': (\(extents)), }"
    // Elements begin at a multiple of 64 bytes.
    text += String(repeating: " ", count: 63 - (10 + text.utf8.count) % 64) + "\n"
    let count = text.utf8.count
    return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(count & 255), UInt8(count >> 8)] + Array(text.utf8)
  }
}
