extension Schema {
  /// A list of indices of a sparse dimension, whatever their width in the file.
  public enum SparseIndices: Sendable {
    /// 32-bit indices.
    case int32(FlatBufferVector<Int32>)
    /// 16-bit indices.
    case uint16(FlatBufferVector<UInt16>)
    /// 8-bit indices.
    case uint8(FlatBufferVector<UInt8>)

    /// Number of indices.
    public var count: Int {
      switch self {
      case .int32(let values): values.count
      case .uint16(let values): values.count
      case .uint8(let values): values.count
      }
    }

    /// The entry at `position`, which must be in `0..<count`.
    public subscript(position: Int) -> Int {
      switch self {
      case .int32(let values): Int(values[position])
      case .uint16(let values): Int(values[position])
      case .uint8(let values): Int(values[position])
      }
    }
  }
}

extension Schema.DimensionMetadata {
  /// Where each parent's run of indices begins, and one past the last; nil for a dense dimension.
  public var segments: Schema.SparseIndices? {
    if let list = arraySegments.int32Vector { return .int32(list.values) }
    if let list = arraySegments.uint16Vector { return .uint16(list.values) }
    if let list = arraySegments.uint8Vector { return .uint8(list.values) }
    return nil
  }

  /// The index of each stored node; nil for a dense dimension.
  public var indices: Schema.SparseIndices? {
    if let list = arrayIndices.int32Vector { return .int32(list.values) }
    if let list = arrayIndices.uint16Vector { return .uint16(list.values) }
    if let list = arrayIndices.uint8Vector { return .uint8(list.values) }
    return nil
  }
}
