import TFLiteKernels

/// What an operator computes of the results of a product, each with what stands at its place, so that the product can do it
/// before it is done.
enum Epilogue: @unchecked Sendable {
  /// The sum of both inputs, float32 of one shape, clamped.
  case sum(FloatRange)
  /// The sum of both inputs, quantised bytes of one shape.
  case byteSum(ElementwiseParameters)
  /// A table of 256 bytes, which the operator keeps, looked up for the bytes of input 0.
  case lookUp(UnsafePointer<UInt8>)

  /// The same where operands have changed places.
  var swapped: Epilogue {
    guard case .byteSum(var parameters) = self else { return self }
    swap(&parameters.firstOffset, &parameters.secondOffset)
    swap(&parameters.firstMultiplier, &parameters.secondMultiplier)
    return .byteSum(parameters)
  }
}

/// The epilogue of a product, in place of the operator that states it.
struct FusedEpilogue {
  let epilogue: Epilogue
  /// The tensor that the product writes so.
  let output: Int
  /// The tensor that is added, none for look-ups.
  let addend: Addend?

  struct Addend {
    let index: Int
    let tensor: Unmanaged<RuntimeTensor>
  }

  /// Where the tensor that is added lies now.
  @inline(__always)
  var addends: UnsafeRawPointer? {
    addend.map { $0.tensor._withUnsafeGuaranteedRef { UnsafeRawPointer($0.data) } }
  }
}
