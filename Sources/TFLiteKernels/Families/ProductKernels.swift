/// Computes a part of a product: `(arguments, rowBegin, rowEnd, columnBegin, columnEnd)`.
package typealias ProductKernel = @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void

/// A product of float32 rows with constant or packed-on-the-fly float32 weights.
package struct FloatMatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights, bias and clamp: `(shape, weights, bias, range, packed)`.
  package var pack:
    @Sendable (MatrixShape, UnsafePointer<Float>, UnsafePointer<Float>?, FloatRange, UnsafeMutableRawPointer) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  package var run: ProductKernel
}

/// A product of float32 rows with constant weights, without those that are zero.
package struct SparseMatrixKernel: Sendable {
  /// The fewest rows.
  package var leastRows: Int
  /// Whether it is faster than `FloatMatrixKernel` for a shape of one tap with `nonzeros`.
  package var serves: @Sendable (MatrixShape) -> Bool
  /// What takes such shapes, and rows that lie one after another.
  package var product: FloatMatrixKernel

  /// A kernel of known parts.
  package init(
    leastRows: Int, serves: @escaping @Sendable (MatrixShape) -> Bool, product: FloatMatrixKernel
  ) {
    self.leastRows = leastRows
    self.serves = serves
    self.product = product
  }
}

/// The steps of a convolution by Winograd's minimal filtering, a block of tiles at a time: the inputs of its tiles are
/// transformed, multiplied with transformed weights, and the products are transformed to outputs.
package struct WinogradSteps: Sendable {
  /// Transforms the inputs of tiles `[begin, end)` of a block.
  package var transformInput: @Sendable (WinogradBlock, Int, Int) -> Void
  /// Computes products `[begin, end)` of a block.
  package var multiply: @Sendable (WinogradBlock, Int, Int) -> Void
  /// Makes the outputs of tiles `[begin, end)` of a block.
  package var transformOutput: @Sendable (WinogradBlock, Int, Int) -> Void

  /// Steps of known functions.
  package init(
    transformInput: @escaping @Sendable (WinogradBlock, Int, Int) -> Void,
    multiply: @escaping @Sendable (WinogradBlock, Int, Int) -> Void,
    transformOutput: @escaping @Sendable (WinogradBlock, Int, Int) -> Void
  ) {
    self.transformInput = transformInput
    self.multiply = multiply
    self.transformOutput = transformOutput
  }
}

/// A convolution of float32 by Winograd's minimal filtering.
package struct FloatWinogradKernel: Sendable {
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (WinogradShape) -> Int
  /// The floats of room that `pack` needs.
  package var packingRoom: @Sendable (WinogradShape) -> Int
  /// Packs a filter `[outputDepth][3][3][inputDepth]`, bias and clamp: `(shape, filter, bias, range, room, packed)`.
  package var pack:
    @Sendable (
      WinogradShape, UnsafePointer<Float>, UnsafePointer<Float>?, FloatRange, UnsafeMutablePointer<Float>,
      UnsafeMutableRawPointer
    ) -> Void
  /// What is done with a block.
  package var steps: WinogradSteps

  /// A kernel of known parts.
  package init(
    packedSize: @escaping @Sendable (WinogradShape) -> Int, packingRoom: @escaping @Sendable (WinogradShape) -> Int,
    pack:
      @escaping @Sendable (
        WinogradShape, UnsafePointer<Float>, UnsafePointer<Float>?, FloatRange, UnsafeMutablePointer<Float>,
        UnsafeMutableRawPointer
      ) -> Void,
    steps: WinogradSteps
  ) {
    self.packedSize = packedSize
    self.packingRoom = packingRoom
    self.pack = pack
    self.steps = steps
  }
}

