/// Rows of a binary elementwise operation: `output[r][i] = f(first[r][i], second[r][i])`.
///
/// An operand with step 0 holds one value a row, one with step 1 a value for each element. Strides are in elements and
/// may be zero but the output's. The output may be the memory of an operand whose elements lie where the output's do.
package struct BinaryRows {
  package var first: UnsafeRawPointer
  package var second: UnsafeRawPointer
  package var output: UnsafeMutableRawPointer
  /// Elements of a row.
  package var count: Int
  package var rows: Int
  package var firstStep: Int
  package var secondStep: Int
  package var firstStride: Int
  package var secondStride: Int
  package var outputStride: Int

  /// Output rows follow each other without gaps unless a stride says otherwise.
  @inlinable @inline(__always)
  package init(
    first: UnsafeRawPointer, second: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, rows: Int = 1,
    firstStep: Int = 1, secondStep: Int = 1, firstStride: Int = 0, secondStride: Int = 0, outputStride: Int? = nil
  ) {
    self.first = first
    self.second = second
    self.output = output
    self.count = count
    self.rows = rows
    self.firstStep = firstStep
    self.secondStep = secondStep
    self.firstStride = firstStride
    self.secondStride = secondStride
    self.outputStride = outputStride ?? count
  }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate() -> Bool {
    assert(count >= 0 && rows >= 0, "a negative extent")
    assert((firstStep == 0 || firstStep == 1) && (secondStep == 0 || secondStep == 1), "operands with gaps")
    assert(outputStride >= count || rows <= 1, "output rows that overlap")
    return true
  }
}

/// Computes rows with the parameters of the function.
package typealias BinaryKernel = @Sendable (BinaryRows, ElementwiseParameters) -> Void

/// A function of two values, as a rule of one type.
protocol BinaryFunction: SendableMetatype {
  associatedtype Input: BitwiseCopyable & Sendable
  associatedtype Second: BitwiseCopyable & Sendable = Input
  associatedtype Output: BitwiseCopyable & Sendable
  init(_ parameters: ElementwiseParameters)
  func callAsFunction(_ a: Input, _ b: Second) -> Output
}

/// A function that computes eight results at once, each equal to that of the scalar form.
protocol VectorBinaryFunction: BinaryFunction where Input: SIMDScalar, Second == Input, Output: SIMDScalar {
  func vector(_ a: SIMD8<Input>, _ b: SIMD8<Input>) -> SIMD8<Output>
}

extension BinaryFunction {
  /// The kernel of this function, one element at a time.
  static var kernel: BinaryKernel {
    { rows, parameters in
      let function = Self(parameters)
      eachRow(rows) { a, b, output in
        switch (rows.firstStep, rows.secondStep) {
        case (0, _):
          let first = a[0]
          for i in 0..<rows.count { output[i] = function(first, b[i]) }
        case (_, 0):
          let second = b[0]
          for i in 0..<rows.count { output[i] = function(a[i], second) }
        default:
          for i in 0..<rows.count { output[i] = function(a[i], b[i]) }
        }
      }
    }
  }

  /// The kernel of a function whose steps are long, or that is rarely asked for: one loop, whatever operand has a step of zero.
  static var shortKernel: BinaryKernel {
    { rows, parameters in
      let function = Self(parameters)
      eachRow(rows) { a, b, output in
        for i in 0..<rows.count { output[i] = function(a[i &* rows.firstStep], b[i &* rows.secondStep]) }
      }
    }
  }

  @inline(__always)
  static func eachRow(
    _ rows: BinaryRows, _ body: (UnsafePointer<Input>, UnsafePointer<Second>, UnsafeMutablePointer<Output>) -> Void
  ) {
    assert(rows.validate())
    var a = rows.first.assumingMemoryBound(to: Input.self)
    var b = rows.second.assumingMemoryBound(to: Second.self)
    var output = rows.output.assumingMemoryBound(to: Output.self)
    for _ in 0..<rows.rows {
      body(a, b, output)
      a += rows.firstStride
      b += rows.secondStride
      output += rows.outputStride
    }
  }
}

extension VectorBinaryFunction {
  /// The kernel of this function, eight elements at a time.
  static var vectorKernel: BinaryKernel {
    { rows, parameters in
      let function = Self(parameters)
      let whole = rows.count & ~7
      eachRow(rows) { a, b, output in
        switch (rows.firstStep, rows.secondStep) {
        case (0, _):
          let first = a[0]
          let firsts = SIMD8<Input>(repeating: first)
          for i in stride(from: 0, to: whole, by: 8) { store(function.vector(firsts, load(b + i)), output + i) }
          for i in whole..<rows.count { output[i] = function(first, b[i]) }
        case (_, 0):
          let second = b[0]
          let seconds = SIMD8<Input>(repeating: second)
          for i in stride(from: 0, to: whole, by: 8) { store(function.vector(load(a + i), seconds), output + i) }
          for i in whole..<rows.count { output[i] = function(a[i], second) }
        default:
          for i in stride(from: 0, to: whole, by: 8) { store(function.vector(load(a + i), load(b + i)), output + i) }
          for i in whole..<rows.count { output[i] = function(a[i], b[i]) }
        }
      }
    }
  }

  @inline(__always)
  private static func load(_ pointer: UnsafePointer<Input>) -> SIMD8<Input> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Input>.self)
  }

  @inline(__always)
  private static func store(_ value: SIMD8<Output>, _ pointer: UnsafeMutablePointer<Output>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: SIMD8<Output>.self)
  }
}
