#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Depthwise convolution of bytes by runs, see DepthwiseByte.swift. Where windows move by one column, the results of a row are one
// run of bytes, and so are the inputs of each tap: a register takes neighbors whatever pixels they belong to. Where they move by
// two, even and odd columns are copied apart, each a run. Which channel stands first in a register recurs after as many registers
// as have whole pixels: each of these phases has a record of its own. Two output rows share weights, and the input rows that are
// interleaved where windows move down by one row.

/// Stack memory of runs: padded input rows, what hybrid phases begin with, the sums of one step.
private enum RunMemory {
  static var phasesOffset: Int { ByteDepthwiseRuns.rowCapacity }
  static var sumsOffset: Int { 24 * 1024 }
  static var byteCount: Int { 25 * 1024 }
}

/// The runs of two output rows, and what their steps need.
private struct RunSteps {
  var kind: ByteDepthwiseKind
  var header: MatrixHeader
  /// Groups of input rows, and columns of the filter.
  var groups: Int
  var filterWidth: Int
  var depth: Int
  /// The padded input rows; those past the filter have no weights and may be any.
  var rows: UnsafePointer<UnsafeRawPointer>
  /// Rows from those of the upper output row to those of the lower.
  var rowStride: Int
  /// The bytes from even columns of the filter to odd ones, and to the next even ones.
  var columnStep: Int
  var columnSteps: Int
  /// The first result of the upper row, and the bytes from there to the lower row; 0 where there is none.
  var output: UnsafeMutableRawPointer
  var nextRow: Int
  /// The results of a row, and the bytes from one step of a phase to its next.
  var count: Int
  var stride: Int
  var sums: UnsafeMutableRawPointer
}

extension VectorKernels {
  static func runRuns(
    _ a: DepthwiseArguments, _ runs: ByteDepthwiseRuns, _ kind: ByteDepthwiseKind,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    withStackMemory(RunMemory.byteCount) { runRuns(a, runs, kind, rowBegin, rowEnd, $0) }
  }

  /// Whether inputs are multiplied as signed bytes.
  @inline(__always)
  private static var takesSigned: Bool { Tier.hasDepthwiseGroups && Tier.unsignedShift != 0 }

