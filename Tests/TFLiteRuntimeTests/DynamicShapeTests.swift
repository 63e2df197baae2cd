import TFLiteRuntime
import TestSupport
import Testing

/// Graphs in which shapes depend on data: they are prepared and planned in segments while they run.
@Suite struct DynamicShapeTests {
  private static let masks: [[UInt8]] = [[1, 0, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1], [0, 0, 1, 0]]

  private func expected(_ mask: [UInt8]) -> [Int64] { mask.indices.filter { mask[$0] == 1 }.map { Int64($0) } }

  @Test func `shapes follow the data from one invocation to the next`() throws {
    let session = try Session(Model(bytes: SmallModels.positions))
    try session.prepare()
    #expect(session.outputs.map(\.hasKnownShape) == [false, false])
    #expect(failure { () throws(RuntimeError) in _ = try session.output(1, as: Int64.self) }?.code == .invalidState)
    for mask in Self.masks + Self.masks.reversed() {
      try session.write(mask, toInput: 0)
      try session.invoke()
      let positions = expected(mask)
      #expect(session.outputs.map(\.shape) == [[positions.count, 1], [positions.count, 1]])
      #expect(session.outputs.map(\.byteCount) == [8 * positions.count, 8 * positions.count])
      #expect(try session.output(0, as: Int64.self) == positions)
      #expect(try session.output(1, as: Int64.self) == positions.map { 2 * $0 })
    }
    #expect(session.memoryPlan.map(\.operators) == [0..<1, 1..<2])
  }

