import TFLiteKernels

/// An operator that no file states: passes put it in the place of others.
final class FusedOperatorEntry: Sendable {
  /// What profiles call it.
  let name: String
  let make: @Sendable () -> MadeOperator

  private init(_ name: String, _ make: @escaping @Sendable () -> MadeOperator) {
    (self.name, self.make) = (name, make)
  }

  /// The function of one byte that several operators computed.
  static func byteTable(_ table: AlignedMemory, rank: Int) -> FusedOperatorEntry {
    .init("BYTE_TABLE") { ByteLookUp(table, rank: rank).made }
  }
  /// `x * logistic(x)`.
  static var swish: FusedOperatorEntry { .init("SWISH") { ComposedActivation(.swish).made } }
  /// `log(exp(x) + 1)`.
  static var softplus: FusedOperatorEntry { .init("SOFTPLUS") { ComposedActivation(.softplus).made } }
  /// `x * tanh(softplus(x))`.
  static var mish: FusedOperatorEntry { .init("MISH") { ComposedActivation(.mish).made } }
  /// `x` where not negative, `x * slopes` elsewhere, which broadcast against each other.
  static var prelu: FusedOperatorEntry { .init("PRELU") { Prelu(widens: true).made } }
  /// `x` times the normal distribution function at `x`, approximated by tanh.
  static var gelu: FusedOperatorEntry { .init("GELU") { EluGelu(.geluApproximate).made } }
  /// `exp(x) / sum(exp(x))` over the last axis.
  static var softmax: FusedOperatorEntry { .init("SOFTMAX") { Softmax(beta: 1, .float32).made } }
  /// `(x - mean) / sqrt(variance + epsilon) * scales + offsets`, or `x / sqrt(mean of squares + epsilon) * scales + offsets`.
  static func layerNormalization(_ form: LayerNormalizationForm) -> FusedOperatorEntry {
    .init(form.isCentered ? "LAYER_NORMALIZATION" : "RMS_NORMALIZATION") { LayerNormalization(form).made }
  }
  /// A step of an LSTM's or a GRU's cells.
  static func recurrentCell(_ layout: RecurrentCellLayout) -> FusedOperatorEntry {
    .init(layout.kind == .lstm ? "LSTM_CELL" : "GRU_CELL") { RecurrentCell(layout).made }
  }
  /// A row, or an element of a list of tensors, written into a list in place.
  static func rowWrite(isElement: Bool) -> FusedOperatorEntry {
    .init("ROW_WRITE") { RowWrite(isElement: isElement).made }
  }
  /// What the FULLY_CONNECTED `product` gives for one row, read from what it has computed of all.
  static func productRow(_ product: OperatorNode) -> FusedOperatorEntry {
    .init("PRODUCT_ROW") { ProductRow(product).made }
  }
}
