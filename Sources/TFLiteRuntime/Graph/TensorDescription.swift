import TFLiteSchema

/// What the file says of one tensor. Its pointers lead to memory that never changes, hence sendable.
public struct TensorDescription: @unchecked Sendable {
  /// All of it lies in one place, so that passes and sessions, which keep lists of them, copy a reference.
  private final class Facts {
    let index: Int
    let name: String
    let type: ElementType
    let shape: Shape
    let shapeSignature: Shape
    let hasRank: Bool
    let quantization: Quantization?
    let isVariable: Bool
    let constant: UnsafeRawBufferPointer?
    let sparsity: Schema.SparsityParameters?
    let isHandedDown: Bool
    let isList: Bool
    /// What `constant` lies in, where that is not the file.
    let held: HeldConstant?

    init(
      index: Int, name: String, type: ElementType, shape: Shape, shapeSignature: Shape, hasRank: Bool,
      quantization: Quantization?, isVariable: Bool, constant: UnsafeRawBufferPointer?,
      sparsity: Schema.SparsityParameters?, isHandedDown: Bool, isList: Bool,
      held: HeldConstant?
    ) {
      self.index = index
      self.name = name
      self.type = type
      self.shape = shape
      self.shapeSignature = shapeSignature
      self.hasRank = hasRank
      self.quantization = quantization
      self.isVariable = isVariable
      self.constant = constant
      self.sparsity = sparsity
      self.isHandedDown = isHandedDown
      self.isList = isList
      self.held = held
    }
  }

  private let facts: Facts

  init(
    index: Int, name: String, type: ElementType, shape: Shape, shapeSignature: Shape, hasRank: Bool = true,
    quantization: Quantization? = nil, isVariable: Bool = false, constant: UnsafeRawBufferPointer? = nil,
    sparsity: Schema.SparsityParameters? = nil, isHandedDown: Bool = false, isList: Bool = false,
    held: HeldConstant? = nil
  ) {
    facts = Facts(
      index: index, name: name, type: type, shape: shape, shapeSignature: shapeSignature, hasRank: hasRank,
      quantization: quantization, isVariable: isVariable, constant: constant, sparsity: sparsity,
      isHandedDown: isHandedDown, isList: isList, held: held)
  }

  /// The same tensor with its axes in another order: axis `i` is what axis `axes[i]` is now.
  func transposed(_ axes: [Int]) -> TensorDescription {
    TensorDescription(
      index: index, name: name, type: type, shape: Shape(axes.map { shape[$0] }),
      shapeSignature: Shape(axes.map { shapeSignature[$0] }), quantization: quantization, isHandedDown: isHandedDown)
  }

  /// The position in its subgraph.
  public var index: Int { facts.index }
  /// The name in the file; may be empty.
  public var name: String { facts.name }
  /// The type of the elements: the one in the file, or, for the tensors of a session, what `OutputTypes` makes of it.
  public var type: ElementType { facts.type }
  /// The shape in the file; unknown extents stand as 1.
  public var shape: Shape { facts.shape }
  /// The shape with -1 for unknown extents; equals `shape` when nothing is unknown.
  public var shapeSignature: Shape { facts.shapeSignature }
  /// False only for tensors whose rank the file leaves open.
  public var hasRank: Bool { facts.hasRank }
  /// The parameters of a quantized tensor, nil for others.
  public var quantization: Quantization? { facts.quantization }
  /// Keeps its content from one invocation to the next, starting at zero.
  public var isVariable: Bool { facts.isVariable }
  /// The constant content, nil for tensors computed at run time. Lies in the model's bytes, or in what
  /// a pass has made.
  package var constant: UnsafeRawBufferPointer? { facts.constant }
  /// The layout of sparse constants.
  package var sparsity: Schema.SparsityParameters? { facts.sparsity }

  /// An input of a subgraph that is a constant because the operator that runs the subgraph hands it that: see `HandedConstants`.
  var isHandedDown: Bool { facts.isHandedDown }

  /// A `VARIANT` of the file that is a list of tensors: see `TensorList`. The file states neither its type nor its rank.
  var isList: Bool { facts.isList }

  /// The content stands in the file.
  public var isConstant: Bool { constant != nil }

  /// For messages: the name, or the number when the name is empty.
  public var label: String { name.isEmpty ? "#\(index)" : "'\(name)'" }
}

/// The content of a constant that is not in the file. It never changes, hence sendable.
final class HeldConstant: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  init(_ values: [Int32]) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * values.count, alignment: 16)
    values.withUnsafeBytes { buffer.copyMemory(from: $0) }
    bytes = UnsafeRawBufferPointer(buffer)
  }

  deinit { bytes.deallocate() }
}
