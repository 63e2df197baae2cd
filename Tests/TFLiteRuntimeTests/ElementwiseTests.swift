import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Runs a model of one operator on inputs given as bytes and returns output 0 as values.
func runOneOperator<T: TensorScalar>(
  _ file: [UInt8], _ inputs: [[UInt8]], threads: Int = 1, as type: T.Type
) throws -> (shape: [Int], values: [T]) {
  var options = SessionOptions()
  options.threads = .count(threads)
  let session = try Session(Model(bytes: file), options: options)
  for (index, bytes) in inputs.enumerated() { try feed(session, index, bytes) }
  try session.invoke()
  return (session.outputs[0].shape.dimensions, try session.output(0, as: type))
}

@inline(never)
private func feed(_ session: Session, _ index: Int, _ bytes: [UInt8]) throws {
  var failure: RuntimeError?
  bytes.withUnsafeBytes { buffer in
    do throws(RuntimeError) { try session.write(bytes: buffer, toInput: index) } catch { failure = error }
  }
  if let failure { throw failure }
}

func rawBytes<T: BitwiseCopyable>(_ values: [T]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }

/// The error that making and preparing a model gives, nil when there is none.
func objection(_ file: [UInt8]) -> RuntimeError? {
  do throws(RuntimeError) {
    try Session(Model(bytes: file)).prepare()
    return nil
  } catch {
    return error
  }
}

private func count(_ shape: [Int]) -> Int { shape.reduce(1, *) }

/// The element of an operand that element `index` of the output meets.
private func source(_ index: Int, _ shape: [Int], _ output: [Int]) -> Int {
  var rest = index
  var offset = 0
  var stride = 1
  for fromEnd in 1...max(1, output.count) where fromEnd <= output.count {
    let extent = output[output.count - fromEnd]
    let position = rest % max(extent, 1)
    rest /= max(extent, 1)
    if fromEnd <= shape.count {
      let own = shape[shape.count - fromEnd]
      offset += (own == 1 ? 0 : position) * stride
      stride *= own
    }
  }
  return offset
}

@Suite struct BroadcastArithmeticTests {
  static let shapes: [([Int], [Int], [Int])] = [
    ([17], [17], [17]), ([], [], []), ([2, 3, 9], [9], [2, 3, 9]), ([1, 5], [4, 1], [4, 5]), ([3, 8], [], [3, 8]),
    ([2, 1, 3, 1, 2], [1, 4, 1, 2, 1], [2, 4, 3, 2, 2]), ([2, 0, 3], [1, 3], [2, 0, 3]),
    ([1], [3, 1, 33], [3, 1, 33]),
    ([2, 1, 2, 1, 2, 1, 2, 1], [1, 3, 1, 2, 1, 2, 1, 2], [2, 3, 2, 2, 2, 2, 2, 2]),
    ([1, 20_000], [3, 1], [3, 20_000]),
    ([40, 50, 8], [40, 1, 8], [40, 50, 8]),
  ]

  @Test(arguments: [1, 2]) func floatsFollowTheFormula(threads: Int) throws {
    let operations: [(Schema.BuiltinOperator, (Float, Float) -> Float)] = [
      (.add, { $0 + $1 }), (.sub, { $0 - $1 }), (.mul, { $0 * $1 }), (.div, { $0 / $1 }),
      (.maximum, { $0 > $1 ? $0 : $1 }), (.minimum, { $0 < $1 ? $0 : $1 }),
      (.squaredDifference, { ($0 - $1) * ($0 - $1) }),
    ]
    for (code, formula) in operations {
      for (first, second, output) in Self.shapes {
        let a = (0..<count(first)).map { Float($0 % 23) - 11 }
        let b = (0..<count(second)).map { Float($0 % 7) + 1 }
        let file = ModelBuilder.oneOperator(
          code, inputs: [.float32(first), .float32(second)], outputs: [.float32(output)])
        let result = try runOneOperator(file, [rawBytes(a), rawBytes(b)], threads: threads, as: Float.self)
        #expect(result.shape == output, "\(code.name) \(first) \(second)")
        let expected = (0..<count(output)).map {
          formula(a[source($0, first, output)], b[source($0, second, output)])
        }
        #expect(result.values == expected, "\(code.name) \(first) \(second)")
      }
    }
  }

