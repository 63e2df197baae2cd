// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// A table of the union `BuiltinOptions2`, to be changed and written.
  package enum BuiltinOptions2: Equatable, Sendable {
    case stablehloConcatenateOptions(StablehloConcatenateOptions)
    case stablehloBroadcastInDimOptions(StablehloBroadcastInDimOptions)
    case stablehloSliceOptions(StablehloSliceOptions)
    case stablehloConvolutionOptions(StablehloConvolutionOptions)
    case stablehloCustomCallOptions(StablehloCustomCallOptions)
    case stablehloReduceOptions(StablehloReduceOptions)
    case stablehloScatterOptions(StablehloScatterOptions)
    case stablehloCompareOptions(StablehloCompareOptions)
    case stablehloDynamicSliceOptions(StablehloDynamicSliceOptions)
    case stablehloPadOptions(StablehloPadOptions)
    case stablehloIotaOptions(StablehloIotaOptions)
    case stablehloDotGeneralOptions(StablehloDotGeneralOptions)
    case stablehloReduceWindowOptions(StablehloReduceWindowOptions)
    case stablehloSortOptions(StablehloSortOptions)
    case stablehloWhileOptions(StablehloWhileOptions)
    case stablehloGatherOptions(StablehloGatherOptions)
    case stablehloTransposeOptions(StablehloTransposeOptions)
    case dilateOptions(DilateOptions)
    case stablehloRngBitGeneratorOptions(StablehloRngBitGeneratorOptions)
    case reduceWindowOptions(ReduceWindowOptions)
    case stableHLOCompositeOptions(StableHLOCompositeOptions)
    case stablehloShiftLeftOptions(StablehloShiftLeftOptions)
    case stablehloCaseOptions(StablehloCaseOptions)
  }
}

extension MutableSchema.BuiltinOptions2 {
  /// The table that field `id` of `table` refers to; nil when there is none or the schema does not know it.
  static func read(_ selector: Schema.BuiltinOptions2, in table: FlatBufferTable, field id: Int) -> Self? {
    switch selector {
    case .stablehloConcatenateOptions:
      table.child(id).map { .stablehloConcatenateOptions(.init(Schema.StablehloConcatenateOptions(table: $0))) }
    case .stablehloBroadcastInDimOptions:
      table.child(id).map { .stablehloBroadcastInDimOptions(.init(Schema.StablehloBroadcastInDimOptions(table: $0))) }
    case .stablehloSliceOptions:
      table.child(id).map { .stablehloSliceOptions(.init(Schema.StablehloSliceOptions(table: $0))) }
    case .stablehloConvolutionOptions:
      table.child(id).map { .stablehloConvolutionOptions(.init(Schema.StablehloConvolutionOptions(table: $0))) }
    case .stablehloCustomCallOptions:
      table.child(id).map { .stablehloCustomCallOptions(.init(Schema.StablehloCustomCallOptions(table: $0))) }
    case .stablehloReduceOptions:
      table.child(id).map { .stablehloReduceOptions(.init(Schema.StablehloReduceOptions(table: $0))) }
    case .stablehloScatterOptions:
      table.child(id).map { .stablehloScatterOptions(.init(Schema.StablehloScatterOptions(table: $0))) }
    case .stablehloCompareOptions:
      table.child(id).map { .stablehloCompareOptions(.init(Schema.StablehloCompareOptions(table: $0))) }
    case .stablehloDynamicSliceOptions:
      table.child(id).map { .stablehloDynamicSliceOptions(.init(Schema.StablehloDynamicSliceOptions(table: $0))) }
    case .stablehloPadOptions:
      table.child(id).map { .stablehloPadOptions(.init(Schema.StablehloPadOptions(table: $0))) }
    case .stablehloIotaOptions:
      table.child(id).map { .stablehloIotaOptions(.init(Schema.StablehloIotaOptions(table: $0))) }
    case .stablehloDotGeneralOptions:
      table.child(id).map { .stablehloDotGeneralOptions(.init(Schema.StablehloDotGeneralOptions(table: $0))) }
    case .stablehloReduceWindowOptions:
      table.child(id).map { .stablehloReduceWindowOptions(.init(Schema.StablehloReduceWindowOptions(table: $0))) }
    case .stablehloSortOptions:
      table.child(id).map { .stablehloSortOptions(.init(Schema.StablehloSortOptions(table: $0))) }
    case .stablehloWhileOptions:
      table.child(id).map { .stablehloWhileOptions(.init(Schema.StablehloWhileOptions(table: $0))) }
    case .stablehloGatherOptions:
      table.child(id).map { .stablehloGatherOptions(.init(Schema.StablehloGatherOptions(table: $0))) }
    case .stablehloTransposeOptions:
      table.child(id).map { .stablehloTransposeOptions(.init(Schema.StablehloTransposeOptions(table: $0))) }
    case .dilateOptions: table.child(id).map { .dilateOptions(.init(Schema.DilateOptions(table: $0))) }
    case .stablehloRngBitGeneratorOptions:
      table.child(id).map { .stablehloRngBitGeneratorOptions(.init(Schema.StablehloRngBitGeneratorOptions(table: $0))) }
    case .reduceWindowOptions:
      table.child(id).map { .reduceWindowOptions(.init(Schema.ReduceWindowOptions(table: $0))) }
    case .stableHLOCompositeOptions:
      table.child(id).map { .stableHLOCompositeOptions(.init(Schema.StableHLOCompositeOptions(table: $0))) }
    case .stablehloShiftLeftOptions:
      table.child(id).map { .stablehloShiftLeftOptions(.init(Schema.StablehloShiftLeftOptions(table: $0))) }
    case .stablehloCaseOptions:
      table.child(id).map { .stablehloCaseOptions(.init(Schema.StablehloCaseOptions(table: $0))) }
    default: nil
    }
  }
}

