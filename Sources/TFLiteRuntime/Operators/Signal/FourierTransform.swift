import TFLiteKernelSets
import TFLiteKernels

/// The Fourier transforms of real sequences of one length, eight sequences at a time, in parts that threads share.
struct RealFourierTransform {
  /// Elements of a sequence: a power of two.
  let length: Int
  /// The parts of the work, each of which has a room of its own.
  let parts: Int
  /// Those of transforms of any length up to the order that was asked for.
  let roots: FourierRoots
  /// Bytes of the room of a part, a multiple of 64.
  let partByteCount: Int
  private let table: Table<Double>
  private let transform: @Sendable (RealFourier) -> Void
  private let transpose: @Sendable (Transposition) -> Void
  /// Whether sequences are transformed one at a time where few are left.
  private let isDivided: Bool

  /// - Parameters:
  ///   - length: a power of two, at most 2^32.
  ///   - other: another power of two of which there shall be roots, and room for a block of complex columns.
  ///   - sequences: how many there are at most, nil where that is not known.
  ///   - threads: the threads that share the work.
  ///   - isWindowed: sequences have windows.
  /// - Throws: `outOfMemory` when the account refuses the table of roots.
  init(
    length: Int, and other: Int = 1, sequences: Int?, threads: Int, isWindowed: Bool = false,
    _ kernels: SpatialKernels, _ account: MemoryAccount
  ) throws(RuntimeError) {
    self.length = length
    let order = max(2, length, other)
    table = try Table(2 * FourierRoots.count(ofOrder: order), for: "the roots of a Fourier transform", account) {
      let angle = -2 * Double.pi * Double($0 / 2) / Double(order)
      return $0 % 2 == 0 ? MathFunctions.cos(angle) : MathFunctions.sin(angle)
    }
    roots = FourierRoots(values: table.base, order: order)
    parts = max(1, min(threads, sequences.map { ($0 + 7) / 8 } ?? threads))
    transform = kernels.realFourier
    transpose = kernels.transpose
    isDivided = length >= Self.leastDivided && !isWindowed
    let isAlone = isDivided && (sequences ?? .max) <= Self.fewest
    partByteCount = max(Self.roomByteCount(isAlone ? length / 8 : length), 128 * other)
  }

  /// The length of the first half of a spectrum.
  var bins: Int { length / 2 &+ 1 }

  /// Where a row of real or of imaginary parts ends, in whole blocks of eight.
  var pitch: Int { Self.pitch(length) }

  private static func pitch(_ length: Int) -> Int { (max(2, length) / 2 &+ 8) / 8 &* 8 }

  /// Bytes of the lines of real numbers, and of those of a spectrum.
  private static func linesByteCount(_ length: Int) -> Int { 64 &* (max(2, length) / 2 &+ 1) }

  /// Bytes of the room for eight sequences.
  private static func roomByteCount(_ length: Int) -> Int { linesByteCount(length) &+ 128 &* pitch(length) }

  /// The blocks of eight of a part among all.
  func blocks(_ part: Int, of count: Int) -> Range<Int> {
    let blocks = (count &+ 7) / 8
    return part &* blocks / parts..<(part &+ 1) &* blocks / parts
  }

  /// Where spectra go.
  enum Result {
    /// Complex numbers of double precision: for each sequence `pitch` real parts and then as many imaginary parts, of which
    /// those behind the spectrum are of no account.
    case spectrum(UnsafeMutablePointer<Double>)
    /// Complex numbers, `2 * bins` floats for each sequence.
    case complex(UnsafeMutablePointer<Float>)
    /// The squares of magnitudes, `bins` floats for each sequence, or what the function makes of them in place.
    case powers(UnsafeMutablePointer<Float>, FloatFunction?)
  }

  /// Real numbers in memory.
  struct Sequences {
    /// The first element of the first sequence.
    var source: UnsafePointer<Float>
    /// Floats from sequence to sequence.
    var stride: Int
    /// Floats from element to element.
    var elementStride: Int
    /// The elements that there are; zeros follow, up to the length of the transform.
    var filled: Int
    /// How many sequences there are.
    var count: Int
    /// What elements are multiplied by, as many numbers as the length.
    var window: UnsafePointer<Double>?
  }

