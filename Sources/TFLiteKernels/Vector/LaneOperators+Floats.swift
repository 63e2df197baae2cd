#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

import Builtin

// Operators on vectors of floating point, one instruction each. Those of the standard library go lane by lane and
// count on LLVM to put the lanes together again, which costs a fifth of the time in which kernels are compiled and does
// not always succeed.

extension SIMD4 where Scalar == Float {
  @inline(__always) fileprivate var lanes: Builtin.Vec4xFPIEEE32 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec4xFPIEEE32) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec4xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec4xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec4xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func / (a: Self, b: Self) -> Self { Self(Builtin.fdiv_Vec4xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static prefix func - (a: Self) -> Self { Self(Builtin.fneg_Vec4xFPIEEE32(a.lanes)) }
  @inline(__always) static func += (a: inout Self, b: Self) { a = a + b }

  @inline(__always) static func + (a: Self, b: Scalar) -> Self { a + Self(repeating: b) }
  @inline(__always) static func - (a: Self, b: Scalar) -> Self { a - Self(repeating: b) }
  @inline(__always) static func * (a: Self, b: Scalar) -> Self { a * Self(repeating: b) }
  @inline(__always) static func / (a: Self, b: Scalar) -> Self { a / Self(repeating: b) }

  /// The sum with `a * b`, rounded once.
  @inline(__always) func addingProduct(_ a: Self, _ b: Self) -> Self {
    Self(Builtin.int_fma_Vec4xFPIEEE32(a.lanes, b.lanes, lanes))
  }

  @inline(__always) func replacing(with other: Self, where mask: SIMDMask<SIMD4<Int32>>) -> Self {
    Self(Builtin.select_Vec4xInt1_Vec4xFPIEEE32(mask.bits, other.lanes, lanes))
  }
}

extension SIMD8 where Scalar == Float {
  @inline(__always) fileprivate var lanes: Builtin.Vec8xFPIEEE32 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec8xFPIEEE32) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec8xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec8xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec8xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func / (a: Self, b: Self) -> Self { Self(Builtin.fdiv_Vec8xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static prefix func - (a: Self) -> Self { Self(Builtin.fneg_Vec8xFPIEEE32(a.lanes)) }
  @inline(__always) static func += (a: inout Self, b: Self) { a = a + b }

  @inline(__always) static func + (a: Self, b: Scalar) -> Self { a + Self(repeating: b) }
  @inline(__always) static func - (a: Self, b: Scalar) -> Self { a - Self(repeating: b) }
  @inline(__always) static func * (a: Self, b: Scalar) -> Self { a * Self(repeating: b) }
  @inline(__always) static func / (a: Self, b: Scalar) -> Self { a / Self(repeating: b) }

  /// The sum with `a * b`, rounded once.
  @inline(__always) func addingProduct(_ a: Self, _ b: Self) -> Self {
    Self(Builtin.int_fma_Vec8xFPIEEE32(a.lanes, b.lanes, lanes))
  }

  @inline(__always) func replacing(with other: Self, where mask: SIMDMask<SIMD8<Int32>>) -> Self {
    Self(Builtin.select_Vec8xInt1_Vec8xFPIEEE32(mask.bits, other.lanes, lanes))
  }
}

extension SIMD16 where Scalar == Float {
  @inline(__always) fileprivate var lanes: Builtin.Vec16xFPIEEE32 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec16xFPIEEE32) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec16xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec16xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec16xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static func / (a: Self, b: Self) -> Self { Self(Builtin.fdiv_Vec16xFPIEEE32(a.lanes, b.lanes)) }
  @inline(__always) static prefix func - (a: Self) -> Self { Self(Builtin.fneg_Vec16xFPIEEE32(a.lanes)) }
  @inline(__always) static func += (a: inout Self, b: Self) { a = a + b }

  @inline(__always) static func + (a: Self, b: Scalar) -> Self { a + Self(repeating: b) }
  @inline(__always) static func - (a: Self, b: Scalar) -> Self { a - Self(repeating: b) }
  @inline(__always) static func * (a: Self, b: Scalar) -> Self { a * Self(repeating: b) }
  @inline(__always) static func / (a: Self, b: Scalar) -> Self { a / Self(repeating: b) }

  /// The sum with `a * b`, rounded once.
  @inline(__always) func addingProduct(_ a: Self, _ b: Self) -> Self {
    Self(Builtin.int_fma_Vec16xFPIEEE32(a.lanes, b.lanes, lanes))
  }

  @inline(__always) func replacing(with other: Self, where mask: SIMDMask<SIMD16<Int32>>) -> Self {
    Self(Builtin.select_Vec16xInt1_Vec16xFPIEEE32(mask.bits, other.lanes, lanes))
  }
}

extension SIMD2 where Scalar == Double {
  @inline(__always) fileprivate var lanes: Builtin.Vec2xFPIEEE64 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec2xFPIEEE64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec2xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec2xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec2xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func / (a: Self, b: Self) -> Self { Self(Builtin.fdiv_Vec2xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static prefix func - (a: Self) -> Self { Self(Builtin.fneg_Vec2xFPIEEE64(a.lanes)) }

  /// The sum with `a * b`, rounded once.
  @inline(__always) func addingProduct(_ a: Self, _ b: Self) -> Self {
    Self(Builtin.int_fma_Vec2xFPIEEE64(a.lanes, b.lanes, lanes))
  }

  /// As many floats at an address, which need not be aligned, and an offset in bytes.
  @inline(__always) init(floats source: UnsafeRawPointer, _ offset: Int) {
    self.init(
      Builtin.fpext_Vec2xFPIEEE32_Vec2xFPIEEE64(source.lanes(offset, as: SIMD2<Float>.self)._storage._value))
  }

  /// The nearest floats.
  @inline(__always) var narrowed: SIMD2<Float> {
    var floats = SIMD2<Float>()
    floats._storage._value = Builtin.fptrunc_Vec2xFPIEEE64_Vec2xFPIEEE32(lanes)
    return floats
  }
}

extension SIMD4 where Scalar == Double {
  @inline(__always) fileprivate var lanes: Builtin.Vec4xFPIEEE64 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec4xFPIEEE64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec4xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec4xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec4xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func / (a: Self, b: Self) -> Self { Self(Builtin.fdiv_Vec4xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static prefix func - (a: Self) -> Self { Self(Builtin.fneg_Vec4xFPIEEE64(a.lanes)) }

  /// The sum with `a * b`, rounded once.
  @inline(__always) func addingProduct(_ a: Self, _ b: Self) -> Self {
    Self(Builtin.int_fma_Vec4xFPIEEE64(a.lanes, b.lanes, lanes))
  }

  /// As many floats at an address, which need not be aligned, and an offset in bytes.
  @inline(__always) init(floats source: UnsafeRawPointer, _ offset: Int) {
    self.init(
      Builtin.fpext_Vec4xFPIEEE32_Vec4xFPIEEE64(source.lanes(offset, as: SIMD4<Float>.self)._storage._value))
  }

  /// The nearest floats.
  @inline(__always) var narrowed: SIMD4<Float> {
    var floats = SIMD4<Float>()
    floats._storage._value = Builtin.fptrunc_Vec4xFPIEEE64_Vec4xFPIEEE32(lanes)
    return floats
  }
}

extension SIMD8 where Scalar == Double {
  @inline(__always) fileprivate var lanes: Builtin.Vec8xFPIEEE64 { _storage._value }

  @inline(__always) fileprivate init(_ lanes: Builtin.Vec8xFPIEEE64) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec8xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec8xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec8xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static func / (a: Self, b: Self) -> Self { Self(Builtin.fdiv_Vec8xFPIEEE64(a.lanes, b.lanes)) }
  @inline(__always) static prefix func - (a: Self) -> Self { Self(Builtin.fneg_Vec8xFPIEEE64(a.lanes)) }

  /// The sum with `a * b`, rounded once.
  @inline(__always) func addingProduct(_ a: Self, _ b: Self) -> Self {
    Self(Builtin.int_fma_Vec8xFPIEEE64(a.lanes, b.lanes, lanes))
  }

  /// As many floats at an address, which need not be aligned, and an offset in bytes.
  @inline(__always) init(floats source: UnsafeRawPointer, _ offset: Int) {
    self.init(
      Builtin.fpext_Vec8xFPIEEE32_Vec8xFPIEEE64(source.lanes(offset, as: SIMD8<Float>.self)._storage._value))
  }

  /// The nearest floats.
  @inline(__always) var narrowed: SIMD8<Float> {
    var floats = SIMD8<Float>()
    floats._storage._value = Builtin.fptrunc_Vec8xFPIEEE64_Vec8xFPIEEE32(lanes)
    return floats
  }
}

#endif
