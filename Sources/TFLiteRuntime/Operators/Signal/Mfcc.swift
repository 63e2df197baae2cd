import TFLiteKernels
import TFLiteSchema

/// Mfcc: mel-frequency cepstral coefficients of squared magnitude spectra (Davis and Mermelstein 1980).
///
/// Inputs: spectra `[channels, windows, bins]` and the sample rate. Output `[channels, windows, coefficients]`.
final class Mfcc {
  private let upperLimit: Double
  private let lowerLimit: Double
  private let bandCount: Int
  private let coefficientCount: Int
  private var plan: Plan?
  /// Of a sample rate, for an output that has elements.
  private var bank: (filters: MelFilterBank, rate: Int32)?

  private struct Plan {
    let bands: Scratch
    /// Of an output that has elements.
    let cosines: Table<Double>?
  }

  init(_ node: OperatorNode) throws(RuntimeError) {
    guard let map = FlexBuffer.Map(node.customOptions) else {
      throw node.error(.invalidOperator, "the options are not a FlexBuffer map")
    }
    upperLimit = Double(map.int(forKey: "upper_frequency_limit") ?? 0)
    lowerLimit = Double(map.int(forKey: "lower_frequency_limit") ?? 0)
    bandCount = map.int(forKey: "filterbank_channel_count") ?? 0
    coefficientCount = map.int(forKey: "dct_coefficient_count") ?? 0
    guard (1...1 << 16).contains(bandCount), (1...bandCount).contains(coefficientCount), lowerLimit >= 0,
      upperLimit > lowerLimit
    else {
      throw node.error(
        .invalidOperator, "options out of range", expected: "1 <= coefficients <= bands, 0 <= lower < upper limit",
        actual: "\(coefficientCount) coefficients, \(bandCount) bands, \(lowerLimit) to \(upperLimit) Hz")
    }
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (plan, bank) = (nil, nil)
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let rateTensor = try context.input(1)
    try context.expect(input, .float32)
    try context.expectRank(input, 3)
    try context.expect(input.shape[2] >= 2, "a spectrum needs 2 bins", input)
    try context.expect(rateTensor, .int32)
    try context.expect(rateTensor.elementCount == 1, "the sample rate must be one number", rateTensor)
    try context.expect(context.output(0), .float32)
    try context.setShape([input.shape[0], input.shape[1], coefficientCount], ofOutput: 0)
    let bands = try context.requestScratch(8 * bandCount)
    let (count, bandCount) = (coefficientCount, bandCount)
    let norm = (2 / Double(bandCount)).squareRoot()
    var cosines: Table<Double>?
    if try context.output(0).elementCount > 0 {
      cosines = try context.table(count * bandCount) {
        norm
          * MathFunctions.cos(Double($0 / bandCount) * Double.pi / Double(bandCount) * (Double($0 % bandCount) + 0.5))
      }
    }
    if rateTensor.isConstant { try makeBank(rateTensor, input, context.memory, context.node) }
    plan = Plan(bands: bands, cosines: cosines)
  }

  /// Makes the filters for the sample rate in `tensor` unless they are there.
  private func makeBank(
    _ tensor: RuntimeTensor, _ input: RuntimeTensor, _ account: MemoryAccount, _ node: OperatorNode
  ) throws(RuntimeError) {
    let sampleRate = tensor.pointer(as: Int32.self)[0]
    if sampleRate == bank?.rate { return }
    let bins = input.shape[2]
    guard sampleRate > 0, upperLimit / (0.5 * Double(sampleRate) / Double(bins - 1)) < Double(bins) else {
      throw node.error(
        .invalidData, "the sample rate does not reach the upper frequency limit", tensor: tensor.label,
        expected: "\(2 * upperLimit) Hz or more", actual: "\(sampleRate)")
    }
    bank = nil
    if input.elementCount == 0 { return }
    let filters = try MelFilterBank(
      bins: bins, sampleRate: Double(sampleRate), bands: bandCount, lowerLimit: lowerLimit, upperLimit: upperLimit,
      account)
    bank = (filters, sampleRate)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let input = context.input(0)
    try makeBank(context.input(1), input, context.memory, context.node)
    if context.output(0).elementCount == 0 { return }
    guard let bank = bank?.filters, let cosines = plan.cosines?.values else { throw context.unprepared }
    let values = context.scratch(plan.bands).assumingMemoryBound(to: Double.self)
    var spectrum = input.pointer(as: Float.self)
    var output = context.output(0).mutablePointer(as: Float.self)
    for _ in 0..<input.shape[0] &* input.shape[1] {
      bank.apply(spectrum, values)
      for band in 0..<bandCount { values[band] = MathFunctions.log(max(values[band], 1e-12)) }
      for coefficient in 0..<coefficientCount {
        var sum = 0.0
        for band in 0..<bandCount { sum += cosines[coefficient &* bandCount &+ band] * values[band] }
        output[coefficient] = Float(sum)
      }
      spectrum += input.shape[2]
      output += coefficientCount
    }
  }
}

/// Triangular filters, evenly spaced on the mel scale, each reaching to the centers of its neighbors.
struct MelFilterBank {
  private let bands: Int
  private let start: Int
  private let end: Int
  private let bins: Table<Bin>

  private struct Bin: BitwiseCopyable {
    /// The band on whose falling side the bin lies, -1 below the first center.
    var band = -1
    /// The weight of the bin in that band; the next band gets the rest.
    var weight = 0.0
  }

  /// - Parameter bins: of the spectrum, from 0 to half the sample rate.
  /// - Throws: `outOfMemory` when the account refuses the table of bins.
  init(
    bins: Int, sampleRate: Double, bands: Int, lowerLimit: Double, upperLimit: Double, _ account: MemoryAccount
  ) throws(RuntimeError) {
    func mel(_ frequency: Double) -> Double { 1127 * MathFunctions.log1p(frequency / 700) }
    self.bands = bands
    let low = mel(lowerLimit)
    let spacing = (mel(upperLimit) - low) / Double(bands + 1)
    func center(_ band: Int) -> Double { low + spacing * Double(band + 1) }
    let binWidth = 0.5 * sampleRate / Double(bins - 1)
    let start = Int(1.5 + lowerLimit / binWidth)
    let end = min(bins - 1, Int(upperLimit / binWidth))
    (self.start, self.end) = (start, end)
    var next = 0
    self.bins = try Table(bins, for: "mel filters", account) { bin in
      if bin < start || bin > end { return Bin() }
      let position = mel(Double(bin) * binWidth)
      while next < bands, center(next) < position { next += 1 }
      let left = next == 0 ? low : center(next - 1)
      return Bin(band: next - 1, weight: (center(next) - position) / (center(next) - left))
    }
  }

  /// Writes the magnitude in each band of a spectrum of squared magnitudes.
  func apply(_ spectrum: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Double>) {
    for index in 0..<bands { output[index] = 0 }
    if start > end { return }
    for bin in start...end {
      let magnitude = Double(spectrum[bin]).squareRoot()
      let share = magnitude * bins[bin].weight
      let index = bins[bin].band
      if index >= 0 { output[index] += share }
      if index + 1 < bands { output[index + 1] += magnitude - share }
    }
  }
}
