// The reference behind the packed interface of depthwise kernels. Packed form: the header, 8 bytes of factor a channel,
// 4 bytes of bias a channel (int16: 8), the filter as it is.

extension ReferenceKernels {
  private static func biasOffset(_ g: ConvolutionGeometry) -> Int { MatrixHeader.size + 8 * g.outputDepth }
  private static func filterOffset(_ g: ConvolutionGeometry) -> Int { MatrixHeader.size + 12 * g.outputDepth }

  /// The bytes of a packed float depthwise filter.
  package static func packedSizeDepthwiseFloat(_ g: ConvolutionGeometry) -> Int {
    filterOffset(g) + 4 * g.taps * g.outputDepth
  }

  /// The bytes of a packed 8-bit depthwise filter.
  package static func packedSizeDepthwiseByte(_ g: ConvolutionGeometry) -> Int {
    filterOffset(g) + g.taps * g.outputDepth
  }

  /// Packs a float depthwise filter.
  package static func packDepthwiseFloat(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(g.validateDepthwise(packing: packed))
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    for channel in 0..<g.outputDepth {
      packed.storeBytes(of: bias?[channel] ?? 0, toByteOffset: biasOffset(g) + 4 * channel, as: Float.self)
    }
    for i in 0..<g.taps * g.outputDepth {
      packed.storeBytes(of: filter[i], toByteOffset: filterOffset(g) + 4 * i, as: Float.self)
    }
  }

  /// Depthwise convolution of float32 with a packed filter.
  package static func runDepthwiseFloat(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    assert(a.validate(rowBegin, rowEnd))
    depthwise(
      a.geometry, a.input.assumingMemoryBound(to: Float.self),
      (a.packed + filterOffset(a.geometry)).assumingMemoryBound(to: Float.self),
      (a.packed + biasOffset(a.geometry)).assumingMemoryBound(to: Float.self),
      a.output.assumingMemoryBound(to: Float.self), a.packed.load(as: MatrixHeader.self).floatRange, rowBegin, rowEnd)
  }

  private static func packBytes(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ packed: UnsafeMutableRawPointer
  ) {
    assert(g.validateDepthwise(packing: packed))
    packed.storeBytes(of: MatrixHeader(q, type, columns: g.outputDepth), as: MatrixHeader.self)
    for channel in 0..<g.outputDepth {
      let multiplier = q.multipliers?[channel * q.stride] ?? QuantizedMultiplier(multiplier: 0, shift: 0)
      packed.storeBytes(of: multiplier, toByteOffset: MatrixHeader.size + 8 * channel, as: QuantizedMultiplier.self)
      packed.storeBytes(of: bias?[channel] ?? 0, toByteOffset: biasOffset(g) + 4 * channel, as: Int32.self)
    }
    for i in 0..<g.taps * g.outputDepth {
      packed.storeBytes(of: filter[i], toByteOffset: filterOffset(g) + i, as: Int8.self)
    }
  }

  /// Packs an int8 depthwise filter.
  package static func packDepthwiseInt8(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) { packBytes(g, filter, bias, q, .int8, packed) }

  /// Packs a uint8 depthwise filter, given by its bit patterns.
  package static func packDepthwiseUInt8(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) { packBytes(g, filter, bias, q, .uint8, packed) }

  private static func requantization(_ a: DepthwiseArguments) -> Requantization {
    let header = a.packed.load(as: MatrixHeader.self)
    return Requantization(
      inputOffset: header.inputOffset, weightsOffset: header.weightsOffset, outputOffset: header.outputOffset,
      multipliers: (a.packed + MatrixHeader.size).assumingMemoryBound(to: QuantizedMultiplier.self),
      isPerChannel: true, range: header.range)
  }

  /// Depthwise convolution of int8 with a packed filter.
  package static func runDepthwiseInt8(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    assert(a.validate(rowBegin, rowEnd))
    depthwise(
      a.geometry, a.input.assumingMemoryBound(to: Int8.self),
      (a.packed + filterOffset(a.geometry)).assumingMemoryBound(to: Int8.self),
      (a.packed + biasOffset(a.geometry)).assumingMemoryBound(to: Int32.self),
      a.output.assumingMemoryBound(to: Int8.self), requantization(a), rowBegin, rowEnd)
    let size = a.geometry.outputWidth * a.geometry.outputDepth
    applyEpilogue(
      a.output, a.epilogue, at: rowBegin * size, rows: rowEnd - rowBegin, columns: size, stride: size,
      .quantizedInt8)
  }

