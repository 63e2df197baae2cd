import TFLiteSchema
import TestSupport

/// Convolutions and products of matrices.
extension Family {
  static let weighted: [Family] = [
    Family(name: "CONV_2D", kinds: Kind.table("CONV_2D")) { try $0.convolution($1) },
    Family(name: "DEPTHWISE_CONV_2D", kinds: Kind.activations) { try $0.depthwiseConvolution($1) },
    Family(name: "TRANSPOSE_CONV", kinds: Kind.activations) { try $0.transposedConvolution($1) },
    Family(name: "FULLY_CONNECTED", kinds: Kind.activations) { try $0.fullyConnected($1) },
    Family(name: "FULLY_CONNECTED unrolled", kinds: Kind.activations) { try $0.unrolledProducts($1) },
    Family(name: "BATCH_MATMUL", kinds: [.float32, .int8, .int16]) { try $0.batchedProduct($1) },
  ]

  static let volumes: [Family] = [
    Family(name: "CONV_3D", kinds: Kind.real) { try $0.volumeConvolution($1) },
    Family(name: "CONV_3D_TRANSPOSE", kinds: Kind.real) { try $0.transposedVolumeConvolution($1) },
  ]
}

extension Draft {
  /// Constant weights, and what a product of activations with them needs.
  private struct Weights {
    var tensor: Int
    var scales: [Float]
    var isFloat: Bool
  }

  /// Weights of `shape` for activations `value`: of their type, or, beside exact floats, of bytes now and then; some of fewer
  /// bits, some sparse, some fed.
  /// - Parameters:
  ///   - axis: the dimension of output channels.
  ///   - narrow: types of fewer bits that the operator reads.
  private mutating func weights(
    _ value: Value, _ shape: [Int], axis: Int, hybrid: Bool = true, narrow: [Kind] = []
  ) throws -> Weights {
    if shape.reduce(1, *) > 20_000 { throw Misfit() }
    let count = shape.reduce(1, *)
    if value.type == .float32, !(hybrid && value.isExact && draw.chance(0.4)) {
      if count <= 6000, draw.chance(0.05) { return Weights(tensor: try input(shape).tensor, scales: [], isFloat: true) }
      if draw.chance(0.05) { return Weights(tensor: sparse(shape), scales: [], isFloat: true) }
      if draw.chance(0.1) { return Weights(tensor: pruned(shape), scales: [], isFloat: true) }
      return Weights(tensor: floats(shape), scales: [], isFloat: true)
    }
    if value.type == .uint8 {
      let scale = draw.float(0.005...0.02)
      let zeroPoint = draw.chance(0.3) ? draw.one(of: [0, 255]) : draw.int(100...150)
      let tensor = constant(
        .uint8(shape, draw.bytes(count), quantization: .perTensor(scale: scale, zeroPoint: Int64(zeroPoint))))
      return Weights(tensor: tensor, scales: [scale], isFloat: false)
    }
    let type = narrow.isEmpty || !draw.chance(0.25) ? .int8 : draw.one(of: narrow)
    let step: Float = type == .int8 ? 1 : type == .int4 ? 16 : 60
    var scales = (0..<(draw.chance(0.7) ? shape[axis] : 1)).map { _ in step * draw.float(0.005...0.02) }
    // Channels that no input moves, or hardly.
    if scales.count > 1, draw.chance(0.15) {
      let exponents = draw.ints(scales.count, 0...30)
      for channel in scales.indices where exponents[channel] < 15 {
        for _ in 0..<exponents[channel] { scales[channel] /= 10 }
      }
    }
    let quantization: Quantization =
      scales.count > 1 ? .perChannel(scales: scales, dimension: axis) : .perTensor(scale: scales[0])
    if type == .int8, scales.count == 1, value.type != .float32, count <= 6000, draw.chance(0.05) {
      let fed = try input(shape, .int8, scale: scales[0], zeroPoint: 0, fill: .integers(-127...127))
      return Weights(tensor: fed.tensor, scales: scales, isFloat: false)
    }
    let tensor = elements(
      shape, type, quantization: quantization, fill: type == .int8 ? .integers(-127...127) : .floats(0...1))
    return Weights(tensor: tensor, scales: scales, isFloat: false)
  }

  /// Floats of which a quarter are not 0.
  private mutating func pruned(_ shape: [Int]) -> Int {
    let count = shape.reduce(1, *)
    let values = zip(draw.floats(count, -1...1), draw.ints(count, 0...3)).map { $1 == 0 ? $0 : 0 }
    return constant(.float32(shape, values))
  }

