/// What a model says about itself: the parts of value of TensorFlow Lite's metadata.
///
/// It lies, as a flatbuffer with the identifier "M001", in the buffer that the model's metadata list names
/// ``bufferName``.
public struct ModelMetadata: Hashable, Sendable {
  /// The name under which a model lists its metadata buffer.
  public static let bufferName = "TFLITE_METADATA"

  /// A file packed with the model.
  public struct AssociatedFile: Hashable, Sendable {
    /// What a packed file is for.
    public enum Kind: Int, Hashable, Sendable {
      /// Not said.
      case unknown = 0
      /// Prose.
      case descriptions = 1
      /// Labels of an axis: one line an index, as for classifiers.
      case axisLabels = 2
      /// Labels of values: line i for the value i, as for the classes of detectors.
      case valueLabels = 3
      /// Score calibration parameters.
      case scoreCalibration = 4
      /// A vocabulary.
      case vocabulary = 5
      /// An index of a nearest-neighbour search.
      case searchIndex = 6
    }

    /// The file's name in the archive appended to the model.
    public var name: String
    /// What the file is, in prose.
    public var description: String?
    /// What the file is for.
    public var kind: Kind
    /// The language of the labels, as a BCP 47 tag.
    public var locale: String?
  }

  /// What a tensor holds.
  public enum Content: Hashable, Sendable {
    /// Not said.
    case unknown
    /// Numbers without further meaning.
    case feature
    /// A picture: gray or RGB, nil where not said, and its usual size, 0 where not said.
    case image(isGray: Bool?, width: Int, height: Int)
    /// Boxes.
    case boundingBox
    /// Sound.
    case audio
  }

  /// What is known of one input or output.
  public struct Tensor: Hashable, Sendable {
    /// The tensor's name.
    public var name: String?
    /// What the tensor is, in prose.
    public var description: String?
    /// Names of the dimensions.
    public var dimensionNames: [String]
    /// What the tensor holds.
    public var content: Content
    /// `(value - mean) / std` makes the input's real values; nil where not said. One value, or one a channel.
    public var normalization: Preprocessing.Normalization?
    /// The least score that the author means to count; nil where not said.
    public var scoreThreshold: Float?
    /// The least values, one or one a channel; empty where not said.
    public var minimum: [Float]
    /// The greatest values, one or one a channel; empty where not said.
    public var maximum: [Float]
    /// Files that belong to the tensor.
    public var associatedFiles: [AssociatedFile]
  }

  /// What is known of one subgraph.
  public struct Subgraph: Hashable, Sendable {
    /// The subgraph's name.
    public var name: String?
    /// What the subgraph does, in prose.
    public var description: String?
    /// Its inputs, in their order.
    public var inputs: [Tensor]
    /// Its outputs, in their order.
    public var outputs: [Tensor]
    /// Files that belong to the subgraph.
    public var associatedFiles: [AssociatedFile]
  }

  /// The model's name.
  public var name: String?
  /// What the model does, in prose.
  public var description: String?
  /// The model's version.
  public var version: String?
  /// Who made it.
  public var author: String?
  /// Its licence.
  public var license: String?
  /// The oldest metadata parser that understands everything in it.
  public var minimumParserVersion: String?
  /// The subgraphs; the first is the one that runs.
  public var subgraphs: [Subgraph]
  /// Files that belong to the whole model.
  public var associatedFiles: [AssociatedFile]

  /// Reads the contents of a model's metadata buffer.
  /// - Throws: ``VisionError`` with the byte offset when it is not a sound "M001" flatbuffer.
  public init(_ bytes: [UInt8]) throws(VisionError) {
    let root = try MetadataTable.root(of: bytes, identifier: "M001")
    name = try root.string(0)
    description = try root.string(1)
    version = try root.string(2)
    author = try root.string(4)
    license = try root.string(5)
    minimumParserVersion = try root.string(7)
    associatedFiles = try Self.files(root.tables(6))
    subgraphs = []
    for table in try root.tables(3) {
      subgraphs.append(
        Subgraph(
          name: try table.string(0), description: try table.string(1), inputs: try Self.tensors(table.tables(2)),
          outputs: try Self.tensors(table.tables(3)), associatedFiles: try Self.files(table.tables(4))))
    }
  }

  /// The label files of the first subgraph's outputs, then of the subgraph and the model: axis labels before value labels.
  public var labelFiles: [AssociatedFile] {
    let outputs = subgraphs.first?.outputs.flatMap(\.associatedFiles) ?? []
    let all = outputs + (subgraphs.first?.associatedFiles ?? []) + associatedFiles
    return all.filter { $0.kind == .axisLabels } + all.filter { $0.kind == .valueLabels }
  }

  private static func files(_ tables: [MetadataTable]) throws(VisionError) -> [AssociatedFile] {
    var files: [AssociatedFile] = []
    for table in tables {
      files.append(
        AssociatedFile(
          name: try table.string(0) ?? "", description: try table.string(1),
          kind: AssociatedFile.Kind(rawValue: try table.byte(2)) ?? .unknown, locale: try table.string(3)))
    }
    return files
  }

  private static func tensors(_ tables: [MetadataTable]) throws(VisionError) -> [Tensor] {
    var tensors: [Tensor] = []
    for table in tables {
      var tensor = Tensor(
        name: try table.string(0), description: try table.string(1), dimensionNames: try table.strings(2),
        content: try content(table.table(3)), normalization: nil, scoreThreshold: nil, minimum: [], maximum: [],
        associatedFiles: try files(table.tables(6)))
      // Union tags: 1 normalisation, 3 score threshold.
      for unit in try table.tables(4) {
        switch (try unit.byte(0), try unit.table(1)) {
        case (1, let options?):
          tensor.normalization = Preprocessing.Normalization(mean: try options.floats(0), std: try options.floats(1))
        case (3, let options?): tensor.scoreThreshold = try options.float(0)
        default: break
        }
      }
      if let stats = try table.table(5) {
        tensor.maximum = try stats.floats(0)
        tensor.minimum = try stats.floats(1)
      }
      tensors.append(tensor)
    }
    return tensors
  }

  private static func content(_ table: MetadataTable?) throws(VisionError) -> Content {
    guard let table else { return .unknown }
    switch try table.byte(0) {
    case 1: return .feature
    case 2:
      let properties = try table.table(1)
      let colors = try properties?.byte(0) ?? 0
      let size = try properties?.table(1)
      return .image(
        isGray: colors == 1 ? false : colors == 2 ? true : nil, width: try size?.u32(0) ?? 0,
        height: try size?.u32(1) ?? 0)
    case 3: return .boundingBox
    case 4: return .audio
    default: return .unknown
    }
  }
}

extension Labels {
  /// The labels packed with a model: the first label file that its metadata names, or without metadata the only text
  /// file of the archive.
  /// - Throws: ``VisionError`` when there is no such file or it is damaged.
  public init(packedIn archive: ZipArchive, metadata: ModelMetadata?) throws(VisionError) {
    let named = metadata?.labelFiles.first?.name
    let texts = archive.entries.map(\.name).filter { $0.hasSuffix(".txt") || $0.hasSuffix(".pbtxt") }
    guard let name = named ?? (texts.count == 1 ? texts.first : nil) else {
      throw VisionError(
        .missing, "packed labels", expected: "one label file", found: texts.isEmpty ? "none" : "\(texts.count)")
    }
    try self.init(text: try archive.contents(of: name), source: name)
  }
}
