import TFLiteSchema

/// SKIP_GRAM: the sequences of words of a sentence that leave out at most so many words between neighbors, joined by
/// spaces.
final class SkipGram {
  private let size: Int
  private let skips: Int
  private let includesShorter: Bool

  init(_ node: OperatorNode) {
    let options = node.options.skipGramOptions
    size = Int(options?.ngramSize ?? 0)
    skips = Int(options?.maxSkipSize ?? 0)
    includesShorter = options?.includeAllNgrams ?? false
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    try context.expect(context.input(0), .string)
    try context.expect(context.output(0), .string)
    if size < 1 { throw context.error("impossible size", expected: "at least 1 word", actual: "\(size)") }
    try context.setUnknownShape(ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    guard SerializedStrings.count(input.bytes) > 0 else { throw context.error("no sentence", input) }
    let sentence = SerializedStrings.string(input.bytes, 0)
    let words = Self.words(sentence)
    var grams: [[UInt8]] = []
    let room = try MemoryReservation(0, for: "skip grams", context.memory)
    defer { withExtendedLifetime(room) {} }
    if words.count >= size {
      var byteCount = 0
      var chosen = [Int](repeating: 0, count: size)
      var depth = 1
      while depth >= 0 {
        if canAdvance(chosen, depth, words.count) {
          chosen[depth] += 1
          depth += 1
          if depth < size { chosen[depth] = chosen[depth - 1] }
        } else {
          if depth > 0, includesShorter ? depth <= size : depth == size {
            let gram = Self.join(chosen[..<depth], words, sentence)
            byteCount += gram.count + 4
            // An array of its own, then its bytes and its offset among the others.
            if byteCount > Int(Int32.max) / 2 || !room.grow(by: 2 * gram.count + 64) {
              throw context.error("the strings are too long", input)
            }
            grams.append(gram)
            try context.checkCancellation()
          }
          depth -= 1
        }
      }
    }
    let encoded = SerializedStrings.encode(grams)
    let output = try context.resizeOutput(0, to: [grams.count], byteCount: encoded.count)
    encoded.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { output.data.copyMemory(from: base, byteCount: bytes.count) }
    }
  }

  /// The position after the last chosen word can move on to its next word.
  private func canAdvance(_ chosen: [Int], _ depth: Int, _ wordCount: Int) -> Bool {
    // As many words have to follow as a gram lacks: of the walks that would end before, there can be exponentially many.
    let lacking = includesShorter ? 0 : size - depth - 1
    guard depth < size, chosen[depth] + 1 + lacking < wordCount else { return false }
    return depth == 0 || chosen[depth] - chosen[depth - 1] <= skips
  }

  /// The ranges between white space. White space at the very start belongs to the first word when nothing separates
  /// them.
  private static func words(_ sentence: UnsafeRawBufferPointer) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    for position in sentence.indices.dropFirst() where isSpace(sentence[position]) {
      if position > start && !isSpace(sentence[start]) { words.append(start..<position) }
      start = position + 1
    }
    if sentence.count > start { words.append(start..<sentence.count) }
    return words
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func join(
    _ chosen: ArraySlice<Int>, _ words: [Range<Int>], _ sentence: UnsafeRawBufferPointer
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for (number, word) in chosen.enumerated() {
      if number > 0 { bytes.append(0x20) }
      bytes += sentence[words[word]]
    }
    return bytes
  }
}
