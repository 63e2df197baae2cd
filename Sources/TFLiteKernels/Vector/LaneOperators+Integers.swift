#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

import Builtin

// Operators on vectors of integers that the standard library does not have as one instruction, see LaneOperators+Floats.swift.
// Shifts are by counts modulo the bits of a lane.

extension SIMD4 where Scalar == Int32 {
  @inline(__always) fileprivate var lanes: Builtin.Vec4xInt32 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec4xInt32) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec4xInt32(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec4xInt32(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec4xInt32(a.lanes, b.lanes)) }
  @inline(__always) static prefix func ~ (a: Self) -> Self { a ^ Self(repeating: -1) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec4xInt32(a.lanes, (b & 31).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.ashr_Vec4xInt32(a.lanes, (b & 31).lanes))
  }

  // Not `Self(repeating: b)`: its shuffle takes a vector of zeros for mask, which the compiler confuses with others in loops.
  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(b, b, b, b) }
  @inline(__always) static func &<< (a: Self, b: Scalar) -> Self { a &<< Self(b, b, b, b) }
  @inline(__always) static func &>> (a: Self, b: Scalar) -> Self { a &>> Self(b, b, b, b) }

  @inline(__always) func replacing(with other: Self, where mask: SIMDMask<Self>) -> Self {
    Self(Builtin.select_Vec4xInt1_Vec4xInt32(mask.bits, other.lanes, lanes))
  }
}

extension SIMDMask where Storage == SIMD4<Int32> {
  /// A bit for each lane.
  @inline(__always) var bits: Builtin.Vec4xInt1 {
    Builtin.trunc_Vec4xInt32_Vec4xInt1(unsafeBitCast(self, to: Storage.self).lanes)
  }
}

