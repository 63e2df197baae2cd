#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Packed form of 8-bit weights, N being the columns rounded up to whole panels of one vector of columns:
//   header      64 bytes
//   N Int32     bias with zero points folded in (hybrid: the sum of the column's weights)
//   N x 16      requantization: N times each of the words of BoundedFactors, or the N factors and then the N halves of
//               DoubleFactors, or N Int32 multipliers and N Int32 shifts (right shifts as positive numbers when the header
//               says so), or N Double factors (hybrid: N Float scales, then N Float biases)
//   weights     from a multiple of 64: for each set of `Tier.panelsTogether` panels, for each group of elements, for each panel, the
//               columns' weights by `groupIndex`; rows of windows begin with groups of their own where the shape says so; few
//               columns that are long go one by one (`MatrixByteLong`)
// Columns and elements past the last are zeros. Uint8 weights are stored minus 128.

/// The type of 8-bit activations. Int8 and uint8 are types of this protocol, so that each gets code of its own.
protocol ByteKind {
  /// Whether they are int8.
  static var isSigned: Bool { get }
}

enum SignedBytes: ByteKind {
  static var isSigned: Bool { true }
}

enum UnsignedBytes: ByteKind {
  static var isSigned: Bool { false }
}

extension MatrixShape {
  /// Elements that are padded together to whole groups: a whole filter, or a row of it where the shape has `windowRows`.
  @inline(__always)
  var rowLength: Int { taps &* depth / max(1, windowRows) }
}

/// Where the parts of packed 8-bit weights lie.
struct ByteLayout {
  /// The columns, rounded up to whole panels.
  let columns: Int
  /// The groups of a whole filter; of a long column, whole steps of them.
  let groups: Int
  /// How many columns there are where these are packed one by one, else 0.
  let longColumns: Int

  @inline(__always)
  init(_ shape: MatrixShape) {
    columns = Self.wholeColumns(shape)
    let rowGroups = (shape.rowLength &+ groupSize &- 1) / groupSize
    longColumns = shape.isLong ? shape.columns : 0
    groups =
      longColumns > 0
      ? (rowGroups &+ lanesPerVector &- 1) & ~(lanesPerVector &- 1) : max(1, shape.windowRows) &* rowGroups
  }

  /// The columns of `shape`, rounded up to whole panels.
  @inline(__always)
  static func wholeColumns(_ shape: MatrixShape) -> Int {
    (shape.columns &+ lanesPerVector &- 1) / lanesPerVector &* lanesPerVector
  }

  /// Where the weights of so many columns, whole panels, begin.
  @inline(__always)
  static func weights(_ columns: Int) -> Int {
    (headerSize &+ 4 &* (1 &+ BoundedFactors.words) &* columns &+ 63) & ~63
  }

  /// Bytes of one panel's weights, or of those of a long column.
  @inline(__always)
  var panelSize: Int { longColumns > 0 ? groups / lanesPerVector &* groupStep : groups &* groupStep }
  /// Where the weights of the panel that begins at `column` begin, from the first panel's.
  @inline(__always)
  func panel(_ column: Int) -> Int {
    let panel = column / lanesPerVector
    let inSet = panel % Tier.panelsTogether
    return (panel &- inSet) &* panelSize &+ inSet &* groupStep
  }
  /// Bytes from a group of the panel that begins at `column` to the next. The last set may have fewer panels than others.
  @inline(__always)
  func pitch(_ column: Int) -> Int {
    if Tier.panelsTogether == 1 { return groupStep }
    let panel = column / lanesPerVector
    let first = panel &- panel % Tier.panelsTogether
    return min(Tier.panelsTogether, columns / lanesPerVector &- first) &* groupStep
  }
  /// What tells a tile of `panels` panels from `column` on where their weights lie; see `VectorKernels.panelOffset`.
  @inline(__always)
  func stride(_ column: Int, panels: Int) -> Int {
    panels > Tier.panelsTogether ? Tier.panelsTogether &* panelSize : pitch(column)
  }
  /// Where the factors begin.
  @inline(__always)
  var factors: Int { headerSize &+ 4 &* columns }
  /// Where the shifts begin.
  @inline(__always)
  var shifts: Int { headerSize &+ 8 &* columns }
  /// Where the weights begin.
  @inline(__always)
  var weights: Int { Self.weights(columns) }
  /// All bytes.
  @inline(__always)
  var size: Int { weights &+ (longColumns > 0 ? longColumns : columns / lanesPerVector) &* panelSize }
}

