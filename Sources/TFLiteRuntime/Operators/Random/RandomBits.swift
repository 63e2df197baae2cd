import TFLiteSchema

/// STABLEHLO_RNG_BIT_GENERATOR: random bits from a state, and the state that follows.
///
/// The state is `[key, counter]` of 64 bits each; Philox takes a third number, the upper half of its counter, which is the
/// key where it is missing. 64-bit elements take two numbers of 32 bits, the lower half first.
final class RandomBits {
  private let algorithm: Schema.RngAlgorithm

  init(_ node: OperatorNode) {
    algorithm = node.options2.stablehloRngBitGeneratorOptions?.algorithm ?? .default
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 2)
    let state = try context.input(0)
    let next = try context.output(0)
    let output = try context.output(1)
    try context.expect(state, .uint64)
    try context.expectRank(state, 1)
    try context.expect(next, .uint64)
    try context.expect(output, .int32, .uint32, .int64, .uint64)
    guard algorithm == .default || algorithm == .philox || algorithm == .threefry else {
      throw context.node.error(
        .unsupported, "unknown algorithm", expected: "DEFAULT, PHILOX or THREEFRY", actual: algorithm.name)
    }
    let lengths = algorithm == .threefry ? 2...2 : 2...3
    if !lengths.contains(state.shape[0]) {
      throw context.error(
        "wrong length of the state", state, expected: "\(lengths.lowerBound) to \(lengths.upperBound)",
        actual: "\(state.shape)")
    }
    try context.setShape(state.shape, ofOutput: 0)
    try context.setShape(output.description.shape, ofOutput: 1)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let state = context.input(0).pointer(as: UInt64.self)
    let isLong = context.input(0).elementCount == 3
    let output = context.output(1)
    let words = output.mutablePointer(as: UInt32.self)
    let wordCount = output.byteCount / 4
    let (key, upper) = (state[0], isLong ? state[2] : state[0])
    var counter = state[1]
    var index = 0
    while index < wordCount {
      if algorithm == .threefry {
        let numbers = Threefry.block(key: key, counter: counter)
        for i in 0..<min(2, wordCount - index) { words[index + i] = numbers[i] }
        index += 2
      } else {
        let numbers = Philox.block(
          key: [UInt32(truncatingIfNeeded: key), UInt32(truncatingIfNeeded: key >> 32)],
          counter: [
            UInt32(truncatingIfNeeded: counter), UInt32(truncatingIfNeeded: counter >> 32),
            UInt32(truncatingIfNeeded: upper), UInt32(truncatingIfNeeded: upper >> 32),
          ])
        for i in 0..<min(4, wordCount - index) { words[index + i] = numbers[i] }
        index += 4
      }
      counter &+= 1
    }
    let next = context.output(0).mutablePointer(as: UInt64.self)
    next[0] = key
    next[1] = counter
    if isLong { next[2] = upper }
  }
}