  /// Floats of which few are not 0, with rows that are stored as runs of entries.
  mutating func sparse(_ shape: [Int]) -> Int {
    let count = shape.reduce(1, *)
    let columns = shape[shape.count - 1]
    var (segments, indices): ([Int32], [Int32]) = ([0], [])
    for _ in 0..<count / columns {
      let chosen = draw.ints(columns, 0...2)
      for column in 0..<columns where chosen[column] == 0 { indices.append(Int32(column)) }
      segments.append(Int32(indices.count))
    }
    typealias Table = ModelBuilder.Table
    var tensor = Tensor.float32(shape, draw.floats(indices.count, -1...1))
    let dense = shape.dropLast().map { Table([.int8(0, 0), .int32(1, Int32($0))]) }
    let runs = Table([
      .int8(0, 1), .uint8(2, 1), .table(3, Table([.int32s(0, segments)])), .uint8(4, 1),
      .table(5, Table([.int32s(0, indices)])),
    ])
    tensor.sparsity = Table([.int32s(0, shape.indices.map { Int32($0) }), .tables(2, dense + [runs])])
    return constant(tensor)
  }

  /// Integers with a scale for every block along a row.
  private mutating func blockwise(_ units: Int, _ depth: Int) -> Int {
    let size = draw.one(of: (1...depth).filter { depth % $0 == 0 })
    let scales = floats([units, depth / size], 0.01...0.05)
    return elements(
      [units, depth], draw.one(of: [.int8, .int4]), quantization: .blockwise(scales: scales, blockSize: size),
      fill: .floats(0...1))
  }

  /// A bias for `channels`, -1 for none.
  private mutating func bias(_ value: Value, _ weights: Weights, channels: Int, always: Bool = false) -> Int {
    if !always, draw.chance(0.25) { return -1 }
    if value.type == .float32 { return floats([channels]) }
    let scales = weights.scales.map { $0 * value.scale }
    let quantization: Quantization =
      scales.count > 1 ? .perChannel(scales: scales, dimension: 0) : .perTensor(scale: scales[0])
    var values = draw.ints(channels, -20_000...20_000)
    if weights.scales.count == channels {
      for channel in values.indices where weights.scales[channel] < 0.001 {
        let value = Float(values[channel]) * (0.01 / weights.scales[channel])
        values[channel] = Int(min(0x1p30, max(-0x1p30, value)))
      }
    }
    return value.type == .int16
      ? constant(.int64([channels], values.map { Int64($0) }, quantization: quantization))
      : constant(.int32([channels], values.map { Int32($0) }, quantization: quantization))
  }

  /// What is not there may be left out, or said to be.
  private mutating func optional(_ bias: Int) -> [Int] { bias < 0 && !draw.chance(0.2) ? [] : [bias] }

  /// The result of a product of `depth` terms: quantised so that sums spread over the type.
  private mutating func product(
    _ code: Schema.BuiltinOperator, _ options: Options, _ inputs: [Int], _ value: Value, _ weights: Weights, depth: Int
  ) throws -> Value {
    guard value.type != .float32 else { return try apply(code, options, inputs, [(.float32, 1, 0)]) }
    let (_, zeroPoint) = quantization(kind)
    let spread = Float(max(1, depth)).squareRoot() * value.scale * (weights.scales.max() ?? 0.01) * draw.float(20...150)
    return try apply(code, options, inputs, [(value.type, spread, zeroPoint)])
  }

  /// - Parameters:
  ///   - channels: how many, nil for any number.
  ///   - keepsExtents: rows and columns stay as many.
  mutating func convolution(_ before: Value?, channels filters: Int? = nil, keepsExtents: Bool = false) throws -> Value
  {
    let x = try operand(before, rank: 4)
    let depth = x.shape[3]
    let groups = filters == nil && draw.chance(0.15) ? draw.one(of: (1...depth).filter { depth % $0 == 0 }) : 1
    let channels = groups > 1 ? groups * draw.int(1...3) : filters ?? draw.extent()
    let (height, width) = (draw.tap(), draw.tap())
    let weights = try weights(x, [channels, height, width, depth / groups], axis: 0, narrow: [.int4])
    let options = Options(
      .conv2DOptions,
      [
        "padding": .value(keepsExtents ? .same : padding()), "stride_w": .int(keepsExtents ? 1 : draw.stride()),
        "stride_h": .int(keepsExtents ? 1 : draw.stride()),
        "dilation_w_factor": .int(draw.dilation()), "dilation_h_factor": .int(draw.dilation()),
        "fused_activation_function": .value(activation()),
      ])
    let bias = bias(x, weights, channels: channels)
    return try product(
      .conv2D, options, [x.tensor, weights.tensor] + optional(bias), x, weights, depth: height * width * depth / groups)
  }

