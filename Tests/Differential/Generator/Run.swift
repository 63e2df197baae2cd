import TFLiteRuntime

/// How a session of a trial runs.
package struct Run: CustomStringConvertible, Sendable {
  package var kernels: SessionOptions.Kernels
  package var threads = 1
  package var rewrites = false
  /// Operators run in bands of a few rows, however small the tensors.
  package var bands = false

  /// What all others are held to.
  static let oracle = Run(kernels: .reference)

  package var description: String {
    "\(kernels.rawValue), \(threads) threads, rewrites \(rewrites ? "on" : "off")" + (bands ? ", bands" : "")
  }

  var options: SessionOptions {
    var options = SessionOptions()
    options.kernels = kernels
    options.threads = .count(threads)
    options.rewrites = rewrites
    options.memoryLimit = 1 << 26
    if bands { options.bands = BandLimits(smallestTensor: 1, band: 256, constants: 1 << 20) }
    return options
  }
}

/// One invocation of a trial.
struct Step: Sendable {
  /// The shapes that the inputs are given before; nil to leave them.
  var shapes: [[Int]]?
  /// The bytes of all inputs.
  var feeds: [[UInt8]]
}

/// A session of a trial, which takes one step after the other.
struct TrialSession {
  let session: Session
  private let steps: [Step]

  init(_ model: Model, _ run: Run, _ steps: [Step]) throws(RuntimeError) {
    session = try Session(model, options: run.options)
    self.steps = steps
  }

  func outcomes() -> [Outcome] { steps.map { outcome($0) } }

  private func outcome(_ step: Step) -> Outcome {
    do throws(RuntimeError) {
      return .outputs(try outputs(step))
    } catch {
      return .failure(error)
    }
  }

  private func outputs(_ step: Step) throws(RuntimeError) -> [Output] {
    if let shapes = step.shapes {
      for (index, shape) in shapes.enumerated() { try session.resizeInput(index, to: Shape(shape)) }
    }
    for (index, bytes) in step.feeds.enumerated() {
      try session.write(bytes: bytes.span.bytes, toInput: index)
    }
    try session.invoke()
    var outputs: [Output] = []
    for (index, output) in session.outputs.enumerated() {
      let bytes = try session.withOutputBytes(index) { [UInt8]($0) }
      outputs.append(Output(type: output.type, shape: output.shape.dimensions, bytes: bytes))
    }
    return outputs
  }
}
