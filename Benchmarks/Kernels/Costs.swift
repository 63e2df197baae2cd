import TFLiteKernelSets
import TFLiteKernels

/// What the kinds of work of the runtime's cost model (`Work.Kind`) cost with a kernel set, in picoseconds a unit: an element, a
/// byte or a multiply-add. Operands fit into a second-level cache.
struct Costs {
  private let set: KernelSet
  private let count = 1 << 14
  private let input: UnsafeMutableRawPointer
  private let other: UnsafeMutableRawPointer
  private let output: UnsafeMutableRawPointer

  init(_ set: KernelSet) {
    self.set = set
    (input, other, output) = (randomFloats(1 << 16), randomFloats(1 << 16), randomFloats(1 << 16))
  }

  private var floats: UnsafePointer<Float> { UnsafePointer(input.assumingMemoryBound(to: Float.self)) }
  private var results: UnsafeMutablePointer<Float> { output.assumingMemoryBound(to: Float.self) }

  private func picoseconds(_ units: Int, _ body: () -> Void) -> Int {
    Int((time(body) * 1e12 / Double(units)).rounded())
  }

  /// Lines of a kind and what it costs.
  var lines: [(kind: String, picoseconds: Int)] {
    let depth = 64
    let parameters = ElementwiseParameters()
    var lines = [
      ("copiedByte", picoseconds(4 * count) { output.copyMemory(from: input, byteCount: 4 * count) })
    ]
    if let add = set.elementwise.binary(.add, .float32) {
      let rows = BinaryRows(
        first: input, second: other, output: output, count: count, firstStep: 1, secondStep: 1)
      lines.append(("element", picoseconds(count) { add(rows, parameters) }))
    }
    lines.append(("function: logistic", picoseconds(count) { set.elementwise.logistic(floats, results, count) }))
    lines.append(
      ("function: dequantize", picoseconds(count) { set.quantization.dequantizeInt8(input, results, count, 0.5, 3) }))
    lines.append(
      (
        "softmax",
        picoseconds(count) { set.normalization.softmaxFloat(floats, results, depth, 1, 0, count / depth) }
      ))
    let image = ConvolutionGeometry(
      batches: 1, inputHeight: 16, inputWidth: 16, inputDepth: depth, filterHeight: 3, filterWidth: 3,
      outputHeight: 16, outputWidth: 16, outputDepth: depth, paddingTop: 1, paddingLeft: 1)
    lines.append(
      (
        "pooled",
        picoseconds(9 * count) {
          set.pooling.maxFloat(image, floats, results, floatRange, 0, image.outputRows)
        }
      ))
    return lines
  }

  /// Prints a table of all sets, a column each.
  static func printTable(_ sets: [KernelSet]) {
    let columns = sets.map { Costs($0).lines }
    print("picoseconds a unit".padded(24), sets.map { "\($0.name)".padded(12) }.joined())
    for (row, line) in (columns.first ?? []).enumerated() {
      print(line.kind.padded(24), columns.map { "\($0[row].picoseconds)".padded(12) }.joined())
    }
    print("products and depthwise: 1e6 / (GOP/s / 2) of the layers that follow without `costs`")
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
