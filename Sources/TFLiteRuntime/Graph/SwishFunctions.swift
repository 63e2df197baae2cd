import TFLiteSchema

/// The products of a graph that compute `x * logistic(x)` of float32: the operator that multiplies can do all of it.
struct SwishFunctions {
  private let graph: Graph
  /// For each logistic function's output with one reader, its input.
  private var arguments: [Int: Int] = [:]
  /// What the operators read, tensors of the same content being one.
  private let inputs: (Int) -> [Int]

  /// - Parameters:
  ///   - isKept: whether something else than an operator reads a tensor.
  ///   - isCandidate: whether an operator is one to look at.
  ///   - inputs: what an operator reads, given by its number.
  init(_ graph: Graph, isKept: [Bool], isCandidate: (Int) -> Bool, inputs: @escaping (Int) -> [Int]) {
    self.graph = graph
    self.inputs = inputs
    var readers: [Int: Int] = [:]
    for number in graph.operators.indices where isCandidate(number) {
      for input in inputs(number) { readers[input, default: 0] += 1 }
    }
    for (number, node) in graph.operators.enumerated() where isCandidate(number) && node.code == .logistic {
      guard inputs(number).count == 1, node.outputs.count == 1, let input = inputs(number).first,
        let output = node.outputs.first, input >= 0, output >= 0, graph.tensors[input].type == .float32,
        graph.tensors[output].type == .float32, !isKept[output], readers[output] == 1
      else { continue }
      arguments[output] = input
    }
  }

  /// The tensor of which operator `number` computes the function; nil when it computes something else.
  func argument(_ number: Int) -> Int? {
    let node = graph.operators[number]
    let inputs = inputs(number)
    guard node.code == .mul, inputs.count == 2, node.outputs.count == 1, !node.hasActivation else { return nil }
    if arguments[inputs[1]] == inputs[0] { return inputs[0] }
    return arguments[inputs[0]] == inputs[1] ? inputs[1] : nil
  }
}
