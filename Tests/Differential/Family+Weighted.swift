import TFLiteSchema
import TestSupport

/// Convolutions and products of matrices.
extension Family {
  static let weighted: [Family] = [
    Family(name: "CONV_2D", kinds: Kind.all) { try $0.convolution($1) },
    Family(name: "DEPTHWISE_CONV_2D", kinds: Kind.all) { try $0.depthwiseConvolution($1) },
    Family(name: "TRANSPOSE_CONV", kinds: Kind.all) { try $0.transposedConvolution($1) },
    Family(name: "FULLY_CONNECTED", kinds: Kind.all) { try $0.fullyConnected($1) },
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

  /// Weights of `shape` for activations `value`: of their type, or, beside exact floats, of bytes now and then.
  /// - Parameter axis: the dimension of output channels.
  private mutating func weights(_ value: Value, _ shape: [Int], axis: Int, hybrid: Bool = true) throws -> Weights {
    if shape.reduce(1, *) > 20_000 { throw Misfit() }
    let count = shape.reduce(1, *)
    if value.type == .float32, !(hybrid && value.isExact && draw.chance(0.4)) {
      return Weights(tensor: floats(shape), scales: [], isFloat: true)
    }
    if value.type == .uint8 {
      let scale = draw.float(0.005...0.02)
      let zeroPoint = draw.chance(0.3) ? draw.one(of: [0, 255]) : draw.int(100...150)
      let tensor = constant(
        .uint8(shape, draw.bytes(count), quantization: .perTensor(scale: scale, zeroPoint: Int64(zeroPoint))))
      return Weights(tensor: tensor, scales: [scale], isFloat: false)
    }
    let values = draw.bytes(count).map { max(-127, Int8(bitPattern: $0)) }
    let scales = (0..<(draw.chance(0.7) ? shape[axis] : 1)).map { _ in draw.float(0.005...0.02) }
    let quantization: Quantization =
      scales.count > 1 ? .perChannel(scales: scales, dimension: axis) : .perTensor(scale: scales[0])
    return Weights(
      tensor: constant(.int8(shape, values, quantization: quantization)), scales: scales, isFloat: false)
  }

  /// A bias for `channels`, -1 for none.
  private mutating func bias(_ value: Value, _ weights: Weights, channels: Int, always: Bool = false) -> Int {
    if !always, draw.chance(0.25) { return -1 }
    if value.type == .float32 { return floats([channels]) }
    let scales = weights.scales.map { $0 * value.scale }
    let quantization: Quantization =
      scales.count > 1 ? .perChannel(scales: scales, dimension: 0) : .perTensor(scale: scales[0])
    let values = (0..<channels).map { _ in draw.int(-20_000...20_000) }
    return value.type == .int16
      ? constant(.int64([channels], values.map { Int64($0) }, quantization: quantization))
      : constant(.int32([channels], values.map { Int32($0) }, quantization: quantization))
  }

  /// The result of a product of `depth` terms: quantised so that sums spread over the type.
  private mutating func product(
    _ code: Schema.BuiltinOperator, _ options: Options, _ inputs: [Int], _ value: Value, _ weights: Weights, depth: Int
  ) throws -> Value {
    guard value.type != .float32 else { return try apply(code, options, inputs, [(.float32, 1, 0)]) }
    let (_, zeroPoint) = quantization(kind)
    let spread = Float(max(1, depth)).squareRoot() * value.scale * (weights.scales.max() ?? 0.01) * draw.float(20...150)
    return try apply(code, options, inputs, [(value.type, spread, zeroPoint)])
  }

  fileprivate mutating func convolution(_ before: Value?) throws -> Value {
    let x = try operand(before, rank: 4)
    let depth = x.shape[3]
    let groups = draw.chance(0.15) ? draw.one(of: (1...depth).filter { depth % $0 == 0 }) : 1
    let channels = groups > 1 ? groups * draw.int(1...3) : draw.extent()
    let (height, width) = (draw.tap(), draw.tap())
    let weights = try weights(x, [channels, height, width, depth / groups], axis: 0)
    let options = Options(
      .conv2DOptions,
      [
        "padding": .value(padding()), "stride_w": .int(draw.stride()), "stride_h": .int(draw.stride()),
        "dilation_w_factor": .int(draw.dilation()), "dilation_h_factor": .int(draw.dilation()),
        "fused_activation_function": .value(activation()),
      ])
    let bias = bias(x, weights, channels: channels)
    return try product(
      .conv2D, options, [x.tensor, weights.tensor, bias], x, weights, depth: height * width * depth / groups)
  }

  fileprivate mutating func depthwiseConvolution(_ before: Value?) throws -> Value {
    let x = try operand(before, rank: 4)
    let multiplier = draw.one(of: [1, 1, 1, 2, 3, 8])
    let channels = x.shape[3] * multiplier
    let (height, width) = (draw.tap(), draw.tap())
    let weights = try weights(x, [1, height, width, channels], axis: 3)
    let options = Options(
      .depthwiseConv2DOptions,
      [
        "padding": .value(padding()), "stride_w": .int(draw.stride()), "stride_h": .int(draw.stride()),
        "dilation_w_factor": .int(draw.dilation()), "dilation_h_factor": .int(draw.dilation()),
        "depth_multiplier": .int(multiplier), "fused_activation_function": .value(activation()),
      ])
    let bias = bias(x, weights, channels: channels)
    return try product(
      .depthwiseConv2D, options, [x.tensor, weights.tensor, bias], x, weights, depth: height * width)
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

  /// Output extents of a transposed convolution: those of which a convolution makes the input's, now and then any.
  private mutating func transposedExtents(
    _ input: [Int], _ filter: [Int], _ strides: [Int], _ padding: Schema.Padding
  ) -> [Int] {
    input.indices.map { axis in
      if draw.chance(0.1) { return draw.extent() }
      let rest = draw.int(0...strides[axis] - 1)
      let found =
        padding == .same ? input[axis] * strides[axis] - rest : (input[axis] - 1) * strides[axis] + filter[axis] + rest
      return max(1, found)
    }
  }

  fileprivate mutating func fullyConnected(_ before: Value?) throws -> Value {
    let x = try operand(before)
    let depth = x.shape[x.shape.count - 1]
    let units = draw.extent()
    let weights = try weights(x, [units, depth], axis: 0)
    let options = Options(
      .fullyConnectedOptions,
      [
        "fused_activation_function": .value(activation()), "keep_num_dims": .bool(draw.chance(0.5)),
        "asymmetric_quantize_inputs": .bool(draw.chance(0.5)),
      ])
    let bias = bias(x, weights, channels: units)
    return try product(.fullyConnected, options, [x.tensor, weights.tensor, bias], x, weights, depth: depth)
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