  mutating func depthwiseConvolution(_ before: Value?, keepsExtents: Bool = false) throws -> Value {
    let x = try operand(before, rank: 4)
    let multiplier = draw.one(of: [1, 1, 1, 2, 3, 8])
    let channels = x.shape[3] * multiplier
    let (height, width) = (draw.tap(), draw.tap())
    let weights = try weights(x, [1, height, width, channels], axis: 3, narrow: [.int4])
    let options = Options(
      .depthwiseConv2DOptions,
      [
        "padding": .value(keepsExtents ? .same : padding()), "stride_w": .int(keepsExtents ? 1 : draw.stride()),
        "stride_h": .int(keepsExtents ? 1 : draw.stride()),
        "dilation_w_factor": .int(draw.dilation()), "dilation_h_factor": .int(draw.dilation()),
        "depth_multiplier": .int(multiplier), "fused_activation_function": .value(activation()),
      ])
    let bias = bias(x, weights, channels: channels)
    return try product(
      .depthwiseConv2D, options, [x.tensor, weights.tensor] + optional(bias), x, weights, depth: height * width)
  }

  fileprivate mutating func transposedConvolution(_ before: Value?) throws -> Value {
    let x = try operand(before, rank: 4)
    let channels = draw.extent()
    let filter = [draw.tap(), draw.tap()]
    let weights = try weights(x, [channels, filter[0], filter[1], x.shape[3]], axis: 0)
    let padding = padding()
    let strides = [draw.stride(), draw.stride()]
    let extents = transposedExtents([x.shape[1], x.shape[2]], filter, strides, padding)
    let options = Options(
      .transposeConvOptions,
      [
        "padding": .value(padding), "stride_h": .int(strides[0]), "stride_w": .int(strides[1]),
        "fused_activation_function": .value(activation()),
      ])
    let bias = bias(x, weights, channels: channels)
    let shape = numbers([x.shape[0]] + extents + [channels])
    return try product(
      .transposeConv, options, [shape, weights.tensor, x.tensor] + (bias < 0 ? [] : [bias]), x, weights,
      depth: max(1, filter[0] * filter[1] / strides[0] / strides[1]) * x.shape[3])
  }

  /// Output extents of a transposed convolution: those of which a convolution makes the input's.
  private mutating func transposedExtents(
    _ input: [Int], _ filter: [Int], _ strides: [Int], _ padding: Schema.Padding
  ) -> [Int] {
    input.indices.map { axis in
      let rest = draw.int(0...strides[axis] - 1)
      let found =
        padding == .same ? input[axis] * strides[axis] - rest : (input[axis] - 1) * strides[axis] + filter[axis] + rest
      return max(1, found)
    }
  }

  mutating func fullyConnected(_ before: Value?, units count: Int? = nil) throws -> Value {
    let x = try operand(before)
    let depth = x.shape[x.shape.count - 1]
    let units = count ?? draw.extent()
    let weights =
      x.type == .float32 && x.isExact && draw.chance(0.08)
      ? Weights(tensor: blockwise(units, depth), scales: [], isFloat: false)
      : try weights(x, [units, depth], axis: 0, narrow: [.int4, .int2])
    let options = Options(
      .fullyConnectedOptions,
      [
        "fused_activation_function": .value(activation()), "keep_num_dims": .bool(draw.chance(0.5)),
        "asymmetric_quantize_inputs": .bool(draw.chance(0.5)),
      ])
    let bias = bias(x, weights, channels: units)
    return try product(.fullyConnected, options, [x.tensor, weights.tensor, bias], x, weights, depth: depth)
  }

  /// As converters unroll networks: parts of a tensor, each times the same weights for the most part.
  fileprivate mutating func unrolledProducts(_ before: Value?) throws -> Value {
    let x = try operand(before, rank: 3)
    guard x.shape.count >= 2 else { throw Misfit() }
    let axis = draw.int(0...x.shape.count - 2)
    let kind = (type: x.type, scale: x.scale, zeroPoint: x.zeroPoint)
    _ = try apply(
      .unpack, Options(.unpackOptions, ["num": .int(x.shape[axis]), "axis": .int(axis)]), [x.tensor],
      Array(repeating: kind, count: x.shape[axis]), isExact: x.isExact)
    let parts = lastResults
    var first = try fullyConnected(parts[0])
    guard var step = operators.last else { throw Misfit() }
    let isInterleaved = draw.chance(0.5)
    let result = (type: first.type, scale: first.scale, zeroPoint: first.zeroPoint)
    if isInterleaved { first = try apply(.relu, .none, [first.tensor], [result]) }
    var results = [first.tensor]
    for part in parts[1...] {
      (step.inputs[0], step.outputs) = (part.tensor, [])
      if draw.chance(0.02) { step.inputs[2] = -1 }
      results.append(try apply(step, [result]).tensor)
    }
    if draw.chance(0.2) { results.append(try fullyConnected(parts[0], units: first.shape.last).tensor) }
    let options = Options(.packOptions, ["values_count": .int(parts.count), "axis": .int(draw.int(0...1))])
    return try apply(.pack, options, Array(results.prefix(parts.count)), [result])
  }

