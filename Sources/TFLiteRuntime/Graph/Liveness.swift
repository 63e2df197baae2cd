import TFLiteSchema

/// Who writes and who reads each tensor of a graph.
package struct Liveness {
  /// The operator that writes the tensor, -1 for none.
  package private(set) var producers: [Int]
  /// Which of that operator's outputs it is.
  package private(set) var outputPositions: [Int]
  /// The last operator that reads it, -1 for none.
  package private(set) var lastReaders: [Int]
  /// How many operators read it.
  package private(set) var readerCounts: [Int]
  package private(set) var isInput: [Bool]
  package private(set) var isOutput: [Bool]

  /// - Throws: `invalidModel` when an operator writes a constant, an input, a variable or another operator's output, or
  ///   reads what is computed only later.
  package init(_ graph: Graph) throws(RuntimeError) {
    let count = graph.tensors.count
    producers = [Int](repeating: -1, count: count)
    outputPositions = [Int](repeating: 0, count: count)
    lastReaders = [Int](repeating: -1, count: count)
    readerCounts = [Int](repeating: 0, count: count)
    isInput = [Bool](repeating: false, count: count)
    isOutput = [Bool](repeating: false, count: count)
    for tensor in graph.inputs { isInput[tensor] = true }
    for tensor in graph.outputs where tensor >= 0 { isOutput[tensor] = true }
    for (number, node) in graph.operators.enumerated() {
      for (position, output) in node.outputs.enumerated() where output >= 0 {
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
        outputPositions[output] = position
      }
    }
    for (number, node) in graph.operators.enumerated() {
      for input in node.inputs where input >= 0 {
        if producers[input] >= number {
          throw RuntimeError(
            .invalidModel, "an operator reads what is computed only by operator #\(producers[input])",
            tensor: graph.tensors[input].label, location: node.location)
        }
        if lastReaders[input] != number { readerCounts[input] += 1 }
        lastReaders[input] = number
      }
    }
  }

  /// Tensors that are read from outside as well, as the outputs of the graph are.
  mutating func addOutputs(_ tensors: [Int]) {
    for tensor in tensors { isOutput[tensor] = true }
  }

  /// - Throws: `invalidModel` when an operator reads a tensor that never has a content: it is neither an input, a constant
  ///   nor a variable, and no operator writes it. Tensors without elements need none, and neither does the new shape of a
  ///   RESHAPE where that is no vector, since only its options are looked at then.
  package func checkOperands(of graph: Graph) throws(RuntimeError) {
    for node in graph.operators {
      for (position, input) in node.inputs.enumerated() where input >= 0 {
        let tensor = graph.tensors[input]
        if producers[input] >= 0 || isInput[input] || tensor.isConstant || tensor.isVariable { continue }
        if tensor.shape.checkedElementCount == 0 { continue }
        if node.code == .reshape, position == 1, tensor.shape.rank != 1 || tensor.type != .int32 { continue }
        throw RuntimeError(
          .invalidModel, "an operator reads what nobody computes",
          tensor: tensor.label, expected: "a constant, an input, a variable or the output of an operator",
          location: node.location)
      }
    }
  }
}

/// The operators that read each tensor of a graph.
package struct TensorReaders {
  /// The operators, those of one tensor after those of another, and where each tensor's begin.
  private var operators: [Int]
  private var starts: [Int]

  package init(_ graph: Graph) {
    starts = [Int](repeating: 0, count: graph.tensors.count + 1)
    for node in graph.operators {
      for input in node.inputs where input >= 0 { starts[input + 1] += 1 }
    }
    for tensor in graph.tensors.indices { starts[tensor + 1] += starts[tensor] }
    operators = [Int](repeating: 0, count: starts[graph.tensors.count])
    var next = starts
    for (number, node) in graph.operators.enumerated() {
      for input in node.inputs where input >= 0 {
        operators[next[input]] = number
        next[input] += 1
      }
    }
  }

  /// The operators that read the tensor, in their order, once for each operand.
  package subscript(_ tensor: Int) -> ArraySlice<Int> { operators[starts[tensor]..<starts[tensor + 1]] }
}
