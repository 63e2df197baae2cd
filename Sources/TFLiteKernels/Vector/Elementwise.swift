#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// A function of a vector of floats.
private protocol FloatFunctionOfOne {
  init(_ parameters: ElementwiseParameters)
  func callAsFunction(_ x: Floats) -> Floats
}

private struct ClampOfFloats: FloatFunctionOfOne {
  let lower: Floats
  let upper: Floats
  @inline(__always) init(_ parameters: ElementwiseParameters) {
    lower = Floats(repeating: parameters.floatRange.lower)
    upper = Floats(repeating: parameters.floatRange.upper)
  }
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats { x.bounded(lower, upper) }
}

private struct LeakyReluOfFloats: FloatFunctionOfOne {
  let alpha: Floats
  @inline(__always) init(_ parameters: ElementwiseParameters) {
    alpha = Floats(repeating: parameters.floatRange.lower)
  }
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats {
    (x * alpha).replacing(with: x, where: Floats() .< x)
  }
}

private struct MagnitudeOfFloats: FloatFunctionOfOne {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats { VectorMath.magnitude(x) }
}

private struct NegationOfFloats: FloatFunctionOfOne {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats { VectorMath.negated(x) }
}

private struct SquareOfFloats: FloatFunctionOfOne {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats { x * x }
}

/// -1, 0 or 1; NaN stays.
private struct SignOfFloats: FloatFunctionOfOne {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats {
    let one = VectorMath.withSign(Floats(repeating: 1), of: x)
    let rest = x.replacing(with: Floats(), where: x .== Floats())
    return rest.replacing(with: one, where: Floats() .< VectorMath.magnitude(x))
  }
}

private struct FloorOfFloats: FloatFunctionOfOne {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats { VectorMath.floor(x) }
}

private struct CeilingOfFloats: FloatFunctionOfOne {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats { VectorMath.ceiling(x) }
}

private struct NearestOfFloats: FloatFunctionOfOne {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats { VectorMath.nearest(x) }
}

private struct HardSwishOfFloats: FloatFunctionOfOne {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats { VectorMath.hardSwish(x) }
}

private struct RootOfFloats: FloatFunctionOfOne {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats { rootOfLanes(x) }
}

private struct InverseRootOfFloats: FloatFunctionOfOne {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ x: Floats) -> Floats { inverseRootOfLanes(x) }
}

/// A function that takes many steps.
private protocol ElementaryFunction {
  static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes
}

private enum Swish: ElementaryFunction {
  @inline(__always) static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes { VectorMath.swish(x) }
}

private enum Softplus: ElementaryFunction {
  @inline(__always) static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes { VectorMath.softplus(x) }
}

private enum Mish: ElementaryFunction {
  @inline(__always) static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes { VectorMath.mish(x) }
}

private enum Logistic: ElementaryFunction {
  @inline(__always) static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes { VectorMath.logistic(x) }
}

private enum Tanh: ElementaryFunction {
  @inline(__always) static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes { VectorMath.tanh(x) }
}

private enum Elu: ElementaryFunction {
  @inline(__always) static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes { VectorMath.elu(x) }
}

private enum Exponential: ElementaryFunction {
  @inline(__always) static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes { VectorMath.exp(x) }
}

private enum Logarithm: ElementaryFunction {
  @inline(__always) static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes { VectorMath.log(x) }
}

private enum Gelu: ElementaryFunction {
  @inline(__always) static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes { VectorMath.gelu(x) }
}

private enum GeluApproximate: ElementaryFunction {
  @inline(__always) static func value<Lanes: MathLanes>(_ x: Lanes) -> Lanes { VectorMath.geluApproximate(x) }
}

