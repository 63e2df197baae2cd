import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Blocks of operators as networks have them: where passes, epilogues, bands, aliases and the memory plan meet.
extension Family {
  static let blocks: [Family] = [
    Family(name: "block residual", kinds: Kind.activations) { draft, before in
      let x = try draft.operand(before, rank: 4)
      var y = x
      for _ in 0..<draft.draw.int(1...2) {
        y = try draft.convolution(y, channels: x.shape[3], keepsExtents: true)
        if draft.draw.chance(0.3) { y = try draft.function(y) }
      }
      let z = try draft.sum(y, x)
      return draft.draw.chance(0.4) ? try draft.apply(.relu, .none, [z.tensor], like: z) : z
    },
    Family(name: "block inverted residual", kinds: Kind.activations) { draft, before in
      let x = try draft.operand(before, rank: 4)
      var y = try draft.convolution(x, channels: x.shape[3] * draft.draw.int(1...4), keepsExtents: true)
      let keeps = draft.draw.chance(0.7)
      y = try draft.depthwiseConvolution(y, keepsExtents: keeps)
      y = try draft.convolution(y, channels: x.shape[3], keepsExtents: true)
      return keeps && y.shape == x.shape ? try draft.sum(x, y) : y
    },
    Family(name: "block padded", kinds: Kind.activations) { draft, before in
      let x = try draft.operand(before, rank: 4)
      let margins = (0..<2).flatMap { _ in [draft.draw.int(0...2), draft.draw.int(0...2)] }
      let table = draft.constant(.int32([4, 2], ([0, 0] + margins + [0, 0]).map { Int32($0) }))
      let padded = try draft.apply(.pad, .none, [x.tensor, table], like: x)
      return draft.draw.chance(0.5) ? try draft.convolution(padded) : try draft.depthwiseConvolution(padded)
    },
    Family(name: "block dilated", kinds: Kind.activations) { draft, before in
      let x = try draft.operand(before, rank: 4)
      let block = [draft.draw.int(1...3), draft.draw.int(1...3)]
      // Whole blocks, with margins on either side.
      var paddings: [Int] = []
      for axis in 0..<2 {
        let before = draft.draw.int(0...block[axis])
        let rest = (x.shape[1 + axis] + before) % block[axis]
        paddings += [before, (block[axis] - rest) % block[axis] + block[axis] * draft.draw.int(0...1)]
      }
      func pairs(_ values: [Int]) -> Int { draft.constant(.int32([2, 2], values.map { Int32($0) })) }
      let cut = try draft.apply(
        .spaceToBatchNd, Draft.Options(.spaceToBatchNDOptions, [:]),
        [x.tensor, draft.numbers(block), pairs(paddings)], like: x)
      let y = draft.draw.chance(0.5) ? try draft.convolution(cut) : try draft.depthwiseConvolution(cut)
      return try draft.apply(
        .batchToSpaceNd, Draft.Options(.batchToSpaceNDOptions, [:]),
        [y.tensor, draft.numbers(block), pairs([0, 0, 0, 0])], like: y)
    },
    Family(name: "block channel factors", kinds: Kind.real) { draft, before in
      let x = try draft.operand(before, rank: 4)
      var y = draft.draw.chance(0.5) ? try draft.convolution(x) : try draft.depthwiseConvolution(x)
      for _ in 0..<draft.draw.int(1...3) {
        let factors = draft.floats([y.shape[3]], 0.5...1.5)
        let code = draft.draw.one(of: [Schema.BuiltinOperator.mul, .add, .sub, .div])
        y = try draft.apply(code, .none, [y.tensor, factors], like: y)
      }
      draft.tolerance = 1e-4
      return draft.draw.chance(0.5) ? try draft.apply(.relu6, .none, [y.tensor], like: y) : y
    },
    Family(name: "block squeeze and excite", kinds: Kind.activations) { draft, before in
      let x = try draft.operand(before, rank: 4)
      let axes = draft.numbers([1, 2])
      let mean = try draft.apply(.mean, Draft.Options(.reducerOptions, ["keep_dims": true]), [x.tensor, axes])
      let inner = try draft.convolution(mean, channels: draft.draw.extent(), keepsExtents: true)
      let outer = try draft.convolution(inner, channels: x.shape[3], keepsExtents: true)
      let gate = try draft.unitResult(.logistic, .none, outer)
      draft.tolerance = 1e-4
      return try draft.apply(.mul, .none, [x.tensor, gate.tensor])
    },
    Family(name: "block swish", kinds: Kind.activations) { draft, before in
      var x = try draft.operand(before)
      if x.shape.count == 4, draft.draw.chance(0.5) { x = try draft.convolution(x) }
      let gate = try draft.unitResult(.logistic, .none, x)
      let inputs = draft.draw.chance(0.5) ? [x.tensor, gate.tensor] : [gate.tensor, x.tensor]
      draft.tolerance = 1e-4
      return try draft.apply(.mul, .none, inputs)
    },
    Family(name: "block mish", kinds: Kind.real) { draft, before in
      let x = try draft.operand(before)
      let one = draft.constant(.float32([], [1]))
      let power = try draft.apply(.exp, .none, [x.tensor], like: x)
      let sum = try draft.apply(.add, .none, [power.tensor, one], like: x)
      let softplus = try draft.apply(.log, .none, [sum.tensor], like: x)
      draft.tolerance = 1e-4
      if draft.draw.chance(0.3) { return softplus }
      let gate = try draft.apply(.tanh, .none, [softplus.tensor], like: x)
      return try draft.apply(.mul, .none, draft.draw.chance(0.5) ? [x.tensor, gate.tensor] : [gate.tensor, x.tensor])
    },
    Family(name: "block written gelu", kinds: Kind.real) { draft, before in
      let x = try draft.operand(before)
      draft.tolerance = 1e-4
      func number(_ draft: inout Draft, _ value: Float) -> Int { draft.constant(.float32([], [value])) }
      let power = try draft.apply(.pow, .none, [x.tensor, number(&draft, 3)], like: x)
      let cubed = try draft.apply(.mul, .none, [power.tensor, number(&draft, 0.044715)], like: x)
      let sum = try draft.apply(.add, .none, [x.tensor, cubed.tensor], like: x)
      let scaled = try draft.apply(.mul, .none, [sum.tensor, number(&draft, 0.797_884_56)], like: x)
      let gate = try draft.apply(.tanh, .none, [scaled.tensor], like: x)
      let raised = try draft.apply(.add, .none, [gate.tensor, number(&draft, 1)], like: x)
      let half = try draft.apply(.mul, .none, [raised.tensor, number(&draft, 0.5)], like: x)
      return try draft.apply(.mul, .none, [half.tensor, x.tensor], like: x)
    },
    Family(name: "block hard swish", kinds: Kind.real) { draft, before in
      let x = try draft.operand(before)
      let three = draft.constant(.float32([], [3]))
      let moved = try draft.apply(.add, .none, [x.tensor, three], like: x)
      let bounded = try draft.apply(.relu6, .none, [moved.tensor], like: x)
      let scaled = try draft.apply(.mul, .none, [bounded.tensor, draft.constant(.float32([], [1.0 / 6]))], like: x)
      return try draft.apply(.mul, .none, [x.tensor, scaled.tensor], like: x)
    },
    Family(name: "block layer normalization", kinds: Kind.real) { draft, before in
      try draft.layerNormalization(try draft.operand(before))
    },
    Family(name: "block slopes", kinds: Kind.real) { draft, before in
      try draft.bent(try draft.operand(before))
    },
    Family(name: "block written softmax", kinds: Kind.real) { draft, before in
      try draft.writtenSoftmax(try draft.operand(before))
    },
    Family(name: "block transposed", kinds: Kind.activations) { draft, before in
      try draft.island(try draft.operand(before))
    },
    Family(name: "block attention", kinds: Kind.real) { draft, before in
      let x = try draft.operand(before, rank: 3)
      return try draft.attention(x)
    },
    Family(name: "block tables", kinds: Kind.bytes, continues: false) { draft, before in
      draft.roundsFloats = true
      // The relative error of EXP is that of its operand times the operand, which is up to 89.
      draft.tolerance = 1e-3
      let x = try draft.operand(before)
      var y = try draft.apply(.dequantize, .none, [x.tensor], [(.float32, 1, 0)])
      for _ in 0..<draft.draw.int(1...4) {
        let code = draft.draw.one(of: [Schema.BuiltinOperator.tanh, .logistic, .relu6, .exp, .abs, .neg, .hardSwish])
        y = try draft.apply(code, .none, [y.tensor], [(.float32, 1, 0)])
      }
      return try draft.apply(.quantize, .none, [y.tensor])
    },
    Family(name: "block functions", kinds: Kind.quantized) { draft, before in
      var x = try draft.operand(before)
      for _ in 0..<draft.draw.int(2...4) { x = try draft.function(x) }
      return x
    },
    Family(name: "block repeated", kinds: Kind.activations) { draft, before in
      let x = try draft.operand(before)
      // Twice the same, and something that nobody reads.
      let first = try draft.apply(.relu, .none, [x.tensor], like: x)
      let second = try draft.apply(.relu, .none, [x.tensor], like: x)
      if draft.draw.chance(0.5) { _ = try draft.apply(.reduceMax, .none, [x.tensor, draft.numbers([0])], like: x) }
      return try draft.sum(first, second)
    },
    Family(name: "block shared rows", kinds: Kind.real) { draft, _ in
      // Rows of whole blocks too, which weights of few bits may have.
      let hasBlocks = draft.draw.chance(0.5)
      let x = try draft.input(hasBlocks ? [draft.draw.int(1...9), 32 * draft.draw.int(1...4)] : draft.draw.shape(2))
      var parts: [Draft.Value] = []
      let units = draft.draw.extent()
      for _ in 0..<draft.draw.int(2...4) {
        let weights = draft.rowWeights([units, x.shape[1]], isInt4: hasBlocks && draft.draw.chance(0.7))
        let options = Draft.Options(
          .fullyConnectedOptions, ["asymmetric_quantize_inputs": .bool(draft.draw.chance(0.5))])
        parts.append(try draft.apply(.fullyConnected, options, [x.tensor, weights, -1], [(.float32, 1, 0)]))
      }
      let options = Draft.Options(.concatenationOptions, ["axis": 1])
      return try draft.apply(.concatenation, options, parts.map { $0.tensor }, [(.float32, 1, 0)])
    },
    Family(name: "block split and join", kinds: Kind.activations) { draft, before in
      let x = try draft.operand(before)
      let axis = draft.draw.int(0...x.shape.count - 1)
      let count = draft.draw.one(of: (1...x.shape[axis]).filter { x.shape[axis] % $0 == 0 && $0 <= 6 })
      _ = try draft.apply(
        .split, Draft.Options(.splitOptions, ["num_splits": .int(count)]), [draft.number(axis), x.tensor],
        Array(repeating: (x.type, x.scale, x.zeroPoint), count: count))
      var parts = draft.lastResults
      for index in parts.indices where draft.draw.chance(0.5) {
        parts[index] = try draft.apply(.relu, .none, [parts[index].tensor], like: x)
      }
      if draft.draw.chance(0.3) { parts.append(parts[0]) }
      if draft.draw.chance(0.3) { parts.reverse() }
      let options = Draft.Options(.concatenationOptions, ["axis": .int(axis)])
      return try draft.apply(.concatenation, options, parts.map { $0.tensor }, like: x)
    },
    Family(name: "block branches", kinds: Kind.activations) { draft, before in
      let x = try draft.operand(before, rank: 4)
      var parts: [Draft.Value] = []
      for _ in 0..<draft.draw.int(2...3) {
        let part = try draft.convolution(x, keepsExtents: true)
        parts.append(try draft.apply(.quantize, .none, part, like: x))
      }
      let options = Draft.Options(.concatenationOptions, ["axis": 3])
      let joined = try draft.apply(.concatenation, options, parts.map { $0.tensor }, like: x)
      return draft.draw.chance(0.5) ? try draft.depthwiseConvolution(joined, keepsExtents: true) : joined
    },
    Family(name: "block bands", kinds: Kind.activations, follows: false) { draft, _ in
      // Large enough that several threads and bands have rows.
      let x = try draft.input([1, draft.draw.int(20...40), draft.draw.int(5...9), draft.draw.int(1...8)])
      var y = x
      for _ in 0..<draft.draw.int(2...4) {
        switch draft.draw.int(0...4) {
        case 0: y = try draft.convolution(y, channels: draft.draw.int(1...9))
        case 1: y = try draft.depthwiseConvolution(y)
        case 2: y = try draft.convolution(y, channels: y.shape[3], keepsExtents: true)
        case 3: y = try draft.function(y)
        default: y = try draft.sum(y, y)
        }
      }
      return y
    },
    Family(name: "block recurrent cell", kinds: Kind.real, follows: false) { draft, _ in
      try draft.recurrentCell()
    },
    Family(name: "block state", kinds: Kind.real, follows: false) { draft, _ in
      // A queue of rows: the oldest goes, a new one comes.
      let (rows, depth) = (draft.draw.int(2...9), draft.draw.extent())
      let x = try draft.input([1, depth])
      let queue = try draft.input([rows, depth])
      let tables = [draft.numbers([1, 0]), draft.numbers([rows - 1, depth])]
      let kept = try draft.apply(.slice, .none, [queue.tensor] + tables, like: x)
      let options = Draft.Options(.concatenationOptions, ["axis": 0])
      let joined = try draft.apply(.concatenation, options, [kept.tensor, x.tensor], like: x)
      return try draft.apply(.tanh, .none, [joined.tensor], like: x)
    },
  ]
}

