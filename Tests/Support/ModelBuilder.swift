import TFLiteSchema

/// Builds `.tflite` files in memory.
///
///     let file = ModelBuilder.oneOperator(
///       .conv2D, version: 3,
///       options: .init(.conv2DOptions, ["padding": 1, "stride_w": 2, "stride_h": 2]),
///       inputs: [
///         .int8([1, 8, 8, 3], quantization: .perTensor(scale: 0.5, zeroPoint: -1)),
///         .int8([4, 3, 3, 3], weights, quantization: .perChannel(scales: scales, dimension: 0)),
///         .int32([4], bias),
///       ],
///       outputs: [.int8([1, 3, 3, 4], quantization: .perTensor(scale: 0.25, zeroPoint: 3))])
package struct ModelBuilder: Sendable {
  package typealias Table = FlatBufferWriter.Table
  package typealias Field = FlatBufferWriter.Field

  package var version: UInt32 = 3
  package var description = ""
  package var subgraphs: [Subgraph]
  package var signatures: [Signature]
  /// Named blobs.
  package var metadata: [(name: String, bytes: [UInt8])]

  package init(
    _ subgraphs: [Subgraph], signatures: [Signature] = [], metadata: [(name: String, bytes: [UInt8])] = []
  ) {
    self.subgraphs = subgraphs
    self.signatures = signatures
    self.metadata = metadata
  }

  /// A graph. Tensors and operators refer to tensors by index.
  package struct Subgraph: Sendable {
    package var name: String
    package var tensors: [Tensor]
    package var inputs: [Int]
    package var outputs: [Int]
    package var operators: [Operator]

    package init(
      _ name: String = "main", tensors: [Tensor], inputs: [Int], outputs: [Int], operators: [Operator]
    ) {
      self.name = name
      self.tensors = tensors
      self.inputs = inputs
      self.outputs = outputs
      self.operators = operators
    }
  }

  /// An operator of a graph; -1 stands for an input left out.
  package struct Operator: Sendable {
    package var code: Schema.BuiltinOperator
    package var version: Int
    /// The name of a custom operator.
    package var customName: String?
    package var options: Options
    /// The options of a custom operator.
    package var customOptions: [UInt8]?
    package var inputs: [Int]
    package var outputs: [Int]
    package var intermediates: [Int] = []
    package var mutatingVariableInputs: [Bool] = []

    package init(
      _ code: Schema.BuiltinOperator, version: Int = 1, options: Options = .none, inputs: [Int], outputs: [Int]
    ) {
      self.code = code
      self.version = version
      self.options = options
      self.inputs = inputs
      self.outputs = outputs
    }

    /// A custom operator; its options are usually ``FlexBufferWriter/bytes(_:)``.
    package init(custom name: String, version: Int = 1, options: [UInt8]? = nil, inputs: [Int], outputs: [Int]) {
      self.init(.custom, version: version, inputs: inputs, outputs: outputs)
      customName = name
      customOptions = options
    }
  }

  /// A named entry point: tensor names and their indices in the subgraph.
  package struct Signature: Sendable {
    package var key: String
    package var subgraph: Int
    package var inputs: [(name: String, tensor: Int)]
    package var outputs: [(name: String, tensor: Int)]

    package init(
      _ key: String, subgraph: Int = 0, inputs: [(name: String, tensor: Int)], outputs: [(name: String, tensor: Int)]
    ) {
      self.key = key
      self.subgraph = subgraph
      self.inputs = inputs
      self.outputs = outputs
    }
  }

  // MARK: One operator

  /// A model of one operator.
  ///
  /// Inputs without data are inputs of the model in their order, but for variables; nil leaves an input out.
  /// Tensors without a name are called `input0`, `output0` and so on.
  package static func oneOperator(
    _ code: Schema.BuiltinOperator, version: Int = 1, options: Options = .none, inputs: [Tensor?], outputs: [Tensor]
  ) -> [UInt8] {
    oneOperator(Operator(code, version: version, options: options, inputs: [], outputs: []), inputs, outputs).build()
  }

  /// A model of one custom operator.
  package static func oneCustomOperator(
    _ name: String, version: Int = 1, options: [UInt8]? = nil, inputs: [Tensor?], outputs: [Tensor]
  ) -> [UInt8] {
    oneOperator(Operator(custom: name, version: version, options: options, inputs: [], outputs: []), inputs, outputs)
      .build()
  }

  /// A model of one operator, whose tensor indices are set here, to be changed further before ``build()``.
  package static func oneOperator(_ entry: Operator, _ inputs: [Tensor?], _ outputs: [Tensor]) -> ModelBuilder {
    var entry = entry
    var tensors: [Tensor] = []
    entry.inputs = inputs.enumerated().map { index, input in
      guard var tensor = input else { return -1 }
      if tensor.name.isEmpty { tensor.name = "input\(index)" }
      tensors.append(tensor)
      return tensors.count - 1
    }
    entry.outputs = outputs.enumerated().map { index, output in
      var tensor = output
      if tensor.name.isEmpty { tensor.name = "output\(index)" }
      tensors.append(tensor)
      return tensors.count - 1
    }
    let fed = entry.inputs.filter { $0 >= 0 && tensors[$0].data == nil && !tensors[$0].isVariable }
    return ModelBuilder([Subgraph(tensors: tensors, inputs: fed, outputs: entry.outputs, operators: [entry])])
  }

  // MARK: The file

  /// The bytes of the model.
  package func build() -> [UInt8] {
    FlatBufferWriter.file(identifier: "TFL3", root: root())
  }

  /// The root table, for tests that change what ``build()`` would write.
  package func root() -> Table {
    var parts = Parts()
    let subgraphs = self.subgraphs.map { parts.table($0) }
    let metadata = self.metadata.map { entry in
      Table([.string(0, entry.name), .uint32(1, parts.buffer(entry.bytes))])
    }
    var fields: [Field] = [
      .uint32(0, version), .tables(1, parts.operatorCodes.map(\.table)), .tables(2, subgraphs),
      .string(3, description), .tables(4, parts.buffers),
    ]
    if !metadata.isEmpty { fields.append(.tables(6, metadata)) }
    if !signatures.isEmpty { fields.append(.tables(7, signatures.map(\.table))) }
    return Table(fields)
  }

  /// What the tables of a model share.
  private struct Parts {
    struct OperatorCode: Hashable {
      var code: Schema.BuiltinOperator
      var version: Int
      var customName: String?

      var table: Table {
        var fields: [Field] = [
          .int8(0, Int8(clamping: min(code.rawValue, 127))), .int32(2, Int32(version)), .int32(3, code.rawValue),
        ]
        if let customName { fields.append(.string(1, customName)) }
        return Table(fields)
      }
    }

    var buffers = [Table()]
    var operatorCodes: [OperatorCode] = []

    mutating func buffer(_ bytes: [UInt8]) -> UInt32 {
      buffers.append(Table([.uint8s(0, bytes, alignment: 16)]))
      return UInt32(buffers.count - 1)
    }

    mutating func index(of code: OperatorCode) -> UInt32 {
      if let index = operatorCodes.firstIndex(of: code) { return UInt32(index) }
      operatorCodes.append(code)
      return UInt32(operatorCodes.count - 1)
    }

    mutating func table(_ subgraph: Subgraph) -> Table {
      let tensors = subgraph.tensors.map { tensor in
        tensor.table(buffer: tensor.data.map { buffer($0) } ?? 0)
      }
      let operators = subgraph.operators.map { table($0) }
      return Table([
        .tables(0, tensors), .int32s(1, subgraph.inputs.map { Int32($0) }),
        .int32s(2, subgraph.outputs.map { Int32($0) }), .tables(3, operators), .string(4, subgraph.name),
      ])
    }

    private mutating func table(_ entry: Operator) -> Table {
      let code = OperatorCode(code: entry.code, version: entry.version, customName: entry.customName)
      var fields: [Field] = [
        .uint32(0, index(of: code)), .int32s(1, entry.inputs.map { Int32($0) }),
        .int32s(2, entry.outputs.map { Int32($0) }),
      ]
      fields += entry.options.fields
      if let options = entry.customOptions { fields.append(.uint8s(5, options)) }
      if !entry.mutatingVariableInputs.isEmpty { fields.append(.bools(7, entry.mutatingVariableInputs)) }
      if !entry.intermediates.isEmpty { fields.append(.int32s(8, entry.intermediates.map { Int32($0) })) }
      return Table(fields)
    }
  }
}

extension ModelBuilder.Signature {
  fileprivate var table: FlatBufferWriter.Table {
    func map(_ entries: [(name: String, tensor: Int)]) -> [FlatBufferWriter.Table] {
      entries.map { FlatBufferWriter.Table([.string(0, $0.name), .uint32(1, UInt32($0.tensor))]) }
    }
    return FlatBufferWriter.Table([
      .tables(0, map(inputs)), .tables(1, map(outputs)), .string(2, key), .uint32(4, UInt32(subgraph)),
    ])
  }
}
