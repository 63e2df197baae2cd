/// What a session says of one of its tensors.
public struct TensorInfo: Sendable, Hashable {
  /// The position among the tensors of the subgraph in the file.
  public let number: Int
  /// The name in the file; may be empty.
  public let name: String
  /// The type of the elements.
  public let type: ElementType
  /// The current shape.
  public let shape: Shape
  /// The shape in the file, with 1 for extents that are open.
  public let modelShape: Shape
  /// The shape in the file with -1 for extents that are open.
  public let shapeSignature: Shape
  /// Parameters for the tensor or for each channel, nil when there are none.
  public let quantization: Quantization?
  /// Bytes of the content at the current shape.
  public let byteCount: Int
  /// False for an output whose shape depends on data that has not been computed yet.
  public let hasKnownShape: Bool

  init(_ tensor: RuntimeTensor) {
    number = tensor.description.index
    name = tensor.name
    type = tensor.type
    shape = tensor.shape
    modelShape = tensor.description.shape
    shapeSignature = tensor.description.shapeSignature
    quantization = tensor.quantization
    byteCount = tensor.contentByteCount
    hasKnownShape = !tensor.hasUnknownShape
  }

  /// Nothing has changed since.
  fileprivate func describes(_ tensor: RuntimeTensor) -> Bool {
    hasKnownShape != tensor.hasUnknownShape && shape == tensor.shape && byteCount == tensor.contentByteCount
  }
}

/// What was last said of several tensors, which is not made anew while it is true.
final class TensorInfos {
  private var infos: [TensorInfo] = []

  init() {}

  func current(_ tensors: [RuntimeTensor]) -> [TensorInfo] {
    if infos.count != tensors.count || !zip(infos, tensors).allSatisfy({ $0.describes($1) }) {
      infos = tensors.map { TensorInfo($0) }
    }
    return infos
  }
}
