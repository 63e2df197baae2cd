import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Tables between strings and numbers.
@Suite struct HashTableTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator

  /// The numbers of two strings that go in, of a table of three; 7 where it has none.
  private static func model() -> [UInt8] {
    let options = ModelBuilder.Options(
      .hashtableOptions,
      [
        "table_id": 1, "key_dtype": .value(Schema.TensorType.string), "value_dtype": .value(Schema.TensorType.int64),
      ])
    let words = SerializedStrings.encode(["zero", "one", ""].map { Array($0.utf8) })
    let tensors = [
      Tensor(.resource, [1], name: "table"), Tensor(.string, [3], data: words), .int64([3], [0, 1, 5]),
      Tensor(.string, [2], name: "words"), .int64([1], [7]), .int64([2], name: "numbers"),
    ]
    return ModelBuilder([
      .init(
        tensors: tensors, inputs: [3], outputs: [5],
        operators: [
          Operator(.hashtable, options: options, inputs: [], outputs: [0]),
          Operator(.hashtableImport, inputs: [0, 1, 2], outputs: []),
          Operator(.hashtableFind, inputs: [0, 3, 4], outputs: [5]),
        ])
    ]).build()
  }

  @Test func numbersOfStrings() throws {
    let session = try Session(Model(bytes: Self.model()))
    try session.write(strings: ["one", ""], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Int64.self) == [1, 5])
    try session.write(strings: ["two", "zero"], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Int64.self) == [7, 0])
  }

  /// A tensor that nobody has written holds no strings, whatever its shape.
  @Test func stringsThatNobodyHasWritten() throws {
    let session = try Session(Model(bytes: Self.model()))
    let error = #expect(throws: RuntimeError.self) { try session.invoke() }
    #expect(error?.message == "too few strings")
    #expect(error?.tensor == "'words'")
    #expect(error?.expected == "2" && error?.actual == "0")
  }
}