extension VectorKernels {
  /// `output[i] = function(input[i])`, in place if both are the same.
  @inline(__always)
  private static func map<Function: FloatFunctionOfOne>(
    _ function: Function.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int,
    _ parameters: ElementwiseParameters = ElementwiseParameters()
  ) {
    assert(Contract.map(source, target, count, from: 4, to: 4))
    let function = Function(parameters)
    let lanes = lanesPerVector
    var i = 0
    while count &- i >= lanes {
      target.put(function(source.lanes(4 &* i, as: Floats.self)), 4 &* i)
      i &+= lanes
    }
    if i < count {
      let rest = count &- i
      target.putFloats(first: rest, of: function(source.floats(first: rest, 4 &* i)), 4 &* i)
    }
  }

  /// `output[i] = function(input[i])`, in place if both are the same.
  @inline(__always)
  private static func map<Function: ElementaryFunction>(
    _ function: Function.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int
  ) {
    assert(Contract.map(source, target, count, from: 4, to: 4))
    let lanes = lanesPerVector
    var i = 0
    while count &- i >= TwiceFloats.scalarCount {
      target.put(Function.value(source.lanes(4 &* i, as: TwiceFloats.self)), 4 &* i)
      i &+= TwiceFloats.scalarCount
    }
    while i < count {
      let rest = min(lanes, count &- i)
      let x = rest == lanes ? source.lanes(4 &* i, as: Floats.self) : source.floats(first: rest, 4 &* i)
      let y = Function.value(x)
      if rest == lanes { target.put(y, 4 &* i) } else { target.putFloats(first: rest, of: y, 4 &* i) }
      i &+= rest
    }
  }

  /// The kernel of a function of one value.
  static func unary(_ kind: UnaryKind, _ type: ElementwiseType) -> UnaryKernel? {
    switch (kind, type) {
    case (.leakyRelu, .quantizedInt16): return leakyReluInt16
    case (.clamp, .quantizedInt16): return rescaleInt16
    case (.absolute, .quantizedInt16): return absoluteInt16
    default: break
    }
    guard case .float32 = type else { return UnaryKernels.kernel(kind, type) }
    return switch kind {
    case .absolute: { map(MagnitudeOfFloats.self, $0, $1, $2, $3) }
    case .negate: { map(NegationOfFloats.self, $0, $1, $2, $3) }
    case .sign: { map(SignOfFloats.self, $0, $1, $2, $3) }
    case .square: { map(SquareOfFloats.self, $0, $1, $2, $3) }
    case .floor: { map(FloorOfFloats.self, $0, $1, $2, $3) }
    case .ceiling: { map(CeilingOfFloats.self, $0, $1, $2, $3) }
    case .round: { map(NearestOfFloats.self, $0, $1, $2, $3) }
    case .clamp: { map(ClampOfFloats.self, $0, $1, $2, $3) }
    case .leakyRelu: { map(LeakyReluOfFloats.self, $0, $1, $2, $3) }
    case .hardSwish: { map(HardSwishOfFloats.self, $0, $1, $2, $3) }
    case .sine: { input, output, count, _ in sine(input, output, count, isCosine: false) }
    case .cosine: { input, output, count, _ in sine(input, output, count, isCosine: true) }
    case .swish: { input, output, count, _ in map(Swish.self, input, output, count) }
    case .softplus: { input, output, count, _ in map(Softplus.self, input, output, count) }
    case .mish: { input, output, count, _ in map(Mish.self, input, output, count) }
    default: UnaryKernels.kernel(kind, type)
    }
  }

  /// The logistic function of `count` values.
  static func logistic(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(Logistic.self, input, output, count)
  }

  /// `exp(x) - 1` of the negative ones of `count` values, the others themselves.
  static func elu(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(Elu.self, input, output, count)
  }

  /// The square roots of `count` values.
  static func squareRoot(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(RootOfFloats.self, input, output, count)
  }

  /// The reciprocals of the square roots of `count` values.
  static func inverseSquareRoot(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(InverseRootOfFloats.self, input, output, count)
  }

  /// The hyperbolic tangent of `count` values.
  static func tanh(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(Tanh.self, input, output, count)
  }

  /// The exponential of `count` values.
  static func exp(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(Exponential.self, input, output, count)
  }

  /// The natural logarithm of `count` values.
  static func log(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(Logarithm.self, input, output, count)
  }

