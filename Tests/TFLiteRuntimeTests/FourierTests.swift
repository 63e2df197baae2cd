import TFLiteKernels
import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// RFFT2D and AudioSpectrogram against sums over all elements in double precision.
@Suite struct FourierTests {
  private typealias Complex = (real: Double, imaginary: Double)

  private static func root(_ numerator: Int, _ order: Int) -> Complex {
    let angle = -2 * Double.pi * Double(numerator % order) / Double(order)
    return (MathFunctions.cos(angle), MathFunctions.sin(angle))
  }

  private static func spectrum(_ values: [Complex]) -> [Complex] {
    let roots = values.indices.map { root($0, values.count) }
    return values.indices.map { bin in
      var sum: Complex = (0, 0)
      for (k, value) in values.enumerated() {
        let root = roots[k * bin % values.count]
        sum.real += value.real * root.real - value.imaginary * root.imaginary
        sum.imaginary += value.real * root.imaginary + value.imaginary * root.real
      }
      return sum
    }
  }

  /// The first half of each row's spectrum of a plane that is cut or padded.
  private static func plane(_ values: ArraySlice<Float>, _ shape: [Int], _ size: [Int]) -> [Float] {
    let bins = size[1] / 2 + 1
    let rows = (0..<size[0]).map { row in
      Array(
        spectrum(
          (0..<size[1]).map { column in
            let isInside = row < shape[0] && column < shape[1]
            return (isInside ? Double(values[values.startIndex + row * shape[1] + column]) : 0, 0)
          }
        ).prefix(bins))
    }
    let columns = (0..<bins).map { bin in spectrum(rows.map { $0[bin] }) }
    return (0..<size[0]).flatMap { row in
      columns.flatMap { [Float($0[row].real), Float($0[row].imaginary)] }
    }
  }

  private static func random(_ count: Int) -> [Float] {
    var generator = SeededGenerator(seed: 5)
    return (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
  }

  /// Planes of one row and of several, fewer and more than eight of both, cut and padded, with a size known when preparing or not.
  @Test(
    arguments: [
      ([1, 1, 16], [1, 16]), ([1, 500], [1, 512]), ([12, 1, 64], [1, 64]), ([13, 1, 32], [1, 32]), ([3, 20], [4, 32]),
      ([7, 1, 10], [1, 16]), ([9, 1, 70], [1, 64]), ([40, 1, 512], [1, 512]),
      ([5, 3, 8], [1, 8]),
      ([3, 7, 9], [8, 8]), ([4, 5, 6], [16, 32]), ([9, 3, 1], [4, 1]), ([1, 1], [1, 1]), ([4, 4], [1, 1]),
      ([3, 9, 2], [2, 2]), ([6, 17, 18], [16, 16]), ([33, 40], [64, 64]), ([128, 256], [128, 256]),
      ([2, 0, 4], [2, 4]), ([3, 0, 4], [1, 4]), ([3, 2, 0], [2, 2]), ([2, 3, 5, 5], [4, 8]),
    ] as [([Int], [Int])])
  func planes(_ shape: [Int], _ size: [Int]) throws {
    let values = Self.random(shape.reduce(1, *))
    let plane = Array(shape.suffix(2))
    let count = plane[0] * plane[1]
    let expected = (0..<shape.dropLast(2).reduce(1, *)).flatMap {
      Self.plane(values[$0 * count..<($0 + 1) * count], plane, size)
    }
    let outputShape = shape.dropLast(2) + [size[0], size[1] / 2 + 1]
    let largest = expected.reduce(0) { max($0, abs($1)) }
    for isConstant in [true, false] {
      let lengths = size.map { Int32($0) }
      let model = ModelBuilder.oneOperator(
        .rfft2d, inputs: [.float32(shape), isConstant ? .int32([2], lengths) : .int32([2])],
        outputs: [OperatorRun.Tensor(.complex64, isConstant ? Array(outputShape) : [])])
      for threads in [1, 2, 3] {
        let session = try OperatorRun.session(model, threads: threads)
        try session.write(values, toInput: 0)
        if !isConstant { try session.write(lengths, toInput: 1) }
        for _ in 0..<2 {
          try session.invoke()
          let found = try session.withOutputBytes(0) { Array($0.bindMemory(to: Float.self)) }
          #expect(session.outputs[0].shape.dimensions == Array(outputShape))
          #expect(found.count == expected.count)
          #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= Tolerance.oneOperation * (1 + largest) })
        }
      }
    }
  }

  /// Windows that are no power of two, of several channels, fewer and more than eight of them.
  @Test(arguments: [(16, 7, 40, 2), (10, 3, 200, 1), (2, 1, 30, 3), (400, 160, 4000, 1), (25, 10, 25, 1)])
  func spectrogram(_ size: Int, _ step: Int, _ samples: Int, _ channels: Int) throws {
    let values = Self.random(samples * channels)
    var length = 2
    while length < size { length *= 2 }
    let windows = 1 + (samples - size) / step
    for isSquared in [true, false] {
      let expected = (0..<channels).flatMap { channel in
        (0..<windows).flatMap { window in
          let elements = (0..<length).map { i -> Complex in
            if i >= size { return (0, 0) }
            let hann = 0.5 - 0.5 * MathFunctions.cos(2 * Double.pi * Double(i) / Double(size))
            return (Double(values[(window * step + i) * channels + channel]) * hann, 0)
          }
          return Self.spectrum(elements).prefix(length / 2 + 1).map { bin -> Float in
            let power = Float(bin.real * bin.real + bin.imaginary * bin.imaginary)
            return isSquared ? power : power.squareRoot()
          }
        }
      }
      let options: FlexBufferWriter.Value = [
        "window_size": .int(Int64(size)), "stride": .int(Int64(step)), "magnitude_squared": .bool(isSquared),
      ]
      let model = ModelBuilder.oneCustomOperator(
        "AudioSpectrogram", options: FlexBufferWriter.bytes(options), inputs: [.float32([samples, channels])],
        outputs: [.float32([channels, windows, length / 2 + 1])])
      for threads in [1, 2] {
        let session = try OperatorRun.session(model, threads: threads)
        try session.write(values, toInput: 0)
        try session.invoke()
        let found = try session.output(0, as: Float.self)
        #expect(found.count == expected.count)
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= Tolerance.oneOperation * (1 + abs($1)) })
      }
    }
  }
}
