import TFLiteSchema
import TFLiteSchemaWriter

/// How the batch goes through one operator: where it is in the outputs, and what has to change for it.
struct BatchStep {
  var node: MutableSchema.Operator
  let code: Schema.BuiltinOperator
  let tensors: [MutableSchema.Tensor]
  /// Which dimension of each input is the batch, nil for none.
  let batches: [Int?]
  let old: Int
  let new: Int
  /// What errors call the operator.
  let name: String
  /// The values of inputs that are constants of integers.
  var constants: [[Int]?] = []
  /// Where the batch is in the outputs of the subgraphs that the operator runs.
  var subgraphOutputs: [Int?]?

  /// The result: the batch's dimension of each output.
  private(set) var outputs: [Int?] = []
  /// Constants of integers to replace, by input.
  private(set) var newConstants: [(Int, [Int])] = []
  /// Constants to repeat for each example, by input, with the dimension.
  private(set) var repeated: [(Int, Int)] = []
  /// Variables that hold a state for each example, by number, with the dimension.
  private(set) var states: [(Int, Int)] = []

  mutating func follow() throws(ToolError) {
    if let subgraphOutputs {
      outputs = subgraphOutputs
      return
    }
    guard let input = batches.firstIndex(where: { $0 != nil }), let batch = batches[input] else { return }
    outputs = [Int?](repeating: nil, count: node.outputs?.count ?? 0)
    switch code {
    case .shape, .rank: break
    case .reshape: try reshape(batch)
    case .transpose: fill(try constant(1, "its order").firstIndex(of: batch))
    case .expandDims: fill(try axis(constant(1, "its dimension").first, rank(0) + 1) <= batch ? batch + 1 : batch)
    case .pack:
      guard case .packOptions(let options) = node.builtinOptions else { return }
      fill(try axis(Int(options.axis), rank(input) + 1) <= batch ? batch + 1 : batch)
    case .unpack:
      guard case .unpackOptions(let options) = node.builtinOptions else { return }
      let axis = try axis(Int(options.axis), rank(0))
      if axis == batch { throw error("an output for each example") }
      fill(axis < batch ? batch - 1 : batch)
    case .squeeze: try squeeze(batch)
    case .mean, .sum, .reduceMax, .reduceMin, .reduceProd, .reduceAny, .reduceAll: try reduce(batch)
    case .argMax, .argMin: try dropping([axis(constant(1, "its dimension").first, rank(0))], batch)
    case .slice: try slice(batch)
    case .stridedSlice: try stridedSlice(batch)
    case .gather: try gather()
    case .split: try parts(constant(0, "its dimension").first, batch)
    case .splitV: try parts(constant(2, "its dimension").first, batch)
    case .concatenation: try concatenate(batch)
    case .fullyConnected: fill(try sameRank(input) ? batch : 0)
    default: general(input, batch)
    }
  }

  // MARK: Operators

  private mutating func reshape(_ batch: Int) throws(ToolError) {
    let from = try shape(node.inputs?.first)
    let outer = from[..<batch].reduce(1, &*)
    var to: [Int]
    if let stated = constants.count > 1 ? constants[1] : nil {
      to = stated
    } else if (node.inputs?.count ?? 0) < 2, case .reshapeOptions(let options) = node.builtinOptions,
      let stated = options.newShape
    {
      to = stated.map { Int($0) }
    } else {
      to = try shape(node.outputs?.first)
    }
    // An extent that is left open is the one that the output states.
    let result = try shape(node.outputs?.first)
    guard to.count == result.count,
      let place = result.indices.first(where: { place in
        result[..<place].reduce(1, &*) == outer && result[place] % old == 0
      })
    else { throw error("a dimension of \(old) behind \(outer) elements in \(result)") }
    fill(place)
    guard to[place] >= 0 else { return }
    to[place] = result[place] / old * new
    if constants.count > 1, constants[1] != nil { newConstants.append((1, to)) }
    if case .reshapeOptions(var options) = node.builtinOptions, options.newShape?.count == to.count {
      options.newShape = to.map { Int32(truncatingIfNeeded: $0) }
      node.builtinOptions = .reshapeOptions(options)
    }
  }

  private mutating func squeeze(_ batch: Int) throws(ToolError) {
    guard case .squeezeOptions(var options) = node.builtinOptions else { return fill(batch) }
    let from = try shape(node.inputs?.first)
    var axes: [Int] = []
    for axis in options.squeezeDims ?? [] { axes.append(try self.axis(Int(axis), from.count)) }
    if axes.isEmpty {
      let result = try shape(node.outputs?.first)
      let ones = from.indices.filter { from[$0] == 1 && $0 != batch }
      // Without a list all dimensions of 1 go, the batch among them when it was one.
      guard from.count - ones.count == result.count || old != 1 else { throw error("its output to keep the batch") }
      axes = ones
      options.squeezeDims = ones.map { Int32($0) }
      node.builtinOptions = .squeezeOptions(options)
    }
    if axes.contains(batch) { throw error("its output to keep the batch") }
    fill(batch - axes.count { $0 < batch })
  }

  private mutating func reduce(_ batch: Int) throws(ToolError) {
    var axes: [Int] = []
    for axis in try constant(1, "its dimensions") { axes.append(try self.axis(axis, rank(0))) }
    if axes.contains(batch) { throw error("examples to stay apart") }
    if case .reducerOptions(let options) = node.builtinOptions, options.keepDims { return fill(batch) }
    try dropping(axes, batch)
  }

