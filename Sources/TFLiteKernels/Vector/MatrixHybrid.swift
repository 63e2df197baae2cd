#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Packed as in MatrixByte.swift; the records hold sums of weights, weight scales and biases.

extension VectorKernels {
  /// Packs int8 weights for dynamically quantized activations.
  static func packHybrid(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packing: packed))
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let layout = ByteLayout(shape)
    if !shape.omitsWeights { packWeights(shape, layout, weights, flip: 0, packed) }
    var column = 0
    while column < layout.columns {
      let isInside = column < shape.columns
      let sum = columnSum(shape, weights, column, flip: 0)
      packed.storeBytes(of: sum, toByteOffset: headerSize &+ 4 &* column, as: Int32.self)
      packed.storeBytes(
        of: isInside ? scales[isPerChannel ? column : 0] : 0, toByteOffset: layout.factors &+ 4 &* column,
        as: Float.self)
      packed.storeBytes(
        of: isInside ? bias?[column] ?? 0 : 0, toByteOffset: layout.shifts &+ 4 &* column, as: Float.self)
      column &+= 1
    }
  }

  /// The product of dynamically quantized rows with packed int8 weights.
  static func runHybrid(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    byteProduct(isSigned: true, isHybrid: true, a, rowBegin, rowEnd, columnBegin, columnEnd)
  }

  /// Writes the sums of one row, a vector for each panel at `sums`, as floats.
  @inline(never)
  static func finishHybridRow(_ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ column: Int, _ columns: Int) {
    guard let parameters = p.rowParameters.map({ $0 + row &* p.rowParameterStride }) else { return }
    let size = MemoryLayout<Ints>.size
    let sources = HybridColumnSources(p, column)
    let zeroPoint = Ints(repeating: parameters.pointee.zeroPoint &+ Tier.signedShift)
    let scale = Floats(repeating: parameters.pointee.scale)
    let lower = Floats(repeating: p.header.floatRange.lower)
    let upper = Floats(repeating: p.header.floatRange.upper)
    let target = p.output + (row &* p.outputStride &+ column) &* 4
    @inline(__always)
    func result(_ place: Int) -> Floats {
      HybridColumns(sources, place).results(zeroPoint: zeroPoint, scale: scale)(sums + place).bounded(lower, upper)
    }
    let end = 4 &* columns
    var place = 0
    while place &+ size <= end {
      target.put(result(place), place)
      place &+= size
    }
    if place < end { target.putFloats(first: (end &- place) / 4, of: result(place), place) }
  }

  /// Writes the sums of one tile, `[rows][panels]` vectors at `sums`, as floats.
  @inline(never)
  static func finishHybridTile(
    _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ rows: Int, _ column: Int, _ columns: Int
  ) {
    switch (columns &+ lanesPerVector &- 1) / lanesPerVector {
    case 4: finishHybrid(Four.self, p, sums, row, rows, column, columns)
    case 2: finishHybrid(Two.self, p, sums, row, rows, column, columns)
    default: finishHybrid(One.self, p, sums, row, rows, column, columns)
    }
  }

  /// Finishes `Panels` panels, the last of which may be partly filled.
  @inline(__always)
  private static func finishHybrid<Panels: Count>(
    _ panels: Panels.Type, _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ rows: Int, _ column: Int,
    _ columns: Int
  ) {
    guard let parameters = p.rowParameters else { return }
    let size = MemoryLayout<Ints>.size
    let last = columns &- (Panels.value &- 1) &* lanesPerVector
    let columns0 = HybridColumns(p, column)
    let columns1 = Panels.value > 1 ? HybridColumns(p, column &+ lanesPerVector) : columns0
    let columns2 = Panels.value > 2 ? HybridColumns(p, column &+ 2 &* lanesPerVector) : columns0
    let columns3 = Panels.value > 3 ? HybridColumns(p, column &+ 3 &* lanesPerVector) : columns0
    let lower = Floats(repeating: p.header.floatRange.lower)
    let upper = Floats(repeating: p.header.floatRange.upper)
    var source = sums
    var target = p.output + (row &* p.outputStride &+ column) &* 4
    var block = parameters + row &* p.rowParameterStride
    var results0 = columns0.results(block)
    var results1 = columns1.results(block)
    var results2 = columns2.results(block)
    var results3 = columns3.results(block)
    var r = 0
    while r < rows {
      if p.rowParameterStride != 0 {
        results0 = columns0.results(block)
        results1 = columns1.results(block)
        results2 = columns2.results(block)
        results3 = columns3.results(block)
      }
      var y = results0(source).bounded(lower, upper)
      if Panels.value > 1 {
        target.put(y, 0)
        y = results1(source + size).bounded(lower, upper)
      }
      if Panels.value > 2 {
        target.put(y, size)
        y = results2(source + 2 &* size).bounded(lower, upper)
      }
      if Panels.value > 3 {
        target.put(y, 2 &* size)
        y = results3(source + 3 &* size).bounded(lower, upper)
      }
      if last == lanesPerVector {
        target.put(y, (Panels.value &- 1) &* size)
      } else {
        target.putFloats(first: last, of: y, (Panels.value &- 1) &* size)
      }
      source += Panels.value &* size
      target += p.outputStride &* 4
      block += p.rowParameterStride
      r &+= 1
    }
  }
}

