extension Schema.TensorType {
  /// Bits of one stored element, or nil for types whose elements have no fixed size (`STRING`, `RESOURCE`, `VARIANT`)
  /// and for numbers that the schema does not name.
  public var bitWidth: Int? {
    switch self {
    case .int2: 2
    case .int4, .uint4: 4
    case .int8, .uint8, .bool, .float8E4m3fn, .float8E5m2: 8
    case .int16, .uint16, .float16, .bfloat16: 16
    case .int32, .uint32, .float32: 32
    case .int64, .uint64, .float64, .complex64: 64
    case .complex128: 128
    default: nil
    }
  }

  /// Bytes of `elements` elements stored one after the other, rounded up to whole bytes.
  ///
  /// Nil for types without a fixed size, for negative counts, and where the bytes cannot be counted in an `Int`.
  public func byteCount(elements: Int) -> Int? {
    guard let bitWidth, elements >= 0 else { return nil }
    guard bitWidth < 8 else {
      let (bytes, overflow) = elements.multipliedReportingOverflow(by: bitWidth / 8)
      return overflow ? nil : bytes
    }
    let perByte = 8 / bitWidth
    return elements / perByte + (elements % perByte == 0 ? 0 : 1)
  }
}