  @inline(never)
  private static func runRuns(
    _ a: DepthwiseArguments, _ runs: ByteDepthwiseRuns, _ kind: ByteDepthwiseKind,
    _ rowBegin: Int, _ rowEnd: Int, _ memory: UnsafeMutableRawPointer
  ) {
    let g = a.geometry
    let header = a.packed.load(as: MatrixHeader.self)
    let size = kind == .hybrid ? 4 : 1
    let records = a.packed + recordOffset(g)
    let recordSize = runs.recordSize(g)
    let starts = memory + RunMemory.phasesOffset
    var steps = RunSteps(
      kind: kind, header: header, groups: runs.groups, filterWidth: g.filterWidth, depth: g.outputDepth,
      rows: UnsafePointer(memory.assumingMemoryBound(to: UnsafeRawPointer.self)), rowStride: g.strideHeight,
      columnStep: g.strideWidth == 1 ? g.outputDepth : runs.partPitch,
      columnSteps: g.strideWidth == 1 ? 2 &* g.outputDepth : g.outputDepth, output: a.output, nextRow: 0, count: 0,
      stride: runs.phases &* Bytes.scalarCount, sums: memory + RunMemory.sumsOffset)
    let windowWidth = g.filterWidth &- g.strideWidth
    let lines = runs.groups &* ByteDepthwiseRuns.rowsOfGroup &+ (runs.sharesRows ? 0 : g.strideHeight)
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: ByteDepthwiseRuns.mostRows) { buffer in
      guard let pointers = buffer.baseAddress else { return }
      steps.rows = UnsafePointer(pointers)
      var row = rowBegin
      while row < rowEnd {
        let batch = row / g.outputHeight
        let end = min(rowEnd, (batch &+ 1) &* g.outputHeight)
        var padding = (a.packed + headerSize).load(as: UInt8.self)
        if kind == .hybrid, let parameters = a.imageParameters {
          padding = UInt8(truncatingIfNeeded: parameters[batch].zeroPoint)
          var phase = 0
          while phase < runs.phases {
            beginReal(
              starts + phase &* RealMemory.sums, records + phase &* recordSize, parameters[batch],
              shift: takesSigned ? 0 : 128)
            phase &+= 1
          }
        }
        let image = RunImage(g, a.input + batch &* g.inputHeight &* g.inputWidth &* g.inputDepth, padding)
        var x = 0
        while x < g.outputWidth {
          let pixels = min(runs.pixels, g.outputWidth &- x)
          steps.count = pixels &* g.outputDepth
          // The padded rows from this one on are in memory.
          var next = 0
          var y = row &- batch &* g.outputHeight
          while batch &* g.outputHeight &+ y < end {
            let first = y &* g.strideHeight
            var fy = 0
            while fy < runs.rows {
              let place = memory + (first &+ fy) % runs.rows &* runs.pitch
              if first &+ fy >= next {
                image.copyRow(
                  first &+ fy &- g.paddingTop, x &* g.strideWidth &- g.paddingLeft,
                  pixels &* g.strideWidth &+ windowWidth, place, parts: g.strideWidth, runs.partPitch)
              }
              pointers[fy] = UnsafeRawPointer(place)
              fy &+= 1
            }
            next = first &+ fy
            while fy < lines {
              pointers[fy] = pointers[0]
              fy &+= 1
            }
            let pixel = (batch &* g.outputHeight &+ y) &* g.outputWidth &+ x
            steps.output = a.output + pixel &* g.outputDepth &* size
            let hasNext = batch &* g.outputHeight &+ y &+ 1 < end
            steps.nextRow = hasNext ? g.outputWidth &* g.outputDepth &* size : 0
            var phase = 0
            while phase < runs.phases, phase &* Bytes.scalarCount < steps.count {
              let (record, start) = (records + phase &* recordSize, starts + phase &* RealMemory.sums)
              if runs.sharesRows {
                sharingSteps(steps, record, start, begin: phase &* Bytes.scalarCount)
              } else {
                separateSteps(steps, record, start, begin: phase &* Bytes.scalarCount)
              }
              phase &+= 1
            }
            y &+= 2
          }
          x &+= pixels
        }
        row = end
      }
    }
  }

  @inline(never)
  private static func sharingSteps(
    _ steps: RunSteps, _ record: UnsafeRawPointer, _ starts: UnsafeRawPointer, begin: Int
  ) {
    runSteps(steps, record, starts, begin: begin, sharesRows: true)
  }

  @inline(never)
  private static func separateSteps(
    _ steps: RunSteps, _ record: UnsafeRawPointer, _ starts: UnsafeRawPointer, begin: Int
  ) {
    runSteps(steps, record, starts, begin: begin, sharesRows: false)
  }

  /// The steps of one phase.
  /// - Parameters:
  ///   - starts: of hybrid kernels, what `beginReal` wrote.
  ///   - sharesRows: a constant, as that of `ByteDepthwiseRuns`.
  @inline(__always)
  private static func runSteps(
    _ steps: RunSteps, _ record: UnsafeRawPointer, _ starts: UnsafeRawPointer, begin: Int, sharesRows: Bool
  ) {
    let lanes = Bytes.scalarCount
    let flip = Bytes(repeating: steps.kind.flip)
    var place = begin
    while place < steps.count {
      var x = PacketSums(steps.kind == .hybrid ? starts : record)
      var y = x
      if sharesRows {
        addSharedRows(steps, record + 20 &* lanes, place, &x, &y)
      } else {
        // One after the other: both at a time would take more registers than some processors have.
        addRows(steps, steps.rows, record + 20 &* lanes, place, &x)
        if steps.nextRow != 0 { addRows(steps, steps.rows + steps.rowStride, record + 20 &* lanes, place, &y) }
      }
      let count = min(lanes, steps.count &- place)
      if steps.kind == .hybrid {
        storeReal(x, y, steps, starts + RealMemory.scales, record + 8 &* lanes, place, count)
      } else {
        if Tier.hasDepthwiseGroups {
          x.scale()
          y.scale()
        }
        requantize(
          &x, &y, record + 4 &* lanes, steps.header,
          clampsNegatives: steps.header.range.lower >= steps.header.outputOffset)
        let raise: Int32 = steps.kind == .signed ? 128 : 0
        let offset = Shorts(repeating: Int16(truncatingIfNeeded: steps.header.outputOffset &+ raise))
        let lower = Bytes(repeating: Int8(truncatingIfNeeded: steps.header.range.lower &+ raise))
        let upper = Bytes(repeating: Int8(truncatingIfNeeded: steps.header.range.upper &+ raise))
        let a = clampedBytes(x.bytes(plus: offset), lower, upper).flipped(flip)
        let b = clampedBytes(y.bytes(plus: offset), lower, upper).flipped(flip)
        if count == lanes {
          steps.output.put(a, place)
          if steps.nextRow != 0 { steps.output.put(b, place &+ steps.nextRow) }
        } else {
          steps.output.putBytes(first: count, of: a, place)
          if steps.nextRow != 0 { steps.output.putBytes(first: count, of: b, place &+ steps.nextRow) }
        }
      }
      place &+= steps.stride
    }
  }

  /// Adds the products of all taps at byte `place` of a row, those of two output rows with each group of input rows.
  @inline(__always)
  private static func addSharedRows(
    _ steps: RunSteps, _ firstWeights: UnsafeRawPointer, _ place: Int, _ x: inout PacketSums, _ y: inout PacketSums
  ) {
    let lanes = Bytes.scalarCount
    let flip = takesSigned ? Bytes() : Bytes(repeating: steps.kind.flip)
    var weights = firstWeights
    forEachGroup(steps, steps.rows, place) { row, offset in
      if Tier.hasDepthwiseGroups {
        let quad = Self.quad(row, offset, flip)
        x.add(quad, weights)
        y.add(quad, weights + 4 &* lanes)
      } else {
        let first = row[0].lanes(offset, as: Bytes.self).flipped(flip)
        let second = row[1].lanes(offset, as: Bytes.self).flipped(flip)
        x.add(first, second, weights)
        y.add(first, second, weights + 4 &* lanes)
      }
      weights += 8 &* lanes
    }
  }

  /// Adds the products of all taps at byte `place` of a row, those of one output row.
  @inline(__always)
  private static func addRows(
    _ steps: RunSteps, _ rows: UnsafePointer<UnsafeRawPointer>, _ firstWeights: UnsafeRawPointer, _ place: Int,
    _ x: inout PacketSums
  ) {
    let flip = takesSigned ? Bytes() : Bytes(repeating: steps.kind.flip)
    var weights = firstWeights
    forEachGroup(steps, rows, place) { row, offset in
      if Tier.hasDepthwiseGroups {
        x.add(quad(row, offset, flip), weights)
      } else {
        x.add(
          row[0].lanes(offset, as: Bytes.self).flipped(flip), row[1].lanes(offset, as: Bytes.self).flipped(flip),
          weights)
      }
      weights += 4 &* Bytes.scalarCount
    }
  }

  /// The bytes of four rows.
  @inline(__always)
  private static func quad(_ row: UnsafePointer<UnsafeRawPointer>, _ offset: Int, _ flip: Bytes) -> ByteQuad {
    ByteQuad(
      row[0].lanes(offset, as: Bytes.self).flipped(flip), row[1].lanes(offset, as: Bytes.self).flipped(flip),
      row[2].lanes(offset, as: Bytes.self).flipped(flip), row[3].lanes(offset, as: Bytes.self).flipped(flip))
  }

  /// Calls `body` with the rows of each group from `rows` on and the byte where they are read, for every column of the filter.
  @inline(__always)
  private static func forEachGroup(
    _ steps: RunSteps, _ rows: UnsafePointer<UnsafeRawPointer>, _ place: Int,
    _ body: (UnsafePointer<UnsafeRawPointer>, Int) -> Void
  ) {
    var offset = place
    var columnStep = steps.columnStep
    var fx = 0
    while fx < steps.filterWidth {
      var row = rows
      var group = 0
      while group < steps.groups {
        body(row, offset)
        row += ByteDepthwiseRuns.rowsOfGroup
        group &+= 1
      }
      offset &+= columnStep
      columnStep = steps.columnSteps &- columnStep
      fx &+= 1
    }
  }

  /// Stores the first `count` sums of each of two rows as floats, in a loop as `finishReal` does.
  @inline(__always)
  private static func storeReal(
    _ x: PacketSums, _ y: PacketSums, _ steps: RunSteps, _ scales: UnsafeRawPointer, _ biases: UnsafeRawPointer,
    _ place: Int, _ count: Int
  ) {
    let size = MemoryLayout<Ints>.size
    x.inByteOrder.store(steps.sums)
    y.inByteOrder.store(steps.sums + 4 &* size)
    let sums = UnsafeRawPointer(steps.sums)
    let lower = Floats(repeating: steps.header.floatRange.lower)
    let upper = Floats(repeating: steps.header.floatRange.upper)
    let vectors = steps.nextRow != 0 ? 8 : 4
    var vector = 0
    while vector < vectors {
      let offset = (vector & 3) &* size
      let sum = converted(sums.lanes(vector &* size, as: Ints.self))
      let real = sum * scales.lanes(offset, as: Floats.self) + biases.lanes(offset, as: Floats.self)
      let result = real.bounded(lower, upper)
      let target = steps.output + ((vector < 4 ? 0 : steps.nextRow) &+ 4 &* place &+ offset)
      let rest = count &- (vector & 3) &* lanesPerVector
      if rest >= lanesPerVector {
        target.put(result, 0)
      } else if rest > 0 {
        target.putFloats(first: rest, of: result, 0)
      }
      vector &+= 1
    }
  }
}

