#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// How tiles of 8-bit products go through their rows where a step takes 16 bytes of each (`Tier.hasLaneProducts`): run by run, each
// row's address in a register.

/// The addresses of the runs of a tile's rows, behind its sums.
struct TileRuns {
  private var addresses = (0, 0, 0, 0, 0, 0, 0, 0)

  /// Those behind the sums at `sums`.
  @inline(__always)
  static func of(_ sums: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UnsafeRawPointer> {
    (sums + MemoryLayout<TileSums>.size).assumingMemoryBound(to: UnsafeRawPointer.self)
  }
}

extension VectorKernels {
  /// Adds the products of a tile's rows with the weights at `weights` to the sums at `c`.
  /// - Parameter x: memory for an address of each row.
  @inline(__always)
  static func addLaneProducts<Reading: RowReading, Rows: Count, Panels: Count>(
    _ reading: Reading.Type, _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ a: MatrixArguments,
    _ source: ByteRows, _ row: Int, _ c: UnsafeMutablePointer<GroupSums>,
    _ x: UnsafeMutablePointer<UnsafeRawPointer>, _ weights: UnsafeRawPointer, _ stride: Int
  ) {
    var b = weights
    var length = groupByteCount &* source.groups
    if Reading.hasOffsets {
      guard let offsets = a.offsets, let padding = a.paddingRow else { return }
      let taps = a.shape.taps
      let toPadding = padding - a.input
      var entry = offsets + (source.firstRow &+ row) &* taps
      if taps <= 0 { return }
      var left = taps
      var distance = 0
      // Of windows that lie within the image, taps that are neighbors are one run, and all rows go on alike. Finding out costs
      // as much as some taps.
      var movesAlike = false
      if taps > 4, let pattern = source.pattern, pattern.isOf(rowCount, entry, taps: taps) {
        movesAlike = true
        left = pattern.count
        length = pattern.length
        distance = pattern.pitch &- pattern.length
      }
      findRuns(rowCount, x, entry, taps, a.input, toPadding)
      while true {
        addRun(reading, rowCount, panelCount, c, x, &b, stride, length)
        left &-= 1
        if left <= 0 { return }
        if movesAlike {
          move(rowCount, x, distance)
        } else {
          entry += 1
          findRuns(rowCount, x, entry, taps, a.input, toPadding)
        }
      }
    } else if Reading.hasStarts {
      guard let starts = source.starts.map({ $0 + row }) else { return }
      var r = 0
      while r < Rows.value {
        x[r] = starts[r]
        r &+= 1
      }
      let distance = source.pitch &- length
      var left = source.runCount
      while left > 0 {
        addRun(reading, rowCount, panelCount, c, x, &b, stride, length)
        move(rowCount, x, distance)
        left &-= 1
      }
    } else {
      var r = 0
      while r < Rows.value {
        x[r] = source.base + (row &+ r) &* source.stride
        r &+= 1
      }
      addRun(reading, rowCount, panelCount, c, x, &b, stride, length)
    }
  }

  /// The addresses of the runs of one tap, of which the first row's offset is at `entry`.
  /// - Parameter toPadding: the offset of the row of padding, which stands for those outside the image.
  @inline(__always)
  private static func findRuns<Rows: Count>(
    _ rowCount: Rows.Type, _ x: UnsafeMutablePointer<UnsafeRawPointer>, _ entry: UnsafePointer<Int32>, _ taps: Int,
    _ input: UnsafeRawPointer, _ toPadding: Int
  ) {
    var r = 0
    while r < Rows.value {
      // Selects the padding row without a branch, which would be mispredicted at the edges of images.
      let offset = Int(entry[r &* taps])
      x[r] = input + (offset ^ ((offset ^ toPadding) & (offset &>> (Int.bitWidth &- 1))))
      r &+= 1
    }
  }

  /// Moves the addresses of all rows on.
  @inline(__always)
  private static func move<Rows: Count>(
    _ rowCount: Rows.Type, _ x: UnsafeMutablePointer<UnsafeRawPointer>, _ distance: Int
  ) {
    var r = 0
    while r < Rows.value {
      x[r] += distance
      r &+= 1
    }
  }

  /// Adds the products of a run of `length` bytes of each row, whole groups, from the addresses `x` on, with the weights from `b` on;
  /// all of them move behind the run.
  @inline(__always)
  private static func addRun<Reading: RowReading, Rows: Count, Panels: Count>(
    _ reading: Reading.Type, _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>,
    _ x: UnsafeMutablePointer<UnsafeRawPointer>, _ b: inout UnsafeRawPointer, _ stride: Int, _ length: Int
  ) {
    // Bytes of weights for each byte of a row, of all panels that lie together.
    let width = groupPitch(panelCount, stride) / groupSize
    // 64 bytes at a time where counting would take a good part of the loop, then fewer, then groups. What is done once at most is a
    // loop as well, since addresses are formed for loops.
    if Panels.value == 4 {
      let end = b + (length & ~63) &* width
      while b < end {
        longStep(rowCount, panelCount, c, b, stride) { x[$0] }
        longStep(rowCount, panelCount, c, b + 16 &* width, stride) { x[$0] + 16 }
        longStep(rowCount, panelCount, c, b + 32 &* width, stride) { x[$0] + 32 }
        longStep(rowCount, panelCount, c, b + 48 &* width, stride) { x[$0] + 48 }
        move(rowCount, x, 64)
        b += 64 &* width
      }
      if !Reading.areWide, length & 63 == 0 { return }
      let last = end + (length & 32) &* width
      while b < last {
        longStep(rowCount, panelCount, c, b, stride) { x[$0] }
        longStep(rowCount, panelCount, c, b + 16 &* width, stride) { x[$0] + 16 }
        move(rowCount, x, 32)
        b += 32 &* width
      }
    }
    if Reading.areWide { return }
    let end = b + (length & (Panels.value == 4 ? 16 : ~15)) &* width
    while b < end {
      longStep(rowCount, panelCount, c, b, stride) { x[$0] }
      move(rowCount, x, 16)
      b += 16 &* width
    }
    let rest = length & 15
    if rest == 0 { return }
    if groupByteCount == 4, Reading.hasStarts {
      // What is read behind the last group is the patch's.
      firstSteps(rowCount, panelCount, c, b, stride, rest / 4) { x[$0] }
    } else if groupByteCount == 4, Reading.hasOffsets || length > 16 {
      // A run that is read where it is has 16 bytes at least.
      lastSteps(rowCount, panelCount, c, b, stride, rest / 4) { x[$0] + (rest &- 16) }
    } else {
      var k = 0
      while k < rest {
        step(reading, rowCount, panelCount, c, b + k &* width, stride, 0, Ints()) { x[$0] + k }
        k &+= groupByteCount
      }
    }
    move(rowCount, x, rest)
    b += rest &* width
  }
}

#endif
