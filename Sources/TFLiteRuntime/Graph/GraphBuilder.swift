import TFLiteSchema

/// Decodes verified flatbuffer tables into graphs.
///
/// The verifier has checked every index and length; what remains are values this runtime does not know.
struct GraphBuilder {
  let model: Schema.Model
  let file: UnsafeRawBufferPointer
  /// Names by where they stand: many tables may refer to one, which may be long.
  private var names: [UInt: String] = [:]
  /// What the operators of each code are called.
  private let operatorNames: [String]

  init(model: Schema.Model, file: UnsafeRawBufferPointer) {
    self.model = model
    self.file = file
    operatorNames = model.operatorCodes.map {
      let code = Self.code($0)
      return code == .custom ? $0.customCode?.string ?? "" : code.name
    }
  }

  private mutating func text(_ string: FlatBufferString?) -> String {
    guard let string, let place = string.utf8.baseAddress else { return "" }
    if let known = names[UInt(bitPattern: place)] { return known }
    let text = string.string
    names[UInt(bitPattern: place)] = text
    return text
  }

  mutating func graphs() throws(RuntimeError) -> [Graph] {
    var graphs: [Graph] = []
    for (index, subgraph) in model.subgraphs.enumerated() { graphs.append(try graph(subgraph, index)) }
    return graphs
  }

  private mutating func graph(_ subgraph: Schema.SubGraph, _ index: Int) throws(RuntimeError) -> Graph {
    var tensors: [TensorDescription] = []
    tensors.reserveCapacity(subgraph.tensors.count)
    for (number, tensor) in subgraph.tensors.enumerated() { tensors.append(try description(of: tensor, number)) }
    var operators: [OperatorNode] = []
    operators.reserveCapacity(subgraph.operators.count)
    for (number, table) in subgraph.operators.enumerated() { operators.append(node(table, number, subgraph: index)) }
    return Graph(
      name: subgraph.name?.string ?? "", tensors: tensors, operators: operators,
      inputs: subgraph.inputs.map { Int($0) }, outputs: subgraph.outputs.map { Int($0) })
  }

  private mutating func description(of tensor: Schema.Tensor, _ index: Int) throws(RuntimeError) -> TensorDescription {
    let name = text(tensor.name)
    guard let type = ElementType(rawValue: Int8(truncatingIfNeeded: tensor.type.rawValue)) else {
      throw RuntimeError(
        .unsupported, "unknown element type", tensor: name.isEmpty ? "#\(index)" : "'\(name)'", actual: tensor.type.name
      )
    }
    let shape = Shape(tensor.shape.map { Int($0) })
    let stated = Shape(tensor.shapeSignature.map { Int($0) })
    // A signature of another rank says nothing about the axes that there are.
    let signature = stated.rank == shape.rank ? stated : shape
    return TensorDescription(
      index: index, name: name, type: type, shape: shape, shapeSignature: signature,
      hasRank: tensor.hasRank || shape.rank > 0, quantization: tensor.quantization.flatMap(quantization),
      isVariable: tensor.isVariable, constant: constant(tensor, shape), sparsity: tensor.sparsity)
  }

  /// Buffer 0 and buffers without bytes mean "computed at run time", except where the shape has no elements to store.
  private func constant(_ tensor: Schema.Tensor, _ shape: Shape) -> UnsafeRawBufferPointer? {
    let number = Int(tensor.buffer)
    guard number > 0, number < model.buffers.count else { return nil }
    let buffer = model.buffers[number]
    if buffer.offset > 1 {
      guard let offset = Int(exactly: buffer.offset), let size = Int(exactly: buffer.size),
        offset <= file.count, size <= file.count - offset
      else { return nil }
      return UnsafeRawBufferPointer(rebasing: file[offset..<offset + size])
    }
    return buffer.data.isEmpty ? nil : buffer.data.bytes
  }

  private func quantization(_ table: Schema.QuantizationParameters) -> Quantization? {
    if let blocks = table.details.blockwiseQuantization {
      return Quantization(
        scales: [], zeroPoints: [], axis: Int(table.quantizedDimension),
        blocks: .init(
          scalesTensor: Int(blocks.scales), zeroPointsTensor: Int(blocks.zeroPoints), size: Int(blocks.blockSize)))
    }
    guard !table.scale.isEmpty else { return nil }
    let scales = Array(table.scale)
    var zeroPoints = table.zeroPoint.map { Int($0) }
    if zeroPoints.count != scales.count {
      zeroPoints = [Int](repeating: zeroPoints.first ?? 0, count: scales.count)
    }
    return Quantization(scales: scales, zeroPoints: zeroPoints, axis: Int(table.quantizedDimension))
  }

  private func node(_ table: Schema.Operator, _ index: Int, subgraph: Int) -> OperatorNode {
    let opcode = model.operatorCodes[Int(table.opcodeIndex)]
    let code = Self.code(opcode)
    let name = operatorNames[Int(table.opcodeIndex)]
    var customOptions = table.customOptions.bytes
    if table.largeCustomOptionsOffset > 1, let offset = Int(exactly: table.largeCustomOptionsOffset),
      let size = Int(exactly: table.largeCustomOptionsSize), offset <= file.count, size <= file.count - offset
    {
      customOptions = UnsafeRawBufferPointer(rebasing: file[offset..<offset + size])
    }
    return OperatorNode(
      index: index, subgraph: subgraph, code: code, name: name, version: max(1, Int(opcode.version)),
      inputs: table.inputs.map { Int($0) }, outputs: table.outputs.map { Int($0) },
      intermediates: table.intermediates.map { Int($0) }, table: table, customOptions: customOptions)
  }

  /// Codes below 127 also stand in the older, narrower field, and old files fill only that one.
  private static func code(_ entry: Schema.OperatorCode) -> Schema.BuiltinOperator {
    Schema.BuiltinOperator(rawValue: max(entry.builtinCode.rawValue, Int32(entry.deprecatedBuiltinCode)))
  }

  func signatures() -> [Signature] {
    model.signatureDefs.map { definition in
      Signature(
        key: definition.signatureKey?.string ?? "", subgraph: Int(definition.subgraphIndex),
        inputs: definition.inputs.map { .init(name: $0.name?.string ?? "", tensor: Int($0.tensorIndex)) },
        outputs: definition.outputs.map { .init(name: $0.name?.string ?? "", tensor: Int($0.tensorIndex)) })
    }
  }

  func metadata() -> [Metadata] {
    model.metadata.compactMap { entry in
      let number = Int(entry.buffer)
      guard number < model.buffers.count else { return nil }
      return Metadata(name: entry.name?.string ?? "", bytes: model.buffers[number].data.bytes)
    }
  }
}
