/// Who writes and who reads each tensor of a graph.
struct Liveness {
  /// The operator that writes the tensor, -1 for none.
  private(set) var producers: [Int]
  /// The last operator that reads it, -1 for none.
  private(set) var lastReaders: [Int]
  private(set) var isInput: [Bool]
  private(set) var isOutput: [Bool]

  /// - Throws: `invalidModel` when an operator writes a constant, an input, a variable or another operator's output, or
  ///   reads what is computed only later.
  init(_ graph: Graph) throws(RuntimeError) {
    let count = graph.tensors.count
    producers = [Int](repeating: -1, count: count)
    lastReaders = [Int](repeating: -1, count: count)
    isInput = [Bool](repeating: false, count: count)
    isOutput = [Bool](repeating: false, count: count)
    for tensor in graph.inputs { isInput[tensor] = true }
    for tensor in graph.outputs where tensor >= 0 { isOutput[tensor] = true }
    for (number, node) in graph.operators.enumerated() {
      for output in node.outputs where output >= 0 {
        let tensor = graph.tensors[output]
        let obstacle: String? =
          if tensor.isConstant {
            "a constant"
          } else if isInput[output] {
            "an input of the graph"
          } else if tensor.isVariable {
            "a variable"
          } else if producers[output] >= 0 {
            "the output of operator #\(producers[output])"
          } else {
            nil
          }
        if let obstacle {
          throw RuntimeError(
            .invalidModel, "an operator's output is \(obstacle)", tensor: tensor.label, location: node.location)
        }
        producers[output] = number
      }
    }
    for (number, node) in graph.operators.enumerated() {
      for input in node.inputs where input >= 0 {
        if producers[input] >= number {
          throw RuntimeError(
            .invalidModel, "an operator reads what is computed only by operator #\(producers[input])",
            tensor: graph.tensors[input].label, location: node.location)
        }
        lastReaders[input] = number
      }
    }
  }
}