/// A 3x3 convolution of bytes by Winograd's minimal filtering in tiles of 4x4, exact as TFLite's reference, where
/// `WinogradShape.servesBytes` and weights are `isExact`.
package struct ByteWinogradKernel: Sendable {
  /// Multiply-adds of products of bytes that take as long as one of 16-bit numbers here.
  package var productCost: Double
  /// The fewest input channels.
  package var leastDepth: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (WinogradShape) -> Int
  /// The bytes of room that `pack` needs.
  package var packingRoom: @Sendable (WinogradShape) -> Int
  /// Packs a filter `[outputDepth][3][3][inputDepth]` (uint8 by bit pattern), bias and requantization to outputs of a byte:
  /// `(shape, filter, bias, q, outputType, room, packed)`.
  package var pack:
    @Sendable (
      WinogradShape, UnsafePointer<Int8>, UnsafePointer<Int32>?, Requantization, MatrixOutputType,
      UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Void
  /// What is done with a block.
  package var steps: WinogradSteps

  /// A kernel of known parts.
  package init(
    productCost: Double, leastDepth: Int, packedSize: @escaping @Sendable (WinogradShape) -> Int,
    packingRoom: @escaping @Sendable (WinogradShape) -> Int,
    pack:
      @escaping @Sendable (
        WinogradShape, UnsafePointer<Int8>, UnsafePointer<Int32>?, Requantization, MatrixOutputType,
        UnsafeMutableRawPointer, UnsafeMutableRawPointer
      ) -> Void,
    steps: WinogradSteps
  ) {
    self.productCost = productCost
    self.leastDepth = leastDepth
    self.packedSize = packedSize
    self.packingRoom = packingRoom
    self.pack = pack
    self.steps = steps
  }
}

/// The same of int8 activations that are quantized while executing, with results of float32; blocks must have `quantized`.
package struct HybridWinogradKernel: Sendable {
  /// See `ByteWinogradKernel`.
  package var productCost: Double
  /// The fewest input channels.
  package var leastDepth: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (WinogradShape) -> Int
  /// The bytes of room that `pack` needs.
  package var packingRoom: @Sendable (WinogradShape) -> Int
  /// Packs a filter `[outputDepth][3][3][inputDepth]`, bias, weight scales (per channel or one) and clamp:
  /// `(shape, filter, bias, scales, isPerChannel, range, room, packed)`.
  package var pack:
    @Sendable (
      WinogradShape, UnsafePointer<Int8>, UnsafePointer<Float>?, UnsafePointer<Float>, Bool, FloatRange,
      UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Void
  /// What is done with a block.
  package var steps: WinogradSteps

  /// A kernel of known parts.
  package init(
    productCost: Double, leastDepth: Int, packedSize: @escaping @Sendable (WinogradShape) -> Int,
    packingRoom: @escaping @Sendable (WinogradShape) -> Int,
    pack:
      @escaping @Sendable (
        WinogradShape, UnsafePointer<Int8>, UnsafePointer<Float>?, UnsafePointer<Float>, Bool, FloatRange,
        UnsafeMutableRawPointer, UnsafeMutableRawPointer
      ) -> Void,
    steps: WinogradSteps
  ) {
    self.productCost = productCost
    self.leastDepth = leastDepth
    self.packedSize = packedSize
    self.packingRoom = packingRoom
    self.pack = pack
    self.steps = steps
  }
}

/// A convolution of int8 in groups, exact as TFLite's reference.
package struct GroupedByteKernel: Sendable {
  /// Whether it computes convolutions of such a shape.
  package var serves: @Sendable (ConvolutionGeometry) -> Bool
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (ConvolutionGeometry) -> Int
  /// Packs a filter `[outputDepth][filterHeight][filterWidth][filterDepth]`, bias and requantization:
  /// `(geometry, filter, bias, q, packed)`.
  package var pack:
    @Sendable (
      ConvolutionGeometry, UnsafePointer<Int8>, UnsafePointer<Int32>?, Requantization, UnsafeMutableRawPointer
    ) -> Void
  /// Computes output rows `[rowBegin, rowEnd)` of all images; there is no epilogue: `(arguments, rowBegin, rowEnd)`.
  package var run: DepthwiseKernel

  /// A kernel of known parts.
  package init(
    serves: @escaping @Sendable (ConvolutionGeometry) -> Bool,
    packedSize: @escaping @Sendable (ConvolutionGeometry) -> Int,
    pack:
      @escaping @Sendable (
        ConvolutionGeometry, UnsafePointer<Int8>, UnsafePointer<Int32>?, Requantization, UnsafeMutableRawPointer
      ) -> Void,
    run: @escaping DepthwiseKernel
  ) {
    self.serves = serves
    self.packedSize = packedSize
    self.pack = pack
    self.run = run
  }
}

/// A product of 8-bit rows with 8-bit weights of the same type, exact as TFLite's reference.
package struct ByteMatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights (uint8 by bit pattern), bias and requantization: `(shape, weights, bias, q, outputType, packed)`.
  package var pack:
    @Sendable (
      MatrixShape, UnsafePointer<Int8>, UnsafePointer<Int32>?, Requantization, MatrixOutputType, UnsafeMutableRawPointer
    ) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  package var run: ProductKernel
  /// How many bytes of what `pack` writes depend on bias and requantization. Those behind them are the same for all products of
  /// the shape with the same weights, and can be `MatrixArguments.weights`; `pack` leaves them out where the shape
  /// `omitsWeights`. Nil for kernels that do not know.
  package var weightsStart: (@Sendable (MatrixShape) -> Int)?
}

/// A product of int16 rows with int8 weights, or int16 ones where the shape `hasWideWeights`, and an int16 result, exact as TFLite's
/// reference.
package struct Int16MatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights, bias and requantization: `(shape, weights, bias, q, packed)`.
  package var pack:
    @Sendable (MatrixShape, UnsafePointer<Int8>, WideBias, Requantization, UnsafeMutableRawPointer) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  package var run: ProductKernel
}