/// An image whose rows are copied with their margins.
private struct RunImage {
  private let pixels: UnsafeRawPointer
  private let height: Int
  private let width: Int
  private let depth: Int
  private let padding: UInt8

  @inline(__always)
  init(_ g: ConvolutionGeometry, _ pixels: UnsafeRawPointer, _ padding: UInt8) {
    self.pixels = pixels
    height = g.inputHeight
    width = g.inputWidth
    depth = g.inputDepth
    self.padding = padding
  }

  /// Copies `count` pixels of row `y` from column `x` on, paddings for those outside the image.
  /// - Parameters:
  ///   - parts: 1, or 2 where every second column goes into a part of its own.
  ///   - partPitch: the bytes from one part to the next. Each has at least a register's behind its last pixel.
  @inline(__always)
  func copyRow(_ y: Int, _ x: Int, _ count: Int, _ target: UnsafeMutableRawPointer, parts: Int, _ partPitch: Int) {
    let isInside = y >= 0 && y < height
    let first = isInside ? max(0, min(count, 0 &- x)) : count
    let last = isInside ? max(first, min(count, width &- x)) : count
    guard parts == 1 else {
      return copyApart(y, x, count, first..<last, target, partPitch)
    }
    if first > 0 { target.initializeMemory(as: UInt8.self, repeating: padding, count: first &* depth) }
    if last > first {
      (target + first &* depth).copyMemory(
        from: pixels + (y &* width &+ x &+ first) &* depth, byteCount: (last &- first) &* depth)
    }
    if count > last {
      (target + last &* depth).initializeMemory(as: UInt8.self, repeating: padding, count: (count &- last) &* depth)
    }
  }

