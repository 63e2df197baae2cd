/// A copy in which each axis of the output has a table of input indices: mirrored margins and nearest neighbors.
struct IndexedCopy {
  /// For each axis, outermost first, the byte offset in the input of each output index.
  private var tables: [UnsafeBufferPointer<Int>] = []
  /// What they lie in.
  private var memory: [Table<Int>] = []
  /// Bytes that lie together in both arrays.
  private let runByteCount: Int

  /// A copy that may run if `output` has elements.
  /// - Parameter indices: for each axis of `input` the input index of every output index, all in range; nil where they
  ///   are the same.
  /// - Throws: `outOfMemory` when the account refuses the tables.
  init(
    width: Int, input: Shape, output: Shape, indices: [((Int) -> Int)?], _ account: MemoryAccount
  ) throws(RuntimeError) {
    if output.elementCount == 0 {
      runByteCount = 0
      return
    }
    var innermost = input.rank
    var run = width
    while innermost > 0, indices[innermost - 1] == nil {
      innermost -= 1
      run &*= input[innermost]
    }
    runByteCount = run
    var stride = run
    for axis in (0..<innermost).reversed() {
      let index = indices[axis]
      let table = try Table(output[axis], for: "tables", account) { (index?($0) ?? $0) &* stride }
      memory.append(table)
      tables.append(table.values)
      stride &*= input[axis]
    }
    tables.reverse()
  }

  func run(_ context: ExecuteContext, from source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer) {
    guard let line = tables.last else {
      destination.copyMemory(from: source, byteCount: runByteCount)
      return
    }
    var lines = 1
    for table in tables.dropLast() { lines &*= table.count }
    let job = IndexedCopyJob(
      source: source, destination: destination, tables: tables, runByteCount: runByteCount)
    context.parallel(job, rows: lines, work: Work(line.count &* runByteCount, .copiedByte))
  }
}

private struct IndexedCopyJob: RowJob {
  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let tables: [UnsafeBufferPointer<Int>]
  let runByteCount: Int

  func run(_ rows: Range<Int>) {
    guard let line = tables.last else { return }
    let lineByteCount = line.count &* runByteCount
    // Where the line before came from, and lies.
    var (last, copy) = (UnsafeRawPointer?.none, UnsafeRawPointer(destination))
    for row in rows {
      var rest = row
      var from = source
      for axis in (0..<tables.count - 1).reversed() {
        let extent = tables[axis].count
        from += tables[axis][rest % extent]
        rest /= extent
      }
      var to = destination + row &* lineByteCount
      if from == last {
        copyRun(to, copy, lineByteCount)
        continue
      }
      (last, copy) = (from, UnsafeRawPointer(to))
      for offset in line {
        copyRun(to, from + offset, runByteCount)
        to += runByteCount
      }
    }
  }
}
