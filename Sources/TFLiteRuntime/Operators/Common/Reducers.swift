/// What a reduction does with one more element. Stateless, so that the loops specialise on it.
protocol Reducer: SendableMetatype {
  associatedtype Input: BitwiseCopyable
  associatedtype Accumulator: BitwiseCopyable
  static var initial: Accumulator { get }
  static func combine(_ current: Accumulator, _ next: Input) -> Accumulator
  /// What two parts of the elements come to together.
  static func merge(_ first: Accumulator, _ second: Accumulator) -> Accumulator
  /// Folds `count` contiguous elements into `current`.
  static func fold(_ current: Accumulator, _ input: UnsafePointer<Input>, _ count: Int) -> Accumulator
}

extension Reducer {
  @inline(__always)
  static func fold(_ current: Accumulator, _ input: UnsafePointer<Input>, _ count: Int) -> Accumulator {
    var result = current
    for i in 0..<count { result = combine(result, input[i]) }
    return result
  }
}

extension Reducer where Accumulator == Input {
  @inline(__always)
  static func merge(_ first: Accumulator, _ second: Accumulator) -> Accumulator { combine(first, second) }
}

/// The sum of integers, wrapping in the accumulator's width.
enum IntegerSum<Input: FixedWidthInteger & BitwiseCopyable, Accumulator: FixedWidthInteger & BitwiseCopyable>: Reducer {
  @inline(__always)
  static var initial: Accumulator { 0 }
  @inline(__always)
  static func combine(_ current: Accumulator, _ next: Input) -> Accumulator {
    current &+ Accumulator(truncatingIfNeeded: next)
  }
  @inline(__always)
  static func merge(_ first: Accumulator, _ second: Accumulator) -> Accumulator { first &+ second }
}

/// The sum of floats.
enum FloatSum: Reducer {
  @inline(__always)
  static var initial: Float { 0 }
  @inline(__always)
  static func combine(_ current: Float, _ next: Float) -> Float { current + next }
}

/// The product of integers, wrapping.
enum IntegerProduct<Input: FixedWidthInteger & BitwiseCopyable>: Reducer {
  @inline(__always)
  static var initial: Input { 1 }
  @inline(__always)
  static func combine(_ current: Input, _ next: Input) -> Input { current &* next }
}

/// The product of floats.
enum FloatProduct: Reducer {
  @inline(__always)
  static var initial: Float { 1 }
  @inline(__always)
  static func combine(_ current: Float, _ next: Float) -> Float { current * next }
}

/// The largest integer.
enum IntegerMaximum<Input: FixedWidthInteger & BitwiseCopyable>: Reducer {
  @inline(__always)
  static var initial: Input { .min }
  @inline(__always)
  static func combine(_ current: Input, _ next: Input) -> Input { next > current ? next : current }
}

/// The smallest integer.
enum IntegerMinimum<Input: FixedWidthInteger & BitwiseCopyable>: Reducer {
  @inline(__always)
  static var initial: Input { .max }
  @inline(__always)
  static func combine(_ current: Input, _ next: Input) -> Input { next < current ? next : current }
}

/// The largest float; NaN elements are passed over.
enum FloatMaximum: Reducer {
  @inline(__always)
  static var initial: Float { -.greatestFiniteMagnitude }
  @inline(__always)
  static func combine(_ current: Float, _ next: Float) -> Float { next > current ? next : current }
}

/// The smallest float; NaN elements are passed over.
enum FloatMinimum: Reducer {
  @inline(__always)
  static var initial: Float { .greatestFiniteMagnitude }
  @inline(__always)
  static func combine(_ current: Float, _ next: Float) -> Float { next < current ? next : current }
}

/// Whether any byte is true, as 1 or 0.
enum LogicalAny: Reducer {
  @inline(__always)
  static var initial: UInt8 { 0 }
  @inline(__always)
  static func combine(_ current: UInt8, _ next: UInt8) -> UInt8 { current | (next != 0 ? 1 : 0) }
}

/// Whether all bytes are true, as 1 or 0.
enum LogicalAll: Reducer {
  @inline(__always)
  static var initial: UInt8 { 1 }
  @inline(__always)
  static func combine(_ current: UInt8, _ next: UInt8) -> UInt8 { current & (next != 0 ? 1 : 0) }
}
