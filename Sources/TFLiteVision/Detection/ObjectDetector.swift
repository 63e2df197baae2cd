import TFLiteRuntime

/// Finds objects in pictures with a model that ends in TFLite_Detection_PostProcess, and hands states on from each picture to
/// the next where the model has them.
///
///     let detector = try ObjectDetector(Session(Model(path: path)))
///     detector.decoder.labels = try Labels(contentsOf: "dict.txt")
///     for object in try detector.detect(in: picture) { print(object.label ?? "", object.score, object.pixels) }
///
/// Belongs to one thread or task at a time, as its session does.
public final class ObjectDetector {
  /// Positions of the outputs.
  public struct Outputs: Hashable, Sendable {
    /// `[1, N, 4]`: top, left, bottom, right.
    public let boxes: Int
    /// `[1, N]`: class indices.
    public let classes: Int
    /// `[1, N]`: scores.
    public let scores: Int
    /// `[1]`: how many of the N are valid; nil where all are.
    public let count: Int?

    var all: [Int] { [boxes, classes, scores] + (count.map { [$0] } ?? []) }
  }

  /// An input that takes an output of the picture before.
  public struct State: Hashable, Sendable {
    /// The position among the inputs.
    public let input: Int
    /// The position among the outputs.
    public let output: Int
  }

  /// What runs the model.
  public let session: Session
  /// The input for the picture.
  public let input: PictureInput
  /// The outputs of the detector.
  public let outputs: Outputs
  /// The states, in the order of the inputs; empty for most models.
  public let states: [State]
  /// Which objects count, and what they are called.
  public var decoder: DetectionDecoder

  /// A detector that has seen no picture yet.
  ///
  /// The outputs are those of the operator, in its order. In models that do not end in it they are told by their shapes, boxes
  /// of `[1, N, 4]`, then two of `[1, N]`, classes before scores, and perhaps a count of `[1]`. Inputs beside the picture are
  /// states: each takes the first output, in the model's order and beside the detections, of its type, shape and quantisation.
  /// - Parameters:
  ///   - session: of the model, used by nobody else.
  ///   - options: what the model does not say of its picture input.
  ///   - decoder: which objects count, and what they are called.
  /// - Throws: ``VisionError``: `missing` when there are no outputs of a detector or an input is neither the picture nor a
  ///   state; as ``PictureInput``. `RuntimeError` when the model cannot be prepared.
  public init(
    _ session: Session, options: PictureInput.Options = .init(), decoder: DetectionDecoder = .init()
  ) throws {
    self.session = session
    self.decoder = decoder
    input = try PictureInput(session, options: options)
    try session.prepare()
    outputs = try Self.outputs(of: session)
    states = try Self.states(of: session, beside: input.index, outputs)
    try resetStates()
  }

  /// Sets the states to zero, as before the first picture. Variables of the model are not touched: see `Session.resetState`.
  /// - Throws: `RuntimeError`, `invalidState` while the session is in use.
  public func resetStates() throws {
    for state in states {
      let zeros = Self.zeros(session.inputs[state.input])
      try zeros.withUnsafeBytes { try session.write(bytes: $0, toInput: state.input) }
    }
  }

  /// The objects in the next picture, highest score first.
  /// - Throws: `RuntimeError` when the run fails, ``VisionError`` when the outputs are no detections. States are as they were.
  public func detect(in picture: Picture) throws -> [Detection] {
    try run(input.write(picture, to: session))
  }

  /// The objects in the next camera frame or other pixels.
  /// - Throws: as `detect(in:)` of pictures.
  public func detect(in pixels: PixelView) throws -> [Detection] {
    try run(input.write(pixels, to: session))
  }

  private func run(_ mapping: PictureMapping) throws -> [Detection] {
    try session.invoke()
    let count = try outputs.count.flatMap { try session.dequantizedOutput($0).first }
    let detections = try decoder.detections(
      boxes: session.dequantizedOutput(outputs.boxes), classes: session.dequantizedOutput(outputs.classes),
      scores: session.dequantizedOutput(outputs.scores), count: count, mapping: mapping)
    let next = try states.map { state in try session.withOutputBytes(state.output) { Array($0) } }
    for (state, bytes) in zip(states, next) {
      try bytes.withUnsafeBytes { try session.write(bytes: $0, toInput: state.input) }
    }
    return detections
  }

  private static func outputs(of session: Session) throws(VisionError) -> Outputs {
    if let graph = session.model.graphs.first,
      let node = graph.operators.first(where: { $0.name == "TFLite_Detection_PostProcess" }), node.outputs.count >= 3
    {
      let positions = node.outputs.prefix(4).map { graph.outputs.firstIndex(of: $0) }
      if let boxes = positions[0], let classes = positions[1], let scores = positions[2] {
        return Outputs(boxes: boxes, classes: classes, scores: scores, count: positions.count > 3 ? positions[3] : nil)
      }
    }
    let infos = session.outputs
    let shapes = infos.map { $0.shape.dimensions }
    if let boxes = shapes.firstIndex(where: { $0.count == 3 && $0[0] == 1 && $0[2] == 4 }) {
      let lists = shapes.indices.filter { shapes[$0] == [1, shapes[boxes][1]] }
      if lists.count >= 2 {
        return Outputs(
          boxes: boxes, classes: lists[0], scores: lists[1], count: shapes.firstIndex(where: { $0 == [1] }))
      }
    }
    throw VisionError(
      .missing, "the model's outputs", expected: "boxes [1,N,4], classes [1,N], scores [1,N] and a count [1]",
      found: infos.typesAndShapes)
  }

  private static func states(
    of session: Session, beside picture: Int, _ outputs: Outputs
  ) throws(VisionError) -> [State] {
    let infos = session.outputs
    var free = infos.indices.filter { !outputs.all.contains($0) }
    var states: [State] = []
    for (index, info) in session.inputs.enumerated() where index != picture {
      let match = free.firstIndex { position in
        let output = infos[position]
        return output.type == info.type && output.shape == info.shape && output.quantization == info.quantization
      }
      guard let match, info.type != .string else {
        throw VisionError(
          .missing, "input '\(RuntimeError.bounded(info.name))'",
          expected: "the picture, or a state with an output like it", found: [info].typesAndShapes)
      }
      states.append(State(input: index, output: free.remove(at: match)))
    }
    return states
  }

  /// The bytes of a tensor whose real values are zero.
  private static func zeros(_ info: TensorInfo) -> [UInt8] {
    let zeroPoint = info.quantization?.zeroPoint ?? 0
    switch info.type {
    case .int8, .uint8: return [UInt8](repeating: UInt8(truncatingIfNeeded: zeroPoint), count: info.byteCount)
    case .int16:
      let value = UInt16(truncatingIfNeeded: zeroPoint)
      let bytes = [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      return (0..<info.byteCount).map { bytes[$0 & 1] }
    default: return [UInt8](repeating: 0, count: info.byteCount)
    }
  }
}