  private mutating func dropping(_ axes: [Int], _ batch: Int) throws(ToolError) {
    if axes.contains(batch) { throw error("examples to stay apart") }
    fill(batch - Set(axes).count { $0 < batch })
  }

  private mutating func slice(_ batch: Int) throws(ToolError) {
    guard batches[0] != nil else { return general(0, batch) }
    if var sizes = constants.count > 2 ? constants[2] : nil, sizes.indices.contains(batch), sizes[batch] >= 0 {
      guard sizes[batch] == (try shape(node.inputs?.first))[batch] else { throw error("all examples to be taken") }
      sizes[batch] = sizes[batch] / old &* new
      newConstants.append((2, sizes))
    }
    fill(batch)
  }

  private mutating func stridedSlice(_ batch: Int) throws(ToolError) {
    guard case .stridedSliceOptions(let options) = node.builtinOptions else { return fill(batch) }
    guard options.ellipsisMask == 0, options.newAxisMask == 0 else { return general(0, batch) }
    let begin = constants.count > 1 ? constants[1] : nil
    var end = constants.count > 2 ? constants[2] : nil
    let size = try shape(node.inputs?.first)[batch]
    let isListed = begin.map { $0.indices.contains(batch) } ?? true
    func has(_ mask: Int32, _ bit: Int) -> Bool { bit < 31 && mask >> Int32(bit) & 1 == 1 }
    if isListed {
      if has(options.shrinkAxisMask, batch) { throw error("all examples to be taken") }
      guard has(options.beginMask, batch) || begin?[batch] == 0 else { throw error("all examples to be taken") }
      if !has(options.endMask, batch) {
        guard let stated = end, stated.indices.contains(batch), stated[batch] >= size else {
          throw error("all examples to be taken")
        }
        end?[batch] = stated[batch] / old &* new
        newConstants.append((2, end ?? []))
      }
    }
    fill(batch - (0..<batch).count { has(options.shrinkAxisMask, $0) })
  }

  private mutating func gather() throws(ToolError) {
    var (axis, batchDimensions) = (0, 0)
    if case .gatherOptions(let options) = node.builtinOptions {
      axis = try self.axis(Int(options.axis), rank(0))
      batchDimensions = Int(options.batchDims)
    }
    switch (batches[0], batches.count > 1 ? batches[1] : nil) {
    case (let batch?, let indices?):
      guard batch == indices, batch < batchDimensions else { throw error("the same batch in values and indices") }
      fill(batch)
    case (let batch?, nil):
      if batch == axis || batchDimensions != 0 { throw error("all examples to be taken") }
      fill(try batch < axis ? batch : batch - 1 + rank(1))
    case (nil, let batch?): fill(axis + batch - batchDimensions)
    default: break
    }
  }

  private mutating func parts(_ stated: Int?, _ batch: Int) throws(ToolError) {
    if try axis(stated, tensor(node.outputs?.first)?.shape?.count ?? 0) == batch {
      throw error("examples to stay together")
    }
    fill(batch)
  }

  private mutating func concatenate(_ batch: Int) throws(ToolError) {
    var axis = 0
    if case .concatenationOptions(let options) = node.builtinOptions {
      axis = try self.axis(Int(options.axis), tensor(node.outputs?.first)?.shape?.count ?? 0)
    }
    for index in batches.indices where batches[index] == nil {
      if axis == batch { throw error("examples of one kind") }
      repeated.append((index, batch))
    }
    fill(batch)
  }

  /// Operators that keep their dimensions, or join inputs whose last dimensions correspond.
  private mutating func general(_ input: Int, _ batch: Int) {
    let from = tensor(node.inputs?[input])?.shape?.count ?? 0
    for (index, output) in (node.outputs ?? []).enumerated() {
      let shape = tensor(output)?.shape ?? []
      let place = shape.count >= from ? batch + shape.count - from : batch
      outputs[index] = shape.indices.contains(place) && Int(shape[place]) % old == 0 ? place : nil
    }
    for number in node.inputs ?? [] where number >= 0 {
      let tensor = tensors[Int(number)]
      if tensor.isVariable, tensor.shape?.first == Int32(old) { states.append((Int(number), 0)) }
    }
  }

  // MARK: Values

  private mutating func fill(_ dimension: Int?) { outputs = outputs.map { _ in dimension } }

  private func tensor(_ number: Int32?) -> MutableSchema.Tensor? {
    guard let number, number >= 0 else { return nil }
    return tensors[Int(number)]
  }

  private func shape(_ number: Int32?) throws(ToolError) -> [Int] {
    guard let shape = tensor(number)?.shape else { throw error("a tensor with a shape") }
    return shape.map { Int($0) }
  }

  private func rank(_ input: Int) throws(ToolError) -> Int {
    guard let inputs = node.inputs, inputs.indices.contains(input) else { throw error("input \(input)") }
    return try shape(inputs[input]).count
  }

  private func sameRank(_ input: Int) throws(ToolError) -> Bool {
    try rank(input) == shape(node.outputs?.first).count
  }

  private func constant(_ input: Int, _ what: String) throws(ToolError) -> [Int] {
    guard constants.indices.contains(input), let values = constants[input] else {
      throw error("\(what) to be a constant")
    }
    return values
  }

  /// A dimension counted from the first.
  private func axis(_ stated: Int?, _ rank: Int) throws(ToolError) -> Int {
    guard let stated, (-rank..<rank).contains(stated) else { throw error("a dimension of \(rank)") }
    return stated < 0 ? stated + rank : stated
  }

  private func error(_ expected: String) -> ToolError {
    ToolError(.invalidData, "--batch \(new), \(name)", expected: expected, found: "a model that is made for \(old)")
  }
}
