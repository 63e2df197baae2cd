import TFLiteRuntime

/// Whether a model with another batch computes for each of its examples what it did before.
struct BatchCheck {
  let change: BatchChange
  let options: SessionOptions

  /// Runs both models on random examples.
  /// - Parameters:
  ///   - before: The file before the change.
  ///   - after: The file after it.
  /// - Returns: Why nothing was compared, nil when results agree.
  /// - Throws: `failed` when they do not.
  func run(_ before: [UInt8], _ after: [UInt8]) throws -> String? {
    guard change.batch % change.old == 0, change.batch > change.old else {
      return "results were not compared, \(change.batch) being no multiple of \(change.old)"
    }
    let old = try ModelRunner(Model(bytes: before), options: options)
    let new = try ModelRunner(Model(bytes: after), options: options)
    try old.prepare()
    try new.prepare()
    let blocks = change.batch / change.old
    // The first example and the last, with others between.
    let compared = Set([0, blocks - 1])
    var generator = SeededGenerator(seed: 1)
    let ranges = old.indexRanges
    let others = try old.inputs.map { try InputFill.random.bytes($0, ranges, &generator) }
    var inputs = [[UInt8]](repeating: [], count: old.inputs.count)
    var expected: [Int: [[Float]]] = [:]
    do {
      for block in 0..<blocks {
        old.session.resetState()
        for (index, info) in old.inputs.enumerated() {
          let isCarried = change.inputDimensions[index] != nil
          let bytes = isCarried ? try InputFill.random.bytes(info, ranges, &generator) : others[index]
          if isCarried || block == 0 { inputs[index] += bytes }
          if compared.contains(block) { try old.write(bytes: bytes, toInput: index) }
        }
        guard compared.contains(block) else { continue }
        try old.invoke()
        expected[block] = try old.outputs.indices.map { try old.dequantizedOutput($0) }
      }
    } catch let error as RuntimeError {
      return "results were not compared, as the model does not run on random inputs: \(error.description)"
    }
    for index in inputs.indices { try new.write(bytes: inputs[index], toInput: index) }
    try new.invoke()
    for (index, info) in new.outputs.enumerated() {
      guard let dimension = change.outputDimensions[index] else { continue }
      let values = try new.dequantizedOutput(index)
      for block in compared.sorted() {
        guard let expected = expected[block]?[index] else { continue }
        try compare(Self.part(values, block, of: blocks, info.shape, dimension), expected, new.outputNames[index], info)
      }
    }
    return nil
  }

  /// The elements of one block of examples.
  private static func part(
    _ values: [Float], _ block: Int, of blocks: Int, _ shape: Shape, _ dimension: Int
  ) -> [Float] {
    let outer = shape.dimensions.prefix(dimension).reduce(1, &*)
    guard outer > 0 else { return [] }
    let run = values.count / outer
    let length = run / blocks
    var part: [Float] = []
    for index in 0..<outer {
      let start = index * run + block * length
      part += values[start..<start + length]
    }
    return part
  }

  private func compare(_ found: [Float], _ expected: [Float], _ name: String, _ info: TensorInfo) throws(ToolError) {
    // Sums may be added up in another order; integers may be rounded to the neighbour.
    let most: Float = expected.reduce(0) { max($0, abs($1)) }
    let step: Float = info.quantization?.scales.max() ?? 0
    let tolerance: Float = max(most * 0.001, step) + 0.000_001
    func isNear(_ left: Float, _ right: Float) -> Bool {
      left == right || left.isNaN && right.isNaN || abs(left - right) <= tolerance
    }
    let isEqual = found.count == expected.count && zip(found, expected).allSatisfy { isNear($0, $1) }
    if !isEqual {
      throw ToolError(
        .failed, "--batch \(change.batch), output '\(name)'",
        expected: "for each example what the model computed before",
        found: "other values: it joins examples")
    }
  }
}
