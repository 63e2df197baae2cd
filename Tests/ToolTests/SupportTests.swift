import TFLiteRuntime
import TFLiteTool
import TestSupport
import Testing

@Suite struct SupportTests {
  @Test(arguments: [
    (0.0, 2, "0.00"), (1.005, 1, "1.0"), (-0.004, 2, "0.00"), (-1.25, 1, "-1.3"), (12.5, 0, "13"),
    (0.0625, 4, "0.0625"),
  ]) func formatsFixedNumbers(_ value: Double, _ digits: Int, _ text: String) {
    #expect(fixed(value, digits) == text)
  }

  @Test func measuresByNearestRank() {
    let measurement = Measurement((1...20).map { UInt64($0) * 1_000_000 }.shuffled())
    #expect(measurement.median == 10.5)
    #expect(measurement.mean == 10.5)
    #expect(measurement.min == 1)
    #expect(measurement.max == 20)
    #expect(measurement.percentile(95) == 19)
    #expect(measurement.percentile(100) == 20)
    #expect(Measurement([3_000_000]).percentile(95) == 3)
  }

  @Test(arguments: [
    ("a.png", 0, 1, "a.png"), ("a.png", 1, 3, "a-2.png"), ("x.y/a", 0, 2, "x.y/a-1"), ("x/.png", 0, 2, "x/.png-1"),
  ]) func namesOverlays(_ path: String, _ index: Int, _ count: Int, _ expected: String) {
    #expect(OverlayFile.path(path, index, of: count) == expected)
  }

  @Test func writesJSON() {
    let value = JSONText.object([
      ("a", .string("\"\\\n\u{1}é")), ("b", .array([.int(1), .double(0.5), .double(.nan), .null])),
      ("c", .array([.object([("d", .bool(true))]), .object([])])), ("e", .number("1e3")), ("f", .number("nan")),
    ])
    #expect(
      value.text == """
        {
          "a": "\\"\\\\\\n\\u0001é",
          "b": [1, 0.5, null, null],
          "c": [
            {"d": true},
            {}
          ],
          "e": 1000.0,
          "f": null
        }

        """)
  }

  @Test(
    arguments: [
      (.float32, "1.5 -0.25 nan"), (.float64, "0.1 1e-300"), (.float16, "0.5 65504.0"), (.bfloat16, "2.0"),
      (.int8, "-128 127"), (.uint8, "0 255"), (.int16, "-32768"), (.uint16, "65535"), (.int32, "-2147483648"),
      (.uint32, "4294967295"), (.int64, "-9223372036854775808"), (.uint64, "18446744073709551615"),
      (.bool, "true false"),
    ] as [(ElementType, String)]) func readsWhatItWrites(_ type: ElementType, _ text: String) throws
  {
    let tokens = ElementText.tokens(text)
    let bytes = try ElementText.bytes(type, tokens, source: "test")
    let texts = bytes.withUnsafeBytes { ElementText.texts(type, $0, count: tokens.count) }
    #expect(texts.joined(separator: " ") == text)
  }

  @Test func unpacksNarrowIntegers() {
    let bytes: [UInt8] = [0x8F, 0x07]
    bytes.withUnsafeBytes {
      #expect(ElementText.texts(.int4, $0, count: 3) == ["-1", "-8", "7"])
      #expect(ElementText.texts(.uint4, $0, count: 3) == ["15", "8", "7"])
      #expect(ElementText.texts(.int2, $0, count: 5) == ["-1", "-1", "0", "-2", "-1"])
    }
  }

  @Test func numPyFilesRoundTrip() throws {
    let folder = try TemporaryFolder()
    for shape: Shape in [[], [3], [2, 3], [0, 4]] {
      let values = (0..<shape.elementCount).map { Float($0) }
      let header = try NumPyFile.header(.float32, shape, path: "x.npy")
      #expect(header.count % 64 == 0)
      let file = try MappedFile(path: folder.write(header + FlatBufferWriter.bytes(of: values), "x.npy"))
      let array = try NumPyFile(file)
      #expect(array.type == .float32)
      #expect(array.shape == shape)
      #expect(Array(array.bytes) == FlatBufferWriter.bytes(of: values))
    }
  }

  @Test(arguments: [
    ("'descr': '>f4', 'fortran_order': False, 'shape': (1,)", 4, "little-endian"),
    ("'descr': '<f4', 'fortran_order': True, 'shape': (2, 2)", 16, "C order"),
    ("'descr': '<f4', 'fortran_order': False, 'shape': (3,)", 8, "the elements of FLOAT32 [3]"),
    ("'descr': '<f4', 'fortran_order': False, 'shape': (-3,)", 8, "a shape"),
    ("'descr': '<f4', 'shape': (3,)", 12, "descr, fortran_order and shape"),
    ("'descr': '|O', 'fortran_order': False, 'shape': ()", 8, "little-endian numbers"),
    (
      "'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775807, 9223372036854775807)", 8,
      "the elements of FLOAT64"
    ),
  ]) func refusesBadNumPyFiles(_ header: String, _ count: Int, _ expected: String) throws {
    let folder = try TemporaryFolder()
    let text = "{\(header), }\n"
    let bytes = [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(text.utf8.count), 0] + Array(text.utf8)
    let file = try MappedFile(path: folder.write(bytes + [UInt8](repeating: 0, count: count), "x.npy"))
    let error = #expect(throws: ToolError.self) { try NumPyFile(file) }
    #expect(error?.description.contains("expected \(expected)") == true, "\(String(describing: error))")
  }

  @Test func refusesTruncatedNumPyFiles() throws {
    let folder = try TemporaryFolder()
    let whole = try NumPyFile.header(.int8, [2], path: "x.npy") + [1, 2]
    for count in 0..<whole.count {
      let file = try MappedFile(path: folder.write(Array(whole.prefix(count)), "x.npy"))
      #expect(throws: ToolError.self) { try NumPyFile(file) }
    }
  }

  @Test func comparesIntegersAndStrings() {
    func compare(_ type: ElementType, _ reference: [UInt8], _ found: [UInt8]) -> Comparison {
      reference.withUnsafeBytes { reference in
        found.withUnsafeBytes {
          Comparison(type, reference: reference, found: $0, tolerance: 10, limit: 1)
        }
      }
    }
    #expect(compare(.int8, [1, 255], [1, 255]).passes)
    let integers = compare(.int8, [1, 255, 3], [1, 1, 4])
    #expect(integers.mismatchCount == 2)
    #expect(integers.mismatches.map { $0.expected + " " + $0.found } == ["-1 1"])
    #expect(integers.maxDifference == 2)
    let long = compare(
      .int64, FlatBufferWriter.bytes(of: [Int64.max, 9_007_199_254_740_992]),
      FlatBufferWriter.bytes(of: [Int64.max, 9_007_199_254_740_993]))
    #expect(long.mismatchCount == 1 && long.maxDifference == 1)
    let strings = compare(
      .string, SerializedStrings.encode([[97], [98]]), SerializedStrings.encode([[97], [99, 0]]))
    #expect(strings.mismatchCount == 1)
    #expect(strings.maxDifference == nil)
    #expect(!compare(.string, SerializedStrings.encode([[97]]), []).passes)
  }
}
