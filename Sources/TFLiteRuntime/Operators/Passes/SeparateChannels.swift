import TFLiteKernels
import TFLiteSchema

// Separate channels: a CONV_2D whose filters read one channel each is a depthwise convolution, with filters in another order.
//
// The number of channels is stated and more than one, the filter a constant of a type that depthwise convolutions at hand
// compute with. Int16 stays, since the two operators take biases of other types beside it.

extension Pass {
  /// - Parameter types: those that there are kernels of depthwise convolutions for.
  static func separateChannels(_ types: DepthwiseTypes) -> Pass {
    Pass("separate channels") { graph, _ in
      let make: OperatorMaker = { DepthwiseConv2D(ofSeparateChannels: $0, types).made }
      for number in graph.nodes.indices where graph.isOpen(number) && hasSeparateChannels(number, graph, types) {
        let stated = graph.nodes[number].stated
        let made = DepthwiseConv2D(ofSeparateChannels: stated, types).made
        graph.replace(
          number, with: EditableGraph.Node(stated, made: made, make: make), inputs: stated.inputs,
          outputs: stated.outputs)
      }
    }
  }

  private static func hasSeparateChannels(
    _ number: Int, _ graph: borrowing EditableGraph, _ types: DepthwiseTypes
  ) -> Bool {
    let node = graph.nodes[number]
    guard node.stated.code == .conv2D, node.made.fusible != nil, 2...3 ~= node.stated.inputs.count,
      node.stated.outputs.count == 1, node.stated.inputs[0] >= 0, node.stated.inputs[1] >= 0
    else { return false }
    let (input, filter) = (graph.tensors[node.stated.inputs[0]], graph.tensors[node.stated.inputs[1]])
    guard input.hasRank, input.shape.rank == 4, let channels = input.shapeSignature.dimensions.last, channels > 1,
      filter.isConstant, filter.sparsity == nil, filter.shape.rank == 4, filter.shape[3] == 1, filter.shape[0] > 0,
      filter.shape[0] % channels == 0
    else { return false }
    return switch (input.type, filter.type) {
    case (.float32, .float32): types.float != nil
    case (.float32, .int8): types.hybrid != nil
    case (.int8, .int8): types.int8 != nil
    case (.uint8, .uint8): types.uint8 != nil
    default: false
    }
  }
}