extension Draft {
  /// Integer weights of a product of rows; int4 with scales for channels, or for every 32 elements, which divide the rows.
  fileprivate mutating func rowWeights(_ shape: [Int], isInt4: Bool) -> Int {
    guard isInt4 else {
      return elements(
        shape, .int8, quantization: .perTensor(scale: draw.float(0.005...0.02)), fill: .integers(-127...127))
    }
    if draw.chance(0.5) {
      let scales = (0..<shape[0]).map { _ in draw.float(0.05...0.2) }
      return elements(shape, .int4, quantization: .perChannel(scales: scales, dimension: 0), fill: .floats(0...1))
    }
    let scales = floats([shape[0], shape[1] / 32], 0.01...0.05)
    return elements(shape, .int4, quantization: .blockwise(scales: scales, blockSize: 32), fill: .floats(0...1))
  }

  /// A function of one operand that leaves the shape.
  mutating func function(_ x: Value) throws -> Value {
    tolerance = max(tolerance, 1e-4)
    switch draw.int(0...5) {
    case 0: return try apply(.relu, .none, [x.tensor], like: x)
    case 1: return try apply(.relu6, .none, [x.tensor], like: x)
    case 2: return try unitResult(.logistic, .none, x)
    case 3: return try result(.tanh, .none, x, .symmetric)
    case 4: return try apply(.leakyRelu, Options(.leakyReluOptions, ["alpha": 0.3]), [x.tensor])
    default: return kind == .int16 ? x : try result(.hardSwish, .none, x, .own)
    }
  }

