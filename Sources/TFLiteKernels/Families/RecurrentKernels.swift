/// Sums of the products of each row of values with its row of weights: `(values, weights, sums, rows, length)`.
package typealias FloatRowProducts =
  @Sendable (UnsafePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int) -> Void

/// Wrapping sums of the products of each row of values with its row of weights, as `FloatRowProducts`.
package typealias Int16RowProducts =
  @Sendable (UnsafePointer<Int16>, UnsafePointer<Int16>, UnsafeMutablePointer<Int32>, Int, Int) -> Void

extension ReferenceKernels {
  /// The oracles of `RecurrentKernels`: plain loops.
  package enum Recurrent {
    package static var lstm: @Sendable (LSTMStep) -> Void {
      ReferenceKernels.lstm
    }
    package static var lstmInt16: @Sendable (LSTMStepInt16) -> Void {
      ReferenceKernels.lstmInt16
    }
    package static var lstmCells: @Sendable (LSTMCells) -> Void {
      ReferenceKernels.lstmCells
    }
    package static var gruCells: @Sendable (GRUCells) -> Void {
      ReferenceKernels.gruCells
    }
    package static var rowProductsFloat: FloatRowProducts {
      ReferenceKernels.rowProducts
    }
    package static var rowProductsInt16: Int16RowProducts {
      ReferenceKernels.rowProducts
    }
  }
}