extension VectorKernels {
  /// Bytes from one group of the first of a tile's panels to the next.
  ///
  /// A tile's panels are a part of one set, a whole set or several; `stride` is what the first two have between groups, the
  /// others between sets.
  @inline(__always)
  static func groupPitch<Panels: Count>(_ panelCount: Panels.Type, _ stride: Int) -> Int {
    Panels.value >= Tier.panelsTogether ? Tier.panelsTogether &* groupStep : stride
  }

  /// Bytes from a group of the first of a tile's panels to that of panel `panel`.
  @inline(__always)
  static func panelOffset(_ panel: Int, _ stride: Int) -> Int {
    panel / Tier.panelsTogether &* stride &+ panel % Tier.panelsTogether &* groupStep
  }

  /// Column ranges begin on multiples of this.
  static var byteColumnTile: Int { 2 &* lanesPerVector }

  /// The bytes of packed 8-bit weights.
  static func packedSizeByte(_ shape: MatrixShape) -> Int { ByteLayout(shape).size }

  /// Where weights begin in what is packed.
  static func weightsStart(_ shape: MatrixShape) -> Int { ByteLayout(shape).weights }

  /// Packs int8 weights for int8 inputs.
  static func packInt8(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ packed: UnsafeMutableRawPointer
  ) {
    packByte(
      shape, weights, bias, q, type, packed, flip: 0, weightsOffset: q.weightsOffset,
      inputOffset: q.inputOffset &- Tier.signedShift)
  }

  /// Packs uint8 weights, given by their bit patterns, for uint8 inputs.
  static func packUInt8(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ packed: UnsafeMutableRawPointer
  ) {
    packByte(
      shape, weights, bias, q, type, packed, flip: -128, weightsOffset: q.weightsOffset &+ 128,
      inputOffset: q.inputOffset &+ Tier.unsignedShift)
  }

  /// - Parameters:
  ///   - weightsOffset: added to every packed weight.
  ///   - inputOffset: added to every activation as products take it.
  @inline(__always)
  private static func packByte(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ packed: UnsafeMutableRawPointer, flip: Int8, weightsOffset: Int32, inputOffset: Int32
  ) {
    assert(shape.validate(packing: packed))
    var header = MatrixHeader(q, type, columns: shape.columns)
    header.weightsOffset = weightsOffset
    header.inputOffset = inputOffset
    let layout = ByteLayout(shape)
    let constant = Int32(truncatingIfNeeded: shape.taps &* shape.depth) &* weightsOffset &* inputOffset
    let hasNeighbors = !shape.omitsWeights && shape.hasNeighbors(flip: flip)
    if hasNeighbors {
      packNeighbors(shape, layout, weights, packed)
    } else if !shape.omitsWeights {
      packWeights(shape, layout, weights, flip: flip, packed)
    }
    if isBounded(shape, weights, bias, q, header, flip: flip) {
      header.scalesInDoubles = fitDoubles(shape, weights, bias, q, header, flip: flip)
      // Tiers of doubles have no other bounded factors for weights with a zero point.
      if !Tier.scalesInDoubles || header.scalesInDoubles || weightsOffset == 0 { header.factor = .bounded }
    }
    if hasBoundedReals(shape, q, header) {
      header.roundsOnce = storeRounded(shape, layout, bias, q, header, packed)
      header.factor = header.roundsOnce ? .bounded : .boundedReal
    }
    var panelSums = Ints()
    var column = 0
    while column < layout.columns {
      let isInside = column < shape.columns
      let lane = column & (lanesPerVector &- 1)
      if hasNeighbors, lane == 0 { panelSums = sumsOfNeighbors(layout, packed, column) }
      let sum = hasNeighbors ? panelSums[lane] : columnSum(shape, weights, column, flip: flip)
      let value = isInside ? (bias?[column] ?? 0) &+ sum &* inputOffset &+ constant : 0
      if header.roundsOnce {
        // The factors are written.
      } else if case .bounded = header.factor, let multiplier = q.multipliers?[(isInside ? column : 0) &* q.stride] {
        storeBounded(multiplier, header, layout, column, packed)
      } else {
        packFactor(header.factor, q, isInside ? column : 0, column, packed + layout.factors, layout.columns)
      }
      packed.storeBytes(of: value, toByteOffset: headerSize &+ 4 &* column, as: Int32.self)
      column &+= 1
    }
    packed.storeBytes(of: header, as: MatrixHeader.self)
  }

