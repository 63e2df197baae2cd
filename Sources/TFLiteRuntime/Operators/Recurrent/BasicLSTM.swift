import TFLiteKernels

/// LSTM with the basic kernel: one step on a batch, all gates in one matrix `[4 * cells, inputs + cells]` in the order
/// input gate, new input, forget gate, output gate. Float, or uint8 data with an int16 state of scale 2^-11.
///
/// The previous activation and state are inputs 1 and 4; where they are variables, they are overwritten with the new ones.
/// Outputs 2 and 3 are the joined inputs and the gates.
final class BasicLSTM {
  private var weights: PackedWeights<GroupedProduct>?

  init(_ node: OperatorNode) {}

  var made: MadeOperator {
    MadeOperator(prepare: prepare, pack: pack, execute: execute, isPure: false, writesOperandsAlone: true)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    weights = nil
    try context.expect(inputs: 5, outputs: 4)
    let input = try context.input(0)
    let activation = try context.input(1)
    let matrix = try context.input(2)
    let bias = try context.input(3)
    let state = try context.input(4)
    try context.expect(input, .float32, .uint8)
    for tensor in [input, activation, matrix, state] { try context.expectRank(tensor, 2) }
    let isFloat = input.type == .float32
    let batch = input.shape[0]
    let cells = activation.shape[1]
    let depth = input.shape[1] &+ cells
    let wide: ElementType = isFloat ? .float32 : .int16
    func expect(_ tensor: RuntimeTensor, _ shape: Shape, _ type: ElementType) throws(RuntimeError) {
      if tensor.shape != shape {
        throw context.error("wrong shape", tensor, expected: "\(shape)", actual: "\(tensor.shape)")
      }
      try context.expect(tensor, type)
    }
    try expect(activation, [batch, cells], input.type)
    try expect(matrix, [4 &* cells, depth], input.type)
    try expect(bias, [4 &* cells], isFloat ? .float32 : .int32)
    try expect(state, [batch, cells], wide)
    let types = [input.type, wide, input.type, wide]
    let shapes: [Shape] = [[batch, cells], [batch, cells], [batch, depth], [batch, 4 &* cells]]
    for index in 0..<4 {
      try context.expect(context.output(index), types[index])
      try context.setShape(shapes[index], ofOutput: index)
    }
    let shape = MatrixShape(columns: 4 &* cells, depth: depth)
    let product: WeightedProduct
    if isFloat {
      product = WeightedProduct(.float, shape, .clamp(FloatRange(.none)), context.kernels)
    } else {
      let scale = try context.perTensorQuantization(context.output(1)).scale
      if LSTMIntegerCell.exactLog2(scale) != -11 {
        throw context.error("wrong scale of the state", try context.output(1), expected: "2^-11", actual: "\(scale)")
      }
      let quantization = WeightedQuantization(
        inputOffset: -128,
        weightsOffset: Int32(truncatingIfNeeded: 0 &- (try context.perTensorQuantization(matrix).zeroPoint)),
        outputOffset: 0,
        multiplier: QuantizedMultiplier(4096 * Double(try context.perTensorQuantization(bias).scale)), range: .int16)
      product = WeightedProduct(.uint8, shape, .integer(quantization, .int16), context.kernels)
    }
    weights = try PackedWeights(GroupedProduct(product), WeightSource(matrix, bias: bias), context)
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    guard let weights else { throw context.unprepared }
    try weights.pack(context)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let weights, let packed = weights.prepared(context) else { throw context.unprepared }
    let product = weights.layout.product
    let input = context.input(0)
    let joined = context.output(2)
    let gates = context.output(3)
    let batch = input.shape[0]
    let inputBytes = batch == 0 ? 0 : input.byteCount / batch
    let stateBytes = batch == 0 ? 0 : context.input(1).byteCount / batch
    for row in 0..<batch {
      let target = joined.data + row &* (inputBytes &+ stateBytes)
      target.copyMemory(from: input.data + row &* inputBytes, byteCount: inputBytes)
      (target + inputBytes).copyMemory(from: context.input(1).data + row &* stateBytes, byteCount: stateBytes)
    }
    let arguments = MatrixArguments(
      input: UnsafeRawPointer(joined.data), inputStride: product.shape.depth, packed: packed,
      shape: product.shape, output: gates.data, outputStride: product.shape.columns)
    context.multiply(product, arguments, rows: batch)
    let cells = context.input(1).shape[1]
    for row in 0..<batch {
      if input.type == .float32 { updateFloat(row, cells, context) } else { updateInteger(row, cells, context) }
    }
    keep(context.output(0), in: context.input(1))
    keep(context.output(1), in: context.input(4))
  }

  private func keep(_ new: RuntimeTensor, in old: RuntimeTensor) {
    if old.description.isVariable { old.data.copyMemory(from: new.data, byteCount: new.byteCount) }
  }

  private func updateFloat(_ row: Int, _ cells: Int, _ context: ExecuteContext) {
    let gates = context.output(3).mutablePointer(as: Float.self) + row &* 4 &* cells
    let old = context.input(4).pointer(as: Float.self) + row &* cells
    let state = context.output(1).mutablePointer(as: Float.self) + row &* cells
    let output = context.output(0).mutablePointer(as: Float.self) + row &* cells
    func logistic(_ x: Float) -> Float { 1 / (1 + MathFunctions.exp(-x)) }
    for i in 0..<cells {
      let added = logistic(gates[i]) * MathFunctions.tanh(gates[cells &+ i])
      state[i] = added + logistic(gates[2 &* cells &+ i]) * old[i]
      output[i] = logistic(gates[3 &* cells &+ i]) * MathFunctions.tanh(state[i])
    }
  }

  private func updateInteger(_ row: Int, _ cells: Int, _ context: ExecuteContext) {
    let gates = context.output(3).pointer(as: Int16.self) + row &* 4 &* cells
    let old = context.input(4).pointer(as: Int16.self) + row &* cells
    let state = context.output(1).mutablePointer(as: Int16.self) + row &* cells
    let output = context.output(0).mutablePointer(as: UInt8.self) + row &* cells
    for i in 0..<cells {
      let added = FixedPoint.saturatingRoundingDoublingHighMul(
        FixedPoint.logistic(gates[i], integerBits: 3), FixedPoint.tanh(gates[cells &+ i], integerBits: 3))
      let kept = FixedPoint.saturatingRoundingDoublingHighMul(
        FixedPoint.logistic(gates[2 &* cells &+ i], integerBits: 3), old[i])
      // Q0.15 to Q4.11 by a rounding shift; the state to Q3.12 by a saturating one.
      state[i] = Int16(clamping: Int32(FixedPoint.roundingDivideByPowerOfTwo(added, 4)) + Int32(kept))
      let activated = FixedPoint.tanh(Int16(clamping: 2 * Int32(state[i])), integerBits: 3)
      let product = FixedPoint.saturatingRoundingDoublingHighMul(
        FixedPoint.logistic(gates[3 &* cells &+ i], integerBits: 3), activated)
      let rounded = FixedPoint.roundingDivideByPowerOfTwo(product, 8)
      output[i] = UInt8(truncatingIfNeeded: 128 + max(-128, min(127, Int32(rounded))))
    }
  }
}
