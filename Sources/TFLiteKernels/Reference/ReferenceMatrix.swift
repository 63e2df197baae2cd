// Products with packed weights in plain loops. Packed form: the header, a bias of 8 bytes a column, a factor of 8 bytes
// a column, then the weights, column by column.

extension ReferenceKernels {
  private static func weightsOffset(_ shape: MatrixShape) -> Int { MatrixHeader.size + 16 * shape.columns }

  /// The bytes of packed float weights.
  package static func packedSizeFloat(_ shape: MatrixShape) -> Int {
    weightsOffset(shape) + 4 * shape.columns * shape.taps * shape.depth
  }

  /// The bytes of packed 8-bit weights, or of int16 ones where the shape has them.
  package static func packedSizeByte(_ shape: MatrixShape) -> Int {
    weightsOffset(shape) + shape.columns * shape.taps * shape.depth * (shape.hasWideWeights ? 2 : 1)
  }

  private static func copyWeights<Element>(
    _ shape: MatrixShape, _ weights: UnsafePointer<Element>, _ packed: UnsafeMutableRawPointer
  ) {
    let target = (packed + weightsOffset(shape)).bindMemory(
      to: Element.self, capacity: shape.columns * shape.taps * shape.depth)
    for column in 0..<shape.columns {
      for k in 0..<shape.taps * shape.depth {
        target[column * shape.taps * shape.depth + k] =
          weights[
            column * shape.columnStride + k * shape.elementStride]
      }
    }
  }

  private static func factors(_ shape: MatrixShape, _ q: Requantization, _ packed: UnsafeMutableRawPointer) {
    let target = packed + MatrixHeader.size + 8 * shape.columns
    for column in 0..<shape.columns {
      if let multipliers = q.multipliers {
        target.storeBytes(of: multipliers[column * q.stride], toByteOffset: 8 * column, as: QuantizedMultiplier.self)
      } else if let scales = q.scales {
        target.storeBytes(of: scales[column * q.stride], toByteOffset: 8 * column, as: Double.self)
      }
    }
  }

