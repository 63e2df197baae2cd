import TFLiteRuntime

/// An input of a model that takes a picture, and how a picture becomes its content.
///
///     let session = try Session(Model(path: path))
///     let input = try PictureInput(session)
///     try input.write(picture, to: session)
///     try session.invoke()
///
/// Size, channels and element type are the input's. The normalisation is that of ``Options``, or else the one that the model's
/// metadata state, or else -1 to 1 for floats and the pixels as they are for integers. Made for the shape that the input has;
/// an input that leaves rows and columns open takes the size of each picture.
public struct PictureInput: Hashable, Sendable {
  /// What the model does not say of its input.
  public struct Options: Hashable, Sendable {
    /// Real values of pixels; nil for those that the model's metadata state.
    public var normalization: Preprocessing.Normalization?
    /// Whether an input of three channels takes blue, green, red.
    public var isBGR = false
    /// What to do when the picture and the input have other proportions.
    public var fit = Preprocessing.Fit.stretch
    /// How the size is changed.
    public var resampling = Resampling.antialiasedBilinear

    /// Pictures are stretched, in RGB, as the metadata say.
    public init() {}
  }

  /// A picture as the input takes it.
  public struct Content: Hashable, Sendable {
    /// The shape that the input needs for it.
    public let shape: Shape
    /// The tensor's bytes, little-endian.
    public let bytes: [UInt8]
    /// Where in the picture the input's coordinates lie, for bringing detections back.
    public let mapping: PictureMapping
  }

  /// The position among the inputs of the session or signature.
  public let index: Int
  /// How pictures are converted; its size is that of each picture where ``followsPicture``.
  public let preprocessing: Preprocessing
  /// Whether the input's rows and columns are open, and become those of the picture.
  public let followsPicture: Bool
  private let shape: Shape
  private let axes: Axes
  /// Bytes of an element.
  private let elementSize: Int

  /// Where rows and columns are in a shape, and how many channels it has.
  private struct Axes: Hashable {
    let rows: Int
    let columns: Int
    let channelCount: Int

    init?(_ shape: Shape) {
      func isChannels(_ count: Int) -> Bool { [1, 3, 4].contains(count) }
      switch shape.rank {
      case 4 where shape[0] == 1 && isChannels(shape[3]): (rows, columns, channelCount) = (1, 2, shape[3])
      case 3 where isChannels(shape[2]): (rows, columns, channelCount) = (0, 1, shape[2])
      case 3 where shape[0] == 1: (rows, columns, channelCount) = (1, 2, 1)
      case 2: (rows, columns, channelCount) = (0, 1, 1)
      default: return nil
      }
    }
  }

  /// Whether a tensor can take a picture: floats of 32 bits or integers, of shape `[1, rows, columns, channels]`,
  /// `[rows, columns, channels]`, `[1, rows, columns]` or `[rows, columns]` with 1, 3 or 4 channels.
  public static func accepts(_ info: TensorInfo) -> Bool {
    [.float32, .uint8, .int8, .int16, .int32, .int64].contains(info.type) && Axes(info.shape) != nil
  }

  /// The picture input of a model: the first that has three channels, or else the first with at least three dimensions that
  /// takes pictures at all.
  /// - Throws: ``VisionError``: `missing` when there is none; as `init(_:at:options:)`.
  public init(_ session: Session, options: Options = .init()) throws(VisionError) {
    let inputs = session.inputs
    let candidates = inputs.indices.filter { Self.accepts(inputs[$0]) && inputs[$0].shape.rank >= 3 }
    guard let index = candidates.first(where: { inputs[$0].shape.innermost == 3 }) ?? candidates.first else {
      throw VisionError(
        .missing, "the model's inputs", expected: "one for a picture, [1,height,width,3]", found: inputs.typesAndShapes)
    }
    try self.init(session, at: index, options: options)
  }

