extension BinaryKernels {
  package static func add(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: addFloat
    case .float16: addFloat16
    case .int16: addInt16
    case .int32: addInt32
    case .int64: addInt64
    case .quantizedInt8: addQuantizedInt8
    case .quantizedUInt8: addQuantizedUInt8
    case .quantizedInt16: addQuantizedInt16
    default: nil
    }
  }

  // The sums one by one, for programs that have some of them.

  package static var addFloat: BinaryKernel { BinaryArithmetic.AddFloat.vectorKernel }
  package static var addFloat16: BinaryKernel { BinaryArithmetic.AddStored<HalfPrecision>.shortKernel }
  package static var addInt16: BinaryKernel { BinaryArithmetic.AddInteger<Int16>.kernel }
  package static var addInt32: BinaryKernel { BinaryArithmetic.AddInteger<Int32>.kernel }
  package static var addInt64: BinaryKernel { BinaryArithmetic.AddInteger<Int64>.kernel }
  package static var addQuantizedInt8: BinaryKernel { QuantizedArithmetic.Add<Int8>.shortKernel }
  package static var addQuantizedUInt8: BinaryKernel { QuantizedArithmetic.Add<UInt8>.shortKernel }
  package static var addQuantizedInt16: BinaryKernel { QuantizedArithmetic.Add<Int16>.shortKernel }

  /// The sum of int16 values whose scales are powers of two.
  package static var addPowerOfTwo: BinaryKernel { QuantizedArithmetic.AddPowerOfTwo.shortKernel }

  package static func subtract(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: BinaryArithmetic.SubtractFloat.vectorKernel
    case .int32: BinaryArithmetic.SubtractInteger<Int32>.kernel
    case .int64: BinaryArithmetic.SubtractInteger<Int64>.kernel
    case .quantizedInt8: QuantizedArithmetic.Subtract<Int8>.shortKernel
    case .quantizedUInt8: QuantizedArithmetic.Subtract<UInt8>.shortKernel
    case .quantizedInt16: QuantizedArithmetic.Subtract<Int16>.shortKernel
    default: nil
    }
  }

  /// The difference of int16 values whose scales are powers of two.
  package static var subtractPowerOfTwo: BinaryKernel { QuantizedArithmetic.SubtractPowerOfTwo.shortKernel }

  package static func multiply(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: BinaryArithmetic.MultiplyFloat.vectorKernel
    case .float16: BinaryArithmetic.MultiplyStored<HalfPrecision>.shortKernel
    case .int16: BinaryArithmetic.MultiplyInteger<Int16>.kernel
    case .int32: BinaryArithmetic.MultiplyInteger<Int32>.kernel
    case .uint32: BinaryArithmetic.MultiplyInteger<UInt32>.kernel
    case .int64: BinaryArithmetic.MultiplyInteger<Int64>.kernel
    case .complex64: BinaryArithmetic.MultiplyComplex.kernel
    case .quantizedInt8: QuantizedArithmetic.Multiply<Int8>.shortKernel
    case .quantizedUInt8: QuantizedArithmetic.Multiply<UInt8>.shortKernel
    case .quantizedInt16: QuantizedArithmetic.Multiply<Int16>.vectorKernel
    default: nil
    }
  }

  /// The product of int16 values as int8.
  package static var multiplyInt16ToInt8: BinaryKernel { QuantizedArithmetic.MultiplyInt16To8<Int8>.kernel }
  /// The product of int16 values as uint8.
  package static var multiplyInt16ToUInt8: BinaryKernel { QuantizedArithmetic.MultiplyInt16To8<UInt8>.kernel }

  package static func divide(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: BinaryArithmetic.DivideFloat.vectorKernel
    case .int32: BinaryArithmetic.DivideInteger<Int32>.kernel
    case .quantizedInt8: QuantizedArithmetic.Divide<Int8>.shortKernel
    case .quantizedUInt8: QuantizedArithmetic.Divide<UInt8>.shortKernel
    case .quantizedInt16: QuantizedArithmetic.Divide<Int16>.shortKernel
    default: nil
    }
  }

  package static func maximum(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: BinaryArithmetic.Maximum<Float>.kernel
    case .float16: BinaryArithmetic.MaximumStored<HalfPrecision>.shortKernel
    case .bfloat16: BinaryArithmetic.MaximumStored<BrainFloat>.shortKernel
    case .int8: BinaryArithmetic.Maximum<Int8>.kernel
    case .uint8: BinaryArithmetic.Maximum<UInt8>.kernel
    case .int16: BinaryArithmetic.Maximum<Int16>.kernel
    case .int32: BinaryArithmetic.Maximum<Int32>.kernel
    case .int64: BinaryArithmetic.Maximum<Int64>.kernel
    default: nil
    }
  }

  package static func minimum(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: BinaryArithmetic.Minimum<Float>.kernel
    case .float16: BinaryArithmetic.MinimumStored<HalfPrecision>.shortKernel
    case .bfloat16: BinaryArithmetic.MinimumStored<BrainFloat>.shortKernel
    case .int8: BinaryArithmetic.Minimum<Int8>.kernel
    case .uint8: BinaryArithmetic.Minimum<UInt8>.kernel
    case .int16: BinaryArithmetic.Minimum<Int16>.kernel
    case .int32: BinaryArithmetic.Minimum<Int32>.kernel
    case .int64: BinaryArithmetic.Minimum<Int64>.kernel
    default: nil
    }
  }

  package static func squaredDifference(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: BinaryArithmetic.SquaredDifferenceFloat.vectorKernel
    case .int32: BinaryArithmetic.SquaredDifferenceInteger<Int32>.kernel
    case .quantizedInt8: QuantizedArithmetic.SquaredDifference<Int8>.shortKernel
    default: nil
    }
  }

  package static func power(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: BinaryMath.PowerFloat.kernel
    case .int32: BinaryMath.PowerInt32.shortKernel
    default: nil
    }
  }

  package static func floorDivide(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: BinaryMath.FloorDivideFloat.kernel
    case .int8: BinaryMath.FloorDivideInteger<Int8>.shortKernel
    case .int16: BinaryMath.FloorDivideInteger<Int16>.shortKernel
    case .int32: BinaryMath.FloorDivideInteger<Int32>.kernel
    default: nil
    }
  }

  package static func floorModulo(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: BinaryMath.FloorModuloFloat.kernel
    case .int8: BinaryMath.FloorModuloInteger<Int8>.shortKernel
    case .int16: BinaryMath.FloorModuloInteger<Int16>.shortKernel
    case .int32: BinaryMath.FloorModuloInteger<Int32>.kernel
    case .int64: BinaryMath.FloorModuloInteger<Int64>.shortKernel
    default: nil
    }
  }

  package static func atan2(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: BinaryMath.Atan2Float.shortKernel
    case .float64: BinaryMath.Atan2Double.shortKernel
    case .float16: BinaryMath.Atan2Stored<HalfPrecision>.shortKernel
    case .bfloat16: BinaryMath.Atan2Stored<BrainFloat>.shortKernel
    default: nil
    }
  }

  package static func shiftRight(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .int8: BinaryArithmetic.ShiftRight<Int8>.kernel
    case .uint8: BinaryArithmetic.ShiftRight<UInt8>.kernel
    case .int16: BinaryArithmetic.ShiftRight<Int16>.kernel
    case .uint16: BinaryArithmetic.ShiftRight<UInt16>.kernel
    case .int32: BinaryArithmetic.ShiftRight<Int32>.kernel
    case .uint32: BinaryArithmetic.ShiftRight<UInt32>.kernel
    default: nil
    }
  }

  package static func shiftLeft(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .int8: BinaryArithmetic.ShiftLeft<Int8>.kernel
    case .int16: BinaryArithmetic.ShiftLeft<Int16>.kernel
    case .int32: BinaryArithmetic.ShiftLeft<Int32>.kernel
    default: nil
    }
  }

  package static func xor(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .int8, .uint8: BinaryArithmetic.XorInteger<UInt8>.kernel
    case .int16, .uint16: BinaryArithmetic.XorInteger<UInt16>.kernel
    case .int32, .uint32: BinaryArithmetic.XorInteger<UInt32>.kernel
    default: nil
    }
  }

  /// The disjunction of booleans.
  package static var or: BinaryKernel { Comparisons.Or.kernel }
  /// The conjunction of booleans.
  package static var and: BinaryKernel { Comparisons.And.kernel }

  package static func compare(_ kind: ComparisonKind, _ type: ElementwiseType) -> BinaryKernel? {
    switch kind {
    case .equal: compare(Relations.Equal.self, type)
    case .notEqual: compare(Relations.NotEqual.self, type)
    case .less: compare(Relations.Less.self, type)
    case .lessOrEqual: compare(Relations.LessOrEqual.self, type)
    case .greater: compare(Relations.Greater.self, type)
    case .greaterOrEqual: compare(Relations.GreaterOrEqual.self, type)
    }
  }

  private static func compare<R: Relation>(_ relation: R.Type, _ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: Comparisons.Plain<Float, R>.kernel
    case .float16: Comparisons.Stored<HalfPrecision, R>.shortKernel
    case .bfloat16: Comparisons.Stored<BrainFloat, R>.shortKernel
    case .bool, .uint8: Comparisons.Plain<UInt8, R>.kernel
    case .int8: Comparisons.Plain<Int8, R>.kernel
    case .int16: Comparisons.Plain<Int16, R>.kernel
    case .int32: Comparisons.Plain<Int32, R>.kernel
    case .int64: Comparisons.Plain<Int64, R>.kernel
    case .quantizedInt8: Comparisons.Quantized<Int8, R>.shortKernel
    case .quantizedUInt8: Comparisons.Quantized<UInt8, R>.shortKernel
    case .quantizedInt16: Comparisons.Quantized<Int16, R>.shortKernel
    default: nil
    }
  }
}
