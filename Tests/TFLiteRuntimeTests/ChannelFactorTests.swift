import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Arithmetic with constants behind float products, as batch normalization leaves it, is part of their weights.
@Suite struct ChannelFactorTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options
  typealias Activation = Schema.ActivationFunctionType

  private static func values(_ count: Int, seed: Int) -> [Float] {
    (0..<count).map { Float(($0 * 37 + seed * 11) % 29) / 16 - 0.8 }
  }

  /// The kinds of products.
  private enum Kind: CaseIterable {
    case pointwise, window, minimal, grouped, depthwise, oneChannel, transposed, connected
  }

  /// A graph under construction: tensor 0 is the input and operator 0, or the one behind the dequantizations, the product.
  private struct Writer {
    var tensors: [Tensor] = []
    var operators: [Operator] = []
    /// The shape of the product.
    let shape: [Int]
    let isHalf: Bool
    /// The product.
    var result = 0

    var channels: Int { shape[shape.count - 1] }

    init(
      _ kind: Kind, channels: Int = 12, activation: Activation = .none, hasBias: Bool = true, isHalf: Bool = false,
      isConstant: Bool = true
    ) {
      self.isHalf = isHalf
      let (input, filter, output): ([Int], [Int], [Int]) =
        switch kind {
        case .pointwise: ([2, 5, 6, 7], [channels, 1, 1, 7], [2, 5, 6, channels])
        case .window: ([1, 9, 8, 3], [channels, 5, 3, 3], [1, 9, 8, channels])
        case .minimal: ([1, 28, 28, 64], [64, 3, 3, 64], [1, 28, 28, 64])
        case .grouped: ([1, 6, 6, 8], [channels, 3, 3, 4], [1, 6, 6, channels])
        case .depthwise: ([1, 7, 7, channels], [1, 3, 3, channels], [1, 7, 7, channels])
        case .oneChannel: ([1, 7, 7, 1], [1, 3, 3, channels], [1, 7, 7, channels])
        case .transposed: ([1, 4, 5, 6], [channels, 3, 3, 6], [1, 8, 10, channels])
        case .connected: ([3, 20], [channels, 20], [3, channels])
        }
      shape = output
      tensors = [.float32(input, name: "x")]
      let weights = isConstant ? number(filter, 1) : add(.float32(filter, name: "weights"))
      let bias = hasBias ? number([output[output.count - 1]], 2) : -1
      let code: Schema.BuiltinOperator
      let options: Options
      var inputs = [0, weights, bias]
      let fused = ModelBuilder.OptionValue.int(Int64(activation.rawValue))
      let same = ModelBuilder.OptionValue.value(Schema.Padding.same)
      switch kind {
      case .depthwise, .oneChannel:
        code = .depthwiseConv2D
        options = Options(
          .depthwiseConv2DOptions,
          ["padding": same, "stride_w": 1, "stride_h": 1, "fused_activation_function": fused])
      case .transposed:
        code = .transposeConv
        options = Options(
          .transposeConvOptions, ["padding": same, "stride_w": 2, "stride_h": 2, "fused_activation_function": fused])
        inputs = [add(.int32([4], output.map { Int32($0) }, name: "shape")), weights, 0] + (hasBias ? [bias] : [])
      case .connected:
        code = .fullyConnected
        options = Options(.fullyConnectedOptions, ["fused_activation_function": fused])
      default:
        code = .conv2D
        options = Options(
          .conv2DOptions, ["padding": same, "stride_w": 1, "stride_h": 1, "fused_activation_function": fused])
      }
      result = add(.float32(output, name: "product"))
      operators.append(Operator(code, version: 3, options: options, inputs: inputs, outputs: [result]))
    }

    mutating func add(_ tensor: Tensor) -> Int {
      tensors.append(tensor)
      return tensors.count - 1
    }

    /// A constant, in half precision if the graph keeps its weights so.
    mutating func number(_ shape: [Int], _ seed: Int) -> Int {
      let values = ChannelFactorTests.values(shape.reduce(1, *), seed: seed)
      if !isHalf { return add(.float32(shape, values, name: "constant\(tensors.count)")) }
      // Multiples of 1/16 below one: the bits of half precision follow from those of float32.
      let bits = values.map { value -> UInt16 in
        let bits = value.bitPattern
        if value == 0 { return 0 }
        return UInt16(bits >> 16 & 0x8000) | UInt16((bits >> 23 & 0xFF) - 112) << 10 | UInt16(bits >> 13 & 0x3FF)
      }
      let half = add(.float16(shape, bits: bits, name: "half\(tensors.count)"))
      let result = add(.float32(shape, name: "constant\(tensors.count)"))
      operators.append(Operator(.dequantize, version: 3, inputs: [half], outputs: [result]))
      return result
    }

    mutating func then(_ code: Schema.BuiltinOperator, _ inputs: [Int], _ activation: Activation = .none) -> Int {
      let output = add(.float32(shape, name: "t\(tensors.count)"))
      let fused: KeyValuePairs<String, ModelBuilder.OptionValue> = [
        "fused_activation_function": .int(Int64(activation.rawValue))
      ]
      let options: Options =
        switch code {
        case .mul: Options(.mulOptions, fused)
        case .add: Options(.addOptions, fused)
        case .sub: Options(.subOptions, fused)
        case .div: Options(.divOptions, fused)
        default: .none
        }
      operators.append(Operator(code, inputs: inputs, outputs: [output]))
      operators[operators.count - 1].options = options
      return output
    }

    func model(_ outputs: [Int], inputs: [Int] = [0]) -> [UInt8] {
      ModelBuilder([.init(tensors: tensors, inputs: inputs, outputs: outputs, operators: operators)]).build()
    }
  }

  private static func run(
    _ model: Model, rewrites: Bool, threads: Int = 1
  ) throws -> (outputs: [[Float]], ran: [String]) {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.rewrites = rewrites
    options.profiling = true
    let session = try Session(model, options: options)
    for (index, input) in session.inputs.enumerated() {
      try session.write(Self.values(input.shape.elementCount, seed: index + 5), toInput: index)
    }
    try session.invoke()
    return (
      try session.outputs.indices.map { try session.output($0, as: Float.self) }, session.profile.map { $0.name }
    )
  }

  /// Compares sessions of one model, with and without rewrites.
  /// - Parameter count: the operators that run with them.
  private static func expect(_ bytes: [UInt8], runs count: Int, _ label: String) throws {
    let model = try Model(bytes: bytes)
    let one = try run(model, rewrites: true)
    let plain = try run(model, rewrites: false)
    let two = try run(model, rewrites: true, threads: 2)
    #expect(one.ran.count == count, "\(label): \(one.ran)")
    #expect(one.outputs == two.outputs, "\(label)")
    for (first, second) in zip(plain.outputs, one.outputs) {
      #expect(
        zip(first, second).allSatisfy { abs($0 - $1) < Tolerance.channelFolding * max(1, abs($0)) }, "\(label)")
    }
  }

  @Test(arguments: [false, true], [false, true]) func `chains are part of all products`(
    hasBias: Bool, isHalf: Bool
  ) throws {
    for kind in Kind.allCases {
      for channels in [12, 33] where kind != .grouped || channels == 12 {
        var w = Writer(kind, channels: channels, hasBias: hasBias, isHalf: isHalf)
        let (rank, count) = (w.shape.count, w.channels)
        let factor = w.number([count], 3)
        let addend = w.number([Int](repeating: 1, count: rank - 1) + [count], 4)
        let offset = w.number([1], 6)
        let scaled = w.then(.mul, [w.result, factor])
        let shifted = w.then(.add, [addend, scaled])
        let result = w.then(.sub, [shifted, offset], .relu6)
        try Self.expect(w.model([result]), runs: 1, "\(kind), \(channels) channels")
      }
    }
  }

  @Test func `any order and side will do`() throws {
    for kind in [Kind.pointwise, .connected] {
      var w = Writer(kind)
      let divisor = w.add(.float32([w.channels], (0..<w.channels).map { Float($0 + 1) / 4 }, name: "divisor"))
      let number = w.add(.float32([], [0.25], name: "number"))
      let addend = w.number([w.channels], 3)
      let divided = w.then(.div, [w.result, divisor])
      let negated = w.then(.sub, [addend, divided])
      let shifted = w.then(.add, [negated, number])
      let result = w.then(.mul, [number, shifted], .reluN1To1)
      try Self.expect(w.model([result]), runs: 1, "\(kind)")
    }
  }

  @Test func `an activation ends the chain`() throws {
    for kind in [Kind.window, .connected] {
      var w = Writer(kind)
      let factor = w.number([w.channels], 3)
      let first = w.then(.mul, [w.result, factor], .relu)
      let result = w.then(.add, [first, factor])
      try Self.expect(w.model([result]), runs: 2, "\(kind)")
      var other = Writer(kind, activation: .relu)
      let number = other.number([other.channels], 3)
      let product = other.then(.mul, [other.result, number])
      try Self.expect(other.model([product]), runs: 2, "\(kind)")
    }
  }

  @Test func `sums with other tensors go on`() throws {
    // The product adds what comes past it after its factors.
    var w = Writer(.pointwise)
    let past = w.add(.float32(w.shape, name: "past"))
    let factor = w.number([w.channels], 3)
    let scaled = w.then(.mul, [w.result, factor])
    let shifted = w.then(.add, [scaled, factor])
    let result = w.then(.add, [past, shifted], .relu)
    try Self.expect(w.model([result], inputs: [0, past]), runs: 1, "residual")
  }

  @Test func `what others read stays`() throws {
    var w = Writer(.window)
    let factor = w.number([w.channels], 3)
    let result = w.then(.mul, [w.result, factor])
    try Self.expect(w.model([result, w.result]), runs: 2, "an output")
    let other = w.then(.abs, [w.result])
    try Self.expect(w.model([result, other]), runs: 3, "another reader")
    var square = Writer(.window)
    let product = square.then(.mul, [square.result, square.result])
    try Self.expect(square.model([product]), runs: 2, "both operands")
  }

  @Test func `operands that are no channels' constants stay`() throws {
    var w = Writer(.window)
    let whole = w.number(w.shape, 3)
    var result = w.then(.mul, [w.result, whole])
    try Self.expect(w.model([result]), runs: 2, "a factor for each element")
    var column = Writer(.window)
    let rows = column.number([9, 1, 1], 3)
    result = column.then(.add, [column.result, rows])
    try Self.expect(column.model([result]), runs: 2, "an addend for each row")
    var variable = Writer(.window)
    let input = variable.add(.float32([variable.channels], name: "factor"))
    result = variable.then(.mul, [variable.result, input])
    try Self.expect(variable.model([result], inputs: [0, input]), runs: 2, "an input")
    var wide = Writer(.connected, channels: 1)
    let row = wide.number([4], 3)
    let output = wide.add(.float32([3, 4], name: "y"))
    wide.operators.append(Operator(.mul, inputs: [wide.result, row], outputs: [output]))
    try Self.expect(wide.model([output]), runs: 2, "a broadcast of the product")
    var deep = Writer(.connected)
    let vector = deep.number([1, 1, deep.channels], 3)
    let raised = deep.add(.float32([1, 3, deep.channels], name: "y"))
    deep.operators.append(Operator(.mul, inputs: [deep.result, vector], outputs: [raised]))
    try Self.expect(deep.model([raised]), runs: 2, "an axis more")
    var zero = Writer(.connected)
    let divisor = zero.add(.float32([1], [0], name: "zero"))
    result = zero.then(.div, [zero.result, divisor])
    try Self.expect(zero.model([result]), runs: 2, "a divisor of zero")
  }

  @Test func `weights that are computed stay`() throws {
    var w = Writer(.connected, isConstant: false)
    let factor = w.number([w.channels], 3)
    let result = w.then(.mul, [w.result, factor])
    try Self.expect(w.model([result], inputs: [0, 1]), runs: 2, "weights")
  }

  @Test func `integers stay`() throws {
    let quantization = ModelBuilder.Quantization.perTensor(scale: 0.1, zeroPoint: 0)
    let model = ModelBuilder([
      .init(
        tensors: [
          .int8([3, 8], name: "x", quantization: quantization),
          .int8([4, 8], (0..<32).map { Int8($0 * 5 % 17 - 8) }, name: "weights", quantization: quantization),
          .int8([3, 4], name: "product", quantization: quantization),
          .int8([4], [1, 2, 3, 4], name: "factor", quantization: quantization),
          .int8([3, 4], name: "y", quantization: quantization),
        ], inputs: [0], outputs: [4],
        operators: [
          Operator(.fullyConnected, inputs: [0, 1, -1], outputs: [2]), Operator(.mul, inputs: [2, 3], outputs: [4]),
        ])
    ]).build()
    for rewrites in [false, true] {
      var options = SessionOptions()
      options.rewrites = rewrites
      options.profiling = true
      let session = try Session(Model(bytes: model), options: options)
      try session.write((0..<24).map { Int8($0 * 7 % 31 - 15) }, toInput: 0)
      try session.invoke()
      #expect(session.profile.count == 2)
    }
  }
}