  mutating func sum(_ x: Value, _ y: Value) throws -> Value {
    let clamp = activation()
    // What a clamp leaves of large numbers has their error.
    tolerance = max(tolerance, clamp == .none ? 1e-4 : 1e-3)
    let options = Options(
      .addOptions, ["fused_activation_function": .value(clamp), "pot_scale_int16": false])
    return try apply(.add, options, draw.chance(0.5) ? [x.tensor, y.tensor] : [y.tensor, x.tensor])
  }

  /// A value in another's quantization.
  fileprivate mutating func apply(
    _ code: Schema.BuiltinOperator, _ options: Options, _ value: Value, like other: Value
  ) throws -> Value {
    if !kind.isQuantized || value.scale == other.scale && value.zeroPoint == other.zeroPoint { return value }
    return try apply(code, options, [value.tensor], like: other)
  }

  /// The forms of it that converters write.
  fileprivate mutating func layerNormalization(_ x: Value) throws -> Value {
    tolerance = 1e-3
    let last = [x.shape[x.shape.count - 1]]
    let axis = numbers([-1])
    let keeps = Options(.reducerOptions, ["keep_dims": true])
    func op(_ draft: inout Draft, _ code: Schema.BuiltinOperator, _ inputs: Int...) throws -> Int {
      try draft.apply(code, .none, inputs, like: x).tensor
    }
    func mean(_ draft: inout Draft, _ tensor: Int) throws -> Int {
      if draft.draw.chance(0.7) { return try draft.apply(.mean, keeps, [tensor, axis], like: x).tensor }
      let sum = try draft.apply(.sum, keeps, [tensor, axis], like: x).tensor
      let count = Float(last[0])
      let isQuotient = draft.draw.chance(0.5)
      return try op(
        &draft, isQuotient ? .div : .mul, sum, draft.constant(.float32([], [isQuotient ? count : 1 / count])))
    }
    let (scales, offsets) = (floats(last, 0.5...1.5), floats(last))
    let epsilon = constant(.float32([], [1e-3]))
    let m = try mean(&self, x.tensor)
    let result: Int
    switch draw.int(0...3) {
    case 0:
      let square = try draw.chance(0.5) ? op(&self, .square, x.tensor) : op(&self, .mul, x.tensor, x.tensor)
      let root = try op(&self, .rsqrt, op(&self, .add, mean(&self, square), epsilon))
      result = try op(&self, .mul, op(&self, .mul, x.tensor, root), scales)
    case 1:
      let variance = try mean(&self, op(&self, .squaredDifference, x.tensor, m))
      let root = try op(&self, .rsqrt, op(&self, .add, variance, epsilon))
      let factor = try op(&self, .mul, root, scales)
      let shift = try op(&self, .sub, offsets, op(&self, .mul, factor, m))
      result = try op(&self, .add, op(&self, .mul, x.tensor, factor), shift)
    case 2:
      let centered = try op(&self, .sub, x.tensor, m)
      let variance = try mean(&self, op(&self, .mul, centered, centered))
      let root = try op(&self, .rsqrt, op(&self, .add, variance, epsilon))
      result = try op(&self, .add, offsets, op(&self, .mul, op(&self, .mul, centered, root), scales))
    default:
      let centered = try op(&self, .sub, x.tensor, m)
      let variance = try mean(&self, op(&self, .square, centered))
      let root = try op(&self, .sqrt, op(&self, .add, variance, epsilon))
      result = try op(&self, .add, op(&self, .mul, op(&self, .div, centered, root), scales), offsets)
    }
    return Value(tensor: result, type: x.type, shape: x.shape, isExact: false)
  }

