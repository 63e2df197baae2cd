/// Sums of the products of each row of values with its row of weights: `(values, weights, sums, rows, length)`.
package typealias FloatRowProducts =
  @Sendable (UnsafePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int) -> Void

/// Wrapping sums of the products of each row of values with its row of weights, as `FloatRowProducts`.
package typealias Int16RowProducts =
  @Sendable (UnsafePointer<Int16>, UnsafePointer<Int16>, UnsafeMutablePointer<Int32>, Int, Int) -> Void

/// Steps of recurrent cells.
package struct RecurrentKernels: Sendable {
  /// One step of float LSTM cells.
  package var lstm: @Sendable (LSTMStep) -> Void
  /// One step of int16 LSTM cells.
  package var lstmInt16: @Sendable (LSTMStepInt16) -> Void
  /// Sums of products of float rows with rows of weights.
  package var rowProductsFloat: FloatRowProducts
  /// Wrapping sums of products of int16 rows with rows of weights.
  package var rowProductsInt16: Int16RowProducts
}

extension RecurrentKernels {
  /// The oracle: plain loops.
  package static let reference = RecurrentKernels(
    lstm: ReferenceKernels.lstm,
    lstmInt16: ReferenceKernels.lstmInt16,
    rowProductsFloat: ReferenceKernels.rowProducts,
    rowProductsInt16: ReferenceKernels.rowProducts)
}
