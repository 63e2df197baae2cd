import TFLiteRuntime
import TFLiteSchema

/// Operators that need others: subgraphs, or the variables and tables that they find by a handle.
extension OperatorRecipe {
  static let programs: [Self] = [branches, regions, variables, tables].flatMap { $0 }

  private typealias Subgraph = ModelBuilder.Subgraph
  private typealias Operator = ModelBuilder.Operator

  private static func subgraph(
    _ tensors: [Tensor], inputs: [Int], outputs: [Int], _ operators: [Operator]
  ) -> Subgraph {
    let named = tensors.enumerated().map { index, tensor in
      var tensor = tensor
      tensor.name = "t\(index)"
      return tensor
    }
    return Subgraph(tensors: named, inputs: inputs, outputs: outputs, operators: operators)
  }

  // MARK: Control flow

  /// Flattens two elements.
  private static func flattening(_ type: ElementType) -> Subgraph {
    subgraph(
      [.of(type, [2]), .int32([1], [2]), .of(type, [2])], inputs: [0], outputs: [2],
      [Operator(.reshape, inputs: [0, 1], outputs: [2])])
  }

  /// Two elements pass through another subgraph.
  private static func calling(_ type: ElementType, _ code: Schema.BuiltinOperator, _ options: Options) -> ModelBuilder {
    let main = subgraph(
      [.of(type, [2]), .of(type, [2])], inputs: [0], outputs: [1],
      [Operator(code, options: options, inputs: [0], outputs: [1])])
    return ModelBuilder([main, flattening(type)])
  }

  /// One element of a type chooses between two subgraphs of floats.
  private static func choosing(_ type: ElementType, _ code: Schema.BuiltinOperator, _ options: Options) -> ModelBuilder
  {
    let main = subgraph(
      [.of(type, [1]), .float32([2]), .float32([2])], inputs: [0, 1], outputs: [2],
      [Operator(code, options: options, inputs: [0, 1], outputs: [2])])
    return ModelBuilder([main, flattening(.float32), flattening(.float32)])
  }

  private static let branches: [Self] = [
    Self(program: .call) { [calling($0, .call, Options(.callOptions, ["subgraph": 1]))] },
    Self(program: .stablehloComposite) { type in
      [calling(type, .stablehloComposite, Options(.stableHLOCompositeOptions, ["decomposition_subgraph_index": 1]))]
    },
    Self(program: .if) { type in
      [choosing(type, .if, Options(.ifOptions, ["then_subgraph_index": 1, "else_subgraph_index": 2]))]
    },
    Self(program: .stablehloCase) { type in
      [choosing(type, .stablehloCase, Options(.stablehloCaseOptions, ["branch_subgraph_indices": [1, 2]]))]
    },
    Self(program: .while) { type in
      let main = subgraph(
        [.of(type, [2]), .of(type, [2])], inputs: [0], outputs: [1],
        [
          Operator(
            .while, options: Options(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2]),
            inputs: [0], outputs: [1])
        ])
      let condition = subgraph(
        [.of(type, [2]), .bool([1], [true]), .bool([1])], inputs: [0], outputs: [2],
        [Operator(.logicalNot, inputs: [1], outputs: [2])])
      return [ModelBuilder([main, condition, flattening(type)])]
    },
  ]

  // MARK: Operators that are told by a subgraph what to compute

  private static func maximum(_ type: ElementType) -> Subgraph {
    subgraph(
      [.of(type, []), .of(type, []), .of(type, [])], inputs: [0, 1], outputs: [2],
      [Operator(.stablehloMaximum, inputs: [0, 1], outputs: [2])])
  }

  private static let regions: [Self] = [
    Self(program: .stablehloReduceWindow) { type in
      let options = Options(
        .stablehloReduceWindowOptions, ["window_dimensions": [2], "body_subgraph_index": 1])
      let main = subgraph(
        [.of(type, [4]), .of(type, []), .of(type, [3])], inputs: [0, 1], outputs: [2],
        [Operator(.stablehloReduceWindow, options: options, inputs: [0, 1], outputs: [2])])
      return [ModelBuilder([main, maximum(type)])]
    },
    Self(program: .stablehloScatter) { type in
      let options = Options(
        .stablehloScatterOptions,
        [
          "update_window_dims": [], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0],
          "index_vector_dim": 1, "update_computation_subgraph_index": 1,
        ])
      let main = subgraph(
        [.of(type, [4]), .int32([1, 1]), .of(type, [1]), .of(type, [4])], inputs: [0, 1, 2], outputs: [3],
        [Operator(.stablehloScatter, options: options, inputs: [0, 1, 2], outputs: [3])])
      return [ModelBuilder([main, maximum(type)])]
    },
  ]

  // MARK: Variables and tables

  /// A variable of the type is set and read: the type is that of its value.
  private static func keeping(_ type: ElementType) -> ModelBuilder {
    let name = Options(.varHandleOptions, ["shared_name": "kept"])
    let main = subgraph(
      [Tensor(.resource, [1]), .of(type, [2]), .of(type, [2])], inputs: [1], outputs: [2],
      [
        Operator(.varHandle, options: name, inputs: [], outputs: [0]),
        Operator(.assignVariable, inputs: [0, 1], outputs: []),
        Operator(.readVariable, inputs: [0], outputs: [2]),
      ])
    return ModelBuilder([main])
  }

  private static let variables: [Self] = [
    Self(program: .assignVariable) { [keeping($0)] }, Self(program: .readVariable) { [keeping($0)] },
  ]

  /// A table, and an operator on it that reads `operands`.
  /// - Parameter keys: the type of the table's keys.
  private static func looking(
    keys: ElementType, _ code: Schema.BuiltinOperator, _ operands: [Tensor], _ outputs: [Tensor]
  ) -> ModelBuilder {
    let values: Schema.TensorType = keys == .string ? .int64 : .string
    let options = Options(
      .hashtableOptions,
      ["table_id": 1, "key_dtype": .int(Int64(keys.rawValue)), "value_dtype": .value(values)])
    let inputs = Array(1..<1 + operands.count)
    let results = Array(1 + operands.count..<1 + operands.count + outputs.count)
    let main = subgraph(
      [Tensor(.resource, [1])] + operands + outputs, inputs: inputs, outputs: results,
      [
        Operator(.hashtable, options: options, inputs: [], outputs: [0]),
        Operator(code, inputs: [0] + inputs, outputs: results),
      ])
    return ModelBuilder([main])
  }

  /// The type of values that a table with keys of `type` has, if there is such a table.
  private static func values(_ type: ElementType) -> ElementType { type == .string ? .int64 : .string }

  private static let tables: [Self] = [
    // Without an input, the type is that of the keys.
    Self(program: .hashtable) { [looking(keys: $0, .hashtableSize, [], [.int64([1])])] },
    Self(program: .hashtableFind) { type in
      [looking(keys: .int64, .hashtableFind, [.of(type, [2]), .of(values(type), [1])], [.of(values(type), [2])])]
    },
    Self(program: .hashtableImport) { type in
      [looking(keys: .int64, .hashtableImport, [.of(type, [2]), .of(values(type), [2])], [])]
    },
    // The main input is the handle.
    Self(.hashtableSize) { ([.of($0, [1])], [.int64([1])]) },
  ]
}
