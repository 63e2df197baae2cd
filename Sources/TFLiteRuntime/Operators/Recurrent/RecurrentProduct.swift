import TFLiteKernels

/// Vectors that a recurrent operator multiplies with weights, one after the other.
struct RecurrentVectors {
  var base: UnsafeRawPointer
  /// Elements of one vector.
  var length: Int
  /// One entry for each vector of dynamically quantised values; nil for others.
  var parameters: UnsafePointer<DynamicQuantization.Parameters>?
}

/// A product of vectors with a weight matrix `[outputs, inputs]`: sums in float, or int32 accumulators of int8 data.
struct RecurrentProduct {
  let product: WeightedProduct
  private var weights: PackedWeights
  private var current: UnsafeRawPointer = UnsafeRawPointer(RuntimeTensor.nothing)

  /// - Parameter inputOffset: added to int8 inputs.
  /// - Throws: `invalidOperator` when hybrid weights have no scale.
  init(
    _ matrix: RuntimeTensor, bias: RuntimeTensor?, isInteger: Bool = false, inputOffset: Int32 = 0,
    _ context: PrepareContext
  ) throws(RuntimeError) {
    let shape = MatrixShape(columns: matrix.shape[0], depth: matrix.shape[1])
    let kernels = context.kernels
    if isInteger {
      let none = QuantizedMultiplier(multiplier: 0, shift: 0)
      let range = IntegerRange(lower: Int32.min, upper: Int32.max)
      let quantization = WeightedQuantization(
        inputOffset: inputOffset, weightsOffset: 0, outputOffset: 0, multiplier: none, range: range)
      product = WeightedProduct(.int8, shape, .integer(quantization, .accumulators), kernels)
    } else if matrix.type == .float32 {
      product = WeightedProduct(.float, shape, .clamp(FloatRange(.none)), kernels)
    } else {
      let scale = try context.perTensorQuantization(matrix).scale
      product = WeightedProduct(.hybrid, shape, .hybrid(scales: [scale], FloatRange(.none)), kernels)
    }
    weights = try PackedWeights(product, filter: matrix, bias: bias, context)
  }

  mutating func pack(_ context: PackContext, tag: Int) { weights.pack(context, tag: tag) }

  /// Makes the weights of this execution ready.
  mutating func begin(_ context: ExecuteContext) { current = weights.prepared(context) }

  /// Writes the products of the first `count` vectors, each `stride` elements after the other.
  func run(
    _ vectors: RecurrentVectors, count: Int, _ output: UnsafeMutableRawPointer, stride: Int, _ context: ExecuteContext
  ) {
    let arguments = MatrixArguments(
      input: vectors.base, inputStride: vectors.length, packed: current, shape: product.shape, output: output,
      outputStride: stride, rowParameters: vectors.parameters, rowParameterStride: vectors.parameters == nil ? 0 : 1)
    context.multiply(product, arguments, rows: count)
  }
}

/// Float vectors as their weights want them: unchanged beside float weights, quantised beside integer ones.
struct RecurrentInput {
  private let length: Int
  private let quantization: ActivationQuantization?

  /// - Parameter weights: what the vectors are multiplied with.
  init(
    count: Int, length: Int, for weights: RuntimeTensor, isAsymmetric: Bool, _ context: PrepareContext
  ) throws(RuntimeError) {
    self.length = length
    quantization =
      weights.type == .float32
      ? nil : try ActivationQuantization(blocks: count, blockSize: length, isAsymmetric: isAsymmetric, context)
  }

  func vectors(_ values: UnsafePointer<Float>, _ context: ExecuteContext) -> RecurrentVectors {
    guard let quantization else { return RecurrentVectors(base: UnsafeRawPointer(values), length: length) }
    let base = UnsafeRawPointer(quantization.quantize(values, context))
    return RecurrentVectors(
      base: base, length: length, parameters: UnsafePointer(quantization.parameters(context, 0)))
  }
}

/// The steps of a sequence `[time, batch, values]` or `[batch, time, values]`.
struct RecurrentSequence {
  let time: Int
  let batch: Int
  let isTimeMajor: Bool

  /// The extents of `input`; without a time axis there is one step.
  init(_ input: RuntimeTensor, isTimeMajor: Bool) {
    let shape = input.shape
    self.isTimeMajor = isTimeMajor
    if shape.rank == 3 {
      time = shape[isTimeMajor ? 0 : 1]
      batch = shape[isTimeMajor ? 1 : 0]
    } else {
      time = 1
      batch = shape[0]
    }
  }

  /// The vectors of all steps.
  var count: Int { time &* batch }

  /// Which vector of the tensor belongs to step `time` of sequence `batch`.
  @inline(__always)
  func row(_ step: Int, _ sequence: Int) -> Int {
    isTimeMajor ? step &* batch &+ sequence : sequence &* time &+ step
  }
}
