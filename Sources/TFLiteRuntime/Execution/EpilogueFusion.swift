extension SubgraphExecutor {
  /// Decides anew which products have epilogues, among the operators `range`, all prepared. What runs before the first shape
  /// that depends on data is prepared as a whole or not at all, so that both operators of a pair know the same shapes; the
  /// rest stays as it is.
  func fuseEpilogues(_ range: Range<Int>) {
    if range.lowerBound > 0 { return }
    for pair in compiled.epilogues where range.contains(pair.follower) {
      let (follower, product) = (states[pair.follower], states[pair.product])
      guard follower.disposition != .folded, product.disposition != .folded, product.epilogue == nil,
        let output = follower.outputs.first, !isApart(output.description.index),
        product.outputs[0].shape == output.shape, let stated = follower.fusible?.epilogueFunction(),
        let fusible = product.fusible
      else { continue }
      let function = pair.isSwapped ? stated.swapped : stated
      guard fusible.canEnd(function) else { continue }
      if pair.addend != nil, let window = product.rowWindow {
        // Where rows are computed in bands, a row of the sum needs the same row of what is added.
        if window.stride != 1 || window.extent <= window.padding { continue }
      }
      product.endWith(
        FusedEpilogue(
          function: function, output: output.description.index,
          addend: pair.addend.map { .init(index: $0, tensor: .passUnretained(tensors[$0])) }), output)
      follower.disposition = .fused
    }
  }
}
