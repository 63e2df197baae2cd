/// A tensor of a session: what operators read and write.
///
/// `data` is valid from planning on, at least as aligned as the element type needs (64 bytes except for constants in the
/// file and tensors that lie inside others), and never null, so kernels may form pointers to empty tensors.
///
/// A session belongs to one thread at a time and no accessor calls out, so that accesses to these properties cannot overlap:
/// they are not checked for that.
public final class RuntimeTensor {
  /// Where the content lies.
  enum Storage {
    /// Not placed yet.
    case none
    /// In the model's bytes.
    case file
    /// Derived from constants or shapes while preparing; the memory may be shared with other sessions.
    case folded(AlignedMemory)
    /// In the arena of the executor.
    case arena
    /// In an input of the graph.
    case view
    /// In memory of its own, which grows when needed.
    case own(AlignedMemory)
    /// In the caller's memory.
    case bound
  }

  /// What the file says of the tensor.
  public let description: TensorDescription
  /// The current shape; meaningless while `hasUnknownShape`.
  @exclusivity(unchecked) public internal(set) var shape: Shape
  /// Bytes of the content.
  @exclusivity(unchecked) public internal(set) var byteCount: Int
  /// Where the content lies.
  @exclusivity(unchecked) public internal(set) var data: UnsafeMutableRawPointer
  /// The content is known before execution: a constant of the file, or folded while preparing.
  @exclusivity(unchecked) public internal(set) var isConstant: Bool
  /// The shape depends on data and the producer has not run yet.
  @exclusivity(unchecked) public internal(set) var hasUnknownShape = false

  @exclusivity(unchecked) var storage = Storage.none
  /// The content comes from the file alone, not from the shapes of this session.
  @exclusivity(unchecked) var isFileConstant: Bool

  /// The shape that the tensor gets, a list whose elements have none yet, from the operator that writes the first of them in
  /// place; nil where it has its shape.
  @exclusivity(unchecked) var settledShape: Shape?

  /// The type of the elements.
  public var type: ElementType { description.type }
  /// The name in the file.
  public var name: String { description.name }
  /// The parameters of a quantized tensor, nil for others.
  public var quantization: Quantization? { description.quantization }
  /// The number of dimensions.
  public var rank: Int { shape.rank }
  /// For messages.
  public var label: String { description.label }

  /// Memory that empty tensors point to. It is never released.
  static var nothing: UnsafeMutableRawPointer { AlignedMemory.nothing }

  init(_ description: TensorDescription) {
    self.description = description
    shape = description.shape
    byteCount = 0
    data = Self.nothing
    isConstant = description.isConstant
    isFileConstant = description.isConstant
    if let constant = description.constant, let base = constant.baseAddress, !isMisaligned {
      storage = .file
      data = UnsafeMutableRawPointer(mutating: base)
      byteCount = description.type.byteCount(ofElements: shape.elementCount) ?? constant.count
    }
  }

  /// The tensor is a constant that lies in the file where its type must not lie. Builds with guarded pages count all, so that
  /// each has pages of its own.
  private var isMisaligned: Bool {
    #if TFLITE_GUARD
    return description.constant?.baseAddress != nil
    #else
    return UInt(bitPattern: description.constant?.baseAddress) % UInt(description.type.alignment) != 0
    #endif
  }

  /// Copies a constant that is not aligned in the file; others stay where they are.
  /// - Throws: `outOfMemory` when the account refuses.
  func align(_ account: MemoryAccount) throws(RuntimeError) {
    guard isMisaligned, let constant = description.constant, let base = constant.baseAddress else { return }
    let copy: AlignedMemory
    do {
      copy = try AlignedMemory(constant.count, for: "an aligned copy of a constant", account)
    } catch {
      throw error.about(label)
    }
    copy.base.copyMemory(from: base, byteCount: constant.count)
    storage = .folded(copy)
    data = copy.base
    byteCount = description.type.byteCount(ofElements: shape.elementCount) ?? constant.count
  }

  /// The tensor has memory, if only for nothing.
  var isPlaced: Bool { if case .none = storage { false } else { true } }

  /// The content lies in memory of the caller's, or of another subgraph.
  var isBound: Bool { if case .bound = storage { true } else { false } }

  /// The content lies in memory of its own.
  var ownsMemory: Bool { if case .own = storage { true } else { false } }

  /// Replaces the content by one derived from it.
  func adopt(_ memory: AlignedMemory) {
    storage = .folded(memory)
    data = memory.base
    byteCount = memory.byteCount
  }

  /// The rows of the tensor, at least 1: those of all images `[N, H, W, C]`; of a tensor of one image, or of fewer axes than
  /// three, its extent along the first axis that is not one.
  var rowCount: Int {
    if shape.rank >= 3, shape[0] != 1 { return max(1, shape[0] &* shape[1]) }
    var axis = 0
    while axis < shape.rank {
      if shape[axis] != 1 { return max(1, shape[axis]) }
      axis += 1
    }
    return 1
  }

  /// The number of elements.
  public var elementCount: Int { shape.elementCount }

  /// The content as values of `T`, to read.
  public func pointer<T: BitwiseCopyable>(as type: T.Type) -> UnsafePointer<T> {
    UnsafePointer(data.assumingMemoryBound(to: type))
  }

  /// The content as values of `T`, to write. Only outputs, variables and, in the body of a loop, its lists may be written.
  public func mutablePointer<T: BitwiseCopyable>(as type: T.Type) -> UnsafeMutablePointer<T> {
    data.assumingMemoryBound(to: type)
  }

  /// The content as a buffer of `elementCount` values of `T`.
  public func values<T: BitwiseCopyable>(as type: T.Type) -> UnsafeBufferPointer<T> {
    UnsafeBufferPointer(start: pointer(as: type), count: byteCount / MemoryLayout<T>.stride)
  }

  /// The content, to read.
  public var bytes: UnsafeRawBufferPointer { .init(start: data, count: byteCount) }

  /// Finds out whether the account will grant `ensureOwnMemory`, which gives back what the tensor has before it asks for more.
  /// - Throws: `outOfMemory` when it will not.
  func checkOwnMemory(_ count: Int, _ account: MemoryAccount) throws(RuntimeError) {
    var own = 0
    if case .own(let memory) = storage {
      if memory.byteCount >= count { return }
      own = memory.byteCount
    }
    do {
      try account.check(count, insteadOf: own, for: Self.purpose)
    } catch {
      throw error.about(label)
    }
  }

  /// What the account counts it for.
  private static let purpose = "a tensor"

  /// Gives the tensor memory of its own of at least `count` bytes, keeping what it has when that is enough.
  /// - Throws: `outOfMemory` when the account refuses; the tensor has no memory then.
  func ensureOwnMemory(
    _ count: Int, _ account: MemoryAccount, holder: MemoryAccount.Holder = .session
  ) throws(RuntimeError) {
    if case .own(let memory) = storage, memory.byteCount >= count {
      data = memory.base
    } else {
      storage = .none
      data = Self.nothing
      byteCount = 0
      let memory: AlignedMemory
      do {
        memory = try AlignedMemory(count, for: Self.purpose, account, holder: holder)
      } catch {
        throw error.about(label)
      }
      storage = .own(memory)
      data = memory.base
    }
    byteCount = count
  }
}

extension RuntimeError {
  /// The same error about a tensor.
  fileprivate func about(_ tensor: String) -> RuntimeError {
    var error = self
    error.tensor = tensor
    return error
  }
}
