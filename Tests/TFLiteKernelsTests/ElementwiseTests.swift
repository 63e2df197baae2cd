import TFLiteKernelSets
import TFLiteKernels
import Testing

/// An elementwise function, its exact value in double precision, its domain, and the relative error allowed.
private struct FunctionCase: Sendable {
  var name: String
  var kernel: @Sendable (KernelSet) -> FloatFunction
  var exact: @Sendable (Double) -> Double
  var domain: ClosedRange<Float>
  var relative: Double
  var absolute: Double
}

private let functions: [FunctionCase] = [
  FunctionCase(
    name: "exp", kernel: { $0.elementwise.exp }, exact: { MathFunctions.exp($0) }, domain: -86...88, relative: 2.5e-7,
    absolute: 0),
  FunctionCase(
    name: "log", kernel: { $0.elementwise.log }, exact: { MathFunctions.log($0) }, domain: 1e-30...1e30,
    relative: 2.5e-7,
    absolute: 1e-7),
  FunctionCase(
    name: "logistic", kernel: { $0.elementwise.logistic }, exact: { 1 / (1 + MathFunctions.exp(-$0)) },
    domain: -80...80,
    relative: 4e-7, absolute: 0),
  FunctionCase(
    name: "tanh", kernel: { $0.elementwise.tanh }, exact: { MathFunctions.tanh($0) }, domain: -20...20, relative: 4e-7,
    absolute: 0),
  FunctionCase(
    name: "gelu", kernel: { $0.elementwise.gelu }, exact: { 0.5 * $0 * MathFunctions.erfc(-$0 * 0.5.squareRoot()) },
    domain: -6...10, relative: 2e-6, absolute: 1e-6),
  FunctionCase(
    name: "geluApproximate", kernel: { $0.elementwise.geluApproximate },
    exact: { 0.5 * $0 * (1 + MathFunctions.tanh(0.7978845608028654 * ($0 + 0.044715 * $0 * $0 * $0))) },
    domain: -10...10, relative: 1e-6, absolute: 5e-7),
]

@Suite struct ElementwiseTests {
  @Test(arguments: kernelSets.indices, functions.indices)
  func accuracy(_ set: Int, _ index: Int) {
    let f = functions[index]
    var g = SeededGenerator(seed: 5)
    let n = 20_003
    let x = Buffer<Float>.random(n, f.domain, &g)
    for i in 0..<n / 2 { x.base[i] = Float.random(in: max(-2, f.domain.lowerBound)...2, using: &g) }
    let y = Buffer<Float>(n, repeating: .nan)
    f.kernel(kernelSets[set])(x.base, y.base, n)
    #expect(y.isIntact)
    for i in 0..<n {
      let exact = f.exact(Double(x.base[i]))
      let error = abs(Double(y.base[i]) - exact)
      #expect(error <= f.relative * abs(exact) + f.absolute, "\(f.name)(\(x.base[i])) = \(y.base[i]), not \(exact)")
      if error > f.relative * abs(exact) + f.absolute { break }
    }
  }

