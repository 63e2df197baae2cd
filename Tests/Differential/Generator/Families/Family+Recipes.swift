import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Every operator in every type that the table states, as its recipe has it: with other constants, extents and quantization
/// where the operator takes them.
extension Family {
  static let recipes: [Family] = OperatorRecipe.all.flatMap { recipe -> [Family] in
    // Their models have no tables that are filled: `programs` have.
    if ["HASHTABLE_FIND", "HASHTABLE_IMPORT", "HASHTABLE_SIZE"].contains(recipe.name) { return [] }
    let types = (OperatorTable.builtin + OperatorTable.custom).first { $0.name == recipe.name }?.types ?? []
    guard !types.isEmpty else { return [] }
    return [
      Family(name: "recipe \(recipe.name)", kinds: types, follows: false, continues: false, isBrief: true) { draft, _ in
        let models = recipe.models(draft.kind)
        var model = draft.draw.one(of: models)
        // What the recipe has is one trial of four, and the first that shrinking tries.
        if draft.draw.chance(0.4) { try draft.changeExtents(&model) }
        if draft.draw.chance(0.4) { draft.changeQuantization(&model) }
        if draft.draw.chance(0.8) { draft.changeConstants(&model) }
        let kind = draft.kind
        let isWide = draft.draw.chance(0.4)
        draft.claim = Triple.Key(name: recipe.name, type: kind)
        if draft.hasBytesBesideFloats(model) { draft.tolerance = 1e-2 }
        return draft.adopt(model) { tensor, type in
          // Numbers that may be indices are few and small, unless they are what the operator computes with.
          if type == .int32 || type == .int64 { return .integers(isWide ? -100...100 : 0...1) }
          return .floats(isWide ? -20...20 : 0.1...2)
        }
      }
    ]
  }
}

extension Draft {
  /// Equal extents become equal others, in all tensors but those that state numbers.
  fileprivate mutating func changeExtents(_ model: inout ModelBuilder) throws {
    let extents = Set(model.subgraphs.flatMap { $0.tensors.flatMap { $0.shape } }).sorted()
    var others: [Int: Int] = [:]
    for extent in extents where draw.chance(0.5) { others[extent] = draw.extent(5) }
    for graph in model.subgraphs.indices {
      for index in model.subgraphs[graph].tensors.indices {
        var tensor = model.subgraphs[graph].tensors[index]
        let shape = tensor.shape.map { others[$0] ?? $0 }
        if shape.reduce(1, *) > 6000 { throw Misfit() }
        if let data = tensor.data {
          if data.contains(where: { $0 != 0 }) || tensor.type == .string { continue }
          tensor.shape = shape
          let kind = Kind(rawValue: tensor.type.rawValue) ?? .float32
          tensor.data = [UInt8](repeating: 0, count: kind.size(tensor.shape.reduce(1, *)))
        } else {
          tensor.shape = shape
        }
        model.subgraphs[graph].tensors[index] = tensor
      }
    }
  }

  /// Equal quantization becomes an equal other one.
  fileprivate mutating func changeQuantization(_ model: inout ModelBuilder) {
    let scale = draw.float(0.02...1.5)
    let zeroPoint = draw.chance(0.3) ? draw.one(of: [0, 127]) : draw.int(0...100)
    for graph in model.subgraphs.indices {
      for index in model.subgraphs[graph].tensors.indices {
        let tensor = model.subgraphs[graph].tensors[index]
        guard tensor.data == nil, case .perTensor(0.5, 0) = tensor.quantization else { continue }
        model.subgraphs[graph].tensors[index].quantization = .perTensor(
          scale: scale, zeroPoint: tensor.type == .int8 || tensor.type == .uint8 ? Int64(zeroPoint) : 0)
      }
    }
  }

  /// Zeros of weights become numbers.
  fileprivate mutating func changeConstants(_ model: inout ModelBuilder) {
    for graph in model.subgraphs.indices {
      for index in model.subgraphs[graph].tensors.indices {
        let tensor = model.subgraphs[graph].tensors[index]
        let kind = Kind(rawValue: tensor.type.rawValue) ?? .float32
        guard let data = tensor.data, data.allSatisfy({ $0 == 0 }), kind != .string, tensor.shape.count > 0 else {
          continue
        }
        // Numbers of 32 bits without a scale may be indices.
        if kind == .int32 || kind == .int64, tensor.quantization == nil { continue }
        let count = tensor.shape.reduce(1, *)
        var bytes = Fill.integers(-100...100).bytes(kind, count, &draw)
        if kind.isFloating { bytes = Fill.floats(-1...1).bytes(kind, count, &draw) }
        if kind == .int8 { bytes = bytes.map { $0 == 0x80 ? 0x81 : $0 } }
        model.subgraphs[graph].tensors[index].data = bytes
      }
    }
  }

  /// Floats that are quantised on the way, and may be rounded the other way.
  fileprivate func hasBytesBesideFloats(_ model: ModelBuilder) -> Bool {
    let types = model.subgraphs[0].tensors.map { $0.type }
    return kind == .float32 && types.contains(.int8) && types.contains(.float32)
  }
}
