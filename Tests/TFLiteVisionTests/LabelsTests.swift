import TFLiteVision
import Testing

@Suite struct LabelsTests {
  struct TextCase: CustomTestStringConvertible {
    let text: String
    let names: [Int: String]
    var testDescription: String { text.debugDescription }
  }

  static let texts = [
    TextCase(text: "cat\ndog\n", names: [0: "cat", 1: "dog"]),
    TextCase(text: "cat\r\ndog\r\n\r\n", names: [0: "cat", 1: "dog"]),
    TextCase(text: "cat\rdog", names: [0: "cat", 1: "dog"]),
    TextCase(text: "\u{FEFF}cat\ndog", names: [0: "cat", 1: "dog"]),
    TextCase(
      text: "background\n  tench, Tinca tinca \n\nlast\n\n\n",
      names: [0: "background", 1: "tench, Tinca tinca", 2: "", 3: "last"]),
    TextCase(text: "???\nperson\nbicycle", names: [0: "???", 1: "person", 2: "bicycle"]),
    TextCase(text: "0 person\n2 car\n", names: [0: "person", 2: "car"]),
    TextCase(text: "0: person\n\n7:traffic light\n", names: [0: "person", 7: "traffic light"]),
    TextCase(text: "0  person\n1\tcar\n", names: [0: "person", 1: "car"]),
    TextCase(text: "1,person\n3, car", names: [1: "person", 3: "car"]),
    TextCase(text: "0\n1\n2\n", names: [0: "0", 1: "1", 2: "2"]),
    TextCase(text: "7 up\n7 eleven\n", names: [0: "7 up", 1: "7 eleven"]),
    TextCase(text: "1 one\nplain\n", names: [0: "1 one", 1: "plain"]),
    TextCase(text: "99999999999999999999 x", names: [0: "99999999999999999999 x"]),
    TextCase(text: "é\n猫", names: [0: "é", 1: "猫"]),
    TextCase(
      text:
        "# map\nitem {\n  id: 1\n  name: '/m/01g317'\n  display_name: \"person\"\n}\nitem { name: 'it\\'s' id: 3 }\n",
      names: [1: "person", 3: "it's"]),
    TextCase(text: "item: { id: 2, name: \"a\"; extra { x: 1 y { } } }", names: [2: "a"]),
    TextCase(text: "item\nother", names: [0: "item", 1: "other"]),
  ]

  @Test(arguments: texts) func reads(_ row: TextCase) throws {
    let labels = try Labels(text: Array(row.text.utf8))
    #expect(labels.count == (row.names.keys.max() ?? -1) + 1)
    for index in -1...labels.count { #expect(labels[index] == row.names[index]) }
  }

  @Test(arguments: [
    "", "\n\n", "item { id: 1 }", "item { name: 'x' }", "item { id: 1 name: 'x'", "item { id: 1 name: 'x",
    "item { id: 1 name: 'x' } item { id: 1 name: 'y' }", "item { id: -1 name: 'x' }", "item { id: 1 name: 'x' } }",
    "item { id: 1 name: 'x' y { }",
  ])
  func refuses(_ text: String) {
    #expect(throws: VisionError.self) { try Labels(text: Array(text.utf8)) }
  }

  @Test func refusesOtherEncodings() throws {
    let texts: [([UInt8], String)] = [
      ([0xFF, 0xFE, 0x41, 0], "UTF-16 text (iconv -f UTF-16"),
      ([0x63, 0, 0x61, 0, 0x74, 0], "UTF-16 text (iconv -f UTF-16"),
      ([0xC4, 0x70, 0x66, 0x65, 0x6C], "other bytes, perhaps Latin-1 text (iconv -f ISO-8859-1"),
    ]
    for (bytes, found) in texts {
      let error = try #require(throws: VisionError.self) { try Labels(text: bytes, source: "dict.txt") }
      #expect(error.description == "dict.txt: expected UTF-8 text, found \(found) -t UTF-8 makes it UTF-8)")
    }
  }

  @Test func namesMissingLabels() throws {
    let labels = try Labels(text: Array("cat\ndog\n".utf8), source: "dict.txt")
    #expect(try labels.name(of: 1) == "dog")
    let error = try #require(throws: VisionError.self) { try labels.name(of: 2) }
    #expect(error.description == "dict.txt: expected a label for index 2, found indices 0 to 1")
    #expect(throws: VisionError.self) { try Labels([]).name(of: 0) }
    #expect(throws: VisionError.self) { try Labels(contentsOf: "/no/such/dict.txt") }
  }

  @Test(
    .enabled(if: Fixtures.exists("models/labels"), "../shared/models/labels is absent"),
    arguments: [
      ("coco_labels.txt", 90, 0, "person"), ("imagenet_labels.txt", 1001, 0, "background"),
      ("inat_bird_labels.txt", 965, 1, "Aramus guarauna (Limpkin)"),
      ("pascal_voc_segmentation_labels.txt", 24, 20, "tvmonitor"),
    ])
  func readsRealFiles(_ name: String, _ count: Int, _ index: Int, _ label: String) throws {
    let labels = try Labels(contentsOf: Fixtures.shared.appendingPathComponent("models/labels/\(name)").path)
    #expect(labels.count == count)
    #expect(labels[index] == label)
  }

  @Test func survivesDamage() {
    var random = SeededGenerator(seed: 1)
    for row in Self.texts {
      let bytes = Array(row.text.utf8)
      for length in 0..<bytes.count { _ = try? Labels(text: Array(bytes[..<length])) }
      for _ in 0..<100 where !bytes.isEmpty {
        var copy = bytes
        copy[Int.random(in: 0..<copy.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        _ = try? Labels(text: copy)
      }
    }
  }
}