  /// Whether byte outputs can be made by `BoundedFactors`.
  private static func isBounded(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ header: MatrixHeader, flip: Int8
  ) -> Bool {
    guard case .rightShift = header.factor, header.outputType.size == 1, q.multipliers != nil else { return false }
    // Neither activations nor weights are further than 255 from their zero points.
    let largestSum = Int64(shape.taps &* shape.depth) &* (255 &* 255)
    var column = 0
    while column < shape.columns {
      let value = Int64((bias?[column] ?? 0).magnitude)
      if largestSum &+ value >= BoundedFactors.limit,
        header.weightsOffset != 0
          || 255 &* columnMagnitudes(shape, weights, column, flip: flip) &+ value >= BoundedFactors.limit
      {
        return false
      }
      column &+= 1
    }
    return true
  }

  /// Whether the factors of bounded accumulators can be doubles.
  private static func fitDoubles(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ header: MatrixHeader, flip: Int8
  ) -> Bool {
    guard Tier.scalesInDoubles, header.outputOffset.magnitude < 256, let multipliers = q.multipliers else {
      return false
    }
    var column = 0
    while column < shape.columns {
      let factor = multipliers[column &* q.stride]
      if !DoubleFactors.isExact(factor, bound: BoundedFactors.limit) {
        if header.weightsOffset != 0 { return false }
        let value = bias?[column] ?? 0
        let bound = 255 &* columnMagnitudes(shape, weights, column, flip: flip) &+ Int64(value.magnitude)
        if !DoubleFactors.isExact(factor, bound: bound) { return false }
      }
      column &+= 1
    }
    return true
  }

  /// Writes the factor of one column of bounded accumulators.
  private static func storeBounded(
    _ factor: QuantizedMultiplier, _ header: MatrixHeader, _ layout: ByteLayout, _ column: Int,
    _ packed: UnsafeMutableRawPointer
  ) {
    let factors = packed + layout.factors
    if header.scalesInDoubles {
      DoubleFactors.store(factor, factors + 8 &* column, half: factors + 8 &* (layout.columns &+ column))
    } else {
      BoundedFactors.store(bounded: factor, factors + 4 &* column, stride: 4 &* layout.columns)
    }
  }

  /// Whether byte outputs can be made by `finishRealTile`, whose sums fit 32 bits.
  private static func hasBoundedReals(_ shape: MatrixShape, _ q: Requantization, _ header: MatrixHeader) -> Bool {
    guard case .real = header.factor, header.outputType.size == 1, let scales = q.scales else { return false }
    var column = 0
    while column < shape.columns {
      let scale = scales[column &* q.stride]
      if !(abs(scale) < 1) { return false }
      column &+= 1
    }
    return true
  }

  /// Writes fixed-point factors that round once for all columns, where these do the same as the real ones, which are bounded.
  /// - Returns: whether there are such factors, and they are worth looking for.
  private static func storeRounded(
    _ shape: MatrixShape, _ layout: ByteLayout, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ header: MatrixHeader, _ packed: UnsafeMutableRawPointer
  ) -> Bool {
    // Where real factors take as many steps, only many rows are worth it.
    guard Tier.hasRoundingShifts ? header.weightsOffset == 0 : Tier.hasWideProducts && q.isForManyRows,
      header.outputOffset.magnitude < 1 << 15, let scales = q.scales
    else { return false }
    var rounded: RoundedFactor?
    var column = 0
    while column < layout.columns {
      if column < shape.columns, q.stride > 0 || column == 0 {
        let largestBias =
          q.stride > 0
          ? (bias?[column] ?? 0).magnitude : (0..<shape.columns).reduce(0) { max($0, (bias?[$1] ?? 0).magnitude) }
        // Neither activations nor weights are further than 255 from their zero points.
        let bound = Int64(shape.taps &* shape.depth) &* (255 &* 255) &+ Int64(largestBias)
        if bound >= BoundedFactors.limit { return false }
        // Larger results are beyond the ends of a byte on the same side.
        rounded = RoundedFactor(scales[column], bound: bound, reach: Double(260 &+ header.outputOffset.magnitude))
      }
      guard let rounded else { return false }
      BoundedFactors.store(rounded: rounded, packed + (layout.factors &+ 4 &* column), stride: 4 &* layout.columns)
      column &+= 1
    }
    return true
  }

  /// Writes the requantization of one column, in any form but that of `BoundedFactors`.
  @inline(__always)
  private static func packFactor(
    _ factor: MatrixHeader.Factor, _ q: Requantization, _ channel: Int, _ column: Int,
    _ factors: UnsafeMutableRawPointer, _ columns: Int
  ) {
    switch factor {
    case .none, .bounded: break
    case .real, .boundedReal:
      factors.storeBytes(of: q.scales?[channel &* q.stride] ?? 0, toByteOffset: 8 &* column, as: Double.self)
    case .rightShift, .anyShift:
      guard let multiplier = q.multipliers?[channel &* q.stride] else { return }
      factors.storeBytes(of: multiplier.multiplier, toByteOffset: 4 &* column, as: Int32.self)
      let shift = if case .rightShift = factor { 0 &- multiplier.shift } else { multiplier.shift }
      factors.storeBytes(of: shift, toByteOffset: 4 &* (columns &+ column), as: Int32.self)
    }
  }

