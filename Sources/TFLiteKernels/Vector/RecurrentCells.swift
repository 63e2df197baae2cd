#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// One step of a row of LSTM cells.
  static func lstmCells(_ a: LSTMCells) {
    assert(a.validate())
    switch a.activation {
    case .tanh: lstmCells(a, .tanh)
    case .relu: lstmCells(a, .relu)
    }
  }

  /// - Parameter activation: a constant.
  @inline(__always)
  private static func lstmCells(_ a: LSTMCells, _ activation: CellActivation) {
    let lanes = lanesPerVector
    var i = 0
    while a.count &- i >= lanes {
      lstmCells(a, activation, 4 &* i, lanes)
      i &+= lanes
    }
    if i < a.count { lstmCells(a, activation, 4 &* i, a.count &- i) }
  }

  /// The `count` cells that are `offset` bytes behind the first, as many as there are lanes or fewer.
  @inline(__always)
  private static func lstmCells(_ a: LSTMCells, _ activation: CellActivation, _ offset: Int, _ count: Int) {
    let kept = VectorMath.logistic(sum(a.forget, offset, count)) * load(a.cell, offset, count)
    let new =
      VectorMath.logistic(sum(a.input, offset, count)) * activated(sum(a.candidate, offset, count), activation)
    let state = kept + new
    store(state, a.state, offset, count)
    store(
      VectorMath.logistic(sum(a.exit, offset, count)) * activated(state, activation), a.output, offset, count)
  }

  /// One step of a row of GRU cells.
  static func gruCells(_ a: GRUCells) {
    assert(a.validate())
    switch a.activation {
    case .tanh: gruCells(a, .tanh)
    case .relu: gruCells(a, .relu)
    }
  }

  /// - Parameter activation: a constant.
  @inline(__always)
  private static func gruCells(_ a: GRUCells, _ activation: CellActivation) {
    let lanes = lanesPerVector
    var i = 0
    while a.count &- i >= lanes {
      gruCells(a, activation, 4 &* i, lanes)
      i &+= lanes
    }
    if i < a.count { gruCells(a, activation, 4 &* i, a.count &- i) }
  }

  /// The `count` cells that are `offset` bytes behind the first, as many as there are lanes or fewer.
  @inline(__always)
  private static func gruCells(_ a: GRUCells, _ activation: CellActivation, _ offset: Int, _ count: Int) {
    var candidate = sum(a.candidate, offset, count)
    if let recurrent = a.recurrent {
      candidate += VectorMath.logistic(sum(a.reset, offset, count)) * load(recurrent, offset, count)
    }
    let new = activated(candidate, activation)
    let update = VectorMath.logistic(sum(a.update, offset, count))
    let kept = update * load(a.hidden, offset, count)
    store(kept + (Floats(repeating: 1) - update) * new, a.output, offset, count)
  }

  /// The function of candidates and states.
  @inline(__always)
  private static func activated(_ x: Floats, _ activation: CellActivation) -> Floats {
    switch activation {
    case .tanh: VectorMath.tanh(x)
    case .relu: raisedLanes(x, Floats())
    }
  }

  @inline(__always)
  private static func sum(_ gate: GateSum, _ offset: Int, _ count: Int) -> Floats {
    load(gate.first, offset, count) + load(gate.second, offset, count) + load(gate.bias, offset, count)
  }

  @inline(__always)
  private static func load(_ base: UnsafePointer<Float>, _ offset: Int, _ count: Int) -> Floats {
    let base = UnsafeRawPointer(base)
    return count == lanesPerVector
      ? base.lanes(offset, as: Floats.self) : base.floats(first: count, offset)
  }

  @inline(__always)
  private static func store(_ x: Floats, _ base: UnsafeMutablePointer<Float>, _ offset: Int, _ count: Int) {
    let base = UnsafeMutableRawPointer(base)
    if count == lanesPerVector { base.put(x, offset) } else { base.putFloats(first: count, of: x, offset) }
  }
}

#endif