  @Test func `a resize forgets what later segments computed`() throws {
    let session = try Session(Model(bytes: SmallModels.positions))
    try session.write([1, 1, 1, 1] as [UInt8], toInput: 0)
    try session.invoke()
    try session.resizeInput(0, to: [2])
    try session.prepare()
    for index in 0...1 {
      #expect(
        failure { () throws(RuntimeError) in _ = try session.output(index, as: Int64.self) }?.code == .invalidState)
    }
    try session.write([0, 1] as [UInt8], toInput: 0)
    try session.invoke()
    #expect(try session.output(1, as: Int64.self) == [2])
  }

  @Test func `a failure in a later segment leaves the session usable`() throws {
    // The positions of true plus a constant of three rows: other counts than 1 and 3 cannot be added.
    let model = ModelBuilder([
      .init(
        tensors: [
          .bool([4], name: "mask"), .int64([1, 1], name: "positions"), .int64([3, 1], [10, 20, 30]),
          .int64([1, 1], name: "sum"), .int64([1, 1], name: "twice"),
        ],
        inputs: [0], outputs: [3, 4],
        operators: [
          .init(.where, inputs: [0], outputs: [1]), .init(.add, version: 4, inputs: [1, 1], outputs: [4]),
          .init(.add, version: 4, inputs: [1, 2], outputs: [3]),
        ])
    ]).build()
    let session = try Session(Model(bytes: model))
    for _ in 0..<2 {
      try session.write([1, 0, 1, 1] as [UInt8], toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Int64.self) == [10, 22, 33])
      #expect(try session.output(1, as: Int64.self) == [0, 4, 6])
      try session.write([1, 1, 1, 1] as [UInt8], toInput: 0)
      let error = failure { () throws(RuntimeError) in try session.invoke() }
      #expect(error?.location?.operatorIndex == 2)
      for index in 0...1 {
        #expect(failure { () throws(RuntimeError) in _ = try session.output(index, as: Int64.self) } != nil)
      }
    }
  }

  @Test func `operators after parts of changing sizes stay prepared as long as the whole keeps its shape`() throws {
    // The first rows and the others, joined again; twice the whole; twice the first rows.
    let model = ModelBuilder([
      .init(
        tensors: [
          .float32([6], name: "x"), .int32([1], name: "count"), .int32([1], [0]), .int32([1], [-1]),
          .float32([1], name: "head"), .float32([1], name: "tail"), .float32([6], name: "joined"),
          .float32([6], name: "sum"), .float32([1], name: "twice"),
        ],
        inputs: [0, 1], outputs: [7, 8],
        operators: [
          .init(.slice, inputs: [0, 2, 1], outputs: [4]), .init(.slice, inputs: [0, 1, 3], outputs: [5]),
          .init(.concatenation, options: .init(.concatenationOptions, ["axis": 0]), inputs: [4, 5], outputs: [6]),
          .init(.add, inputs: [6, 6], outputs: [7]), .init(.add, inputs: [4, 4], outputs: [8]),
        ])
    ]).build()
    let session = try Session(Model(bytes: model))
    let values = (0..<6).map { Float($0) }
    try session.write(values, toInput: 0)
    for count in [2, 4, 4, 0, 6, 3, 2] {
      try session.write([Int32(count)], toInput: 1)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == values.map { 2 * $0 })
      #expect(try session.output(1, as: Float.self) == values.prefix(count).map { 2 * $0 })
      #expect(session.outputs.map(\.shape) == [[6], [count]])
    }
  }

  @Test func `a shape computed from the input's shape is known before running`() throws {
    // RESHAPE to [extent, -1], the extent taken from SHAPE of the input.
    let model = ModelBuilder([
      .init(
        tensors: [
          .float32([2, 3, 4], name: "x").signature([-1, 3, 4]), .int32([3], name: "shape"), .int32([1], [0]),
          .int32([1], [1]), .int32([1], name: "batch"), .int32([1], [-1]), .int32([2], name: "target"),
          .float32([2, 12], name: "flat"),
        ],
        inputs: [0], outputs: [7],
        operators: [
          .init(.shape, options: .init(.shapeOptions, ["out_type": 2]), inputs: [0], outputs: [1]),
          .init(.slice, inputs: [1, 2, 3], outputs: [4]),
          .init(.concatenation, options: .init(.concatenationOptions, ["axis": 0]), inputs: [4, 5], outputs: [6]),
          .init(.reshape, inputs: [0, 6], outputs: [7]),
        ])
    ]).build()
    let session = try Session(Model(bytes: model))
    for batch in [2, 5, 1] {
      try session.resizeInput(0, to: [batch, 3, 4])
      try session.prepare()
      #expect(session.outputs[0].hasKnownShape)
      #expect(session.outputs[0].shape == [batch, 12])
      let values = (0..<12 * batch).map { Float($0) }
      try session.write(values, toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == values)
      #expect(session.memoryPlan.count == 1)
    }
  }

  /// What runs before an operator whose operands have other shapes stays planned, what runs behind it does not: neither calls
  /// that began before it, nor places in an input.
  @Test func `what is planned anew in the midst of a segment is all that runs`() throws {
    // A reshaped vector whose number of rows tells which part of another vector is read; functions of both.
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: [
            .float32([16], name: "x"), .int32([2], name: "shape"),
            ModelBuilder.Tensor.float32([16, 1], name: "rows").signature([-1, -1]), .float32([64], name: "y"),
            .float32([64], name: "a"), .float32([64], name: "b"),
            ModelBuilder.Tensor.float32([16, 1], name: "rectified").signature([-1, -1]), .float32([64], name: "c"),
            .float32([64], name: "d"), .int32([2], name: "extents"), .int32([1], [0]), .int32([1], [1]),
            .int32([1], [1]), .int32([1], name: "begin"), .int32([1], [8]), .float32([8], name: "part"),
            .float32([8], name: "power"),
          ], inputs: [0, 1, 3], outputs: [8, 16, 6],
          operators: [
            .init(.reshape, inputs: [0, 1], outputs: [2]), .init(.logistic, inputs: [3], outputs: [4]),
            .init(.tanh, inputs: [4], outputs: [5]), .init(.shape, inputs: [2], outputs: [9]),
            .init(.stridedSlice, inputs: [9, 10, 11, 12], outputs: [13]),
            .init(.slice, inputs: [3, 13, 14], outputs: [15]), .init(.relu, inputs: [2], outputs: [6]),
            .init(.exp, inputs: [5], outputs: [7]), .init(.tanh, inputs: [7], outputs: [8]),
            .init(.exp, inputs: [15], outputs: [16]),
          ])
      ]).build())
    func outputs(rewrites: Bool) throws -> [[Float]] {
      var options = SessionOptions()
      options.rewrites = rewrites
      options.threads = .single
      let session = try Session(model, options: options)
      var outputs: [[Float]] = []
      for (step, rows) in [16, 16, 1, 1, 16, 16].enumerated() {
        try session.write((0..<16).map { Float($0 - step) / 8 }, toInput: 0)
        try session.write([Int32(rows), Int32(16 / rows)], toInput: 1)
        // In between the second vector stays what it is.
        if step % 3 == 0 { try session.write((0..<64).map { Float($0 + 40 * step) / 128 }, toInput: 2) }
        try session.invoke()
        outputs += try session.outputs.indices.map { try session.output($0, as: Float.self) }
      }
      return outputs
    }
    let (expected, found) = (try outputs(rewrites: false), try outputs(rewrites: true))
    #expect(expected == found)
    #expect(expected[6] == expected[3] && expected[9] != expected[6])
  }
}
