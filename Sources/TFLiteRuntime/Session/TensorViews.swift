// Elements that are not read and written as they lie in memory.

extension TensorAccess {
  /// Writes strings to an input, whose shape must hold as many.
  /// - Throws: `notFound`; `invalidArgument` when the input holds no strings, or another number of them.
  public func write(strings: [String], toInput key: some TensorNaming) throws(RuntimeError) {
    try ports.write(strings: strings, key.tensorKey)
  }

  /// The strings of an output.
  /// - Throws: `notFound`; `invalidArgument` when it holds no strings; `invalidState`, as `output`.
  public func outputStrings(_ key: some TensorNaming) throws(RuntimeError) -> [String] {
    try ports.strings(key.tensorKey)
  }

  /// Writes truth values to an input of type BOOL.
  /// - Throws: `notFound`; `invalidArgument` naming type and count expected and given.
  public func write(_ values: [Bool], toInput key: some TensorNaming) throws(RuntimeError) {
    let tensor = try ports.writableInput(key.tensorKey)
    try tensor.expect(.bool, "BOOL")
    try tensor.expectCount(values.count)
    let bytes = tensor.mutablePointer(as: UInt8.self)
    for (index, value) in values.enumerated() { bytes[index] = value ? 1 : 0 }
  }

  /// The truth values of an output of type BOOL; all bytes but 0 are true.
  /// - Throws: `notFound`; `invalidArgument` when the tensor's type is another; `invalidState`, as `output`.
  public func output(_ key: some TensorNaming, as type: Bool.Type) throws(RuntimeError) -> [Bool] {
    let tensor = try ports.readableOutput(key.tensorKey)
    try tensor.expect(.bool, "BOOL")
    return tensor.values(as: UInt8.self).map { $0 != 0 }
  }

  /// Writes integers to an input of any integer type, those narrower than a byte included.
  /// - Throws: `notFound`; `invalidArgument` for other types, another number of elements, and an integer that the type does
  ///   not have.
  public func write(integers: [Int], toInput key: some TensorNaming) throws(RuntimeError) {
    let tensor = try ports.writableInput(key.tensorKey)
    try tensor.expectCount(integers.count)
    try tensor.write(integers)
  }

  /// The integers of an output of any integer type, those narrower than a byte included.
  /// - Throws: `notFound`; `invalidArgument` for other types, and an integer beyond `Int`; `invalidState`, as `output`.
  public func outputIntegers(_ key: some TensorNaming) throws(RuntimeError) -> [Int] {
    try ports.readableOutput(key.tensorKey).checkedIntegers()
  }

  /// Writes reals to an input as its elements: quantized where the tensor has quantization parameters,
  /// `round(real / scale) + zeroPoint`, halves away from zero, saturated to the type; integers without parameters are
  /// rounded likewise; floats narrower than 32 bits to the nearest, ties to even. A real that is no number becomes the zero
  /// point.
  /// - Throws: `notFound`; `invalidArgument` for types that are not numbers, and another number of elements.
  public func write(reals: [Float], toInput key: some TensorNaming) throws(RuntimeError) {
    let tensor = try ports.writableInput(key.tensorKey)
    try tensor.expectCount(reals.count)
    try tensor.quantize(reals)
  }

  /// The values of an output as reals: dequantized where the tensor has quantization parameters.
  /// - Throws: `notFound`; `invalidArgument` for types that are not numbers; `invalidState`, as `output`.
  public func dequantizedOutput(_ key: some TensorNaming) throws(RuntimeError) -> [Float] {
    try ports.readableOutput(key.tensorKey).dequantized()
  }
}

extension Ports {
  func write(strings: [String], _ key: TensorKey) throws(RuntimeError) {
    let tensor = try input(key)
    if tensor.type != .string {
      throw RuntimeError(
        .invalidArgument, "the element type is another", tensor: tensor.label, expected: tensor.type.name,
        actual: "STRING")
    }
    if strings.count != tensor.elementCount {
      throw RuntimeError(
        .invalidArgument, "wrong number of strings", tensor: tensor.label,
        expected: "\(tensor.elementCount) for \(tensor.shape)",
        actual: "\(strings.count)")
    }
    try executor.resources.checkUnlent()
    let bytes = SerializedStrings.encode(strings.map { Array($0.utf8) })
    try executor.place(tensor, bytes.count)
    bytes.withUnsafeBytes { source in
      if let base = source.baseAddress { tensor.data.copyMemory(from: base, byteCount: source.count) }
    }
  }

