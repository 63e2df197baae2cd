/// The affine map between a tensor's integers and the reals they stand for: `real = scale * (q - zeroPoint)`.
public struct Quantization: Hashable, Sendable {
  /// One scale for the whole tensor, or one for each index along `axis`.
  public var scales: [Float]
  /// As many zero points as scales.
  public var zeroPoints: [Int]
  /// The axis along which the parameters differ; meaningful only when `isPerChannel`.
  public var axis: Int
  /// Blockwise parameters, held in other tensors of the same subgraph; nil otherwise.
  public var blocks: Blocks?

  /// Parameters that change every `size` elements along the axis.
  public struct Blocks: Hashable, Sendable {
    /// The tensor of the scales.
    public var scalesTensor: Int
    /// The tensor of the zero points, -1 for none.
    public var zeroPointsTensor: Int
    /// Elements along the axis that share a scale.
    public var size: Int
  }

  /// Parameters of known parts; as many zero points as scales.
  public init(scales: [Float], zeroPoints: [Int], axis: Int = 0, blocks: Blocks? = nil) {
    self.scales = scales
    self.zeroPoints = zeroPoints
    self.axis = axis
    self.blocks = blocks
  }

  /// Parameters for the whole tensor.
  public init(scale: Float, zeroPoint: Int) { self.init(scales: [scale], zeroPoints: [zeroPoint]) }

  /// The scale of the whole tensor, or of the first channel.
  public var scale: Float { scales.first ?? 0 }

  /// The zero point of the whole tensor, or of the first channel.
  public var zeroPoint: Int { zeroPoints.first ?? 0 }

  /// The parameters differ along `axis`.
  public var isPerChannel: Bool { scales.count > 1 }
}
