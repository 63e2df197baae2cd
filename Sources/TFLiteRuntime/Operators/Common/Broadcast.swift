/// The loops of an elementwise operation whose operands are broadcast against each other, adjacent axes merged.
///
/// The innermost loop runs over `count` elements of the output; in it each operand moves by one element or stays. The
/// loops around it number `rows`, at most eight of them after merging.
struct BroadcastPlan {
  /// Loops around the innermost one.
  static let outerLimit = 8

  /// Elements of the innermost loop.
  private(set) var count = 1
  /// The product of the outer extents.
  private(set) var rows = 1
  /// 0 or 1 for each of up to four operands.
  private(set) var steps: SIMD4<Int> = .zero
  private var outerCount = 0
  /// From the loop around the innermost outwards.
  private var extents = SIMD8<Int>(repeating: 1)
  private var strides: (SIMD8<Int>, SIMD8<Int>, SIMD8<Int>) = (.zero, .zero, .zero)

  /// The loops over one element.
  init() {}

  /// The loops over `output` for operands that broadcast to it; nil when more than `outerLimit` axes remain.
  init?(output: Shape, _ first: Shape, _ second: Shape, _ third: Shape = []) {
    if output.elementCount == 0 {
      count = 0
      rows = 0
      return
    }
    let operands = (first, second, third)
    var sizes = SIMD4<Int>(repeating: 1)
    var loops = -1
    // Strides of the loop being built, and what they have to be for the next axis to merge with it.
    var strides = SIMD4<Int>(repeating: 0)
    var next = SIMD4<Int>(repeating: 0)
    for axis in stride(from: output.rank - 1, through: 0, by: -1) {
      let extent = output[axis]
      if extent == 1 { continue }
      let fromEnd = output.rank - axis
      let extentsHere = SIMD4(
        Self.extent(operands.0, fromEnd), Self.extent(operands.1, fromEnd), Self.extent(operands.2, fromEnd), 1)
      var stridesHere = SIMD4<Int>.zero
      for operand in 0..<3 where extentsHere[operand] != 1 { stridesHere[operand] = sizes[operand] }
      if loops >= 0, stridesHere == next {
        if loops == 0 { count &*= extent } else { extents[loops - 1] &*= extent }
      } else {
        loops += 1
        if loops > Self.outerLimit { return nil }
        strides = stridesHere
        if loops == 0 {
          count = extent
          steps = strides
        } else {
          extents[loops - 1] = extent
          self.strides.0[loops - 1] = strides[0]
          self.strides.1[loops - 1] = strides[1]
          self.strides.2[loops - 1] = strides[2]
        }
      }
      next = stridesHere &* extent
      sizes = sizes &* extentsHere
    }
    outerCount = max(loops, 0)
    for loop in 0..<outerCount { rows &*= extents[loop] }
  }

  /// The extent `fromEnd` axes from the end, 1 beyond the first axis.
  private static func extent(_ shape: Shape, _ fromEnd: Int) -> Int {
    fromEnd <= shape.rank ? shape[shape.rank - fromEnd] : 1
  }

  /// Rows that follow each other with constant strides: those of the loop next to the innermost.
  var rowsPerGroup: Int { extents[0] }

  /// Elements from one row to the next inside a group.
  var rowStrides: (Int, Int, Int) { (strides.0[0], strides.1[0], strides.2[0]) }

  /// The first elements of row `row`.
  func offsets(_ row: Int) -> (Int, Int, Int) {
    var rest = row
    var offsets = (0, 0, 0)
    for loop in 0..<outerCount {
      let (quotient, index) = rest.quotientAndRemainder(dividingBy: extents[loop])
      offsets.0 &+= index &* strides.0[loop]
      offsets.1 &+= index &* strides.1[loop]
      offsets.2 &+= index &* strides.2[loop]
      rest = quotient
    }
    return offsets
  }

  /// Whether one of two operands is the same in every step of the outermost loop, of which the other's elements and the output's
  /// follow each other.
  /// - Returns: that operand, the elements of a step and the steps; nil where it is not so.
  var repetition: (isFirst: Bool, length: Int, steps: Int)? {
    if outerCount == 0 { return nil }
    let last = outerCount &- 1
    let isFirst = strides.0[last] == 0
    if !isFirst, strides.1[last] != 0 { return nil }
    let (following, step) = isFirst ? (strides.1, steps[1]) : (strides.0, steps[0])
    if step != 1 { return nil }
    var length = count
    for loop in 0..<outerCount {
      if following[loop] != length { return nil }
      if loop < last { length &*= extents[loop] }
    }
    return (isFirst, length, extents[last])
  }

