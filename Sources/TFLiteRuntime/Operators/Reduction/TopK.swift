/// TOPK_V2: the k largest elements of each innermost row and their indices, in falling order, the first of equals first.
/// NaN counts as smaller than every number.
final class TopK {
  private var selection: Scratch?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    selection = nil
    try context.expect(inputs: 2, outputs: 2)
    let input = try context.input(0)
    let k = try context.input(1)
    try context.expect(input, .float32, .uint8, .int8, .int16, .int32, .int64)
    try context.expectSameType(context.output(0), input)
    try context.expect(context.output(1), .int32, .int16)
    try context.expect(k, .int32, .int16)
    try context.expect(k.elementCount == 1, "k must be one number", k)
    try context.expectRank(input, 1...Int.max)
    let rows = input.shape.product(0..<input.rank - 1)
    if k.isConstant {
      let count = try Self.count(k, input, context.output(1), context.node)
      let shape = Self.shape(input, count)
      try context.setShape(shape, ofOutput: 0)
      try context.setShape(shape, ofOutput: 1)
      selection = try context.requestScratch(product: 4, rows, count)
    } else {
      try context.setUnknownShape(ofOutput: 0)
      try context.setUnknownShape(ofOutput: 1)
      selection = try context.requestScratch(product: 4, input.elementCount)
    }
  }

  /// The value of `k`, at least 0.
  /// - Throws: `invalidOperator` when rows are shorter, or too long for the index type.
  private static func count(
    _ k: RuntimeTensor, _ input: RuntimeTensor, _ indices: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Int {
    let value = k.type == .int32 ? Int(k.pointer(as: Int32.self)[0]) : Int(k.pointer(as: Int16.self)[0])
    let length = input.shape.innermost
    if value > 0 {
      let limit = indices.type == .int16 ? Int(Int16.max) : Int(Int32.max)
      guard value <= length, length <= limit else {
        throw node.error(
          .invalidOperator, "k does not fit the rows", tensor: k.label,
          expected: "at most \(length) in rows of at most \(limit)", actual: "\(value)")
      }
    }
    return max(0, value)
  }

  private static func shape(_ input: RuntimeTensor, _ count: Int) -> Shape {
    var shape = input.shape
    shape[shape.rank - 1] = count
    return shape
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let selection else { throw context.unprepared }
    let input = context.input(0)
    if !context.input(1).isConstant {
      let count = try Self.count(context.input(1), input, context.output(1), context.node)
      let shape = Self.shape(input, count)
      try context.resizeOutput(0, to: shape)
      try context.resizeOutput(1, to: shape)
    }
    switch input.type {
    case .float32: run(FloatOrder.self, selection, context)
    case .uint8: run(IntegerOrder<UInt8>.self, selection, context)
    case .int8: run(IntegerOrder<Int8>.self, selection, context)
    case .int16: run(IntegerOrder<Int16>.self, selection, context)
    case .int32: run(IntegerOrder<Int32>.self, selection, context)
    default: run(IntegerOrder<Int64>.self, selection, context)
    }
  }

  private func run<O: TopKOrder>(_ order: O.Type, _ selection: Scratch, _ context: ExecuteContext) {
    let input = context.input(0)
    let k = context.output(0).shape.innermost
    if k == 0 || input.elementCount == 0 { return }
    let job = TopKJob<O>(
      input: input.pointer(as: O.Element.self), length: input.shape.innermost, k: k,
      selection: context.scratch(selection).assumingMemoryBound(to: Int32.self),
      values: context.output(0).mutablePointer(as: O.Element.self), indices: context.output(1).data,
      hasNarrowIndices: context.output(1).type == .int16)
    context.parallel(job, rows: input.elementCount / job.length, work: Work(job.length, .slowElement))
  }
}

private protocol TopKOrder: SendableMetatype {
  associatedtype Element: BitwiseCopyable
  /// `a` comes before `b` whatever their indices.
  static func precedes(_ a: Element, _ b: Element) -> Bool
  /// The larger, the earlier, and equal where neither comes before the other; nil where 32 bits do not hold that.
  static func key(_ x: Element) -> Int32?
}

private enum IntegerOrder<Element: FixedWidthInteger & BitwiseCopyable>: TopKOrder {
  @inline(__always)
  static func precedes(_ a: Element, _ b: Element) -> Bool { a > b }
  @inline(__always)
  static func key(_ x: Element) -> Int32? { Element.bitWidth > 32 ? nil : Int32(truncatingIfNeeded: x) }
}

private enum FloatOrder: TopKOrder {
  @inline(__always)
  static func precedes(_ a: Float, _ b: Float) -> Bool { a > b || (b.isNaN && !a.isNaN) }
  @inline(__always)
  static func key(_ x: Float) -> Int32? {
    if x.isNaN { return Int32.min }
    // Zeros are equal; the magnitudes of negative numbers count backwards.
    let bits = Int32(bitPattern: (x + 0).bitPattern)
    return bits < 0 ? Int32.min &- bits : bits
  }
}

