import TFLiteSchema

// Padding fusion: the readers of a padded image add the padding themselves.
//
// A PAD with constant paddings of rows and columns alone, of the type and quantization of its input, whose output stays in
// the graph, goes where all its readers read it as input 0 and accept the margins.

extension Pass {
  static let paddingFusion = Pass("padding fusion") { graph, _ in
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

  /// The margins that a PAD puts around images.
  private static func margins(of node: OperatorNode, _ graph: EditableGraph) -> ImageMargins? {
    guard node.code == .pad, node.inputs.count == 2, node.outputs.count == 1, node.inputs[0] >= 0, node.inputs[1] >= 0,
      node.outputs[0] >= 0, !graph.isKept[node.outputs[0]]
    else { return nil }
    let input = graph.tensors[node.inputs[0]]
    let paddings = graph.tensors[node.inputs[1]]
    let output = graph.tensors[node.outputs[0]]
    guard input.hasRank, input.shape.rank == 4, !input.isVariable, input.type == output.type,
      input.quantization == output.quantization, paddings.type == .int32, paddings.sparsity == nil,
      paddings.shape == [4, 2], let bytes = paddings.constant, bytes.count == 32
    else { return nil }
    let values = bytes.littleEndianNumbers(8)
    guard values[0] == 0, values[1] == 0, values[6] == 0, values[7] == 0,
      values.allSatisfy({ $0 >= 0 && $0 <= Int(Int16.max) })
    else { return nil }
    return ImageMargins(top: values[2], bottom: values[3], left: values[4], right: values[5])
  }
}