  fileprivate mutating func batchedProduct(_ before: Value?) throws -> Value {
    let rank = draw.int(2...4)
    let x = try operand(before, rank: before?.shape.count ?? rank)
    guard x.shape.count >= 2 else { throw Misfit() }
    let (swapsLeft, swapsRight) = (draw.chance(0.3), draw.chance(0.5))
    let depth = swapsLeft ? x.shape[x.shape.count - 2] : x.shape[x.shape.count - 1]
    let columns = draw.extent()
    let batch = x.shape.dropLast(2).map { draw.chance(0.2) ? 1 : $0 }
    let shape = batch + (swapsRight ? [columns, depth] : [depth, columns])
    let options = Options(.batchMatMulOptions, ["adj_x": .bool(swapsLeft), "adj_y": .bool(swapsRight)])
    let y: Int
    if draw.chance(0.5) {
      y = try input(shape, scale: kind == .int16 ? 0.0005 : 0.02, zeroPoint: kind == .int8 ? draw.int(-5...5) : 0)
        .tensor
    } else if kind == .float32 {
      y = floats(shape)
    } else {
      let values = draw.bytes(2 * shape.reduce(1, *))
      y = constant(
        Tensor(
          kind.tensorType, shape, data: kind == .int8 ? Array(values.prefix(values.count / 2)) : values,
          quantization: .perTensor(scale: 0.01)))
    }
    guard kind != .float32 else { return try apply(.batchMatmul, options, [x.tensor, y], [(.float32, 1, 0)]) }
    let (_, zeroPoint) = quantization(kind)
    let scale = Float(depth).squareRoot() * x.scale * (kind == .int16 ? 5 : 1)
    return try apply(.batchMatmul, options, [x.tensor, y], [(x.type, scale, zeroPoint)])
  }

  private mutating func volumeOptions(_ padding: Schema.Padding, _ strides: [Int], dilates: Bool) -> Options {
    Options(
      .conv3DOptions,
      [
        "padding": .value(padding), "stride_d": .int(strides[0]), "stride_h": .int(strides[1]),
        "stride_w": .int(strides[2]), "dilation_d_factor": .int(dilates ? draw.dilation() : 1),
        "dilation_h_factor": .int(dilates ? draw.dilation() : 1),
        "dilation_w_factor": .int(dilates ? draw.dilation() : 1), "fused_activation_function": .value(activation()),
      ])
  }

  fileprivate mutating func volumeConvolution(_ before: Value?) throws -> Value {
    let x = try operand(before, rank: 5)
    let channels = draw.extent()
    let filter = (0..<3).map { _ in draw.tap(3) }
    let weights = try weights(x, filter + [x.shape[4], channels], axis: 4, hybrid: false)
    let options = volumeOptions(padding(), (0..<3).map { _ in draw.stride() }, dilates: true)
    let bias = bias(x, weights, channels: channels)
    return try apply(.conv3D, options, [x.tensor, weights.tensor] + (bias < 0 ? [] : [bias]), [(.float32, 1, 0)])
  }

  fileprivate mutating func transposedVolumeConvolution(_ before: Value?) throws -> Value {
    let x = try operand(before, rank: 5)
    let channels = draw.extent()
    let filter = (0..<3).map { _ in draw.tap(3) }
    let weights = try weights(x, filter + [channels, x.shape[4]], axis: 3, hybrid: false)
    let padding = padding()
    let strides = (0..<3).map { _ in draw.stride() }
    let extents = transposedExtents(Array(x.shape[1...3]), filter, strides, padding)
    let shape = numbers([x.shape[0]] + extents + [channels])
    let bias = bias(x, weights, channels: channels)
    return try apply(
      .conv3DTranspose, volumeOptions(padding, strides, dilates: false),
      [shape, weights.tensor, x.tensor] + (bias < 0 ? [] : [bias]), [(.float32, 1, 0)])
  }
}
