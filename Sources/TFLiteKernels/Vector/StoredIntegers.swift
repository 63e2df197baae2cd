#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// Integers of tensors, loaded as words and stored as what they are.
protocol StoredIntegers {
  /// Bytes of one.
  static var size: Int { get }
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Ints
  /// The first `count` of them, fewer than a vector holds.
  static func load(first count: Int, _ source: UnsafeRawPointer, _ index: Int) -> Ints
  /// Stores lanes that fit.
  static func store(_ x: Ints, _ target: UnsafeMutableRawPointer, _ index: Int)
}

enum StoredInt8: StoredIntegers {
  static var size: Int { 1 }
  @inline(__always) static func load(_ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedSigned(source.lanes(index, as: NarrowBytes.self))
  }
  @inline(__always) static func load(first count: Int, _ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedSigned(source.lanes(first: count, index, as: NarrowBytes.self))
  }
  @inline(__always) static func store(_ x: Ints, _ target: UnsafeMutableRawPointer, _ index: Int) {
    target.put(narrowedBytes(x), index)
  }
}

enum StoredUInt8: StoredIntegers {
  static var size: Int { 1 }
  @inline(__always) static func load(_ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedUnsigned(source.lanes(index, as: NarrowBytes.self))
  }
  @inline(__always) static func load(first count: Int, _ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedUnsigned(source.lanes(first: count, index, as: NarrowBytes.self))
  }
  @inline(__always) static func store(_ x: Ints, _ target: UnsafeMutableRawPointer, _ index: Int) {
    target.put(narrowedBytes(x), index)
  }
}

enum StoredInt16: StoredIntegers {
  static var size: Int { 2 }
  @inline(__always) static func load(_ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedShorts(source.lanes(2 &* index, as: NarrowShorts.self))
  }
  @inline(__always) static func load(first count: Int, _ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedShorts(source.lanes(first: count, 2 &* index, as: NarrowShorts.self))
  }
  @inline(__always) static func store(_ x: Ints, _ target: UnsafeMutableRawPointer, _ index: Int) {
    target.put(narrowedShorts(x), 2 &* index)
  }
}

#endif