  /// GELU of `count` values.
  static func gelu(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(Gelu.self, input, output, count)
  }

  /// The tanh approximation of GELU of `count` values.
  static func geluApproximate(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(GeluApproximate.self, input, output, count)
  }

  /// The smallest and the largest of `count` values; zeros when there are none.
  @inline(__always)
  static func extremes(_ values: UnsafePointer<Float>, _ count: Int) -> (minimum: Float, maximum: Float) {
    assert(count >= 0, "a negative count")
    guard count > 0 else { return (0, 0) }
    let source = UnsafeRawPointer(values)
    let lanes = lanesPerVector
    let first = Floats(repeating: values[0])
    var (low, high, low2, high2) = (first, first, first, first)
    var i = 0
    if Tier.hasNumberExtremes {
      // They skip what is not a number, as comparisons do with numbers on the left.
      if values[0].isNaN { return (values[0], values[0]) }
      let last = count &- 8 &* lanes
      while i <= last {
        var part = 0
        while part < 8 {
          let x = source.lanes(4 &* (i &+ part &* lanes), as: Floats.self)
          let y = source.lanes(4 &* (i &+ (part &+ 1) &* lanes), as: Floats.self)
          low = smallerNumbers(low, x)
          high = largerNumbers(high, x)
          low2 = smallerNumbers(low2, y)
          high2 = largerNumbers(high2, y)
          part &+= 2
        }
        i &+= 8 &* lanes
      }
      while count &- i >= 4 &* lanes {
        let x = source.lanes(4 &* i, as: Floats.self)
        let y = source.lanes(4 &* (i &+ lanes), as: Floats.self)
        let z = source.lanes(4 &* (i &+ 2 &* lanes), as: Floats.self)
        let w = source.lanes(4 &* (i &+ 3 &* lanes), as: Floats.self)
        low = smallerNumbers(smallerNumbers(low, x), z)
        high = largerNumbers(largerNumbers(high, x), z)
        low2 = smallerNumbers(smallerNumbers(low2, y), w)
        high2 = largerNumbers(largerNumbers(high2, y), w)
        i &+= 4 &* lanes
      }
    }
    while count &- i >= 2 &* lanes {
      let x = source.lanes(4 &* i, as: Floats.self)
      let y = source.lanes(4 &* (i &+ lanes), as: Floats.self)
      low = low.smaller(x)
      high = high.larger(x)
      low2 = low2.smaller(y)
      high2 = high2.larger(y)
      i &+= 2 &* lanes
    }
    while i < count {
      let rest = min(lanes, count &- i)
      let x = rest == lanes ? source.lanes(4 &* i, as: Floats.self) : source.floats(first: rest, 4 &* i, filler: first)
      low = low.smaller(x)
      high = high.larger(x)
      i &+= rest
    }
    return (0 - largestLane(VectorMath.negated(low.smaller(low2))), largestLane(high.larger(high2)))
  }

