import TFLiteSchema

/// REDUCE_WINDOW and STABLEHLO_REDUCE_WINDOW: a window slides over the input, and what it shows is reduced to one element,
/// starting from the initial value.
///
/// The StableHLO form sees the input with gaps between its elements (base dilation) and with margins, possibly negative;
/// gaps and margins count as the initial value.
final class ReduceWindow {
  /// The options of the StableHLO form; nil for the other, which has them in tensors.
  private let stableHLO: Schema.StablehloReduceWindowOptions?
  private let isStableHLO: Bool
  private let tensorFunction: RegionFunction?

  private var plan: Plan?

  private struct Plan {
    let function: RegionFunction
    /// The extents of the window along the axes before the run, and of the output.
    let window: [Int]
    let extents: [Int]
    /// Elements along the last axes, of which windows show one at a time and all: they lie in the output as in the input.
    let run: Int
    /// For each axis before the run and each pair of output and window index, how far from the start the element lies in the input, -1
    /// for gaps and margins. An output without elements has none.
    var tables: [UnsafeBufferPointer<Int>] = []
    /// What they lie in.
    var memory: [Table<Int>] = []
  }

  init(stableHLO node: OperatorNode) {
    stableHLO = node.options2.stablehloReduceWindowOptions
    isStableHLO = true
    tensorFunction = nil
  }

  init(_ node: OperatorNode) {
    stableHLO = nil
    isStableHLO = false
    let code: Schema.BuiltinOperator? =
      switch node.options2.reduceWindowOptions?.reduceFunction {
      case .add: .add
      case .mul: .mul
      case .minimum: .minimum
      case .maximum: .maximum
      case .all: .logicalAnd
      case .any: .logicalOr
      default: nil
      }
    tensorFunction = code.flatMap { RegionFunction($0) }
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.plan = nil
    try context.expect(inputs: isStableHLO ? 2 : 5, outputs: 1)
    let input = try context.input(0)
    let initial = try context.input(1)
    try context.expect(input, .bool, .int8, .int16, .int32, .int64, .uint8, .float32, .float64)
    try context.expectSameType(context.output(0), input)
    try context.expectSameType(initial, input)
    try context.expect(initial.elementCount == 1, "the initial value is not one element", initial)
    try context.expectRank(input, 1...Int.max)
    let function = try function(context)
    let geometry = try geometry(context, rank: input.rank)
    var shape = input.shape
    let strides = input.shape.strides
    var padded = shape
    var placements: [Placement] = []
    for axis in 0..<input.rank {
      let placement = try Placement(axis, input.shape[axis], geometry, context)
      shape[axis] = placement.outputExtent
      padded[axis] = placement.paddedExtent
      placements.append(placement)
    }
    try context.setShape(shape, ofOutput: 0)
    let outer = (placements.lastIndex { !$0.isWhole } ?? -1) + 1
    var plan = Plan(
      function: function, window: Array(geometry.window[..<outer]), extents: Array(shape.dimensions[..<outer]),
      run: shape.product(outer..<shape.rank))
    if shape.elementCount == 0 {
      self.plan = plan
      return
    }
    // The reference pads the input in memory, which bounds the windows; here nothing else would.
    let byteCount = padded.checkedElementCount.flatMap { input.type.byteCount(ofElements: $0) }
    if byteCount ?? Int.max > context.memoryLimit {
      throw context.node.error(
        .outOfMemory, "the padded input is too large", tensor: input.label,
        expected: "at most \(context.memoryLimit) bytes", actual: "\(padded)")
    }
    for (placement, stride) in zip(placements[..<outer], strides) {
      let table = try placement.table(stride: stride, context)
      plan.memory.append(table)
      plan.tables.append(table.values)
    }
    self.plan = plan
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    switch context.input(0).type {
    case .bool, .int8: run(plan, context, Int8.self)
    case .uint8: run(plan, context, UInt8.self)
    case .int16: run(plan, context, Int16.self)
    case .int32: run(plan, context, Int32.self)
    case .int64: run(plan, context, Int64.self)
    case .float64: run(plan, context, Double.self)
    default: run(plan, context, Float.self)
    }
  }

  private func run<Element: RegionElement>(_ plan: Plan, _ context: ExecuteContext, _ type: Element.Type) {
    let output = context.output(0)
    if output.elementCount == 0 { return }
    let job = ReduceWindowJob(
      input: context.input(0).pointer(as: type), initial: context.input(1).pointer(as: type)[0],
      output: output.mutablePointer(as: type), extents: plan.extents, tables: plan.tables, window: plan.window,
      length: plan.run, function: plan.function)
    var work = plan.run
    for extent in plan.window { work &*= extent }
    context.parallel(job, rows: output.elementCount / plan.run, work: Work(work, .element))
  }

  /// - Throws: `unsupported` or `invalidOperator` when options or region name none.
  private func function(_ context: PrepareContext) throws(RuntimeError) -> RegionFunction {
    let function: RegionFunction
    if isStableHLO {
      guard let options = stableHLO else { throw context.error("the options are missing") }
      function = try context.regionFunction(Int(options.bodySubgraphIndex))
    } else {
      guard let tensorFunction else { throw context.node.error(.unsupported, "the reduction is unknown") }
      function = tensorFunction
    }
    if case .second = function { throw context.node.error(.unsupported, "the reduction is unknown") }
    return function
  }

