#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

import Builtin

// The same for 16-bit integers, see LaneOperators+Integers.swift.

extension SIMD8 where Scalar == Int16 {
  @inline(__always) private var lanes: Builtin.Vec8xInt16 { _storage._value }

  @inline(__always) private init(_ lanes: Builtin.Vec8xInt16) {
    self.init()
    _storage._value = lanes
  }

  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(Builtin.and_Vec8xInt16(a.lanes, b.lanes)) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(Builtin.or_Vec8xInt16(a.lanes, b.lanes)) }
  @inline(__always) static func &<< (a: Self, b: Self) -> Self { Self(Builtin.shl_Vec8xInt16(a.lanes, (b & 15).lanes)) }
  @inline(__always) static func &>> (a: Self, b: Self) -> Self {
    Self(Builtin.ashr_Vec8xInt16(a.lanes, (b & 15).lanes))
  }

  @inline(__always) static func & (a: Self, b: Scalar) -> Self { a & Self(repeating: b) }
}

#endif