/// Keeps the best k indices of a row in a heap whose root is the worst of them, then sorts the heap. Short rows of which many
/// elements are wanted are compared with one another instead, each element with a vector of the others.
private struct TopKJob<O: TopKOrder>: RowJob {
  let input: UnsafePointer<O.Element>
  let length: Int
  let k: Int
  let selection: UnsafeMutablePointer<Int32>
  let values: UnsafeMutablePointer<O.Element>
  let indices: UnsafeMutableRawPointer
  let hasNarrowIndices: Bool

  /// Elements of the longest rows that are compared so.
  private static var longestComparedRow: Int { 64 }
  /// The fewest elements wanted of them.
  private static var fewestRanks: Int { 8 }

  func run(_ rows: Range<Int>) {
    for row in rows {
      if length <= Self.longestComparedRow, k >= Self.fewestRanks, O.key(input[0]) != nil {
        rank(row)
        continue
      }
      let source = input + row &* length
      let heap = selection + row &* k
      for i in 0..<k { heap[i] = Int32(truncatingIfNeeded: i) }
      for root in stride(from: k / 2 - 1, through: 0, by: -1) { siftDown(heap, root, k, source) }
      for i in k..<max(length, k) where O.precedes(source[i], source[Int(heap[0])]) {
        heap[0] = Int32(truncatingIfNeeded: i)
        siftDown(heap, 0, k, source)
      }
      var end = k - 1
      while end > 0 {
        (heap[0], heap[end]) = (heap[end], heap[0])
        siftDown(heap, 0, end, source)
        end -= 1
      }
      for i in 0..<k { put(heap[i], row &* k &+ i, source) }
    }
  }

  /// Writes element `index` of a row to place `place` of the results.
  @inline(__always)
  private func put(_ index: Int32, _ place: Int, _ source: UnsafePointer<O.Element>) {
    values[place] = source[Int(index)]
    if hasNarrowIndices {
      indices.storeBytes(of: Int16(truncatingIfNeeded: index), toByteOffset: 2 &* place, as: Int16.self)
    } else {
      indices.storeBytes(of: index, toByteOffset: 4 &* place, as: Int32.self)
    }
  }

  /// Writes each element to the place that is the number of those before it.
  private func rank(_ row: Int) {
    let source = input + row &* length
    let lanes = SIMD16<Int32>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    let blocks = (length &+ 15) / 16
    withUnsafeTemporaryAllocation(of: SIMD16<Int32>.self, capacity: blocks) { buffer in
      guard let keys = buffer.baseAddress else { return }
      for block in 0..<blocks { keys[block] = SIMD16(repeating: Int32.min) }
      let scalars = UnsafeMutableRawPointer(keys).assumingMemoryBound(to: Int32.self)
      for i in 0..<length { scalars[i] = O.key(source[i]) ?? Int32.min }
      for i in 0..<length {
        let key = SIMD16<Int32>(repeating: scalars[i])
        let own = i / 16
        // Minus one for each element before; of equal ones, those with lower indices.
        var counts = SIMD16<Int32>()
        for block in 0..<own { counts = counts &+ unsafeBitCast(keys[block] .>= key, to: SIMD16<Int32>.self) }
        let lower = SIMD16<Int32>(repeating: Int32(truncatingIfNeeded: i & 15)) .> lanes
        let equal = (keys[own] .== key) .& lower
        counts = counts &+ unsafeBitCast((keys[own] .> key) .| equal, to: SIMD16<Int32>.self)
        for block in own &+ 1..<blocks { counts = counts &+ unsafeBitCast(keys[block] .> key, to: SIMD16<Int32>.self) }
        let place = Int(0 &- counts.wrappedSum())
        if place < k { put(Int32(truncatingIfNeeded: i), row &* k &+ place, source) }
      }
    }
  }

  /// `a` comes before `b` in the output.
  @inline(__always)
  private func precedes(_ a: Int32, _ b: Int32, _ source: UnsafePointer<O.Element>) -> Bool {
    let x = source[Int(a)]
    let y = source[Int(b)]
    if O.precedes(x, y) { return true }
    return O.precedes(y, x) ? false : a < b
  }

  @inline(__always)
  private func siftDown(
    _ heap: UnsafeMutablePointer<Int32>, _ start: Int, _ count: Int, _ source: UnsafePointer<O.Element>
  ) {
    let moving = heap[start]
    var hole = start
    while true {
      var child = 2 &* hole &+ 1
      if child >= count { break }
      if child &+ 1 < count, precedes(heap[child], heap[child &+ 1], source) { child &+= 1 }
      if !precedes(moving, heap[child], source) { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = moving
  }
}
