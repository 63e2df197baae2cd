extension SubgraphExecutor {
  /// Outlines to keep at most; shapes that follow from data may be ever new ones.
  private static let mostOutlines = 1024

  /// What preparation finds out for inputs of these shapes. Those that are constants keep theirs.
  ///
  /// Subgraphs that run others several times, each time with other shapes, and so on, would be prepared exponentially often if
  /// what has been found out once were not remembered.
  func outline(for shapes: [Shape]) throws(RuntimeError) -> Outline {
    let isAtHand = isPrepared && zip(inputs, shapes).allSatisfy { $0.isConstant || $0.shape == $1 }
    if !isAtHand {
      if let known = outlines[shapes] { return known }
      for (number, input) in inputs.enumerated() where !input.isConstant && input.shape != shapes[number] {
        try resizeInput(number, to: shapes[number], byteCount: nil)
      }
      try prepare()
    }
    let outline = Outline(
      outputShapes: outputs.map { $0.settledShape ?? $0.shape },
      hasFixedShapes: hasFixedShapes && !outputs.contains { $0.type == .string })
    if !isAtHand {
      if outlines.count >= Self.mostOutlines { outlines.removeAll() }
      outlines[shapes] = outline
    }
    return outline
  }
}

extension SubgraphExecutor {
  /// The bands in which operator `number` runs, nil where it runs by itself or has not been planned.
  func bands(of number: Int) -> BandRunner? {
    for segment in segments where segment.operators.contains(number) {
      return segment.bands.first { $0.operators.contains(number) }
    }
    return nil
  }
}