  /// What PRELU computes, as converters write it.
  fileprivate mutating func bent(_ x: Value) throws -> Value {
    func op(_ draft: inout Draft, _ code: Schema.BuiltinOperator, _ inputs: Int...) throws -> Int {
      try draft.apply(code, .none, inputs, like: x).tensor
    }
    let slopes = floats([x.shape[x.shape.count - 1]])
    let positive = try op(&self, .relu, x.tensor)
    let result: Int
    switch draw.int(0...3) {
    case 0:
      let negative = try op(&self, .neg, op(&self, .relu, op(&self, .neg, x.tensor)))
      result = try op(&self, .add, positive, op(&self, .mul, slopes, negative))
    case 1:
      let negative = try op(&self, .relu, op(&self, .neg, x.tensor))
      result = try op(&self, .sub, positive, op(&self, .mul, negative, slopes))
    case 2:
      let negative = try op(&self, .minimum, x.tensor, constant(.float32([], [0])))
      result = try op(&self, .add, op(&self, .mul, slopes, negative), positive)
    default:
      let difference = try op(&self, .sub, x.tensor, op(&self, .abs, x.tensor))
      let product = try op(&self, .mul, slopes, difference)
      result = try op(&self, .add, positive, op(&self, .mul, product, constant(.float32([], [0.5]))))
    }
    return Value(tensor: result, type: x.type, shape: x.shape, isExact: false)
  }

