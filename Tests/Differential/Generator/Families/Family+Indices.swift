import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Operators that read or write at indices, and that make tensors of few elements.
extension Family {
  static let filling: [Family] = [gathering, updating, making, sorting, dynamic].flatMap { $0 }

  // MARK: Reading

  private static let gathering: [Family] = [
    Family(name: "GATHER fed", kinds: Kind.table("GATHER"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let rank = x.shape.count
      let axis = draft.draw.int(0...rank - 1)
      let batch = draft.draw.chance(0.3) ? draft.draw.int(0...axis) : 0
      let shape = Array(x.shape[..<batch]) + draft.draw.shape(draft.draw.int(0...2))
      let indices = try draft.indices(shape, 0...x.shape[axis] - 1, draft.draw.one(of: [.int32, .int64]))
      let options = Draft.Options(.gatherOptions, ["axis": .int(axis), "batch_dims": .int(batch)])
      return try draft.apply(.gather, options, [x.tensor, indices.tensor], like: x)
    },
    Family(name: "GATHER_ND", kinds: Kind.table("GATHER_ND"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let depth = draft.draw.int(1...x.shape.count)
      let shape = draft.draw.shape(draft.draw.int(0...2)) + [depth]
      let indices = try draft.indices(
        shape, 0...(x.shape[..<depth].min() ?? 1) - 1, draft.draw.one(of: [.int32, .int64]))
      return try draft.apply(.gatherNd, .none, [x.tensor, indices.tensor], like: x)
    },
    Family(name: "EMBEDDING_LOOKUP", kinds: Kind.table("EMBEDDING_LOOKUP"), follows: false) { draft, _ in
      let shape = draft.draw.shape(draft.draw.int(2...3))
      let table = draft.elements(
        shape, draft.kind, quantization: draft.kind.isQuantized ? .perTensor(scale: 0.1) : nil)
      let indices = try draft.indices([draft.draw.extent()], 0...shape[0] - 1)
      let value = Draft.Value(tensor: table, type: draft.kind.tensorType, shape: shape, scale: 0.1)
      return try draft.apply(.embeddingLookup, .none, [indices.tensor, table], like: value)
    },
    Family(name: "EMBEDDING_LOOKUP hybrid", kinds: [.int8, .uint8, .int4, .int2], follows: false) { draft, _ in
      let shape = draft.draw.shape(2)
      let isByChannel = draft.kind != .uint8 && draft.draw.chance(0.5)
      let scales = draft.draw.floats(shape[0], 0.01...0.2)
      let table = draft.elements(
        shape, draft.kind,
        quantization: isByChannel ? .perChannel(scales: scales, dimension: 0) : .perTensor(scale: scales[0]))
      let indices = try draft.indices([draft.draw.extent()], 0...shape[0] - 1)
      return try draft.apply(.embeddingLookup, .none, [indices.tensor, table], [(.float32, 1, 0)])
    },
    Family(name: "EMBEDDING_LOOKUP_SPARSE", kinds: Kind.real, follows: false) { draft, _ in
      let (rows, count) = (draft.draw.extent(), draft.draw.extent())
      let table = try draft.input([rows, draft.draw.extent()])
      let indices = try draft.indices([count], 0...rows - 1)
      let places = draft.elements(
        [count, 1], .int32,
        fill: .bytes(
          FlatBufferWriter.bytes(of: draft.draw.ints(count, 0...3).sorted().map { Int32($0) })))
      let weights = try draft.input([count], range: 0.1...2)
      let options = Draft.Options(.embeddingLookupSparseOptions, ["combiner": .int(draft.draw.int(0...2))])
      return try draft.apply(
        .embeddingLookupSparse, options, [indices.tensor, places, draft.numbers([4]), weights.tensor, table.tensor],
        [(.float32, 1, 0)], isLast: true)
    },
    Family(name: "HASHTABLE_LOOKUP", kinds: Kind.table("HASHTABLE_LOOKUP"), follows: false) { draft, _ in
      let shape = draft.draw.shape(2)
      let keys = draft.numbers((0..<shape[0]).map { 3 * $0 })
      let table = draft.elements(shape, draft.kind)
      let wanted = try draft.indices([draft.draw.extent()], 0...3 * shape[0])
      return try draft.apply(
        .hashtableLookup, .none, [wanted.tensor, keys, table], [(draft.kind.tensorType, 1, 0), (.uint8, 1, 0)])
    },
  ]

  // MARK: Writing

  private static let updating: [Family] = [
    Family(name: "DYNAMIC_UPDATE_SLICE", kinds: Kind.table("DYNAMIC_UPDATE_SLICE"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let shape = x.shape.map { draft.draw.int(1...$0) }
      let update = try draft.input(shape, scale: x.scale, zeroPoint: x.zeroPoint)
      let start = try draft.indices([x.shape.count], -2...10, draft.draw.one(of: [.int32, .int64]))
      return try draft.apply(.dynamicUpdateSlice, .none, [x.tensor, update.tensor, start.tensor], like: x)
    },
    Family(name: "SCATTER_ND", kinds: Kind.table("SCATTER_ND"), follows: false) { draft, _ in
      let shape = draft.draw.shape(draft.draw.int(1...3))
      let depth = draft.draw.int(1...shape.count)
      let count = draft.draw.extent()
      let indices = try draft.indices([count, depth], 0...(shape[..<depth].min() ?? 1) - 1)
      let updates = try draft.input([count] + shape[depth...])
      // Sums of several updates may come in any order.
      draft.tolerance = 1e-4
      return try draft.apply(
        .scatterNd, .none, [indices.tensor, updates.tensor, draft.numbers(shape)], like: updates)
    },
    Family(name: "REVERSE_SEQUENCE", kinds: Kind.table("REVERSE_SEQUENCE"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      if x.shape.count < 2 { throw Misfit() }
      let axes = [draft.draw.int(0...x.shape.count - 1), draft.draw.int(0...x.shape.count - 1)]
      if axes[0] == axes[1] { throw Misfit() }
      let lengths = try draft.indices([x.shape[axes[1]]], 0...x.shape[axes[0]], draft.draw.one(of: [.int32, .int64]))
      let options = Draft.Options(.reverseSequenceOptions, ["seq_dim": .int(axes[0]), "batch_dim": .int(axes[1])])
      return try draft.apply(.reverseSequence, options, [x.tensor, lengths.tensor], like: x)
    },
    Family(name: "MATRIX_SET_DIAG", kinds: Kind.table("MATRIX_SET_DIAG"), follows: false) { draft, _ in
      let x = try draft.input(draft.draw.shape(draft.draw.int(2...4)))
      let rank = x.shape.count
      let shape = x.shape[..<(rank - 2)] + [min(x.shape[rank - 1], x.shape[rank - 2])]
      let diagonal = try draft.input(Array(shape), scale: x.scale, zeroPoint: x.zeroPoint)
      return try draft.apply(.matrixSetDiag, .none, [x.tensor, diagonal.tensor], like: x)
    },
    segments("SEGMENT_SUM", .segmentSum), segments("UNSORTED_SEGMENT_SUM", .unsortedSegmentSum),
    segments("UNSORTED_SEGMENT_PROD", .unsortedSegmentProd), segments("UNSORTED_SEGMENT_MAX", .unsortedSegmentMax),
    segments("UNSORTED_SEGMENT_MIN", .unsortedSegmentMin),
  ]

  private static func segments(_ name: String, _ code: Schema.BuiltinOperator) -> Family {
    Family(name: name, kinds: Kind.table(name), follows: false) { draft, _ in
      let x = try draft.input(draft.draw.shape(draft.draw.int(1...3)), fill: .integers(-3...3))
      let count = x.shape[0]
      if code == .segmentSum {
        let numbers = draft.draw.ints(count, 0...4).sorted()
        return try draft.apply(code, .none, [x.tensor, draft.numbers(numbers)], [(x.type, 1, 0)], isLast: true)
      }
      let places = try draft.indices([count], -1...4)
      return try draft.apply(code, .none, [x.tensor, places.tensor, draft.number(5)], like: x)
    }
  }

  // MARK: Making

  private static let making: [Family] = [
    Family(name: "FILL", kinds: Kind.table("FILL"), follows: false) { draft, _ in
      let value = try draft.input([])
      let shape = draft.numbers(draft.draw.shape(draft.draw.int(0...4)))
      return try draft.apply(.fill, .none, [shape, value.tensor], like: value)
    },
    Family(name: "ONE_HOT", kinds: Kind.table("ONE_HOT"), follows: false) { draft, _ in
      let depth = draft.draw.extent()
      let indices = try draft.indices(
        draft.draw.shape(draft.draw.int(0...3)), -1...depth, draft.draw.one(of: [.int32, .int64]))
      let (on, off) = (try draft.input([]), try draft.input([]))
      let axis = draft.draw.int(-1...indices.shape.count)
      return try draft.apply(
        .oneHot, Draft.Options(.oneHotOptions, ["axis": .int(axis)]),
        [indices.tensor, draft.number(depth), on.tensor, off.tensor], like: on)
    },
    Family(name: "SPARSE_TO_DENSE", kinds: Kind.table("SPARSE_TO_DENSE"), follows: false) { draft, _ in
      let shape = draft.draw.shape(draft.draw.int(1...3))
      let count = draft.draw.int(1...4)
      let indices = draft.elements([count, shape.count], .int32, fill: .integers(0...(shape.min() ?? 1) - 1))
      let values = try draft.input([count])
      let rest = try draft.input([])
      return try draft.apply(
        .sparseToDense, .none, [indices, draft.numbers(shape), values.tensor, rest.tensor], like: values)
    },
    Family(name: "MATRIX_DIAG", kinds: Kind.table("MATRIX_DIAG"), follows: false) { draft, _ in
      let x = try draft.input(draft.draw.shape(draft.draw.int(1...3)))
      return try draft.apply(.matrixDiag, .none, [x.tensor], like: x)
    },
    Family(name: "RANGE", kinds: Kind.table("RANGE"), follows: false) { draft, _ in
      let isReal = draft.kind == .float32
      func number(_ draft: inout Draft, _ low: Int, _ high: Int) throws -> Int {
        let fill: Fill = isReal ? .floats(Float(low)...Float(high)) : .integers(low...high)
        return try draft.input([], fill: fill).tensor
      }
      let isUpwards = draft.draw.chance(0.7)
      let ends = [try number(&draft, 0, 5), try number(&draft, 6, 60)]
      let step = try isUpwards ? number(&draft, 1, 7) : number(&draft, -7, -1)
      return try draft.apply(
        .range, .none, isUpwards ? ends + [step] : [ends[1], ends[0], step], [(draft.kind.tensorType, 1, 0)],
        isLast: true)
    },
    Family(name: "DENSIFY", kinds: Kind.table("DENSIFY"), follows: false) { draft, _ in
      let shape = draft.draw.shape(2)
      let tensor =
        draft.kind == .float32
        ? draft.sparse(shape)
        : draft.elements(shape, draft.kind, quantization: draft.kind == .int8 ? .perTensor(scale: 0.1) : nil)
      let value = Draft.Value(tensor: tensor, type: draft.kind.tensorType, shape: shape, scale: 0.1)
      return try draft.apply(.densify, .none, [tensor], like: value)
    },
  ]

  // MARK: Sorting and sums

  private static let sorting: [Family] = [
    Family(name: "TOPK_V2", kinds: Kind.table("TOPK_V2"), follows: false, continues: false) { draft, _ in
      let x = try draft.operand(nil)
      let count = draft.number(draft.draw.int(1...x.shape[x.shape.count - 1]))
      let index: Schema.TensorType = .int32
      return try draft.apply(.topkV2, .none, [x.tensor, count], [(x.type, x.scale, x.zeroPoint), (index, 1, 0)])
    },
    Family(name: "CUMSUM", kinds: Kind.table("CUMSUM"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let axis = draft.number(draft.draw.int(-x.shape.count...x.shape.count - 1))
      let options = Draft.Options(
        .cumsumOptions, ["exclusive": .bool(draft.draw.chance(0.5)), "reverse": .bool(draft.draw.chance(0.5))])
      return try draft.apply(.cumsum, options, [x.tensor, axis], like: x)
    },
    Family(name: "REDUCE_WINDOW", kinds: Kind.table("REDUCE_WINDOW"), follows: false) { draft, _ in
      let x = try draft.operand(nil, range: 0.5...1.5)
      let rank = x.shape.count
      func numbers(_ draft: inout Draft, _ high: Int) -> Int {
        let values = (0..<rank).map { _ in Int64(draft.draw.int(1...high)) }
        return draft.constant(.int64([rank], values))
      }
      let start = draft.elements([], draft.kind, fill: .integers(0...1))
      let function = draft.kind == .bool ? draft.draw.one(of: [5, 6]) : draft.draw.int(1...4)
      let options = Draft.Options(.reduceWindowOptions, ["reduce_function": .int(function)])
      let operands = [x.tensor, start, numbers(&draft, 3), numbers(&draft, 3), numbers(&draft, 2)]
      draft.tolerance = 1e-4
      return try draft.apply(.reduceWindow, options, operands, [(x.type, 1, 0)])
    },
  ]

  // MARK: Shapes known once they are computed

  private static let dynamic: [Family] = [
    Family(name: "WHERE", kinds: Kind.table("WHERE"), follows: false) { draft, _ in
      let x = try draft.input(draft.draw.shape(draft.draw.int(1...4)), fill: .integers(0...1))
      let places = try draft.apply(.where, .none, [x.tensor], [(.int64, 1, 0)], isLast: true)
      return try draft.continuation(places)
    },
    Family(name: "UNIQUE", kinds: Kind.table("UNIQUE"), follows: false) { draft, _ in
      let x = try draft.input([draft.draw.extent()], fill: .integers(0...5))
      let type = draft.draw.one(of: [Schema.TensorType.int32, .int64])
      let options = Draft.Options(.uniqueOptions, ["idx_out_type": .value(type)])
      let found = try draft.apply(.unique, options, [x.tensor], [(x.type, 1, 0), (type, 1, 0)], isLast: true)
      return try draft.continuation(found)
    },
    Family(name: "RESHAPE fed", kinds: Kind.table("RESHAPE"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let shape = try draft.input([2], .int32, fill: .bytes(FlatBufferWriter.bytes(of: [Int32(1), Int32(x.count)])))
      return try draft.apply(.reshape, .none, [x.tensor, shape.tensor], [(x.type, x.scale, x.zeroPoint)], isLast: true)
    },
    Family(name: "SLICE fed", kinds: Kind.table("SLICE"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let begin = try draft.indices([x.shape.count], 0...0)
      let size = try draft.indices([x.shape.count], draft.draw.chance(0.5) ? -1...1 : 1...1)
      let part = try draft.apply(
        .slice, .none, [x.tensor, begin.tensor, size.tensor], [(x.type, x.scale, x.zeroPoint)], isLast: true)
      return try draft.continuation(part)
    },
    Family(name: "NON_MAX_SUPPRESSION_V5", kinds: Kind.real, follows: false) { draft, _ in
      let count = draft.draw.extent()
      let boxes = try draft.input([count, 4], range: 0...1)
      let scores = try draft.input([count], range: 0...1)
      let limits = [draft.number(draft.draw.int(1...5))]
      let numbers = [draft.draw.float(0...1), draft.draw.float(0...0.7), draft.draw.one(of: [0, 0.5])].map {
        draft.constant(.float32([], [$0]))
      }
      return try draft.apply(
        .nonMaxSuppressionV5, .none, [boxes.tensor, scores.tensor] + limits + numbers,
        [(.int32, 1, 0), (.float32, 1, 0), (.int32, 1, 0)], isLast: true)
    },
  ]
}

extension Draft {
  /// More operators on what has a shape that nobody knows before.
  fileprivate mutating func continuation(_ value: Value) throws -> Value {
    if value.kind != .int64 && value.kind != .int32 && value.kind != .float32 || !draw.chance(0.7) { return value }
    let sum = try apply(
      .add, Options(.addOptions, [:]), [value.tensor, value.tensor], [(value.type, 1, 0)], isLast: true)
    if draw.chance(0.5) { return sum }
    let joined = try apply(
      .concatenation, Options(.concatenationOptions, ["axis": 0]), [sum.tensor, value.tensor],
      [(value.type, 1, 0)], isLast: true)
    return joined
  }
}
