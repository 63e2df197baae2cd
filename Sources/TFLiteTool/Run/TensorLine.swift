import TFLiteRuntime

/// Tensors in lines of JSON: nested arrays, or all elements in one.
enum TensorLine {
  /// The elements of a value, outermost first, and the shape that its arrays have.
  /// - Throws: `invalidData` for arrays of different lengths, objects and null.
  static func flatten(_ value: JSONValue, _ name: String) throws(ToolError) -> (elements: [Substring], shape: [Int]) {
    var elements: [Substring] = []
    let shape = try flatten(value, name, &elements)
    return (elements, shape)
  }

  private static func flatten(
    _ value: JSONValue, _ name: String, _ elements: inout [Substring]
  ) throws(ToolError) -> [Int] {
    switch value {
    case .number(let text): elements.append(text[...])
    case .string(let text): elements.append(text[...])
    case .bool(let value): elements.append(value ? "true" : "false")
    case .null, .object:
      throw ToolError(.invalidData, "'\(name)'", expected: "numbers, strings, booleans or arrays", found: value.kind)
    case .array(let values):
      var inner: [Int]?
      for value in values {
        let shape = try flatten(value, name, &elements)
        if let inner, inner != shape {
          throw ToolError(
            .invalidData, "'\(name)'", expected: "arrays of one shape, \(Shape(inner))", found: "\(Shape(shape))")
        }
        inner = shape
      }
      return [values.count] + (inner ?? [])
    }
    return []
  }

  /// The bytes of elements for an input.
  /// - Throws: `invalidData` for an element that the type does not have.
  static func bytes(
    _ elements: [Substring], _ info: TensorInfo, asReals: Bool, source: String
  ) throws(ToolError) -> [UInt8] {
    let count = info.shape.checkedElementCount ?? 0
    let expected = info.type == .complex64 || info.type == .complex128 ? 2 * count : count
    guard elements.count == expected else {
      throw ToolError(
        .invalidData, source, expected: "\(expected) elements for \(info.type.name) \(info.shape)",
        found: "\(elements.count)")
    }
    if info.type == .string { return SerializedStrings.encode(elements.map { Array($0.utf8) }) }
    guard asReals else { return try ElementText.bytes(info.type, elements, source: source) }
    var reals: [Double] = []
    for (index, element) in elements.enumerated() {
      guard let real = Double(element) else {
        throw ToolError(.invalidData, "\(source), number \(index)", expected: "a number", found: "'\(element)'")
      }
      reals.append(real)
    }
    return try ElementText.bytes(reals: reals, info, source: source)
  }

  /// The elements of a value as text.
  static func texts(_ value: TensorValue, asReals: Bool) throws -> [String] {
    if asReals, value.type != .string { return try value.reals().map { "\($0)" } }
    return value.withUnsafeBytes { ElementText.texts(value.type, $0, count: value.elementCount) }
  }

  /// A value as nested arrays; null for what JSON cannot say, such as NaN.
  static func json(_ value: TensorValue, asReals: Bool) throws -> JSONText {
    let texts = try texts(value, asReals: asReals)
    let elements = texts.map { text -> JSONText in
      switch value.type {
      case .string, .complex64, .complex128: .string(text)
      case .bool where !asReals: .bool(text == "true")
      default: .number(text)
      }
    }
    return nest(elements[...], value.shape.dimensions[...])
  }

  private static func nest(_ elements: ArraySlice<JSONText>, _ shape: ArraySlice<Int>) -> JSONText {
    guard let count = shape.first else { return elements.first ?? .null }
    let size = shape.dropFirst().reduce(1, *)
    return .array(
      (0..<count).map { index in
        let start = elements.startIndex + index * size
        return nest(elements[start..<min(start + size, elements.endIndex)], shape.dropFirst())
      })
  }
}
