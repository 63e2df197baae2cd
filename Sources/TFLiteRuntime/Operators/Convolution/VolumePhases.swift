import TFLiteKernels

/// The phases of a transposed convolution of NDHWC volumes: output positions that lie alike to the input, as `TransposedPhase` has
/// them for images. The positions of a phase meet the same taps of the filter, so that each phase is a product of input windows
/// with a part of the filter, and no tap meets nothing but at the edges.
struct VolumePhases {
  struct Phase {
    /// The taps that positions of the phase meet, as the filter [d, h, w, ...] counts them.
    let taps: [Int]
    /// Lines of the phase in a volume, and positions of a line.
    let lines: Int
    let columns: Int
    /// The first entry of its offsets.
    let start: Int
  }

  /// The phases of one of the axes depth, height, width.
  private struct AxisPhases {
    let axis: VolumeWindows.Axis
    let count: Int
    /// The taps that the positions of each phase meet.
    let taps: [[Int]]

    init(_ axis: VolumeWindows.Axis, count: Int) {
      self.axis = axis
      self.count = count
      var taps = [[Int]](repeating: [], count: count)
      for tap in 0..<axis.filter {
        // Of a position and a tap that meet, `position + before - tap * dilation` is a multiple of the stride.
        let remainder = (tap * axis.dilation - axis.before) % axis.stride
        let phase = remainder < 0 ? remainder + axis.stride : remainder
        if phase < count { taps[phase].append(tap) }
      }
      self.taps = taps
    }

    /// The output positions of phase `phase`: `phase`, and each `stride` further.
    func positions(_ phase: Int) -> Int { (axis.output - phase - 1) / axis.stride + 1 }

    /// The input position that reaches output position `position` through tap `tap`, nil for none.
    func source(_ position: Int, _ tap: Int) -> Int? {
      let scaled = position + axis.before - tap * axis.dilation
      return scaled >= 0 && scaled / axis.stride < axis.input ? scaled / axis.stride : nil
    }
  }

  let windows: VolumeWindows
  /// By the remainders of a position's coordinates, those across innermost.
  let phases: [Phase]
  private let axes: [AxisPhases]
  private let offsets: AlignedMemory
  private let room: MemoryReservation

  /// Bytes of a phase and of its product, an estimate.
  private static let phaseByteCount = 1024
  private static let mostPhases = 1 << 16

  /// - Throws: `outOfMemory` when the account refuses what phases and offsets take.
  init(_ windows: VolumeWindows, _ account: MemoryAccount) throws(RuntimeError) {
    let purpose = "the tables of a transposed convolution"
    self.windows = windows
    let elements = try account.product(windows.axes.map { $0.input } + [windows.channels], for: purpose)
    let counts = windows.axes.map { min($0.stride, $0.output) }
    let count = try account.product(counts, for: purpose)
    guard count <= Self.mostPhases, elements <= Int(Int32.max) else { throw account.refusal(.max, for: purpose) }
    room = try MemoryReservation(count &* Self.phaseByteCount &+ 16 &* windows.taps, for: purpose, account)
    axes = zip(windows.axes, counts).map { AxisPhases($0, count: $1) }
    var phases: [Phase] = []
    var entries = 0
    let (height, width) = (windows.axes[1].filter, windows.axes[2].filter)
    for depthPhase in 0..<axes[0].count {
      for rowPhase in 0..<axes[1].count {
        for columnPhase in 0..<axes[2].count {
          let (planes, rows, columns) = (axes[0].taps[depthPhase], axes[1].taps[rowPhase], axes[2].taps[columnPhase])
          let taps = planes.flatMap { plane in
            rows.flatMap { row in columns.map { (plane * height + row) * width + $0 } }
          }
          let lines = axes[0].positions(depthPhase) &* axes[1].positions(rowPhase)
          let positions = axes[2].positions(columnPhase)
          phases.append(Phase(taps: taps, lines: lines, columns: positions, start: entries))
          entries &+= try account.product([4, lines, positions, taps.count], for: purpose) / 4
        }
      }
    }
    self.phases = phases
    offsets = try AlignedMemory(account.product([4, entries], for: purpose), for: purpose, account)
    for (number, phase) in phases.enumerated() { fillOffsets(number, phase) }
  }

  /// Fills the offsets of a phase, `[lines][columns][taps]`: elements from the volume's first, -1 outside it.
  private func fillOffsets(_ number: Int, _ phase: Phase) {
    let table = offsets.base.assumingMemoryBound(to: Int32.self)
    let (height, width) = (windows.axes[1].filter, windows.axes[2].filter)
    let first = [
      number / axes[2].count / axes[1].count, number / axes[2].count % axes[1].count, number % axes[2].count,
    ]
    let rows = axes[1].positions(first[1])
    var entry = phase.start
    for line in 0..<phase.lines {
      let depthPosition = first[0] + line / rows * axes[0].axis.stride
      let rowPosition = first[1] + line % rows * axes[1].axis.stride
      for column in 0..<phase.columns {
        let columnPosition = first[2] + column * axes[2].axis.stride
        for tap in phase.taps {
          if let z = axes[0].source(depthPosition, tap / width / height),
            let y = axes[1].source(rowPosition, tap / width % height),
            let x = axes[2].source(columnPosition, tap % width)
          {
            let position = (z * windows.axes[1].input + y) * windows.axes[2].input + x
            table[entry] = Int32(truncatingIfNeeded: position * windows.channels)
          } else {
            table[entry] = -1
          }
          entry += 1
        }
      }
    }
  }

  /// Output lines of a volume.
  var lines: Int { windows.axes[0].output &* windows.axes[1].output }

  /// Calls `body(phase, offsets, positions, first position)` for the phases of output line `line` of a volume, whose positions
  /// are `columnStep` apart.
  func forEachPhase(ofLine line: Int, _ body: (Int, UnsafePointer<Int32>, Int, Int) -> Void) {
    let (plane, row) = (line / windows.axes[1].output, line % windows.axes[1].output)
    let (depthStride, rowStride) = (windows.axes[0].stride, windows.axes[1].stride)
    let first = (plane % depthStride &* axes[1].count &+ row % rowStride) &* axes[2].count
    let phaseLine = plane / depthStride &* axes[1].positions(row % rowStride) &+ row / rowStride
    for columnPhase in 0..<axes[2].count {
      let phase = phases[first &+ columnPhase]
      let entry = phase.start &+ phaseLine &* phase.columns &* phase.taps.count
      body(
        first &+ columnPhase, UnsafePointer(offsets.base.assumingMemoryBound(to: Int32.self) + entry), phase.columns,
        columnPhase)
    }
  }

  /// Output positions of a line from one of a phase to the next.
  var columnStep: Int { windows.axes[2].stride }

  /// Which taps phases have depends on how much of the output is cut off, and on how many phases there are.
  var variant: [Int] { axes.flatMap { [$0.axis.before % $0.axis.stride, $0.count] } }
}
