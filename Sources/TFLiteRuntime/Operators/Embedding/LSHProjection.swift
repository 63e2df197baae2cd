import TFLiteSchema

/// LSH_PROJECTION: locality-sensitive hashes of the input's items.
///
/// A bit is the sign of the weighted sum, over the items, of the fingerprint of a seed and the item's bytes, taken as a
/// signed number. Dense outputs hold the bits; sparse ones a number for each hash function, offset by the function's own
/// range.
final class LSHProjection {
  private let type: Schema.LSHProjectionType

  private var key: Scratch?

  init(_ node: OperatorNode) { type = node.options.lshProjectionOptions?.type ?? .unknown }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    key = nil
    try context.expect(inputs: 2...3, outputs: 1...1)
    let seeds = try context.input(0)
    let input = try context.input(1)
    try context.expect(seeds, .float32)
    try context.expectRank(seeds, 2)
    if seeds.shape[1] > 32 {
      throw context.error("too many bits", seeds, expected: "at most 32", actual: "\(seeds.shape[1])")
    }
    try context.expect(input, oneOf: ElementType.fixedSize)
    try context.expectRank(input, 1...Int.max)
    try context.expect(input.shape[0] >= 1, "no items", input)
    if let bits = input.type.bitWidth, input.elementCount / input.shape[0] &* bits % 8 != 0 {
      throw context.error(
        "an item is not made of whole bytes", input, expected: "a multiple of \(8 / bits) elements",
        actual: "\(input.shape)")
    }
    if let weights = context.optionalInput(2) {
      try context.expect(weights, .float32)
      if weights.shape != [input.shape[0]] {
        throw context.error(
          "wrong shape of the weights", weights, expected: "[\(input.shape[0])]", actual: "\(weights.shape)")
      }
    }
    try context.expect(context.output(0), .int32)
    switch type {
    case .sparse: try context.setShape([seeds.shape[0]], ofOutput: 0)
    case .dense: try context.setShape([seeds.elementCount], ofOutput: 0)
    default: throw context.node.error(.unsupported, "unknown kind of projection")
    }
    key = try context.requestScratch(4 + input.byteCount / input.shape[0])
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let key else { throw context.unprepared }
    let seeds = context.input(0)
    let output = context.output(0).mutablePointer(as: Int32.self)
    let bits = seeds.shape[1]
    for function in 0..<seeds.shape[0] {
      var signature: Int32 = 0
      for position in 0..<bits {
        let bit = try signBit(context, key, seeds.pointer(as: Float.self)[function &* bits &+ position])
        if type == .dense { output[function &* bits &+ position] = bit }
        signature = signature &<< 1 | bit
      }
      if type == .sparse {
        let range = bits < 32 ? Int32(truncatingIfNeeded: 1 &<< bits) : 0
        output[function] = signature &+ Int32(truncatingIfNeeded: function) &* range
      }
    }
  }

  private func signBit(_ context: ExecuteContext, _ key: Scratch, _ seed: Float) throws(RuntimeError) -> Int32 {
    let input = context.input(1)
    let weights = context.optionalInput(2)?.pointer(as: Float.self)
    let bytes = context.scratch(key)
    let itemBytes = key.byteCount - 4
    bytes.storeBytes(of: seed, as: Float.self)
    var score = 0.0
    for item in 0..<input.shape[0] {
      // Items without bytes take no memory, so that there may be very many.
      if item & 0xFFFF == 0xFFFF { try context.checkCancellation() }
      (bytes + 4).copyMemory(from: input.data + item &* itemBytes, byteCount: itemBytes)
      let hash = fingerprint64(UnsafeRawBufferPointer(start: bytes, count: key.byteCount))
      let value = Double(Int64(bitPattern: hash))
      score += weights.map { Double($0[item]) * value } ?? value
    }
    return score > 0 ? 1 : 0
  }
}
