import TFLiteSchema
import TestSupport

/// Operators that move, repeat and interpolate elements.
extension Family {
  static let movement: [Family] = [
    Family(name: "PAD", kinds: Kind.table("PAD")) { draft, before in
      let x = try draft.operand(before)
      let table = draft.margins(x, limit: { _ in 3 })
      return try draft.apply(.pad, .none, [x.tensor, table], like: x)
    },
    Family(name: "MIRROR_PAD", kinds: Kind.table("MIRROR_PAD")) { draft, before in
      let x = try draft.operand(before)
      let isSymmetric = draft.draw.chance(0.5)
      let table = draft.margins(x, limit: { isSymmetric ? $0 : $0 - 1 })
      let options = Draft.Options(.mirrorPadOptions, ["mode": .int(isSymmetric ? 1 : 0)])
      return try draft.apply(.mirrorPad, options, [x.tensor, table], like: x)
    },
    resizing("RESIZE_BILINEAR", .resizeBilinear, .resizeBilinearOptions),
    resizing("RESIZE_NEAREST_NEIGHBOR", .resizeNearestNeighbor, .resizeNearestNeighborOptions),
    Family(name: "TRANSPOSE", kinds: Kind.table("TRANSPOSE")) { draft, before in
      let x = try draft.operand(before)
      var order = Array(x.shape.indices)
      for index in order.indices { order.swapAt(index, draft.draw.int(index...order.count - 1)) }
      let table = draft.numbers(order)
      return try draft.apply(.transpose, .none, [x.tensor, table], like: x)
    },
    Family(name: "RESHAPE", kinds: Kind.table("RESHAPE")) { draft, before in
      let x = try draft.operand(before)
      let parts = (1...x.count).filter { x.count % $0 == 0 }
      let first = draft.draw.one(of: parts)
      let shape = draft.draw.chance(0.5) ? [first, -1] : [1, first, 1, x.count / first]
      let table = draft.numbers(shape)
      return try draft.apply(.reshape, .none, [x.tensor, table], like: x)
    },
    Family(name: "SLICE", kinds: Kind.table("SLICE")) { draft, before in
      let x = try draft.operand(before)
      let begin = x.shape.map { draft.draw.chance(0.5) ? 0 : draft.draw.int(0...$0 - 1) }
      let size = zip(x.shape, begin).map { draft.draw.int(1...$0 - $1) }
      let tables = [draft.numbers(begin), draft.numbers(size)]
      return try draft.apply(.slice, .none, [x.tensor] + tables, like: x)
    },
    Family(name: "STRIDED_SLICE", kinds: Kind.table("STRIDED_SLICE")) { draft, before in
      let x = try draft.operand(before)
      let rank = x.shape.count
      let steps = x.shape.map { _ in draft.draw.one(of: [1, 1, 2, 3, -1, -2]) }
      let masks = (draft.draw.int(0...1 << rank - 1), draft.draw.int(0...1 << rank - 1))
      let tables = [
        draft.numbers(zip(x.shape, steps).map { $1 > 0 ? draft.draw.int(0...$0 - 1) : $0 - 1 }),
        draft.numbers(zip(x.shape, steps).map { $1 > 0 ? $0 : -$0 - 1 }), draft.numbers(steps),
      ]
      let options = Draft.Options(
        .stridedSliceOptions, ["begin_mask": .int(masks.0), "end_mask": .int(masks.1)])
      return try draft.apply(.stridedSlice, options, [x.tensor] + tables, like: x)
    },
    Family(name: "CONCATENATION", kinds: Kind.table("CONCATENATION")) { draft, before in
      let x = try draft.operand(before)
      let axis = draft.draw.int(0...x.shape.count - 1)
      var inputs = [x.tensor]
      for _ in 0..<draft.draw.int(1...3) {
        var shape = x.shape
        shape[axis] = draft.draw.extent()
        inputs.append(try draft.input(shape, scale: x.scale, zeroPoint: x.zeroPoint).tensor)
      }
      if draft.draw.chance(0.3) { inputs.append(x.tensor) }
      inputs.swapAt(0, draft.draw.int(0...inputs.count - 1))
      let options = Draft.Options(
        .concatenationOptions, ["axis": .int(draft.draw.chance(0.3) ? axis - x.shape.count : axis)])
      return try draft.apply(.concatenation, options, inputs, like: x)
    },
    Family(name: "SPLIT", kinds: Kind.table("SPLIT")) { draft, before in
      let x = try draft.operand(before)
      let axis = draft.draw.int(0...x.shape.count - 1)
      let parts = draft.draw.one(of: (1...x.shape[axis]).filter { x.shape[axis] % $0 == 0 })
      let table = draft.number(axis)
      return try draft.apply(
        .split, Draft.Options(.splitOptions, ["num_splits": .int(parts)]), [table, x.tensor],
        (0..<parts).map { _ in (x.type, x.scale, x.zeroPoint) })
    },
    Family(name: "PACK", kinds: Kind.table("PACK")) { draft, before in
      let x = try draft.operand(before)
      let others = try (0..<draft.draw.int(0...2)).map { _ in
        try draft.input(x.shape, scale: x.scale, zeroPoint: x.zeroPoint).tensor
      }
      let options = Draft.Options(
        .packOptions, ["values_count": .int(others.count + 1), "axis": .int(draft.draw.int(0...x.shape.count))])
      return try draft.apply(.pack, options, [x.tensor] + others, like: x)
    },
    Family(name: "TILE", kinds: Kind.table("TILE")) { draft, before in
      let x = try draft.operand(before)
      let table = draft.numbers(x.shape.map { _ in draft.draw.one(of: [1, 1, 2, 3]) })
      return try draft.apply(.tile, .none, [x.tensor, table], like: x)
    },
    Family(name: "GATHER", kinds: Kind.table("GATHER")) { draft, before in
      let x = try draft.operand(before)
      let axis = draft.draw.int(0...x.shape.count - 1)
      let table = draft.numbers((0..<draft.draw.extent()).map { _ in draft.draw.int(0...x.shape[axis] - 1) })
      return try draft.apply(.gather, Draft.Options(.gatherOptions, ["axis": .int(axis)]), [x.tensor, table], like: x)
    },
    Family(name: "SPACE_TO_DEPTH", kinds: Kind.table("SPACE_TO_DEPTH")) { draft, before in
      let x = try draft.operand(before, rank: 4)
      let sizes = (1...4).filter { x.shape[1] % $0 == 0 && x.shape[2] % $0 == 0 }
      let options = Draft.Options(.spaceToDepthOptions, ["block_size": .int(draft.draw.one(of: sizes))])
      return try draft.apply(.spaceToDepth, options, [x.tensor], like: x)
    },
    Family(name: "DEPTH_TO_SPACE", kinds: Kind.table("DEPTH_TO_SPACE")) { draft, before in
      let x = try draft.operand(before, rank: 4)
      let sizes = (1...4).filter { x.shape[3] % ($0 * $0) == 0 }
      let options = Draft.Options(.depthToSpaceOptions, ["block_size": .int(draft.draw.one(of: sizes))])
      return try draft.apply(.depthToSpace, options, [x.tensor], like: x)
    },
    Family(name: "SPACE_TO_BATCH_ND", kinds: Kind.table("SPACE_TO_BATCH_ND")) { draft, before in
      let x = try draft.operand(before, rank: 4)
      let blocks = [draft.draw.int(1...3), draft.draw.int(1...3)]
      let margins = (0..<2).flatMap { axis in
        let first = draft.draw.int(0...2)
        let rest = (x.shape[axis + 1] + first) % blocks[axis]
        return [Int32(first), Int32(rest == 0 ? 0 : blocks[axis] - rest)]
      }
      let tables = [draft.numbers(blocks), draft.constant(.int32([2, 2], margins))]
      return try draft.apply(.spaceToBatchNd, .none, [x.tensor] + tables, like: x)
    },
  ]

