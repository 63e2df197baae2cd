import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// The type of activations that a trial is drawn in.
package typealias Kind = ElementType

extension ElementType {
  static let real: [Kind] = [.float32]
  static let bytes: [Kind] = [.int8, .uint8]
  static let quantized: [Kind] = [.int8, .uint8, .int16]
  /// What layers compute with.
  static let activations: [Kind] = [.float32, .int8, .uint8, .int16]

  /// The types that the operator table states for an operator, but for strings, which have families of their own.
  static func table(_ name: String) -> [Kind] { (types[name] ?? []).filter { $0 != .string } }

  private static let types: [String: [Kind]] = Dictionary(
    uniqueKeysWithValues: (OperatorTable.builtin + OperatorTable.custom).map { ($0.name, $0.types) })

  var tensorType: Schema.TensorType { Schema.TensorType(rawValue: rawValue) }

  /// Activations stand for reals by a scale.
  var isQuantized: Bool { Self.quantized.contains(self) }

  var isFloating: Bool { [.float32, .float64, .float16, .bfloat16].contains(self) }

  /// Bytes of `count` elements.
  func size(_ count: Int) -> Int { byteCount(ofElements: count) ?? 0 }
}

/// The values that a fed tensor has.
enum Fill {
  /// Floats in a range, and integers of any bits.
  case floats(ClosedRange<Float>)
  /// Numbers in a range, whatever the type.
  case integers(ClosedRange<Int>)
  /// These.
  case bytes([UInt8])

  /// Elements as a tensor of `kind` holds them.
  func bytes(_ kind: Kind, _ count: Int, _ draw: inout Draw) -> [UInt8] {
    if case .bytes(let bytes) = self, bytes.count == kind.size(count) { return bytes }
    switch kind {
    case .float32, .complex64, .float16, .bfloat16, .float64, .complex128:
      let parts = kind == .complex64 || kind == .complex128 ? 2 * count : count
      return Self.encoded(floats(parts, &draw), kind)
    case .bool: return draw.bytes(count).map { $0 & 1 }
    case .string:
      let words = ["", "a", "ab", "the lazy dog", "\u{e4}\u{f6}\u{fc}", "0123456789abcdef0"]
      return ModelBuilder.Tensor.serialized(draw.ints(count, 0...words.count - 1).map { words[$0] })
    default:
      guard case .integers(let range) = self else { return draw.bytes(kind.size(count)) }
      return Self.encoded(draw.ints(count, range), kind) ?? draw.bytes(kind.size(count))
    }
  }

  private func floats(_ count: Int, _ draw: inout Draw) -> [Float] {
    switch self {
    case .floats(let range): draw.floats(count, range)
    case .integers(let range): draw.ints(count, range).map { Float($0) }
    case .bytes: draw.floats(count, -2...2)
    }
  }

  private static func encoded(_ values: [Float], _ kind: Kind) -> [UInt8] {
    switch kind {
    case .float64, .complex128: FlatBufferWriter.bytes(of: values.map { Double($0) })
    case .float16: FlatBufferWriter.bytes(of: values.map { HalfPrecision.bits($0) })
    // Rounded towards zero.
    case .bfloat16: FlatBufferWriter.bytes(of: values.map { UInt16($0.bitPattern >> 16) })
    default: FlatBufferWriter.bytes(of: values)
    }
  }

  private static func encoded(_ values: [Int], _ kind: Kind) -> [UInt8]? {
    switch kind {
    case .int8, .uint8: values.map { UInt8(truncatingIfNeeded: $0) }
    case .int16, .uint16: FlatBufferWriter.bytes(of: values.map { Int16(truncatingIfNeeded: $0) })
    case .int32, .uint32: FlatBufferWriter.bytes(of: values.map { Int32(truncatingIfNeeded: $0) })
    case .int64, .uint64: FlatBufferWriter.bytes(of: values.map { Int64($0) })
    default: nil
    }
  }
}

/// Numbers of 16 bits, without the type Float16, which not every system has.
enum HalfPrecision {
  /// The bits of the number next to `value` towards zero; 0 for what is too small.
  static func bits(_ value: Float) -> UInt16 {
    let bits = value.bitPattern
    let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
    let exponent = Int((bits >> 23) & 0xff) - 127 + 15
    if exponent <= 0 { return sign }
    if exponent >= 31 { return sign | 0x7bff }
    return sign | UInt16(exponent) << 10 | UInt16((bits >> 13) & 0x3ff)
  }

  static func value(_ bits: UInt16) -> Double {
    let sign: Double = bits & 0x8000 == 0 ? 1 : -1
    let exponent = Int(bits >> 10) & 31
    let fraction = Double(bits & 0x3ff)
    if exponent == 31 { return fraction == 0 ? sign * .infinity : .nan }
    let scaled = exponent == 0 ? fraction : fraction + 1024
    return sign * Double(sign: .plus, exponent: max(exponent, 1) - 25, significand: scaled)
  }
}
