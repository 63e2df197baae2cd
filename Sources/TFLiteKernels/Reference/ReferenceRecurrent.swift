// Recurrent cells and filters over time, plain loops.

extension ReferenceKernels {
  /// One step of float LSTM cells.
  static func lstm(_ a: LSTMStep) {
    assert(a.validate())
    let gates = a.isCoupled ? 3 : 4
    @inline(__always) func sum(_ gate: Int, _ i: Int) -> Float {
      let position = gate &* a.cells &+ i
      return a.input[position] + a.recurrent[position]
    }
    @inline(__always) func logistic(_ x: Float) -> Float { 1 / (1 + MathFunctions.exp(-x)) }
    for i in 0..<a.cells {
      let forget = logistic(sum(gates - 3, i))
      let share = a.isCoupled ? 1 - forget : logistic(sum(0, i))
      let kept = forget * a.cell[i]
      let new = kept + MathFunctions.tanh(sum(gates - 2, i)) * share
      let state = max(min(a.cellClip, new), -a.cellClip)
      a.cell[i] = state
      a.output[i] = MathFunctions.tanh(state) * logistic(sum(gates - 1, i))
    }
  }

  /// One step of integer LSTM cells.
  static func lstmInt16(_ a: LSTMStepInt16) {
    assert(a.validate())
    let gates = a.isCoupled ? 3 : 4
    @inline(__always) func sum(_ gate: Int, _ i: Int) -> Int16 {
      let position = gate &* a.cells &+ i
      let first = Int16(clamping: a.scaling[gate].input.apply(to: a.input[position]))
      return Int16(clamping: a.scaling[gate].recurrent.apply(to: a.recurrent[position]) &+ Int32(first))
    }
    @inline(__always) func product(_ x: Int16, _ y: Int16, _ shift: Int32) -> Int32 {
      FixedPoint.roundingDivideByPowerOfTwo(Int32(x) &* Int32(y), shift)
    }
    for i in 0..<a.cells {
      let forget = FixedPoint.logistic(sum(gates - 3, i), integerBits: 3)
      let share = a.isCoupled ? 32767 &- forget : FixedPoint.logistic(sum(0, i), integerBits: 3)
      let new = FixedPoint.tanh(sum(gates - 2, i), integerBits: 3)
      let kept = product(forget, a.cell[i], 15)
      let state = Int16(clamping: kept &+ product(share, new, 15 &+ a.integerBits))
      let clipped = a.cellClip > 0 ? max(min(a.cellClip, state), 0 &- a.cellClip) : state
      a.cell[i] = clipped
      let activated = FixedPoint.tanh(clipped, integerBits: a.integerBits)
      let gate = FixedPoint.logistic(sum(gates - 1, i), integerBits: 3)
      let scaled = a.outputMultiplier.apply(to: Int32(gate) &* Int32(activated))
      a.output[i] = Int8(clamping: scaled &+ a.outputOffset)
    }
  }

  /// For each of `filters` rows of `length` values, the sum of the products with its weights.
  static func rowProducts(
    _ values: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ sums: UnsafeMutablePointer<Float>,
    _ filters: Int, _ length: Int
  ) {
    assert(Contract.rowProducts(filters, length))
    for filter in 0..<filters {
      var sum: Float = 0
      for i in filter &* length..<(filter &+ 1) &* length { sum += weights[i] * values[i] }
      sums[filter] = sum
    }
  }

  /// For each of `filters` rows of `length` values, the sum of the products with its weights, wrapping.
  static func rowProducts(
    _ values: UnsafePointer<Int16>, _ weights: UnsafePointer<Int16>, _ sums: UnsafeMutablePointer<Int32>,
    _ filters: Int, _ length: Int
  ) {
    assert(Contract.rowProducts(filters, length))
    for filter in 0..<filters {
      var sum: Int32 = 0
      for i in filter &* length..<(filter &+ 1) &* length { sum &+= Int32(weights[i]) &* Int32(values[i]) }
      sums[filter] = sum
    }
  }
}