  /// What SOFTMAX computes, as converters write it.
  fileprivate mutating func writtenSoftmax(_ x: Value) throws -> Value {
    tolerance = 1e-4
    let keeps = Options(.reducerOptions, ["keep_dims": true])
    let axis = numbers([-1])
    let largest = try apply(.reduceMax, keeps, [x.tensor, axis], like: x)
    let powers = try apply(.exp, .none, [apply(.sub, .none, [x.tensor, largest.tensor], like: x).tensor], like: x)
    let sum = try apply(.sum, keeps, [powers.tensor, axis], like: x)
    let result = try apply(.div, .none, [powers.tensor, sum.tensor], like: x)
    return Value(tensor: result.tensor, type: x.type, shape: x.shape, isExact: false)
  }

  /// A step of an LSTM or a GRU, as converters write it out, of which now and then something else is read besides.
  fileprivate mutating func recurrentCell() throws -> Value {
    tolerance = 1e-4
    let (rows, cells, isLSTM) = (draw.int(1...3), draw.int(2...20), draw.chance(0.5))
    let count = isLSTM ? 4 : 3
    func op(_ draft: inout Draft, _ code: Schema.BuiltinOperator, _ inputs: Int...) throws -> Int {
      try draft.apply(
        code, .none, draft.draw.chance(0.5) && code != .sub ? inputs.reversed() : inputs, [(.float32, 1, 0)]
      )
      .tensor
    }
    func parts(_ draft: inout Draft, _ tensor: Int) throws -> [Int] {
      _ = try draft.apply(
        .split, Options(.splitOptions, ["num_splits": .int(Int64(count))]), [draft.number(1), tensor],
        Array(repeating: (.float32, 1, 0), count: count))
      return draft.lastResults.map { $0.tensor }
    }
    let (x, y) = (try input([rows, count * cells]), try input([rows, count * cells]))
    let before = try input([rows, cells])
    if isLSTM {
      var sum = try op(&self, .add, x.tensor, y.tensor)
      if draw.chance(0.5) { sum = try op(&self, .add, sum, floats([count * cells])) }
      let gates = try parts(&self, sum)
      let kept = try op(&self, .mul, op(&self, .logistic, gates[1]), before.tensor)
      let new = try op(&self, .mul, op(&self, .logistic, gates[0]), op(&self, .tanh, gates[2]))
      let state = try op(&self, .add, kept, new)
      let activated = try op(&self, .tanh, state)
      return try apply(.mul, .none, [op(&self, .logistic, gates[3]), activated], like: before)
    }
    let (a, b) = (try parts(&self, x.tensor), try parts(&self, y.tensor))
    let update = try op(&self, .logistic, op(&self, .add, a[0], b[0]))
    let reset = try op(&self, .logistic, op(&self, .add, a[1], b[1]))
    let candidate = try op(&self, .tanh, op(&self, .add, a[2], op(&self, .mul, reset, b[2])))
    if draw.chance(0.3) {
      let scaled = try op(&self, .mul, update, op(&self, .sub, before.tensor, candidate))
      return try apply(.add, .none, [candidate, scaled], like: before)
    }
    let kept = try op(&self, .mul, update, before.tensor)
    let rest = try op(&self, .sub, constant(.float32([], [1])), update)
    return try apply(.add, .none, [kept, op(&self, .mul, rest, candidate)], like: before)
  }

