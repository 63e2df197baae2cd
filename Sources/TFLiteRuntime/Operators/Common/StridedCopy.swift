import TFLiteKernelSets
import TFLiteKernels

/// A copy of elements between two arrays of the same extents, each with a stride of its own for every axis: the one
/// mechanism behind slices, transposition, broadcasting, reversal, tiling and the block rearrangements.
///
/// Made while preparing; axes of extent one are dropped and axes that are contiguous in both arrays are merged, so that
/// the innermost axis becomes a run of bytes wherever the operation allows it.
final class StridedCopy {
  /// One axis: how often, and how far apart the steps lie in each array.
  struct Loop {
    var extent: Int
    var source: Int
    var destination: Int
  }

  /// How the innermost elements are moved.
  enum Order {
    /// One after the other.
    case plain
    /// The source is contiguous along loop `block` and the destination along the last one: both are read and written in
    /// blocks.
    case transposed
    /// The innermost loop is so short that starting it would take longer than its steps: of loop `block` a few steps are done
    /// in a row, for each step of the innermost.
    case crossed
  }

  /// Outermost first; the strides count bytes, or elements when elements are narrower than a byte.
  let loops: [Loop]
  /// Bytes that lie together in both arrays at the innermost position.
  let runByteCount: Int
  let order: Order
  let isEmpty: Bool
  private let sourceOffset: Int
  private let destinationOffset: Int
  private let storage: ElementStorage
  /// All is one run of whole bytes.
  private let isSingleRun: Bool

  /// A copy of `extents` elements of type `type`. Strides and offsets count elements; strides may be zero or negative.
  /// Every address that results must lie inside its array. Strings are copied as 4-byte references.
  init(
    _ type: ElementType, extents: [Int], source: [Int], destination: [Int], sourceOffset: Int = 0,
    destinationOffset: Int = 0
  ) {
    let storage = type.storage
    var scale = 1
    switch storage {
    case .bytes(let width): scale = width
    case .strings: scale = MemoryLayout<Int32>.size
    case .bits: break
    }
    self.sourceOffset = sourceOffset &* scale
    self.destinationOffset = destinationOffset &* scale
    var loops: [Loop] = []
    var runByteCount = scale
    var isEmpty = false
    for (axis, extent) in extents.enumerated() where extent != 1 {
      isEmpty = isEmpty || extent == 0
      let loop = Loop(extent: extent, source: source[axis] &* scale, destination: destination[axis] &* scale)
      if let outer = loops.last, outer.source == loop.source &* extent, outer.destination == loop.destination &* extent
      {
        loops[loops.count - 1] = Loop(
          extent: outer.extent &* extent, source: loop.source, destination: loop.destination)
      } else {
        loops.append(loop)
      }
    }
    var order = Order.plain
    let isPacked = if case .bits = storage { true } else { false }
    if !isPacked {
      if let inner = loops.last, inner.source == runByteCount, inner.destination == runByteCount {
        runByteCount = runByteCount &* inner.extent
        loops.removeLast()
      }
      order = Self.arrange(&loops, runByteCount)
    }
    self.storage = storage
    self.loops = loops
    self.runByteCount = runByteCount
    self.order = order
    self.isEmpty = isEmpty
    isSingleRun = if case .bytes = storage { loops.isEmpty && !isEmpty } else { false }
  }

  /// Where in both arrays the bytes lie, when they are one run; nil otherwise.
  var singleRun: (source: Int, destination: Int, byteCount: Int)? {
    guard isSingleRun else { return nil }
    return (sourceOffset, destinationOffset, runByteCount)
  }

  /// Moves the loop along which the source is contiguous next to the innermost when the destination is contiguous along
  /// that one, or a long loop next to a short one.
  private static func arrange(_ loops: inout [Loop], _ runByteCount: Int) -> Order {
    guard let inner = loops.last else { return .plain }
    if runByteCount <= 16, inner.destination == runByteCount, inner.source != runByteCount, inner.source != 0,
      inner.extent >= 2,
      let position = loops.firstIndex(where: { $0.source == runByteCount && $0.extent >= 4 })
    {
      loops.insert(loops.remove(at: position), at: loops.count - 1)
      return .transposed
    }
    let enough = 8
    if inner.extent >= enough { return .plain }
    // Of the loops that are long enough the one that writes closest together.
    var best: Int?
    for (position, loop) in loops.enumerated() where loop.extent >= enough {
      if let known = best, loops[known].destination.magnitude <= loop.destination.magnitude { continue }
      best = position
    }
    guard let best else { return .plain }
    loops.insert(loops.remove(at: best), at: loops.count - 1)
    return .crossed
  }