  /// The input at `index` of a model.
  /// - Throws: ``VisionError``: `missing` when there is no such input, `unsupported` when it cannot take a picture, `malformed`
  ///   when the model's metadata are broken or contradict the model. They are not read where `options` state a normalisation.
  public init(_ session: Session, at index: Int, options: Options = .init()) throws(VisionError) {
    try self.init(session.inputs, index, session.model, subgraph: 0, position: index, options)
  }

  /// The input called `name` of a signature.
  /// - Throws: as `init(_:at:options:)`.
  public init(_ signature: SignatureSession, named name: String, options: Options = .init()) throws(VisionError) {
    guard let index = signature.inputNames.firstIndex(of: name) else {
      throw VisionError(
        .missing, "signature '\(RuntimeError.bounded(signature.signature.key))'",
        expected: "an input of \(RuntimeError.bounded("\(signature.inputNames)"))", found: "'\(name)'")
    }
    let subgraph = signature.signature.subgraph
    let tensor = signature.signature.inputs[index].tensor
    let position = signature.model.graphs[subgraph].inputs.firstIndex { $0 == tensor }
    try self.init(signature.inputs, index, signature.model, subgraph: subgraph, position: position, options)
  }

  private init(
    _ inputs: [TensorInfo], _ index: Int, _ model: Model, subgraph: Int, position: Int?, _ options: Options
  ) throws(VisionError) {
    guard inputs.indices.contains(index) else {
      throw VisionError(
        .missing, "the model's inputs", expected: inputs.isEmpty ? "any" : "0 to \(inputs.count - 1)", found: "\(index)"
      )
    }
    let info = inputs[index]
    guard Self.accepts(info), let axes = Axes(info.shape) else {
      throw VisionError(
        .unsupported, "input '\(RuntimeError.bounded(info.name))'",
        expected: "one for a picture, [1,height,width,3]", found: [info].typesAndShapes)
    }
    self.index = index
    self.axes = axes
    shape = info.shape
    let signature = info.shapeSignature
    followsPicture = signature.rank == shape.rank && signature[axes.rows] < 0 && signature[axes.columns] < 0
    elementSize =
      info.type == .int64 ? 8 : info.type == .int32 || info.type == .float32 ? 4 : info.type == .int16 ? 2 : 1
    let channels: ChannelOrder =
      switch axes.channelCount {
      case 1: .gray
      case 4: .rgba
      default: options.isBGR ? .bgr : .rgb
      }
    let normalization: Preprocessing.Normalization?
    if let stated = options.normalization {
      normalization = stated
    } else if let position {
      normalization = try Self.normalization(model, subgraph, position, info, channelCount: axes.channelCount)
    } else {
      normalization = nil
    }
    preprocessing = Preprocessing(
      width: shape[axes.columns], height: shape[axes.rows], channels: channels,
      encoding: Self.encoding(info, normalization), fit: options.fit, resampling: options.resampling)
  }

  /// What the model's metadata say of input `position` of a subgraph, nil where they say nothing.
  private static func normalization(
    _ model: Model, _ subgraph: Int, _ position: Int, _ info: TensorInfo, channelCount: Int
  ) throws(VisionError) -> Preprocessing.Normalization? {
    guard let bytes = model.metadata(named: ModelMetadata.bufferName)?.bytes else { return nil }
    let subgraphs = try ModelMetadata(Array(bytes)).subgraphs
    guard subgraphs.indices.contains(subgraph), !subgraphs[subgraph].inputs.isEmpty else { return nil }
    let inputs = subgraphs[subgraph].inputs
    let inputCount = model.graphs[subgraph].inputs.count
    guard inputs.count == inputCount else {
      throw VisionError(
        .malformed, "model metadata", expected: "entries for the model's \(inputCount) inputs", found: "\(inputs.count)"
      )
    }
    guard let normalization = inputs[position].normalization else { return nil }
    let (mean, std) = (normalization.mean, normalization.std)
    guard [1, channelCount].contains(mean.count), [1, channelCount].contains(std.count), mean.allSatisfy(\.isFinite),
      std.allSatisfy({ $0.isFinite && $0 != 0 })
    else {
      throw VisionError(
        .malformed, "model metadata of input '\(RuntimeError.bounded(info.name))'",
        expected: "1 or \(channelCount) values of mean and std, finite, std not 0",
        found: RuntimeError.bounded("mean \(mean) and std \(std)"))
    }
    return normalization
  }

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

