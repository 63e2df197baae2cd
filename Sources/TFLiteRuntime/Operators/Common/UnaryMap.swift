import TFLiteKernelSets
import TFLiteKernels

/// A function applied to every element of input 0: the prepared state of most unary operators.
final class UnaryMap {
  /// What is applied; it does not change, so that reading it counts no references.
  private final class Function {
    // One of these is set.
    let kernel: UnaryKernel?
    /// A function of float32 from the kernel set.
    let floats: FloatFunction?
    /// With a table of one byte for each value of an 8-bit type, indexed by its bits.
    let bytes: ByteLookUpKernel?
    /// With an interpolated table of an int16 function.
    let shorts: ShortLookUpKernel?
    let table: AlignedMemory?
    let parameters: ElementwiseParameters
    let inputSize: Int
    let outputSize: Int
    /// Every element by itself.
    let rowWindow: RowWindow
    let lineWindow: LineWindow?
    /// What computing an element is.
    let kind: Work.Kind

    init(
      _ kernel: UnaryKernel?, _ parameters: ElementwiseParameters, _ floats: FloatFunction?, _ bytes: ByteLookUpKernel?,
      _ shorts: ShortLookUpKernel?, _ table: AlignedMemory?, inputSize: Int, outputSize: Int, _ rowWindow: RowWindow,
      _ lineWindow: LineWindow?
    ) {
      self.kernel = kernel
      self.parameters = parameters
      self.floats = floats
      self.bytes = bytes
      self.shorts = shorts
      self.table = table
      self.inputSize = inputSize
      self.outputSize = outputSize
      self.rowWindow = rowWindow
      self.lineWindow = lineWindow
      kind = floats == nil && shorts == nil ? .element : .function
    }

    /// The call that `apply` is; nil for a table of 16-bit integers.
    func bind(_ x: UnsafeRawPointer, _ y: UnsafeMutableRawPointer, _ count: Int) -> BoundCall? {
      if let floats {
        return BoundFloatCall(
          floats, x.assumingMemoryBound(to: Float.self), y.assumingMemoryBound(to: Float.self), count)
      }
      if let kernel { return BoundUnaryCall(kernel, x, y, count, parameters) }
      guard let table, let bytes else { return nil }
      return BoundLookUpCall(
        bytes, x.assumingMemoryBound(to: UInt8.self), y.assumingMemoryBound(to: UInt8.self), count,
        table.base.assumingMemoryBound(to: UInt8.self))
    }

    func apply(_ x: UnsafeRawPointer, _ y: UnsafeMutableRawPointer, _ count: Int) {
      if let floats {
        floats(x.assumingMemoryBound(to: Float.self), y.assumingMemoryBound(to: Float.self), count)
      } else if let kernel {
        kernel(x, y, count, parameters)
      } else if let table {
        if let bytes {
          bytes(
            x.assumingMemoryBound(to: UInt8.self), y.assumingMemoryBound(to: UInt8.self), count,
            UnsafePointer(table.base.assumingMemoryBound(to: UInt8.self)))
        } else if let shorts {
          shorts(
            x.assumingMemoryBound(to: Int16.self), y.assumingMemoryBound(to: Int16.self), count,
            UnsafePointer(table.base.assumingMemoryBound(to: Int16.self)))
        }
      }
    }
  }

  private var function = Held<Function>()

  init() {}

  /// A table of bytes may end a product.
  var fusible: FusibleWork { FusibleWork(endsProducts: true, epilogueFunction: { [self] in epilogue }) }

  private var epilogue: EpilogueFunction? {
    guard let function = function.object, function.bytes != nil, let table = function.table else { return nil }
    return .lookUp(table.base.assumingMemoryBound(to: UInt8.self))
  }

  /// Applies `kernel`; nil when the function is not defined on the type of the input.
  /// - Throws: `unsupported` without a kernel.
  func prepare(
    _ context: PrepareContext, _ kernel: UnaryKernel?, _ parameters: ElementwiseParameters = ElementwiseParameters()
  ) throws(RuntimeError) {
    guard let kernel else { throw context.unsupportedType(try context.input(0)) }
    try prepare(context, kernel: kernel, parameters)
  }

  /// Applies `function` to float32.
  func prepare(_ context: PrepareContext, floats function: @escaping FloatFunction) throws(RuntimeError) {
    try prepare(context, function: function)
  }

  /// Applies the function of integers that `function` gives for every value of int8 or uint8; results are cut to 8 bits.
  func prepare(_ context: PrepareContext, bytes function: (Int32) -> Int32) throws(RuntimeError) {
    let memory = try context.allocate(LookupTable.count8)
    let table = memory.base.assumingMemoryBound(to: UInt8.self)
    let isSigned = try context.input(0).type == .int8
    for index in 0..<LookupTable.count8 {
      let value = isSigned ? Int32(Int8(truncatingIfNeeded: index)) : Int32(index)
      table[index] = UInt8(truncatingIfNeeded: function(value))
    }
    try prepare(context, byteTable: memory)
  }

  /// Looks bytes up in `table`, which has one for each value of an 8-bit type, indexed by its bits.
  func prepare(_ context: PrepareContext, byteTable table: AlignedMemory) throws(RuntimeError) {
    try prepare(context, bytes: context.kernels.elementwise.lookUp, table: table)
  }

