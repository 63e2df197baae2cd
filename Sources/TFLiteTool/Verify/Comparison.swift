import TFLiteKernels
import TFLiteRuntime

/// How an output differs from its reference.
package struct Comparison {
  package struct Mismatch {
    package let index: Int
    package let expected: String
    package let found: String
  }

  /// The first mismatches, as many as were asked for.
  package private(set) var mismatches: [Mismatch] = []
  package private(set) var mismatchCount = 0
  /// The largest absolute difference between numbers, infinite where NaN or infinity stands against something else;
  /// nil for types without differences.
  package private(set) var maxDifference: Double?
  /// The largest difference that passes.
  package private(set) var allowed = 0.0

  package var passes: Bool { mismatchCount == 0 }

  /// Compares elements of `type`. Integers, booleans and strings must be equal; for reals
  /// `|found - reference| <= tolerance * (1 + max |reference|)`, where NaN equals NaN and infinities equal themselves.
  /// - Parameter limit: how many mismatches to keep.
  package init(
    _ type: ElementType, reference: UnsafeRawBufferPointer, found: UnsafeRawBufferPointer, tolerance: Double, limit: Int
  ) {
    switch type {
    case .float32: reals(reference, found, Float.self, tolerance, limit) { Double($0) }
    case .float64: reals(reference, found, Double.self, tolerance, limit) { $0 }
    case .float16: reals(reference, found, UInt16.self, tolerance, limit) { Double(HalfPrecision.float($0)) }
    case .bfloat16:
      reals(reference, found, UInt16.self, tolerance, limit) { Double(BrainFloat.float($0)) }
    case .complex64: reals(reference, found, Float.self, tolerance, limit, parts: 2) { Double($0) }
    case .complex128: reals(reference, found, Double.self, tolerance, limit, parts: 2) { $0 }
    case .int8: integers(reference, found, Int8.self, limit)
    case .int16: integers(reference, found, Int16.self, limit)
    case .int32: integers(reference, found, Int32.self, limit)
    case .int64: integers(reference, found, Int64.self, limit)
    case .uint16: integers(reference, found, UInt16.self, limit)
    case .uint32, .resource, .variant: integers(reference, found, UInt32.self, limit)
    case .uint64: integers(reference, found, UInt64.self, limit)
    case .string: strings(reference, found, limit)
    case .uint8, .bool, .int4, .uint4, .int2, .float8E4M3FN, .float8E5M2:
      integers(reference, found, UInt8.self, limit)
    }
  }

  private mutating func add(_ index: Int, _ limit: Int, expected: String, found: String) {
    mismatchCount += 1
    if mismatches.count < limit { mismatches.append(.init(index: index, expected: expected, found: found)) }
  }

  private mutating func integers<T: FixedWidthInteger>(
    _ reference: UnsafeRawBufferPointer, _ found: UnsafeRawBufferPointer, _ type: T.Type, _ limit: Int
  ) {
    var largest = 0.0
    for index in 0..<min(reference.count, found.count) / MemoryLayout<T>.size {
      let expected = reference.loadUnaligned(fromByteOffset: index * MemoryLayout<T>.size, as: T.self)
      let actual = found.loadUnaligned(fromByteOffset: index * MemoryLayout<T>.size, as: T.self)
      if expected == actual { continue }
      let (low, high) = expected < actual ? (expected, actual) : (actual, expected)
      let difference = T.Magnitude(truncatingIfNeeded: high) &- T.Magnitude(truncatingIfNeeded: low)
      largest = max(largest, Double(difference))
      add(index, limit, expected: String(expected), found: String(actual))
    }
    maxDifference = largest
  }

  private mutating func reals<T>(
    _ reference: UnsafeRawBufferPointer, _ found: UnsafeRawBufferPointer, _ type: T.Type, _ tolerance: Double,
    _ limit: Int, parts: Int = 1, _ value: (T) -> Double
  ) {
    // A Float's own text is shorter than that of the same number as a Double.
    func text(_ value: Double) -> String { T.self == Double.self ? "\(value)" : "\(Float(value))" }
    let count = min(reference.count, found.count) / MemoryLayout<T>.size
    var magnitude = 0.0
    for index in 0..<count {
      let expected = value(reference.loadUnaligned(fromByteOffset: index * MemoryLayout<T>.size, as: T.self))
      if expected.isFinite { magnitude = max(magnitude, abs(expected)) }
    }
    allowed = tolerance * (1 + magnitude)
    var largest = 0.0
    for index in 0..<count {
      let expected = value(reference.loadUnaligned(fromByteOffset: index * MemoryLayout<T>.size, as: T.self))
      let actual = value(found.loadUnaligned(fromByteOffset: index * MemoryLayout<T>.size, as: T.self))
      if expected == actual || expected.isNaN && actual.isNaN { continue }
      let difference = expected.isFinite && actual.isFinite ? abs(expected - actual) : .infinity
      largest = max(largest, difference)
      if difference > allowed {
        let part = parts == 1 ? "" : index % 2 == 0 ? " (real)" : " (imaginary)"
        add(index / parts, limit, expected: text(expected) + part, found: text(actual) + part)
      }
    }
    maxDifference = largest
  }

  private mutating func strings(_ reference: UnsafeRawBufferPointer, _ found: UnsafeRawBufferPointer, _ limit: Int) {
    let expected = SerializedStrings.decode(reference)
    let actual = SerializedStrings.decode(found)
    func quoted(_ bytes: [UInt8]) -> String { "'" + String(decoding: bytes, as: UTF8.self) + "'" }
    for index in 0..<max(expected.count, actual.count) {
      let left = index < expected.count ? expected[index] : nil
      let right = index < actual.count ? actual[index] : nil
      if left != right {
        add(index, limit, expected: left.map(quoted) ?? "no string", found: right.map(quoted) ?? "no string")
      }
    }
  }
}
