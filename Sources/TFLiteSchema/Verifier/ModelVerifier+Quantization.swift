extension ModelVerifier {
  mutating func quantization(
    _ quantization: Schema.QuantizationParameters, of tensor: Schema.Tensor, _ place: Place, tensors: Int
  ) throws(VerificationError) {
    if let details = quantization.details.multiAxisQuantization {
      try tensorIndex(details.scales, "scales", of: tensor, place, tensors)
      try tensorIndex(details.zeroPoints, "zero points", of: tensor, place, tensors, optional: true)
      guard details.blockSize >= 0 else {
        throw error("\(place.name(tensor)): block size \(details.blockSize) of its quantisation", at: details.table)
      }
      guard !details.quantizedDimensions.isEmpty else {
        throw error("\(place.name(tensor)): multi-axis quantisation names no dimension", at: details.table)
      }
      try spend(details.quantizedDimensions.count, at: details.table)
      for dimension in details.quantizedDimensions {
        try quantizedDimension(dimension, of: tensor, place, at: details.table)
      }
    } else if let details = quantization.details.blockwiseQuantization {
      try tensorIndex(details.scales, "scales", of: tensor, place, tensors)
      try tensorIndex(details.zeroPoints, "zero points", of: tensor, place, tensors, optional: true)
      guard details.blockSize > 0 else {
        throw error("\(place.name(tensor)): block size \(details.blockSize) of its quantisation", at: details.table)
      }
      try quantizedDimension(quantization.quantizedDimension, of: tensor, place, at: quantization.table)
    } else {
      try affine(quantization, of: tensor, place)
    }
  }

  /// Scales without details: none, one, or one for each index of the quantised dimension.
  private func affine(
    _ quantization: Schema.QuantizationParameters, of tensor: Schema.Tensor, _ place: Place
  ) throws(VerificationError) {
    let scales = quantization.scale.count
    guard scales > 0 else { return }
    guard quantization.zeroPoint.count == scales else {
      throw error(
        "\(place.name(tensor)): \(quantization.zeroPoint.count) zero points for \(scales) scales",
        at: quantization.table)
    }
    guard scales > 1, !tensor.shape.isEmpty else { return }
    if tensor.shape.count > 1 {
      try quantizedDimension(quantization.quantizedDimension, of: tensor, place, at: quantization.table)
    }
    let dimension = quantization.channelDimension(rank: tensor.shape.count)
    let size = Int(tensor.shape[dimension])
    guard scales == size else {
      throw error(
        "\(place.name(tensor)): \(scales) scales, expected 1 or the \(size) of dimension \(dimension)",
        at: quantization.table)
    }
  }

  private func quantizedDimension(
    _ dimension: Int32, of tensor: Schema.Tensor, _ place: Place, at table: FlatBufferTable
  ) throws(VerificationError) {
    guard dimension >= 0, tensor.shape.isEmpty || Int(dimension) < tensor.shape.count else {
      throw error(
        "\(place.name(tensor)): quantised dimension \(dimension), expected 0..<\(tensor.shape.count)", at: table)
    }
  }

  private func tensorIndex(
    _ index: Int32, _ role: StaticString, of tensor: Schema.Tensor, _ place: Place, _ tensors: Int,
    optional: Bool = false
  ) throws(VerificationError) {
    guard (index >= 0 && Int(index) < tensors) || (optional && index == -1) else {
      throw error("\(place.name(tensor)): tensor \(index) of \(tensors) as its \(role)", at: tensor.table)
    }
  }
}