  /// Copies from the content of `input` to that of `output`; not for strings. A single run may lie where it is copied to.
  /// - Parameter shift: elements by which the copy begins later in the output than it was made for.
  func run(_ context: ExecuteContext, from input: RuntimeTensor, to output: RuntimeTensor, shift: Int = 0) {
    run(context, from: UnsafeRawPointer(input.data), to: output.data, shift: shift)
  }

  func run(
    _ context: ExecuteContext, from source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer, shift: Int = 0
  ) {
    if isEmpty { return }
    if isSingleRun, case .bytes(let width) = storage {
      let from = source + sourceOffset
      let to = destination + (destinationOffset &+ shift &* width)
      if to == from { return }
      guard context.threadCount > 1, !Work(runByteCount, .copiedByte).isShort else {
        return to.copyMemory(from: from, byteCount: runByteCount)
      }
      let job = RunJob(source: from, destination: to, byteCount: runByteCount)
      context.parallel(job, rows: job.pieces, work: Work(RunJob.piece, .copiedByte))
      return
    }
    let width = if case .bytes(let width) = storage { width } else { 1 }
    let destinationOffset = self.destinationOffset &+ shift &* width
    loops.withUnsafeBufferPointer { loops in
      if case .bits(let width) = storage {
        PackedElements(width: width).copy(
          loops, from: source, at: sourceOffset, to: destination, at: destinationOffset)
        return
      }
      let source = source + sourceOffset
      let destination = destination + destinationOffset
      guard let inner = loops.last else {
        if destination != source { destination.copyMemory(from: source, byteCount: runByteCount) }
        return
      }
      let innerCount = order == .plain ? 1 : 2
      var outerCount = 1
      for loop in loops.dropLast(innerCount) { outerCount &*= loop.extent }
      let block = order == .plain ? Loop(extent: 1, source: 0, destination: 0) : loops[loops.count - 2]
      // A matrix of few columns is divided by rows.
      let dividesInner = order == .plain || order == .transposed && inner.extent > 4 &* block.extent
      let divided = dividesInner ? inner.extent : block.extent
      let rowBytes = inner.extent &* runByteCount &* block.extent
      var pieces = 1
      if context.threadCount > 1, outerCount < 4 &* context.threadCount, !Work(rowBytes, .copiedByte).isShort {
        // Whole steps where these are long, so that threads have the parts that they have of other operators' rows.
        let stepsOfPiece = order == .transposed ? StridedCopyJob.tile : max(1, 256 / runByteCount)
        pieces =
          stepsOfPiece == 1 && divided <= mostChunks
          ? divided : max(1, min(divided / stepsOfPiece, 4 &* context.threadCount))
      }
      let job = StridedCopyJob(
        source: source, destination: destination, outer: UnsafeBufferPointer(rebasing: loops.dropLast(innerCount)),
        block: block, inner: inner, runByteCount: runByteCount, order: order, dividesInner: dividesInner,
        pieces: pieces,
        resources: .passUnretained(context.resources))
      context.parallel(job, rows: outerCount &* pieces, work: Work(rowBytes, .copiedByte).divided(by: pieces))
    }
  }
}

/// Copies one run of bytes, a piece as a row.
private struct RunJob: RowJob {
  /// Bytes of a piece.
  static let piece = 4096

  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let byteCount: Int

  var pieces: Int { (byteCount &- 1) / Self.piece &+ 1 }

  func run(_ pieces: Range<Int>) {
    let start = pieces.lowerBound &* Self.piece
    let end = min(pieces.upperBound &* Self.piece, byteCount)
    (destination + start).copyMemory(from: source + start, byteCount: end &- start)
  }
}

