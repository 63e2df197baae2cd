/// A tensor by itself: type, shape and elements, to pass between tasks and sessions.
///
///     let pixels = try TensorValue(values, shape: [1, 224, 224, 3])
///     let outputs = try await pool.run([pixels])
///     let scores = try outputs[0].values(as: Float.self)
public struct TensorValue: Sendable, Hashable {
  /// The type of the elements.
  public let type: ElementType
  /// The extents, outermost first.
  public let shape: Shape
  /// The parameters of quantized elements, nil for others.
  public let quantization: Quantization?
  /// Little-endian, row-major; strings in TensorFlow Lite's form.
  private var bytes: [UInt8]

  // MARK: Making

  /// Numbers as they lie in memory.
  /// - Throws: `invalidArgument` when the shape has another number of elements.
  public init<T: TensorScalar>(_ values: [T], shape: Shape) throws(RuntimeError) {
    try Self.check(values.count, shape)
    type = T.elementTypes.first ?? .uint8
    self.shape = shape
    quantization = nil
    bytes = values.withUnsafeBytes { Array($0) }
  }

  /// Truth values, of type BOOL.
  /// - Throws: `invalidArgument` when the shape has another number of elements.
  public init(_ values: [Bool], shape: Shape) throws(RuntimeError) {
    try Self.check(values.count, shape)
    type = .bool
    self.shape = shape
    quantization = nil
    bytes = values.map { $0 ? 1 : 0 }
  }

  /// Strings.
  /// - Throws: `invalidArgument` when the shape has another number of elements.
  public init(strings: [String], shape: Shape) throws(RuntimeError) {
    try Self.check(strings.count, shape)
    type = .string
    self.shape = shape
    quantization = nil
    bytes = SerializedStrings.encode(strings.map { Array($0.utf8) })
  }

  /// Bytes as an input takes them, little-endian.
  /// - Throws: `invalidArgument` when type and shape have another number of bytes.
  public init(bytes: [UInt8], type: ElementType, shape: Shape) throws(RuntimeError) {
    let count = try Self.elementCount(shape)
    if let expected = type.byteCount(ofElements: count) {
      if bytes.count != expected {
        throw RuntimeError(
          .invalidArgument, "wrong number of bytes", expected: "\(expected) for \(type.name) \(shape)",
          actual: "\(bytes.count)")
      }
    } else {
      let found = bytes.withUnsafeBytes { SerializedStrings.count($0) }
      if type != .string || found != count {
        throw RuntimeError(
          .invalidArgument, "wrong number of serialized strings", expected: "\(count) for \(type.name) \(shape)",
          actual: "\(found) in \(bytes.count) bytes")
      }
    }
    self.type = type
    self.shape = shape
    quantization = nil
    self.bytes = bytes
  }

  /// Reals as the elements of an input, quantized as `TensorAccess.write(reals:toInput:)` does.
  /// - Parameters:
  ///   - reals: as many as the shape has elements.
  ///   - info: the input that they are for; its shape is the value's.
  /// - Throws: `invalidArgument` when the shape has another number of elements, or the type is not one of numbers.
  public init(reals: [Float], for info: TensorInfo) throws(RuntimeError) {
    try Self.check(reals.count, info.shape)
    type = info.type
    shape = info.shape
    quantization = info.quantization
    bytes = [UInt8](repeating: 0, count: info.byteCount)
    try withTensor { (tensor) throws(RuntimeError) in try tensor.quantize(reals) }
  }

  init(copying tensor: RuntimeTensor) {
    type = tensor.type
    shape = tensor.shape
    quantization = tensor.quantization
    bytes = Array(tensor.bytes)
  }

  private static func elementCount(_ shape: Shape) throws(RuntimeError) -> Int {
    guard let count = shape.checkedElementCount else {
      throw RuntimeError(.invalidArgument, "impossible shape for a tensor", actual: "\(shape)")
    }
    return count
  }

  private static func check(_ count: Int, _ shape: Shape) throws(RuntimeError) {
    let expected = try elementCount(shape)
    if count != expected {
      throw RuntimeError(
        .invalidArgument, "wrong number of elements", expected: "\(expected) for \(shape)", actual: "\(count)")
    }
  }

  // MARK: Looking

  /// Bytes of the elements.
  public var byteCount: Int { bytes.count }
  /// The number of elements.
  public var elementCount: Int { shape.elementCount }

  /// The elements as they lie in memory.
  /// - Throws: `invalidArgument` when the type is another.
  public func values<T: TensorScalar>(as type: T.Type) throws(RuntimeError) -> [T] {
    if !T.elementTypes.contains(self.type) {
      throw RuntimeError(
        .invalidArgument, "the element type is another", expected: "\(self.type.name) \(shape)",
        actual: T.elementTypes.first?.name ?? "")
    }
    let count = bytes.count / MemoryLayout<T>.stride
    return [T](unsafeUninitializedCapacity: count) { buffer, initialized in
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      initialized = count
    }
  }

  /// The elements as reals: dequantized where there are quantization parameters.
  /// - Throws: `invalidArgument` for types that are not numbers.
  public func reals() throws(RuntimeError) -> [Float] {
    var copy = self
    return try copy.withTensor { (tensor) throws(RuntimeError) in try tensor.dequantized() }
  }

  /// Integers of any width, those narrower than a byte included.
  /// - Throws: `invalidArgument` for other types, and an integer beyond `Int`.
  public func integers() throws(RuntimeError) -> [Int] {
    var copy = self
    return try copy.withTensor { (tensor) throws(RuntimeError) in try tensor.checkedIntegers() }
  }

  /// Truth values; all bytes but 0 are true.
  /// - Throws: `invalidArgument` when the type is not BOOL.
  public func truthValues() throws(RuntimeError) -> [Bool] {
    if type != .bool {
      throw RuntimeError(.invalidArgument, "the element type is another", expected: type.name, actual: "BOOL")
    }
    return bytes.map { $0 != 0 }
  }

  /// Strings.
  /// - Throws: `invalidArgument` when the type is another.
  public func strings() throws(RuntimeError) -> [String] {
    if type != .string {
      throw RuntimeError(.invalidArgument, "the element type is another", expected: type.name, actual: "STRING")
    }
    return bytes.withUnsafeBytes { SerializedStrings.decode($0).map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Lets `body` read the bytes in place.
  /// - Throws: what `body` throws.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(UnsafeRawBufferPointer(buffer)) }
  }

  /// Lets `body` see the value as operators see tensors.
  private mutating func withTensor<Result>(
    _ body: (RuntimeTensor) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result {
    let tensor = RuntimeTensor(
      TensorDescription(
        index: 0, name: "value", type: type, shape: shape, shapeSignature: shape, quantization: quantization))
    // Elements of an array of bytes need not be aligned for wider ones.
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, bytes.count), alignment: AlignedMemory.alignment)
    defer { memory.deallocate() }
    bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
    tensor.storage = .bound
    tensor.data = memory.baseAddress ?? RuntimeTensor.nothing
    tensor.byteCount = bytes.count
    let result = try body(tensor)
    bytes.withUnsafeMutableBytes { $0.copyMemory(from: tensor.bytes) }
    return result
  }
}
