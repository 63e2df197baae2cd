extension Schema.Model {
  /// Checks a whole `.tflite` file and returns its root.
  ///
  /// After this, every view reached from the model reads inside `bytes`, every index of a tensor, buffer, operator code
  /// or subgraph that the container holds is in range, and every constant has at least the bytes that its shape asks
  /// for. The contents of option tables are for the operators to check.
  ///
  /// - Parameters:
  ///   - bytes: The file, at any alignment. It must stay in place and unchanged as long as the model or any view
  ///     reached from it is in use.
  ///   - limits: Bounds that keep the check's time within reason for hostile files.
  /// - Throws: The first fault found.
  public static func verified(
    _ bytes: UnsafeRawBufferPointer, limits: VerifierLimits = VerifierLimits()
  ) throws(VerificationError) -> Schema.Model {
    let root = try StructureVerifier.root(of: bytes, identifier: "TFL3", schema: Schema.layout, limits: limits)
    let model = Schema.Model(table: root)
    var verifier = ModelVerifier(bytes: bytes, model: model, limits: limits)
    try verifier.verify()
    return model
  }
}