private struct StridedCopyJob: RowJob {
  typealias Loop = StridedCopy.Loop

  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let outer: UnsafeBufferPointer<Loop>
  let block: Loop
  let inner: Loop
  let runByteCount: Int
  let order: StridedCopy.Order
  /// The innermost loop is the one that is divided.
  let dividesInner: Bool
  /// The parts into which one pass over the inner loops is divided.
  let pieces: Int
  /// Whose kernels transpose.
  let resources: Unmanaged<SessionResources>

  /// Parts of a matrix that is transposed begin at multiples of so many rows or columns, which fill cache lines.
  static var tile: Int { 64 }

  /// Piece `piece` of the divided loop.
  @inline(__always)
  private func part(_ piece: Int) -> Range<Int> {
    let divided = dividesInner ? inner.extent : block.extent
    let unit = order == .transposed ? Self.tile : 1
    let units = divided / unit
    let end = piece &+ 1 == pieces ? divided : units &* (piece &+ 1) / pieces &* unit
    return units &* piece / pieces &* unit..<end
  }

  func run(_ rows: Range<Int>) {
    switch runByteCount {
    case 1: run(rows, UInt8.self, tail: 0)
    case 2: run(rows, UInt16.self, tail: 0)
    case 3: run(rows, UInt16.self, tail: 1)
    case 4: run(rows, UInt32.self, tail: 0)
    case 5...7: run(rows, UInt32.self, tail: runByteCount - 4)
    case 8: run(rows, UInt64.self, tail: 0)
    case 9...15: run(rows, UInt64.self, tail: runByteCount - 8)
    case 16: run(rows, SIMD2<UInt64>.self, tail: 0)
    case 17...32: run(rows, SIMD2<UInt64>.self, tail: runByteCount - 16)
    case 33...64: run(rows, SIMD4<UInt64>.self, tail: runByteCount - 32)
    case 65...256: forEachRuns(rows) { $0.copyChunks(runByteCount) }
    default: forEachRuns(rows) { $0.copy(runByteCount) }
    }
  }

  @inline(__always)
  private func run<Chunk: BitwiseCopyable>(_ rows: Range<Int>, _ type: Chunk.Type, tail: Int) {
    if order == .transposed, tail == 0, MemoryLayout<Chunk>.size <= 8 {
      forEachRow(rows) { source, destination, range in
        let first = dividesInner ? inner : block
        let part = Transposition(
          source: source + range.lowerBound &* first.source, sourceStride: inner.source,
          destination: destination + range.lowerBound &* first.destination, destinationStride: block.destination,
          rows: dividesInner ? range.count : inner.extent, columns: dividesInner ? block.extent : range.count,
          elementSize: MemoryLayout<Chunk>.size)
        resources._withUnsafeGuaranteedRef { $0.kernels.spatial.transpose(part) }
      }
    } else if order == .transposed {
      forEachRow(rows) { source, destination, range in transpose(type, source, destination, range, tail) }
    } else if tail > 0 {
      forEachRuns(rows) { $0.copy(type, tail: tail) }
    } else if order == .plain, inner.source == -MemoryLayout<Chunk>.size, inner.destination == MemoryLayout<Chunk>.size
    {
      forEachGroup(rows) { source, destination, range, count in
        let runs = EvenRuns(
          source: source + range.lowerBound &* inner.source, sourceStep: inner.source,
          destination: destination + range.lowerBound &* inner.destination, destinationStep: inner.destination,
          count: range.count)
        runs.reverse(type, lines: count, sourceStep: line.source, destinationStep: line.destination)
      }
    } else if order == .plain, inner.source == 0, inner.destination == MemoryLayout<Chunk>.size {
      forEachRuns(rows) { $0.spread(type) }
    } else {
      forEachRuns(rows) { $0.copy(type) }
    }
  }