extension MutableSchema.BuiltinOptions2 {
  /// The number of the table in the union.
  package var selector: Schema.BuiltinOptions2 {
    switch self {
    case .stablehloConcatenateOptions: .stablehloConcatenateOptions
    case .stablehloBroadcastInDimOptions: .stablehloBroadcastInDimOptions
    case .stablehloSliceOptions: .stablehloSliceOptions
    case .stablehloConvolutionOptions: .stablehloConvolutionOptions
    case .stablehloCustomCallOptions: .stablehloCustomCallOptions
    case .stablehloReduceOptions: .stablehloReduceOptions
    case .stablehloScatterOptions: .stablehloScatterOptions
    case .stablehloCompareOptions: .stablehloCompareOptions
    case .stablehloDynamicSliceOptions: .stablehloDynamicSliceOptions
    case .stablehloPadOptions: .stablehloPadOptions
    case .stablehloIotaOptions: .stablehloIotaOptions
    case .stablehloDotGeneralOptions: .stablehloDotGeneralOptions
    case .stablehloReduceWindowOptions: .stablehloReduceWindowOptions
    case .stablehloSortOptions: .stablehloSortOptions
    case .stablehloWhileOptions: .stablehloWhileOptions
    case .stablehloGatherOptions: .stablehloGatherOptions
    case .stablehloTransposeOptions: .stablehloTransposeOptions
    case .dilateOptions: .dilateOptions
    case .stablehloRngBitGeneratorOptions: .stablehloRngBitGeneratorOptions
    case .reduceWindowOptions: .reduceWindowOptions
    case .stableHLOCompositeOptions: .stableHLOCompositeOptions
    case .stablehloShiftLeftOptions: .stablehloShiftLeftOptions
    case .stablehloCaseOptions: .stablehloCaseOptions
    }
  }
}

extension MutableSchema.BuiltinOptions2 {
  func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
    switch self {
    case .stablehloConcatenateOptions(let table): table.pack(builder)
    case .stablehloBroadcastInDimOptions(let table): table.pack(builder)
    case .stablehloSliceOptions(let table): table.pack(builder)
    case .stablehloConvolutionOptions(let table): table.pack(builder)
    case .stablehloCustomCallOptions(let table): table.pack(builder)
    case .stablehloReduceOptions(let table): table.pack(builder)
    case .stablehloScatterOptions(let table): table.pack(builder)
    case .stablehloCompareOptions(let table): table.pack(builder)
    case .stablehloDynamicSliceOptions(let table): table.pack(builder)
    case .stablehloPadOptions(let table): table.pack(builder)
    case .stablehloIotaOptions(let table): table.pack(builder)
    case .stablehloDotGeneralOptions(let table): table.pack(builder)
    case .stablehloReduceWindowOptions(let table): table.pack(builder)
    case .stablehloSortOptions(let table): table.pack(builder)
    case .stablehloWhileOptions(let table): table.pack(builder)
    case .stablehloGatherOptions(let table): table.pack(builder)
    case .stablehloTransposeOptions(let table): table.pack(builder)
    case .dilateOptions(let table): table.pack(builder)
    case .stablehloRngBitGeneratorOptions(let table): table.pack(builder)
    case .reduceWindowOptions(let table): table.pack(builder)
    case .stableHLOCompositeOptions(let table): table.pack(builder)
    case .stablehloShiftLeftOptions(let table): table.pack(builder)
    case .stablehloCaseOptions(let table): table.pack(builder)
    }
  }
}