  @Test(arguments: functions.indices) func specialValues(_ index: Int) {
    let f = functions[index]
    let inputs: [Float] = [
      0, -0.0, .infinity, -.infinity, .nan, Float.leastNonzeroMagnitude, -Float.leastNonzeroMagnitude, 3e38, -3e38,
      88.7, 89, 104, -87.5, -100, -103, -104, -200, 1,
      -1,
    ]
    let x = Buffer<Float>(inputs, or: 0)
    let expected = Buffer<Float>(inputs.count, repeating: 0)
    let found = Buffer<Float>(inputs.count, repeating: 0)
    f.kernel(.reference)(x.base, expected.base, inputs.count)
    f.kernel(.portable)(x.base, found.base, inputs.count)
    for i in 0..<inputs.count {
      let (a, b) = (found.base[i], expected.base[i])
      // GELU of minus infinity is 0 * infinity in one form and a limit in the other.
      if index >= 4, !inputs[i].isFinite || abs(inputs[i]) > 1e12 { continue }
      #expect(
        a == b || (a.isNaN && b.isNaN) || abs(a - b) <= 3e-7 * abs(b) + 1e-37,
        "\(f.name)(\(inputs[i])) = \(a), not \(b)")
    }
  }

  /// Where the hyperbolic tangent rounds to 1 or nearly so, no result is beyond it.
  @Test(arguments: kernelSets.indices) func tangentsStayWithinOne(_ set: Int) {
    let (first, last) = ((3 as Float).bitPattern, (100 as Float).bitPattern)
    let patterns = stride(from: first, through: last, by: 997)
    let x = Buffer<Float>(patterns.map { Float(bitPattern: $0) }, or: 0)
    let y = Buffer<Float>(x.count, repeating: 2)
    kernelSets[set].elementwise.tanh(x.base, y.base, x.count)
    #expect(y.isIntact)
    #expect(y.values.allSatisfy { $0 > 0.99 && $0 <= 1 })
  }

  @Test func resultsDoNotDependOnPosition() {
    var g = SeededGenerator(seed: 8)
    let x = Buffer<Float>.random(67, -3...3, &g)
    for f in functions where f.name != "log" {
      let whole = Buffer<Float>(67, repeating: 0)
      f.kernel(.portable)(x.base, whole.base, 67)
      for split in 0...67 {
        let parts = Buffer<Float>(x.values, or: 0)
        f.kernel(.portable)(parts.base, parts.base, split)
        f.kernel(.portable)(parts.base + split, parts.base + split, 67 - split)
        #expect(parts.values == whole.values)
        #expect(parts.isIntact)
      }
    }
  }

  @Test(arguments: kernelSets.indices) func angles(_ index: Int) throws {
    var g = SeededGenerator(seed: 11)
    let x = Buffer<Float>.random(10_007, -8192...8192, &g)
    for i in 0..<2000 { x.base[i] = Float.random(in: -4...4, using: &g) }
    for (i, angle) in ([0, -0.0, 8193, -1e5, 3e7, 1e20, -3e38] as [Float]).enumerated() { x.base[100 * i] = angle }
    x.base[5000] = .nan
    x.base[6000] = .infinity
    for (kind, exact) in [
      (UnaryKind.sine, { MathFunctions.sin($0) }), (.cosine, { MathFunctions.cos($0) }),
    ] as [(UnaryKind, (Double) -> Double)] {
      let kernel = try #require(kernelSets[index].elementwise.unary(kind, .float32))
      let y = Buffer<Float>(x.count, repeating: 0)
      kernel(x.base, y.base, x.count, ElementwiseParameters())
      #expect(y.isIntact)
      for i in 0..<x.count {
        let expected = exact(Double(x.base[i]))
        let isGood = expected.isNaN ? y.base[i].isNaN : abs(Double(y.base[i]) - expected) < 1.5e-7
        #expect(isGood, "\(kind) of \(x.base[i]) is \(y.base[i]), not \(expected)")
        if !isGood { break }
      }
      let parts = Buffer<Float>(x.values, or: 0)
      kernel(parts.base, parts.base, 4999, ElementwiseParameters())
      kernel(parts.base + 4999, parts.base + 4999, x.count - 4999, ElementwiseParameters())
      #expect(zip(parts.values, y.values).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) })
    }
  }

  @Test(arguments: kernelSets.indices) func softmaxes(_ index: Int) {
    let set = kernelSets[index]
    var g = SeededGenerator(seed: 9)
    for depth in [1, 2, 7, 8, 9, 19, 1001] {
      let rows = 4
      let x = Buffer<Float>.random(rows * depth, -8...8, &g)
      for i in 0..<depth { x.base[i] = -200 + Float(i) }
      for beta in [Float(1), 0.3] {
        let expected = results(rows * depth, rows, Float.nan) {
          KernelSet.reference.normalization.softmaxFloat(x.base, $0, depth, beta, $1, $2)
        }
        let found = results(rows * depth, rows, Float.nan) {
          set.normalization.softmaxFloat(x.base, $0, depth, beta, $1, $2)
        }
        #expect(found.allSatisfy { $0 == found[0] })
        #expect(agree(found[0], expected[0], tolerance: 3e-7))
        set.normalization.softmaxFloat(x.base, x.base, depth, 1, 0, 0)
      }
      let expected = results(rows * depth, rows, Float.nan) {
        KernelSet.reference.normalization.logSoftmaxFloat(x.base, $0, depth, $1, $2)
      }
      let found = results(rows * depth, rows, Float.nan) {
        set.normalization.logSoftmaxFloat(x.base, $0, depth, $1, $2)
      }
      #expect(found.allSatisfy { $0 == found[0] })
      #expect(agree(found[0], expected[0], tolerance: 1e-6))
    }
  }

  @Test(arguments: kernelSets.indices) func lookUp(_ index: Int) {
    var g = SeededGenerator(seed: 10)
    let table = Buffer<UInt8>.random(256, &g)
    for count in [0, 1, 3, 4, 5, 1000] {
      let x = Buffer<UInt8>.random(count, &g)
      let y = Buffer<UInt8>(count, repeating: 0)
      kernelSets[index].elementwise.lookUp(x.base, y.base, count, table.base)
      #expect(y.values == x.values.map { table.base[Int($0)] })
      #expect(y.isIntact)
    }
  }

  @Test(
    arguments: kernelSets.indices,
    [BinaryKind.add, .subtract, .multiply, .divide, .maximum, .minimum, .squaredDifference, .prelu])
  func floatPairs(_ set: Int, _ kind: BinaryKind) {
    guard let expectedKernel = KernelSet.reference.elementwise.binary(kind, .float32),
      let kernel = kernelSets[set].elementwise.binary(kind, .float32)
    else {
      Issue.record("\(kind) is missing")
      return
    }
    var g = SeededGenerator(seed: 25)
    let first = Buffer<Float>.random(2000, -10...10, &g)
    let second = Buffer<Float>.random(2000, -10...10, &g)
    for i in stride(from: 3, to: 2000, by: 17) { first.base[i] = .nan }
    for i in stride(from: 5, to: 2000, by: 19) { second.base[i] = .infinity }
    var parameters = ElementwiseParameters()
    parameters.floatRange = FloatRange(lower: -6, upper: 6)
    for (count, rows, firstStep, secondStep, firstStride, secondStride) in [
      (1, 1, 1, 1, 0, 0), (301, 5, 1, 1, 301, 301), (31, 3, 1, 0, 31, 1), (65, 4, 0, 1, 1, 65), (2, 33, 1, 1, 2, 0),
      (4, 7, 1, 1, 0, 4), (3, 7, 1, 1, 3, 0), (20, 9, 1, 1, 0, 20),
    ] {
      func run(_ kernel: BinaryKernel) -> [UInt32] {
        let output = Buffer<Float>(count * rows, repeating: 0)
        kernel(
          BinaryRows(
            first: first.base, second: second.base, output: output.base, count: count, rows: rows, firstStep: firstStep,
            secondStep: secondStep, firstStride: firstStride, secondStride: secondStride), parameters)
        #expect(output.isIntact)
        return output.values.map { $0.isNaN ? UInt32.max : ($0 + 0).bitPattern }
      }
      #expect(run(kernel) == run(expectedKernel), "\(kind), \(rows) rows of \(count)")
    }
  }

  /// Rows written over an operand, of which the last two registers overlap.
  @Test(arguments: kernelSets.indices) func floatPairsInPlace(_ set: Int) throws {
    let kernel = try #require(kernelSets[set].elementwise.binary(.subtract, .float32))
    var g = SeededGenerator(seed: 26)
    for count in 1...70 {
      let first = Buffer<Float>.random(count, -10...10, &g)
      let second = Buffer<Float>.random(count, -10...10, &g)
      let expected = zip(first.values, second.values).map(-)
      for isFirst in [true, false] {
        let (a, b) = (Buffer<Float>(first.values, or: 0), Buffer<Float>(second.values, or: 0))
        let target = isFirst ? a : b
        kernel(
          BinaryRows(first: a.base, second: b.base, output: target.base, count: count), ElementwiseParameters())
        #expect(target.values == expected && target.isIntact, "\(count) elements over the first operand: \(isFirst)")
      }
    }
  }
}
