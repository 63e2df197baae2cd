import TFLiteRuntime
import TestSupport
import Testing

/// Tensors that lie inside others need not be copied, and no result changes.
@Suite struct NestingTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  /// Operators on float images of `width` columns; tensors are known by their numbers.
  private struct Builder {
    static let width = 4
    var tensors: [Tensor] = [.float32([6, width], name: "x")]
    var rows = [6]
    var operators: [Operator] = []

    mutating func tensor(_ count: Int, shape: [Int]? = nil) -> Int {
      tensors.append(.float32(shape ?? [count, Self.width], name: "t\(tensors.count)"))
      rows.append(count)
      return tensors.count - 1
    }

    mutating func constant(_ shape: [Int], _ values: [Int32]) -> Int {
      tensors.append(.int32(shape, values, name: "c\(tensors.count)"))
      rows.append(0)
      return tensors.count - 1
    }

    mutating func negative(_ input: Int) -> Int {
      let output = tensor(rows[input])
      operators.append(Operator(.neg, inputs: [input], outputs: [output]))
      return output
    }

    mutating func sum(_ first: Int, _ second: Int) -> Int {
      let output = tensor(rows[first])
      operators.append(Operator(.add, inputs: [first, second], outputs: [output]))
      return output
    }

    mutating func joined(_ parts: [Int]) -> Int {
      let output = tensor(parts.reduce(0) { $0 + rows[$1] })
      operators.append(
        Operator(
          .concatenation, options: Options(.concatenationOptions, ["axis": 0]), inputs: parts, outputs: [output]))
      return output
    }

    mutating func halves(_ input: Int) -> [Int] {
      let axis = constant([], [0])
      let outputs = [tensor(rows[input] / 2), tensor(rows[input] / 2)]
      operators.append(
        Operator(
          .split, options: Options(.splitOptions, ["num_splits": 2]), inputs: [axis, input], outputs: outputs))
      return outputs
    }

    mutating func slice(_ input: Int, from begin: Int, count: Int) -> Int {
      let operands = [
        constant([2], [Int32(begin), 0]), constant([2], [Int32(count), Int32(Self.width)]),
      ]
      let output = tensor(count)
      operators.append(Operator(.slice, inputs: [input] + operands, outputs: [output]))
      return output
    }

    mutating func padded(_ input: Int, before: Int, after: Int) -> Int {
      let paddings = constant([2, 2], [Int32(before), Int32(after), 0, 0])
      let output = tensor(before + rows[input] + after)
      operators.append(
        Operator(.pad, options: Options(.padOptions, [:]), inputs: [input, paddings], outputs: [output]))
      return output
    }

    /// The same rows after a reshape to one row and back.
    mutating func reshaped(_ input: Int) -> Int {
      let count = rows[input]
      let line = constant([2], [1, Int32(count * Self.width)])
      let rows = constant([2], [Int32(count), Int32(Self.width)])
      let middle = tensor(count, shape: [1, count * Self.width])
      let output = tensor(count)
      operators.append(Operator(.reshape, inputs: [input, line], outputs: [middle]))
      operators.append(Operator(.reshape, inputs: [middle, rows], outputs: [output]))
      return output
    }

    func model(_ outputs: [Int]) -> [UInt8] {
      ModelBuilder([.init(tensors: tensors, inputs: [0], outputs: outputs, operators: operators)]).build()
    }
  }

  private static func session(_ model: [UInt8], rewrites: Bool) throws -> Session {
    var options = SessionOptions()
    options.threads = .single
    options.rewrites = rewrites
    return try Session(Model(bytes: model), options: options)
  }

  /// Runs the model with and without rewrites, twice each, compares the outputs and returns the labels of the plan.
  private static func labels(_ model: [UInt8]) throws -> [String] {
    let sessions = try [session(model, rewrites: true), session(model, rewrites: false)]
    for invocation in 0..<2 {
      for session in sessions {
        try session.write((0..<24).map { Float($0 * (invocation + 1)) - 7 }, toInput: 0)
        try session.invoke()
      }
      for index in sessions[0].outputs.indices {
        #expect(try sessions[0].output(index, as: Float.self) == sessions[1].output(index, as: Float.self))
      }
    }
    return sessions[0].memoryPlan.flatMap { $0.entries.map(\.label) }
  }

  @Test func `inputs of a concatenation are computed inside its output`() throws {
    var builder = Builder()
    let first = builder.negative(0)
    let second = builder.reshaped(builder.negative(builder.negative(0)))
    let inner = builder.joined([first, second])
    let last = builder.sum(0, 0)
    let whole = builder.joined([inner, last])
    let labels = try Self.labels(builder.model([whole]))
    #expect(labels.contains { $0.contains("'t\(first)' at 0") && $0.contains("'t\(last)' at 192") })
  }

  @Test func `parts of a tensor lie in it`() throws {
    var builder = Builder()
    let x = builder.negative(0)
    let parts = builder.halves(x)
    let slice = builder.slice(x, from: 2, count: 3)
    let outputs = [builder.negative(parts[0]), builder.negative(parts[1]), builder.sum(slice, slice)]
    let labels = try Self.labels(builder.model(outputs))
    #expect(labels.contains { $0.contains("'t\(x)'") && $0.contains("at 48") && $0.contains("at 32") })
  }

  @Test func `an image lies inside the rows padded around it`() throws {
    var builder = Builder()
    let x = builder.negative(0)
    let padded = builder.padded(x, before: 2, after: 1)
    let labels = try Self.labels(builder.model([padded]))
    #expect(labels.contains { $0.contains("'t\(x)' at 32") })
  }

  @Test func `a tensor that comes twice is copied once`() throws {
    var builder = Builder()
    let x = builder.negative(0)
    let twice = builder.joined([x, x])
    let labels = try Self.labels(builder.model([twice, x]))
    #expect(labels.contains { $0.contains("'t\(x)' at 0") && !$0.contains("at 96") })
  }

  private static let seeds: Range<UInt64> = 0..<150

  @Test(arguments: seeds) func `graphs of parts compute what they did`(seed: UInt64) throws {
    if let model = Self.randomModel(seed) { _ = try Self.labels(model) }
  }

  /// Nesting takes place in most of those graphs, and is left out where it would cost memory.
  @Test func `most graphs of parts have tensors inside others`() throws {
    var nested = 0
    for seed in Self.seeds {
      guard let model = Self.randomModel(seed) else { continue }
      let session = try Self.session(model, rewrites: true)
      try session.prepare()
      if session.memoryPlan.contains(where: { $0.entries.contains { $0.label.contains(" at ") } }) { nested += 1 }
    }
    #expect(nested > Self.seeds.count / 2)
  }

  /// Sums, parts and compounds of rows, drawn from a seed; nil when there is nothing to give out.
  private static func randomModel(_ seed: UInt64) -> [UInt8]? {
    var generator = SeededGenerator(seed: seed)
    var builder = Builder()
    var live = [0]
    for _ in 0..<Int.random(in: 5...25, using: &generator) {
      let recent = live.suffix(6)
      guard let x = recent.randomElement(using: &generator) else { continue }
      let rows = builder.rows[x]
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: live.append(builder.negative(x))
      case 1:
        let others = live.filter { builder.rows[$0] == rows }
        live.append(builder.sum(x, others.randomElement(using: &generator) ?? x))
      case 2, 3:
        let parts = (0..<Int.random(in: 1...3, using: &generator)).compactMap { _ in
          recent.randomElement(using: &generator)
        }
        if parts.reduce(0, { $0 + builder.rows[$1] }) < 100 { live.append(builder.joined(parts)) }
      case 4: if rows % 2 == 0 { live += builder.halves(x) }
      case 5:
        let begin = Int.random(in: 0..<rows, using: &generator)
        live.append(builder.slice(x, from: begin, count: Int.random(in: 1...(rows - begin), using: &generator)))
      case 6:
        live.append(
          builder.padded(
            x, before: Int.random(in: 0...2, using: &generator), after: Int.random(in: 0...2, using: &generator)))
      default: live.append(builder.reshaped(x))
      }
    }
    let read = Set(builder.operators.flatMap { $0.inputs })
    let outputs = live.dropFirst().filter { !read.contains($0) || Int.random(in: 0..<8, using: &generator) == 0 }
    return outputs.isEmpty ? nil : builder.model(outputs)
  }
}
