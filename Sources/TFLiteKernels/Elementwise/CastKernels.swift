/// The conversion of numbers between types.
///
/// Between integers the low bits stay; from floats the fraction is cut off, values outside the type become its nearest
/// bound and NaN its largest value. Complex numbers become their real part. Everything but zero is true.
package enum CastKernels {
  /// Elements converted at once in the general case.
  private static let block = 64

  /// Converts `count` elements; false when one of the types has no conversion.
  package static func cast(
    _ input: UnsafeRawPointer, _ from: ElementwiseType, _ output: UnsafeMutableRawPointer, _ to: ElementwiseType,
    _ count: Int
  ) -> Bool {
    if castDirectly(input, from, output, to, count) { return true }
    guard isSupported(from), isSupported(to) else { return false }
    let isInteger = holdsIntegers(from)
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: block) { integers in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: block) { floats in
        guard let integers = integers.baseAddress, let floats = floats.baseAddress else { return }
        var start = 0
        while start < count {
          let part = min(block, count - start)
          if isInteger {
            load(input, from, start, part, integers)
            store(integers, output, to, start, part)
          } else {
            load(input, from, start, part, floats)
            store(floats, output, to, start, part)
          }
          start += part
        }
      }
    }
    return true
  }

  /// The type takes part in conversions.
  package static func isSupported(_ type: ElementwiseType) -> Bool {
    switch type {
    case .quantizedInt8, .quantizedUInt8, .quantizedInt16: false
    default: true
    }
  }

  private static func holdsIntegers(_ type: ElementwiseType) -> Bool {
    switch type {
    case .float32, .float64, .float16, .bfloat16, .complex64: false
    default: true
    }
  }

  // MARK: Frequent pairs

  private static func castDirectly(
    _ input: UnsafeRawPointer, _ from: ElementwiseType, _ output: UnsafeMutableRawPointer, _ to: ElementwiseType,
    _ count: Int
  ) -> Bool {
    switch (from, to) {
    case (.int32, .float32): convert(input, Int32.self, output, Float.self, count) { Float($0) }
    case (.int64, .float32): convert(input, Int64.self, output, Float.self, count) { Float($0) }
    case (.uint8, .float32), (.bool, .float32): convert(input, UInt8.self, output, Float.self, count) { Float($0) }
    case (.int8, .float32): convert(input, Int8.self, output, Float.self, count) { Float($0) }
    case (.int16, .float32): convert(input, Int16.self, output, Float.self, count) { Float($0) }
    case (.int64, .int32):
      convert(input, Int64.self, output, Int32.self, count) { Int32(truncatingIfNeeded: $0) }
    case (.int32, .int64): convert(input, Int32.self, output, Int64.self, count) { Int64($0) }
    case (.float32, .int32):
      convert(input, Float.self, output, Int32.self, count) { saturated(Double($0), Int32.self) }
    case (.float16, .float32): convert(input, UInt16.self, output, Float.self, count) { HalfPrecision.float($0) }
    case (.float32, .float16): convert(input, Float.self, output, UInt16.self, count) { HalfPrecision.bits($0) }
    case (.complex64, .complex64): convert(input, UInt64.self, output, UInt64.self, count) { $0 }
    default: return false
    }
    return true
  }

  @inline(__always)
  private static func convert<T: BitwiseCopyable, U: BitwiseCopyable>(
    _ input: UnsafeRawPointer, _: T.Type, _ output: UnsafeMutableRawPointer, _: U.Type, _ count: Int, _ body: (T) -> U
  ) {
    let x = input.assumingMemoryBound(to: T.self)
    let y = output.assumingMemoryBound(to: U.self)
    for i in 0..<count { y[i] = body(x[i]) }
  }

  /// `x` without its fraction, within the type; NaN becomes the largest value.
  @inline(__always)
  static func saturated<T: FixedWidthInteger>(_ x: Double, _ type: T.Type) -> T {
    // Integers of up to 32 bits are doubles; what 64 bits do not hold becomes a bound of theirs first.
    T(clamping: truncatedToInt64(x))
  }

  /// `x` without its fraction, within 64 bits; NaN becomes the largest value.
  @inline(__always)
  package static func truncatedToInt64(_ x: Float) -> Int64 { truncatedToInt64(Double(x)) }

  /// `x` without its fraction, within 64 bits; NaN becomes the largest value.
  @inline(__always)
  package static func truncatedToInt64(_ x: Double) -> Int64 {
    if x < -0x1p63 { return Int64.min }
    return x < 0x1p63 ? Int64(x) : Int64.max
  }

  // MARK: The general case: through the widest integer or float

  @inline(__always)
  private static func load<T: FixedWidthInteger & BitwiseCopyable>(
    _ input: UnsafeRawPointer, _: T.Type, _ start: Int, _ count: Int, _ values: UnsafeMutablePointer<Int64>
  ) {
    let x = input.assumingMemoryBound(to: T.self) + start
    for i in 0..<count { values[i] = Int64(truncatingIfNeeded: x[i]) }
  }

  private static func load(
    _ input: UnsafeRawPointer, _ type: ElementwiseType, _ start: Int, _ count: Int,
    _ values: UnsafeMutablePointer<Int64>
  ) {
    switch type {
    case .int8: load(input, Int8.self, start, count, values)
    case .int16: load(input, Int16.self, start, count, values)
    case .uint16: load(input, UInt16.self, start, count, values)
    case .int32: load(input, Int32.self, start, count, values)
    case .uint32: load(input, UInt32.self, start, count, values)
    case .int64: load(input, Int64.self, start, count, values)
    default: load(input, UInt8.self, start, count, values)
    }
  }

  private static func load(
    _ input: UnsafeRawPointer, _ type: ElementwiseType, _ start: Int, _ count: Int,
    _ values: UnsafeMutablePointer<Double>
  ) {
    let singles = input.assumingMemoryBound(to: Float.self)
    let stored = input.assumingMemoryBound(to: UInt16.self)
    switch type {
    case .float64:
      let x = input.assumingMemoryBound(to: Double.self)
      for i in 0..<count { values[i] = x[start + i] }
    case .float16: for i in 0..<count { values[i] = Double(HalfPrecision.float(stored[start + i])) }
    case .bfloat16: for i in 0..<count { values[i] = Double(BrainFloat.float(stored[start + i])) }
    case .complex64: for i in 0..<count { values[i] = Double(singles[2 * (start + i)]) }
    default: for i in 0..<count { values[i] = Double(singles[start + i]) }
    }
  }

  private static func store(
    _ values: UnsafePointer<Int64>, _ output: UnsafeMutableRawPointer, _ type: ElementwiseType, _ start: Int,
    _ count: Int
  ) {
    switch type {
    case .int8, .uint8: store(output, UInt8.self, start, count) { UInt8(truncatingIfNeeded: values[$0]) }
    case .int16, .uint16: store(output, UInt16.self, start, count) { UInt16(truncatingIfNeeded: values[$0]) }
    case .int32, .uint32: store(output, UInt32.self, start, count) { UInt32(truncatingIfNeeded: values[$0]) }
    case .int64: store(output, Int64.self, start, count) { values[$0] }
    case .bool: store(output, UInt8.self, start, count) { values[$0] == 0 ? 0 : 1 }
    case .float64: store(output, Double.self, start, count) { Double(values[$0]) }
    case .float16: store(output, UInt16.self, start, count) { HalfPrecision.bits(Float(values[$0])) }
    case .bfloat16: store(output, UInt16.self, start, count) { BrainFloat.bits(Float(values[$0])) }
    case .complex64: store(output, SIMD2<Float>.self, start, count) { SIMD2(Float(values[$0]), 0) }
    default: store(output, Float.self, start, count) { Float(values[$0]) }
    }
  }

  private static func store(
    _ values: UnsafePointer<Double>, _ output: UnsafeMutableRawPointer, _ type: ElementwiseType, _ start: Int,
    _ count: Int
  ) {
    switch type {
    case .int8: store(output, Int8.self, start, count) { saturated(values[$0], Int8.self) }
    case .uint8: store(output, UInt8.self, start, count) { saturated(values[$0], UInt8.self) }
    case .int16: store(output, Int16.self, start, count) { saturated(values[$0], Int16.self) }
    case .uint16: store(output, UInt16.self, start, count) { saturated(values[$0], UInt16.self) }
    case .int32: store(output, Int32.self, start, count) { saturated(values[$0], Int32.self) }
    case .uint32: store(output, UInt32.self, start, count) { saturated(values[$0], UInt32.self) }
    case .int64: store(output, Int64.self, start, count) { saturated(values[$0], Int64.self) }
    case .bool: store(output, UInt8.self, start, count) { values[$0] == 0 ? 0 : 1 }
    case .float64: store(output, Double.self, start, count) { values[$0] }
    case .float16: store(output, UInt16.self, start, count) { HalfPrecision.bits(Float(values[$0])) }
    case .bfloat16: store(output, UInt16.self, start, count) { BrainFloat.bits(Float(values[$0])) }
    case .complex64: store(output, SIMD2<Float>.self, start, count) { SIMD2(Float(values[$0]), 0) }
    default: store(output, Float.self, start, count) { Float(values[$0]) }
    }
  }

  @inline(__always)
  private static func store<U: BitwiseCopyable>(
    _ output: UnsafeMutableRawPointer, _: U.Type, _ start: Int, _ count: Int, _ value: (Int) -> U
  ) {
    let y = output.assumingMemoryBound(to: U.self) + start
    for i in 0..<count { y[i] = value(i) }
  }
}
