/// What preparation finds out about a subgraph for certain shapes of its inputs.
struct Outline {
  /// The shapes of the outputs, of lists with the elements that the subgraph writes into them; where shapes are not fixed, they
  /// mean nothing.
  var outputShapes: [Shape]
  /// No shape in the subgraph depends on data, and no output holds strings.
  var hasFixedShapes: Bool
}

/// What runs a subgraph in a session, as far as contexts and control-flow operators need it.
protocol SubgraphHost: AnyObject {
  var tensors: [RuntimeTensor] { get }
  var inputs: [RuntimeTensor] { get }
  var outputs: [RuntimeTensor] { get }
  var hasFixedShapes: Bool { get }
  /// The subgraphs of the model, as the file states them.
  var modelGraphs: [Graph] { get }

  /// Subgraph `number` for the operator `node`.
  /// - Throws: `invalidOperator` when the model has no such subgraph, or it is the operator's own.
  func subprogram(_ number: Int, for node: OperatorNode, isLoopBody: Bool) throws(RuntimeError) -> Subprogram
  /// Memory that `fill` has filled, made once for all sessions where `isShared`.
  /// - Parameter variant: what the memory depends on besides constants.
  /// - Throws: `outOfMemory` when the account refuses; what `fill` throws.
  func packed(
    _ node: OperatorNode, _ tag: Int, _ variant: [Int], isShared: Bool, byteCount: Int,
    fill: (UnsafeMutableRawPointer) throws(RuntimeError) -> Void
  ) throws(RuntimeError) -> AlignedMemory
  /// Whether other operators have the same packed weights as `node`: see `PackedAlike.weights`.
  func sharesWeights(_ node: OperatorNode) -> Bool
  /// Lets the file's pages of a constant go, which is read no more.
  func discard(_ constant: UnsafeRawBufferPointer)
  /// All of a constant will be read now.
  func fetch(_ constant: UnsafeRawBufferPointer)

  func resizeInput(_ number: Int, to shape: Shape, byteCount: Int?) throws(RuntimeError)
  func bindInput(_ number: Int, to tensor: RuntimeTensor) throws(RuntimeError)
  func releaseInputs()
  /// Whether an operator of the subgraph reads the tensor, or it is an output.
  func reads(_ tensor: RuntimeTensor) -> Bool
  /// Whether an operator of the subgraph writes the tensor.
  func computes(_ tensor: RuntimeTensor) -> Bool
  func keepOutputsApart()
  func exchange(_ input: RuntimeTensor, _ output: RuntimeTensor) throws(RuntimeError)
  func beginLoop() throws(RuntimeError)
  func endLoop()
  func prepare() throws(RuntimeError)
  func outline(for shapes: [Shape]) throws(RuntimeError) -> Outline
  func invoke() throws(RuntimeError)
}

/// A subgraph as the control-flow operators use it: set its inputs, invoke it, read its outputs.
package struct Subprogram {
  let subgraph: any SubgraphHost

  /// The inputs of the subgraph, in its order.
  package var inputs: [RuntimeTensor] { subgraph.inputs }
  /// The outputs of the subgraph, in its order.
  package var outputs: [RuntimeTensor] { subgraph.outputs }

  /// Makes input `index` take the shape, with memory to write to.
  /// - Throws: `invalidArgument` when the shape is impossible.
  package func resizeInput(_ index: Int, to shape: Shape, byteCount: Int? = nil) throws(RuntimeError) {
    try subgraph.resizeInput(index, to: shape, byteCount: byteCount)
  }

  /// Copies content and shape of `tensor` to input `index`.
  package func setInput(_ index: Int, from tensor: RuntimeTensor) throws(RuntimeError) {
    if subgraph.inputs[index].description.isHandedDown { return }
    try subgraph.resizeInput(index, to: tensor.shape, byteCount: tensor.byteCount)
    let input = subgraph.inputs[index]
    if input.data != tensor.data {
      input.data.copyMemory(from: tensor.data, byteCount: min(input.byteCount, tensor.byteCount))
    }
  }

  /// States the shapes of the outputs as far as they do not depend on data.
  package func prepare() throws(RuntimeError) { try subgraph.prepare() }

  /// What preparation finds out for inputs of these shapes, without preparing again what has been prepared for them before.
  /// `invoke` prepares the subgraph for the shapes that its inputs have then.
  func outline(for shapes: [Shape]) throws(RuntimeError) -> Outline { try subgraph.outline(for: shapes) }

  /// After `prepare`: no shape in the subgraph depends on data, so that the shapes of the outputs are final.
  package var hasFixedShapes: Bool { subgraph.hasFixedShapes }

  /// Lets input `index` read the memory of `tensor` instead of a copy, until `releaseInputs`.
  func bindInput(_ index: Int, to tensor: RuntimeTensor) throws(RuntimeError) {
    if subgraph.inputs[index].description.isHandedDown { return }
    try subgraph.bindInput(index, to: tensor)
  }

  /// Whether an operator of the subgraph reads input `index`, or it is an output.
  func reads(_ index: Int) -> Bool {
    subgraph.reads(subgraph.inputs[index])
  }

  /// Ends the use of other tensors' memory by inputs.
  func releaseInputs() { subgraph.releaseInputs() }

  /// From now on computed outputs lie in memory of their own, which `advanceInput` can take.
  func keepOutputsApart() { subgraph.keepOutputsApart() }

  /// Whether an operator of the subgraph writes `tensor`.
  func computes(_ tensor: RuntimeTensor) -> Bool { subgraph.computes(tensor) }

  /// Makes the content of output `output`, which is computed and kept apart, that of input `input` by exchanging their
  /// memory.
  func advanceInput(_ input: Int, byTakingOutput output: Int) throws(RuntimeError) {
    try subgraph.exchange(subgraph.inputs[input], subgraph.outputs[output])
  }

  /// Says that the invocations that follow are the iterations of a loop that begins. Its variables live in the inputs until
  /// `endLoop`.
  /// - Throws: `invalidModel` when another loop, of which this one is part, has the same body.
  func beginLoop() throws(RuntimeError) { try subgraph.beginLoop() }

  /// The outputs are no longer what the subgraph has computed: their memory has served for variables.
  func endLoop() { subgraph.endLoop() }

  /// Runs the subgraph.
  /// - Throws: the objection of one of its operators.
  package func invoke() throws(RuntimeError) { try subgraph.invoke() }
}
