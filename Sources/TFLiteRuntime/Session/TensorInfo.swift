/// What a session says of one of its tensors.
public struct TensorInfo: Sendable, Hashable {
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
    name = tensor.name
    type = tensor.type
    shape = tensor.shape
    modelShape = tensor.description.shape
    shapeSignature = tensor.description.shapeSignature
    quantization = tensor.quantization
    byteCount = tensor.type.byteCount(ofElements: tensor.shape.checkedElementCount ?? 0) ?? tensor.byteCount
    hasKnownShape = !tensor.hasUnknownShape
  }
}
