import TFLiteKernelSets
import TFLiteKernels
import Testing

private let kinds: [ComparisonKind] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]

/// Every set's arithmetic, comparisons and conversions of plain integers, and comparisons of quantized bytes.
@Suite struct PlainElementwiseTests {
  /// Rows around the widths of registers, and steps of the operands.
  private static let shapes: [(count: Int, rows: Int, firstStep: Int, secondStep: Int)] = [
    (0, 3, 1, 1), (1, 1, 1, 1), (7, 3, 1, 1), (16, 2, 1, 1), (67, 3, 1, 1), (129, 2, 1, 0), (65, 3, 0, 1),
    (5, 40, 1, 0),
    (1031, 2, 1, 1), (1500, 2, 1, 0), (1500, 2, 0, 1),
  ]

  private func run<Element: BitwiseCopyable, Output: BitwiseCopyable & FixedWidthInteger>(
    _ first: Buffer<Element>, _ second: Buffer<Element>,
    _ shape: (count: Int, rows: Int, firstStep: Int, secondStep: Int),
    _ type: Output.Type, _ compute: (BinaryRows) -> Void
  ) -> [Output] {
    let output = Buffer<Output>(shape.count * shape.rows, repeating: 77)
    compute(
      BinaryRows(
        first: first.base, second: second.base, output: output.base, count: shape.count, rows: shape.rows,
        firstStep: shape.firstStep, secondStep: shape.secondStep,
        firstStride: shape.firstStep == 0 ? 1 : shape.count, secondStride: shape.secondStep == 0 ? 1 : shape.count))
    #expect(output.isIntact, "\(shape)")
    return output.values
  }

  /// What a function of two elements gives for the rows of `shape`.
  private func expected<Element: BitwiseCopyable, Output>(
    _ first: Buffer<Element>, _ second: Buffer<Element>,
    _ shape: (count: Int, rows: Int, firstStep: Int, secondStep: Int),
    _ function: (Element, Element) -> Output
  ) -> [Output] {
    (0..<shape.count * shape.rows).map { place in
      let (row, i) = (place / shape.count, place % shape.count)
      return function(
        first.base[shape.firstStep == 0 ? row : place], second.base[shape.secondStep == 0 ? row : row * shape.count + i]
      )
    }
  }

