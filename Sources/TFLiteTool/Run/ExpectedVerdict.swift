import TFLiteRuntime

/// How one result differs from what was expected of it.
struct ExpectedVerdict {
  let name: String
  let type: ElementType
  let shape: Shape
  let count: Int
  private(set) var mismatchCount = 0
  /// The largest difference, infinite where NaN or infinity stands against something else; nil for strings.
  private(set) var maxDifference: Double?
  /// What a step of the result is worth, nil for reals.
  private(set) var step: Double?
  /// The first element that differs by too much.
  private(set) var first: (index: Int, expected: String, found: String)?

  var passes: Bool { mismatchCount == 0 }

  /// - Throws: `invalidData` where shape or type cannot be compared.
  init(_ name: String, _ found: TensorValue, _ source: InputSource, _ options: ExpectOptions) throws {
    (self.name, type, shape, count) = (name, found.type, found.shape, found.elementCount)
    if found.type == .string {
      try compare(strings: found, source)
      return
    }
    let quantization = found.quantization.flatMap { $0.scales.count == 1 && $0.scale > 0 ? $0 : nil }
    step = quantization.map { Double($0.scale) } ?? (found.type.isReal ? nil : 1)
    let expected = try Self.numbers(found, source)
    // Integers against integers are levels, reals are reals.
    let isReal = expected.isReal
    let values = try Self.numbers(found)
    // As `TensorValue.reals` makes them.
    func real(_ value: Double) -> Double {
      guard let quantization else { return value }
      return Double(Float(value - Double(quantization.zeroPoint)) * quantization.scale)
    }
    let words = Self.words(found)
    var largest = 0.0
    for index in values.indices {
      let wanted = isReal ? expected.values[index] : real(expected.values[index])
      let actual = real(values[index])
      var difference = wanted.isFinite && actual.isFinite ? abs(wanted - actual) : .infinity
      if let words, let others = expected.words {
        if words[index] == others[index] { continue }
        if difference == 0 { difference = max(1, Double((words[index] &- others[index]).magnitude)) }
      } else if wanted == actual || wanted.isNaN && actual.isNaN {
        continue
      }
      largest = max(largest, difference)
      // Half an ulp of the sum itself decides nothing.
      if difference <= options.allowed(wanted, step: step ?? 0) * (1 + 1e-9) { continue }
      mismatchCount += 1
      if first == nil {
        first = (index, Self.text(expected.values[index]), Self.text(isReal ? actual : values[index]))
        if let words, let others = expected.words {
          first = (index, Self.text(others[index], type), Self.text(words[index], type))
        }
      }
    }
    maxDifference = largest
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(Float(value))"
  }

  private static func text(_ word: Int64, _ type: ElementType) -> String {
    type == .uint64 ? "\(UInt64(bitPattern: word))" : "\(word)"
  }

  private static func numbers(_ value: TensorValue) throws -> [Double] {
    switch value.type {
    case .float64: try value.values(as: Double.self)
    case .float32: try value.values(as: Float.self).map { Double($0) }
    case .float16, .bfloat16, .bool: try value.reals().map { Double($0) }
    case .uint64: try value.values(as: UInt64.self).map { Double($0) }
    case let type where type.isNumber: try value.integers().map { Double($0) }
    default:
      throw ToolError(.invalidData, "--expect", expected: "a result of numbers or strings", found: value.type.name)
    }
  }

  /// Integers of 64 bits, of which `Double` takes several for one; nil for other types.
  private static func words(_ value: TensorValue) -> [Int64]? {
    guard value.type == .int64 || value.type == .uint64 else { return nil }
    return value.withUnsafeBytes { bytes in
      (0..<value.elementCount).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self) }
    }
  }

  /// The expected numbers, and whether they are reals rather than elements as they lie in memory.
  private static func numbers(
    _ found: TensorValue, _ source: InputSource
  ) throws -> (values: [Double], words: [Int64]?, isReal: Bool) {
    func check(_ count: Int) throws {
      if count != found.elementCount {
        throw ToolError(
          .failed, source.name, expected: "\(found.elementCount) elements for \(found.type.name) \(found.shape)",
          found: "\(count)")
      }
    }
    switch source.content {
    case .array(let array):
      if array.shape != found.shape {
        throw ToolError(.failed, source.name, expected: "\(found.shape) as the result has", found: "\(array.shape)")
      }
      return (try numbers(array), array.type == found.type ? words(array) : nil, array.type.isReal)
    case .text(let bytes):
      let tokens = ElementText.tokens(String(decoding: bytes, as: UTF8.self))
      try check(tokens.count)
      // Text of a float is that of the float, not of the number that is nearest to it in double precision.
      let isSingle = found.type != .float64 && !tokens.allSatisfy { Int64($0) != nil || UInt64($0) != nil }
      let values = try tokens.enumerated().map { index, token in
        let number = isSingle ? Float(token).map { Double($0) } : Double(token)
        guard let value = token == "true" ? 1 : token == "false" ? 0 : number else {
          throw ToolError(.invalidData, "\(source.name), number \(index)", expected: "a number", found: "'\(token)'")
        }
        return value
      }
      let words = tokens.compactMap { token in
        found.type == .uint64 ? UInt64(token).map { Int64(bitPattern: $0) } : Int64(token)
      }
      return (
        values, words.count == tokens.count ? words : nil, found.type.isReal || tokens.contains { $0.contains(".") }
      )
    case .raw(let bytes):
      guard bytes.count == found.byteCount else {
        throw ToolError(
          .failed, source.name, expected: "\(found.byteCount) bytes for \(found.type.name) \(found.shape)",
          found: "\(bytes.count)")
      }
      let value = try TensorValue(bytes: bytes, type: found.type, shape: found.shape)
      return (try numbers(value), words(value), found.type.isReal)
    case .picture: throw ToolError(.invalidData, source.name, expected: "numbers", found: "a picture")
    }
  }

  private mutating func compare(strings found: TensorValue, _ source: InputSource) throws {
    guard case .text(let bytes) = source.content else {
      throw ToolError(.invalidData, source.name, expected: "text for strings", found: "another form")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let expected = source.isCSV ? try CSVText.rows(text, source: source.name).flatMap { $0.fields } : lines
    let strings = try found.strings()
    if expected.count != strings.count {
      throw ToolError(.failed, source.name, expected: "\(strings.count) strings", found: "\(expected.count)")
    }
    for (index, (wanted, actual)) in zip(expected, strings).enumerated() where wanted != actual {
      mismatchCount += 1
      if first == nil { first = (index, "'\(wanted)'", "'\(actual)'") }
    }
  }

  /// One line.
  var text: String {
    var text = "\(name)  \(type.name) \(shape): "
    text += passes ? "as expected" : "\(mismatchCount) of \(count) differ"
    if let maxDifference, maxDifference > 0 {
      text += ", largest difference \(Float(maxDifference))"
      if let step, step != 1, maxDifference.isFinite { text += " (\(fixed(maxDifference / step, 1)) steps)" }
    }
    if let first {
      text += "; \(shape.position(of: first.index)) expected \(first.expected), found \(first.found)"
    }
    return text
  }

  var json: JSONText {
    .object([
      ("name", .string(name)), ("ok", .bool(passes)), ("elements", .int(count)), ("differ", .int(mismatchCount)),
      ("max_difference", .optional(maxDifference)),
      ("max_steps", .optional(step.flatMap { step in maxDifference.map { $0 / step } })),
      ("first", first.map { .ints(shape.position(of: $0.index).dimensions) } ?? .null),
    ])
  }
}
