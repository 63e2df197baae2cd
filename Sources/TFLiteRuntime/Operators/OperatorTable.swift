/// Every operator this runtime executes; the support matrix is printed from here. Programs that make a registry of some
/// operators do without the table, so that a linker drops the others.
package enum OperatorTable {
  package static let builtin: [OperatorEntry] = [
    .add, .averagePool2D, .concatenation, .conv2D, .depthwiseConv2D, .depthToSpace, .dequantize, .embeddingLookup,
    .floor, .fullyConnected, .hashtableLookup, .l2Normalization, .l2Pool2D, .localResponseNormalization, .logistic,
    .lshProjection, .lstm, .maxPool2D, .mul, .relu, .reluN1To1, .relu6, .reshape, .resizeBilinear, .rnn, .softmax,
    .spaceToDepth, .svdf, .tanh, .skipGram, .call, .embeddingLookupSparse, .pad, .unidirectionalSequenceRnn, .gather,
    .batchToSpaceNd, .spaceToBatchNd, .transpose, .mean, .sub, .div, .squeeze, .unidirectionalSequenceLstm,
    .stridedSlice, .bidirectionalSequenceRnn, .exp, .topkV2, .split, .logSoftmax, .bidirectionalSequenceLstm, .cast,
    .prelu, .maximum, .argMax, .minimum, .less, .neg, .padv2, .greater, .greaterEqual, .lessEqual, .select, .slice,
    .sin, .transposeConv, .sparseToDense, .tile, .expandDims, .equal, .notEqual, .log, .sum, .sqrt, .rsqrt, .shape,
    .pow, .argMin, .fakeQuant, .reduceProd, .reduceMax, .pack, .logicalOr, .oneHot, .logicalAnd, .logicalNot, .unpack,
    .reduceMin, .floorDiv, .reduceAny, .square, .zerosLike, .fill, .floorMod, .range, .resizeNearestNeighbor,
    .leakyRelu, .squaredDifference, .mirrorPad, .abs, .splitV, .unique, .ceil, .reverseV2, .addN, .gatherNd, .cos,
    .where, .rank, .elu, .reverseSequence, .matrixDiag, .quantize, .matrixSetDiag, .round, .hardSwish, .if, .while,
    .nonMaxSuppressionV4, .nonMaxSuppressionV5, .scatterNd, .selectV2, .densify, .segmentSum, .batchMatmul, .cumsum,
    .callOnce, .broadcastTo, .rfft2d, .conv3D, .imag, .real, .complexAbs, .hashtable, .hashtableFind,
    .hashtableImport, .hashtableSize, .reduceAll, .conv3DTranspose, .varHandle, .readVariable, .assignVariable,
    .broadcastArgs, .randomStandardNormal, .bucketize, .randomUniform, .multinomial, .gelu, .dynamicUpdateSlice,
    .relu0To1, .unsortedSegmentProd, .unsortedSegmentMax, .unsortedSegmentSum, .atan2, .unsortedSegmentMin, .sign,
    .bitcast, .bitwiseXor, .rightShift, .stablehloAdd, .stablehloAnd, .stablehloShiftLeft, .stablehloRngBitGenerator,
    .stablehloCase, .stablehloMultiply, .stablehloMaximum, .stablehloMinimum, .stablehloScatter, .stablehloPad,
    .stablehloReduceWindow, .stablehloGather, .dilate, .reduceWindow, .stablehloComposite,
  ]

  /// Custom operators under names that files of several tools use.
  package static let custom: [OperatorEntry] = [
    .hadamardRotation, .audioSpectrogram, .convolution2DTransposeBias, .denseImageWarp, .landmarks2TransformMatrix,
    .maxPoolingWithArgmax2D, .maxPoolWithArgmax, .maxUnpooling2D, .mfcc, .numericVerify, .detectionPostProcess,
    .transformLandmarks, .transformTensorBilinear, .tensorListReserve, .emptyTensorList, .tensorListFromTensor,
    .tensorListSetItem, .tensorListGetItem, .tensorListPushBack, .tensorListPopBack, .tensorListStack,
    .tensorListLength, .tensorListElementShape,
  ]
}
