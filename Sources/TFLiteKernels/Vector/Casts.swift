#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Conversions as CAST has them: see `CastKernels`.

extension VectorKernels {
  /// The kernel that converts values of one type to another as CAST does; nil for pairs that are rare.
  static func convert(_ from: ElementwiseType, _ to: ElementwiseType) -> ConversionKernel? {
    switch from {
    case .float32: truncate(to)
    case .bool, .uint8: convert(UInt8.self, to)
    case .int8: convert(Int8.self, to)
    case .int16: convert(Int16.self, to)
    case .int32: convert(Int32.self, to)
    case .int64: convert(Int64.self, to)
    default: nil
    }
  }

  private static func convert<T: FixedWidthInteger & BitwiseCopyable & SendableMetatype>(
    _: T.Type, _ to: ElementwiseType
  ) -> ConversionKernel? {
    switch to {
    case .int8, .uint8: { each($0, $1, $2) { (x: T) in UInt8(truncatingIfNeeded: x) } }
    case .int16, .uint16: { each($0, $1, $2) { (x: T) in UInt16(truncatingIfNeeded: x) } }
    case .int32, .uint32: { each($0, $1, $2) { (x: T) in UInt32(truncatingIfNeeded: x) } }
    case .int64: { each($0, $1, $2) { (x: T) in Int64(truncatingIfNeeded: x) } }
    case .bool: { each($0, $1, $2) { (x: T) in x == 0 ? 0 as UInt8 : 1 } }
    default: nil
    }
  }

  /// `output[i] = body(input[i])`.
  @inline(__always)
  private static func each<T: BitwiseCopyable, U: BitwiseCopyable>(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ body: (T) -> U
  ) {
    assert(Contract.map(input, output, count, from: MemoryLayout<T>.size, to: MemoryLayout<U>.size))
    let x = input.assumingMemoryBound(to: T.self)
    let y = output.assumingMemoryBound(to: U.self)
    for i in 0..<count { y[i] = body(x[i]) }
  }

  /// The kernel that cuts floats to integers of `type`: values outside become its nearest bound, NaN its largest value. As a
  /// boolean everything but zero is true.
  private static func truncate(_ type: ElementwiseType) -> ConversionKernel? {
    switch type {
    case .int8: { truncate($0, $1, $2, size: 1, .int8) }
    case .uint8: { truncate($0, $1, $2, size: 1, .uint8) }
    case .int16: { truncate($0, $1, $2, size: 2, .int16) }
    case .uint16: { truncate($0, $1, $2, size: 2, IntegerRange(lower: 0, upper: 65535)) }
    case .int32: { truncate($0, $1, $2, size: 4, IntegerRange(lower: Int32.min, upper: Int32.max)) }
    case .int64: truncateToLongs
    case .bool: { each($0, $1, $2) { (x: Float) in x == 0 ? 0 as UInt8 : 1 } }
    default: nil
    }
  }

  /// Writes integers of `size` bytes.
  @inline(__always)
  private static func truncate(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, size: Int, _ range: IntegerRange
  ) {
    assert(Contract.map(input, output, count, from: 4, to: size))
    let lower = Ints(repeating: range.lower)
    let upper = Ints(repeating: range.upper)
    let limit = Floats(repeating: 0x1p31)
    let largest = Ints(repeating: Int32.max)
    var i = 0
    while i < count {
      let part = min(lanesPerVector, count &- i)
      let x = part == lanesPerVector ? input.lanes(4 &* i, as: Floats.self) : input.floats(first: part, 4 &* i)
      let y = clamped(largest.replacing(with: truncatedInts(x), where: x .< limit), lower, upper)
      let target = output + size &* i
      if size == 4 {
        target.store(y, first: part)
      } else if size == 1 {
        target.store(narrowedBytes(y), first: part)
      } else {
        // Sixteen bits with any sign.
        let signed = arithmeticallyShifted(shiftedLeft(y, Ints(repeating: 16)), Ints(repeating: 16))
        target.store(narrowedShorts(signed), first: part)
      }
      i &+= part
    }
  }

  private static func truncateToLongs(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int
  ) {
    assert(Contract.map(input, output, count, from: 4, to: 8))
    let x = input.assumingMemoryBound(to: Float.self)
    let y = output.assumingMemoryBound(to: Int64.self)
    var i = 0
    while count &- i >= 8 {
      if !putTruncatedLongs(input + 4 &* i, output + 8 &* i) {
        for place in i..<i &+ 8 { y[place] = CastKernels.truncatedToInt64(x[place]) }
      }
      i &+= 8
    }
    while i < count {
      y[i] = CastKernels.truncatedToInt64(x[i])
      i &+= 1
    }
  }
}

#endif