  /// Softmax of queries by keys, by values.
  fileprivate mutating func attention(_ x: Value) throws -> Value {
    tolerance = 2e-4
    let depth = draw.extent()
    var parts: [Value] = []
    func addPart(_ draft: inout Draft) throws {
      let weights = draft.floats([depth, x.shape[2]])
      let options = Options(.fullyConnectedOptions, ["keep_num_dims": true])
      parts.append(try draft.apply(.fullyConnected, options, [x.tensor, weights, -1], [(.float32, 1, 0)]))
    }
    let hasLateValues = draw.chance(0.5)
    for _ in 0..<(hasLateValues ? 2 : 3) { try addPart(&self) }
    if draw.chance(0.5) {
      let factor = constant(.float32([], [draw.float(0.1...1)]))
      parts[0] = try apply(.mul, .none, [parts[0].tensor, factor], like: x)
    }
    let isTransposed = draw.chance(0.5)
    var keys = parts[1]
    if isTransposed { keys = try apply(.transpose, .none, [keys.tensor, numbers([0, 2, 1])], like: x) }
    let products = Options(.batchMatMulOptions, ["adj_y": .bool(!isTransposed)])
    var scores = try apply(.batchMatmul, products, [parts[0].tensor, keys.tensor], like: x)
    if draw.chance(0.5) {
      scores = try apply(.mul, .none, [scores.tensor, constant(.float32([], [draw.float(0.1...1)]))], like: x)
    }
    let weights = try apply(.softmax, Options(.softmaxOptions, ["beta": 1.0]), [scores.tensor], like: x)
    if hasLateValues { try addPart(&self) }
    return try apply(.batchMatmul, Options(.batchMatMulOptions, [:]), [weights.tensor, parts[2].tensor], like: x)
  }
}