extension SIMD8 where Scalar == Int32 {
  @inline(__always) fileprivate var lanes: Builtin.Vec8xInt32 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec8xInt32) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec8xInt32(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec8xInt32(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec8xInt32(a.lanes, b.lanes)) }
  @inline(__always) static prefix func ~ (a: Self) -> Self { a ^ Self(repeating: -1) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec8xInt32(a.lanes, (b & 31).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.ashr_Vec8xInt32(a.lanes, (b & 31).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
  @inline(__always) static func &<< (a: Self, b: Scalar) -> Self { a &<< Self(repeating: b) }
  @inline(__always) static func &>> (a: Self, b: Scalar) -> Self { a &>> Self(repeating: b) }

  @inline(__always) func replacing(with other: Self, where mask: SIMDMask<Self>) -> Self {
    Self(Builtin.select_Vec8xInt1_Vec8xInt32(mask.bits, other.lanes, lanes))
  }
}

extension SIMDMask where Storage == SIMD8<Int32> {
  /// A bit for each lane.
  @inline(__always) var bits: Builtin.Vec8xInt1 {
    Builtin.trunc_Vec8xInt32_Vec8xInt1(unsafeBitCast(self, to: Storage.self).lanes)
  }
}

extension SIMD16 where Scalar == Int32 {
  @inline(__always) fileprivate var lanes: Builtin.Vec16xInt32 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec16xInt32) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec16xInt32(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec16xInt32(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec16xInt32(a.lanes, b.lanes)) }
  @inline(__always) static prefix func ~ (a: Self) -> Self { a ^ Self(repeating: -1) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self {
    Self(Builtin.shl_Vec16xInt32(a.lanes, (b & 31).lanes))
  }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.ashr_Vec16xInt32(a.lanes, (b & 31).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
  @inline(__always) static func &<< (a: Self, b: Scalar) -> Self { a &<< Self(repeating: b) }
  @inline(__always) static func &>> (a: Self, b: Scalar) -> Self { a &>> Self(repeating: b) }

  @inline(__always) func replacing(with other: Self, where mask: SIMDMask<Self>) -> Self {
    Self(Builtin.select_Vec16xInt1_Vec16xInt32(mask.bits, other.lanes, lanes))
  }
}

extension SIMDMask where Storage == SIMD16<Int32> {
  /// A bit for each lane.
  @inline(__always) var bits: Builtin.Vec16xInt1 {
    Builtin.trunc_Vec16xInt32_Vec16xInt1(unsafeBitCast(self, to: Storage.self).lanes)
  }
}

extension SIMD2 where Scalar == Int64 {
  @inline(__always) fileprivate var lanes: Builtin.Vec2xInt64 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec2xInt64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec2xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec2xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec2xInt64(a.lanes, b.lanes)) }
  @inline(__always) static prefix func ~ (a: Self) -> Self { a ^ Self(repeating: -1) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec2xInt64(a.lanes, (b & 63).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.ashr_Vec2xInt64(a.lanes, (b & 63).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
  @inline(__always) static func &<< (a: Self, b: Scalar) -> Self { a &<< Self(repeating: b) }
  @inline(__always) static func &>> (a: Self, b: Scalar) -> Self { a &>> Self(repeating: b) }

  @inline(__always) func replacing(with other: Self, where mask: SIMDMask<Self>) -> Self {
    Self(Builtin.select_Vec2xInt1_Vec2xInt64(mask.bits, other.lanes, lanes))
  }
}

extension SIMDMask where Storage == SIMD2<Int64> {
  /// A bit for each lane.
  @inline(__always) var bits: Builtin.Vec2xInt1 {
    Builtin.trunc_Vec2xInt64_Vec2xInt1(unsafeBitCast(self, to: Storage.self).lanes)
  }
}

extension SIMD4 where Scalar == Int64 {
  @inline(__always) fileprivate var lanes: Builtin.Vec4xInt64 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec4xInt64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec4xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec4xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec4xInt64(a.lanes, b.lanes)) }
  @inline(__always) static prefix func ~ (a: Self) -> Self { a ^ Self(repeating: -1) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec4xInt64(a.lanes, (b & 63).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.ashr_Vec4xInt64(a.lanes, (b & 63).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
  @inline(__always) static func &<< (a: Self, b: Scalar) -> Self { a &<< Self(repeating: b) }
  @inline(__always) static func &>> (a: Self, b: Scalar) -> Self { a &>> Self(repeating: b) }

  @inline(__always) func replacing(with other: Self, where mask: SIMDMask<Self>) -> Self {
    Self(Builtin.select_Vec4xInt1_Vec4xInt64(mask.bits, other.lanes, lanes))
  }
}

extension SIMDMask where Storage == SIMD4<Int64> {
  /// A bit for each lane.
  @inline(__always) var bits: Builtin.Vec4xInt1 {
    Builtin.trunc_Vec4xInt64_Vec4xInt1(unsafeBitCast(self, to: Storage.self).lanes)
  }
}

extension SIMD8 where Scalar == Int64 {
  @inline(__always) fileprivate var lanes: Builtin.Vec8xInt64 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec8xInt64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec8xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec8xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec8xInt64(a.lanes, b.lanes)) }
  @inline(__always) static prefix func ~ (a: Self) -> Self { a ^ Self(repeating: -1) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec8xInt64(a.lanes, (b & 63).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.ashr_Vec8xInt64(a.lanes, (b & 63).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
  @inline(__always) static func &<< (a: Self, b: Scalar) -> Self { a &<< Self(repeating: b) }
  @inline(__always) static func &>> (a: Self, b: Scalar) -> Self { a &>> Self(repeating: b) }

  @inline(__always) func replacing(with other: Self, where mask: SIMDMask<Self>) -> Self {
    Self(Builtin.select_Vec8xInt1_Vec8xInt64(mask.bits, other.lanes, lanes))
  }
}

extension SIMDMask where Storage == SIMD8<Int64> {
  /// A bit for each lane.
  @inline(__always) var bits: Builtin.Vec8xInt1 {
    Builtin.trunc_Vec8xInt64_Vec8xInt1(unsafeBitCast(self, to: Storage.self).lanes)
  }
}

extension SIMD4 where Scalar == UInt32 {
  @inline(__always) fileprivate var lanes: Builtin.Vec4xInt32 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec4xInt32) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec4xInt32(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec4xInt32(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec4xInt32(a.lanes, b.lanes)) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec4xInt32(a.lanes, (b & 31).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.lshr_Vec4xInt32(a.lanes, (b & 31).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
}

extension SIMD8 where Scalar == UInt32 {
  @inline(__always) fileprivate var lanes: Builtin.Vec8xInt32 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec8xInt32) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec8xInt32(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec8xInt32(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec8xInt32(a.lanes, b.lanes)) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec8xInt32(a.lanes, (b & 31).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.lshr_Vec8xInt32(a.lanes, (b & 31).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
}

extension SIMD2 where Scalar == UInt64 {
  @inline(__always) fileprivate var lanes: Builtin.Vec2xInt64 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec2xInt64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec2xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec2xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec2xInt64(a.lanes, b.lanes)) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec2xInt64(a.lanes, (b & 63).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.lshr_Vec2xInt64(a.lanes, (b & 63).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
}

extension SIMD4 where Scalar == UInt64 {
  @inline(__always) fileprivate var lanes: Builtin.Vec4xInt64 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec4xInt64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec4xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec4xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec4xInt64(a.lanes, b.lanes)) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec4xInt64(a.lanes, (b & 63).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.lshr_Vec4xInt64(a.lanes, (b & 63).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
}

extension SIMD8 where Scalar == UInt64 {
  @inline(__always) fileprivate var lanes: Builtin.Vec8xInt64 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec8xInt64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec8xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec8xInt64(a.lanes, b.lanes)) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(Builtin.xor_Vec8xInt64(a.lanes, b.lanes)) }

  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec8xInt64(a.lanes, (b & 63).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.lshr_Vec8xInt64(a.lanes, (b & 63).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
}

#endif
