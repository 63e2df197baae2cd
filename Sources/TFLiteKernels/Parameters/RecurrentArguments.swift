/// One step of the cells of a float LSTM layer without peepholes and normalization.
///
/// Gates stand in the order input, forget, cell, output, `cells` sums each; the input gate is left out when it is coupled.
package struct LSTMStep: BorrowedMemory, @unchecked Sendable {
  /// The sums over the input, bias included.
  package var input: UnsafePointer<Float>
  /// The sums over the previous output.
  package var recurrent: UnsafePointer<Float>
  /// The cell state, which becomes the new one.
  package var cell: UnsafeMutablePointer<Float>
  /// What leaves the cells.
  package var output: UnsafeMutablePointer<Float>
  /// The number of cells.
  package var cells: Int
  /// The input gate is what the forget gate leaves.
  package var isCoupled: Bool
  /// The bound of the cell state, infinite for none.
  package var cellClip: Float

  /// A step of known parts.
  @inlinable @inline(__always)
  package init(
    input: UnsafePointer<Float>, recurrent: UnsafePointer<Float>, cell: UnsafeMutablePointer<Float>,
    output: UnsafeMutablePointer<Float>, cells: Int, isCoupled: Bool, cellClip: Float
  ) {
    self.input = input
    self.recurrent = recurrent
    self.cell = cell
    self.output = output
    self.cells = cells
    self.isCoupled = isCoupled
    self.cellClip = cellClip
  }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate() -> Bool {
    assert(cells >= 0, "a negative extent")
    assert(cellClip >= 0, "a negative bound")
    return true
  }
}

/// How the accumulators of one gate of an integer LSTM layer become its Q3.12 sum.
package struct LSTMGateScaling: Equatable, Sendable, BitwiseCopyable {
  /// Of the sums over the input.
  package var input: QuantizedMultiplier
  /// Of the sums over the previous output.
  package var recurrent: QuantizedMultiplier

  /// Factors of known parts.
  @inlinable @inline(__always)
  package init(input: QuantizedMultiplier, recurrent: QuantizedMultiplier) {
    self.input = input
    self.recurrent = recurrent
  }
}

/// One step of the cells of an integer LSTM layer (int16 gates and state, int8 output) without peepholes and
/// normalization. Gates stand as in `LSTMStep`.
package struct LSTMStepInt16: BorrowedMemory, @unchecked Sendable {
  /// The accumulators over the input, bias included.
  package var input: UnsafePointer<Int32>
  /// The accumulators over the previous output.
  package var recurrent: UnsafePointer<Int32>
  /// Of each gate; no factor is negative, and shifts lie within -31 to 31.
  package var scaling: UnsafePointer<LSTMGateScaling>
  /// The cell state, which becomes the new one.
  package var cell: UnsafeMutablePointer<Int16>
  /// What leaves the cells.
  package var output: UnsafeMutablePointer<Int8>
  /// The number of cells.
  package var cells: Int
  /// The input gate is what the forget gate leaves.
  package var isCoupled: Bool
  /// The integer bits of the cell state, 0 to 6.
  package var integerBits: Int32
  /// The bound of the cell state, 0 for none.
  package var cellClip: Int16
  /// From Q0.30 to the output; not negative, its shift within -31 to 31.
  package var outputMultiplier: QuantizedMultiplier
  /// Added to the scaled output.
  package var outputOffset: Int32

  /// A step of known parts.
  @inlinable @inline(__always)
  package init(
    input: UnsafePointer<Int32>, recurrent: UnsafePointer<Int32>, scaling: UnsafePointer<LSTMGateScaling>,
    cell: UnsafeMutablePointer<Int16>, output: UnsafeMutablePointer<Int8>, cells: Int, isCoupled: Bool,
    integerBits: Int32, cellClip: Int16, outputMultiplier: QuantizedMultiplier, outputOffset: Int32
  ) {
    self.input = input
    self.recurrent = recurrent
    self.scaling = scaling
    self.cell = cell
    self.output = output
    self.cells = cells
    self.isCoupled = isCoupled
    self.integerBits = integerBits
    self.cellClip = cellClip
    self.outputMultiplier = outputMultiplier
    self.outputOffset = outputOffset
  }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate() -> Bool {
    assert(cells >= 0, "a negative extent")
    assert(cellClip >= 0, "a negative bound")
    assert(integerBits >= 0 && integerBits <= 6, "a cell state of no known format")
    assert(Self.isServed(outputMultiplier), "a factor that kernels do not take")
    assert(
      (0..<(isCoupled ? 3 : 4)).allSatisfy { Self.isServed(scaling[$0].input) && Self.isServed(scaling[$0].recurrent) },
      "a factor that kernels do not take")
    return true
  }

  /// Whether kernels take a factor.
  package static func isServed(_ factor: QuantizedMultiplier) -> Bool {
    factor.multiplier >= 0 && factor.shift >= -31 && factor.shift <= 31
  }
}
