// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// `StablehloDotGeneralOptions`, to be changed and written.
  package struct StablehloDotGeneralOptions: MutableTable {
    package var lhsBatchingDimensions: [Int64]?
    package var rhsBatchingDimensions: [Int64]?
    package var lhsContractingDimensions: [Int64]?
    package var rhsContractingDimensions: [Int64]?
    package var precisionConfig: [Schema.StablehloPrecisionConfig]?

    package init() {}

    package init(_ view: Schema.StablehloDotGeneralOptions) {
      lhsBatchingDimensions = view.hasLhsBatchingDimensions ? Array(view.lhsBatchingDimensions) : nil
      rhsBatchingDimensions = view.hasRhsBatchingDimensions ? Array(view.rhsBatchingDimensions) : nil
      lhsContractingDimensions = view.hasLhsContractingDimensions ? Array(view.lhsContractingDimensions) : nil
      rhsContractingDimensions = view.hasRhsContractingDimensions ? Array(view.rhsContractingDimensions) : nil
      precisionConfig = view.hasPrecisionConfig ? Array(view.precisionConfig) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let lhsBatchingDimensions = builder.vector(self.lhsBatchingDimensions)
      let rhsBatchingDimensions = builder.vector(self.rhsBatchingDimensions)
      let lhsContractingDimensions = builder.vector(self.lhsContractingDimensions)
      let rhsContractingDimensions = builder.vector(self.rhsContractingDimensions)
      let precisionConfig = builder.vector(self.precisionConfig)
      builder.beginTable()
      builder.store(lhsBatchingDimensions, in: 0)
      builder.store(rhsBatchingDimensions, in: 1)
      builder.store(lhsContractingDimensions, in: 2)
      builder.store(rhsContractingDimensions, in: 3)
      builder.store(precisionConfig, in: 4)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloDynamicSliceOptions`, to be changed and written.
  package struct StablehloDynamicSliceOptions: MutableTable {
    package var sliceSizes: [Int64]?

    package init() {}

    package init(_ view: Schema.StablehloDynamicSliceOptions) {
      sliceSizes = view.hasSliceSizes ? Array(view.sliceSizes) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let sliceSizes = builder.vector(self.sliceSizes)
      builder.beginTable()
      builder.store(sliceSizes, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloGatherOptions`, to be changed and written.
  package struct StablehloGatherOptions: MutableTable {
    package var offsetDims: [Int64]?
    package var collapsedSliceDims: [Int64]?
    package var startIndexMap: [Int64]?
    package var indexVectorDim: Int64 = 0
    package var sliceSizes: [Int64]?
    package var indicesAreSorted: Bool = false

    package init() {}

    package init(_ view: Schema.StablehloGatherOptions) {
      offsetDims = view.hasOffsetDims ? Array(view.offsetDims) : nil
      collapsedSliceDims = view.hasCollapsedSliceDims ? Array(view.collapsedSliceDims) : nil
      startIndexMap = view.hasStartIndexMap ? Array(view.startIndexMap) : nil
      indexVectorDim = view.indexVectorDim
      sliceSizes = view.hasSliceSizes ? Array(view.sliceSizes) : nil
      indicesAreSorted = view.indicesAreSorted
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let offsetDims = builder.vector(self.offsetDims)
      let collapsedSliceDims = builder.vector(self.collapsedSliceDims)
      let startIndexMap = builder.vector(self.startIndexMap)
      let sliceSizes = builder.vector(self.sliceSizes)
      builder.beginTable()
      builder.store(indexVectorDim, unless: 0, in: 3)
      builder.store(offsetDims, in: 0)
      builder.store(collapsedSliceDims, in: 1)
      builder.store(startIndexMap, in: 2)
      builder.store(sliceSizes, in: 4)
      builder.store(indicesAreSorted, unless: false, in: 5)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloIotaOptions`, to be changed and written.
  package struct StablehloIotaOptions: MutableTable {
    package var iotaDimension: Int64 = 0

    package init() {}

    package init(_ view: Schema.StablehloIotaOptions) {
      iotaDimension = view.iotaDimension
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(iotaDimension, unless: 0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloPadOptions`, to be changed and written.
  package struct StablehloPadOptions: MutableTable {
    package var edgePaddingLow: [Int64]?
    package var edgePaddingHigh: [Int64]?
    package var interiorPadding: [Int64]?

    package init() {}

    package init(_ view: Schema.StablehloPadOptions) {
      edgePaddingLow = view.hasEdgePaddingLow ? Array(view.edgePaddingLow) : nil
      edgePaddingHigh = view.hasEdgePaddingHigh ? Array(view.edgePaddingHigh) : nil
      interiorPadding = view.hasInteriorPadding ? Array(view.interiorPadding) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let edgePaddingLow = builder.vector(self.edgePaddingLow)
      let edgePaddingHigh = builder.vector(self.edgePaddingHigh)
      let interiorPadding = builder.vector(self.interiorPadding)
      builder.beginTable()
      builder.store(edgePaddingLow, in: 0)
      builder.store(edgePaddingHigh, in: 1)
      builder.store(interiorPadding, in: 2)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloReduceOptions`, to be changed and written.
  package struct StablehloReduceOptions: MutableTable {
    package var dimensions: [Int64]?
    package var bodySubgraphIndex: Int32 = 0

    package init() {}

    package init(_ view: Schema.StablehloReduceOptions) {
      dimensions = view.hasDimensions ? Array(view.dimensions) : nil
      bodySubgraphIndex = view.bodySubgraphIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let dimensions = builder.vector(self.dimensions)
      builder.beginTable()
      builder.store(dimensions, in: 0)
      builder.store(bodySubgraphIndex, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloReduceWindowOptions`, to be changed and written.
  package struct StablehloReduceWindowOptions: MutableTable {
    package var windowDimensions: [Int64]?
    package var windowStrides: [Int64]?
    package var baseDilations: [Int64]?
    package var windowDilations: [Int64]?
    package var padding: [Int64]?
    package var bodySubgraphIndex: Int32 = 0

    package init() {}

    package init(_ view: Schema.StablehloReduceWindowOptions) {
      windowDimensions = view.hasWindowDimensions ? Array(view.windowDimensions) : nil
      windowStrides = view.hasWindowStrides ? Array(view.windowStrides) : nil
      baseDilations = view.hasBaseDilations ? Array(view.baseDilations) : nil
      windowDilations = view.hasWindowDilations ? Array(view.windowDilations) : nil
      padding = view.hasPadding ? Array(view.padding) : nil
      bodySubgraphIndex = view.bodySubgraphIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let windowDimensions = builder.vector(self.windowDimensions)
      let windowStrides = builder.vector(self.windowStrides)
      let baseDilations = builder.vector(self.baseDilations)
      let windowDilations = builder.vector(self.windowDilations)
      let padding = builder.vector(self.padding)
      builder.beginTable()
      builder.store(windowDimensions, in: 0)
      builder.store(windowStrides, in: 1)
      builder.store(baseDilations, in: 2)
      builder.store(windowDilations, in: 3)
      builder.store(padding, in: 4)
      builder.store(bodySubgraphIndex, unless: 0, in: 5)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloRngBitGeneratorOptions`, to be changed and written.
  package struct StablehloRngBitGeneratorOptions: MutableTable {
    package var algorithm: Schema.RngAlgorithm = .`default`

    package init() {}

    package init(_ view: Schema.StablehloRngBitGeneratorOptions) {
      algorithm = view.algorithm
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(algorithm, unless: .`default`, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloScatterOptions`, to be changed and written.
  package struct StablehloScatterOptions: MutableTable {
    package var indicesAreSorted: Bool = false
    package var updateWindowDims: [Int64]?
    package var insertedWindowDims: [Int64]?
    package var scatterDimsToOperandDims: [Int64]?
    package var indexVectorDim: Int64 = 0
    package var uniqueIndices: Bool = false
    package var updateComputationSubgraphIndex: Int32 = 0

    package init() {}

    package init(_ view: Schema.StablehloScatterOptions) {
      indicesAreSorted = view.indicesAreSorted
      updateWindowDims = view.hasUpdateWindowDims ? Array(view.updateWindowDims) : nil
      insertedWindowDims = view.hasInsertedWindowDims ? Array(view.insertedWindowDims) : nil
      scatterDimsToOperandDims = view.hasScatterDimsToOperandDims ? Array(view.scatterDimsToOperandDims) : nil
      indexVectorDim = view.indexVectorDim
      uniqueIndices = view.uniqueIndices
      updateComputationSubgraphIndex = view.updateComputationSubgraphIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let updateWindowDims = builder.vector(self.updateWindowDims)
      let insertedWindowDims = builder.vector(self.insertedWindowDims)
      let scatterDimsToOperandDims = builder.vector(self.scatterDimsToOperandDims)
      builder.beginTable()
      builder.store(indexVectorDim, unless: 0, in: 4)
      builder.store(updateWindowDims, in: 1)
      builder.store(insertedWindowDims, in: 2)
      builder.store(scatterDimsToOperandDims, in: 3)
      builder.store(updateComputationSubgraphIndex, unless: 0, in: 6)
      builder.store(indicesAreSorted, unless: false, in: 0)
      builder.store(uniqueIndices, unless: false, in: 5)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloShiftLeftOptions`, to be changed and written.
  package struct StablehloShiftLeftOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.StablehloShiftLeftOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloSliceOptions`, to be changed and written.
  package struct StablehloSliceOptions: MutableTable {
    package var startIndices: [Int64]?
    package var limitIndices: [Int64]?
    package var strides: [Int64]?

    package init() {}

    package init(_ view: Schema.StablehloSliceOptions) {
      startIndices = view.hasStartIndices ? Array(view.startIndices) : nil
      limitIndices = view.hasLimitIndices ? Array(view.limitIndices) : nil
      strides = view.hasStrides ? Array(view.strides) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let startIndices = builder.vector(self.startIndices)
      let limitIndices = builder.vector(self.limitIndices)
      let strides = builder.vector(self.strides)
      builder.beginTable()
      builder.store(startIndices, in: 0)
      builder.store(limitIndices, in: 1)
      builder.store(strides, in: 2)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloSortOptions`, to be changed and written.
  package struct StablehloSortOptions: MutableTable {
    package var dimension: Int64 = 0
    package var isStable: Bool = false
    package var comparatorSubgraphIndex: Int32 = 0

    package init() {}

    package init(_ view: Schema.StablehloSortOptions) {
      dimension = view.dimension
      isStable = view.isStable
      comparatorSubgraphIndex = view.comparatorSubgraphIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(dimension, unless: 0, in: 0)
      builder.store(comparatorSubgraphIndex, unless: 0, in: 2)
      builder.store(isStable, unless: false, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloTransposeOptions`, to be changed and written.
  package struct StablehloTransposeOptions: MutableTable {
    package var permutation: [Int64]?

    package init() {}

    package init(_ view: Schema.StablehloTransposeOptions) {
      permutation = view.hasPermutation ? Array(view.permutation) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let permutation = builder.vector(self.permutation)
      builder.beginTable()
      builder.store(permutation, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StablehloWhileOptions`, to be changed and written.
  package struct StablehloWhileOptions: MutableTable {
    package var condSubgraphIndex: Int32 = 0
    package var bodySubgraphIndex: Int32 = 0

    package init() {}

    package init(_ view: Schema.StablehloWhileOptions) {
      condSubgraphIndex = view.condSubgraphIndex
      bodySubgraphIndex = view.bodySubgraphIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(condSubgraphIndex, unless: 0, in: 0)
      builder.store(bodySubgraphIndex, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}
