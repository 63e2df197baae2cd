import TFLiteSchema

// Padding fusion: the readers of a padded image add the padding themselves.
//
// A PAD with constant paddings of rows and columns alone, of the type and quantization of its input, whose output stays in
// the graph, goes where all its readers read it as input 0 and accept the margins.

extension Pass {
  static var paddingFusion: Pass {
    Pass("padding fusion") { graph, _ in
      for number in graph.nodes.indices where graph.isOpen(number) {
        guard let margins = margins(of: graph.nodes[number].stated, graph) else { continue }
        let source = graph.inputs(number)[0]
        let readers = graph.uses(of: graph.outputs(number)[0])
        let fusion = Fusion.padding(margins)
        guard readers.allSatisfy({ $0.position == 0 && graph.isOpen($0.node) && graph.accepts(fusion, $0.node) }) else {
          continue
        }
        for reader in readers where graph.fuse(fusion, into: reader.node) {
          graph.setInput(0, of: reader.node, to: source)
        }
        graph.removeIfUnused(number)
      }
    }
  }

  /// The margins that a PAD puts around images.
  /// - Parameter lines: the axis that images have and tensors of rank 3, which hold lines, lack; nil for tensors of rank 4.
  static func margins(of node: OperatorNode, lines: Int? = nil, _ graph: EditableGraph) -> ImageMargins? {
    guard node.code == .pad, node.inputs.count == 2, node.outputs.count == 1, node.inputs[0] >= 0, node.inputs[1] >= 0,
      node.outputs[0] >= 0, !graph.isKept[node.outputs[0]]
    else { return nil }
    let input = graph.tensors[node.inputs[0]]
    let output = graph.tensors[node.outputs[0]]
    let rank = lines == nil ? 4 : 3
    guard input.hasRank, input.shape.rank == rank, !input.isVariable, input.type == output.type,
      input.quantization == output.quantization, var values = graph.extents(node.inputs[1], [rank, 2])
    else { return nil }
    if let lines { values.insert(contentsOf: [0, 0], at: 2 * lines) }
    guard values[0] == 0, values[1] == 0, values[6] == 0, values[7] == 0 else { return nil }
    return ImageMargins(top: values[2], bottom: values[3], left: values[4], right: values[5])
  }
}

extension EditableGraph {
  /// The numbers of a constant of int32 of this shape, nil unless all are from 0 to 32767.
  func extents(_ tensor: Int, _ shape: Shape) -> [Int]? {
    guard tensor >= 0 else { return nil }
    let constant = tensors[tensor]
    guard constant.type == .int32, constant.sparsity == nil, constant.shape == shape, let bytes = constant.constant,
      bytes.count == 4 * shape.elementCount
    else { return nil }
    let values = bytes.littleEndianNumbers(shape.elementCount)
    return values.allSatisfy { 0...Int(Int16.max) ~= $0 } ? values : nil
  }
}
