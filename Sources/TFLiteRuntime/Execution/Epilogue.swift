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

extension SubgraphExecutor {
  /// Decides anew which products have epilogues, among the operators `range`, all prepared. What runs before the first shape
  /// that depends on data is prepared as a whole or not at all, so that both operators of a pair know the same shapes; the
  /// rest stays as it is.
  func fuseEpilogues(_ range: Range<Int>) {
    for number in range { states[number].removeEpilogue() }
    if range.lowerBound > 0 { return }
    for pair in compiled.epilogues where range.contains(pair.ending) {
      let (ending, product) = (states[pair.ending], states[pair.product])
      guard ending.disposition != .folded, product.disposition != .folded, product.epilogue == nil,
        let output = ending.outputs.first, !(ownsOutputs && isOutput[output.description.index]),
        product.outputs[0].shape == output.shape, let stated = ending.fusible?.epilogue,
        let fusible = product.fusible
      else { continue }
      let epilogue = pair.isSwapped ? stated.swapped : stated
      guard fusible.canEnd(with: epilogue) else { continue }
      if pair.addend != nil, let window = product.operation.rowWindow {
        // Where rows are computed in bands, a row of the sum needs the same row of what is added.
        if window.stride != 1 || window.extent <= window.padding { continue }
      }
      product.endWith(
        FusedEpilogue(
          epilogue: epilogue, output: output.description.index,
          addend: pair.addend.map { .init(index: $0, tensor: .passUnretained(tensors[$0])) }), output)
      ending.disposition = .fused
    }
  }
}
