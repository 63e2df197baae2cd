import TFLiteKernels

/// Vectors that a recurrent operator multiplies with weights, one after the other.
struct RecurrentVectors {
  var base: UnsafeRawPointer
  /// Elements of one vector.
  var length: Int
  /// One entry for each vector of dynamically quantized values; nil for others.
  var parameters: UnsafePointer<DynamicQuantization.Parameters>?
}

/// A product of vectors with weight matrices `[outputs, inputs]`: sums in float, or what integers become. Several matrices
/// are packed as one that has all their outputs.
final class RecurrentProduct {
  let product: WeightedProduct
  private let weights: PackedWeights<GroupedProduct>
  /// For the scales of hybrid weights.
  private var room: MemoryReservation?
  @exclusivity(unchecked) private var current = UnsafeRawPointer(RuntimeTensor.nothing)

  /// What becomes of the sums over int8 data.
  struct IntegerForm {
    let quantization: WeightedQuantization
    let output: MatrixOutputType

    /// They are multiplied by a factor and saturated to 16 bits.
    static func int16(inputOffset: Int32, _ multiplier: QuantizedMultiplier) -> Self {
      Self(
        quantization: WeightedQuantization(
          inputOffset: inputOffset, weightsOffset: 0, outputOffset: 0, multiplier: multiplier, range: .int16),
        output: .int16)
    }

    /// They stay as they are; `inputOffset` is added to the data.
    static func accumulators(inputOffset: Int32) -> Self {
      Self(
        quantization: WeightedQuantization(
          inputOffset: inputOffset, weightsOffset: 0, outputOffset: 0,
          multiplier: QuantizedMultiplier(multiplier: 0, shift: 0),
          range: IntegerRange(lower: Int32.min, upper: Int32.max)),
        output: .accumulators)
    }
  }

  /// - Parameters:
  ///   - matrices: one or more of one type and one number of inputs.
  ///   - biases: of each matrix; empty for none.
  ///   - form: for int8 data; nil for float.
  /// - Throws: `invalidOperator` when hybrid weights have no scale.
  init(
    _ matrices: [RuntimeTensor], biases: [RuntimeTensor?] = [], integers form: IntegerForm? = nil,
    _ context: PrepareContext
  ) throws(RuntimeError) {
    var columns = 0
    for matrix in matrices { columns += matrix.shape[0] }
    let depth = matrices.first?.shape[1] ?? 0
    let shape = MatrixShape(columns: columns, depth: depth)
    let isFloat = matrices.first?.type == .float32
    if let form {
      product = WeightedProduct(.int8, shape, .integer(form.quantization, form.output), context.kernels)
    } else if isFloat {
      product = WeightedProduct(.float, shape, .clamp(FloatRange(.none)), context.kernels)
    } else {
      var scales: [Float] = []
      if matrices.count > 1 {
        room = try MemoryReservation(
          context.memory.product([4, columns], for: "scales"), for: "scales", context.memory)
      }
      for matrix in matrices {
        let scale = try context.perTensorQuantization(matrix).scale
        scales += [Float](repeating: scale, count: matrices.count == 1 ? 1 : matrix.shape[0])
      }
      product = WeightedProduct(.hybrid, shape, .hybrid(scales: scales, FloatRange(.none)), context.kernels)
    }
    let source =
      matrices.count == 1
      ? WeightSource(matrices[0], bias: biases.first.flatMap { $0 }) : WeightSource(joined: matrices, biases: biases)
    weights = try PackedWeights(GroupedProduct(product), source, context)
  }

  func pack(_ context: PackContext, tag: Int) throws(RuntimeError) { try weights.pack(context, tag: tag) }

  /// Makes the weights of this execution ready.
  /// - Throws: `invalidState` when constants have not been packed.
  func begin(_ context: ExecuteContext) throws(RuntimeError) {
    guard let packed = weights.prepared(context) else { throw context.unprepared }
    current = packed
  }

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

/// Float vectors as their weights want them: unchanged beside float weights, quantized beside integer ones.
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