  @Test func activationsClamp() throws {
    let file = ModelBuilder.oneOperator(
      .add, options: .init(.addOptions, ["fused_activation_function": 3]),
      inputs: [.float32([4]), .float32([1], [1])], outputs: [.float32([4])])
    let result = try runOneOperator(file, [rawBytes([-9, 2, 7, Float.nan])], as: Float.self)
    #expect(Array(result.values[0..<3]) == [0, 3, 6])
    #expect(result.values[3].isNaN)
  }

  @Test func integersWrap() throws {
    let file = ModelBuilder.oneOperator(.mul, inputs: [.int32([3]), .int32([3])], outputs: [.int32([3])])
    let result = try runOneOperator(
      file, [rawBytes([Int32.max, -7, Int32.min]), rawBytes([Int32(2), 6, -1])], as: Int32.self)
    #expect(result.values == [-2, -42, Int32.min])
  }

  /// One exponent for all elements goes by blocks of 16, by repeated squaring.
  @Test(arguments: [1, 15, 16, 17, 40, 100_003], [1, 2])
  func integerPowersWrap(count: Int, threads: Int) throws {
    let file = ModelBuilder.oneOperator(
      .pow, inputs: [.int32([1, count]), .int32([])], outputs: [.int32([1, count])])
    let bases = (0..<count).map { Int32(truncatingIfNeeded: $0 &* 2_654_435_761) >> Int32($0 % 32) }
    for exponent: Int32 in [0, 1, 2, 5, 6, 31] {
      let result = try runOneOperator(file, [rawBytes(bases), rawBytes([exponent])], threads: threads, as: Int32.self)
      let expected = bases.map { base in (0..<exponent).reduce(Int32(1)) { product, _ in product &* base } }
      #expect(result.values == expected)
    }
  }