  /// Quantizes values of a row by the row's step.
  @inline(__always)
  private static func quantize(
    _ values: UnsafePointer<Float>, _ count: Int, _ step: DynamicQuantization.Step, _ output: UnsafeMutablePointer<Int8>
  ) {
    let (zeroPoint, lower) = (step.zeroPoint, step.lowest)
    let source = UnsafeRawPointer(values)
    let target = UnsafeMutableRawPointer(output)
    let lowest = Ints(repeating: lower &- zeroPoint)
    let highest = Ints(repeating: 127 &- zeroPoint)
    let offset = Ints(repeating: zeroPoint)
    // An infinite factor makes infinities, which no result stands for, of what is not zero.
    let factor = Floats(repeating: Tier.hasNumberExtremes && step.factor == .infinity ? .nan : step.factor)
    let bounds = ByteBounds(zeroPoint, IntegerRange(lower: lower, upper: 127), isSigned: true)
    let packet = ByteBounds.panels &* lanesPerVector
    let width = MemoryLayout<Floats>.size
    let least = Floats(repeating: Float(lower &- zeroPoint))
    /// Rounds a vector.
    @inline(__always)
    func rounded(_ x: UnsafeRawPointer, _ panel: Int) -> Ints {
      let y = roundedInts(x.lanes(panel &* width, as: Floats.self) * factor, lower: least)
      // Where several panels are packed, numbers are narrowed to 16 bits before the zero point is added.
      return ByteBounds.panels > 1 ? y : clamped(y, lowest, highest)
    }
    var i = 0
    let last = count &- packet
    while i <= last {
      let x = source + 4 &* i
      let y0 = rounded(x, 0)
      let y1 = ByteBounds.panels > 1 ? rounded(x, 1) : y0
      let y2 = ByteBounds.panels > 2 ? rounded(x, 2) : y0
      let y3 = ByteBounds.panels > 3 ? rounded(x, 3) : y0
      bounds.store(ByteBounds.panels, y0, y1, y2, y3, target + i, first: packet)
      i &+= packet
    }
    while count &- i >= lanesPerVector {
      let y = roundedInts(source.lanes(4 &* i, as: Floats.self) * factor)
      target.put(narrowedBytes(clamped(y, lowest, highest) &+ offset), i)
      i &+= lanesPerVector
    }
    if i < count {
      let rest = count &- i
      let y = roundedInts(source.floats(first: rest, 4 &* i) * factor)
      target.put(first: rest, of: narrowedBytes(clamped(y, lowest, highest) &+ offset), i)
    }
  }

  /// Quantizes rows of `count` values symmetrically to `[-127, 127]`.
  static func quantizeSymmetric(
    _ values: UnsafePointer<Float>, _ rows: Int, _ count: Int, _ output: UnsafeMutablePointer<Int8>,
    _ parameters: UnsafeMutablePointer<DynamicQuantization.Parameters>
  ) {
    assert(Contract.map(values, output, rows &* count, from: 4, to: 1))
    var row = 0
    while row < rows {
      let source = values + row &* count
      let (low, high) = extremes(source, count)
      let step = DynamicQuantization.symmetricStep(minimum: low, maximum: high)
      quantizePart(source, count, step, output + row &* count)
      parameters[row] = DynamicQuantization.symmetric(minimum: low, maximum: high)
      row &+= 1
    }
  }

  /// Quantizes rows of `count` values asymmetrically to `[-128, 127]`.
  ///
  /// A row's parameters are a chain of divisions, as long as a short row takes: those of several rows are found together, while
  /// the rows stay in the first cache.
  static func quantizeAsymmetric(
    _ values: UnsafePointer<Float>, _ rows: Int, _ count: Int, _ output: UnsafeMutablePointer<Int8>,
    _ parameters: UnsafeMutablePointer<DynamicQuantization.Parameters>
  ) {
    assert(Contract.map(values, output, rows &* count, from: 4, to: 1))
    let together = max(1, min(8, 4096 / max(1, count)))
    var row = 0
    while row < rows {
      let part = min(together, rows &- row)
      let source = values + row &* count
      let target = output + row &* count
      let chosen = parameters + row
      // A row's extremes lie where its parameters go.
      var r = 0
      while r < part {
        let (low, high) = extremes(source + r &* count, count)
        chosen[r] = DynamicQuantization.Parameters(scale: low, zeroPoint: Int32(bitPattern: high.bitPattern))
        r &+= 1
      }
      r = 0
      while r < part {
        let high = Float(bitPattern: UInt32(bitPattern: chosen[r].zeroPoint))
        chosen[r] = DynamicQuantization.asymmetric(minimum: chosen[r].scale, maximum: high)
        r &+= 1
      }
      r = 0
      while r < part {
        quantize(source + r &* count, count, chosen[r].step, target + r &* count)
        r &+= 1
      }
      row &+= part
    }
  }

  /// Quantizes values of a row by the row's step.
  static func quantizePart(
    _ values: UnsafePointer<Float>, _ count: Int, _ step: DynamicQuantization.Step, _ output: UnsafeMutablePointer<Int8>
  ) {
    assert(Contract.map(values, output, count, from: 4, to: 1))
    quantize(values, count, step, output)
  }
}

#endif
