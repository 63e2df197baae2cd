// Steps of recurrent cells that are written out in elementwise operators, plain loops.

extension ReferenceKernels {
  /// One step of a row of LSTM cells.
  static func lstmCells(_ a: LSTMCells) {
    assert(a.validate())
    for i in 0..<a.count {
      let kept = logistic(sum(a.forget, i)) * a.cell[i]
      let state = kept + logistic(sum(a.input, i)) * MathFunctions.tanh(sum(a.candidate, i))
      a.state[i] = state
      a.output[i] = logistic(sum(a.exit, i)) * MathFunctions.tanh(state)
    }
  }

  /// One step of a row of GRU cells.
  static func gruCells(_ a: GRUCells) {
    assert(a.validate())
    for i in 0..<a.count {
      var candidate = sum(a.candidate, i)
      if let recurrent = a.recurrent { candidate += logistic(sum(a.reset, i)) * recurrent[i] }
      let update = logistic(sum(a.update, i))
      a.output[i] = update * a.hidden[i] + (1 - update) * MathFunctions.tanh(candidate)
    }
  }

  @inline(__always)
  private static func sum(_ gate: GateSum, _ i: Int) -> Float { gate.first[i] + gate.second[i] + gate.bias[i] }
}
