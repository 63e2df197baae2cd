import TFLiteSchema

// GELU of float32 as tanh approximates it, written out: `0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))`, in whichever
// order the factors stand.

extension EditableGraph {
  /// The operator that ends a GELU, and what it is of, where operator `number` is its tanh; nil for others.
  ///
  /// Nobody else reads what lies between the two.
  func writtenGelu(_ number: Int) -> (last: Int, x: Int)? {
    let tanh = nodes[number].stated
    guard tanh.code == .tanh, tanh.inputs.count == 1, tanh.outputs.count == 1, tanh.outputs[0] >= 0,
      tensors[tanh.outputs[0]].isPlainFloat,
      let (sum, one) = soleReader(of: tanh.outputs[0], .add), tensors[one].number == 1
    else { return nil }
    // The sum is multiplied by x and by numbers that make a half of it together.
    var factor = 1.0
    var numbers = [one]
    var product = sum
    var gated: Int?
    for _ in 0..<3 {
      guard let (next, other) = soleReader(of: outputs(product)[0], .mul) else { return nil }
      product = next
      if let value = tensors[other].number {
        factor *= Double(value)
        numbers.append(other)
      } else if gated == nil {
        gated = other
      } else {
        return nil
      }
      guard let gated else { continue }
      for (x, scale) in [(gated, 1.0)] + (scaled(gated).map { [$0] } ?? []) where factor * scale == 0.5 {
        if numbers.contains(where: { widens($0, x) }) || !isGeluArgument(tanh.inputs[0], of: x) { continue }
        return (product, x)
      }
    }
    return nil
  }

  /// The one operator that reads the tensor, of this code, and its other operand.
  private func soleReader(of tensor: Int, _ code: Schema.BuiltinOperator) -> (number: Int, other: Int)? {
    guard hasOneUse(tensor), let use = uses(of: tensor).first, isOpen(use.node), nodes[use.node].stated.code == code,
      let (a, b) = floatOperands(use.node)
    else { return nil }
    return (use.node, use.position == 0 ? b : a)
  }

  /// What the tensor is a multiple of, and the number.
  private func scaled(_ tensor: Int) -> (x: Int, scale: Double)? {
    guard let number = producer(of: tensor), isOpen(number), nodes[number].stated.code == .mul,
      let (a, b) = floatOperands(number)
    else { return nil }
    for (x, factor) in [(a, b), (b, a)] {
      if let scale = tensors[factor].number, !tensors[x].isConstant, !widens(factor, x) { return (x, Double(scale)) }
    }
    return nil
  }

  /// Whether the shape of `x` would get more axes beside the constant.
  private func widens(_ constant: Int, _ x: Int) -> Bool {
    tensors[constant].shape.rank > tensors[x].shape.rank || !tensors[x].hasRank
  }

  private func isGeluArgument(_ tensor: Int, of x: Int) -> Bool {
    guard let p = cubic(tensor, of: x, steps: 6) else { return false }
    let linear = (2 / Double.pi).squareRoot()
    func isNear(_ value: Double, _ wanted: Double) -> Bool { abs(value - wanted) <= 1e-6 * wanted }
    return p[0] == 0 && p[2] == 0 && isNear(p[1], linear) && isNear(p[3], linear * 0.044715)
  }

  /// The coefficients of the powers of `x`, up to the third, that the tensor is a sum of; nil for anything else.
  /// - Parameter steps: operators in a row at most.
  private func cubic(_ tensor: Int, of x: Int, steps: Int) -> SIMD4<Double>? {
    if tensor == x { return [0, 1, 0, 0] }
    // Operands may be missing, which is an error when they are prepared.
    if tensor < 0 { return nil }
    if let value = tensors[tensor].number { return widens(tensor, x) ? nil : [Double(value), 0, 0, 0] }
    guard steps > 0, let number = producer(of: tensor), isOpen(number) else { return nil }
    if nodes[number].stated.code == .square, inputs(number).count == 1 {
      return cubic(inputs(number)[0], of: x, steps: steps - 1).flatMap { Self.product($0, $0) }
    }
    guard let (a, b) = floatOperands(number), let first = cubic(a, of: x, steps: steps - 1),
      let second = cubic(b, of: x, steps: steps - 1)
    else { return nil }
    switch nodes[number].stated.code {
    case .add: return first + second
    case .sub: return first - second
    case .mul: return Self.product(first, second)
    case .pow where second == [2, 0, 0, 0]: return Self.product(first, first)
    case .pow where second == [3, 0, 0, 0]: return Self.product(first, first).flatMap { Self.product($0, first) }
    default: return nil
    }
  }

  /// The product of two sums of powers, nil where it has higher ones.
  private static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double>? {
    var result = SIMD4<Double>()
    for i in 0..<4 {
      for j in 0..<4 where a[i] != 0 && b[j] != 0 {
        if i + j > 3 { return nil }
        result[i + j] += a[i] * b[j]
      }
    }
    return result
  }
}
