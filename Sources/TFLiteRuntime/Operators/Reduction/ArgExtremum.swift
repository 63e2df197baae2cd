import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// ARG_MAX and ARG_MIN: where along an axis the largest or smallest element lies, the first one of equals. NaN loses
/// against every number.
final class ArgExtremum {
  enum Kind { case maximum, minimum }

  private let kind: Kind
  private let outputType: ElementType?
  /// Set while preparing when the axis is constant.
  private var axis: Int?
  private var kernel: PositionKernel?

  init(_ node: OperatorNode, _ kind: Kind) {
    self.kind = kind
    let type =
      kind == .maximum
      ? node.options.argMaxOptions?.outputType : node.options.argMinOptions?.outputType
    outputType = type.flatMap { ElementType(rawValue: Int8(truncatingIfNeeded: $0.rawValue)) }
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (self.axis, kernel) = (nil, nil)
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let axisTensor = try context.input(1)
    let output = try context.output(0)
    try context.expect(input, .float32, .uint8, .int8, .int32, .bool)
    try context.expect(axisTensor, .int32, .int64)
    try context.expect(axisTensor.elementCount == 1, "the axis must be one number", axisTensor)
    try context.expect(output, .int32, .int64)
    try context.expect(outputType == output.type, "the options name another index type than the output has", output)
    try context.expectRank(input, 1...Int.max)
    kernel = input.type.elementwise.flatMap {
      context.kernels.reductions.position(kind == .maximum ? .maximum : .minimum, $0)
    }
    guard axisTensor.isConstant else { return try context.setUnknownShape(ofOutput: 0) }
    let axis = try Self.resolve(axisTensor, input, context.node)
    try context.setShape(Self.shape(input, without: axis), ofOutput: 0)
    self.axis = axis
  }

  private static func resolve(
    _ tensor: RuntimeTensor, _ input: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Int {
    let value =
      tensor.type == .int32 ? Int(tensor.pointer(as: Int32.self)[0]) : Int(tensor.pointer(as: Int64.self)[0])
    let axis = value < 0 ? value &+ input.rank : value
    guard axis >= 0, axis < input.rank else {
      throw node.error(
        .invalidOperator, "axis outside the input's rank", tensor: tensor.label,
        expected: "\(-input.rank)..<\(input.rank)", actual: "\(value)")
    }
    if input.shape[axis] == 0 {
      throw node.error(.invalidOperator, "the axis has no elements", tensor: input.label, actual: "\(input.shape)")
    }
    return axis
  }

  private static func shape(_ input: RuntimeTensor, without axis: Int) -> Shape {
    var shape = input.shape
    shape.dimensions.remove(at: axis)
    return shape
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    let axis: Int
    if let planned = self.axis {
      axis = planned
    } else {
      axis = try Self.resolve(context.input(1), input, context.node)
      try context.resizeOutput(0, to: Self.shape(input, without: axis))
    }
    let extent = input.shape[axis]
    if let kernel, extent <= Int(Int32.max),
      input.shape.product(axis + 1..<input.rank) == 1
    {
      let job = PositionJob(
        kernel: kernel, input: UnsafeRawPointer(input.data), size: (input.type.bitWidth ?? 8) / 8, extent: extent,
        output: context.output(0).data, isWide: context.output(0).type == .int64)
      return context.parallel(job, rows: context.output(0).elementCount, work: Work(extent, .element))
    }
    switch input.type {
    case .float32:
      kind == .maximum ? run(FloatAbove.self, axis, context) : run(FloatBelow.self, axis, context)
    case .int32:
      kind == .maximum ? run(IntegerAbove<Int32>.self, axis, context) : run(IntegerBelow<Int32>.self, axis, context)
    case .int8:
      kind == .maximum ? run(IntegerAbove<Int8>.self, axis, context) : run(IntegerBelow<Int8>.self, axis, context)
    default:
      kind == .maximum ? run(IntegerAbove<UInt8>.self, axis, context) : run(IntegerBelow<UInt8>.self, axis, context)
    }
  }

  private func run<C: ExtremumOrder>(_ comparison: C.Type, _ axis: Int, _ context: ExecuteContext) {
    let output = context.output(0)
    if output.type == .int32 {
      run(C.self, Int32.self, axis, context)
    } else {
      run(C.self, Int64.self, axis, context)
    }
  }

  private func run<C: ExtremumOrder, Index: FixedWidthInteger & BitwiseCopyable>(
    _ comparison: C.Type, _ index: Index.Type, _ axis: Int, _ context: ExecuteContext
  ) {
    let shape = context.input(0).shape
    let job = ArgJob<C, Index>(
      input: context.input(0).pointer(as: C.Element.self), output: context.output(0).mutablePointer(as: Index.self),
      extent: shape[axis], inner: shape.product(axis + 1..<shape.rank))
    context.parallel(job, rows: context.output(0).elementCount, work: Work(shape[axis], .function))
  }
}

/// Rows along the innermost axis, by a kernel.
private struct PositionJob: RowJob {
  let kernel: PositionKernel
  let input: UnsafeRawPointer
  /// Bytes of an element.
  let size: Int
  let extent: Int
  let output: UnsafeMutableRawPointer
  /// Indices of 64 bits.
  let isWide: Bool

  func run(_ rows: Range<Int>) {
    if !isWide { return run(rows, output.assumingMemoryBound(to: Int32.self) + rows.lowerBound) }
    let wide = output.assumingMemoryBound(to: Int64.self)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 128) { buffer in
      guard let narrow = buffer.baseAddress else { return }
      for start in stride(from: rows.lowerBound, to: rows.upperBound, by: buffer.count) {
        let part = start..<min(start + buffer.count, rows.upperBound)
        run(part, narrow)
        for row in part { wide[row] = Int64(narrow[row - start]) }
      }
    }
  }

