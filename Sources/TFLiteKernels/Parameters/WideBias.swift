/// The bias of an operator on int16 data: absent, 32 bits or 64 bits wide.
package enum WideBias: BorrowedMemory, @unchecked Sendable {
  /// No bias; the flag chooses the width of accumulators.
  case none(isWide: Bool)
  /// A 32-bit bias, with 32-bit accumulators.
  case int32(UnsafePointer<Int32>)
  /// A 64-bit bias, with 64-bit accumulators.
  case int64(UnsafePointer<Int64>)

  /// Whether accumulators are 64 bits wide.
  package var isWide: Bool {
    switch self {
    case .none(let isWide): isWide
    case .int32: false
    case .int64: true
    }
  }

  /// The bias of a column.
  package subscript(column: Int) -> Int64 {
    switch self {
    case .none: 0
    case .int32(let values): Int64(values[column])
    case .int64(let values): values[column]
    }
  }
}
