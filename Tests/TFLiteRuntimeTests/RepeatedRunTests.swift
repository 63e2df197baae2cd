import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Operators that keep working memory from one invocation to the next give the same results from the second on, and new
/// ones when the sizes in their data change.
@Suite struct RepeatedRunTests {
  typealias Tensor = ModelBuilder.Tensor

  @Test func uniqueStartsAfresh() throws {
    let model = ModelBuilder.oneOperator(
      .unique, options: .init(.uniqueOptions, ["idx_out_type": 2]), inputs: [.float32([6])],
      outputs: [.float32([]), .int32([6])])
    let session = try OperatorRun.session(model)
    for _ in 0..<2 {
      try session.write([3, 1, 3, 0, -0.0, 1] as [Float], toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [3, 1, 0])
      #expect(try session.output(1, as: Int32.self) == [0, 1, 0, 2, 2, 1])
      try session.write([.nan, .nan, 5, 5, 5, 5] as [Float], toInput: 0)
      try session.invoke()
      #expect(session.outputs[0].shape == [3])
      #expect(try session.output(1, as: Int32.self) == [0, 1, 2, 2, 2, 2])
    }
  }

  @Test func sparseToDenseFollowsItsShape() throws {
    let model = ModelBuilder.oneOperator(
      .sparseToDense, inputs: [.int32([2, 2], [0, 1, 1, 0]), .int32([2]), .int32([2], [7, 8]), .int32([], [-1])],
      outputs: [.int32([])])
    let session = try OperatorRun.session(model)
    for (shape, expected) in [
      ([2, 2], [-1, 7, 8, -1]), ([2, 3], [-1, 7, -1, 8, -1, -1]), ([2, 3], [-1, 7, -1, 8, -1, -1]),
    ]
      as [([Int32], [Int32])]
    {
      try session.write(shape, toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Int32.self) == expected)
    }
    try session.write([1, 3] as [Int32], toInput: 0)
    #expect(failure { () throws(RuntimeError) in try session.invoke() }?.code == .invalidData)
  }

  @Test func transformFollowsItsLength() throws {
    let model = ModelBuilder.oneOperator(
      .rfft2d, inputs: [.float32([1, 4]), .int32([2])], outputs: [Tensor(.complex64, [])])
    let session = try OperatorRun.session(model)
    try session.write([1, 2, 3, 4] as [Float], toInput: 0)
    for (length, expected) in [(4, [10, 0, -2, 2, -2, 0]), (2, [3, 0, -1, 0]), (4, [10, 0, -2, 2, -2, 0])]
      as [(Int32, [Float])]
    {
      try session.write([1, length], toInput: 1)
      try session.invoke()
      let found = try session.withOutputBytes(0) { Array($0.bindMemory(to: Float.self)) }
      #expect(found.count == expected.count)
      for (value, wanted) in zip(found, expected) { #expect(abs(value - wanted) < Tolerance.formula) }
    }
  }

  @Test(arguments: [true, false]) func embeddingsFollowTheSparseShape(_ isConstant: Bool) throws {
    let model = ModelBuilder.oneOperator(
      .embeddingLookupSparse, options: .init(.embeddingLookupSparseOptions, ["combiner": 0]),
      inputs: [
        .int32([2], [1, 0]), .int32([2, 2], [0, 0, 1, 0]), isConstant ? .int32([2], [2, 1]) : .int32([2]),
        .float32([2], [2, 3]), .float32([2, 1], [10, 20]),
      ], outputs: [.float32([])])
    let session = try OperatorRun.session(model)
    for rows in isConstant ? [2, 2] : [2, 3, 2] as [Int32] {
      if !isConstant { try session.write([rows, 1], toInput: 0) }
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [40, 30] + (rows == 3 ? [0] : []))
    }
  }

  @Test func updatesLandWhereTheIndicesSay() throws {
    let model = ModelBuilder.oneOperator(
      .dynamicUpdateSlice, inputs: [.int8([2, 3], [0, 0, 0, 0, 0, 0]), .int8([1, 2], [5, 6]), .int32([2])],
      outputs: [.int8([2, 3])])
    let session = try OperatorRun.session(model)
    for (start, expected) in [
      ([0, 0], [5, 6, 0, 0, 0, 0]), ([1, 1], [0, 0, 0, 0, 5, 6]), ([9, -4], [0, 0, 0, 5, 6, 0]),
    ]
      as [([Int32], [Int8])]
    {
      try session.write(start, toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Int8.self) == expected)
    }
  }

  @Test func reshapeKeepsZerosAndIgnoresOtherShapeTypes() throws {
    let zero = ModelBuilder.oneOperator(
      .reshape, inputs: [.float32([0, 3]), .int32([2], [0, -1])], outputs: [.float32([])])
    let session = try OperatorRun.session(zero)
    try session.invoke()
    #expect(session.outputs[0].shape == [0, 3])
    let wide = ModelBuilder.oneOperator(
      .reshape, options: .init(.reshapeOptions, ["new_shape": [3, 2]]), inputs: [.float32([2, 3]), .int64([1], [6])],
      outputs: [.float32([])])
    #expect(try OperatorRun.values(wide, [1, 2, 3, 4, 5, 6] as [Float], as: Float.self).shape == [3, 2])
  }
}
