import TFLiteRuntime

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What is known of how a tensor departs from its reference, gathered over any number of runs in constant memory.
struct TensorStatistics {
  /// The integers that a quantised tensor can hold, and what they stand for.
  struct Levels: Equatable {
    let scale: Double
    let zeroPoint: Double
    let lowest: Double
    let highest: Double

    /// Nil for tensors that are not quantised as a whole to 16 bits or fewer.
    init?(_ type: ElementType, _ quantization: Quantization?) {
      guard let quantization, quantization.scales.count == 1, quantization.scale > 0, quantization.scale.isFinite else {
        return nil
      }
      switch type {
      case .int8: (lowest, highest) = (-128, 127)
      case .uint8: (lowest, highest) = (0, 255)
      case .int16: (lowest, highest) = (-32768, 32767)
      case .uint16: (lowest, highest) = (0, 65535)
      case .int4: (lowest, highest) = (-8, 7)
      case .uint4: (lowest, highest) = (0, 15)
      case .int2: (lowest, highest) = (-2, 1)
      default: return nil
      }
      scale = Double(quantization.scale)
      zeroPoint = Double(quantization.zeroPoint)
    }

    /// The level next to a real, as if there were levels without end.
    func unbounded(_ real: Double) -> Double { (real / scale).rounded() + zeroPoint }

    /// The real that the level next to `real` stands for.
    func nearest(_ real: Double) -> Double {
      (min(max(unbounded(real), lowest), highest) - zeroPoint) * scale
    }
  }

  private(set) var levels: Levels?
  /// Elements compared.
  private(set) var count = 0
  private(set) var maxError = 0.0
  /// The run with the largest error.
  private(set) var worstRun = 0
  /// Elements of which one side is NaN or infinite and the other is something else.
  private(set) var nonFinite = 0
  private var finite = 0
  private var signal = 0.0
  private var found = 0.0
  private var product = 0.0
  private var error = 0.0
  private var absoluteError = 0.0
  private var noise = 0.0
  private var roundingNoise = 0.0
  private var atLimits = 0
  private var clipped = 0
  private var lowestSeen = Double.infinity
  private var highestSeen = -Double.infinity

  /// Adds the elements of one run.
  /// - Parameters:
  ///   - reference: what should be there.
  ///   - candidate: as many reals; those of a quantised tensor dequantised.
  ///   - levels: of the candidate's tensor, nil where it is not quantised.
  mutating func add(reference: [Float], candidate: [Float], levels: Levels?, run: Int) {
    self.levels = levels
    let count = min(reference.count, candidate.count)
    self.count += count
    reference.withUnsafeBufferPointer { reference in
      candidate.withUnsafeBufferPointer { candidate in
        var largest = maxError
        for index in 0..<count {
          let (expected, actual) = (reference[index], candidate[index])
          guard expected.isFinite, actual.isFinite else {
            if expected == actual || expected.isNaN && actual.isNaN { continue }
            nonFinite += 1
            largest = .infinity
            continue
          }
          let (r, c) = (Double(expected), Double(actual))
          let difference = c - r
          finite += 1
          signal += r * r
          found += c * c
          product += r * c
          error += difference
          absoluteError += abs(difference)
          noise += difference * difference
          if abs(difference) > largest { largest = abs(difference) }
        }
        if largest > maxError { (maxError, worstRun) = (largest, run) }
        if let levels { add(levels, reference, candidate, count) }
      }
    }
  }

  private mutating func add(
    _ levels: Levels, _ reference: UnsafeBufferPointer<Float>, _ candidate: UnsafeBufferPointer<Float>, _ count: Int
  ) {
    for index in 0..<count where reference[index].isFinite && candidate[index].isFinite {
      let expected = Double(reference[index])
      let wanted = levels.unbounded(expected)
      // A level beyond is as near as rounding gets.
      if wanted < levels.lowest - 1 || wanted > levels.highest + 1 { clipped += 1 }
      let rounding = levels.nearest(expected) - expected
      roundingNoise += rounding * rounding
      let level = levels.unbounded(Double(candidate[index]))
      if level <= levels.lowest || level >= levels.highest, level != levels.zeroPoint { atLimits += 1 }
      lowestSeen = min(lowestSeen, level)
      highestSeen = max(highestSeen, level)
    }
  }

  // MARK: What follows

  private func mean(_ sum: Double) -> Double? { finite > 0 ? sum / Double(finite) : nil }

  /// Every element equals its reference.
  var isEqual: Bool { maxError == 0 && nonFinite == 0 }
  var meanError: Double? { mean(absoluteError) }
  /// The mean of candidate minus reference.
  var bias: Double? { mean(error) }
  var signalPower: Double { mean(signal) ?? 0 }
  var noisePower: Double { nonFinite > 0 ? .infinity : mean(noise) ?? 0 }
  /// The power of noise for a power of 1 of the reference: 0 where nothing differs, infinite where the reference is all zeros.
  var noiseRatio: Double { Self.ratio(noisePower, signalPower) }
  /// The same for a perfect result that is only rounded to the candidate's levels: what the output's scale costs.
  var roundingRatio: Double { levels == nil ? 0 : Self.ratio(mean(roundingNoise) ?? 0, signalPower) }
  /// The cosine of the angle between both as vectors, nil where one is all zeros.
  var cosine: Double? {
    signal > 0 && found > 0 ? min(1, max(-1, product / (signal * found).squareRoot())) : nil
  }
  /// The factor by which the candidate is nearest to the reference: 2 where a scale is twice what it should be.
  var gain: Double? { signal > 0 ? product / signal : nil }
  /// The share of values at the type's limits, where those do not stand for zero.
  var saturation: Double? { levels == nil ? nil : mean(Double(atLimits)) }
  /// The share of values whose reference lies more than a level outside of what the candidate can hold.
  var clipping: Double? { levels == nil ? nil : mean(Double(clipped)) }
  /// The share of the type's range between the least and the greatest value met.
  var rangeUse: Double? {
    guard let levels, highestSeen >= lowestSeen else { return nil }
    return (highestSeen - lowestSeen + 1) / (levels.highest - levels.lowest + 1)
  }

  static func ratio(_ noise: Double, _ signal: Double) -> Double {
    noise == 0 ? 0 : signal == 0 ? .infinity : noise / signal
  }
}

/// A ratio of powers of noise and signal as signal-to-noise ratio in decibels: infinite where there is no noise.
func decibels(noiseRatio: Double) -> Double { noiseRatio == 0 ? .infinity : -10 * log10(noiseRatio) }
