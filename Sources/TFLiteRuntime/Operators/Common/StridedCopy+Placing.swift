extension PrepareContext {
  /// The same for an output and an input that `copy` makes the same, if it makes no other bytes of the output.
  func allowPlacing(output: Int, insideInput input: Int, _ copy: StridedCopy) {
    guard let run = copy.singleRun, run.destination == 0, run.byteCount == byteCount(ofOutput: output) else {
      return
    }
    allowPlacing(output: output, insideInput: input, at: run.source)
  }

  /// The same for an input that `copy` moves whole.
  func allowPlacing(input: Int, insideOutput output: Int, _ copy: StridedCopy) {
    guard let run = copy.singleRun, run.source == 0, run.byteCount == optionalInput(input)?.byteCount else { return }
    allowPlacing(input: input, insideOutput: output, at: run.destination)
  }
}