  /// Calls `body` with the runs of each row, unless they are transposed.
  @inline(__always)
  private func forEachRuns(_ rows: Range<Int>, _ body: (EvenRuns) -> Void) {
    let isCrossed = order == .crossed
    let long = isCrossed ? block : inner
    let short = isCrossed ? inner : block
    // What a few passes touch stays in the cache.
    let steps = isCrossed ? max(8, 2048 / runByteCount) : Int.max
    forEachRow(rows) { source, destination, range in
      var start = range.lowerBound
      while start < range.upperBound {
        let count = min(steps, range.upperBound &- start)
        var runs = EvenRuns(
          source: source + start &* long.source, sourceStep: long.source,
          destination: destination + start &* long.destination, destinationStep: long.destination, count: count)
        for _ in 0..<short.extent {
          body(runs)
          runs.source += short.source
          runs.destination += short.destination
        }
        start &+= count
      }
    }
  }

  /// The innermost outer loop, whose rows follow one another.
  @inline(__always)
  private var line: Loop { outer.last ?? Loop(extent: 1, source: 0, destination: 0) }

  /// Calls `body` with the start of each row in both arrays and the part of the divided loop to do.
  @inline(__always)
  private func forEachRow(
    _ rows: Range<Int>, _ body: (UnsafeRawPointer, UnsafeMutableRawPointer, Range<Int>) -> Void
  ) {
    let line = line
    forEachGroup(rows) { source, destination, range, count in
      var from = source
      var to = destination
      for _ in 0..<count {
        body(from, to, range)
        from += line.source
        to += line.destination
      }
    }
  }

  /// Calls `body` with the start of some rows of `line`, the part of the divided loop to do, and the number of these rows.
  @inline(__always)
  private func forEachGroup(
    _ rows: Range<Int>, _ body: (UnsafeRawPointer, UnsafeMutableRawPointer, Range<Int>, Int) -> Void
  ) {
    // Rows of the innermost outer loop follow one another; the others are counted.
    let line = line
    let counted = max(0, outer.count - 1)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: counted + 1) { counters in
      var piece = rows.lowerBound % pieces
      var rest = rows.lowerBound / pieces
      var step = rest % line.extent
      rest /= line.extent
      var lineFrom = source
      var lineTo = destination
      for axis in stride(from: counted - 1, through: 0, by: -1) {
        let loop = outer[axis]
        counters[axis] = rest % loop.extent
        rest /= loop.extent
        lineFrom += counters[axis] &* loop.source
        lineTo += counters[axis] &* loop.destination
      }
      var left = rows.count
      while left > 0 {
        let range = part(piece)
        let count = pieces == 1 ? min(left, line.extent &- step) : 1
        body(lineFrom + step &* line.source, lineTo + step &* line.destination, range, count)
        left &-= count
        piece &+= 1
        if piece < pieces { continue }
        piece = 0
        step &+= count
        if step < line.extent { continue }
        step = 0
        var axis = counted - 1
        while axis >= 0 {
          let loop = outer[axis]
          counters[axis] &+= 1
          lineFrom += loop.source
          lineTo += loop.destination
          if counters[axis] < loop.extent { break }
          counters[axis] = 0
          lineFrom -= loop.source &* loop.extent
          lineTo -= loop.destination &* loop.extent
          axis -= 1
        }
      }
    }
  }

  /// Reads `blockWidth` neighbors of the source at a time and writes as many lines of the destination side by side.
  @inline(__always)
  private func transpose<Chunk: BitwiseCopyable>(
    _ type: Chunk.Type, _ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer, _ range: Range<Int>,
    _ tail: Int
  ) {
    let blockWidth = 16
    let columns = dividesInner ? 0..<block.extent : range
    let rows = dividesInner ? range : 0..<inner.extent
    var start = columns.lowerBound
    while start < columns.upperBound {
      let width = min(blockWidth, columns.upperBound &- start)
      var from = source + (start &* block.source &+ rows.lowerBound &* inner.source)
      var to = destination + (start &* block.destination &+ rows.lowerBound &* inner.destination)
      for _ in rows {
        for lane in 0..<width {
          let value = (from + lane &* block.source).loadUnaligned(as: Chunk.self)
          (to + lane &* block.destination).storeBytes(of: value, as: Chunk.self)
          if tail > 0 {
            let value = (from + lane &* block.source).loadUnaligned(fromByteOffset: tail, as: Chunk.self)
            (to + lane &* block.destination).storeBytes(of: value, toByteOffset: tail, as: Chunk.self)
          }
        }
        from += inner.source
        to += inner.destination
      }
      start &+= width
    }
  }
}