  /// Recorded from ai-edge-litert 2.3.0, reference kernels.
  @Test func quantisedResultsAreThoseOfTheReference() throws {
    let sub = ModelBuilder.oneOperator(
      .sub, version: 2, options: .init(.subOptions, ["pot_scale_int16": false]),
      inputs: [
        .uint8([1], quantization: .perTensor(scale: 0.11102387309074402, zeroPoint: 0)),
        .uint8([9], quantization: .perTensor(scale: 0.09640728682279587, zeroPoint: 131)),
      ], outputs: [.uint8([9], quantization: .perTensor(scale: 0.13774968683719635, zeroPoint: 0))])
    let values: [UInt8] = [217, 224, 70, 246, 187, 210, 207, 32, 229]
    #expect(try runOneOperator(sub, [[75], values], as: UInt8.self).values == [0, 0, 103, 0, 21, 5, 7, 130, 0])

    let add = ModelBuilder.oneOperator(
      .add, version: 2, options: .init(.addOptions, ["pot_scale_int16": true]),
      inputs: [
        .int16([9], quantization: .perTensor(scale: 0x1p-14)), .int16([9], quantization: .perTensor(scale: 0x1p-12)),
      ], outputs: [.int16([9], quantization: .perTensor(scale: 0x1p-12))])
    let first: [Int16] = [3692, 22749, 23588, 20397, 27960, -15155, 5381, 11076, -22471]
    let second: [Int16] = [29536, -10860, -26263, -24323, 26143, -27051, -16202, 9246, -30411]
    #expect(
      try runOneOperator(add, [rawBytes(first), rawBytes(second)], as: Int16.self).values
        == [30459, -5173, -20366, -19224, 32767, -30840, -14857, 12015, -32768])
  }

  /// A mask of nearly the largest float is a scale whose product with a million is none.
  @Test func hugeScalesAreAdded() throws {
    let quantization = ModelBuilder.Quantization.perTensor(scale: 1.33333328e36, zeroPoint: 127)
    let add = ModelBuilder.oneOperator(
      .add, version: 2, options: .init(.addOptions, [:]),
      inputs: [.int8([4], quantization: quantization), .int8([4], quantization: quantization)],
      outputs: [.int8([4], quantization: quantization)])
    let (first, second): ([Int8], [Int8]) = ([127, 127, 0, -100], [127, -128, 100, -100])
    #expect(
      try runOneOperator(add, [rawBytes(first), rawBytes(second)], as: Int8.self).values == [127, -128, -27, -128])
  }

  @Test func comparisonsAndLogicBroadcast() throws {
    let less = ModelBuilder.oneOperator(.less, inputs: [.int32([2, 1]), .int32([3])], outputs: [.bool([2, 3])])
    #expect(
      try runOneOperator(less, [rawBytes([Int32(2), 5]), rawBytes([Int32(1), 3, 9])], as: UInt8.self).values == [
        0, 1, 1, 0, 0, 1,
      ])
    let or = ModelBuilder.oneOperator(.logicalOr, inputs: [.bool([4]), .bool([1])], outputs: [.bool([4])])
    #expect(try runOneOperator(or, [[0, 1, 0, 1], [0]], as: UInt8.self).values == [0, 1, 0, 1])
    let equal = ModelBuilder.oneOperator(
      .equal, version: 4, inputs: [.string([3], ["a", "bc", ""]), .string([1], ["bc"])], outputs: [.bool([3])])
    #expect(try runOneOperator(equal, [], as: UInt8.self).values == [0, 1, 0])
  }

  @Test func selectChooses() throws {
    let rows = ModelBuilder.oneOperator(
      .select, inputs: [.bool([2]), .int32([2, 2]), .int32([2, 2])], outputs: [.int32([2, 2])])
    let values = [rawBytes([Int32(1), 2, 3, 4]), rawBytes([Int32(5), 6, 7, 8])]
    #expect(try runOneOperator(rows, [[0, 1]] + values, as: Int32.self).values == [5, 6, 3, 4])
    let broadcast = ModelBuilder.oneOperator(
      .selectV2, inputs: [.bool([2, 1]), .int32([2]), .int32([])], outputs: [.int32([2, 2])])
    #expect(
      try runOneOperator(broadcast, [[1, 0], rawBytes([Int32(1), 2]), rawBytes([Int32(9)])], as: Int32.self).values == [
        1, 2, 9, 9,
      ])
  }

  /// Quotients of many bytes come from a table; those of few do not.
  @Test(arguments: [1, 2]) func quotientsOfManyBytesAreThoseOfFew(_ threads: Int) throws {
    let (rows, columns, parts) = (64, 96, 8)
    func quotients(_ rows: Int, _ first: ([Int], [Int8]), _ second: ([Int], [Int8])) throws -> [Int8] {
      let model = ModelBuilder.oneOperator(
        .div, version: 2,
        inputs: [
          .int8(first.0, quantization: .perTensor(scale: 0.05, zeroPoint: -3)),
          .int8(second.0, quantization: .perTensor(scale: 0.02, zeroPoint: 5)),
        ], outputs: [.int8([rows, columns], quantization: .perTensor(scale: 0.1, zeroPoint: 7))])
      return try runOneOperator(model, [rawBytes(first.1), rawBytes(second.1)], threads: threads, as: Int8.self).values
    }
    let dividends = (0..<rows * columns).map { Int8(truncatingIfNeeded: $0 * 37 + $0 / 256) }
    // All but the zero point.
    let divisors = (0..<rows * columns).map { i in Int8(truncatingIfNeeded: i * 91 % 255 + 6) }
    for (firstWidth, secondWidth) in [(columns, columns), (columns, 1), (0, columns), (columns, 0)] {
      /// The operand of `rows` rows from one on: whole, one number a row, or one for all.
      func operand(_ values: [Int8], _ width: Int, _ first: Int, _ rows: Int) -> ([Int], [Int8]) {
        width == 0 ? ([1, 1], [values[1]]) : ([rows, width], Array(values[first * width..<(first + rows) * width]))
      }
      let found = try quotients(
        rows, operand(dividends, firstWidth, 0, rows), operand(divisors, secondWidth, 0, rows))
      let expected = try (0..<parts).flatMap { part in
        let (first, count) = (part * rows / parts, rows / parts)
        return try quotients(
          count, operand(dividends, firstWidth, first, count), operand(divisors, secondWidth, first, count))
      }
      #expect(found == expected, "\(firstWidth) \(secondWidth)")
    }
    var zero = divisors
    zero[5000] = 5
    #expect(throws: RuntimeError.self) {
      try quotients(rows, ([rows, columns], dividends), ([rows, columns], zero))
    }
    #expect(throws: RuntimeError.self) { try quotients(rows, ([1, 1], [9]), ([rows, columns], zero)) }
  }

  /// A zero point that no byte has is one that no divisor has.
  @Test(arguments: [2, 4096]) func aZeroPointOutsideTheTypeIsNoDivisor(_ count: Int) throws {
    let model = ModelBuilder.oneOperator(
      .div, version: 2,
      inputs: [
        .int8([count], quantization: .perTensor(scale: 1, zeroPoint: 0)),
        .int8([count], quantization: .perTensor(scale: 1, zeroPoint: 260)),
      ], outputs: [.int8([count], quantization: .perTensor(scale: 0.001, zeroPoint: 0))])
    let values = [64, 4].map { rawBytes([Int8](repeating: $0, count: count)) }
    let found = try runOneOperator(model, values, as: Int8.self)
    #expect(found.values == [Int8](repeating: -128, count: count))
  }

  /// More than a block of elements, by one exponent; the products of floats stay finite.
  @Test(arguments: [1, 2]) func powersByOneExponent(_ threads: Int) throws {
    let count = 2500
    let integers = (0..<count).map { Int32($0 % 37) - 18 }
    let floats = integers.map { $0 == 18 ? Float(1e30) : Float($0) / 4 }
    for exponent in [1, 2, 4, 5] {
      let ofIntegers = ModelBuilder.oneOperator(
        .pow, inputs: [.int32([count]), .int32([])], outputs: [.int32([count])])
      #expect(
        try runOneOperator(
          ofIntegers, [rawBytes(integers), rawBytes([Int32(exponent)])], threads: threads, as: Int32.self
        ).values == integers.map { x in (0..<exponent).reduce(1) { power, _ in power &* x } })
      let ofFloats = ModelBuilder.oneOperator(
        .pow, inputs: [.float32([count]), .float32([])], outputs: [.float32([count])])
      #expect(
        try runOneOperator(
          ofFloats, [rawBytes(floats), rawBytes([Float(exponent)])], threads: threads, as: Float.self
        ).values
          == floats.map { x in
            (0..<exponent).reduce(1) { power, _ in min(power * x, .greatestFiniteMagnitude) }
          })
    }
  }

  @Test func divisionByZeroIsAnError() throws {
    for code in [Schema.BuiltinOperator.div, .floorDiv, .floorMod] {
      let file = ModelBuilder.oneOperator(code, inputs: [.int32([2]), .int32([2])], outputs: [.int32([2])])
      #expect(throws: RuntimeError.self) {
        try runOneOperator(file, [rawBytes([Int32(1), 2]), rawBytes([Int32(1), 0])], as: Int32.self)
      }
    }
  }

  @Test func preparationRefuses() {
    let cases: [(String, [UInt8])] = [
      (
        "shapes", ModelBuilder.oneOperator(.add, inputs: [.float32([2]), .float32([3])], outputs: [.float32([3])])
      ),
      ("types", ModelBuilder.oneOperator(.add, inputs: [.float32([2]), .int32([2])], outputs: [.float32([2])])),
      ("type", ModelBuilder.oneOperator(.sub, inputs: [.bool([2]), .bool([2])], outputs: [.bool([2])])),
      ("quantisation", ModelBuilder.oneOperator(.add, inputs: [.int8([2]), .int8([2])], outputs: [.int8([2])])),
      ("count", ModelBuilder.oneOperator(.mul, inputs: [.float32([2])], outputs: [.float32([2])])),
      (
        "zero point",
        ModelBuilder.oneOperator(
          .sub, inputs: [.int16([2], quantization: .perTensor(scale: 1, zeroPoint: 4)), .int16([2])],
          outputs: [.int16([2])])
      ),
      (
        "condition",
        ModelBuilder.oneOperator(
          .select, inputs: [.bool([3]), .int32([2, 3]), .int32([2, 3])], outputs: [.int32([2, 3])])
      ),
    ]
    for (name, file) in cases { #expect(objection(file) != nil, "\(name)") }
  }
}