/// Where what turns sums into floats stands, column after column.
struct HybridColumnSources {
  fileprivate let weightSums: UnsafeRawPointer
  fileprivate let scales: UnsafeRawPointer
  fileprivate let biases: UnsafeRawPointer

  /// From column `first` on.
  @inline(__always)
  init(_ p: ByteProduct, _ first: Int) {
    weightSums = p.packed + (headerSize &+ 4 &* first)
    scales = p.packed + (p.layout.factors &+ 4 &* first)
    biases = p.packed + (p.layout.shifts &+ 4 &* first)
  }
}

/// What turns the sums of a panel into floats, beside what the row's quantization adds to it.
struct HybridColumns {
  private let weightSums: Ints
  private let scales: Floats
  private let bias: Floats

  /// The scales and biases of the panel that begins at column `first`.
  @inline(__always)
  init(_ p: ByteProduct, _ first: Int) { self.init(HybridColumnSources(p, first), 0) }

  /// Those of the panel that begins `place` bytes behind the first columns.
  @inline(__always)
  init(_ sources: HybridColumnSources, _ place: Int) {
    weightSums = sources.weightSums.lanes(place, as: Ints.self)
    scales = sources.scales.lanes(place, as: Floats.self)
    bias = sources.biases.lanes(place, as: Floats.self)
  }

  /// The results of rows with these parameters.
  @inline(__always)
  func results(_ row: UnsafePointer<DynamicQuantization.Parameters>) -> HybridResults {
    results(
      zeroPoint: Ints(repeating: row.pointee.zeroPoint &+ Tier.signedShift), scale: Floats(repeating: row.pointee.scale)
    )
  }

  /// The results of rows with these parameters.
  /// - Parameter zeroPoint: of activations as products take them.
  @inline(__always)
  func results(zeroPoint: Ints, scale: Floats) -> HybridResults {
    HybridResults(correction: weightSums &* zeroPoint, scale: scale * scales, bias: bias)
  }
}

/// What turns the sums of a panel and a row into floats.
struct HybridResults {
  fileprivate let correction: Ints
  fileprivate let scale: Floats
  fileprivate let bias: Floats

  /// The sums at `sums` as floats.
  @inline(__always)
  func callAsFunction(_ sums: UnsafeRawPointer) -> Floats { self(sums.lanes(0, as: Ints.self)) }

  /// The sums as floats.
  @inline(__always)
  func callAsFunction(_ sums: Ints) -> Floats { bias + floats(sums &- correction) * scale }
}

#endif