  static let moreMovement: [Family] = [
    Family(name: "PADV2", kinds: Kind.table("PADV2")) { draft, before in
      let x = try draft.operand(before)
      let table = draft.margins(x, limit: { _ in 3 })
      let value = draft.elements([1], draft.kind, quantization: x.quantization)
      return try draft.apply(.padv2, .none, [x.tensor, table, value], like: x)
    },
    Family(name: "STABLEHLO_PAD", kinds: Kind.table("STABLEHLO_PAD"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      func numbers(_ draft: inout Draft, _ range: ClosedRange<Int>) -> ModelBuilder.OptionValue {
        .ints(x.shape.map { _ in Int64(draft.draw.int(range)) })
      }
      let options = Draft.Options(
        .stablehloPadOptions,
        [
          "edge_padding_low": numbers(&draft, -1...2), "edge_padding_high": numbers(&draft, -1...2),
          "interior_padding": numbers(&draft, 0...2),
        ])
      return try draft.apply(.stablehloPad, options, [x.tensor, draft.elements([], draft.kind)], like: x)
    },
    Family(name: "DILATE", kinds: Kind.table("DILATE"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let steps = draft.numbers(x.shape.map { _ in draft.draw.int(1...3) })
      return try draft.apply(.dilate, .none, [x.tensor, steps, draft.elements([], draft.kind)], like: x)
    },
    Family(name: "REVERSE_V2", kinds: Kind.table("REVERSE_V2")) { draft, before in
      let x = try draft.operand(before)
      let axes = x.shape.indices.filter { _ in draft.draw.chance(0.5) }
      return try draft.apply(.reverseV2, .none, [x.tensor, draft.numbers(axes.isEmpty ? [0] : axes)], like: x)
    },
    Family(name: "BROADCAST_TO", kinds: Kind.table("BROADCAST_TO")) { draft, before in
      let x = try draft.operand(before)
      let more = draft.draw.shape(draft.draw.int(0...1))
      let shape = more + x.shape.map { $0 == 1 ? draft.draw.extent() : $0 }
      return try draft.apply(.broadcastTo, .none, [x.tensor, draft.numbers(shape)], like: x)
    },
    Family(name: "EXPAND_DIMS", kinds: Kind.table("EXPAND_DIMS")) { draft, before in
      let x = try draft.operand(before)
      let axis = draft.number(draft.draw.int(-x.shape.count - 1...x.shape.count))
      return try draft.apply(.expandDims, .none, [x.tensor, axis], like: x)
    },
    Family(name: "SQUEEZE", kinds: Kind.table("SQUEEZE")) { draft, before in
      let x = try draft.operand(before)
      let axes = x.shape.indices.filter { x.shape[$0] == 1 && draft.draw.chance(0.5) }
      let options = Draft.Options(.squeezeOptions, ["squeeze_dims": .ints(axes.map { Int64($0) })])
      return try draft.apply(.squeeze, options, [x.tensor], like: x)
    },
    Family(name: "UNPACK", kinds: Kind.table("UNPACK")) { draft, before in
      let x = try draft.operand(before)
      let axis = draft.draw.int(0...x.shape.count - 1)
      if x.shape[axis] > 20 { throw Misfit() }
      let options = Draft.Options(.unpackOptions, ["num": .int(x.shape[axis]), "axis": .int(axis)])
      return try draft.apply(
        .unpack, options, [x.tensor], Array(repeating: (x.type, x.scale, x.zeroPoint), count: x.shape[axis]))
    },
    Family(name: "TRANSPOSE and back", kinds: Kind.activations) { draft, before in
      try draft.transposedIsland(before)
    },
    Family(name: "SPLIT_V", kinds: Kind.table("SPLIT_V")) { draft, before in
      let x = try draft.operand(before)
      let axis = draft.draw.int(0...x.shape.count - 1)
      let first = draft.draw.int(0...x.shape[axis])
      if first == 0 || first == x.shape[axis] { throw Misfit() }
      let sizes = draft.numbers(draft.draw.chance(0.3) ? [first, -1] : [first, x.shape[axis] - first])
      return try draft.apply(
        .splitV, Draft.Options(.splitVOptions, ["num_splits": 2]), [x.tensor, sizes, draft.number(axis)],
        Array(repeating: (x.type, x.scale, x.zeroPoint), count: 2))
    },
    Family(name: "BATCH_TO_SPACE_ND", kinds: Kind.table("BATCH_TO_SPACE_ND"), follows: false) { draft, _ in
      let blocks = [draft.draw.int(1...3), draft.draw.int(1...3)]
      let x = try draft.input(
        [blocks[0] * blocks[1] * draft.draw.int(1...2), draft.draw.extent(), draft.draw.extent(), draft.draw.extent()])
      let crops = (0..<2).flatMap { axis -> [Int32] in
        let most = blocks[axis] * x.shape[axis + 1] - 1
        let first = draft.draw.int(0...min(2, most))
        return [Int32(first), Int32(draft.draw.int(0...min(2, most - first)))]
      }
      let tables = [draft.numbers(blocks), draft.constant(.int32([2, 2], crops))]
      return try draft.apply(.batchToSpaceNd, .none, [x.tensor] + tables, like: x)
    },
    Family(name: "RFFT2D", kinds: Kind.real, follows: false, continues: false) { draft, _ in
      let x = try draft.input(draft.draw.shape(draft.draw.int(2...3)))
      let size = draft.numbers([draft.draw.one(of: [1, 2, 4, 8, 16]), draft.draw.one(of: [2, 4, 8, 16, 32])])
      draft.tolerance = 1e-4
      return try draft.apply(.rfft2d, .none, [x.tensor, size], [(.complex64, 1, 0)])
    },
  ]

  private static func resizing(
    _ name: String, _ code: Schema.BuiltinOperator, _ table: Schema.BuiltinOptions
  ) -> Family {
    Family(name: name, kinds: Kind.table(name)) { draft, before in
      let x = try draft.operand(before, rank: 4)
      let isAligned = draft.draw.chance(0.4)
      let options = Draft.Options(
        table,
        [
          "align_corners": .bool(isAligned), "half_pixel_centers": .bool(!isAligned && draft.draw.chance(0.5)),
        ])
      let size = draft.numbers([draft.draw.extent(), draft.draw.extent()])
      return try draft.apply(code, options, [x.tensor, size], like: x)
    }
  }
}

extension Draft {
  /// The table of margins before and behind each dimension of `x`, each at most `limit` of the extent.
  fileprivate mutating func margins(_ x: Value, limit: (Int) -> Int) -> Int {
    let values = x.shape.flatMap { extent in
      (0..<2).map { _ in draw.chance(0.4) ? 0 : Int32(draw.int(0...max(0, min(3, limit(extent))))) }
    }
    return constant(.int32([x.shape.count, 2], values))
  }
}

extension Draft {
  /// As converters leave them: operators that do not care for the order of axes, between a transposition and its inverse.
  fileprivate mutating func transposedIsland(_ before: Value?) throws -> Value {
    let x = try operand(before, rank: 4)
    let rank = x.shape.count
    guard rank >= 2 else { throw Misfit() }
    var axes = Array(0..<rank)
    for place in stride(from: rank - 1, to: 0, by: -1) { axes.swapAt(place, draw.int(0...place)) }
    var inverse = axes
    for (place, axis) in axes.enumerated() { inverse[axis] = place }
    let first = try apply(.transpose, .none, [x.tensor, numbers(axes)], like: x)
    var last = first
    for _ in 0..<draw.int(0...3) {
      switch draw.int(0...3) {
      case 0: last = try apply(.relu, .none, [last.tensor], like: last)
      case 1:
        let paddings = (0..<2 * rank).map { _ in draw.int(0...2) }
        last = try apply(
          .pad, .none, [last.tensor, constant(.int32([rank, 2], paddings.map { Int32($0) }))], like: last)
      case 2 where last.shape == first.shape:
        last = try apply(
          .maximum, .none, draw.chance(0.5) ? [last.tensor, first.tensor] : [first.tensor, last.tensor], like: last)
      default: last = try apply(.minimum, .none, [last.tensor, last.tensor], like: last)
      }
    }
    if draw.chance(0.1) { _ = try apply(.relu, .none, [first.tensor], like: first) }
    return try apply(.transpose, .none, [last.tensor, numbers(draw.chance(0.9) ? inverse : axes)], like: last)
  }
}
