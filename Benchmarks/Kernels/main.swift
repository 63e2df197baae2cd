// Times kernels over shapes of real layers: `kernel-benchmark [filter] [set ...]`.

import TFLiteKernels

#if TFLITE_TIERS
  import TFLiteKernelsAVX2
  import TFLiteKernelsAVX512
#endif

struct Layer {
  var name: String
  var rows: Int
  var columns: Int
  var depth: Int
  var taps = 1
}

let layers = [
  Layer(name: "mobilenet_v2_56_1x1_expand", rows: 3136, columns: 144, depth: 24),
  Layer(name: "mobilenet_v2_56_1x1_project", rows: 3136, columns: 24, depth: 144),
  Layer(name: "mobilenet_v2_14_1x1_expand", rows: 196, columns: 384, depth: 64),
  Layer(name: "mobilenet_v2_14_1x1_project", rows: 196, columns: 64, depth: 384),
  Layer(name: "mobilenet_v2_7_1x1", rows: 49, columns: 1280, depth: 320),
  Layer(name: "mobilenet_v1_14_1x1", rows: 196, columns: 512, depth: 512),
  Layer(name: "resnet_56_3x3", rows: 3136, columns: 64, depth: 64, taps: 9),
  Layer(name: "resnet_14_3x3", rows: 196, columns: 256, depth: 256, taps: 9),
  Layer(name: "resnet_7_3x3", rows: 49, columns: 512, depth: 512, taps: 9),
  Layer(name: "first_112_3x3x3", rows: 12544, columns: 32, depth: 3, taps: 9),
  Layer(name: "dense_1280_1000", rows: 1, columns: 1000, depth: 1280),
  Layer(name: "dense_128_128", rows: 1, columns: 128, depth: 128),
]
let sets: [KernelSet] = {
  var sets = [KernelSet.portable]
  #if TFLITE_TIERS
    if ProcessorFeatures.hasAVX2 { sets.append(AVX2Kernels.set) }
    if ProcessorFeatures.hasAVX512 { sets.append(AVX512Kernels.set) }
  #endif
  return sets
}()
let filter = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ""
let wanted = Set(CommandLine.arguments.dropFirst(2))

func random(_ count: Int) -> UnsafeMutableRawPointer {
  let p = UnsafeMutableRawPointer.allocate(byteCount: count + 64, alignment: 64)
  var x: UInt32 = 1
  for i in 0..<count {
    x = x &* 1_664_525 &+ 1_013_904_223
    p.storeBytes(of: UInt8(x >> 24), toByteOffset: i, as: UInt8.self)
  }
  return p
}

func randomFloats(_ count: Int) -> UnsafeMutableRawPointer {
  let p = random(4 * count)
  for i in 0..<count { p.storeBytes(of: Float(i % 17) * 0.1 - 0.8, toByteOffset: 4 * i, as: Float.self) }
  return p
}

func time(_ body: () -> Void) -> Double {
  body()
  var best = Double.infinity
  let clock = ContinuousClock()
  var total = 0.0
  while total < 0.15 {
    var runs = 1
    var seconds = 0.0
    while true {
      let elapsed = clock.measure { for _ in 0..<runs { body() } }
      seconds = Double(elapsed.components.attoseconds) * 1e-18 + Double(elapsed.components.seconds)
      if seconds > 2e-3 { break }
      runs *= 2
    }
    total += seconds
    best = min(best, seconds / Double(runs))
  }
  return best
}

for layer in layers where filter.isEmpty || layer.name.contains(filter) {
  let length = layer.taps * layer.depth
  let shape = MatrixShape(columns: layer.columns, taps: layer.taps, depth: layer.depth)
  let offsets = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, layer.rows * layer.taps))
  for r in 0..<layer.rows {
    for t in 0..<layer.taps { offsets[r * layer.taps + t] = Int32((r + t) * layer.depth) }
  }
  let inputCount = (layer.rows + layer.taps) * layer.depth
  for set in sets where wanted.isEmpty || wanted.contains(set.name.description) {
    let operations = 2 * Double(layer.rows * layer.columns * length)
    var line = "\(layer.name) \(set.name)"
    do {
      let k = set.matrixInt8
      let packed = UnsafeMutableRawPointer.allocate(byteCount: k.packedSize(shape), alignment: 64)
      let multipliers = [QuantizedMultiplier](repeating: QuantizedMultiplier(0.001), count: layer.columns)
      let weights = random(layer.columns * length)
      let bias = [Int32](repeating: 0, count: layer.columns)
      let input = random(inputCount)
      multipliers.withUnsafeBufferPointer { m in
        k.pack(
          shape, weights.assumingMemoryBound(to: Int8.self), bias,
          Requantization(
            inputOffset: 3, outputOffset: -3, multipliers: m.baseAddress!, isPerChannel: true,
            range: IntegerRange(lower: -128, upper: 127)), .int8, packed)
      }
      let output = random(layer.rows * layer.columns)
      let a = MatrixArguments(
        input: input, inputStride: layer.depth, offsets: layer.taps > 1 ? UnsafePointer(offsets) : nil,
        neighbours: layer.taps == 9 ? 3 : 1, paddingRow: layer.taps > 1 ? UnsafeRawPointer(input) : nil, packed: packed, shape: shape, output: output,
        outputStride: layer.columns)
      let seconds = time { k.run(a, 0, layer.rows, 0, layer.columns) }
      line += "  int8 \((seconds * 1e7).rounded() / 10) us \((operations / seconds * 1e-8).rounded() / 10) GOP/s"
    }
    do {
      let k = set.matrixFloat
      let packed = UnsafeMutableRawPointer.allocate(byteCount: k.packedSize(shape), alignment: 64)
      let weights = randomFloats(layer.columns * length)
      let input = randomFloats(inputCount)
      k.pack(shape, weights.assumingMemoryBound(to: Float.self), nil, FloatRange(lower: -1e9, upper: 1e9), packed)
      let output = randomFloats(layer.rows * layer.columns)
      let a = MatrixArguments(
        input: input, inputStride: layer.depth, offsets: layer.taps > 1 ? UnsafePointer(offsets) : nil,
        neighbours: layer.taps == 9 ? 3 : 1, paddingRow: layer.taps > 1 ? UnsafeRawPointer(input) : nil, packed: packed, shape: shape, output: output,
        outputStride: layer.columns)
      let seconds = time { k.run(a, 0, layer.rows, 0, layer.columns) }
      line += "  float \((seconds * 1e7).rounded() / 10) us \((operations / seconds * 1e-8).rounded() / 10) GFLOP/s"
    }
    print(line)
  }
}
