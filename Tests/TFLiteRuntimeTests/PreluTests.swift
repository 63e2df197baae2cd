import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// PRELU of quantized values with slopes that are known beforehand, which have forms of their own, against the reference kernels.
@Suite struct PreluTests {
  private typealias Tensor = ModelBuilder.Tensor

  /// Slopes of channels, of places, of all elements, one alone, and such as repeat along an axis that is not the innermost.
  @Test(
    arguments: [Schema.TensorType.int8, .uint8, .int16],
    [[7], [1, 1, 7], [3, 7], [5, 3, 7], [2, 5, 3, 7], [1], [3, 1], [5, 1, 7]])
  func constantSlopes(type: Schema.TensorType, slopes: [Int]) throws {
    let (shape, count) = ([2, 5, 3, 7], 210)
    let isWide = type == .int16
    func zeroPoint(_ value: Int64) -> Int64 { isWide ? 0 : type == .int8 ? value - 128 : value }
    let known = (0..<slopes.reduce(1, *)).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
    let file = ModelBuilder.oneOperator(
      .prelu,
      inputs: [
        Tensor(type, shape, quantization: .perTensor(scale: 0.043, zeroPoint: zeroPoint(101))),
        Tensor(
          isWide ? .int8 : type, slopes, data: known, quantization: .perTensor(scale: 0.0071, zeroPoint: zeroPoint(90))),
      ], outputs: [Tensor(type, shape, quantization: .perTensor(scale: 0.047, zeroPoint: zeroPoint(120)))])
    let values = (0..<count * (isWide ? 2 : 1)).map { UInt8(truncatingIfNeeded: $0 * 89 % 257) }
    func run(_ kernels: SessionOptions.Kernels, threads: Int) throws -> [UInt8] {
      var options = SessionOptions()
      options.kernels = kernels
      options.threads = .count(threads)
      let session = try Session(Model(bytes: file), options: options)
      try values.withUnsafeBytes { try session.write(bytes: $0, toInput: 0) }
      try session.invoke()
      return try session.withOutputBytes(0) { Array($0) }
    }
    let expected = try run(.reference, threads: 1)
    #expect(Set(expected).count > 20, "results that say nothing")
    for kernels in SessionOptions.Kernels.available {
      for threads in [1, 2] { #expect(try run(kernels, threads: threads) == expected, "\(kernels.rawValue)") }
    }
  }
}
