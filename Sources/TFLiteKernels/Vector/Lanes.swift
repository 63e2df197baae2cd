#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// The vector kernels, compiled once for each processor tier.
package enum VectorKernels {}

/// Unaligned loads and stores under short names.
extension UnsafeRawPointer {
  @inline(__always)
  func lanes<Lanes: SIMD>(_ offset: Int, as type: Lanes.Type) -> Lanes {
    loadUnaligned(fromByteOffset: offset, as: Lanes.self)
  }
}

extension UnsafeMutableRawPointer {
  @inline(__always)
  func put<Lanes: SIMD>(_ value: Lanes, _ offset: Int) {
    storeBytes(of: value, toByteOffset: offset, as: Lanes.self)
  }

  /// Stores the first `count` lanes, fewer than all.
  @inline(__always)
  func putFirst(_ count: Int, of value: SIMD4<Float>, _ offset: Int) {
    var target = self + offset
    var rest = value.lowHalf
    if count & 2 != 0 {
      target.storeBytes(of: rest, as: SIMD2<Float>.self)
      target += 8
      rest = value.highHalf
    }
    if count & 1 != 0 { target.storeBytes(of: rest.x, as: Float.self) }
  }

  /// Stores the first `count` lanes, fewer than all.
  @inline(__always)
  func putFirst(_ count: Int, of value: SIMD8<Float>, _ offset: Int) {
    if count & 4 == 0 { return putFirst(count, of: value.lowHalf, offset) }
    put(value.lowHalf, offset)
    putFirst(count & 3, of: value.highHalf, offset &+ 16)
  }

  /// Stores the first `count` lanes, fewer than all.
  @inline(__always)
  func putFirst(_ count: Int, of value: SIMD16<Float>, _ offset: Int) {
    if count & 8 == 0 { return putFirst(count, of: value.lowHalf, offset) }
    put(value.lowHalf, offset)
    putFirst(count & 7, of: value.highHalf, offset &+ 32)
  }
}

// Operators of a concrete vector type compile to vector instructions. Those of a generic one are loops over lanes, which the
// optimizer does not always turn back into one. Hence the same lines for each type.

extension SIMD4 where Scalar == Float {
  /// The lanes raised to `lower` and lowered to `upper`; lanes that are NaN stay.
  @inline(__always)
  func bounded(_ lower: Self, _ upper: Self) -> Self {
    boundedLanes(self, lower, upper)
  }

  /// The larger of each pair of lanes; this one where either is NaN.
  @inline(__always)
  func larger(_ other: Self) -> Self { replacing(with: other, where: self .< other) }

  /// The smaller of each pair of lanes; this one where either is NaN.
  @inline(__always)
  func smaller(_ other: Self) -> Self { replacing(with: other, where: other .< self) }
}

extension SIMD8 where Scalar == Float {
  /// The lanes raised to `lower` and lowered to `upper`; lanes that are NaN stay.
  @inline(__always)
  func bounded(_ lower: Self, _ upper: Self) -> Self { boundedLanes(self, lower, upper) }

  /// The larger of each pair of lanes; this one where either is NaN.
  @inline(__always)
  func larger(_ other: Self) -> Self { replacing(with: other, where: self .< other) }

  /// The smaller of each pair of lanes; this one where either is NaN.
  @inline(__always)
  func smaller(_ other: Self) -> Self { replacing(with: other, where: other .< self) }
}

extension SIMD16 where Scalar == Float {
  /// The lanes raised to `lower` and lowered to `upper`; lanes that are NaN stay.
  @inline(__always)
  func bounded(_ lower: Self, _ upper: Self) -> Self { boundedLanes(self, lower, upper) }

  /// The larger of each pair of lanes; this one where either is NaN.
  @inline(__always)
  func larger(_ other: Self) -> Self { replacing(with: other, where: self .< other) }

  /// The smaller of each pair of lanes; this one where either is NaN.
  @inline(__always)
  func smaller(_ other: Self) -> Self { replacing(with: other, where: other .< self) }
}

extension SIMD4 where Scalar == Int32 {
  /// The lanes raised to `lower` and lowered to `upper`.
  @inline(__always)
  func bounded(_ lower: Self, _ upper: Self) -> Self {
    let raised = replacing(with: lower, where: self .< lower)
    return raised.replacing(with: upper, where: upper .< raised)
  }

  /// The larger of each pair of lanes.
  @inline(__always)
  func larger(_ other: Self) -> Self { replacing(with: other, where: self .< other) }
}

extension SIMD16 where Scalar == UInt8 {
  /// The lanes raised to `lower` and lowered to `upper`.
  @inline(__always)
  func bounded(_ lower: Self, _ upper: Self) -> Self {
    let raised = replacing(with: lower, where: self .< lower)
    return raised.replacing(with: upper, where: upper .< raised)
  }
}

extension SIMD8 where Scalar == Int16 {
  /// The lanes raised to `lower` and lowered to `upper`.
  @inline(__always)
  func bounded(_ lower: Self, _ upper: Self) -> Self {
    let raised = replacing(with: lower, where: self .< lower)
    return raised.replacing(with: upper, where: upper .< raised)
  }

  /// The larger of each pair of lanes.
  @inline(__always)
  func larger(_ other: Self) -> Self { replacing(with: other, where: self .< other) }
}

// Accessors of types of TFLiteKernels that tiles use. They are compiled into each tier: tiers are other modules, and would not
// inline members of those types.
extension Epilogue {
  /// The floats to add, the first to the first output; nil for an epilogue of bytes.
  @inline(__always)
  var floatAddends: UnsafeRawPointer? { if case .addFloats(let addends, _) = self { addends } else { nil } }
  /// The bounds of the sums of floats.
  @inline(__always)
  var floatRange: FloatRange? { if case .addFloats(_, let range) = self { range } else { nil } }
}

extension MatrixArguments {
  /// Where run `tap` of row `row` begins; elements have `size` bytes.
  @inline(__always)
  func run(_ row: Int, _ tap: Int, size: Int) -> UnsafeRawPointer {
    guard let offsets else { return input + row &* inputStride &* size }
    return run(at: offsets[row &* shape.taps &+ tap], size: size)
  }

  /// Where the run with the entry `offset` of `offsets` begins; elements have `size` bytes.
  @inline(__always)
  func run(at offset: Int32, size: Int) -> UnsafeRawPointer {
    assert(offset >= 0 || paddingRow != nil, "a run outside the input, and no padding row to read instead")
    return offset < 0 ? paddingRow ?? input : input + Int(offset) &* size
  }
}

#endif