  /// Applies the real function `function` to quantized values by a table, for int8, uint8 and int16.
  /// - Throws: `unsupported` for other types, `invalidOperator` without per-tensor quantization.
  func prepare(_ context: PrepareContext, reals function: (Float) -> Float) throws(RuntimeError) {
    let type = try context.input(0).type
    let input = try context.perTensorQuantization(context.input(0))
    let output = try context.perTensorQuantization(context.output(0))
    let inputZeroPoint = Int32(truncatingIfNeeded: input.zeroPoint)
    let outputZeroPoint = Int32(truncatingIfNeeded: output.zeroPoint)
    switch type {
    case .int8:
      let memory = try context.allocate(LookupTable.count8)
      LookupTable.fill(
        memory.base.assumingMemoryBound(to: Int8.self), inputScale: input.scale, inputZeroPoint: inputZeroPoint,
        outputScale: output.scale, outputZeroPoint: outputZeroPoint, function)
      try prepare(context, byteTable: memory)
    case .uint8:
      let memory = try context.allocate(LookupTable.count8)
      LookupTable.fill(
        memory.base.assumingMemoryBound(to: UInt8.self), inputScale: input.scale, inputZeroPoint: inputZeroPoint,
        outputScale: output.scale, outputZeroPoint: outputZeroPoint, function)
      try prepare(context, byteTable: memory)
    case .int16:
      let memory = try context.allocate(LookupTable.count16 * 2)
      LookupTable.fill(
        memory.base.assumingMemoryBound(to: Int16.self), inputScale: input.scale, inputZeroPoint: inputZeroPoint,
        outputScale: output.scale, outputZeroPoint: outputZeroPoint, function)
      try prepare(context, shorts: context.kernels.elementwise.lookUpInt16, table: memory)
    default: throw context.unsupportedType(try context.input(0))
    }
  }

  /// Every element by itself.
  var rowWindow: RowWindow? { function.object?.rowWindow }

  /// Every element by itself.
  var lines: LineWork {
    LineWork(window: self.function.object?.lineWindow) { [self] (context, lines) throws(RuntimeError) in
      let length = context.output(0).shape.innermost
      try execute(context, elements: lines.lowerBound &* length..<lines.upperBound &* length)
    }
  }

  private func prepare(
    _ context: PrepareContext, kernel: UnaryKernel? = nil,
    _ parameters: ElementwiseParameters = ElementwiseParameters(),
    function: FloatFunction? = nil, bytes: ByteLookUpKernel? = nil, shorts: ShortLookUpKernel? = nil,
    table: AlignedMemory? = nil
  ) throws(RuntimeError) {
    self.function.object = nil
    let input = try context.input(0)
    let inputSize = (input.type.bitWidth ?? 8) / 8
    let outputSize = (try context.output(0).type.bitWidth ?? 8) / 8
    try context.setShape(input.shape, ofOutput: 0)
    if inputSize == outputSize { context.allowInPlace(output: 0, input: 0) }
    self.function.object = Function(
      kernel, parameters, function, bytes, shorts, table, inputSize: inputSize, outputSize: outputSize,
      RowWindow(rows: try context.output(0).rowCount), LineWindow(input.shape, inputs: [0]))
  }

  /// The only call of the kernel, where one is all.
  func bind(_ context: ExecuteContext) -> BoundCall? {
    guard let function = function.object else { return nil }
    let (input, output) = (UnsafeRawPointer(context.input(0).data), context.output(0).data)
    let count = context.output(0).elementCount
    return Work(count, function.kind).isShort ? function.bind(input, output, count) : nil
  }

  /// Computes output 0.
  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    try execute(context, elements: 0..<context.output(0).elementCount)
  }

  /// Computes rows of output 0, as `RowWindow` counts them.
  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    let output = context.output(0)
    let length = output.elementCount / output.rowCount
    try execute(context, elements: rows.lowerBound &* length..<rows.upperBound &* length)
  }

  private func execute(_ context: ExecuteContext, elements: Range<Int>) throws(RuntimeError) {
    guard let function = function.lent else { throw context.unprepared }
    let job = Job(
      function: function, input: UnsafeRawPointer(context.input(0).data), output: context.output(0).data,
      first: elements.lowerBound)
    context.parallel(job, rows: elements.count, work: Work(1, function._withUnsafeGuaranteedRef { $0.kind }))
  }

  private struct Job: RowJob {
    let function: Unmanaged<Function>
    let input: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    let first: Int

    func run(_ elements: Range<Int>) {
      let start = first &+ elements.lowerBound
      function._withUnsafeGuaranteedRef {
        $0.apply(input + start &* $0.inputSize, output + start &* $0.outputSize, elements.count)
      }
    }
  }
}

extension PrepareContext {
  /// - Throws: `invalidOperator` unless there are one input and one output of the same type.
  func expectUnary() throws(RuntimeError) {
    try expect(inputs: 1, outputs: 1)
    try expectSameType(output(0), input(0))
  }

  /// - Throws: `invalidOperator` unless the zero points of input 0 and output 0 are 0, as int16 needs.
  func expectSymmetricUnary() throws(RuntimeError) {
    for tensor in [try input(0), try output(0)] {
      let zeroPoint = try perTensorQuantization(tensor).zeroPoint
      if zeroPoint != 0 {
        throw error("the zero point of int16 is not 0", tensor, expected: "0", actual: "\(zeroPoint)")
      }
    }
  }
}
