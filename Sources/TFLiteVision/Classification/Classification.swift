#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(ucrt)
import ucrt
#endif

/// One class of a picture and how sure a model is of it.
public struct Classification: Hashable, Sendable {
  /// The class's index in the model's output.
  public let index: Int
  /// The class's name, when labels were given.
  public let label: String?
  /// The score: as the model gave it, or a probability where softmax was asked for.
  public let score: Float

  /// A class with its score.
  public init(index: Int, label: String?, score: Float) {
    self.index = index
    self.label = label
    self.score = score
  }

  /// The `k` highest scores, highest first, equal ones by index; scores that are no number are left out.
  /// - Parameters:
  ///   - k: how many at most; 0 and less give none.
  ///   - scores: one score a class.
  ///   - labels: names of the classes; nil leaves ``label`` nil.
  ///   - threshold: the least score that counts.
  ///   - softmax: turn scores into probabilities of sum 1 first.
  /// - Throws: ``VisionError`` when a class among the results has no label.
  public static func top(
    _ k: Int, of scores: some Sequence<Float>, labels: Labels? = nil, threshold: Float = -.infinity,
    softmax: Bool = false
  ) throws(VisionError) -> [Classification] {
    var values = Array(scores)
    if softmax { values = Self.softmax(values) }
    return try top(k, values, labels, threshold)
  }

  /// The same for a quantised output: scores are `scale * (value - zeroPoint)`.
  public static func top<Value: FixedWidthInteger>(
    _ k: Int, ofQuantized values: some Sequence<Value>, scale: Float, zeroPoint: Int, labels: Labels? = nil,
    threshold: Float = -.infinity, softmax: Bool = false
  ) throws(VisionError) -> [Classification] {
    try top(
      k, of: values.map { scale * (Float($0) - Float(zeroPoint)) }, labels: labels, threshold: threshold,
      softmax: softmax)
  }

  /// Probabilities `exp(x) / sum(exp(x))`, computed after subtracting the maximum.
  public static func softmax(_ scores: [Float]) -> [Float] {
    guard let most = scores.filter({ !$0.isNaN }).max(), most.isFinite else { return scores }
    let powers = scores.map { exp($0 - most) }
    let sum = powers.reduce(0) { $1.isNaN ? $0 : $0 + $1 }
    return powers.map { $0 / sum }
  }

  private static func top(
    _ k: Int, _ scores: [Float], _ labels: Labels?, _ threshold: Float
  ) throws(VisionError) -> [Classification] {
    guard k > 0 else { return [] }
    // Kept in order; a newcomer goes behind its equals, so that ties stay by index.
    var best: [Int] = []
    for (index, score) in scores.enumerated() where score >= threshold {
      if best.count == k, let last = best.last, scores[last] >= score { continue }
      var low = 0
      var high = best.count
      while low < high {
        let middle = (low + high) / 2
        if scores[best[middle]] >= score { low = middle + 1 } else { high = middle }
      }
      best.insert(index, at: low)
      if best.count > k { best.removeLast() }
    }
    var results: [Classification] = []
    for index in best {
      results.append(
        Classification(index: index, label: try labels?.name(of: index), score: scores[index]))
    }
    return results
  }
}
