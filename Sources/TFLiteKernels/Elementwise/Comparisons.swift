/// The six comparisons.
package enum ComparisonKind: Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// A relation between two values as a type, so that kernels specialize on it.
protocol Relation: SendableMetatype {
  static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool
}

enum Relations {
  enum Equal: Relation {
    @inline(__always) static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a == b }
  }
  enum NotEqual: Relation {
    @inline(__always) static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a != b }
  }
  enum Less: Relation {
    @inline(__always) static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a < b }
  }
  enum LessOrEqual: Relation {
    @inline(__always) static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a <= b }
  }
  enum Greater: Relation {
    @inline(__always) static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a > b }
  }
  enum GreaterOrEqual: Relation {
    @inline(__always) static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a >= b }
  }
}

enum Comparisons {
  struct Plain<T: Comparable & BitwiseCopyable & Sendable, R: Relation>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> UInt8 { R.holds(a, b) ? 1 : 0 }
  }

  struct Stored<F: StoredFloat, R: Relation>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: UInt16, _ b: UInt16) -> UInt8 { R.holds(F.float(a), F.float(b)) ? 1 : 0 }
  }

  /// Both operands scaled to a common integer scale, then compared.
  struct Quantized<T: FixedWidthInteger & BitwiseCopyable, R: Relation>: BinaryFunction {
    let scale: CommonScale
    init(_ parameters: ElementwiseParameters) { scale = CommonScale(parameters) }
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> UInt8 {
      R.holds(scale.first(Int32(truncatingIfNeeded: a)), scale.second(Int32(truncatingIfNeeded: b))) ? 1 : 0
    }
  }

  struct Or: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: UInt8, _ b: UInt8) -> UInt8 { a != 0 || b != 0 ? 1 : 0 }
  }

  struct And: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: UInt8, _ b: UInt8) -> UInt8 { a != 0 && b != 0 ? 1 : 0 }
  }
}