  /// A picture as the input takes it.
  /// - Throws: ``VisionError`` when the normalisation of the options is out of range.
  public func content(of picture: Picture) throws(VisionError) -> Content {
    try picture.withPixels { (pixels) throws(VisionError) -> Content in try content(of: pixels) }
  }

  /// Pixels of any layout, such as a camera's frame, as the input takes them.
  /// - Throws: as `content(of:)` of pictures.
  public func content(of pixels: PixelView) throws(VisionError) -> Content {
    var preprocessing = preprocessing
    var shape = shape
    if followsPicture {
      (preprocessing.width, preprocessing.height) = (pixels.width, pixels.height)
      (shape[axes.columns], shape[axes.rows]) = (pixels.width, pixels.height)
    }
    var bytes = [UInt8](repeating: 0, count: preprocessing.byteCount ?? 0)
    var mapping = PictureMapping(pictureWidth: pixels.width, pictureHeight: pixels.height)
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(VisionError) in
      mapping = try preprocessing.write(pixels, into: UnsafeMutableRawBufferPointer(buffer))
    }
    // Integers wider than pixels are written as bytes first.
    let written = preprocessing.encoding.elementSize
    if elementSize > written, written == 1 {
      var wide = [UInt8](repeating: 0, count: bytes.count * elementSize)
      for (position, byte) in bytes.enumerated() { wide[position * elementSize] = byte }
      bytes = wide
    }
    return Content(shape: shape, bytes: bytes, mapping: mapping)
  }

  /// Writes a picture to the input of `session`, which takes the picture's size where ``followsPicture``.
  /// - Returns: where in the picture the input's coordinates lie.
  /// - Throws: ``VisionError``, as `content(of:)`; `RuntimeError` when the input cannot take the content, as after a resize.
  @discardableResult
  public func write(_ picture: Picture, to session: Session) throws -> PictureMapping {
    try write(content(of: picture), to: session)
  }

  /// Writes pixels of any layout to the input of `session`.
  /// - Returns: where in the picture the input's coordinates lie.
  /// - Throws: as `write(_:to:)` of pictures.
  @discardableResult
  public func write(_ pixels: PixelView, to session: Session) throws -> PictureMapping {
    try write(content(of: pixels), to: session)
  }

  /// Writes a picture to the input of a signature.
  /// - Returns: where in the picture the input's coordinates lie.
  /// - Throws: as `write(_:to:)` of sessions.
  @discardableResult
  public func write(_ picture: Picture, to signature: SignatureSession) throws -> PictureMapping {
    let content = try content(of: picture)
    let name = signature.inputNames[index]
    if content.shape != signature.inputs[index].shape { try signature.resizeInput(name, to: content.shape) }
    try content.bytes.withUnsafeBytes { try signature.write(bytes: $0, toInput: name) }
    return content.mapping
  }

  private func write(_ content: Content, to session: Session) throws -> PictureMapping {
    if followsPicture, content.shape != session.inputs[index].shape {
      try session.resizeInput(index, to: content.shape)
    }
    try content.bytes.withUnsafeBytes { try session.write(bytes: $0, toInput: index) }
    return content.mapping
  }
}

extension [TensorInfo] {
  /// What errors say of tensors.
  var typesAndShapes: String {
    isEmpty ? "none" : RuntimeError.bounded(map { "\($0.type.name) \($0.shape)" }.joined(separator: ", "))
  }
}
