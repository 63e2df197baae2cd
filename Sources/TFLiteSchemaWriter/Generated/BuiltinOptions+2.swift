// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema.BuiltinOptions {
  func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
    switch self {
    case .conv2DOptions(let table): table.pack(builder)
    case .depthwiseConv2DOptions(let table): table.pack(builder)
    case .concatEmbeddingsOptions(let table): table.pack(builder)
    case .lshProjectionOptions(let table): table.pack(builder)
    case .pool2DOptions(let table): table.pack(builder)
    case .svdfOptions(let table): table.pack(builder)
    case .rnnOptions(let table): table.pack(builder)
    case .fullyConnectedOptions(let table): table.pack(builder)
    case .softmaxOptions(let table): table.pack(builder)
    case .concatenationOptions(let table): table.pack(builder)
    case .addOptions(let table): table.pack(builder)
    case .l2NormOptions(let table): table.pack(builder)
    case .localResponseNormalizationOptions(let table): table.pack(builder)
    case .lstmOptions(let table): table.pack(builder)
    case .resizeBilinearOptions(let table): table.pack(builder)
    case .callOptions(let table): table.pack(builder)
    case .reshapeOptions(let table): table.pack(builder)
    case .skipGramOptions(let table): table.pack(builder)
    case .spaceToDepthOptions(let table): table.pack(builder)
    case .embeddingLookupSparseOptions(let table): table.pack(builder)
    case .mulOptions(let table): table.pack(builder)
    case .padOptions(let table): table.pack(builder)
    case .gatherOptions(let table): table.pack(builder)
    case .batchToSpaceNDOptions(let table): table.pack(builder)
    case .spaceToBatchNDOptions(let table): table.pack(builder)
    case .transposeOptions(let table): table.pack(builder)
    case .reducerOptions(let table): table.pack(builder)
    case .subOptions(let table): table.pack(builder)
    case .divOptions(let table): table.pack(builder)
    case .squeezeOptions(let table): table.pack(builder)
    case .sequenceRNNOptions(let table): table.pack(builder)
    case .stridedSliceOptions(let table): table.pack(builder)
    case .expOptions(let table): table.pack(builder)
    case .topKV2Options(let table): table.pack(builder)
    case .splitOptions(let table): table.pack(builder)
    case .logSoftmaxOptions(let table): table.pack(builder)
    case .castOptions(let table): table.pack(builder)
    case .dequantizeOptions(let table): table.pack(builder)
    case .maximumMinimumOptions(let table): table.pack(builder)
    case .argMaxOptions(let table): table.pack(builder)
    case .lessOptions(let table): table.pack(builder)
    case .negOptions(let table): table.pack(builder)
    case .padV2Options(let table): table.pack(builder)
    case .greaterOptions(let table): table.pack(builder)
    case .greaterEqualOptions(let table): table.pack(builder)
    case .lessEqualOptions(let table): table.pack(builder)
    case .selectOptions(let table): table.pack(builder)
    case .sliceOptions(let table): table.pack(builder)
    case .transposeConvOptions(let table): table.pack(builder)
    case .sparseToDenseOptions(let table): table.pack(builder)
    case .tileOptions(let table): table.pack(builder)
    case .expandDimsOptions(let table): table.pack(builder)
    case .equalOptions(let table): table.pack(builder)
    case .notEqualOptions(let table): table.pack(builder)
    case .shapeOptions(let table): table.pack(builder)
    case .powOptions(let table): table.pack(builder)
    case .argMinOptions(let table): table.pack(builder)
    case .fakeQuantOptions(let table): table.pack(builder)
    case .packOptions(let table): table.pack(builder)
    case .logicalOrOptions(let table): table.pack(builder)
    case .oneHotOptions(let table): table.pack(builder)
    case .logicalAndOptions(let table): table.pack(builder)
    case .logicalNotOptions(let table): table.pack(builder)
    case .unpackOptions(let table): table.pack(builder)
    case .floorDivOptions(let table): table.pack(builder)
    case .squareOptions(let table): table.pack(builder)
    case .zerosLikeOptions(let table): table.pack(builder)
    case .fillOptions(let table): table.pack(builder)
    case .bidirectionalSequenceLSTMOptions(let table): table.pack(builder)
    case .bidirectionalSequenceRNNOptions(let table): table.pack(builder)
    case .unidirectionalSequenceLSTMOptions(let table): table.pack(builder)
    case .floorModOptions(let table): table.pack(builder)
    case .rangeOptions(let table): table.pack(builder)
    case .resizeNearestNeighborOptions(let table): table.pack(builder)
    case .leakyReluOptions(let table): table.pack(builder)
    case .squaredDifferenceOptions(let table): table.pack(builder)
    case .mirrorPadOptions(let table): table.pack(builder)
    case .absOptions(let table): table.pack(builder)
    case .splitVOptions(let table): table.pack(builder)
    case .uniqueOptions(let table): table.pack(builder)
    case .reverseV2Options(let table): table.pack(builder)
    case .addNOptions(let table): table.pack(builder)
    case .gatherNdOptions(let table): table.pack(builder)
    case .cosOptions(let table): table.pack(builder)
    case .whereOptions(let table): table.pack(builder)
    case .rankOptions(let table): table.pack(builder)
    case .reverseSequenceOptions(let table): table.pack(builder)
    case .matrixDiagOptions(let table): table.pack(builder)
    case .quantizeOptions(let table): table.pack(builder)
    case .matrixSetDiagOptions(let table): table.pack(builder)
    case .hardSwishOptions(let table): table.pack(builder)
    case .ifOptions(let table): table.pack(builder)
    case .whileOptions(let table): table.pack(builder)
    case .depthToSpaceOptions(let table): table.pack(builder)
    case .nonMaxSuppressionV4Options(let table): table.pack(builder)
    case .nonMaxSuppressionV5Options(let table): table.pack(builder)
    case .scatterNdOptions(let table): table.pack(builder)
    case .selectV2Options(let table): table.pack(builder)
    case .densifyOptions(let table): table.pack(builder)
    case .segmentSumOptions(let table): table.pack(builder)
    case .batchMatMulOptions(let table): table.pack(builder)
    case .cumsumOptions(let table): table.pack(builder)
    case .callOnceOptions(let table): table.pack(builder)
    case .broadcastToOptions(let table): table.pack(builder)
    case .rfft2dOptions(let table): table.pack(builder)
    case .conv3DOptions(let table): table.pack(builder)
    case .hashtableOptions(let table): table.pack(builder)
    case .hashtableFindOptions(let table): table.pack(builder)
    case .hashtableImportOptions(let table): table.pack(builder)
    case .hashtableSizeOptions(let table): table.pack(builder)
    case .varHandleOptions(let table): table.pack(builder)
    case .readVariableOptions(let table): table.pack(builder)
    case .assignVariableOptions(let table): table.pack(builder)
    case .randomOptions(let table): table.pack(builder)
    case .bucketizeOptions(let table): table.pack(builder)
    case .geluOptions(let table): table.pack(builder)
    case .dynamicUpdateSliceOptions(let table): table.pack(builder)
    case .unsortedSegmentProdOptions(let table): table.pack(builder)
    case .unsortedSegmentMaxOptions(let table): table.pack(builder)
    case .unsortedSegmentMinOptions(let table): table.pack(builder)
    case .unsortedSegmentSumOptions(let table): table.pack(builder)
    case .aTan2Options(let table): table.pack(builder)
    case .signOptions(let table): table.pack(builder)
    case .bitcastOptions(let table): table.pack(builder)
    case .bitwiseXorOptions(let table): table.pack(builder)
    case .rightShiftOptions(let table): table.pack(builder)
    }
  }
}

