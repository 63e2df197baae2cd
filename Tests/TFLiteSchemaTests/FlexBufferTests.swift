import TFLiteSchema
import TestSupport
import Testing

@Suite struct FlexBufferTests {
  /// Bytes as flatbuffers' own writer packs them: `{"bar": [1, 2, 3], "foo": -7, "pi": 3.25, "s": "hi"}`
  /// with every width at its least.
  private static let packed: [UInt8] = [
    0x62, 0x61, 0x72, 0x00,  // "bar"
    0x66, 0x6f, 0x6f, 0x00,  // "foo"
    0x70, 0x69, 0x00,  // "pi"
    0x73, 0x00,  // "s"
    0x02, 0x68, 0x69, 0x00,  // string "hi"
    0x03, 0x01, 0x02, 0x03,  // [1, 2, 3] as a vector of integers
    0x00, 0x00, 0x50, 0x40,  // 3.25 as a 32-bit float
    0x04, 0x1a, 0x17, 0x14, 0x12,  // keys
    0x04, 0x01, 0x04,  // keys: reference and width; length of the map
    0x0f, 0xf9, 0x0e, 0x16,  // values
    0x2c, 0x04, 0x22, 0x14,  // their types
    0x08, 0x24, 0x01,  // root
  ]

  @Test func readsPackedMaps() throws {
    try Self.packed.withUnsafeBytes { bytes in
      let map = try #require(FlexBuffer.Map(bytes))
      #expect((0..<map.count).map { map.key(at: $0) } == ["bar", "foo", "pi", "s"])
      #expect(map.vector(forKey: "bar")?.ints == [1, 2, 3])
      #expect(map.int(forKey: "foo") == -7)
      #expect(map.float(forKey: "foo") == -7)
      #expect(map.float(forKey: "pi") == 3.25)
      #expect(map.int(forKey: "pi") == 3)
      #expect(map.bool(forKey: "pi") == true)
      #expect(map.string(forKey: "s") == "hi")
      #expect(map.int(forKey: "s") == nil)
      #expect(map.string(forKey: "foo") == nil)
      #expect(map.value(forKey: "absent") == nil)
      #expect(map.vector(forKey: "foo") == nil)
      #expect(map.map(forKey: "bar") == nil)
    }
  }

  @Test func readsWhatTheWriterWrites() throws {
    let bytes = FlexBufferWriter.bytes([
      "max_detections": 10, "nms_score_threshold": 0.5, "use_regular_nms": false, "label": "Größe",
      "scales": [10.0, 10.0, 5.0, 5.0], "mixed": [1, "two", true], "nested": ["depth": -1],
    ])
    try bytes.withUnsafeBytes { bytes in
      let map = try #require(FlexBuffer.Map(bytes))
      #expect(map.count == 7)
      #expect(map.int(forKey: "max_detections") == 10)
      #expect(map.float(forKey: "nms_score_threshold") == 0.5)
      #expect(map.bool(forKey: "use_regular_nms") == false)
      #expect(map.string(forKey: "label") == "Größe")
      #expect(map.vector(forKey: "scales")?.doubles == [10, 10, 5, 5])
      let mixed = try #require(map.vector(forKey: "mixed"))
      #expect(mixed.count == 3 && mixed.at(0)?.int == 1 && mixed.at(1)?.string == "two" && mixed.at(2)?.bool == true)
      #expect(mixed.ints == nil && mixed.at(3) == nil && mixed.at(-1) == nil)
      #expect(map.map(forKey: "nested")?.int(forKey: "depth") == -1)
    }
  }

  @Test func numbersThatDoNotFitAreNil() throws {
    let bytes = FlexBufferWriter.bytes(["huge": 1e300, "least": .int(.min), "nan": .float(.nan)])
    try bytes.withUnsafeBytes { bytes in
      let map = try #require(FlexBuffer.Map(bytes))
      #expect(map.int(forKey: "huge") == nil)
      #expect(map.float(forKey: "huge") == .infinity)
      #expect(map.int(forKey: "least") == Int(Int64.min))
      #expect(map.int(forKey: "nan") == nil)
    }
  }

  @Test(
    arguments: [
      [], [0], [0, 0], [1, 4, 1, 0], [0, 4, 3], [255, 0x24, 1], [0, 0x24, 1], [1, 1, 1, 0x24, 1],
      [9, 9, 9, 9, 0x28, 4],
    ] as [[UInt8]])
  func hasNoMap(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      #expect(FlexBuffer.Map(bytes) == nil)
      var walker = AccessorWalker()
      walker.walk(flexBuffer: bytes)
    }
  }

  @Test func damageNeverCrashes() throws {
    let wide = FlexBufferWriter.bytes(["a": [1, "b", ["c": 2.5]], "d": "text", "e": -1])
    var random = SeededGenerator(seed: 0x7f1e_0002)
    for original in [Self.packed, wide] {
      let memory = try GuardedBytes(capacity: original.count)
      for length in 0...original.count {
        let bytes = memory.tail(length)
        // The root stands at the end, so what is cut off is the beginning.
        bytes.copyBytes(from: original.suffix(length))
        var walker = AccessorWalker()
        walker.walk(flexBuffer: UnsafeRawBufferPointer(bytes))
      }
      let bytes = memory.tail(original.count)
      for _ in 0..<20_000 {
        bytes.copyBytes(from: original)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[Int.random(in: 0..<original.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        var walker = AccessorWalker(maxTables: 500)
        walker.walk(flexBuffer: UnsafeRawBufferPointer(bytes))
      }
    }
  }
}
