/// A copy in which each axis of the output has a table of input indices: mirrored margins and nearest neighbours.
struct IndexedCopy {
  /// For each axis, outermost first, the byte offset in the input of each output index.
  private(set) var tables: [[Int]] = []
  /// Bytes that lie together in both arrays.
  private let runByteCount: Int

  /// - Parameter indices: for each axis of `input` the input index of every output index, all in range; nil where they
  ///   are the same.
  init(width: Int, input: Shape, indices: [[Int]?]) {
    var innermost = input.rank
    var run = width
    while innermost > 0, indices[innermost - 1] == nil {
      innermost -= 1
      run &*= input[innermost]
    }
    runByteCount = run
    var stride = run
    for axis in (0..<innermost).reversed() {
      let table = indices[axis] ?? Array(0..<input[axis])
      tables.append(table.map { $0 &* stride })
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
    context.parallel(job, rows: lines, grain: max(1, StridedCopy.grainByteCount / max(1, line.count &* runByteCount)))
  }
}

private struct IndexedCopyJob: RowJob {
  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let tables: [[Int]]
  let runByteCount: Int

  func run(_ rows: Range<Int>) {
    guard let line = tables.last else { return }
    line.withUnsafeBufferPointer { line in
      for row in rows {
        var rest = row
        var from = source
        for axis in (0..<tables.count - 1).reversed() {
          let extent = tables[axis].count
          from += tables[axis][rest % extent]
          rest /= extent
        }
        var to = destination + row &* line.count &* runByteCount
        for offset in line {
          copyRun(to, from + offset, runByteCount)
          to += runByteCount
        }
      }
    }
  }
}
