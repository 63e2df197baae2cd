/// Computes `output[i] = f(input[i])` for `count` elements. The output may be the memory of the input when the element
/// sizes are equal.
package typealias UnaryKernel =
  @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer, Int, ElementwiseParameters) -> Void

/// A function of one value.
protocol UnaryFunction: SendableMetatype {
  associatedtype Input: BitwiseCopyable & Sendable
  associatedtype Output: BitwiseCopyable & Sendable
  init(_ parameters: ElementwiseParameters)
  func callAsFunction(_ x: Input) -> Output
}

/// A function that computes eight results at once, each equal to that of the scalar form.
protocol VectorUnaryFunction: UnaryFunction where Input: SIMDScalar, Output: SIMDScalar {
  func vector(_ x: SIMD8<Input>) -> SIMD8<Output>
}

extension UnaryFunction {
  /// The kernel of this function, one element at a time.
  static var kernel: UnaryKernel {
    { input, output, count, parameters in
      assert(
        Contract.map(
          input, output, count, from: MemoryLayout<Input>.stride, to: MemoryLayout<Output>.stride))
      let function = Self(parameters)
      let x = input.assumingMemoryBound(to: Input.self)
      let y = output.assumingMemoryBound(to: Output.self)
      for i in 0..<count { y[i] = function(x[i]) }
    }
  }
}

extension VectorUnaryFunction {
  /// The kernel of this function, eight elements at a time.
  static var vectorKernel: UnaryKernel {
    { input, output, count, parameters in
      assert(
        Contract.map(
          input, output, count, from: MemoryLayout<Input>.stride, to: MemoryLayout<Output>.stride))
      let function = Self(parameters)
      let x = input.assumingMemoryBound(to: Input.self)
      let y = output.assumingMemoryBound(to: Output.self)
      let whole = count & ~7
      for i in stride(from: 0, to: whole, by: 8) {
        let result = function.vector(UnsafeRawPointer(x + i).loadUnaligned(as: SIMD8<Input>.self))
        UnsafeMutableRawPointer(y + i).storeBytes(of: result, as: SIMD8<Output>.self)
      }
      for i in whole..<count { y[i] = function(x[i]) }
    }
  }
}

/// A float32 function applied to a 16-bit format: each value widened, each result rounded.
struct OnStored<F: StoredFloat, Function: UnaryFunction>: UnaryFunction
where Function.Input == Float, Function.Output == Float {
  let function: Function
  init(_ parameters: ElementwiseParameters) { function = Function(parameters) }
  @inline(__always) func callAsFunction(_ x: UInt16) -> UInt16 { F.bits(function(F.float(x))) }
}
