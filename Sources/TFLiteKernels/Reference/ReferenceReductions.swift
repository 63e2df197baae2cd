// Reductions and positions of extrema, one element after another.

extension ReferenceKernels {
  /// The kernel of a reduction, nil where it is not defined on the type.
  static func reduction(_ kind: ReductionKind, _ type: ElementwiseType) -> ReductionKernel? {
    switch (kind, type) {
    case (.sum, .float32): sumFloat
    case (.maximum, .float32):
      ReductionKernel(
        columns: { foldColumns($0, $1) { (y: Float, x: Float) in x > y ? x : y } },
        lines: { foldLines($0, $1) { (y: Float, x: Float) in x > y ? x : y } })
    case (.minimum, .float32):
      ReductionKernel(
        columns: { foldColumns($0, $1) { (y: Float, x: Float) in x < y ? x : y } },
        lines: { foldLines($0, $1) { (y: Float, x: Float) in x < y ? x : y } })
    case (.sum, .int32): integers(Int32.self) { (sum: Int32, x: Int32) in sum &+ x }
    case (.product, .int32): integers(Int32.self) { (product: Int32, x: Int32) in product &* x }
    case (.maximum, .int32): integers(Int32.self) { (y: Int32, x: Int32) in max(y, x) }
    case (.minimum, .int32): integers(Int32.self) { (y: Int32, x: Int32) in min(y, x) }
    case (.sum, .int8): sumInt8
    case (.sum, .uint8): sumUInt8
    case (.maximum, .int8): integers(Int8.self) { (y: Int8, x: Int8) in max(y, x) }
    case (.maximum, .uint8): integers(UInt8.self) { (y: UInt8, x: UInt8) in max(y, x) }
    case (.minimum, .int8): integers(Int8.self) { (y: Int8, x: Int8) in min(y, x) }
    case (.minimum, .uint8): integers(UInt8.self) { (y: UInt8, x: UInt8) in min(y, x) }
    default: nil
    }
  }

  // The sums one by one, for programs that have some of them.

  static var sumFloat: ReductionKernel {
    ReductionKernel(
      keepsOrder: true, columns: { foldColumns($0, $1) { (sum: Float, x: Float) in sum + x } }, lines: sumLines)
  }
  static var sumInt8: ReductionKernel { integers(Int8.self) { (sum: Int32, x: Int8) in sum &+ Int32(x) } }
  static var sumUInt8: ReductionKernel { integers(UInt8.self) { (sum: Int32, x: UInt8) in sum &+ Int32(x) } }

  @inline(__always)
  private static func integers<Element: BitwiseCopyable, Result: BitwiseCopyable>(
    _ type: Element.Type, _ combine: @escaping @Sendable (Result, Element) -> Result
  ) -> ReductionKernel {
    ReductionKernel(columns: { foldColumns($0, $1, combine) }, lines: { foldLines($0, $1, combine) })
  }

  @inline(__always)
  private static func foldColumns<Element: BitwiseCopyable, Result: BitwiseCopyable>(
    _ matrix: ReductionLines, _ output: UnsafeMutableRawPointer, _ combine: (Result, Element) -> Result
  ) {
    assert(matrix.validate())
    let y = output.assumingMemoryBound(to: Result.self)
    for line in 0..<matrix.lines {
      let x = matrix.input.assumingMemoryBound(to: Element.self) + line &* matrix.stride
      for i in 0..<matrix.count { y[i] = combine(y[i], x[i]) }
    }
  }

  @inline(__always)
  private static func foldLines<Element: BitwiseCopyable, Result: BitwiseCopyable>(
    _ matrix: ReductionLines, _ output: UnsafeMutableRawPointer, _ combine: (Result, Element) -> Result
  ) {
    assert(matrix.validate())
    let y = output.assumingMemoryBound(to: Result.self)
    for line in 0..<matrix.lines {
      let x = matrix.input.assumingMemoryBound(to: Element.self) + line &* matrix.stride
      for i in 0..<matrix.count { y[line] = combine(y[line], x[i]) }
    }
  }

  /// Sums of lines of floats, each added up in eight interleaved parts: rounding grows with an eighth of its length.
  package static func sumLines(_ matrix: ReductionLines, _ output: UnsafeMutableRawPointer) {
    assert(matrix.validate())
    let sums = output.assumingMemoryBound(to: Float.self)
    for line in 0..<matrix.lines {
      let x = matrix.input + 4 &* line &* matrix.stride
      var sum = sums[line]
      var i = 0
      if matrix.count >= 16 {
        var lanes = SIMD8<Float>.zero
        while i &+ 8 <= matrix.count {
          lanes += x.loadUnaligned(fromByteOffset: 4 &* i, as: SIMD8<Float>.self)
          i &+= 8
        }
        sum += lanes.sum()
      }
      while i < matrix.count {
        sum += x.loadUnaligned(fromByteOffset: 4 &* i, as: Float.self)
        i &+= 1
      }
      sums[line] = sum
    }
  }

  /// The kernel that finds extrema, nil where it is not defined on the type.
  static func position(_ kind: ReductionKind, _ type: ElementwiseType) -> PositionKernel? {
    switch (kind, type) {
    case (.maximum, .float32): { positions($0, $1) { (y: Float, x: Float) in x > y || (y.isNaN && !x.isNaN) } }
    case (.minimum, .float32): { positions($0, $1) { (y: Float, x: Float) in x < y || (y.isNaN && !x.isNaN) } }
    case (.maximum, .int8): { positions($0, $1) { (y: Int8, x: Int8) in x > y } }
    case (.maximum, .uint8): { positions($0, $1) { (y: UInt8, x: UInt8) in x > y } }
    case (.minimum, .int8): { positions($0, $1) { (y: Int8, x: Int8) in x < y } }
    case (.minimum, .uint8): { positions($0, $1) { (y: UInt8, x: UInt8) in x < y } }
    default: nil
    }
  }

  @inline(__always)
  private static func positions<Element: BitwiseCopyable>(
    _ matrix: ReductionLines, _ output: UnsafeMutablePointer<Int32>, _ displaces: (Element, Element) -> Bool
  ) {
    assert(matrix.validate())
    for line in 0..<matrix.lines {
      let x = matrix.input.assumingMemoryBound(to: Element.self) + line &* matrix.stride
      var best = 0
      for i in 1..<max(matrix.count, 1) where displaces(x[best], x[i]) { best = i }
      output[line] = Int32(truncatingIfNeeded: best)
    }
  }
}