extension MutableSchema {
  /// `DilateOptions`, to be changed and written.
  package struct DilateOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.DilateOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ReduceWindowOptions`, to be changed and written.
  package struct ReduceWindowOptions: MutableTable {
    package var reduceFunction: Schema.ReduceWindowFunction = .unsupported

    package init() {}

    package init(_ view: Schema.ReduceWindowOptions) {
      reduceFunction = view.reduceFunction
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(reduceFunction, unless: .unsupported, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StableHLOCompositeOptions`, to be changed and written.
  package struct StableHLOCompositeOptions: MutableTable {
    package var name: SchemaText?
    package var decompositionSubgraphIndex: Int32 = 0
    package var compositeAttributes: SchemaBytes?
    package var compositeAttributesFormat: Schema.CustomOptionsFormat = .flexbuffers
    package var version: Int32 = 0

    package init() {}

    package init(_ view: Schema.StableHLOCompositeOptions) {
      name = view.name.map { SchemaText($0) }
      decompositionSubgraphIndex = view.decompositionSubgraphIndex
      compositeAttributes = view.hasCompositeAttributes ? SchemaBytes(view.compositeAttributes.bytes) : nil
      compositeAttributesFormat = view.compositeAttributesFormat
      version = view.version
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let name = builder.text(self.name)
      let compositeAttributes = builder.bytes(self.compositeAttributes)
      builder.beginTable()
      builder.store(name, in: 0)
      builder.store(decompositionSubgraphIndex, unless: 0, in: 1)
      builder.store(compositeAttributes, in: 2)
      builder.store(version, unless: 0, in: 4)
      builder.store(compositeAttributesFormat, unless: .flexbuffers, in: 3)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloBroadcastInDimOptions`, to be changed and written.
  package struct StablehloBroadcastInDimOptions: MutableTable {
    package var broadcastDimensions: [Int64]?

    package init() {}

    package init(_ view: Schema.StablehloBroadcastInDimOptions) {
      broadcastDimensions = view.hasBroadcastDimensions ? Array(view.broadcastDimensions) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let broadcastDimensions = builder.vector(self.broadcastDimensions)
      builder.beginTable()
      builder.store(broadcastDimensions, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloCaseOptions`, to be changed and written.
  package struct StablehloCaseOptions: MutableTable {
    package var branchSubgraphIndices: [Int32]?

    package init() {}

    package init(_ view: Schema.StablehloCaseOptions) {
      branchSubgraphIndices = view.hasBranchSubgraphIndices ? Array(view.branchSubgraphIndices) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let branchSubgraphIndices = builder.vector(self.branchSubgraphIndices)
      builder.beginTable()
      builder.store(branchSubgraphIndices, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloCompareOptions`, to be changed and written.
  package struct StablehloCompareOptions: MutableTable {
    package var comparisonDirection: Schema.StablehloComparisonDirection = .eq
    package var compareType: Schema.StablehloComparisonType = .notype

    package init() {}

    package init(_ view: Schema.StablehloCompareOptions) {
      comparisonDirection = view.comparisonDirection
      compareType = view.compareType
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(comparisonDirection, unless: .eq, in: 0)
      builder.store(compareType, unless: .notype, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloConcatenateOptions`, to be changed and written.
  package struct StablehloConcatenateOptions: MutableTable {
    package var dimension: Int64 = 0

    package init() {}

    package init(_ view: Schema.StablehloConcatenateOptions) {
      dimension = view.dimension
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(dimension, unless: 0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloConvolutionOptions`, to be changed and written.
  package struct StablehloConvolutionOptions: MutableTable {
    package var windowStrides: [Int64]?
    package var padding: [Int64]?
    package var lhsDilation: [Int64]?
    package var rhsDilation: [Int64]?
    package var windowReversal: [Bool]?
    package var inputBatchDimension: Int64 = 0
    package var inputFeatureDimension: Int64 = 0
    package var inputSpatialDimensions: [Int64]?
    package var kernelInputFeatureDimension: Int64 = 0
    package var kernelOutputFeatureDimension: Int64 = 0
    package var kernelSpatialDimensions: [Int64]?
    package var outputBatchDimension: Int64 = 0
    package var outputFeatureDimension: Int64 = 0
    package var outputSpatialDimensions: [Int64]?
    package var featureGroupCount: Int64 = 0
    package var batchGroupCount: Int64 = 0
    package var precisionConfig: [Schema.StablehloPrecisionConfig]?

    package init() {}

    package init(_ view: Schema.StablehloConvolutionOptions) {
      windowStrides = view.hasWindowStrides ? Array(view.windowStrides) : nil
      padding = view.hasPadding ? Array(view.padding) : nil
      lhsDilation = view.hasLhsDilation ? Array(view.lhsDilation) : nil
      rhsDilation = view.hasRhsDilation ? Array(view.rhsDilation) : nil
      windowReversal = view.hasWindowReversal ? Array(view.windowReversal) : nil
      inputBatchDimension = view.inputBatchDimension
      inputFeatureDimension = view.inputFeatureDimension
      inputSpatialDimensions = view.hasInputSpatialDimensions ? Array(view.inputSpatialDimensions) : nil
      kernelInputFeatureDimension = view.kernelInputFeatureDimension
      kernelOutputFeatureDimension = view.kernelOutputFeatureDimension
      kernelSpatialDimensions = view.hasKernelSpatialDimensions ? Array(view.kernelSpatialDimensions) : nil
      outputBatchDimension = view.outputBatchDimension
      outputFeatureDimension = view.outputFeatureDimension
      outputSpatialDimensions = view.hasOutputSpatialDimensions ? Array(view.outputSpatialDimensions) : nil
      featureGroupCount = view.featureGroupCount
      batchGroupCount = view.batchGroupCount
      precisionConfig = view.hasPrecisionConfig ? Array(view.precisionConfig) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let windowStrides = builder.vector(self.windowStrides)
      let padding = builder.vector(self.padding)
      let lhsDilation = builder.vector(self.lhsDilation)
      let rhsDilation = builder.vector(self.rhsDilation)
      let windowReversal = builder.vector(self.windowReversal)
      let inputSpatialDimensions = builder.vector(self.inputSpatialDimensions)
      let kernelSpatialDimensions = builder.vector(self.kernelSpatialDimensions)
      let outputSpatialDimensions = builder.vector(self.outputSpatialDimensions)
      let precisionConfig = builder.vector(self.precisionConfig)
      builder.beginTable()
      builder.store(inputBatchDimension, unless: 0, in: 5)
      builder.store(inputFeatureDimension, unless: 0, in: 6)
      builder.store(kernelInputFeatureDimension, unless: 0, in: 8)
      builder.store(kernelOutputFeatureDimension, unless: 0, in: 9)
      builder.store(outputBatchDimension, unless: 0, in: 11)
      builder.store(outputFeatureDimension, unless: 0, in: 12)
      builder.store(featureGroupCount, unless: 0, in: 14)
      builder.store(batchGroupCount, unless: 0, in: 15)
      builder.store(windowStrides, in: 0)
      builder.store(padding, in: 1)
      builder.store(lhsDilation, in: 2)
      builder.store(rhsDilation, in: 3)
      builder.store(windowReversal, in: 4)
      builder.store(inputSpatialDimensions, in: 7)
      builder.store(kernelSpatialDimensions, in: 10)
      builder.store(outputSpatialDimensions, in: 13)
      builder.store(precisionConfig, in: 16)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloCustomCallOptions`, to be changed and written.
  package struct StablehloCustomCallOptions: MutableTable {
    package var callTargetName: SchemaText?
    package var hasSideEffect: Bool = false
    package var backendConfig: SchemaText?
    package var apiVersion: Int32 = 0
    package var calledComputations: [Int32]?
    package var customAttributes: SchemaBytes?

    package init() {}

    package init(_ view: Schema.StablehloCustomCallOptions) {
      callTargetName = view.callTargetName.map { SchemaText($0) }
      hasSideEffect = view.hasSideEffect
      backendConfig = view.backendConfig.map { SchemaText($0) }
      apiVersion = view.apiVersion
      calledComputations = view.hasCalledComputations ? Array(view.calledComputations) : nil
      customAttributes = view.hasCustomAttributes ? SchemaBytes(view.customAttributes.bytes) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let callTargetName = builder.text(self.callTargetName)
      let backendConfig = builder.text(self.backendConfig)
      let calledComputations = builder.vector(self.calledComputations)
      let customAttributes = builder.bytes(self.customAttributes)
      builder.beginTable()
      builder.store(callTargetName, in: 0)
      builder.store(backendConfig, in: 2)
      builder.store(apiVersion, unless: 0, in: 3)
      builder.store(calledComputations, in: 4)
      builder.store(customAttributes, in: 5)
      builder.store(hasSideEffect, unless: false, in: 1)
      return builder.endTable()
    }
  }
}