extension MutableSchema {
  /// `ATan2Options`, to be changed and written.
  package struct ATan2Options: MutableTable {
    package init() {}

    package init(_ view: Schema.ATan2Options) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `AbsOptions`, to be changed and written.
  package struct AbsOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.AbsOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `AddNOptions`, to be changed and written.
  package struct AddNOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.AddNOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `AddOptions`, to be changed and written.
  package struct AddOptions: MutableTable {
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var potScaleInt16: Bool = true

    package init() {}

    package init(_ view: Schema.AddOptions) {
      fusedActivationFunction = view.fusedActivationFunction
      potScaleInt16 = view.potScaleInt16
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(fusedActivationFunction, unless: .none, in: 0)
      builder.store(potScaleInt16, unless: true, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ArgMaxOptions`, to be changed and written.
  package struct ArgMaxOptions: MutableTable {
    package var outputType: Schema.TensorType = .float32

    package init() {}

    package init(_ view: Schema.ArgMaxOptions) {
      outputType = view.outputType
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(outputType, unless: .float32, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ArgMinOptions`, to be changed and written.
  package struct ArgMinOptions: MutableTable {
    package var outputType: Schema.TensorType = .float32

    package init() {}

    package init(_ view: Schema.ArgMinOptions) {
      outputType = view.outputType
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(outputType, unless: .float32, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `AssignVariableOptions`, to be changed and written.
  package struct AssignVariableOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.AssignVariableOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `BatchMatMulOptions`, to be changed and written.
  package struct BatchMatMulOptions: MutableTable {
    package var adjX: Bool = false
    package var adjY: Bool = false
    package var asymmetricQuantizeInputs: Bool = false

    package init() {}

    package init(_ view: Schema.BatchMatMulOptions) {
      adjX = view.adjX
      adjY = view.adjY
      asymmetricQuantizeInputs = view.asymmetricQuantizeInputs
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(adjX, unless: false, in: 0)
      builder.store(adjY, unless: false, in: 1)
      builder.store(asymmetricQuantizeInputs, unless: false, in: 2)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `BatchToSpaceNDOptions`, to be changed and written.
  package struct BatchToSpaceNDOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.BatchToSpaceNDOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `BidirectionalSequenceLSTMOptions`, to be changed and written.
  package struct BidirectionalSequenceLSTMOptions: MutableTable {
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var cellClip: Float = 0.0
    package var projClip: Float = 0.0
    package var mergeOutputs: Bool = false
    package var timeMajor: Bool = true
    package var asymmetricQuantizeInputs: Bool = false

    package init() {}

    package init(_ view: Schema.BidirectionalSequenceLSTMOptions) {
      fusedActivationFunction = view.fusedActivationFunction
      cellClip = view.cellClip
      projClip = view.projClip
      mergeOutputs = view.mergeOutputs
      timeMajor = view.timeMajor
      asymmetricQuantizeInputs = view.asymmetricQuantizeInputs
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(cellClip, unless: 0.0, in: 1)
      builder.store(projClip, unless: 0.0, in: 2)
      builder.store(fusedActivationFunction, unless: .none, in: 0)
      builder.store(mergeOutputs, unless: false, in: 3)
      builder.store(timeMajor, unless: true, in: 4)
      builder.store(asymmetricQuantizeInputs, unless: false, in: 5)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `BidirectionalSequenceRNNOptions`, to be changed and written.
  package struct BidirectionalSequenceRNNOptions: MutableTable {
    package var timeMajor: Bool = false
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var mergeOutputs: Bool = false
    package var asymmetricQuantizeInputs: Bool = false

    package init() {}

    package init(_ view: Schema.BidirectionalSequenceRNNOptions) {
      timeMajor = view.timeMajor
      fusedActivationFunction = view.fusedActivationFunction
      mergeOutputs = view.mergeOutputs
      asymmetricQuantizeInputs = view.asymmetricQuantizeInputs
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(timeMajor, unless: false, in: 0)
      builder.store(fusedActivationFunction, unless: .none, in: 1)
      builder.store(mergeOutputs, unless: false, in: 2)
      builder.store(asymmetricQuantizeInputs, unless: false, in: 3)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `BitcastOptions`, to be changed and written.
  package struct BitcastOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.BitcastOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `BitwiseXorOptions`, to be changed and written.
  package struct BitwiseXorOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.BitwiseXorOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `BroadcastToOptions`, to be changed and written.
  package struct BroadcastToOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.BroadcastToOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}
