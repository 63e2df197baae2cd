/// The tensors of an operator, for as long as its executor keeps them.
struct Operands: ~Copyable {
  /// Missing optional inputs are nil.
  let inputs: [RuntimeTensor?]
  let outputs: [RuntimeTensor]
  let intermediates: [RuntimeTensor]
  /// Inputs, then outputs, for execution: reading them counts no references. The absent tensor stands for missing ones.
  private let places: UnsafeMutablePointer<Unmanaged<RuntimeTensor>>
  private let absent: UnsafeMutableRawPointer

  init(inputs: [RuntimeTensor?], outputs: [RuntimeTensor], intermediates: [RuntimeTensor], absent: RuntimeTensor) {
    self.inputs = inputs
    self.outputs = outputs
    self.intermediates = intermediates
    self.absent = Unmanaged.passUnretained(absent).toOpaque()
    places = .allocate(capacity: max(1, inputs.count + outputs.count))
    for (index, tensor) in inputs.enumerated() {
      (places + index).initialize(to: .passUnretained(tensor ?? absent))
    }
    for (index, tensor) in outputs.enumerated() {
      (places + inputs.count + index).initialize(to: .passUnretained(tensor))
    }
  }

  deinit { places.deallocate() }

  /// Whether there is an input `index`.
  @inline(__always)
  func hasInput(_ index: Int) -> Bool {
    index >= 0 && index < inputs.count && places[index].toOpaque() != absent
  }

  /// Input `index`, the absent tensor where it is missing.
  @inline(__always)
  func input(_ index: Int) -> RuntimeTensor {
    precondition(index >= 0 && index < inputs.count)
    return places[index].takeUnretainedValue()
  }

  /// What execution writes as output `index`.
  @inline(__always)
  func output(_ index: Int) -> RuntimeTensor {
    precondition(index >= 0 && index < outputs.count)
    return places[inputs.count &+ index].takeUnretainedValue()
  }

  /// Makes execution write `tensor` as output 0, which is there.
  func redirect(to tensor: RuntimeTensor) { places[inputs.count] = .passUnretained(tensor) }
}
