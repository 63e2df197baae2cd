import TFLiteKernels

/// What an operator computes of the results of a product, each with what stands at its place, so that the product can do it
/// before it is done: an `Epilogue` of kernels without the tensor that is added.
enum EpilogueFunction: @unchecked Sendable {
  /// The sum of both inputs, float32 of one shape, clamped.
  case addFloats(FloatRange)
  /// The sum of both inputs, quantized bytes of one shape.
  case addBytes(ElementwiseParameters)
  /// A table of 256 bytes, which the operator keeps, looked up for the bytes of input 0.
  case lookUp(UnsafePointer<UInt8>)

  /// The same where operands have changed places.
  var swapped: EpilogueFunction {
    guard case .addBytes(var parameters) = self else { return self }
    swap(&parameters.firstOffset, &parameters.secondOffset)
    swap(&parameters.firstMultiplier, &parameters.secondMultiplier)
    return .addBytes(parameters)
  }
}

/// The epilogue of a product, in place of the operator that states it.
struct FusedEpilogue {
  let function: EpilogueFunction
  /// The tensor that the product writes so.
  let output: Int
  /// The tensor that is added, none for look-ups.
  let addend: Addend?

  struct Addend {
    let index: Int
    let tensor: Unmanaged<RuntimeTensor>
  }

  /// What kernels do, with the tensor that is added where it lies now.
  /// - Parameter parameters: those of `addBytes`, where jobs find them.
  @inline(__always)
  func bound(_ parameters: UnsafePointer<ElementwiseParameters>) -> Epilogue? {
    if case .lookUp(let table) = function { return .lookUp(table) }
    guard let addend else { return nil }
    let addends = addend.tensor._withUnsafeGuaranteedRef { UnsafeRawPointer($0.data) }
    if case .addFloats(let range) = function { return .addFloats(addends, range) }
    return .addBytes(addends, parameters)
  }
}