  /// Depthwise convolution of uint8 with a packed filter.
  package static func runDepthwiseUInt8(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    assert(a.validate(rowBegin, rowEnd))
    depthwise(
      a.geometry, a.input.assumingMemoryBound(to: UInt8.self),
      (a.packed + filterOffset(a.geometry)).assumingMemoryBound(to: UInt8.self),
      (a.packed + biasOffset(a.geometry)).assumingMemoryBound(to: Int32.self),
      a.output.assumingMemoryBound(to: UInt8.self), requantization(a), rowBegin, rowEnd)
    let size = a.geometry.outputWidth * a.geometry.outputDepth
    applyEpilogue(
      a.output, a.epilogue, at: rowBegin * size, rows: rowEnd - rowBegin, columns: size, stride: size,
      .quantizedUInt8)
  }

  private static func wideFilterOffset(_ g: ConvolutionGeometry) -> Int { MatrixHeader.size + 16 * g.outputDepth }

  /// The bytes of a packed filter for int16 inputs.
  package static func packedSizeDepthwiseInt16(_ g: ConvolutionGeometry) -> Int {
    wideFilterOffset(g) + g.taps * g.outputDepth
  }

  /// Packs an int8 depthwise filter for int16 inputs.
  package static func packDepthwiseInt16(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int64>?, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(g.validateDepthwise(packing: packed))
    packed.storeBytes(of: MatrixHeader(q, .int16, columns: g.outputDepth), as: MatrixHeader.self)
    for channel in 0..<g.outputDepth {
      let multiplier = q.multipliers?[channel * q.stride] ?? QuantizedMultiplier(multiplier: 0, shift: 0)
      packed.storeBytes(of: multiplier, toByteOffset: MatrixHeader.size + 8 * channel, as: QuantizedMultiplier.self)
      packed.storeBytes(of: bias?[channel] ?? 0, toByteOffset: biasOffset(g) + 8 * channel, as: Int64.self)
    }
    for i in 0..<g.taps * g.outputDepth {
      packed.storeBytes(of: filter[i], toByteOffset: wideFilterOffset(g) + i, as: Int8.self)
    }
  }

  /// Depthwise convolution of int16 with a packed filter.
  package static func runDepthwiseInt16(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    assert(a.validate(rowBegin, rowEnd))
    depthwise(
      a.geometry, a.input.assumingMemoryBound(to: Int16.self),
      (a.packed + wideFilterOffset(a.geometry)).assumingMemoryBound(to: Int8.self),
      (a.packed + biasOffset(a.geometry)).assumingMemoryBound(to: Int64.self),
      a.output.assumingMemoryBound(to: Int16.self), requantization(a), rowBegin, rowEnd)
  }

  /// Packs an int8 depthwise filter for dynamically quantized activations.
  package static func packDepthwiseHybrid(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ packed: UnsafeMutableRawPointer
  ) {
    assert(g.validateDepthwise(packing: packed))
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    for channel in 0..<g.outputDepth {
      let scale = scales[isPerChannel ? channel : 0]
      packed.storeBytes(of: scale, toByteOffset: MatrixHeader.size + 4 * channel, as: Float.self)
      packed.storeBytes(of: bias?[channel] ?? 0, toByteOffset: biasOffset(g) + 4 * channel, as: Float.self)
    }
    for i in 0..<g.taps * g.outputDepth {
      packed.storeBytes(of: filter[i], toByteOffset: filterOffset(g) + i, as: Int8.self)
    }
  }

  /// Depthwise convolution of dynamically quantized activations with a packed filter.
  package static func runDepthwiseHybrid(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    assert(a.validate(rowBegin, rowEnd, isHybrid: true))
    guard let parameters = a.imageParameters else { return }
    let scaling = HybridScaling(
      inputParameters: parameters,
      weightScales: (a.packed + MatrixHeader.size).assumingMemoryBound(to: Float.self), isPerChannel: true,
      range: a.packed.load(as: MatrixHeader.self).floatRange)
    depthwiseHybrid(
      a.geometry, a.input.assumingMemoryBound(to: Int8.self),
      (a.packed + filterOffset(a.geometry)).assumingMemoryBound(to: Int8.self),
      (a.packed + biasOffset(a.geometry)).assumingMemoryBound(to: Float.self),
      a.output.assumingMemoryBound(to: Float.self), scaling, rowBegin, rowEnd)
  }
}
