import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Normalization by the squares of neighboring channels, those at either distance among them.
@Suite struct LocalResponseTests {
  /// Sums of a few channels together, and by themselves where the radius is large; powers and the two that are roots.
  @Test(arguments: [0, 1, 3, 40], [1, 0.5, 0.75, 2] as [Float])
  func neighborsAtBothEnds(_ radius: Int, _ beta: Float) throws {
    let depth = 150
    let model = ModelBuilder.oneOperator(
      .localResponseNormalization,
      options: .init(
        .localResponseNormalizationOptions,
        ["radius": .int(Int64(radius)), "bias": .float(1), "alpha": .float(0.25), "beta": .float(beta)]),
      inputs: [.init(.float32, [1, 1, 2, depth])], outputs: [.init(.float32, [1, 1, 2, depth])])
    let x = (0..<2 * depth).map { Float(($0 * 37) % 19) / 9 - 1 }
    let y = try OperatorRun.values(model, x, as: Float.self).values
    for (place, value) in y.enumerated() {
      let (row, channel) = place.quotientAndRemainder(dividingBy: depth)
      var sum: Float = 0
      for neighbor in max(0, channel - radius)...min(depth - 1, channel + radius) {
        let element = x[row * depth + neighbor]
        sum += element * element
      }
      let expected = x[place] / Self.power(1 + sum / 4, beta)
      #expect(abs(value - expected) < Tolerance.formula, "channel \(channel)")
    }
  }

  private static func power(_ base: Float, _ exponent: Float) -> Float {
    let root = base.squareRoot()
    switch exponent {
    case 0.5: return root
    case 0.75: return root * root.squareRoot()
    case 1: return base
    default: return base * base
    }
  }
}
