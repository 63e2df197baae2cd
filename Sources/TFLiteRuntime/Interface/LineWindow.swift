/// Which lines of its inputs an operator reads for lines of its output.
///
/// Lines are runs along the last axis, counted through all axes before it: of scores `[batch, heads, queries, keys]`, one for
/// each query of each head. Line `y` of the output needs line `y` of the inputs that are read by lines, which have as many, and
/// the other inputs as a whole.
struct LineWindow: Sendable, Equatable {
  /// Lines of the output.
  let lines: Int
  /// Lines that share operands, so many from each multiple of it on: those of a matrix.
  let group: Int
  /// The inputs read by lines, a bit for each of the first.
  private let lineInputs: UInt8
  /// Lines of the output follow each other in memory.
  let isContiguous: Bool

  /// - Parameters:
  ///   - shape: that of the output; nil comes of one without elements or axes.
  ///   - inputs: the numbers of those read by lines.
  init?(_ shape: Shape, inputs: [Int], group: Int = 1, isContiguous: Bool = true) {
    guard shape.rank > 0, shape.elementCount > 0 else { return nil }
    lines = shape.elementCount / shape.innermost
    self.group = group
    lineInputs = inputs.reduce(0) { $1 < 8 ? $0 | 1 << UInt8($1) : $0 }
    self.isContiguous = isContiguous
  }

  /// Whether the input is read by lines.
  func readsLines(ofInput index: Int) -> Bool { index < 8 && lineInputs & 1 << UInt8(index) != 0 }
}

/// How an operator, once prepared, computes some lines of its only output by themselves.
struct LineWork {
  /// Nil when it cannot.
  let window: () -> LineWindow?
  /// Computes the lines. It may be called on several threads at once, for tensors of their own that share scratch memory.
  let execute: (ExecuteContext, Range<Int>) throws(RuntimeError) -> Void
  /// What comes before the first lines of an invocation: it reads what is read whole, and fills all scratch memory.
  let begin: ((ExecuteContext) throws(RuntimeError) -> Void)?

  init(
    window: @escaping @autoclosure () -> LineWindow?,
    execute: @escaping (ExecuteContext, Range<Int>) throws(RuntimeError) -> Void,
    begin: ((ExecuteContext) throws(RuntimeError) -> Void)? = nil
  ) {
    (self.window, self.execute, self.begin) = (window, execute, begin)
  }
}
