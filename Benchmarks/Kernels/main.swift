// Times kernels over shapes of real layers and compares them with what the processor's multiply-adds reach at best in the same
// run: `kernel-benchmark [filter] [set ...]`. `kernel-benchmark costs [set ...]` measures what the runtime's cost model names.

import TFLiteKernelSets
import TFLiteKernels

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

let sets = KernelSets.available.filter { $0.name != "reference" }.map { $0.set }
let filter = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ""
let wanted = Set(CommandLine.arguments.dropFirst(2))

/// Memory of `count` bytes that look random.
func randomBytes(_ count: Int) -> UnsafeMutableRawPointer {
  let p = UnsafeMutableRawPointer.allocate(byteCount: count + 64, alignment: 64)
  var x: UInt32 = 1
  for i in 0..<count {
    x = x &* 1_664_525 &+ 1_013_904_223
    p.storeBytes(of: UInt8(x >> 24), toByteOffset: i, as: UInt8.self)
  }
  return p
}

/// Memory of `count` floats between -0.8 and 0.8.
func randomFloats(_ count: Int) -> UnsafeMutableRawPointer {
  let p = UnsafeMutableRawPointer.allocate(byteCount: 4 * count + 64, alignment: 64)
  for i in 0..<count { p.storeBytes(of: Float(i % 17) * 0.1 - 0.8, toByteOffset: 4 * i, as: Float.self) }
  return p
}

/// The seconds that `body` takes at best.
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

/// Multiply-adds a second at the processor's limit.
func peak(_ loop: (UnsafeMutableRawPointer, Int) -> Int, _ memory: UnsafeMutableRawPointer) -> Double {
  var count = 0
  let seconds = time { count = loop(memory, 1000) }
  return Double(count) / seconds
}

/// A set of kernels and its limits.
struct Candidate {
  var set: KernelSet
  var float: Double
  var bytes: Double

  init(_ set: KernelSet) {
    self.set = set
    float = set.peaks.map { peak($0.float, randomFloats(PeakLoops.byteCount / 4)) } ?? 0
    bytes = set.peaks.map { peak($0.bytes, randomBytes(PeakLoops.byteCount)) } ?? 0
  }

  /// The text for a kernel that did `work` multiply-adds in `seconds`.
  func text(_ kind: String, _ work: Int, _ seconds: Double, of peak: Double) -> String {
    let rate = Double(work) / seconds
    return "  \(kind) \((seconds * 1e7).rounded() / 10) us \((rate * 2e-8).rounded() / 10) GOP/s"
      + " \((100 * rate / peak).rounded()) %"
  }
}

let integerRange = IntegerRange(lower: -128, upper: 127)
let floatRange = FloatRange(lower: -1e9, upper: 1e9)

/// Calls `body` with a requantization of `channels` channels.
func withRequantization(_ channels: Int, _ body: (Requantization) -> Void) {
  let multipliers = [QuantizedMultiplier](repeating: QuantizedMultiplier(0.001), count: channels)
  multipliers.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return }
    body(
      Requantization(
        inputOffset: 3, outputOffset: -3, multipliers: base, isPerChannel: true, range: integerRange))
  }
}

