import TFLiteKernels
import TFLiteRuntime

/// Tensor elements as text and back.
package enum ElementText {
  /// The first `limit` elements of a tensor of `type` in memory as text that reads back exactly.
  package static func texts(_ type: ElementType, _ bytes: UnsafeRawBufferPointer, count: Int, limit: Int = .max)
    -> [String]
  {
    let shown = min(count, limit)
    func each<T>(_ element: T.Type, parts: Int = 1, _ text: (Int) -> String) -> [String] {
      let available = bytes.count / (MemoryLayout<T>.size * parts)
      return (0..<min(shown, available)).map(text)
    }
    func load<T: BitwiseCopyable>(_ index: Int, _ element: T.Type) -> T {
      bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<T>.size, as: element)
    }
    switch type {
    case .float32: return each(Float.self) { "\(load($0, Float.self))" }
    case .float64: return each(Double.self) { "\(load($0, Double.self))" }
    case .float16: return each(UInt16.self) { "\(HalfPrecision.float(load($0, UInt16.self)))" }
    case .bfloat16: return each(UInt16.self) { "\(Float(bitPattern: UInt32(load($0, UInt16.self)) << 16))" }
    case .int8: return each(Int8.self) { "\(load($0, Int8.self))" }
    case .uint8, .float8E4M3FN, .float8E5M2: return each(UInt8.self) { "\(load($0, UInt8.self))" }
    case .bool: return each(UInt8.self) { load($0, UInt8.self) == 0 ? "false" : "true" }
    case .int16: return each(Int16.self) { "\(load($0, Int16.self))" }
    case .uint16: return each(UInt16.self) { "\(load($0, UInt16.self))" }
    case .int32, .resource, .variant: return each(Int32.self) { "\(load($0, Int32.self))" }
    case .uint32: return each(UInt32.self) { "\(load($0, UInt32.self))" }
    case .int64: return each(Int64.self) { "\(load($0, Int64.self))" }
    case .uint64: return each(UInt64.self) { "\(load($0, UInt64.self))" }
    case .complex64:
      return each(Float.self, parts: 2) { complex("\(load(2 * $0, Float.self))", "\(load(2 * $0 + 1, Float.self))") }
    case .complex128:
      return each(Double.self, parts: 2) {
        complex("\(load(2 * $0, Double.self))", "\(load(2 * $0 + 1, Double.self))")
      }
    case .string: return SerializedStrings.decode(bytes).prefix(shown).map { String(decoding: $0, as: UTF8.self) }
    case .int4, .uint4, .int2:
      let bits = type == .int2 ? 2 : 4
      let perByte = 8 / bits
      return (0..<min(shown, bytes.count * perByte)).map { index in
        let raw = Int(bytes[index / perByte]) >> (index % perByte * bits) & (1 << bits - 1)
        return "\(type != .uint4 && raw >= 1 << (bits - 1) ? raw - 1 << bits : raw)"
      }
    }
  }

  private static func complex(_ real: String, _ imaginary: String) -> String {
    real + (imaginary.hasPrefix("-") ? "" : "+") + imaginary + "j"
  }

  /// The numbers of a text: separated by white space or commas, brackets ignored.
  package static func tokens(_ text: String) -> [Substring] {
    text.split { $0.isWhitespace || $0 == "," || $0 == "[" || $0 == "]" }
  }

  /// The bytes of `tokens` as elements of `type`; complex numbers take two tokens each.
  /// - Parameter source: what to call the text in errors.
  /// - Throws: `invalidData` for a token that is not such a number.
  package static func bytes(_ type: ElementType, _ tokens: [Substring], source: String) throws(ToolError) -> [UInt8] {
    func all<T: BitwiseCopyable>(_ parse: (Substring) -> T?) throws(ToolError) -> [UInt8] {
      var values: [T] = []
      values.reserveCapacity(tokens.count)
      for (index, token) in tokens.enumerated() {
        guard let value = parse(token) else {
          throw ToolError(
            .invalidData, "\(source), number \(index)", expected: "a value of \(type.name)", found: "'\(token)'")
        }
        values.append(value)
      }
      return values.withUnsafeBytes { Array($0) }
    }
    switch type {
    case .float32, .complex64: return try all { Float($0) }
    case .float64, .complex128: return try all { Double($0) }
    case .float16: return try all { Float($0).map { HalfPrecision.bits($0) } }
    case .bfloat16: return try all { Float($0).map { BrainFloat.bits($0) } }
    case .int8: return try all { Int8($0) }
    case .uint8: return try all { UInt8($0) }
    case .bool:
      return try all {
        ["1", "true", "True"].contains($0) ? 1 : ["0", "false", "False"].contains($0) ? 0 : nil as UInt8?
      }
    case .int16: return try all { Int16($0) }
    case .uint16: return try all { UInt16($0) }
    case .int32: return try all { Int32($0) }
    case .uint32: return try all { UInt32($0) }
    case .int64: return try all { Int64($0) }
    case .uint64: return try all { UInt64($0) }
    case .string, .resource, .variant, .int4, .uint4, .int2, .float8E4M3FN, .float8E5M2:
      throw ToolError(.invalidData, source, expected: "raw bytes for \(type.name)", found: "numbers as text")
    }
  }

  /// The bytes of reals as elements of `info`'s type, quantised where it has parameters for the whole tensor:
  /// `round(real / scale) + zeroPoint`, halves away from zero, saturating.
  /// - Throws: `invalidData` when the type holds no numbers.
  static func bytes(reals: [Double], _ info: TensorInfo, source: String) throws(ToolError) -> [UInt8] {
    func integers<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) -> [UInt8] {
      let quantization = info.quantization.flatMap { $0.scale > 0 && !$0.isPerChannel ? $0 : nil }
      let values = reals.map { real -> T in
        let level =
          quantization.map { (real / Double($0.scale)).rounded() + Double($0.zeroPoint) } ?? real.rounded()
        if level.isNaN { return T(clamping: quantization?.zeroPoint ?? 0) }
        return level <= Double(T.min) ? T.min : level >= Double(T.max) ? T.max : T(level)
      }
      return values.withUnsafeBytes { Array($0) }
    }
    switch info.type {
    case .float32: return reals.map { Float($0) }.withUnsafeBytes { Array($0) }
    case .float64: return reals.withUnsafeBytes { Array($0) }
    case .float16: return reals.map { HalfPrecision.bits(Float($0)) }.withUnsafeBytes { Array($0) }
    case .bfloat16: return reals.map { BrainFloat.bits(Float($0)) }.withUnsafeBytes { Array($0) }
    case .int8: return integers(Int8.self)
    case .uint8: return integers(UInt8.self)
    case .int16: return integers(Int16.self)
    case .uint16: return integers(UInt16.self)
    case .int32: return integers(Int32.self)
    case .uint32: return integers(UInt32.self)
    case .int64: return integers(Int64.self)
    case .uint64: return integers(UInt64.self)
    case .bool: return reals.map { $0 == 0 ? 0 : 1 }
    default: throw ToolError(.invalidData, source, expected: "a tensor of numbers", found: info.type.name)
    }
  }
}