  private func run(_ rows: Range<Int>, _ positions: UnsafeMutablePointer<Int32>) {
    kernel(
      ReductionLines(input + rows.lowerBound &* extent &* size, lines: rows.count, stride: extent, count: extent),
      positions)
  }
}

/// Whether a candidate displaces the element chosen so far.
private protocol ExtremumOrder: SendableMetatype {
  associatedtype Element: BitwiseCopyable
  static func displaces(_ candidate: Element, _ current: Element) -> Bool
  /// A number of 32 bits that grows as elements come closer to the extremum; nil when the elements have no such order.
  static func rank(_ element: Element) -> Int64?
}

extension ExtremumOrder {
  @inline(__always)
  static func rank(_ element: Element) -> Int64? { nil }
}

private enum FloatAbove: ExtremumOrder {
  @inline(__always)
  static func displaces(_ candidate: Float, _ current: Float) -> Bool {
    candidate > current || (current.isNaN && !candidate.isNaN)
  }
}

private enum FloatBelow: ExtremumOrder {
  @inline(__always)
  static func displaces(_ candidate: Float, _ current: Float) -> Bool {
    candidate < current || (current.isNaN && !candidate.isNaN)
  }
}

private enum IntegerAbove<Element: FixedWidthInteger & BitwiseCopyable>: ExtremumOrder {
  @inline(__always)
  static func displaces(_ candidate: Element, _ current: Element) -> Bool { candidate > current }
  @inline(__always)
  static func rank(_ element: Element) -> Int64? { Int64(truncatingIfNeeded: element) }
}

private enum IntegerBelow<Element: FixedWidthInteger & BitwiseCopyable>: ExtremumOrder {
  @inline(__always)
  static func displaces(_ candidate: Element, _ current: Element) -> Bool { candidate < current }
  @inline(__always)
  static func rank(_ element: Element) -> Int64? { ~Int64(truncatingIfNeeded: element) }
}

/// One row is one output.
private struct ArgJob<C: ExtremumOrder, Index: FixedWidthInteger & BitwiseCopyable>: RowJob {
  let input: UnsafePointer<C.Element>
  let output: UnsafeMutablePointer<Index>
  let extent: Int
  /// Elements from one step along the axis to the next.
  let inner: Int

  /// The element above, the index below: the largest key is that of the first extremum, found without branches.
  @inline(__always)
  private static func key(_ element: C.Element, _ index: Int) -> Int64 {
    ((C.rank(element) ?? 0) &<< 32) &+ (Int64(UInt32.max) &- Int64(index))
  }

  @inline(__always)
  private static func index(_ key: Int64) -> Index {
    Index(truncatingIfNeeded: Int64(UInt32.max) &- (key & Int64(UInt32.max)))
  }

  func run(_ rows: Range<Int>) {
    var rows = rows
    if inner == 1, extent <= 1 << 31, C.rank(input[0]) != nil {
      // Four outputs at a time, because each waits for the comparison before.
      while rows.count >= 4 {
        let row = rows.lowerBound
        let element = input + row &* extent
        var best = (Int64.min, Int64.min, Int64.min, Int64.min)
        for i in 0..<extent {
          best.0 = max(best.0, Self.key(element[i], i))
          best.1 = max(best.1, Self.key(element[extent &+ i], i))
          best.2 = max(best.2, Self.key(element[2 &* extent &+ i], i))
          best.3 = max(best.3, Self.key(element[3 &* extent &+ i], i))
        }
        output[row] = Self.index(best.0)
        output[row &+ 1] = Self.index(best.1)
        output[row &+ 2] = Self.index(best.2)
        output[row &+ 3] = Self.index(best.3)
        rows = row + 4..<rows.upperBound
      }
    }
    if inner > 1, extent <= Int(Int32.max) { return runColumns(rows) }
    for row in rows {
      var element = input + (row / inner &* extent &* inner &+ row % inner)
      var best = element[0]
      var bestIndex = 0
      for i in 1..<max(extent, 1) {
        element += inner
        if C.displaces(element[0], best) {
          best = element[0]
          bestIndex = i
        }
      }
      output[row] = Index(truncatingIfNeeded: bestIndex)
    }
  }

  /// Neighboring outputs at once: those of the same place before the axis.
  private func runColumns(_ rows: Range<Int>) {
    withUnsafeTemporaryAllocation(of: C.Element.self, capacity: Self.columnCount) { elements in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.columnCount) { places in
        guard let best = elements.baseAddress, let indices = places.baseAddress else { return }
        var row = rows.lowerBound
        while row < rows.upperBound {
          let (outer, column) = row.quotientAndRemainder(dividingBy: inner)
          let count = min(Self.columnCount, inner - column, rows.upperBound - row)
          var x = input + (outer &* extent &* inner &+ column)
          for c in 0..<count {
            best[c] = x[c]
            indices[c] = 0
          }
          for i in 1..<max(extent, 1) {
            x += inner
            let index = Int32(truncatingIfNeeded: i)
            for c in 0..<count {
              let isBetter = C.displaces(x[c], best[c])
              best[c] = isBetter ? x[c] : best[c]
              indices[c] = isBetter ? index : indices[c]
            }
          }
          for c in 0..<count { output[row &+ c] = Index(truncatingIfNeeded: indices[c]) }
          row += count
        }
      }
    }
  }

  private static var columnCount: Int { 128 }
}