  // MARK: Splitting

  /// Elements that one piece of a long row holds.
  private static let pieceLength = 4096

  /// There is a loop around those of rows that follow each other with constant strides.
  var hasGroups: Bool { outerCount > 1 }

  /// One run of rows, too little work to split.
  var isShort: Bool { outerCount <= 1 && Work(rows &* count, .element).isShort }

  /// All elements follow each other in both operands and the output.
  var isOneRun: Bool { rows == 1 && steps[0] == 1 && steps[1] == 1 }

  /// The same loops over `count` elements of the only run.
  func part(_ count: Int) -> BroadcastPlan {
    var part = self
    part.count = count
    return part
  }

  /// Pieces each row is cut into.
  private var piecesPerRow: Int {
    count >= 2 * Self.pieceLength ? (count + Self.pieceLength - 1) / Self.pieceLength : 1
  }

  /// Pieces of work for `ExecuteContext.parallel`.
  var pieces: Int { rows &* piecesPerRow }

  /// What a piece is, as `ExecuteContext.parallel` wants it.
  var pieceWork: Work { Work(min(count, Self.pieceLength), .element) }

  /// A run of rows with constant strides, or a part of one row.
  struct Run {
    /// The first element in the output.
    var output: Int
    var offsets: (Int, Int, Int)
    var count: Int
    var rows: Int
  }

  /// Calls `body` with the runs that the pieces `range` consist of.
  @inline(__always)
  func forEachRun(_ range: Range<Int>, _ body: (Run) -> Void) {
    let pieces = piecesPerRow
    var piece = range.lowerBound
    while piece < range.upperBound {
      if pieces > 1 {
        let (row, part) = piece.quotientAndRemainder(dividingBy: pieces)
        let start = part &* Self.pieceLength
        var offsets = offsets(row)
        offsets.0 &+= start &* steps[0]
        offsets.1 &+= start &* steps[1]
        offsets.2 &+= start &* steps[2]
        body(Run(output: row &* count &+ start, offsets: offsets, count: min(Self.pieceLength, count - start), rows: 1))
        piece += 1
      } else {
        let group = max(rowsPerGroup, 1)
        let run = min(group - piece % group, range.upperBound - piece)
        body(Run(output: piece &* count, offsets: offsets(piece), count: count, rows: run))
        piece += run
      }
    }
  }
}

extension BroadcastPlan {
  /// Calls `body` with the runs that the elements `range` of the output consist of.
  func forEachRun(elements range: Range<Int>, _ body: (Run) -> Void) {
    var element = range.lowerBound
    while element < range.upperBound {
      let (row, start) = element.quotientAndRemainder(dividingBy: count)
      let left = range.upperBound - element
      var offsets = offsets(row)
      if start == 0, left >= count {
        let group = max(rowsPerGroup, 1)
        let run = min(group - row % group, left / count)
        body(Run(output: element, offsets: offsets, count: count, rows: run))
        element += run * count
      } else {
        let length = min(count - start, left)
        offsets.0 &+= start &* steps[0]
        offsets.1 &+= start &* steps[1]
        offsets.2 &+= start &* steps[2]
        body(Run(output: element, offsets: offsets, count: length, rows: 1))
        element += length
      }
    }
  }
}

extension Shape {
  /// The shape that operands of these shapes have once broadcast; nil when they do not fit. Extents must be equal or 1,
  /// where an extent of 0 wins over 1.
  static func broadcast(_ shapes: Shape...) -> Shape? {
    var rank = 0
    for shape in shapes { rank = max(rank, shape.rank) }
    var result = Shape([Int](repeating: 1, count: rank))
    for shape in shapes {
      for axis in 0..<shape.rank {
        let target = rank - shape.rank + axis
        let extent = shape[axis]
        if extent == 1 { continue }
        if result[target] != 1, result[target] != extent { return nil }
        result[target] = extent
      }
    }
    return result
  }
}
