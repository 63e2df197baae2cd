/// A copy into the middle of a larger array whose margins take one value.
struct PaddedCopy {
  /// One axis; neighbors without margins are merged with the axis outside them.
  struct Axis {
    var input: Int
    var before: Int
    var output: Int
  }

  private(set) var axes: [Axis] = []
  private let width: Int

  /// - Parameter before: elements that precede the input along each axis, not negative.
  /// - Parameter after: elements that follow it, not negative.
  init(width: Int, input: Shape, before: [Int], after: [Int]) {
    self.width = width
    for axis in 0..<input.rank {
      let extent = input[axis]
      let output = before[axis] &+ extent &+ after[axis]
      if output == extent, let outer = axes.last {
        axes[axes.count - 1] = Axis(
          input: outer.input &* extent, before: outer.before &* extent, output: outer.output &* extent)
      } else {
        axes.append(Axis(input: extent, before: before[axis], output: output))
      }
    }
    if axes.isEmpty { axes.append(Axis(input: 1, before: 0, output: 1)) }
  }

  /// Where the input lies in the output, in bytes, when it is one run there; nil otherwise.
  var inputOffset: Int? {
    axes.dropLast().allSatisfy { $0.output == 1 && $0.input == 1 } ? axes[axes.count - 1].before &* width : nil
  }

  /// An input that is one run may lie in the output already.
  /// - Parameter value: `width` bytes.
  func run(
    _ context: ExecuteContext, from source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer,
    value: UnsafeRawPointer
  ) {
    axes.withUnsafeBufferPointer { axes in
      let line = axes[axes.count - 1]
      var lines = 1
      for axis in axes.dropLast() { lines &*= axis.output }
      let job = PaddedCopyJob(
        source: source, destination: destination, value: value, outer: UnsafeBufferPointer(rebasing: axes.dropLast()),
        line: line, width: width)
      context.parallel(job, rows: lines, work: Work(line.output &* width, .copiedByte))
    }
  }
}

private struct PaddedCopyJob: RowJob {
  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let value: UnsafeRawPointer
  let outer: UnsafeBufferPointer<PaddedCopy.Axis>
  let line: PaddedCopy.Axis
  let width: Int

  func run(_ rows: Range<Int>) {
    let pattern = FillPattern(value, width: width)
    let lineBytes = line.output &* width
    let inputBytes = line.input &* width
    let before = line.before &* width
    let after = lineBytes &- before &- inputBytes
    if rows.count > 1, outer.allSatisfy({ $0.input == $0.output }) {
      // What follows a line and what precedes the next one are neighbors.
      var target = destination + rows.lowerBound &* lineBytes
      var content = source + rows.lowerBound &* inputBytes
      pattern.fill(target, byteCount: before)
      target += before
      for row in rows {
        copyRun(target, content, inputBytes)
        pattern.fill(target + inputBytes, byteCount: row &+ 1 == rows.upperBound ? after : after &+ before)
        target += lineBytes
        content += inputBytes
      }
      return
    }
    for row in rows {
      let target = destination + row &* lineBytes
      guard let number = inputLine(row) else {
        pattern.fill(target, byteCount: lineBytes)
        continue
      }
      pattern.fill(target, byteCount: before)
      let middle = target + before
      let content = source + number &* inputBytes
      if middle != content { middle.copyMemory(from: content, byteCount: inputBytes) }
      pattern.fill(middle + inputBytes, byteCount: after)
    }
  }

  /// The line of the input that line `row` of the output holds, nil for a line of the margins.
  @inline(__always)
  private func inputLine(_ row: Int) -> Int? {
    var rest = row
    var number = 0
    var stride = 1
    for position in (0..<outer.count).reversed() {
      let axis = outer[position]
      let coordinate = rest % axis.output &- axis.before
      rest /= axis.output
      if coordinate < 0 || coordinate >= axis.input { return nil }
      number &+= coordinate &* stride
      stride &*= axis.input
    }
    return number
  }
}
