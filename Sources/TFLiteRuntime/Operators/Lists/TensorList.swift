import TFLiteSchema

/// Lists of tensors, which loops over time fill: what their operators have in common.
///
/// A list is one tensor of its elements' type, and element i is row i of it. All elements have the same shape. TensorFlow's lists
/// need not, and know elements that nobody has set; here those are zeros, as TensorFlow reads them. Until the first element is
/// set, extents that are not known are zero, so that the list has no bytes; so is the only extent of elements whose rank is not
/// known.
///
/// TensorFlow's own operators (`FlexTensorListReserve`) have their attributes in a NodeDef, LiteRT's (`TensorListReserve`) in a
/// structure of their own. Both take the same inputs.
enum TensorList {
  /// The shape of a list of shape `list` that gets an element of shape `item`; nil when its elements have another.
  static func shape(_ list: Shape, holding item: Shape) -> Shape? {
    guard list.rank > 0 else { return nil }
    let held = Shape([list[0]] + item.dimensions)
    if held == list || list.dimensions.count == 2 && list[1] == 0 { return held }
    guard held.rank == list.rank else { return nil }
    return zip(list.dimensions, held.dimensions).dropFirst().allSatisfy { $0 == 0 || $0 == $1 } ? held : nil
  }

  /// The shape of a list of shape `list` whose elements are to have the shape `partial`, where extents of -1 are open and nil
  /// leaves the rank open; nil when they have another.
  static func shape(_ list: Shape, of partial: [Int]?) -> Shape? {
    guard list.rank > 0 else { return nil }
    guard let partial else { return list }
    let stated = partial.map { max(0, $0) }
    if list.dimensions.count == 2 && list[1] == 0 { return Shape([list[0]] + stated) }
    guard partial.count == list.rank - 1 else { return nil }
    var shape = list
    for (axis, (extent, wanted)) in zip(list.dimensions.dropFirst(), stated).enumerated() {
      if extent == 0 { shape[axis + 1] = wanted } else if wanted != extent && partial[axis] >= 0 { return nil }
    }
    return shape
  }

  /// The shape of `count` elements of shape `partial`.
  static func shape(_ count: Int, of partial: [Int]?) -> Shape {
    Shape([count] + (partial.map { $0.map { max(0, $0) } } ?? [0]))
  }

  /// The type that the node says elements have.
  static func elementType(_ node: OperatorNode) -> Schema.TensorType? {
    if node.isTensorFlows {
      return TensorFlowNode(node)?.number("element_dtype").flatMap { TensorFlowNode.tensorType($0) }
    }
    return node.customOptions.first.map { Schema.TensorType(rawValue: Int8(bitPattern: $0)) }
  }
}

extension PrepareContext {
  /// Input `index`, a list.
  /// - Throws: `invalidOperator` when it can be none.
  func list(_ index: Int) throws(RuntimeError) -> RuntimeTensor {
    let list = try input(index)
    try expectListed(list)
    try expect(list.rank > 0, "a list has one axis at least", list)
    return list
  }

  /// - Throws: `unsupported` where elements of the tensor's type cannot lie in lists.
  func expectListed(_ tensor: RuntimeTensor) throws(RuntimeError) {
    guard let width = tensor.type.bitWidth, width >= 8, tensor.type != .variant else { throw unsupportedType(tensor) }
  }

  /// - Throws: `invalidOperator` unless input `index` is one int32.
  func expectIndex(_ index: Int) throws(RuntimeError) {
    let index = try input(index)
    try expect(index, .int32)
    try expect(index.elementCount == 1, "the index of an element is one number", index)
  }

  /// The shape of elements that input `index` states, nil inside where it is a scalar, -1, and the rank is open.
  /// - Throws: `invalidOperator` when it states none.
  func elementShape(_ index: Int) throws(RuntimeError) -> [Int]? {
    try Self.elementShape(input(index), node)
  }

  static func elementShape(_ tensor: RuntimeTensor, _ node: OperatorNode) throws(RuntimeError) -> [Int]? {
    guard tensor.type == .int32 || tensor.type == .int64, tensor.rank <= 1 else {
      throw node.operandError("the shape of elements is no vector of integers", tensor, actual: "\(tensor.shape)")
    }
    let extents = tensor.integers
    if tensor.rank == 0, extents == [-1] { return nil }
    if tensor.rank == 0 || extents.contains(where: { $0 < -1 }) {
      throw node.operandError("impossible shape of elements", tensor, actual: "\(Shape(extents))")
    }
    return extents
  }
}

extension ExecuteContext {
  /// Where element `number` of a list lies, which input `index` names.
  /// - Throws: `invalidData` when there is none.
  func element(_ index: Int, of count: Int) throws(RuntimeError) -> Int {
    let index = input(index)
    let number = Int(index.pointer(as: Int32.self)[0])
    if number < 0 || number >= count {
      throw error("no such element in the list", index, expected: "0..<\(count)", actual: "\(number)")
    }
    return number
  }
}

extension RuntimeTensor {
  /// Sets all bytes to zero.
  func clear() { data.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount) }
}
