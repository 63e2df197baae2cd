/// String tensors whose strings are those of another one in another order.
extension ExecuteContext {
  /// Makes output `index` a tensor of shape `shape` that holds the strings of `input` which `selection` names, in that
  /// order; a negative number names the empty string.
  /// - Throws: `invalidData` when a number names no string, or the strings are too long together.
  func selectStrings(
    _ selection: UnsafeBufferPointer<Int32>, of input: RuntimeTensor, output index: Int, shape: Shape
  ) throws(RuntimeError) {
    let bytes = input.bytes
    let count = SerializedStrings.count(bytes)
    let header = 4 &* (selection.count &+ 2)
    var total = header
    for position in selection {
      if position < 0 { continue }
      if Int(position) >= count {
        throw error("no such string", input, expected: "0..<\(count)", actual: "\(position)")
      }
      total &+= SerializedStrings.string(bytes, Int(position)).count
    }
    if Int64(total) > Int64(Int32.max) { throw error("the strings are too long", input, actual: "\(total) bytes") }
    let output = try resizeOutput(index, to: shape, byteCount: total)
    let words = output.mutablePointer(as: Int32.self)
    words[0] = Int32(truncatingIfNeeded: selection.count)
    var offset = header
    for (number, position) in selection.enumerated() {
      words[number &+ 1] = Int32(truncatingIfNeeded: offset)
      if position < 0 { continue }
      let string = SerializedStrings.string(bytes, Int(position))
      if let base = string.baseAddress, string.count > 0 {
        (output.data + offset).copyMemory(from: base, byteCount: string.count)
      }
      offset &+= string.count
    }
    words[selection.count &+ 1] = Int32(truncatingIfNeeded: offset)
  }

  /// Makes output `index` the strings of `input` as `copy`, made for strings, arranges them.
  /// - Throws: `invalidData` when the input holds too few strings.
  func copyStrings(
    _ copy: StridedCopy, from input: RuntimeTensor, output index: Int, shape: Shape
  ) throws(RuntimeError) {
    let count = SerializedStrings.count(input.bytes)
    if count != input.elementCount {
      throw error("wrong number of strings", input, expected: "\(input.elementCount)", actual: "\(count)")
    }
    let numbers = try Table(max(1, count), for: Self.selection, memory) { Int32(truncatingIfNeeded: $0) }
    try chooseStrings(shape.checkedElementCount ?? .max, of: input, output: index, shape: shape) { chosen in
      chosen.update(repeating: -1)
      withExtendedLifetime(numbers) {
        if let base = chosen.baseAddress { copy.run(self, from: UnsafeRawPointer(numbers.base), to: base) }
      }
    }
  }

  /// Makes output `index` the `count` strings of `input` whose numbers `fill` writes; see `selectStrings`. Without places it is
  /// not called.
  /// - Throws: also `invalidData` for more strings than a tensor has room for, whatever they are, and what `fill` throws.
  func chooseStrings(
    _ count: Int, of input: RuntimeTensor, output index: Int, shape: Shape,
    _ fill: (UnsafeMutableBufferPointer<Int32>) throws(RuntimeError) -> Void
  ) throws(RuntimeError) {
    if count > Int(Int32.max) / 8 { throw error("too many strings", output(index), actual: "\(shape)") }
    let memory = try allocate(product: 4, count)
    let chosen = UnsafeMutableBufferPointer(start: memory.base.assumingMemoryBound(to: Int32.self), count: count)
    try withExtendedLifetime(memory) { () throws(RuntimeError) in
      if count > 0 { try fill(chosen) }
      try selectStrings(UnsafeBufferPointer(chosen), of: input, output: index, shape: shape)
    }
  }

  /// Makes output `index` the strings of `input` that `number` names for `count` places; see `selectStrings`.
  func selectStrings(
    _ count: Int, of input: RuntimeTensor, output index: Int, shape: Shape, _ number: (Int) -> Int32
  ) throws(RuntimeError) {
    try chooseStrings(count, of: input, output: index, shape: shape) { chosen in
      for place in chosen.indices { chosen[place] = number(place) }
    }
  }

  private static let selection = "a selection of strings"

  /// Runs `copy` from `input` to output `index`, which has or gets the shape `shape`, whatever the element type.
  func run(
    _ copy: StridedCopy, from input: RuntimeTensor, output index: Int, shape: Shape, resizing: Bool
  ) throws(RuntimeError) {
    if input.type == .string { return try copyStrings(copy, from: input, output: index, shape: shape) }
    copy.run(self, from: input, to: resizing ? try resizeOutput(index, to: shape) : output(index))
  }
}
