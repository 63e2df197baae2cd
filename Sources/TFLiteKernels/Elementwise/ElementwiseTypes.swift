// Types apart from the functions on them: a linker keeps the data of a file with its types, and tables of functions are data.

/// The form in which an elementwise kernel meets its values.
package enum ElementwiseType: Sendable {
  case float32, float64, float16, bfloat16
  case int8, uint8, int16, uint16, int32, uint32, int64
  case complex64, bool
  case quantizedInt8, quantizedUInt8, quantizedInt16
}

/// The operations on two operands that kernel sets bring in forms of their own.
package enum BinaryKind: Sendable {
  case add, subtract, multiply, divide, maximum, minimum, squaredDifference, prelu
}

/// The operations of StableHLO that have a kernel.
package enum PlainOperation: Sendable {
  case add, multiply, maximum, minimum
  /// Bit by bit; not defined on floats.
  case and
}

/// The kernels of operations on two operands, nil where the operation is not defined on the type.
package enum BinaryKernels {}
