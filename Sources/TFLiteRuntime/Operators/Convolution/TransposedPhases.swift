import TFLiteKernels

/// The phases of a transposed convolution (see `TransposedPhase`) with the offsets through which each reads the input.
struct TransposedPhases {
  let geometry: ConvolutionGeometry
  /// Output pixels of a block.
  let width: Int
  let phases: [TransposedPhase]
  private let offsets: AlignedMemory
  private let room: MemoryReservation
  /// The first entry of each phase.
  private let starts: [Int]

  /// Bytes of a phase and of its product, an estimate.
  private static let phaseByteCount = 1024

  /// - Throws: `outOfMemory` when the account refuses what phases and offsets take.
  init(
    _ geometry: ConvolutionGeometry, _ form: WeightedProduct.Form, lanes: Int, _ account: MemoryAccount
  ) throws(RuntimeError) {
    self.geometry = geometry
    let purpose = "the tables of a transposed convolution"
    guard TransposedPhase.count(geometry) <= 1 << 16 else { throw account.refusal(.max, for: purpose) }
    let width = PixelBlocks.width(
      (geometry.outputHeight, geometry.outputWidth, geometry.outputDepth), multipleOf: geometry.strideWidth,
      lanes: lanes
    ) { Self.work(geometry, form, width: $0) }
    self.width = width
    let count = TransposedPhase.count(geometry, width: width)
    room = try MemoryReservation(count &* Self.phaseByteCount, for: purpose, account)
    phases = (0..<count).map { TransposedPhase(geometry, $0, width: width) }
    var starts: [Int] = []
    var entries = 0
    for phase in phases {
      starts.append(entries)
      let count = try account.product([4, phase.rows, phase.columns, phase.taps], for: purpose) / 4
      let (sum, overflow) = entries.addingReportingOverflow(count)
      if overflow { throw account.refusal(.max, for: purpose) }
      entries = sum
    }
    self.starts = starts
    offsets = try AlignedMemory(account.product([4, entries], for: purpose), for: purpose, account)
    for (phase, start) in zip(phases, starts) where phase.rows > 0 && phase.columns > 0 {
      phase.fillOffsets(geometry, offsets.base.assumingMemoryBound(to: Int32.self) + start)
    }
  }

  /// Multiply-adds of one channel in blocks of `width` pixels, for each pixel.
  private static func work(_ geometry: ConvolutionGeometry, _ form: WeightedProduct.Form, width: Int) -> Double {
    let count = TransposedPhase.count(geometry, width: width)
    let work = (0..<count).reduce(0) {
      $0 &+ TransposedPhase(geometry, $1, width: width).taps &* geometry.inputDepth &+ form.finishing
    }
    return Double(work) / Double(count &* width)
  }

  /// The offsets of the pixels of phase `number` in row `row` of its rows.
  func rowOffsets(_ number: Int, row: Int) -> UnsafePointer<Int32> {
    let phase = phases[number]
    let index = starts[number] &+ row &* phase.columns &* phase.taps
    return UnsafePointer(offsets.base.assumingMemoryBound(to: Int32.self) + index)
  }
}
