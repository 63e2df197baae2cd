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
    guard let selected = shape.checkedElementCount, selected <= Int(Int32.max) / 8 else {
      throw error("too many strings", output(index), actual: "\(shape)")
    }
    let numbers = (0..<max(1, count)).map { Int32(truncatingIfNeeded: $0) }
    var selection = [Int32](repeating: -1, count: selected)
    numbers.withUnsafeBytes { source in
      selection.withUnsafeMutableBytes { destination in
        guard let from = source.baseAddress, let to = destination.baseAddress, destination.count > 0 else { return }
        copy.run(self, from: from, to: to)
      }
    }
    try selection.withUnsafeBufferPointer { (selection) throws(RuntimeError) in
      try selectStrings(selection, of: input, output: index, shape: shape)
    }
  }

  /// Runs `copy` from `input` to output `index`, which has or gets the shape `shape`, whatever the element type.
  func run(
    _ copy: StridedCopy, from input: RuntimeTensor, output index: Int, shape: Shape, resizing: Bool
  ) throws(RuntimeError) {
    if input.type == .string { return try copyStrings(copy, from: input, output: index, shape: shape) }
    copy.run(self, from: input, to: resizing ? try resizeOutput(index, to: shape) : output(index))
  }
}
