extension Schema.Buffer {
  /// The bytes of the buffer: those inside the flatbuffer, or those at its offset in the file.
  ///
  /// - Parameter file: The bytes that the model was verified from.
  /// - Returns: Nil if the buffer has no bytes, or if they do not lie in `file`.
  public func contents(in file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    hasData ? data.bytes : slice(of: file, offset: offset, size: size)
  }
}

extension Schema.Operator {
  /// The options of a custom operator: those inside the flatbuffer, or those at their offset in the file.
  ///
  /// - Parameter file: The bytes that the model was verified from.
  /// - Returns: Nil if there are no options, or if they do not lie in `file`.
  public func customOptionsContents(in file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    hasCustomOptions
      ? customOptions.bytes
      : slice(of: file, offset: largeCustomOptionsOffset, size: largeCustomOptionsSize)
  }
}

extension Schema.Model {
  /// The bytes of a constant, or nil if the tensor is no constant of this file.
  ///
  /// A tensor is a constant if its buffer is not number 0 and holds bytes, or holds an empty vector that is all its
  /// shape asks for. The bytes have the alignment that the file gives them, which may be less than the element's.
  ///
  /// - Parameters:
  ///   - tensor: A tensor of the model.
  ///   - file: The bytes that the model was verified from.
  public func constant(
    of tensor: Schema.Tensor, in file: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    guard tensor.buffer != 0, let buffer = buffers.at(Int(tensor.buffer)),
      let contents = buffer.contents(in: file)
    else { return nil }
    return contents.isEmpty && !tensor.shape.contains(0) ? nil : contents
  }
}

extension Schema.OperatorCode {
  /// The code that counts: the greater of the one-byte field of old files and the wide field.
  public var resolvedCode: Schema.BuiltinOperator {
    Schema.BuiltinOperator(rawValue: max(builtinCode.rawValue, Int32(deprecatedBuiltinCode)))
  }
}

extension Schema.QuantizationParameters {
  /// The dimension that per-channel scales of a tensor of `rank` dimensions belong to.
  ///
  /// A bias has one dimension only, and some producers give it the dimension of the weights beside it; that counts as 0.
  public func channelDimension(rank: Int) -> Int {
    rank == 1 ? 0 : Int(quantizedDimension)
  }
}

/// A part of the file; offsets up to 1 mean that there is none.
private func slice(of file: UnsafeRawBufferPointer, offset: UInt64, size: UInt64) -> UnsafeRawBufferPointer? {
  let count = UInt64(file.count)
  guard offset > 1, offset <= count, size <= count - offset else { return nil }
  return UnsafeRawBufferPointer(rebasing: file[Int(offset)..<Int(offset + size)])
}
