import TFLiteRuntime
import TFLiteVision

/// An input that takes a picture.
struct PictureInput {
  let index: Int
  private let preprocessing: Preprocessing
  /// Whether the input's extents are those of the picture.
  private let followsPicture: Bool
  private let isWide: Bool
  private let layout: Layout

  /// Where rows, columns and channels are in a shape.
  private struct Layout {
    let rows: Int
    let columns: Int
    /// -1 for gray pictures without such an axis.
    let channels: Int

    init?(_ shape: Shape) {
      func isChannels(_ count: Int) -> Bool { [1, 3, 4].contains(count) }
      switch shape.rank {
      case 4 where shape[0] == 1 && isChannels(shape[3]): (rows, columns, channels) = (1, 2, 3)
      case 3 where isChannels(shape[2]): (rows, columns, channels) = (0, 1, 2)
      case 3 where shape[0] == 1: (rows, columns, channels) = (1, 2, -1)
      case 2: (rows, columns, channels) = (0, 1, -1)
      default: return nil
      }
    }
  }

  /// Whether `info` can take a picture.
  static func accepts(_ info: TensorInfo) -> Bool {
    [.float32, .uint8, .int8, .int16, .int32, .int64].contains(info.type) && Layout(info.shape) != nil
  }

  /// The picture input of a model: the first that has three channels, or else the first that takes pictures at all.
  /// - Throws: `invalidData` when there is none.
  static func find(_ runner: ModelRunner, _ options: PictureOptions) throws(ToolError) -> PictureInput {
    let inputs = runner.inputs
    let candidates = inputs.indices.filter { accepts(inputs[$0]) && inputs[$0].shape.rank >= 3 }
    guard let index = candidates.first(where: { inputs[$0].shape.innermost == 3 }) ?? candidates.first else {
      let found = inputs.map { "\($0.type.name) \($0.shape)" }.joined(separator: ", ")
      throw ToolError(
        .invalidData, "the model's inputs", expected: "one for a picture, [1,height,width,3]",
        found: found.isEmpty ? "none" : found)
    }
    return try PictureInput(runner, index, options, model: runner.session.model)
  }

  /// - Throws: `invalidData` when the input cannot take a picture.
  init(_ runner: ModelRunner, _ index: Int, _ options: PictureOptions, model: Model) throws(ToolError) {
    let info = runner.inputs[index]
    guard Self.accepts(info), let layout = Layout(info.shape) else {
      throw ToolError(
        .invalidData, "input '\(info.name)'", expected: "one for a picture, [1,height,width,3]",
        found: "\(info.type.name) \(info.shape)")
    }
    self.index = index
    self.layout = layout
    let signature = info.shapeSignature
    followsPicture = signature.rank == info.shape.rank && signature[layout.rows] < 0 && signature[layout.columns] < 0
    let channels: ChannelOrder =
      switch layout.channels < 0 ? 1 : info.shape[layout.channels] {
      case 1: .gray
      case 4: .rgba
      default: options.bgr ? .bgr : .rgb
      }
    isWide = info.type == .int32 || info.type == .int64
    preprocessing = Preprocessing(
      width: info.shape[layout.columns], height: info.shape[layout.rows], channels: channels,
      encoding: Self.encoding(info, options.normalization ?? Self.normalization(model, index)),
      fit: options.preprocessingFit, resampling: options.preprocessingResampling)
  }

  /// What the model's metadata say of its input.
  private static func normalization(_ model: Model, _ index: Int) -> Preprocessing.Normalization? {
    guard let bytes = model.metadata(named: ModelMetadata.bufferName)?.bytes,
      let inputs = (try? ModelMetadata(Array(bytes)))?.subgraphs.first?.inputs, inputs.indices.contains(index)
    else { return nil }
    return inputs[index].normalization
  }

  /// Integer inputs take pixels as they are unless a normalisation is known, floats -1 to 1.
  private static func encoding(
    _ info: TensorInfo, _ normalization: Preprocessing.Normalization?
  ) -> Preprocessing.Encoding {
    let type: Preprocessing.IntegerType
    switch info.type {
    case .float32: return .float32(normalization ?? .minusOneToOne)
    case .int8: type = .int8
    case .int16: type = .int16
    default: type = .uint8
    }
    guard let normalization, let quantization = info.quantization, quantization.scale > 0 else { return .raw(type) }
    return .quantized(type, scale: quantization.scale, zeroPoint: quantization.zeroPoint, normalization)
  }

  /// Writes `picture` to the input, which takes the picture's size where the model leaves it open.
  /// - Returns: where in the picture the input's coordinates lie.
  func write(_ picture: Picture, _ runner: ModelRunner) throws -> PictureMapping {
    var preprocessing = preprocessing
    if followsPicture {
      preprocessing.width = picture.width
      preprocessing.height = picture.height
      var shape = runner.inputs[index].shape
      shape[layout.rows] = picture.height
      shape[layout.columns] = picture.width
      if shape != runner.inputs[index].shape { try runner.resizeInput(index, to: shape) }
    }
    var bytes = [UInt8](repeating: 0, count: preprocessing.byteCount ?? 0)
    var mapping = PictureMapping(pictureWidth: picture.width, pictureHeight: picture.height)
    try bytes.withUnsafeMutableBytes { mapping = try preprocessing.write(picture, into: $0) }
    if isWide {
      let width = runner.inputs[index].type == .int32 ? 4 : 8
      bytes = bytes.flatMap { [$0] + [UInt8](repeating: 0, count: width - 1) }
    }
    try runner.write(bytes: bytes, toInput: index)
    return mapping
  }
}
