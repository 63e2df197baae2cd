/// What a gate of a recurrent cell is the function of: `first + second + bias`, an element for each cell.
package struct GateSum: BorrowedMemory, @unchecked Sendable {
  package var first: UnsafePointer<Float>
  package var second: UnsafePointer<Float>
  package var bias: UnsafePointer<Float>

  /// A sum of known parts.
  @inlinable @inline(__always)
  package init(first: UnsafePointer<Float>, second: UnsafePointer<Float>, bias: UnsafePointer<Float>) {
    self.first = first
    self.second = second
    self.bias = bias
  }
}

/// The function of a recurrent cell's candidates, and of an LSTM's states.
package enum CellActivation: Sendable {
  case tanh
  case relu
}

/// One step of a row of LSTM cells: `state = logistic(forget) * cell + logistic(input) * f(candidate)` and
/// `output = logistic(exit) * f(state)`.
package struct LSTMCells: BorrowedMemory, @unchecked Sendable {
  package var input: GateSum
  package var forget: GateSum
  package var candidate: GateSum
  package var exit: GateSum
  /// The states before the step.
  package var cell: UnsafePointer<Float>
  /// The states after it; may be the same memory.
  package var state: UnsafeMutablePointer<Float>
  /// What leaves the cells.
  package var output: UnsafeMutablePointer<Float>
  /// The number of cells.
  package var count: Int
  /// The function `f`.
  package var activation: CellActivation

  /// A step of known parts.
  @inlinable @inline(__always)
  package init(
    input: GateSum, forget: GateSum, candidate: GateSum, exit: GateSum, cell: UnsafePointer<Float>,
    state: UnsafeMutablePointer<Float>, output: UnsafeMutablePointer<Float>, count: Int,
    activation: CellActivation
  ) {
    self.input = input
    self.forget = forget
    self.candidate = candidate
    self.exit = exit
    self.cell = cell
    self.state = state
    self.output = output
    self.count = count
    self.activation = activation
  }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate() -> Bool {
    assert(count >= 0, "a negative extent")
    return true
  }
}

/// One step of a row of GRU cells: `output = z * hidden + (1 - z) * f(candidate + r * recurrent)` with
/// `z = logistic(update)` and `r = logistic(reset)`.
package struct GRUCells: BorrowedMemory, @unchecked Sendable {
  package var update: GateSum
  /// Read only where there is `recurrent`.
  package var reset: GateSum
  package var candidate: GateSum
  /// What the reset gate scales; nil where the candidates are sums alone.
  package var recurrent: UnsafePointer<Float>?
  /// The outputs before the step.
  package var hidden: UnsafePointer<Float>
  /// The outputs after it; may be the same memory.
  package var output: UnsafeMutablePointer<Float>
  /// The number of cells.
  package var count: Int
  /// The function `f`.
  package var activation: CellActivation

  /// A step of known parts.
  @inlinable @inline(__always)
  package init(
    update: GateSum, reset: GateSum, candidate: GateSum, recurrent: UnsafePointer<Float>?,
    hidden: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, count: Int,
    activation: CellActivation
  ) {
    self.update = update
    self.reset = reset
    self.candidate = candidate
    self.recurrent = recurrent
    self.hidden = hidden
    self.output = output
    self.count = count
    self.activation = activation
  }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate() -> Bool {
    assert(count >= 0, "a negative extent")
    return true
  }
}
