// Shared quantization: of the operators that quantize the same float rows in the same way, the first hands the rows and their
// parameters to the others, as tensors that are not in the file.

extension Pass {
  static let sharedQuantization = Pass("shared quantization") { graph, _ in
    var readers: [QuantizedRows: [Int]] = [:]
    var order: [QuantizedRows] = []
    for number in graph.nodes.indices where graph.isOpen(number) {
      guard let fusible = graph.nodes[number].made.fusible, graph.outputs(number).count == 1,
        let rows = fusible.quantizedRows(graph.inputs(number).map { $0 < 0 ? nil : graph.tensors[$0] })
      else { continue }
      if readers[rows] == nil { order.append(rows) }
      readers[rows, default: []].append(number)
    }
    for rows in order {
      guard let sharing = readers[rows], sharing.count > 1, graph.fuse(.sharedRows(.gives), into: sharing[0]) else {
        continue
      }
      let shared = [graph.addTensor(.int8), graph.addTensor(.int64)]
      graph.rewire(sharing[0], inputs: graph.inputs(sharing[0]), outputs: graph.outputs(sharing[0]) + shared)
      for number in sharing[1...] where graph.fuse(.sharedRows(.takes), into: number) {
        let inputs = graph.inputs(number)
        graph.rewire(
          number, inputs: inputs + [Int](repeating: -1, count: 3 - inputs.count) + shared,
          outputs: graph.outputs(number))
      }
    }
  }
}