/// A product of dynamically quantized int8 rows with int8 weights and a float32 result.
package struct HybridMatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights, bias, weight scales (per channel or one) and clamp:
  /// `(shape, weights, bias, scales, isPerChannel, range, packed)`.
  package var pack:
    @Sendable (
      MatrixShape, UnsafePointer<Int8>, UnsafePointer<Float>?, UnsafePointer<Float>, Bool, FloatRange,
      UnsafeMutableRawPointer
    ) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`; `rowParameters` must be set.
  package var run: ProductKernel
}

/// A product of a row of float32 with a matrix that is not packed.
package typealias FloatRowKernel = @Sendable (FloatRowArguments) -> Void

/// A product of dynamically quantized int8 rows with weights of few bits that have scales by blocks.
package struct BlockwiseMatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// Whether it multiplies weights of this shape; nothing else may be called with others.
  package var serves: @Sendable (BlockwiseShape) -> Bool
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (BlockwiseShape) -> Int
  /// Packs weights as a file has them, and scales `[columns][blocks]`: `(shape, weights, scales, packed)`.
  package var pack: @Sendable (BlockwiseShape, UnsafeRawPointer, UnsafePointer<Float>, UnsafeMutableRawPointer) -> Void
  /// Numbers that `prepare` writes for a row.
  package var preparedCount: @Sendable (BlockwiseShape) -> Int
  /// Writes what `run` has to know of rows `[rowBegin, rowEnd)` beside their values.
  package var prepare: @Sendable (BlockwiseArguments, Int, Int) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  package var run: @Sendable (BlockwiseArguments, Int, Int, Int, Int) -> Void

  /// A kernel of known parts.
  package init(
    columnTile: Int, serves: @escaping @Sendable (BlockwiseShape) -> Bool,
    packedSize: @escaping @Sendable (BlockwiseShape) -> Int,
    pack:
      @escaping @Sendable (BlockwiseShape, UnsafeRawPointer, UnsafePointer<Float>, UnsafeMutableRawPointer) -> Void,
    preparedCount: @escaping @Sendable (BlockwiseShape) -> Int,
    prepare: @escaping @Sendable (BlockwiseArguments, Int, Int) -> Void,
    run: @escaping @Sendable (BlockwiseArguments, Int, Int, Int, Int) -> Void
  ) {
    self.columnTile = columnTile
    self.serves = serves
    self.packedSize = packedSize
    self.pack = pack
    self.preparedCount = preparedCount
    self.prepare = prepare
    self.run = run
  }
}

extension ReferenceKernels {
  /// The oracles of `ProductKernels`: plain loops.
  package enum Product {
    package static var float: FloatMatrixKernel {
      FloatMatrixKernel(
        columnTile: 1, packedSize: ReferenceKernels.packedSizeFloat, pack: ReferenceKernels.packFloat,
        run: ReferenceKernels.runFloat)
    }
    package static var reducedFloat: FloatMatrixKernel? { nil }
    package static var floatRow: FloatRowKernel { ReferenceKernels.runFloatRow }
    package static var sparseFloat: SparseMatrixKernel? { nil }
    package static var winograd: FloatWinogradKernel? { nil }
    package static var winogradInt8: ByteWinogradKernel? { nil }
    package static var winogradUInt8: ByteWinogradKernel? { nil }
    package static var winogradHybrid: HybridWinogradKernel? { nil }
    package static var int8: ByteMatrixKernel {
      ByteMatrixKernel(
        columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packByte,
        run: ReferenceKernels.runInt8)
    }
    package static var uint8: ByteMatrixKernel {
      ByteMatrixKernel(
        columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packByte,
        run: ReferenceKernels.runUInt8)
    }
    package static var int16: Int16MatrixKernel {
      Int16MatrixKernel(
        columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packInt16,
        run: ReferenceKernels.runInt16)
    }
    package static var hybrid: HybridMatrixKernel {
      HybridMatrixKernel(
        columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packHybrid,
        run: ReferenceKernels.runHybrid)
    }
    package static var blockwise: BlockwiseMatrixKernel {
      BlockwiseMatrixKernel(
        columnTile: 1, serves: { _ in true }, packedSize: ReferenceKernels.packedSizeBlockwise,
        pack: ReferenceKernels.packBlockwise, preparedCount: { _ in 0 }, prepare: { _, _, _ in },
        run: ReferenceKernels.runBlockwise)
    }
  }
}
