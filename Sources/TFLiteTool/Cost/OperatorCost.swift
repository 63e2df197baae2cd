import TFLiteRuntime

/// What one run of an operator costs, told by shapes alone.
struct OperatorCost {
  /// What multiply-adds are made of, which decides how fast they can be.
  enum Arithmetic: String {
    case float
    case bytes
  }

  /// Products that are added up: those of convolutions, matrix products and recurrent operators.
  var multiplyAdds = 0
  /// Results of functions of elements, and elements that enter a reduction, a window or a comparison; none for operators
  /// that only move elements.
  var elementOperations = 0
  /// Elements of constants that are weights or biases.
  var parameters = 0
  var parameterBytes = 0
  /// Bytes of the inputs, each read once; of look-ups and slices those that are taken.
  var readBytes = 0
  /// Bytes of the outputs.
  var writtenBytes = 0
  var arithmetic = Arithmetic.float
  /// A shape is not known, so that the operator counts nothing.
  var isUnknown = false

  var movedBytes: Int { readBytes.added(writtenBytes) }
}

/// One tensor as an operator meets it.
struct CostTensor {
  let shape: Shape
  let type: ElementType
  let isConstant: Bool
  let isQuantized: Bool
  /// False while the shape depends on data that nobody has computed.
  let isKnown: Bool

  var count: Int { shape.checkedElementCount ?? 0 }
  var byteCount: Int { type.byteCount(ofElements: count) ?? 0 }
  /// Weights and biases are parameters; shapes, axes, indices and text are not.
  var isParameter: Bool {
    guard isConstant else { return false }
    return switch type {
    case .string, .bool, .resource, .variant, .int64, .uint64, .uint32: false
    case .int32: isQuantized
    default: true
    }
  }

  /// The extent along `axis`, counted from the end where it is negative; 1 where there is none.
  func extent(_ axis: Int) -> Int {
    let axis = axis < 0 ? axis + shape.rank : axis
    return axis >= 0 && axis < shape.rank ? shape[axis] : 1
  }
}

extension Int {
  // Shapes of damaged models may have products that fit nowhere; what they cost is then the largest number.
  func added(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  func times(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}

extension OperatorCost {
  /// - Parameters:
  ///   - inputs: nil for those left out.
  ///   - name: the operator's, such as `CONV_2D`.
  init(_ name: String, _ inputs: [CostTensor?], _ outputs: [CostTensor], options: OperatorOptions) {
    for input in inputs.compactMap({ $0 }) where input.isParameter {
      parameters = parameters.added(input.count)
      parameterBytes = parameterBytes.added(input.byteCount)
    }
    if inputs.contains(where: { $0?.isKnown == false }) || outputs.contains(where: { !$0.isKnown }) {
      isUnknown = true
      return
    }
    let call = OperatorCall(name: name, inputs: inputs, outputs: outputs, options: options)
    multiplyAdds = call.multiplyAdds
    elementOperations = multiplyAdds > 0 ? 0 : call.elementOperations
    (readBytes, writtenBytes) = call.bytes
    arithmetic = call.isOfBytes ? .bytes : .float
  }
}
