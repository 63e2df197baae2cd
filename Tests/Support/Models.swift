/// Models of four floats: that do one thing or another, and that fail in one way or another.
package enum Models {
  /// Multiplies four floats by 3. `padding` tells versions apart that do the same.
  package static func timesThree(padding: Int = 0) -> [UInt8] {
    versioned(SmallModels.timesThree(.float32([1, 4]), output: .float32([1, 4])), padding)
  }

  /// Negates four floats.
  package static func negated() -> [UInt8] {
    ModelBuilder([
      .init(
        tensors: [.float32([1, 4]), .float32([1, 4])], inputs: [0], outputs: [1],
        operators: [.init(.neg, inputs: [0], outputs: [1])])
    ]).build()
  }

  /// Runs, on other operands than four floats.
  package static func wide() -> [UInt8] {
    ModelBuilder([
      .init(
        tensors: [.float32([1, 5]), .float32([1, 5], [1, 2, 3, 4, 5]), .float32([1, 5])], inputs: [0], outputs: [2],
        operators: [.init(.add, inputs: [0, 1], outputs: [2])])
    ]).build()
  }

  /// Passes the check of a download, and cannot be prepared: the operands do not broadcast.
  package static func unpreparable() -> [UInt8] {
    ModelBuilder([
      .init(
        tensors: [.float32([1, 4]), .float32([1, 3], [1, 2, 3]), .float32([1, 4])], inputs: [0], outputs: [2],
        operators: [.init(.add, inputs: [0, 1], outputs: [2])])
    ]).build()
  }

  /// A model that is read, and has an operator that nobody executes.
  package static func withUnknownOperator() -> [UInt8] {
    ModelBuilder([
      .init(
        tensors: [.float32([1, 4]), .float32([1, 4])], inputs: [0], outputs: [1],
        operators: [.init(custom: "NoSuchOperator", inputs: [0], outputs: [1])])
    ]).build()
  }

  private static func versioned(_ model: ModelBuilder, _ padding: Int) -> [UInt8] {
    // Bytes behind a model belong to nobody.
    model.build() + [UInt8](repeating: 0, count: padding)
  }
}
