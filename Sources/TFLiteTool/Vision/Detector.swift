import TFLiteRuntime
import TFLiteVision

/// A detector at work: a picture goes in, the four outputs of TFLite_Detection_PostProcess come out, and states go from
/// each frame to the next.
struct Detector {
  /// An input that takes an output of the frame before.
  private struct State {
    let input: Int
    let output: Int
  }

  /// Positions of boxes, classes, scores and, where there is one, the count.
  struct Outputs: Equatable {
    let boxes: Int
    let classes: Int
    let scores: Int
    let count: Int?

    var all: [Int] { [boxes, classes, scores] + (count.map { [$0] } ?? []) }
  }

  private let runner: ModelRunner
  private let input: PictureInput
  private let outputs: Outputs
  private let states: [State]

  /// - Throws: `invalidData` when the model has no picture input, not the outputs of a detector, or inputs that are
  ///   neither.
  init(_ runner: ModelRunner, _ options: PictureOptions) throws {
    self.runner = runner
    input = try PictureInput.find(runner, options)
    try runner.prepare()
    outputs = try Self.find(runner)
    states = try Self.states(runner, beside: input.index, outputs)
    try reset()
  }

  var hasState: Bool { !states.isEmpty }

  /// Sets the states to zero, as before the first frame.
  func reset() throws {
    var generator = SeededGenerator(seed: 0)
    for state in states {
      try runner.write(bytes: InputFill.zeros.bytes(runner.inputs[state.input], &generator), toInput: state.input)
    }
  }

  /// The detections in the next frame.
  func detect(_ picture: Picture, _ decoder: DetectionDecoder) throws -> [Detection] {
    let mapping = try input.write(picture, runner)
    try runner.invoke()
    let detections = try decoder.detections(
      boxes: runner.dequantizedOutput(outputs.boxes), classes: runner.dequantizedOutput(outputs.classes),
      scores: runner.dequantizedOutput(outputs.scores),
      count: outputs.count.flatMap { try runner.dequantizedOutput($0).first }, mapping: mapping)
    let next = try states.map { try runner.outputBytes($0.output) }
    for (state, bytes) in zip(states, next) { try runner.write(bytes: bytes, toInput: state.input) }
    return detections
  }

  /// The outputs by the operator that makes them, or else by their shapes in the usual order.
  private static func find(_ runner: ModelRunner) throws(ToolError) -> Outputs {
    if let graph = runner.session.model.graphs.first,
      let node = graph.operators.first(where: { $0.name == "TFLite_Detection_PostProcess" }), node.outputs.count >= 3
    {
      let positions = node.outputs.prefix(4).map { graph.outputs.firstIndex(of: $0) }
      if positions.count >= 3, let boxes = positions[0], let classes = positions[1], let scores = positions[2] {
        return Outputs(boxes: boxes, classes: classes, scores: scores, count: positions.count > 3 ? positions[3] : nil)
      }
    }
    let shapes = runner.outputs.map { $0.shape.dimensions }
    if let boxes = shapes.firstIndex(where: { $0.count == 3 && $0[0] == 1 && $0[2] == 4 }) {
      let lists = shapes.indices.filter { shapes[$0] == [1, shapes[boxes][1]] }
      if lists.count >= 2 {
        return Outputs(
          boxes: boxes, classes: lists[0], scores: lists[1], count: shapes.firstIndex(where: { $0 == [1] }))
      }
    }
    let found = runner.outputs.map { "\($0.type.name) \($0.shape)" }.joined(separator: ", ")
    throw ToolError(
      .invalidData, "the model's outputs", expected: "boxes [1,N,4], classes [1,N], scores [1,N] and a count [1]",
      found: found.isEmpty ? "none" : found)
  }

  /// The inputs beside the picture, each with the next output beyond the detections of its type, shape and parameters.
  private static func states(
    _ runner: ModelRunner, beside picture: Int, _ outputs: Outputs
  ) throws(ToolError) -> [State] {
    var free = runner.outputs.indices.filter { !outputs.all.contains($0) }
    var states: [State] = []
    for (index, info) in runner.inputs.enumerated() where index != picture {
      let match = free.firstIndex { position in
        let output = runner.outputs[position]
        return output.type == info.type && output.shape == info.shape && output.quantization == info.quantization
      }
      guard let match else {
        throw ToolError(
          .invalidData, "input '\(info.name)'", expected: "the picture, or a state with an output like it",
          found: "\(info.type.name) \(info.shape)")
      }
      states.append(State(input: index, output: free.remove(at: match)))
    }
    return states
  }
}