func measure(_ layer: ProductLayer, _ candidate: Candidate) -> String {
  let set = candidate.set
  let length = layer.taps * layer.depth
  var shape = MatrixShape(columns: layer.columns, taps: layer.taps, depth: layer.depth)
  let offsets = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, layer.rows * layer.taps))
  var geometry: UnsafeMutablePointer<ConvolutionGeometry>?
  if let convolution = layer.geometry {
    shape.windowRows = convolution.windowRows
    IndirectionTable.fill(convolution, offsets)
    let memory = UnsafeMutablePointer<ConvolutionGeometry>.allocate(capacity: 1)
    memory.initialize(to: convolution)
    geometry = memory
  }
  let inputCount = layer.rows * layer.depth
  let work = layer.rows * layer.columns * length
  func arguments(
    _ input: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer, _ output: UnsafeMutableRawPointer
  ) -> MatrixArguments {
    MatrixArguments(
      input: input, inputStride: layer.depth, offsets: layer.taps > 1 ? UnsafePointer(offsets) : nil,
      geometry: UnsafePointer(geometry), paddingRow: layer.taps > 1 ? UnsafeRawPointer(input) : nil, packed: packed,
      shape: shape, output: output, outputStride: layer.columns)
  }
  let bytes = set.products.int8
  let bytePacked = UnsafeMutableRawPointer.allocate(byteCount: bytes.packedSize(shape), alignment: 64)
  let byteWeights = randomBytes(layer.columns * length)
  let bias = [Int32](repeating: 0, count: layer.columns)
  withRequantization(layer.columns) {
    bytes.pack(shape, byteWeights.assumingMemoryBound(to: Int8.self), bias, $0, .int8, bytePacked)
  }
  let a = arguments(randomBytes(inputCount), bytePacked, randomBytes(layer.rows * layer.columns))
  let byteSeconds = time { bytes.run(a, 0, layer.rows, 0, layer.columns) }
  let floats = set.products.float
  let packed = UnsafeMutableRawPointer.allocate(byteCount: floats.packedSize(shape), alignment: 64)
  let weights = randomFloats(layer.columns * length)
  floats.pack(shape, weights.assumingMemoryBound(to: Float.self), nil, floatRange, packed)
  let b = arguments(randomFloats(inputCount), packed, randomFloats(layer.rows * layer.columns))
  let floatSeconds = time { floats.run(b, 0, layer.rows, 0, layer.columns) }
  return candidate.text("int8", work, byteSeconds, of: candidate.bytes)
    + candidate.text("float", work, floatSeconds, of: candidate.float)
}

func measure(_ layer: DepthwiseLayer, _ candidate: Candidate) -> String {
  let set = candidate.set
  let geometry = layer.geometry
  let inputCount = layer.size * layer.size * layer.channels
  let outputCount = geometry.outputHeight * geometry.outputWidth * layer.channels
  let filterCount = geometry.taps * layer.channels
  let bytes = set.depthwise.int8
  let bytePacked = UnsafeMutableRawPointer.allocate(byteCount: bytes.packedSize(geometry), alignment: 64)
  let byteWeights = randomBytes(filterCount)
  let bias = [Int32](repeating: 0, count: layer.channels)
  withRequantization(layer.channels) {
    bytes.pack(geometry, byteWeights.assumingMemoryBound(to: Int8.self), bias, $0, bytePacked)
  }
  let a = DepthwiseArguments(
    geometry: geometry, input: randomBytes(inputCount), packed: bytePacked, output: randomBytes(outputCount))
  let byteSeconds = time { bytes.run(a, 0, geometry.outputRows) }
  let floats = set.depthwise.float
  let packed = UnsafeMutableRawPointer.allocate(byteCount: floats.packedSize(geometry), alignment: 64)
  let weights = randomFloats(filterCount)
  floats.pack(geometry, weights.assumingMemoryBound(to: Float.self), nil, floatRange, packed)
  let b = DepthwiseArguments(
    geometry: geometry, input: randomFloats(inputCount), packed: packed, output: randomFloats(outputCount))
  let floatSeconds = time { floats.run(b, 0, geometry.outputRows) }
  let work = outputCount * geometry.taps
  return candidate.text("int8", work, byteSeconds, of: candidate.bytes)
    + candidate.text("float", work, floatSeconds, of: candidate.float)
}

let chosen = sets.filter { wanted.isEmpty || wanted.contains($0.name.description) }
if filter == "costs" {
  Costs.printTable(chosen)
  exit(0)
}
let candidates = chosen.map { Candidate($0) }
for candidate in candidates {
  print(
    "peak \(candidate.set.name)  int8 \((candidate.bytes * 2e-8).rounded() / 10) GOP/s",
    " float \((candidate.float * 2e-8).rounded() / 10) GFLOP/s")
}
for layer in ProductLayer.all where filter.isEmpty || layer.name.contains(filter) {
  for candidate in candidates { print("\(layer.name) \(candidate.set.name)" + measure(layer, candidate)) }
}
for layer in DepthwiseLayer.all where filter.isEmpty || layer.name.contains(filter) {
  for candidate in candidates { print("depthwise \(layer.name) \(candidate.set.name)" + measure(layer, candidate)) }
}
