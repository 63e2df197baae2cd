import TFLiteRuntime
import TFLiteVision

/// The output of a classifier that holds the scores of all classes.
struct ClassScores {
  private let index: Int
  /// How many classes there are.
  let count: Int

  /// - Parameters:
  ///   - output: by position; nil for the first that can hold scores.
  ///   - labels: have to be as many as there are scores, where there are any.
  ///   - source: what to call the labels in errors.
  /// - Throws: `invalidData` when there is no such output or the labels are of another number.
  init(_ runner: ModelRunner, output: Int?, labels: Labels?, source: String?) throws(ToolError) {
    let outputs = runner.outputs
    func holdsScores(_ info: TensorInfo) -> Bool {
      [.float32, .float16, .uint8, .int8, .int16].contains(info.type) && info.shape.innermost > 1
        && info.shape.checkedElementCount == info.shape.innermost
    }
    if let output, !outputs.indices.contains(output) {
      throw ToolError(
        .invalidData, "--scores", expected: "an output, 0 to \(outputs.count - 1)", found: "\(output)")
    }
    guard let index = output ?? outputs.indices.first(where: { holdsScores(outputs[$0]) }),
      holdsScores(outputs[index])
    else {
      let found = outputs.map { "\($0.type.name) \($0.shape)" }.joined(separator: ", ")
      throw ToolError(
        .invalidData, output.map { "output \($0)" } ?? "the model's outputs", expected: "scores of classes, [1,count]",
        found: found.isEmpty ? "none" : found)
    }
    count = outputs[index].shape.innermost
    if let labels, labels.count != count {
      throw ToolError(
        .invalidData, source ?? "the labels", expected: "\(count) labels for output '\(outputs[index].name)'",
        found: "\(labels.count) (--no-labels shows numbers, --labels takes another file)")
    }
    self.index = index
  }

  /// The scores of the last invocation.
  func values(_ runner: ModelRunner) throws(RuntimeError) -> [Float] { try runner.dequantizedOutput(index) }
}