  /// As `copyRow`, even and odd columns apart.
  /// - Parameter inside: those of the `count` pixels that lie in the image.
  @inline(never)
  private func copyApart(
    _ y: Int, _ x: Int, _ count: Int, _ inside: Range<Int>, _ target: UnsafeMutableRawPointer, _ partPitch: Int
  ) {
    @inline(__always)
    func place(_ pixel: Int) -> UnsafeMutableRawPointer {
      target + ((pixel & 1) &* partPitch &+ pixel / 2 &* depth)
    }
    // Whole packets are copied: what is behind a pixel is overwritten by the next one of its part.
    let size = 16
    let whole = (depth &+ size &- 1) & ~(size &- 1)
    let source = pixels + (y &* width &+ x) &* depth
    let lastWhole = pixels + (height &* width &* depth &- whole)
    var pixel = 0
    while pixel < count {
      let target = place(pixel)
      let bytes = source + pixel &* depth
      if !inside.contains(pixel) {
        target.initializeMemory(as: UInt8.self, repeating: padding, count: depth)
      } else if bytes <= lastWhole {
        var offset = 0
        while offset < depth {
          target.put(bytes.lanes(offset, as: SIMD16<Int8>.self), offset)
          offset &+= size
        }
      } else {
        target.copyMemory(from: bytes, byteCount: depth)
      }
      pixel &+= 1
    }
  }
}

#endif
