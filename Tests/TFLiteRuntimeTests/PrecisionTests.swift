import TFLiteRuntime
import TestSupport
import Testing

/// Products of floats whose operands are cut short, and those that are not.
@Suite struct PrecisionTests {
  private static let depth = 64
  private static let columns = 56

  /// A fully connected operator whose weights no 13 bits hold.
  private static func model() throws -> Model {
    let weights = (0..<columns * depth).map { Float($0 * 7919 % 8191) / 8191 - 0.5 }
    return try Model(
      bytes: ModelBuilder([
        .init(
          tensors: [
            .float32([3, depth], name: "x"), .float32([columns, depth], weights, name: "weights"),
            .float32([3, columns], name: "y"),
          ], inputs: [0], outputs: [2], operators: [.init(.fullyConnected, inputs: [0, 1, -1], outputs: [2])])
      ]).build())
  }

  private static func output(_ model: Model, _ options: SessionOptions) throws -> (Session, [Float]) {
    let session = try Session(model, options: options)
    try session.write((0..<3 * depth).map { Float($0 * 37 % 101) / 101 - 0.3 }, toInput: 0)
    try session.invoke()
    return (session, try session.output(0, as: Float.self))
  }

  @Test(arguments: SessionOptions.Kernels.available) func differsWhereItIsReduced(_ kernels: SessionOptions.Kernels)
    throws
  {
    // One model for both, so that weights packed for one would reach the other if they were not kept apart.
    let model = try Self.model()
    var options = SessionOptions()
    options.kernels = kernels
    let (full, expected) = try Self.output(model, options)
    options.precision = .reduced
    let (reduced, found) = try Self.output(model, options)
    #expect(full.precision == .full)
    #expect((reduced.precision == .reduced) == ["avx512", "dot", "i8mm"].contains(reduced.kernelsName))
    #expect((found == expected) == (reduced.precision == .full))
    // Operands of 13 bits, or of half precision.
    let error: Float = reduced.kernelsName == "avx512" ? 0x1p-12 : 0x1p-10
    for (a, b) in zip(found, expected) { #expect(abs(a - b) <= error * 0.5 * Float(Self.depth)) }
  }
}
