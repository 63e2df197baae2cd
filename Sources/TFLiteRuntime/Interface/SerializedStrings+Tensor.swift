extension SerializedStrings {
  /// - Throws: `invalidArgument` unless `bytes` hold `count` strings.
  static func check(_ bytes: UnsafeRawBufferPointer, count: Int, _ tensor: RuntimeTensor) throws(RuntimeError) {
    let found = self.count(bytes)
    if found != count {
      throw RuntimeError(
        .invalidArgument, "wrong number of serialized strings", tensor: tensor.label,
        expected: "\(count) for \(tensor.shape)", actual: "\(found) in \(bytes.count) bytes")
    }
  }
}