  private func geometry(_ context: PrepareContext, rank: Int) throws(RuntimeError) -> Geometry {
    var geometry: Geometry
    let ones = [Int](repeating: 1, count: rank)
    if let options = stableHLO {
      func list(_ vector: FlatBufferVector<Int64>, _ standard: [Int]) -> [Int] {
        vector.isEmpty ? standard : vector.map { Int(truncatingIfNeeded: $0) }
      }
      geometry = Geometry(
        window: list(options.windowDimensions, []), strides: list(options.windowStrides, ones),
        dilations: list(options.windowDilations, ones), baseDilations: list(options.baseDilations, ones),
        margins: list(options.padding, [Int](repeating: 0, count: 2 * rank)))
    } else {
      var lists: [[Int]] = []
      for number in 2..<5 {
        let operand = try context.input(number)
        try context.expect(operand, .int64)
        try context.expect(operand.isConstant, "not a constant", operand)
        lists.append(operand.integers)
      }
      geometry = Geometry(
        window: lists[0], strides: lists[1], dilations: lists[2], baseDilations: ones,
        margins: [Int](repeating: 0, count: 2 * rank))
    }
    for list in [geometry.window, geometry.strides, geometry.dilations, geometry.baseDilations] {
      if list.count != rank || list.contains(where: { $0 <= 0 || $0 > Int(Int32.max) }) {
        throw context.error("impossible window", expected: "\(rank) positive numbers", actual: "\(Shape(list))")
      }
    }
    if geometry.margins.count != 2 * rank || geometry.margins.contains(where: { $0.magnitude > 1 << 31 }) {
      throw context.error("impossible padding", expected: "\(2 * rank) numbers", actual: "\(Shape(geometry.margins))")
    }
    return geometry
  }

  private struct Geometry {
    var window: [Int]
    var strides: [Int]
    var dilations: [Int]
    var baseDilations: [Int]
    /// Before and after, for each axis.
    var margins: [Int]
  }

  /// Where the windows of one axis lie.
  private struct Placement {
    private let extent: Int
    private let window: Int
    private let stride: Int
    private let dilation: Int
    private let baseDilation: Int
    private let before: Int
    let outputExtent: Int
    let paddedExtent: Int

    init(_ axis: Int, _ extent: Int, _ geometry: Geometry, _ context: PrepareContext) throws(RuntimeError) {
      self.extent = extent
      window = geometry.window[axis]
      stride = geometry.strides[axis]
      dilation = geometry.dilations[axis]
      baseDilation = geometry.baseDilations[axis]
      before = geometry.margins[2 * axis]
      let dilated = extent == 0 ? 0 : (extent &- 1) &* baseDilation &+ 1
      let padded = dilated &+ before &+ geometry.margins[2 * axis + 1]
      paddedExtent = max(0, padded)
      let reach = (window &- 1) &* dilation &+ 1
      if padded < 0 { throw context.error("the padding of axis \(axis) leaves nothing") }
      outputExtent = padded < reach ? 0 : (padded &- reach) / stride &+ 1
      let (count, overflow) = outputExtent.multipliedReportingOverflow(by: window)
      if overflow || count > 1 << 28 { throw context.error("too many windows along axis \(axis)") }
    }

    /// The output has all elements, each seen by itself.
    var isWhole: Bool { window == 1 && stride == 1 && baseDilation == 1 && before == 0 && outputExtent == extent }

    func table(stride elements: Int, _ context: PrepareContext) throws(RuntimeError) -> Table<Int> {
      try context.table(outputExtent &* window) { entry in
        let (output, step) = (entry / window, entry % window)
        let position = output &* stride &+ step &* dilation &- before
        let index = position / baseDilation
        let isInside = position >= 0 && position % baseDilation == 0 && index < extent
        return isInside ? index &* elements : -1
      }
    }
  }
}

/// A row is one run of the output.
private struct ReduceWindowJob<Element: RegionElement>: RowJob {
  let input: UnsafePointer<Element>
  let initial: Element
  let output: UnsafeMutablePointer<Element>
  let extents: [Int]
  let tables: [UnsafeBufferPointer<Int>]
  let window: [Int]
  /// Elements of a run.
  let length: Int
  let function: RegionFunction

  func run(_ rows: Range<Int>) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: extents.count) { starts in
      for row in rows {
        var rest = row
        for axis in (0..<extents.count).reversed() {
          starts[axis] = rest % extents[axis] &* window[axis]
          rest /= extents[axis]
        }
        let results = output + row &* length
        for i in 0..<length { results[i] = initial }
        reduce(0, input, UnsafePointer(starts.baseAddress), results)
      }
    }
  }

  private func reduce(
    _ axis: Int, _ values: UnsafePointer<Element>, _ starts: UnsafePointer<Int>?,
    _ results: UnsafeMutablePointer<Element>
  ) {
    guard let starts, axis < window.count else { return combine(results, values) }
    for step in 0..<window[axis] {
      let distance = tables[axis][starts[axis] &+ step]
      if distance < 0 {
        var count = 1
        for inner in window[(axis + 1)...] { count &*= inner }
        for _ in 0..<count {
          for i in 0..<length { results[i] = Element.apply(function, results[i], initial) }
        }
      } else {
        reduce(axis + 1, values + distance, starts, results)
      }
    }
  }

  @inline(__always)
  private func combine(_ results: UnsafeMutablePointer<Element>, _ values: UnsafePointer<Element>) {
    // Each function by itself, so that it is known in the loop.
    switch function {
    case .sum: combine(.sum, results, values)
    case .maximum: combine(.maximum, results, values)
    case .minimum: combine(.minimum, results, values)
    default: combine(function, results, values)
    }
  }

  @inline(__always)
  private func combine(
    _ function: RegionFunction, _ results: UnsafeMutablePointer<Element>, _ values: UnsafePointer<Element>
  ) {
    for i in 0..<length { results[i] = Element.apply(function, results[i], values[i]) }
  }
}
