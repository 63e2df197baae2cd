import TFLiteSchema

/// What the masks of a STRIDED_SLICE mean for an input of a certain rank: one entry for each axis of the input and each
/// new axis, in order.
struct StridedSliceBounds {
  /// One axis, before the index operands are looked at.
  struct Axis {
    /// Its extent; 1 for a new axis.
    var extent: Int
    /// The axis of the input, nil for a new axis.
    var input: Int?
    /// Which element of `begin`, `end` and `strides` governs it, nil for a whole or a new axis.
    var operand: Int?
    var ignoresBegin = false
    var ignoresEnd = false
    /// A single index is taken and the axis dropped.
    var shrinks = false
  }

  /// What is read along one axis.
  struct Range {
    var start: Int
    var stride: Int
    var count: Int
  }

  private(set) var axes: [Axis] = []
  private let endIsCount: Bool

  /// - Parameter operandCount: the elements of `begin`, at most 31.
  /// - Returns: nil when the operands name more axes than there are.
  init?(_ options: Schema.StridedSliceOptions?, input: Shape, operandCount: Int) {
    let ellipsisMask = UInt32(bitPattern: options?.ellipsisMask ?? 0)
    let newAxisMask = UInt32(bitPattern: options?.newAxisMask ?? 0)
    let beginMask = UInt32(bitPattern: options?.beginMask ?? 0)
    let endMask = UInt32(bitPattern: options?.endMask ?? 0)
    let shrinkMask = UInt32(bitPattern: options?.shrinkAxisMask ?? 0)
    endIsCount = options?.offset ?? false
    func isSet(_ mask: UInt32, _ position: Int) -> Bool { position < 32 && mask >> UInt32(position) & 1 == 1 }

    var newAxes = 0
    for position in 0..<operandCount where !isSet(ellipsisMask, position) && isSet(newAxisMask, position) {
      newAxes += 1
    }
    let total = input.rank + newAxes
    var axis = 0
    var operand = 0
    while axes.count < total {
      if operand < operandCount, isSet(ellipsisMask, operand) {
        let whole = max(1, min(1 + total - operandCount, total - axes.count))
        for _ in 0..<whole {
          guard axis < input.rank else { return nil }
          axes.append(Axis(extent: input[axis], input: axis, operand: nil, ignoresBegin: true, ignoresEnd: true))
          axis += 1
        }
      } else if isSet(newAxisMask, operand) {
        axes.append(Axis(extent: 1, input: nil, operand: nil, ignoresBegin: true, ignoresEnd: true))
      } else {
        guard axis < input.rank else { return nil }
        if operand < operandCount {
          axes.append(
            Axis(
              extent: input[axis], input: axis, operand: operand, ignoresBegin: isSet(beginMask, operand),
              ignoresEnd: isSet(endMask, operand), shrinks: isSet(shrinkMask, operand)))
        } else {
          axes.append(Axis(extent: input[axis], input: axis, operand: nil, ignoresBegin: true, ignoresEnd: true))
        }
        axis += 1
      }
      operand += 1
    }
  }

  /// The elements read along axis `number`.
  func range(_ number: Int, begin: RuntimeTensor, end: RuntimeTensor, strides: RuntimeTensor) -> Range {
    let axis = axes[number]
    let extent = axis.extent
    guard let operand = axis.operand else { return Range(start: 0, stride: 1, count: extent) }
    let stride = strides.integer(operand)
    let lowest = stride > 0 ? 0 : -1
    let highest = stride > 0 ? extent : extent - 1
    var start = begin.integer(operand)
    if start < 0 { start &+= extent }
    start = max(lowest, min(highest, start))
    if axis.ignoresBegin { start = stride > 0 ? 0 : extent - 1 }
    if axis.shrinks { return Range(start: start, stride: 1, count: start >= 0 && start < extent ? 1 : 0) }
    var stop = end.integer(operand)
    if endIsCount { stop &+= start }
    if stop < 0 { stop &+= extent }
    stop = max(lowest, min(highest, stop))
    if axis.ignoresEnd { stop = stride > 0 ? extent : -1 }
    return Range(start: start, stride: stride, count: Self.count(stop - start, stride))
  }

  /// The extent along axis `number` when `end` holds counts and `begin` may not be known yet.
  func countedExtent(_ number: Int, end: RuntimeTensor, strides: RuntimeTensor) -> Int {
    guard let operand = axes[number].operand else { return axes[number].extent }
    return Self.count(end.integer(operand), strides.integer(operand))
  }

  /// The extent along axis `number` when it follows from the masks and the stride alone; nil when begin or end decide.
  func maskedExtent(_ number: Int, strides: RuntimeTensor) -> Int? {
    let axis = axes[number]
    guard let operand = axis.operand else { return axis.extent }
    guard axis.ignoresBegin, axis.ignoresEnd else { return nil }
    let stride = strides.integer(operand)
    return Self.count(stride < 0 ? -axis.extent : axis.extent, stride)
  }

  /// The steps of length `stride` from 0 that stay short of `distance`.
  private static func count(_ distance: Int, _ stride: Int) -> Int {
    if stride == 0 || distance == 0 || (distance < 0) != (stride < 0) { return 0 }
    let magnitude = stride.magnitude
    return Int(truncatingIfNeeded: (distance.magnitude - 1) / magnitude + 1)
  }
}