  /// Packs float weights.
  package static func packFloat(
    _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packing: packed))
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    for column in 0..<shape.columns {
      packed.storeBytes(of: bias?[column] ?? 0, toByteOffset: MatrixHeader.size + 8 * column, as: Float.self)
    }
    copyWeights(shape, weights, packed)
  }

  /// Packs 8-bit weights for 8-bit inputs; uint8 weights are given by their bit patterns.
  package static func packByte(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packing: packed))
    packed.storeBytes(of: MatrixHeader(q, type, columns: shape.columns), as: MatrixHeader.self)
    for column in 0..<shape.columns {
      packed.storeBytes(of: bias?[column] ?? 0, toByteOffset: MatrixHeader.size + 8 * column, as: Int32.self)
    }
    factors(shape, q, packed)
    copyWeights(shape, weights, packed)
  }

  /// Packs int8 weights, or int16 ones, for int16 inputs; a 64-bit bias makes accumulators 64 bits wide.
  package static func packInt16(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: WideBias, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packing: packed))
    var header = MatrixHeader(q, .int16, columns: shape.columns)
    header.isWide = bias.isWide
    packed.storeBytes(of: header, as: MatrixHeader.self)
    for column in 0..<shape.columns {
      packed.storeBytes(of: bias[column], toByteOffset: MatrixHeader.size + 8 * column, as: Int64.self)
    }
    factors(shape, q, packed)
    if shape.hasWideWeights {
      copyWeights(shape, UnsafeRawPointer(weights).assumingMemoryBound(to: Int16.self), packed)
    } else {
      copyWeights(shape, weights, packed)
    }
  }

  /// Packs int8 weights for dynamically quantized activations.
  package static func packHybrid(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packing: packed))
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    for column in 0..<shape.columns {
      let target = packed + MatrixHeader.size + 8 * column
      target.storeBytes(of: bias?[column] ?? 0, as: Float.self)
      target.storeBytes(
        of: scales[isPerChannel ? column : 0], toByteOffset: 8 * shape.columns, as: Float.self)
    }
    copyWeights(shape, weights, packed)
  }

  /// Calls `body(run, weight, d)` for each element of row `row` and column `column`.
  @inline(__always)
  private static func forEachElement(
    _ a: MatrixArguments, _ row: Int, _ column: Int, size: Int,
    _ body: (_ run: UnsafeRawPointer, _ weight: Int, _ d: Int) -> Void
  ) {
    for tap in 0..<a.shape.taps {
      let run = self.run(a, row, tap, size: size)
      for d in 0..<a.shape.depth { body(run, (column * a.shape.taps + tap) * a.shape.depth + d, d) }
    }
  }

  private static func run(_ a: MatrixArguments, _ row: Int, _ tap: Int, size: Int) -> UnsafeRawPointer {
    guard a.offsets == nil, a.shape.taps > 1, let geometry = a.geometry else { return a.run(row, tap, size: size) }
    return a.run(at: IndirectionTable.entry(geometry.pointee, pixel: a.firstPixel + row, tap: tap), size: size)
  }

  /// The product of float rows with packed float weights.
  package static func runFloat(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: 1))
    let header = a.packed.load(as: MatrixHeader.self)
    let weights = (a.packed + weightsOffset(a.shape)).assumingMemoryBound(to: Float.self)
    for row in rowBegin..<rowEnd {
      for column in columnBegin..<columnEnd {
        var total: Float = 0
        forEachElement(a, row, column, size: 4) {
          total += $0.load(fromByteOffset: 4 * $2, as: Float.self) * weights[$1]
        }
        total += a.packed.load(fromByteOffset: MatrixHeader.size + 8 * column, as: Float.self)
        var range = header.floatRange
        let target = 4 * (row * a.outputStride + column)
        if case .addFloats(let addends, let sums) = a.epilogue {
          total += addends.load(fromByteOffset: target, as: Float.self)
          range = sums
        }
        a.output.storeBytes(of: range.clamp(total), toByteOffset: target, as: Float.self)
      }
    }
  }

  /// The requantized output of an accumulator.
  @inline(__always)
  private static func requantized<Accumulator: FixedWidthInteger>(
    _ sum: Accumulator, _ header: MatrixHeader, _ a: MatrixArguments, _ column: Int
  ) -> Int32 {
    let factor = a.packed + MatrixHeader.size + 8 * (a.shape.columns + column)
    var scaled: Int32 = 0
    switch header.factor {
    case .none: return Int32(truncatingIfNeeded: sum)
    case .real, .boundedReal:
      let scale = factor.load(as: Double.self)
      scaled = MathFunctions.truncatedToInt32(MathFunctions.round(Double(Int64(sum)) * scale))
    case .rightShift, .bounded, .anyShift:
      let multiplier = factor.load(as: QuantizedMultiplier.self)
      scaled =
        Accumulator.bitWidth == 64
        ? multiplier.apply(to: Int64(truncatingIfNeeded: sum))
        : multiplier.apply(to: Int32(truncatingIfNeeded: sum))
    }
    return header.range.clamp(scaled &+ header.outputOffset)
  }

  @inline(__always)
  private static func store(_ value: Int32, _ header: MatrixHeader, _ a: MatrixArguments, _ index: Int) {
    switch header.outputType {
    case .uint8, .int8: a.output.storeBytes(of: Int8(truncatingIfNeeded: value), toByteOffset: index, as: Int8.self)
    case .int16: a.output.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: 2 * index, as: Int16.self)
    case .accumulators: a.output.storeBytes(of: value, toByteOffset: 4 * index, as: Int32.self)
    }
  }

  /// Applies the epilogue, if there is one, to outputs from number `place` on; see `Epilogue.apply`.
  static func applyEpilogue(
    _ output: UnsafeMutableRawPointer, _ epilogue: Epilogue?, at place: Int, rows: Int, columns: Int, stride: Int,
    _ type: ElementwiseType
  ) {
    guard let epilogue, let add = BinaryKernels.add(type) else { return }
    epilogue.advanced(by: place).apply(
      to: output + place, rows: rows, columns: columns, stride: stride, add: add, lookUp: lookUp)
  }

  /// The product of int8 rows with packed int8 weights.
  package static func runInt8(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: 1))
    let header = a.packed.load(as: MatrixHeader.self)
    let weights = (a.packed + weightsOffset(a.shape)).assumingMemoryBound(to: Int8.self)
    for row in rowBegin..<rowEnd {
      for column in columnBegin..<columnEnd {
        var sum: Int32 = a.packed.load(fromByteOffset: MatrixHeader.size + 8 * column, as: Int32.self)
        forEachElement(a, row, column, size: 1) {
          sum &+=
            (Int32($0.load(fromByteOffset: $2, as: Int8.self)) &+ header.inputOffset)
            &* (Int32(weights[$1]) &+ header.weightsOffset)
        }
        store(requantized(sum, header, a, column), header, a, row * a.outputStride + column)
      }
    }
    applyEpilogue(
      a.output, a.epilogue, at: rowBegin * a.outputStride + columnBegin, rows: rowEnd - rowBegin,
      columns: columnEnd - columnBegin, stride: a.outputStride, .quantizedInt8)
  }

  /// The product of uint8 rows with packed uint8 weights.
  package static func runUInt8(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: 1))
    let header = a.packed.load(as: MatrixHeader.self)
    let weights = (a.packed + weightsOffset(a.shape)).assumingMemoryBound(to: UInt8.self)
    for row in rowBegin..<rowEnd {
      for column in columnBegin..<columnEnd {
        var sum: Int32 = a.packed.load(fromByteOffset: MatrixHeader.size + 8 * column, as: Int32.self)
        forEachElement(a, row, column, size: 1) {
          sum &+=
            (Int32($0.load(fromByteOffset: $2, as: UInt8.self)) &+ header.inputOffset)
            &* (Int32(weights[$1]) &+ header.weightsOffset)
        }
        store(requantized(sum, header, a, column), header, a, row * a.outputStride + column)
      }
    }
    applyEpilogue(
      a.output, a.epilogue, at: rowBegin * a.outputStride + columnBegin, rows: rowEnd - rowBegin,
      columns: columnEnd - columnBegin, stride: a.outputStride, .quantizedUInt8)
  }

  /// The product of int16 rows with packed int8 weights, or int16 ones.
  package static func runInt16(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: 1))
    let header = a.packed.load(as: MatrixHeader.self)
    let weights = a.packed + weightsOffset(a.shape)
    let isWide = a.shape.hasWideWeights
    for row in rowBegin..<rowEnd {
      for column in columnBegin..<columnEnd {
        var sum: Int64 = a.packed.load(fromByteOffset: MatrixHeader.size + 8 * column, as: Int64.self)
        forEachElement(a, row, column, size: 2) {
          let weight =
            isWide
            ? Int32(weights.load(fromByteOffset: 2 * $1, as: Int16.self))
            : Int32(weights.load(fromByteOffset: $1, as: Int8.self))
          sum &+= Int64(
            (Int32($0.load(fromByteOffset: 2 * $2, as: Int16.self)) &+ header.inputOffset)
              &* (weight &+ header.weightsOffset))
        }
        let value =
          header.isWide
          ? requantized(sum, header, a, column) : requantized(Int32(truncatingIfNeeded: sum), header, a, column)
        store(value, header, a, row * a.outputStride + column)
      }
    }
  }

  /// The product of dynamically quantized rows with packed int8 weights.
  package static func runHybrid(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: 1, isHybrid: true))
    guard let parameters = a.rowParameters else { return }
    let header = a.packed.load(as: MatrixHeader.self)
    let weights = (a.packed + weightsOffset(a.shape)).assumingMemoryBound(to: Int8.self)
    for row in rowBegin..<rowEnd {
      let block = parameters[row * a.rowParameterStride]
      for column in columnBegin..<columnEnd {
        var sum: Int32 = 0
        forEachElement(a, row, column, size: 1) {
          sum &+= (Int32($0.load(fromByteOffset: $2, as: Int8.self)) &- block.zeroPoint) &* Int32(weights[$1])
        }
        let target = a.packed + MatrixHeader.size + 8 * column
        let scale = block.scale * target.load(fromByteOffset: 8 * a.shape.columns, as: Float.self)
        a.output.storeBytes(
          of: header.floatRange.clamp(target.load(as: Float.self) + Float(sum) * scale),
          toByteOffset: 4 * (row * a.outputStride + column), as: Float.self)
      }
    }
  }

  /// The product of a row with a matrix that is not packed.
  static func runFloatRow(_ a: FloatRowArguments) {
    assert(a.validate())
    for column in 0..<a.columns {
      var sum: Float = 0
      for k in 0..<a.depth { sum += a.input[k] * a.weights[column * a.columnStride + k * a.elementStride] }
      a.output[column] = sum
    }
  }
}
