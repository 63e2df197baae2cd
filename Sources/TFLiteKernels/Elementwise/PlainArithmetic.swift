// Arithmetic without activation or quantization on every number type, as StableHLO defines it.

enum PlainArithmetic {
  struct AddFloat<T: BinaryFloatingPoint & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { a + b }
  }

  struct MultiplyFloat<T: BinaryFloatingPoint & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { a * b }
  }

  struct AddStored<F: StoredFloat>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: UInt16, _ b: UInt16) -> UInt16 { F.bits(F.float(a) + F.float(b)) }
  }

  struct MultiplyStored<F: StoredFloat>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: UInt16, _ b: UInt16) -> UInt16 { F.bits(F.float(a) * F.float(b)) }
  }

  struct AddInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { a &+ b }
  }

  struct MultiplyInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { a &* b }
  }

  struct AndInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { a & b }
  }

  /// The second operand when it is greater, the first otherwise, also when either is NaN.
  struct Larger<T: Comparable & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { a < b ? b : a }
  }

  /// The second operand when it is less, the first otherwise, also when either is NaN.
  struct Smaller<T: Comparable & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { b < a ? b : a }
  }

  struct LargerStored<F: StoredFloat>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: UInt16, _ b: UInt16) -> UInt16 { F.float(a) < F.float(b) ? b : a }
  }

  struct SmallerStored<F: StoredFloat>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: UInt16, _ b: UInt16) -> UInt16 { F.float(b) < F.float(a) ? b : a }
  }
}

extension BinaryKernels {
  /// The kernel of `operation` on plain values of `type`; booleans add and multiply as or and and.
  package static func plain(_ operation: PlainOperation, _ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: onFloat(operation, Float.self)
    case .float64: onFloat(operation, Double.self)
    case .float16: onHalf(operation)
    case .int8: onInteger(operation, Int8.self)
    case .uint8: onInteger(operation, UInt8.self)
    case .int16: onInteger(operation, Int16.self)
    case .uint16: onInteger(operation, UInt16.self)
    case .int32: onInteger(operation, Int32.self)
    case .uint32: onInteger(operation, UInt32.self)
    case .int64: onInteger(operation, Int64.self)
    case .bool: operation == .add || operation == .maximum ? or : and
    default: nil
    }
  }

  /// The kernel of `operation` on 64-bit unsigned integers.
  package static func plainUInt64(_ operation: PlainOperation) -> BinaryKernel { onInteger(operation, UInt64.self) }

  private static func onFloat<T: BinaryFloatingPoint & BitwiseCopyable & Sendable>(
    _ operation: PlainOperation, _: T.Type
  ) -> BinaryKernel? {
    switch operation {
    case .add: PlainArithmetic.AddFloat<T>.kernel
    case .multiply: PlainArithmetic.MultiplyFloat<T>.kernel
    case .maximum: PlainArithmetic.Larger<T>.kernel
    case .minimum: PlainArithmetic.Smaller<T>.kernel
    case .and: nil
    }
  }

  private static func onInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ operation: PlainOperation, _: T.Type
  ) -> BinaryKernel {
    switch operation {
    case .add: PlainArithmetic.AddInteger<T>.kernel
    case .multiply: PlainArithmetic.MultiplyInteger<T>.kernel
    case .maximum: PlainArithmetic.Larger<T>.kernel
    case .minimum: PlainArithmetic.Smaller<T>.kernel
    case .and: PlainArithmetic.AndInteger<T>.kernel
    }
  }

  private static func onHalf(_ operation: PlainOperation) -> BinaryKernel? {
    switch operation {
    case .add: PlainArithmetic.AddStored<HalfPrecision>.shortKernel
    case .multiply: PlainArithmetic.MultiplyStored<HalfPrecision>.shortKernel
    case .maximum: PlainArithmetic.LargerStored<HalfPrecision>.shortKernel
    case .minimum: PlainArithmetic.SmallerStored<HalfPrecision>.shortKernel
    case .and: nil
    }
  }
}
