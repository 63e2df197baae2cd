#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// One step of float LSTM cells.
  static func lstm(_ a: LSTMStep) {
    assert(a.validate())
    let lanes = lanesPerVector
    var i = 0
    while a.cells &- i >= lanes {
      lstmLanes(a, i, lanes)
      i &+= lanes
    }
    if i < a.cells { lstmLanes(a, i, a.cells &- i) }
  }

  /// The `count` cells from `first` on, as many as there are lanes or fewer.
  @inline(__always)
  private static func lstmLanes(_ a: LSTMStep, _ first: Int, _ count: Int) {
    let input = UnsafeRawPointer(a.input)
    let recurrent = UnsafeRawPointer(a.recurrent)
    let cell = UnsafeMutableRawPointer(a.cell)
    let output = UnsafeMutableRawPointer(a.output)
    let one = Floats(repeating: 1)
    let gateSize = 4 &* a.cells
    var gate = 4 &* first
    var share = Floats()
    if !a.isCoupled {
      share = VectorMath.logistic(load(input, gate, count) + load(recurrent, gate, count))
      gate &+= gateSize
    }
    let forget = VectorMath.logistic(load(input, gate, count) + load(recurrent, gate, count))
    if a.isCoupled { share = one - forget }
    gate &+= gateSize
    let new = VectorMath.tanh(load(input, gate, count) + load(recurrent, gate, count))
    gate &+= gateSize
    let exit = VectorMath.logistic(load(input, gate, count) + load(recurrent, gate, count))
    let kept = forget * load(UnsafeRawPointer(cell), 4 &* first, count)
    let bound = Floats(repeating: a.cellClip)
    let state = (kept + new * share).bounded(Floats() - bound, bound)
    store(state, cell, 4 &* first, count)
    store(VectorMath.tanh(state) * exit, output, 4 &* first, count)
  }

  @inline(__always)
  private static func load(_ base: UnsafeRawPointer, _ offset: Int, _ count: Int) -> Floats {
    count == lanesPerVector
      ? base.lanes(offset, as: Floats.self) : base.floats(first: count, offset)
  }

  @inline(__always)
  private static func store(_ x: Floats, _ base: UnsafeMutableRawPointer, _ offset: Int, _ count: Int) {
    if count == lanesPerVector { base.put(x, offset) } else { base.putFloats(first: count, of: x, offset) }
  }

  /// For each of `filters` rows of `length` values, the sum of the products with its weights.
  static func rowProducts(
    _ values: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ sums: UnsafeMutablePointer<Float>,
    _ filters: Int, _ length: Int
  ) {
    assert(Contract.rowProducts(filters, length))
    var x = UnsafeRawPointer(values)
    var w = UnsafeRawPointer(weights)
    let row = 4 &* length
    var filter = 0
    while filters &- filter >= 4 {
      let a = rowProduct(x, w, row)
      let b = rowProduct(x + row, w + row, row)
      let c = rowProduct(x + 2 &* row, w + 2 &* row, row)
      let d = rowProduct(x + 3 &* row, w + 3 &* row, row)
      let ab = SIMD8<Float>(lowHalf: a, highHalf: b)
      let cd = SIMD8<Float>(lowHalf: c, highHalf: d)
      let pairs = SIMD8<Float>(lowHalf: ab.evenHalf + ab.oddHalf, highHalf: cd.evenHalf + cd.oddHalf)
      UnsafeMutableRawPointer(sums).put(pairs.evenHalf + pairs.oddHalf, 4 &* filter)
      x += 4 &* row
      w += 4 &* row
      filter &+= 4
    }
    while filter < filters {
      let sum = rowProduct(x, w, row)
      sums[filter] = (sum[0] + sum[1]) + (sum[2] + sum[3])
      x += row
      w += row
      filter &+= 1
    }
  }

  /// The products of one row of `size` bytes in four sums.
  @inline(__always)
  private static func rowProduct(_ x: UnsafeRawPointer, _ w: UnsafeRawPointer, _ size: Int) -> SIMD4<Float> {
    var sum = SIMD4<Float>()
    var i = 0
    while size &- i >= 16 {
      sum = multiplyAdd(x.lanes(i, as: SIMD4<Float>.self), w.lanes(i, as: SIMD4<Float>.self), sum)
      i &+= 16
    }
    if size &- i >= 8 {
      let product = x.lanes(i, as: SIMD2<Float>.self) * w.lanes(i, as: SIMD2<Float>.self)
      sum += SIMD4<Float>(lowHalf: product, highHalf: SIMD2<Float>())
      i &+= 8
    }
    if size > i {
      sum[0] += x.loadUnaligned(fromByteOffset: i, as: Float.self) * w.loadUnaligned(fromByteOffset: i, as: Float.self)
    }
    return sum
  }
}

#endif