  /// The product of int8 rows with packed int8 weights.
  static func runInt8(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: byteColumnTile))
    if let epilogue = a.epilogue {
      return productWithEpilogue(runInt8, a, epilogue, rowBegin, rowEnd, columnBegin, columnEnd)
    }
    byteProduct(isSigned: true, isHybrid: false, a, rowBegin, rowEnd, columnBegin, columnEnd)
  }

  /// The product of uint8 rows with packed uint8 weights.
  static func runUInt8(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: byteColumnTile))
    if let epilogue = a.epilogue {
      return productWithEpilogue(runUInt8, a, epilogue, rowBegin, rowEnd, columnBegin, columnEnd)
    }
    byteProduct(isSigned: false, isHybrid: false, a, rowBegin, rowEnd, columnBegin, columnEnd)
  }

  /// Writes the sums of one tile, `[rows][panels]` vectors at `sums` that began with the biases, requantized by any but bounded factors.
  /// - Parameters:
  ///   - column: the tile's first column, `columns` of them to write.
  ///   - rowSums: the sums of the activations of the tile's rows, used when weights have a zero point.
  @inline(never)
  static func finishTile(
    _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ rows: Int, _ rowSums: UnsafePointer<Int32>,
    _ column: Int, _ columns: Int
  ) {
    let size = MemoryLayout<Ints>.size
    let panels = (columns &+ lanesPerVector &- 1) / lanesPerVector
    var panel = 0
    while panel < panels {
      let count = min(lanesPerVector, columns &- panel &* lanesPerVector)
      finishPanel(
        p, sums + panel &* size, panels &* size, row, rows, rowSums, column &+ panel &* lanesPerVector, count)
      panel &+= 1
    }
  }

  /// One panel of `finishTile`: `count` columns from `first`, a row's sums every `sumStride` bytes.
  @inline(__always)
  private static func finishPanel(
    _ p: ByteProduct, _ sums: UnsafeRawPointer, _ sumStride: Int, _ row: Int, _ rows: Int,
    _ rowSums: UnsafePointer<Int32>, _ first: Int, _ count: Int
  ) {
    let header = p.header
    let multiplier = p.packed.lanes(p.layout.factors &+ 4 &* first, as: Ints.self)
    let shift = p.packed.lanes(p.layout.shifts &+ 4 &* first, as: Ints.self)
    // For multipliers that are not negative, of shifts either way by no more than 31 bits.
    let leftShift = clamped(shift, Ints(), Ints(repeating: 31))
    let rightShift = clamped(Ints() &- shift, Ints(), Ints(repeating: 31))
    let offset = Ints(repeating: header.outputOffset)
    let lower = Ints(repeating: header.range.lower)
    let upper = Ints(repeating: header.range.upper)
    let withSums = header.weightsOffset != 0
    var source = sums
    var r = 0
    let size = header.outputType.size
    var target = p.output + (row &* p.outputStride &+ first) &* size
    while r < rows {
      var x = source.lanes(0, as: Ints.self)
      if withSums { x = x &+ Ints(repeating: rowSums[r] &* header.weightsOffset) }
      switch header.factor {
      case .rightShift: x = clamped(requantized(x, multiplier, shift) &+ offset, lower, upper)
      case .real: x = clamped(roundedProduct(x, p.packed + (p.layout.factors &+ 8 &* first)) &+ offset, lower, upper)
      case .anyShift where header.isRegular:
        x = clamped(requantized(shiftedLeft(x, leftShift), multiplier, rightShift) &+ offset, lower, upper)
      case .anyShift: x = clamped(requantizedSlowly(x, multiplier, shift) &+ offset, lower, upper)
      case .bounded, .boundedReal, .none: break
      }
      switch size {
      case 1: target.store(narrowedBytes(x), first: count)
      case 2: target.store(narrowedShorts(x), first: count)
      default: target.store(x, first: count)
      }
      target += p.outputStride &* size
      source += sumStride
      r &+= 1
    }
  }

  /// Requantization by multipliers of any sign and shift.
  @inline(never)
  private static func requantizedSlowly(_ x: Ints, _ multiplier: Ints, _ shift: Ints) -> Ints {
    var y = x
    var lane = 0
    while lane < lanesPerVector {
      y[lane] = QuantizedMultiplier(multiplier: multiplier[lane], shift: shift[lane]).apply(to: x[lane])
      lane &+= 1
    }
    return y
  }
}

#endif
