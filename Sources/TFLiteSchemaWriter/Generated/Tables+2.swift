// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// `SubGraph`, to be changed and written.
  package struct SubGraph: MutableTable {
    package var tensors: [Tensor]?
    package var inputs: [Int32]?
    package var outputs: [Int32]?
    package var operators: [Operator]?
    package var name: SchemaText?
    package var debugMetadataIndex: Int32 = -1

    package init() {}

    package init(_ view: Schema.SubGraph) {
      tensors = view.hasTensors ? view.tensors.map { Tensor($0) } : nil
      inputs = view.hasInputs ? Array(view.inputs) : nil
      outputs = view.hasOutputs ? Array(view.outputs) : nil
      operators = view.hasOperators ? view.operators.map { Operator($0) } : nil
      name = view.name.map { SchemaText($0) }
      debugMetadataIndex = view.debugMetadataIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let tensors = builder.tables(self.tensors)
      let inputs = builder.vector(self.inputs)
      let outputs = builder.vector(self.outputs)
      let operators = builder.tables(self.operators)
      let name = builder.text(self.name)
      builder.beginTable()
      builder.store(tensors, in: 0)
      builder.store(inputs, in: 1)
      builder.store(outputs, in: 2)
      builder.store(operators, in: 3)
      builder.store(name, in: 4)
      builder.store(debugMetadataIndex, unless: -1, in: 5)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `Tensor`, to be changed and written.
  package struct Tensor: MutableTable {
    package var shape: [Int32]?
    package var type: Schema.TensorType = .float32
    package var buffer: UInt32 = 0
    package var name: SchemaText?
    package var quantization: QuantizationParameters?
    package var isVariable: Bool = false
    package var sparsity: SparsityParameters?
    package var shapeSignature: [Int32]?
    package var hasRank: Bool = false
    package var variantTensors: [VariantSubType]?
    package var externalBuffer: UInt32 = 0

    package init() {}

    package init(_ view: Schema.Tensor) {
      shape = view.hasShape ? Array(view.shape) : nil
      type = view.type
      buffer = view.buffer
      name = view.name.map { SchemaText($0) }
      quantization = view.quantization.map { QuantizationParameters($0) }
      isVariable = view.isVariable
      sparsity = view.sparsity.map { SparsityParameters($0) }
      shapeSignature = view.hasShapeSignature ? Array(view.shapeSignature) : nil
      hasRank = view.hasRank
      variantTensors = view.hasVariantTensors ? view.variantTensors.map { VariantSubType($0) } : nil
      externalBuffer = view.externalBuffer
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let shape = builder.vector(self.shape)
      let name = builder.text(self.name)
      let quantization = self.quantization?.pack(builder)
      let sparsity = self.sparsity?.pack(builder)
      let shapeSignature = builder.vector(self.shapeSignature)
      let variantTensors = builder.tables(self.variantTensors)
      builder.beginTable()
      builder.store(shape, in: 0)
      builder.store(buffer, unless: 0, in: 2)
      builder.store(name, in: 3)
      builder.store(quantization, in: 4)
      builder.store(sparsity, in: 6)
      builder.store(shapeSignature, in: 7)
      builder.store(variantTensors, in: 9)
      builder.store(externalBuffer, unless: 0, in: 10)
      builder.store(type, unless: .float32, in: 1)
      builder.store(isVariable, unless: false, in: 5)
      builder.store(hasRank, unless: false, in: 8)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `TensorMap`, to be changed and written.
  package struct TensorMap: MutableTable {
    package var name: SchemaText?
    package var tensorIndex: UInt32 = 0

    package init() {}

    package init(_ view: Schema.TensorMap) {
      name = view.name.map { SchemaText($0) }
      tensorIndex = view.tensorIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let name = builder.text(self.name)
      builder.beginTable()
      builder.store(name, in: 0)
      builder.store(tensorIndex, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `VariantSubType`, to be changed and written.
  package struct VariantSubType: MutableTable {
    package var shape: [Int32]?
    package var type: Schema.TensorType = .float32
    package var hasRank: Bool = false

    package init() {}

    package init(_ view: Schema.VariantSubType) {
      shape = view.hasShape ? Array(view.shape) : nil
      type = view.type
      hasRank = view.hasRank
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let shape = builder.vector(self.shape)
      builder.beginTable()
      builder.store(shape, in: 0)
      builder.store(type, unless: .float32, in: 1)
      builder.store(hasRank, unless: false, in: 2)
      return builder.endTable()
    }
  }
}
