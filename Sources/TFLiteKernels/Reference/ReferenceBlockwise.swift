extension ReferenceKernels {
  // Packed: the scales of all blocks, and the weights as bytes.

  static func packedSizeBlockwise(_ shape: BlockwiseShape) -> Int {
    4 * shape.columns * shape.blocks + shape.columns * shape.depth
  }

  /// Packs weights of any width with the scales of their blocks, `[columns][blocks]`.
  static func packBlockwise(
    _ shape: BlockwiseShape, _ weights: UnsafeRawPointer, _ scales: UnsafePointer<Float>,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(Contract.packed(packed))
    let count = shape.columns * shape.blocks
    let factors = packed.bindMemory(to: Float.self, capacity: count)
    for index in 0..<count { factors[index] = scales[index] }
    let bytes = UnsafeMutableRawPointer(factors + count).bindMemory(
      to: Int8.self, capacity: shape.columns * shape.depth)
    let perByte = 8 / shape.bitWidth
    for index in 0..<shape.columns * shape.depth {
      let byte = weights.load(fromByteOffset: index / perByte, as: Int8.self)
      let above = Int8(truncatingIfNeeded: 8 - shape.bitWidth * (index % perByte + 1))
      bytes[index] = (byte << above) >> Int8(truncatingIfNeeded: 8 - shape.bitWidth)
    }
  }

  /// The product of dynamically quantized rows with packed weights that have scales by blocks.
  static func runBlockwise(
    _ a: BlockwiseArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: 1))
    let shape = a.shape
    let scales = a.packed.assumingMemoryBound(to: Float.self)
    let weights = UnsafeRawPointer(scales + shape.columns * shape.blocks).assumingMemoryBound(to: Int8.self)
    for row in rowBegin..<rowEnd {
      let input = a.input + row * shape.depth
      let zeroPoint = Float(a.parameters[row].zeroPoint)
      for column in columnBegin..<columnEnd {
        let filter = weights + column * shape.depth
        var total: Float = 0
        var offset: Float = 0
        for block in 0..<shape.blocks {
          var product: Int32 = 0
          var sum: Int32 = 0
          for k in block * shape.blockSize..<(block + 1) * shape.blockSize {
            product &+= Int32(input[k]) &* Int32(filter[k])
            sum &+= Int32(filter[k])
          }
          let scale = scales[column * shape.blocks + block]
          total += Float(product) * scale
          offset += scale * Float(sum)
        }
        let real = (total - zeroPoint * offset) * a.parameters[row].scale + (a.bias?[column] ?? 0)
        a.output[row * shape.columns + column] = a.range.clamp(real)
      }
    }
  }
}
