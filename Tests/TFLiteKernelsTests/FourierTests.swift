import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Every set's Fourier transforms, the reference's too, against sums over all elements in double precision.
@Suite struct FourierTests {
  /// Cosine and sine of `-2 pi k / order` for every k below the order.
  private static func roots(_ order: Int) -> [(cosine: Double, sine: Double)] {
    (0..<order).map {
      let angle = -2 * Double.pi * Double($0) / Double(order)
      return (MathFunctions.cos(angle), MathFunctions.sin(angle))
    }
  }

  private static func table(_ order: Int) -> Buffer<Double> {
    Buffer(roots(order).prefix(FourierRoots.count(ofOrder: order)).flatMap { [$0.cosine, $0.sine] }, or: 0)
  }

  /// The first `bins` numbers of a spectrum.
  private static func spectrum(_ values: [(real: Double, imaginary: Double)], _ bins: Int) -> [(Double, Double)] {
    let roots = roots(values.count)
    return (0..<bins).map { bin in
      var (real, imaginary) = (0.0, 0.0)
      for (k, value) in values.enumerated() {
        let root = roots[k * bin % values.count]
        real += value.real * root.cosine - value.imaginary * root.sine
        imaginary += value.real * root.sine + value.imaginary * root.cosine
      }
      return (real, imaginary)
    }
  }

  /// With roots of the length's order and of a larger one.
  @Test(arguments: everySet.indices, [2, 4, 8, 16, 32, 64, 128, 256, 512])
  func realSequences(_ set: Int, _ length: Int) {
    var g = SeededGenerator(seed: 31)
    let bins = length / 2 + 1
    let source = Buffer<Float>.random(8 * length, -1...1, &g)
    let window = Buffer((0..<length).map { 0.5 + Double($0) / Double(length) }, or: 0)
    for (isWindowed, order) in [(false, length), (true, length), (false, 4 * length)] {
      let expected = (0..<8).map { lane in
        Self.spectrum(
          (0..<length).map { (Double(source.base[8 * $0 + lane]) * (isWindowed ? window.base[$0] : 1), 0) }, bins)
      }
      let table = Self.table(order)
      for result in [RealFourier.Result.spectrum, .complex, .powers] {
        let lines = Buffer<Float>(16 * bins, repeating: .nan)
        lines.base.update(from: source.base, count: 8 * length)
        let spectrum = Buffer<Double>(16 * bins, repeating: .nan)
        everySet[set].spatial.realFourier(
          RealFourier(
            lines: lines.base, window: isWindowed ? UnsafePointer(window.base) : nil, length: length,
            spectrum: spectrum.base, roots: FourierRoots(values: table.base, order: order), result: result))
        #expect(lines.isIntact && spectrum.isIntact)
        for lane in 0..<8 {
          for bin in 0..<bins {
            let (real, imaginary) = expected[lane][bin]
            let place = 16 * bin + lane
            switch result {
            case .spectrum:
              #expect(abs(spectrum.base[place] - real) < 1e-12 * Double(length))
              #expect(abs(spectrum.base[place + 8] - imaginary) < 1e-12 * Double(length))
            case .complex:
              #expect(abs(Double(lines.base[place]) - real) < 1e-7 * (1 + abs(real)))
              #expect(abs(Double(lines.base[place + 8]) - imaginary) < 1e-7 * (1 + abs(imaginary)))
            case .powers:
              let power = real * real + imaginary * imaginary
              #expect(abs(Double(lines.base[8 * bin + lane]) - power) < 1e-7 * (1 + power))
            }
          }
        }
      }
    }
  }

  @Test(arguments: everySet.indices, [1, 2, 4, 8, 16, 32, 64, 128, 256])
  func complexColumns(_ set: Int, _ length: Int) {
    var g = SeededGenerator(seed: 32)
    // Lines of 11 real parts and as many imaginary ones.
    let source = Buffer((0..<22 * length).map { _ in Double.random(in: -1...1, using: &g) }, or: 0)
    let expected = (0..<8).map { column in
      Self.spectrum(
        (0..<length).map { (source.base[22 * $0 + column], source.base[22 * $0 + 11 + column]) }, length)
    }
    for (columns, order) in [(8, length), (1, length), (5, 2 * length), (7, 8 * length)] {
      let table = Self.table(order)
      let room = Buffer<Double>(16 * length, repeating: .nan)
      let output = Buffer<Float>(17 * length, repeating: 7)
      everySet[set].spatial.complexFourier(
        ComplexFourier(
          source: source.base, imaginaryOffset: 11, sourceStride: 22, length: length, room: room.base,
          roots: FourierRoots(values: table.base, order: order), output: output.base, outputStride: 17,
          columns: columns))
      #expect(room.isIntact && output.isIntact)
      for row in 0..<length {
        for column in 0..<columns {
          let (real, imaginary) = expected[column][row]
          #expect(abs(Double(output.base[17 * row + 2 * column]) - real) < 1e-7 * (1 + abs(real)))
          #expect(abs(Double(output.base[17 * row + 2 * column + 1]) - imaginary) < 1e-7 * (1 + abs(imaginary)))
        }
        for place in 2 * columns..<17 { #expect(output.base[17 * row + place] == 7) }
      }
    }
  }
}
