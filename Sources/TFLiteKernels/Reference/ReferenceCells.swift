// Steps of recurrent cells that are written out in elementwise operators, plain loops.

extension ReferenceKernels {
  /// One step of a row of LSTM cells.
  static func lstmCells(_ a: LSTMCells) {
    assert(a.validate())
    for i in 0..<a.count {
      let kept = logistic(sum(a.forget, i)) * a.cell[i]
      let state = kept + logistic(sum(a.input, i)) * activated(sum(a.candidate, i), a.activation)
      a.state[i] = state
      a.output[i] = logistic(sum(a.exit, i)) * activated(state, a.activation)
    }
  }

  /// One step of a row of GRU cells.
  static func gruCells(_ a: GRUCells) {
    assert(a.validate())
    for i in 0..<a.count {
      var candidate = sum(a.candidate, i)
      if let recurrent = a.recurrent { candidate += logistic(sum(a.reset, i)) * recurrent[i] }
      let update = logistic(sum(a.update, i))
      a.output[i] = update * a.hidden[i] + (1 - update) * activated(candidate, a.activation)
    }
  }

  /// The function of candidates and states.
  @inline(__always)
  private static func activated(_ x: Float, _ activation: CellActivation) -> Float {
    switch activation {
    case .tanh: MathFunctions.tanh(x)
    case .relu: x < 0 ? 0 : x
    }
  }

  @inline(__always)
  private static func sum(_ gate: GateSum, _ i: Int) -> Float { gate.first[i] + gate.second[i] + gate.bias[i] }
}
