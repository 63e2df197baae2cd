import TFLiteKernels
import TFLiteSchema

/// How the taps of a three-dimensional filter move over NDHWC data.
struct VolumeWindows {
  /// One of the axes depth, height, width.
  struct Axis {
    var input: Int
    var output: Int
    var filter: Int
    var stride: Int
    var dilation: Int
    var before: Int

    /// The input position that tap `tap` of output `position` reads, nil when it lies outside.
    func source(_ position: Int, _ tap: Int) -> Int? {
      let source = position * stride - before + tap * dilation
      return source >= 0 && source < input ? source : nil
    }
  }

  var axes: [Axis]
  var channels: Int

  /// Output positions of a volume.
  var outputCount: Int { axes.reduce(1) { $0 &* $1.output } }
  var inputCount: Int { axes.reduce(1) { $0 &* $1.input } }
  var taps: Int { axes.reduce(1) { $0 &* $1.filter } }

  /// The offsets with which every output position reads one volume, -1 outside it.
  /// - Throws: `invalidOperator` or `outOfMemory` when the table would be too large.
  func table(_ account: MemoryAccount, _ node: OperatorNode) throws(RuntimeError) -> AlignedMemory {
    let count = outputCount.multipliedReportingOverflow(by: taps)
    let elements = inputCount.multipliedReportingOverflow(by: channels)
    guard !count.overflow, !elements.overflow, elements.partialValue <= Int(Int32.max), count.partialValue <= 1 << 30
    else { throw node.error(.outOfMemory, "the volume is too large for a convolution") }
    let memory = try AlignedMemory(4 &* count.partialValue, for: "tables", account)
    if count.partialValue == 0 { return memory }
    let table = memory.base.assumingMemoryBound(to: Int32.self)
    var entry = 0
    forEachPosition(axes.map { $0.output }) { position in
      forEachPosition(axes.map { $0.filter }) { tap in
        var source = 0
        var isInside = true
        for (number, axis) in axes.enumerated() {
          if let found = axis.source(position[number], tap[number]) {
            source = source * axis.input + found
          } else {
            isInside = false
          }
        }
        table[entry] = isInside ? Int32(truncatingIfNeeded: source * channels) : -1
        entry += 1
      }
    }
    return memory
  }

  private func forEachPosition(_ extents: [Int], _ body: ([Int]) -> Void) {
    for first in 0..<extents[0] {
      for second in 0..<extents[1] { for third in 0..<extents[2] { body([first, second, third]) } }
    }
  }
}

/// The options of CONV_3D and CONV_3D_TRANSPOSE.
struct VolumeOptions {
  let padding: Schema.Padding
  /// Depth, height, width.
  let strides: [Int]
  let dilations: [Int]
  let activation: FusedActivation

  init(_ node: OperatorNode) {
    let options = node.options.conv3DOptions
    padding = options?.padding ?? .same
    strides = [Int(options?.strideD ?? 0), Int(options?.strideH ?? 0), Int(options?.strideW ?? 0)]
    dilations = [
      Int(options?.dilationDFactor ?? 1), Int(options?.dilationHFactor ?? 1), Int(options?.dilationWFactor ?? 1),
    ]
    activation = FusedActivation(options?.fusedActivationFunction)
  }

  /// Windows of `filter` (depth, height, width first) over `shape`, which is NDHWC; nil when they do not fit.
  func windows(over shape: Shape, filter: Shape) -> [(count: Int, before: Int)]? {
    var windows: [(count: Int, before: Int)] = []
    for axis in 0..<3 {
      let part = WindowAxis(
        input: shape[axis + 1], filter: filter[axis], stride: strides[axis], dilation: dilations[axis])
      guard let window = part.windows(padding) else { return nil }
      windows.append(window)
    }
    return windows
  }
}
