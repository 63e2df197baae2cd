import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Graphs of very many operators: what preparing them takes grows with their number, not with its square, which would be
/// hopeless here.
@Suite struct LargeGraphTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  static let count = 20_000

  enum Shape: String, CaseIterable, Sendable {
    case chain, chainOfSizes, manyReaders, joinedBranches, splitAndJoined, manyConstants, chainOfBytes
  }

  private static let join = Options(.concatenationOptions, ["axis": 0])

  static func graph(_ shape: Shape, count: Int = count) -> [UInt8] {
    var tensors: [Tensor] = [.float32([2])]
    var operators: [Operator] = []
    /// Adds a tensor and returns its number.
    func new(_ tensor: Tensor = .float32([2])) -> Int {
      tensors.append(tensor)
      return tensors.count - 1
    }
    var last = 0
    switch shape {
    case .chain:
      // Each takes over the place of the one before.
      for _ in 0..<count {
        let next = new()
        operators.append(Operator(.relu, inputs: [last], outputs: [next]))
        last = next
      }
    case .chainOfSizes:
      // None can.
      var columns = 2
      tensors[0] = .float32([1, columns])
      for number in 0..<count {
        let rows = 1 + number * 7919 % 13
        let weights = new(.float32([rows, columns], [Float](repeating: 1, count: rows * columns)))
        let next = new(.float32([1, rows]))
        operators.append(
          Operator(
            .fullyConnected, options: .init(.fullyConnectedOptions, [:]), inputs: [last, weights, -1], outputs: [next]))
        (last, columns) = (next, rows)
      }
    case .manyReaders:
      for _ in 0..<count {
        let next = new()
        operators.append(Operator(.add, options: .init(.addOptions, [:]), inputs: [0, last], outputs: [next]))
        last = next
      }
    case .joinedBranches:
      // No two of them do the same.
      var ends: [Int] = []
      for number in 0..<count {
        let (middle, end) = (new(), new())
        operators.append(
          Operator(
            .leakyRelu, options: .init(.leakyReluOptions, ["alpha": .float(Float(number))]), inputs: [0],
            outputs: [middle]))
        operators.append(Operator(.exp, inputs: [middle], outputs: [end]))
        ends.append(end)
      }
      last = new(.float32([2 * count]))
      operators.append(Operator(.concatenation, options: join, inputs: ends, outputs: [last]))
    case .splitAndJoined:
      tensors[0] = .float32([2 * count])
      let axis = new(.int32([], [0]))
      let parts = (0..<count).map { _ in new() }
      operators.append(
        Operator(
          .split, options: .init(.splitOptions, ["num_splits": .int(Int64(count))]), inputs: [axis, 0], outputs: parts))
      var ends: [Int] = []
      for part in parts {
        let end = new()
        operators.append(Operator(.relu, inputs: [part], outputs: [end]))
        ends.append(end)
      }
      last = new(.float32([2 * count]))
      operators.append(Operator(.concatenation, options: join, inputs: ends, outputs: [last]))
    case .manyConstants:
      for number in 0..<count {
        let (constant, next) = (new(.float32([2], [Float(number), 1])), new())
        operators.append(Operator(.mul, options: .init(.mulOptions, [:]), inputs: [last, constant], outputs: [next]))
        last = next
      }
    case .chainOfBytes:
      // It could become a table, were it shorter.
      let bytes = Tensor.int8([2], quantization: .perTensor(scale: 0.5))
      tensors[0] = bytes
      for _ in 0..<count {
        let next = new(bytes)
        operators.append(Operator(.relu, inputs: [last], outputs: [next]))
        last = next
      }
    }
    return ModelBuilder([.init(tensors: tensors, inputs: [0], outputs: [last], operators: operators)]).build()
  }

  @Test(arguments: Shape.allCases) func preparationIsNotQuadratic(_ shape: Shape) throws {
    let session = try OperatorRun.session(Self.graph(shape))
    try session.prepare()
    #expect(session.outputs[0].byteCount > 0)
  }

  /// Operators whose output shapes depend on data, each with readers, all of which change.
  @Test func changingShapesAreNotQuadratic() throws {
    var tensors: [Tensor] = [Tensor(.int32, [1]), .float32([], [1]), Tensor.float32([2]).signature([-1])]
    var operators = [Operator(.fill, inputs: [0, 1], outputs: [2])]
    var last = 2
    for _ in 0..<10_000 {
      let next = tensors.count
      tensors += [Tensor(.int64, [1, 1]).signature([-1, 1]), Tensor.float32([2]).signature([-1])]
      operators += [
        // Its shape depends on data too.
        Operator(.where, inputs: [last], outputs: [next]), Operator(.relu, inputs: [last], outputs: [next + 1]),
      ]
      last = next + 1
    }
    let session = try OperatorRun.session(
      ModelBuilder([
        .init(tensors: tensors, inputs: [0], outputs: [last, last - 1], operators: operators)
      ]).build())
    for extent in [3, 5, 3] as [Int32] {
      try session.write([extent], toInput: 0)
      try session.invoke()
      #expect(session.outputs[0].shape == [Int(extent)])
      #expect(session.outputs[1].shape == [Int(extent), 1])
    }
  }
}
