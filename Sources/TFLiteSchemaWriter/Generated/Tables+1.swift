// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// `Buffer`, to be changed and written.
  package struct Buffer: MutableTable {
    package var data: SchemaBytes?
    package var offset: UInt64 = 0
    package var size: UInt64 = 0

    package init() {}

    package init(_ view: Schema.Buffer) {
      data = view.hasData ? SchemaBytes(view.data.bytes) : nil
      offset = view.offset
      size = view.size
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let data = builder.bytes(self.data, alignment: 16)
      builder.beginTable()
      builder.store(offset, unless: 0, in: 1)
      builder.store(size, unless: 0, in: 2)
      builder.store(data, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `DimensionMetadata`, to be changed and written.
  package struct DimensionMetadata: MutableTable {
    package var format: Schema.DimensionType = .dense
    package var denseSize: Int32 = 0
    package var arraySegments: SparseIndexVector?
    package var arrayIndices: SparseIndexVector?

    package init() {}

    package init(_ view: Schema.DimensionMetadata) {
      format = view.format
      denseSize = view.denseSize
      arraySegments = SparseIndexVector.read(view.arraySegmentsType, in: view.table, field: 3)
      arrayIndices = SparseIndexVector.read(view.arrayIndicesType, in: view.table, field: 5)
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let arraySegments = self.arraySegments?.pack(builder)
      let arrayIndices = self.arrayIndices?.pack(builder)
      builder.beginTable()
      builder.store(denseSize, unless: 0, in: 1)
      builder.store(arraySegments, in: 3)
      builder.store(arrayIndices, in: 5)
      builder.store(format, unless: .dense, in: 0)
      builder.store(self.arraySegments?.selector ?? .none, unless: .none, in: 2)
      builder.store(self.arrayIndices?.selector ?? .none, unless: .none, in: 4)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ExternalBuffer`, to be changed and written.
  package struct ExternalBuffer: MutableTable {
    package var id: UInt32 = 0
    package var group: UInt32 = 0
    package var offset: UInt64 = 0
    package var length: UInt64 = 0
    package var packing: SchemaText?

    package init() {}

    package init(_ view: Schema.ExternalBuffer) {
      id = view.id
      group = view.group
      offset = view.offset
      length = view.length
      packing = view.packing.map { SchemaText($0) }
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let packing = builder.text(self.packing)
      builder.beginTable()
      builder.store(offset, unless: 0, in: 2)
      builder.store(length, unless: 0, in: 3)
      builder.store(id, unless: 0, in: 0)
      builder.store(group, unless: 0, in: 1)
      builder.store(packing, in: 4)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ExternalBufferGroup`, to be changed and written.
  package struct ExternalBufferGroup: MutableTable {
    package var name: SchemaText?

    package init() {}

    package init(_ view: Schema.ExternalBufferGroup) {
      name = view.name.map { SchemaText($0) }
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let name = builder.text(self.name)
      builder.beginTable()
      builder.store(name, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `Metadata`, to be changed and written.
  package struct Metadata: MutableTable {
    package var name: SchemaText?
    package var buffer: UInt32 = 0

    package init() {}

    package init(_ view: Schema.Metadata) {
      name = view.name.map { SchemaText($0) }
      buffer = view.buffer
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let name = builder.text(self.name)
      builder.beginTable()
      builder.store(name, in: 0)
      builder.store(buffer, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `Model`, to be changed and written.
  package struct Model: MutableTable {
    package var version: UInt32 = 0
    package var operatorCodes: [OperatorCode]?
    package var subgraphs: [SubGraph]?
    package var description: SchemaText?
    package var buffers: [Buffer]?
    package var metadataBuffer: [Int32]?
    package var metadata: [Metadata]?
    package var signatureDefs: [SignatureDef]?
    package var externalBufferGroups: [ExternalBufferGroup]?
    package var externalBuffers: [ExternalBuffer]?

    package init() {}

    package init(_ view: Schema.Model) {
      version = view.version
      operatorCodes = view.hasOperatorCodes ? view.operatorCodes.map { OperatorCode($0) } : nil
      subgraphs = view.hasSubgraphs ? view.subgraphs.map { SubGraph($0) } : nil
      description = view.description.map { SchemaText($0) }
      buffers = view.hasBuffers ? view.buffers.map { Buffer($0) } : nil
      metadataBuffer = view.hasMetadataBuffer ? Array(view.metadataBuffer) : nil
      metadata = view.hasMetadata ? view.metadata.map { Metadata($0) } : nil
      signatureDefs = view.hasSignatureDefs ? view.signatureDefs.map { SignatureDef($0) } : nil
      externalBufferGroups =
        view.hasExternalBufferGroups ? view.externalBufferGroups.map { ExternalBufferGroup($0) } : nil
      externalBuffers = view.hasExternalBuffers ? view.externalBuffers.map { ExternalBuffer($0) } : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let operatorCodes = builder.tables(self.operatorCodes)
      let subgraphs = builder.tables(self.subgraphs)
      let description = builder.text(self.description)
      let buffers = builder.tables(self.buffers)
      let metadataBuffer = builder.vector(self.metadataBuffer)
      let metadata = builder.tables(self.metadata)
      let signatureDefs = builder.tables(self.signatureDefs)
      let externalBufferGroups = builder.tables(self.externalBufferGroups)
      let externalBuffers = builder.tables(self.externalBuffers)
      builder.beginTable()
      builder.store(version, unless: 0, in: 0)
      builder.store(operatorCodes, in: 1)
      builder.store(subgraphs, in: 2)
      builder.store(description, in: 3)
      builder.store(buffers, in: 4)
      builder.store(metadataBuffer, in: 5)
      builder.store(metadata, in: 6)
      builder.store(signatureDefs, in: 7)
      builder.store(externalBufferGroups, in: 8)
      builder.store(externalBuffers, in: 9)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `Operator`, to be changed and written.
  package struct Operator: MutableTable {
    package var opcodeIndex: UInt32 = 0
    package var inputs: [Int32]?
    package var outputs: [Int32]?
    package var builtinOptions: BuiltinOptions?
    package var customOptions: SchemaBytes?
    package var customOptionsFormat: Schema.CustomOptionsFormat = .flexbuffers
    package var mutatingVariableInputs: [Bool]?
    package var intermediates: [Int32]?
    package var largeCustomOptionsOffset: UInt64 = 0
    package var largeCustomOptionsSize: UInt64 = 0
    package var builtinOptions2: BuiltinOptions2?
    package var debugMetadataIndex: Int32 = -1

    package init() {}

    package init(_ view: Schema.Operator) {
      opcodeIndex = view.opcodeIndex
      inputs = view.hasInputs ? Array(view.inputs) : nil
      outputs = view.hasOutputs ? Array(view.outputs) : nil
      builtinOptions = BuiltinOptions.read(view.builtinOptionsType, in: view.table, field: 4)
      customOptions = view.hasCustomOptions ? SchemaBytes(view.customOptions.bytes) : nil
      customOptionsFormat = view.customOptionsFormat
      mutatingVariableInputs = view.hasMutatingVariableInputs ? Array(view.mutatingVariableInputs) : nil
      intermediates = view.hasIntermediates ? Array(view.intermediates) : nil
      largeCustomOptionsOffset = view.largeCustomOptionsOffset
      largeCustomOptionsSize = view.largeCustomOptionsSize
      builtinOptions2 = BuiltinOptions2.read(view.builtinOptions2Type, in: view.table, field: 12)
      debugMetadataIndex = view.debugMetadataIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let inputs = builder.vector(self.inputs)
      let outputs = builder.vector(self.outputs)
      let builtinOptions = self.builtinOptions?.pack(builder)
      let customOptions = builder.bytes(self.customOptions)
      let mutatingVariableInputs = builder.vector(self.mutatingVariableInputs)
      let intermediates = builder.vector(self.intermediates)
      let builtinOptions2 = self.builtinOptions2?.pack(builder)
      builder.beginTable()
      builder.store(largeCustomOptionsOffset, unless: 0, in: 9)
      builder.store(largeCustomOptionsSize, unless: 0, in: 10)
      builder.store(opcodeIndex, unless: 0, in: 0)
      builder.store(inputs, in: 1)
      builder.store(outputs, in: 2)
      builder.store(builtinOptions, in: 4)
      builder.store(customOptions, in: 5)
      builder.store(mutatingVariableInputs, in: 7)
      builder.store(intermediates, in: 8)
      builder.store(builtinOptions2, in: 12)
      builder.store(debugMetadataIndex, unless: -1, in: 13)
      builder.store(self.builtinOptions?.selector ?? .none, unless: .none, in: 3)
      builder.store(customOptionsFormat, unless: .flexbuffers, in: 6)
      builder.store(self.builtinOptions2?.selector ?? .none, unless: .none, in: 11)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `OperatorCode`, to be changed and written.
  package struct OperatorCode: MutableTable {
    package var deprecatedBuiltinCode: Int8 = 0
    package var customCode: SchemaText?
    package var version: Int32 = 1
    package var builtinCode: Schema.BuiltinOperator = .add

    package init() {}

    package init(_ view: Schema.OperatorCode) {
      deprecatedBuiltinCode = view.deprecatedBuiltinCode
      customCode = view.customCode.map { SchemaText($0) }
      version = view.version
      builtinCode = view.builtinCode
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let customCode = builder.text(self.customCode)
      builder.beginTable()
      builder.store(customCode, in: 1)
      builder.store(version, unless: 1, in: 2)
      builder.store(builtinCode, unless: .add, in: 3)
      builder.store(deprecatedBuiltinCode, unless: 0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `QuantizationParameters`, to be changed and written.
  package struct QuantizationParameters: MutableTable {
    package var min: [Float]?
    package var max: [Float]?
    package var scale: [Float]?
    package var zeroPoint: [Int64]?
    package var details: QuantizationDetails?
    package var quantizedDimension: Int32 = 0

    package init() {}

    package init(_ view: Schema.QuantizationParameters) {
      min = view.hasMin ? Array(view.min) : nil
      max = view.hasMax ? Array(view.max) : nil
      scale = view.hasScale ? Array(view.scale) : nil
      zeroPoint = view.hasZeroPoint ? Array(view.zeroPoint) : nil
      details = QuantizationDetails.read(view.detailsType, in: view.table, field: 5)
      quantizedDimension = view.quantizedDimension
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let min = builder.vector(self.min)
      let max = builder.vector(self.max)
      let scale = builder.vector(self.scale)
      let zeroPoint = builder.vector(self.zeroPoint)
      let details = self.details?.pack(builder)
      builder.beginTable()
      builder.store(min, in: 0)
      builder.store(max, in: 1)
      builder.store(scale, in: 2)
      builder.store(zeroPoint, in: 3)
      builder.store(details, in: 5)
      builder.store(quantizedDimension, unless: 0, in: 6)
      builder.store(self.details?.selector ?? .none, unless: .none, in: 4)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SignatureDef`, to be changed and written.
  package struct SignatureDef: MutableTable {
    package var inputs: [TensorMap]?
    package var outputs: [TensorMap]?
    package var signatureKey: SchemaText?
    package var subgraphIndex: UInt32 = 0

    package init() {}

    package init(_ view: Schema.SignatureDef) {
      inputs = view.hasInputs ? view.inputs.map { TensorMap($0) } : nil
      outputs = view.hasOutputs ? view.outputs.map { TensorMap($0) } : nil
      signatureKey = view.signatureKey.map { SchemaText($0) }
      subgraphIndex = view.subgraphIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let inputs = builder.tables(self.inputs)
      let outputs = builder.tables(self.outputs)
      let signatureKey = builder.text(self.signatureKey)
      builder.beginTable()
      builder.store(inputs, in: 0)
      builder.store(outputs, in: 1)
      builder.store(signatureKey, in: 2)
      builder.store(subgraphIndex, unless: 0, in: 4)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SparsityParameters`, to be changed and written.
  package struct SparsityParameters: MutableTable {
    package var traversalOrder: [Int32]?
    package var blockMap: [Int32]?
    package var dimMetadata: [DimensionMetadata]?

    package init() {}

    package init(_ view: Schema.SparsityParameters) {
      traversalOrder = view.hasTraversalOrder ? Array(view.traversalOrder) : nil
      blockMap = view.hasBlockMap ? Array(view.blockMap) : nil
      dimMetadata = view.hasDimMetadata ? view.dimMetadata.map { DimensionMetadata($0) } : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let traversalOrder = builder.vector(self.traversalOrder)
      let blockMap = builder.vector(self.blockMap)
      let dimMetadata = builder.tables(self.dimMetadata)
      builder.beginTable()
      builder.store(traversalOrder, in: 0)
      builder.store(blockMap, in: 1)
      builder.store(dimMetadata, in: 2)
      return builder.endTable()
    }
  }
}