  /// Transforms eight sequences from `first` on, or those that are left.
  fileprivate func run(_ sequences: Sequences, _ first: Int, _ room: UnsafeMutableRawPointer, _ result: Result) {
    let count = min(8, sequences.count &- first)
    if isDivided, count <= Self.fewest {
      for index in first..<first &+ count { runAlone(sequences, index, room, result) }
      return
    }
    let lines = room.assumingMemoryBound(to: Float.self)
    gather(sequences, first, count, lines)
    var block = RealFourier(
      lines: lines, window: sequences.window, length: max(2, length),
      spectrum: (room + Self.linesByteCount(length)).assumingMemoryBound(to: Double.self), roots: roots,
      result: .spectrum)
    switch result {
    case .spectrum(let target):
      transform(block)
      (block.spectrum + 16 &* block.bins).update(repeating: 0, count: max(0, 16 &* (pitch &- block.bins)))
      for part in 0..<2 {
        transpose(
          Transposition(
            source: block.spectrum + 8 &* part, sourceStride: 128,
            destination: target + (2 &* first &+ part) &* pitch, destinationStride: 16 &* pitch, rows: pitch,
            columns: count, elementSize: 8))
      }
    case .complex(let target):
      block.result = .complex
      transform(block)
      put(lines, 2 &* bins, target + 2 &* first &* bins, count)
    case .powers(let target, let function):
      block.result = .powers
      transform(block)
      function?(lines, lines, 8 &* bins)
      put(lines, bins, target + first &* bins, count)
    }
  }

  /// Transforms one sequence that has no window, and whose elements are neighbors, as eight.
  private func runAlone(_ sequences: Sequences, _ index: Int, _ room: UnsafeMutableRawPointer, _ result: Result) {
    let lines = room.assumingMemoryBound(to: Float.self)
    lines.update(from: sequences.source + index &* sequences.stride, count: sequences.filled)
    (lines + sequences.filled).update(repeating: 0, count: length &- sequences.filled)
    let eighths = RealFourier(
      lines: lines, window: nil, length: length / 8,
      spectrum: (room + Self.linesByteCount(length / 8)).assumingMemoryBound(to: Double.self), roots: roots,
      result: .spectrum)
    transform(eighths)
    switch result {
    case .spectrum(let target):
      let reals = target + 2 &* index &* pitch
      let imaginaries = reals + pitch
      combine(eighths) { (reals[$0], imaginaries[$0]) = ($1, $2) }
      for i in bins..<pitch { (reals[i], imaginaries[i]) = (0, 0) }
    case .complex(let target):
      let numbers = target + 2 &* index &* bins
      combine(eighths) { (numbers[2 &* $0], numbers[2 &* $0 &+ 1]) = (Float($1), Float($2)) }
    case .powers(let target, let function):
      let powers = target + index &* bins
      combine(eighths) { powers[$0] = Float($1 * $1 + $2 * $2) }
      function?(powers, powers, bins)
    }
  }

  /// Writes the first `count` columns of lines as rows.
  private func put(
    _ lines: UnsafeMutablePointer<Float>, _ length: Int, _ target: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    transpose(
      Transposition(
        source: lines, sourceStride: 32, destination: target, destinationStride: 4 &* length, rows: length,
        columns: count, elementSize: 4))
  }

  /// Writes sequences as columns of lines of eight, with zeros behind them and beside them.
  private func gather(_ sequences: Sequences, _ first: Int, _ count: Int, _ lines: UnsafeMutablePointer<Float>) {
    let filled = sequences.filled
    if count < 8 { lines.update(repeating: 0, count: 8 &* filled) }
    (lines + 8 &* filled).update(repeating: 0, count: 8 &* (max(2, length) &- filled))
    let source = sequences.source + first &* sequences.stride
    if sequences.elementStride == 1 {
      return transpose(
        Transposition(
          source: source, sourceStride: 4 &* sequences.stride, destination: lines, destinationStride: 32, rows: count,
          columns: filled, elementSize: 4))
    }
    for sequence in 0..<count {
      let elements = source + sequence &* sequences.stride
      for i in 0..<filled { lines[8 &* i &+ sequence] = elements[i &* sequences.elementStride] }
    }
  }
}

/// Transforms real sequences, a part of them at a time.
private struct RealFourierJob: RowJob {
  let transform: RealFourierTransform
  let sequences: RealFourierTransform.Sequences
  /// The room of the first part.
  let room: UnsafeMutableRawPointer
  let result: RealFourierTransform.Result

  func run(_ parts: Range<Int>) {
    for part in parts {
      for block in transform.blocks(part, of: sequences.count) {
        transform.run(sequences, 8 &* block, room + part &* transform.partByteCount, result)
      }
    }
  }
}

extension ExecuteContext {
  /// Transforms real sequences.
  /// - Parameter room: as many times `partByteCount` bytes as there are parts.
  func transform(
    _ sequences: RealFourierTransform.Sequences, _ transform: RealFourierTransform, room: UnsafeMutableRawPointer,
    _ result: RealFourierTransform.Result
  ) {
    parallel(
      RealFourierJob(transform: transform, sequences: sequences, room: room, result: result), rows: transform.parts,
      work: Work(sequences.count &* transform.length / transform.parts, .function))
  }
}