  func strings(_ key: TensorKey) throws(RuntimeError) -> [String] {
    let tensor = try readableOutput(key)
    if tensor.type != .string {
      throw RuntimeError(
        .invalidArgument, "the element type is another", tensor: tensor.label, expected: tensor.type.name,
        actual: "STRING")
    }
    let memory = executor.resources.memory
    let room = try MemoryReservation(2 &* SerializedStrings.contentByteCount(tensor.bytes), for: "strings", memory)
    defer { withExtendedLifetime(room) {} }
    return SerializedStrings.decode(tensor.bytes).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension RuntimeTensor {
  fileprivate func expect(_ expected: ElementType, _ actual: String) throws(RuntimeError) {
    if type != expected {
      throw RuntimeError(
        .invalidArgument, "the element type is another", tensor: label, expected: "\(type.name) \(shape)",
        actual: actual)
    }
  }

  fileprivate func expectCount(_ count: Int) throws(RuntimeError) {
    if count != elementCount {
      throw RuntimeError(
        .invalidArgument, "wrong number of elements", tensor: label,
        expected: "\(elementCount) for \(type.name) \(shape)",
        actual: "\(count)")
    }
  }

  private var noIntegers: RuntimeError {
    RuntimeError(.invalidArgument, "the elements are not integers", tensor: label, actual: type.name)
  }

  fileprivate func write(_ integers: [Int]) throws(RuntimeError) {
    func store<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) throws(RuntimeError) {
      let target = mutablePointer(as: type)
      for (index, integer) in integers.enumerated() {
        guard let value = T(exactly: integer) else { throw outside(index, integer, Int(T.min), "\(T.max)") }
        target[index] = value
      }
    }
    switch type {
    case .int8: try store(Int8.self)
    case .uint8: try store(UInt8.self)
    case .int16: try store(Int16.self)
    case .uint16: try store(UInt16.self)
    case .int32: try store(Int32.self)
    case .uint32: try store(UInt32.self)
    case .int64: try store(Int64.self)
    case .uint64: try store(UInt64.self)
    case .int4, .uint4, .int2:
      let width = type.bitWidth ?? 4
      let least = type == .uint4 ? 0 : -(1 << (width - 1))
      let most = least + (1 << width) - 1
      for (index, integer) in integers.enumerated() where integer < least || integer > most {
        throw outside(index, integer, least, "\(most)")
      }
      data.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
      let bytes = mutablePointer(as: UInt8.self)
      let perByte = 8 / width
      for (index, integer) in integers.enumerated() {
        let bits = UInt8(truncatingIfNeeded: integer) & UInt8(truncatingIfNeeded: 1 << width - 1)
        bytes[index / perByte] |= bits << UInt8(truncatingIfNeeded: index % perByte * width)
      }
    default: throw noIntegers
    }
  }

  private func outside(_ index: Int, _ integer: Int, _ least: Int, _ most: String) -> RuntimeError {
    RuntimeError(
      .invalidArgument, "element \(index) does not fit the type", tensor: label,
      expected: "\(least) to \(most) for \(type.name)", actual: "\(integer)")
  }

  func checkedIntegers() throws(RuntimeError) -> [Int] {
    switch type {
    case .int8: return values(as: Int8.self).map { Int($0) }
    case .uint8: return values(as: UInt8.self).map { Int($0) }
    case .int16: return values(as: Int16.self).map { Int($0) }
    case .uint16: return values(as: UInt16.self).map { Int($0) }
    case .int32: return values(as: Int32.self).map { Int($0) }
    case .uint32: return values(as: UInt32.self).map { Int($0) }
    case .int64: return values(as: Int64.self).map { Int(truncatingIfNeeded: $0) }
    case .uint64:
      var integers: [Int] = []
      integers.reserveCapacity(elementCount)
      for value in values(as: UInt64.self) {
        guard let integer = Int(exactly: value) else {
          throw RuntimeError(
            .invalidArgument, "element \(integers.count) does not fit an Int", tensor: label, actual: "\(value)")
        }
        integers.append(integer)
      }
      return integers
    case .int4, .int2, .uint4:
      let width = type.bitWidth ?? 4
      var unpacked = [Int8](repeating: 0, count: elementCount)
      unpacked.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        PackedIntegers.unpack(data, bitWidth: width, count: buffer.count, into: base)
      }
      return unpacked.map { type == .uint4 ? Int($0) & 15 : Int($0) }
    default: throw noIntegers
    }
  }
}
