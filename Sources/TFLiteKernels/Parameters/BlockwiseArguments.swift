/// The shape of integer weights `[columns, depth]` with a scale for every block of elements along the depth, as language models
/// have them; weights with a scale for each column have one block.
package struct BlockwiseShape: Equatable, Sendable {
  /// The number of filters: columns of the result.
  package var columns: Int
  /// The elements of a filter, a multiple of `blockSize`.
  package var depth: Int
  /// Elements that share a scale.
  package var blockSize: Int
  /// Bits of a weight: 8, 4 or 2. Several lie in a byte, the first one in the lowest bits.
  package var bitWidth: Int

  /// A shape of known extents.
  package init(columns: Int, depth: Int, blockSize: Int, bitWidth: Int) {
    self.columns = columns
    self.depth = depth
    self.blockSize = blockSize
    self.bitWidth = bitWidth
  }

  /// Blocks of a filter.
  package var blocks: Int { depth / blockSize }
}

/// One product of dynamically quantized rows with packed weights that have scales by blocks:
///
/// `y[r, o] = bias[o] + s[r] * sum over blocks b of scale[o, b] * sum over k in b of (x[r, k] - z[r]) * w[o, k]`, clamped.
package struct BlockwiseArguments: BorrowedMemory, @unchecked Sendable {
  /// The values, `[rows][depth]`.
  package var input: UnsafePointer<Int8>
  /// Scale and zero point of each row.
  package var parameters: UnsafePointer<DynamicQuantization.Parameters>
  /// What the kernel's `prepare` writes for the rows, `preparedCount` numbers each.
  package var prepared: UnsafeMutablePointer<Int32>
  /// What `pack` wrote.
  package var packed: UnsafeRawPointer
  /// The shape given to `pack`.
  package var shape: BlockwiseShape
  /// One for each column, nil for none.
  package var bias: UnsafePointer<Float>?
  /// The clamp.
  package var range: FloatRange
  /// The results, `[rows][columns]`.
  package var output: UnsafeMutablePointer<Float>

  /// Arguments of known parts.
  package init(
    input: UnsafePointer<Int8>, parameters: UnsafePointer<DynamicQuantization.Parameters>,
    prepared: UnsafeMutablePointer<Int32>, packed: UnsafeRawPointer, shape: BlockwiseShape,
    bias: UnsafePointer<Float>?, range: FloatRange, output: UnsafeMutablePointer<Float>
  ) {
    self.input = input
    self.parameters = parameters
    self.prepared = prepared
    self.packed = packed
    self.shape = shape
    self.bias = bias
    self.range = range
    self.output = output
  }

  /// Asserts what kernels rely on that compute `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  /// - Parameter columnTile: `columnTile` of the kernel.
  package func validate(
    _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int, columnTile: Int
  ) -> Bool {
    assert(Contract.range(rowBegin, rowEnd, of: Int.max))
    assert(Contract.range(columnBegin, columnEnd, of: shape.columns))
    assert(Contract.packed(packed))
    assert(columnBegin % columnTile == 0, "columns that begin within a tile")
    assert(shape.depth % shape.blockSize == 0, "an incomplete block")
    return true
  }
}
