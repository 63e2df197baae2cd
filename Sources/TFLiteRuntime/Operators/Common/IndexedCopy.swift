/// A copy in which each axis of the output has a table of input indices: mirrored margins and nearest neighbors.
struct IndexedCopy {
  /// For each axis, outermost first, the byte offset in the input of each output index.
  private var tables: [UnsafeBufferPointer<Int>] = []
  /// What they lie in.
  private var memory: [Table<Int>] = []
  /// Bytes that lie together in both arrays.
  private let runByteCount: Int
  /// How many entries of the innermost table, from each one on, have runs that lie together in the input.
  private var joined: UnsafeBufferPointer<Int>?

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
    try join(account)
  }

  /// Finds the runs that lie together where most of them do, as between mirrored margins.
  private mutating func join(_ account: MemoryAccount) throws(RuntimeError) {
    guard let line = tables.last else { return }
    let breaks = (1..<max(1, line.count)).count { line[$0] != line[$0 - 1] &+ runByteCount }
    guard 4 * (breaks + 1) <= line.count else { return }
    var end = 0
    let table = try Table(line.count, for: "tables", account) { first in
      if first == end {
        end += 1
        while end < line.count, line[end] == line[end - 1] &+ runByteCount { end += 1 }
      }
      return end - first
    }
    memory.append(table)
    joined = table.values
  }

  func run(_ context: ExecuteContext, from source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer) {
    guard let line = tables.last else {
      destination.copyMemory(from: source, byteCount: runByteCount)
      return
    }
    var lines = 1
    for table in tables.dropLast() { lines &*= table.count }
    let job = IndexedCopyJob(
      source: source, destination: destination, tables: tables, runByteCount: runByteCount, joined: joined)
    context.parallel(job, rows: lines, work: Work(line.count &* runByteCount, .copiedByte))
  }
}

private struct IndexedCopyJob: RowJob {
  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let tables: [UnsafeBufferPointer<Int>]
  let runByteCount: Int
  let joined: UnsafeBufferPointer<Int>?

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
      if let joined {
        var entry = 0
        while entry < line.count {
          let count = joined[entry]
          copyRun(to, from + line[entry], count &* runByteCount)
          to += count &* runByteCount
          entry += count
        }
        continue
      }
      for offset in line {
        copyRun(to, from + offset, runByteCount)
        to += runByteCount
      }
    }
  }
}