  /// Random numbers of all magnitudes, with the ends of the type among them.
  private func numbers<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, _ seed: UInt64) -> Buffer<T> {
    var g = SeededGenerator(seed: seed)
    let buffer = Buffer<T>.random(3100, &g)
    for i in 0..<buffer.count where i % 3 != 0 { buffer.base[i] >>= T(Int.random(in: 0..<T.bitWidth, using: &g)) }
    for (i, value) in [T.min, T.max, 0, 1, T.min + 1, T.max - 1].enumerated() {
      buffer.base[11 * i] = value
      buffer.base[7 * i + 3] = value
    }
    return buffer
  }

  private func arithmetic<T: FixedWidthInteger & BitwiseCopyable>(
    _ set: KernelSet, _ type: T.Type, _ elements: ElementwiseType
  ) throws {
    let (a, b) = (numbers(T.self, 1), numbers(T.self, 2))
    for activation in [FusedActivation.none, .relu, .relu6, .reluN1To1] {
      let p = ElementwiseParameters(activation)
      func clamped(_ x: T) -> T {
        switch activation {
        case .none: x
        case .relu: max(x, 0)
        case .relu6: min(max(x, 0), 6)
        case .reluN1To1: min(max(x, T(truncatingIfNeeded: -1)), 1)
        }
      }
      let add = try #require(set.elementwise.add(elements))
      let subtract = try #require(set.elementwise.subtract(elements))
      let multiply = try #require(set.elementwise.multiply(elements))
      for shape in Self.shapes {
        #expect(run(a, b, shape, T.self) { add($0, p) } == expected(a, b, shape) { clamped($0 &+ $1) })
        #expect(run(a, b, shape, T.self) { subtract($0, p) } == expected(a, b, shape) { clamped($0 &- $1) })
        #expect(run(a, b, shape, T.self) { multiply($0, p) } == expected(a, b, shape) { clamped($0 &* $1) })
      }
    }
  }

  @Test(arguments: everySet.indices) func arithmetic(_ index: Int) throws {
    let set = everySet[index]
    try arithmetic(set, Int32.self, .int32)
    try arithmetic(set, Int64.self, .int64)
    let (a, b) = (numbers(Int32.self, 3), numbers(Int32.self, 4))
    let difference = try #require(set.elementwise.squaredDifference(.int32))
    for shape in Self.shapes {
      let found = run(a, b, shape, Int32.self) { difference($0, ElementwiseParameters()) }
      #expect(found == expected(a, b, shape) { ($0 &- $1) &* ($0 &- $1) })
    }
  }

  private func extremes<T: FixedWidthInteger & BitwiseCopyable>(
    _ set: KernelSet, _ type: T.Type, _ elements: ElementwiseType
  ) throws {
    let (a, b) = (numbers(T.self, 5), numbers(T.self, 6))
    let maximum = try #require(set.elementwise.maximum(elements))
    let minimum = try #require(set.elementwise.minimum(elements))
    for shape in Self.shapes {
      let p = ElementwiseParameters()
      #expect(run(a, b, shape, T.self) { maximum($0, p) } == expected(a, b, shape) { max($0, $1) })
      #expect(run(a, b, shape, T.self) { minimum($0, p) } == expected(a, b, shape) { min($0, $1) })
    }
  }

  @Test(arguments: everySet.indices) func extremes(_ index: Int) throws {
    try extremes(everySet[index], Int8.self, .int8)
    try extremes(everySet[index], UInt8.self, .uint8)
    try extremes(everySet[index], Int16.self, .int16)
  }

  private func holds<T: Comparable>(_ kind: ComparisonKind, _ a: T, _ b: T) -> UInt8 {
    switch kind {
    case .equal: a == b ? 1 : 0
    case .notEqual: a != b ? 1 : 0
    case .less: a < b ? 1 : 0
    case .lessOrEqual: a <= b ? 1 : 0
    case .greater: a > b ? 1 : 0
    case .greaterOrEqual: a >= b ? 1 : 0
    }
  }

  @Test(arguments: everySet.indices, kinds) func comparisons(_ index: Int, _ kind: ComparisonKind) throws {
    let (a, b) = (numbers(Int64.self, 7), numbers(Int64.self, 8))
    for i in 0..<a.count where i % 4 == 0 { a.base[i] = b.base[i] }
    let kernel = try #require(everySet[index].elementwise.compare(kind, .int64))
    for shape in Self.shapes {
      let found = run(a, b, shape, UInt8.self) { kernel($0, ElementwiseParameters()) }
      #expect(found == expected(a, b, shape) { holds(kind, $0, $1) }, "\(shape)")
    }
  }

  /// Scales and zero points of both operands.
  private static let quantizations: [(Double, Int32, Double, Int32)] = [
    (0.05, -3, 0.05, -3), (0.05, -3, 0.02, 17), (0.9, 4, 0.3, -100), (0.001, 0, 0.5, 5), (0.0001, 3, 0.0002, 3),
    (0.7, 100, 0.001, -128), (0.99, 127, 0.98, -128),
  ]

  private func parameters(_ q: (Double, Int32, Double, Int32), isSigned: Bool) -> ElementwiseParameters {
    var p = ElementwiseParameters()
    p.leftShift = 8
    p.firstOffset = -(q.1 + (isSigned ? 0 : 128))
    p.secondOffset = -(q.3 + (isSigned ? 0 : 128))
    p.firstMultiplier = QuantizedMultiplier(q.0)
    p.secondMultiplier = QuantizedMultiplier(q.2)
    return p
  }

  @Test(arguments: everySet.indices, kinds) func everyPairOfBytes(_ index: Int, _ kind: ComparisonKind) throws {
    let set = everySet[index]
    let first = Buffer<UInt8>((0..<65536).map { UInt8($0 >> 8) }, or: 0)
    let second = Buffer<UInt8>((0..<65536).map { UInt8($0 & 255) }, or: 0)
    let singles = Buffer<UInt8>((0..<256).map { UInt8($0) }, or: 0)
    for isSigned in [true, false] {
      let reference = try #require(BinaryKernels.compare(kind, isSigned ? .quantizedInt8 : .quantizedUInt8))
      let plain = try #require(set.elementwise.compare(kind, isSigned ? .int8 : .uint8))
      for quantization in Self.quantizations {
        let p = parameters(quantization, isSigned: isSigned)
        let tables = Buffer<UInt8>(ByteRelation.byteCount, repeating: 0)
        let relation = try #require(ByteRelation(kind, isSigned: isSigned, p, tables.base))
        let shape = (count: 65536, rows: 1, firstStep: 1, secondStep: 1)
        let found = run(first, second, shape, UInt8.self) { set.elementwise.compareBytes($0, relation) }
        let exact = run(first, second, shape, UInt8.self) { reference($0, p) }
        #expect(found == exact, "\(quantization)")
        // One code for a row, of either operand.
        let rows = (count: 256, rows: 256, firstStep: 0, secondStep: 1)
        let other = (count: 256, rows: 256, firstStep: 1, secondStep: 0)
        #expect(run(singles, second, rows, UInt8.self) { set.elementwise.compareBytes($0, relation) } == exact)
        let alike = run(second, singles, other, UInt8.self) { set.elementwise.compareBytes($0, relation) }
        #expect(alike == run(second, singles, other, UInt8.self) { reference($0, p) })
        if ByteRelation.comparesCodes(isSigned: isSigned, p) {
          #expect(run(first, second, shape, UInt8.self) { plain($0, p) } == exact, "\(quantization)")
        }
        for shape in Self.shapes {
          let found = run(first, second, shape, UInt8.self) { set.elementwise.compareBytes($0, relation) }
          #expect(found == run(first, second, shape, UInt8.self) { reference($0, p) }, "\(shape)")
        }
      }
    }
  }

  /// A scaling that falls where it wraps around has no intervals.
  @Test func scalingsThatFall() {
    var p = parameters((0.5, 0, 0.5, 0), isSigned: true)
    p.secondOffset = 0x7F_FFC0
    let tables = Buffer<UInt8>(ByteRelation.byteCount, repeating: 0)
    #expect(ByteRelation(.less, isSigned: true, p, tables.base) == nil)
    #expect(!ByteRelation.comparesCodes(isSigned: true, p))
    #expect(tables.isIntact)
  }

  // MARK: Conversions

  private static let integers: [ElementwiseType] = [.bool, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64]

  private func size(_ type: ElementwiseType) -> Int {
    switch type {
    case .bool, .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float32: 4
    default: 8
    }
  }

  /// `value` as `type` holds it, and as it is read from there.
  private func held(_ value: Int64, _ type: ElementwiseType) -> Int64 {
    switch type {
    case .bool: value == 0 ? 0 : 1
    case .int8: Int64(Int8(truncatingIfNeeded: value))
    case .uint8: Int64(UInt8(truncatingIfNeeded: value))
    case .int16: Int64(Int16(truncatingIfNeeded: value))
    case .uint16: Int64(UInt16(truncatingIfNeeded: value))
    case .int32: Int64(Int32(truncatingIfNeeded: value))
    case .uint32: Int64(UInt32(truncatingIfNeeded: value))
    default: value
    }
  }

  private func load(_ memory: UnsafePointer<UInt8>, _ index: Int, _ type: ElementwiseType) -> Int64 {
    var value: Int64 = 0
    for byte in 0..<size(type) { value |= Int64(memory[index * size(type) + byte]) << Int64(8 * byte) }
    return type == .bool ? value : held(value, type)
  }

  private func convert(
    _ set: KernelSet, _ input: Buffer<UInt8>, _ from: ElementwiseType, _ to: ElementwiseType, _ count: Int
  ) -> Buffer<UInt8> {
    let output = Buffer<UInt8>(count * size(to), repeating: 0x55)
    if let kernel = set.elementwise.convert(from, to) {
      kernel(input.base, output.base, count)
    } else {
      #expect(CastKernels.cast(input.base, from, output.base, to, count))
    }
    #expect(output.isIntact, "\(from) to \(to)")
    return output
  }

  @Test(arguments: everySet.indices) func integersToIntegers(_ index: Int) {
    let values = numbers(Int64.self, 9)
    for from in Self.integers {
      for to in Self.integers {
        for count in [0, 1, 5, 15, 33, 67, 3100] {
          let input = Buffer<UInt8>(count * size(from), repeating: 0)
          for i in 0..<count {
            for byte in 0..<size(from) {
              input.base[i * size(from) + byte] = UInt8(
                truncatingIfNeeded: held(values.base[i], from) >> Int64(8 * byte))
            }
          }
          let output = convert(everySet[index], input, from, to, count)
          let place = (0..<count).first { held(load(input.base, $0, from), to) != load(output.base, $0, to) }
          #expect(place == nil, "\(from) to \(to), \(count)")
        }
      }
    }
  }

  @Test(arguments: everySet.indices) func floatsToIntegers(_ index: Int) {
    var g = SeededGenerator(seed: 10)
    let reals = Buffer<Float>.random(1031, -300...300, &g)
    for i in 0..<reals.count where i % 3 == 0 {
      reals.base[i] = Float(
        sign: i % 2 == 0 ? .plus : .minus, exponent: i % 70, significand: .random(in: 1..<2, using: &g))
    }
    let ends: [Float] = [
      .nan, .infinity, -.infinity, 0, -0.0, 0.99, -0.99, 127.9, 128, -128.9, -129, 255.9, 256, 32767.9, 32768, -32768.9,
      -32769, 65535.9, 65536, 0x1p31, -0x1p31, 2_147_483_520, 0x1p32, 0x1p63, -0x1p63, 9.2233715e18, 3e38, -3e38, 1e-30,
    ]
    for (i, value) in ends.enumerated() {
      reals.base[i] = value
      reals.base[1000 - 9 * i] = value
    }
    let input = Buffer<UInt8>(4 * reals.count, repeating: 0)
    UnsafeMutableRawPointer(input.base).copyMemory(from: reals.base, byteCount: 4 * reals.count)
    for to in Self.integers {
      for count in [0, 1, 9, 31, 1031] {
        let output = convert(everySet[index], input, .float32, to, count)
        for i in 0..<count {
          let x = Double(reals.base[i])
          let (low, high): (Double, Double) =
            switch to {
            case .int8: (-128, 127)
            case .uint8: (0, 255)
            case .int16: (-32768, 32767)
            case .uint16: (0, 65535)
            case .int32: (-0x1p31, 0x1p31 - 1)
            case .uint32: (0, 0x1p32 - 1)
            default: (-0x1p63, 0x1p63)
            }
          let cut: Int64 =
            x.isNaN || x >= high ? (high == 0x1p63 ? Int64.max : Int64(high)) : x <= low ? Int64(low) : Int64(x)
          let expected = to == .bool ? (x == 0 ? 0 : 1) : cut
          #expect(load(output.base, i, to) == expected, "\(x) to \(to)")
        }
      }
    }
  }
}
