/// Reader of FlexBuffers, the schemaless format that custom operators keep their options in.
///
/// The bytes are not trusted: a reference that leaves them, a length that does not fit or a type that does not match
/// reads as nil. Values are views and are valid as long as the bytes are.
///
/// The root stands at the end: its value, its packed type and its width. A packed type holds the type in its upper six
/// bits and the width of what the value refers to in its lower two. References count backwards.
public enum FlexBuffer {
  /// The root value of a buffer, or nil if the buffer is none.
  public static func root(of bytes: UnsafeRawBufferPointer) -> Value? {
    guard bytes.count >= 3 else { return nil }
    let width = Int(bytes[bytes.count - 1])
    let position = bytes.count - 2 - width
    guard isWidth(width), position >= 0 else { return nil }
    return Value(bytes: bytes, position: position, width: width, packedType: bytes[bytes.count - 2])
  }

  /// The types of the format.
  enum Kind: UInt8 {
    case null = 0
    case int, uint, float, key, string, indirectInt, indirectUInt, indirectFloat, map, vector
    case intVector, uintVector, floatVector, keyVector, stringVector
    case int2, uint2, float2, int3, uint3, float3, int4, uint4, float4
    case blob, bool
    case boolVector = 36
  }

  static func isWidth(_ width: Int) -> Bool {
    width == 1 || width == 2 || width == 4 || width == 8
  }
}

/// The bytes of a buffer, read with every access checked.
struct FlexBytes: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  func unsigned(at position: Int, width: Int) -> UInt64? {
    guard position >= 0, position <= bytes.count, width <= bytes.count - position else { return nil }
    switch width {
    case 1: return UInt64(bytes[position])
    case 2: return UInt64(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt16.self)))
    case 4: return UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
    case 8: return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    default: return nil
    }
  }

  func signed(at position: Int, width: Int) -> Int64? {
    guard let value = unsigned(at: position, width: width) else { return nil }
    switch width {
    case 1: return Int64(Int8(truncatingIfNeeded: value))
    case 2: return Int64(Int16(truncatingIfNeeded: value))
    case 4: return Int64(Int32(truncatingIfNeeded: value))
    default: return Int64(bitPattern: value)
    }
  }

  func float(at position: Int, width: Int) -> Double? {
    guard let value = unsigned(at: position, width: width) else { return nil }
    switch width {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: value)))
    case 8: return Double(bitPattern: value)
    default: return nil
    }
  }

  /// The place that the reference at `position` leads back to.
  func reference(at position: Int, width: Int) -> Int? {
    guard let distance = unsigned(at: position, width: width), distance <= UInt64(position) else { return nil }
    return position - Int(distance)
  }

  /// A length stored in the `width` bytes before `position`, if that many elements follow it.
  func count(before position: Int, width: Int, stride: Int) -> Int? {
    guard let count = unsigned(at: position - width, width: width),
      count <= UInt64((bytes.count - position) / stride)
    else { return nil }
    return Int(count)
  }

  func slice(at position: Int, count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// The characters from `position` to the next NUL.
  func key(at position: Int) -> UnsafeRawBufferPointer? {
    guard position >= 0, position < bytes.count, let end = bytes[position...].firstIndex(of: 0) else { return nil }
    return slice(at: position, count: end - position)
  }
}
