import TFLiteVision
import Testing

@Suite struct ClassificationTests {
  @Test func ranks() throws {
    let labels = Labels(["a", "b", "c", "d", "e"])
    let top = try Classification.top(3, of: [0.1, 0.5, 0.5, .nan, 0.9], labels: labels)
    #expect(top.map(\.index) == [4, 1, 2])
    #expect(top.map(\.label) == ["e", "b", "c"])
    #expect(top.map(\.score) == [0.9, 0.5, 0.5])
    #expect(try Classification.top(9, of: [0.1, 0.5]).map(\.index) == [1, 0])
    #expect(try Classification.top(9, of: [0.1, 0.5, 0.3], threshold: 0.3).map(\.index) == [1, 2])
    #expect(try Classification.top(0, of: [1]).isEmpty)
    #expect(try Classification.top(-1, of: [1]).isEmpty)
    #expect(try Classification.top(2, of: [] as [Float]).isEmpty)
    let error = try #require(throws: VisionError.self) {
      try Classification.top(1, of: [0, 0, 1], labels: Labels(["a"]))
    }
    #expect(error.code == .missing)
  }

  @Test func ranksLikeSorting() throws {
    var random = SeededGenerator(seed: 2)
    for count in [1, 5, 100, 1001] {
      let scores = (0..<count).map { _ in Float(Int.random(in: 0...20, using: &random)) }
      let sorted = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
      for k in [1, 3, count, count + 1] {
        #expect(try Classification.top(k, of: scores).map(\.index) == Array(sorted.prefix(k)))
      }
    }
  }

  @Test func dequantizesAndNormalizes() throws {
    let bytes: [UInt8] = [10, 130, 128, 130]
    let top = try Classification.top(2, ofQuantized: bytes, scale: 0.5, zeroPoint: 128)
    #expect(top.map(\.index) == [1, 3])
    #expect(top.map(\.score) == [1, 1])
    let signed = try Classification.top(1, ofQuantized: [-128, 127] as [Int8], scale: 1 / 256, zeroPoint: -128)
    #expect(signed.map(\.score) == [255 / 256])
    let soft = try Classification.top(3, of: [1000, 1001, 999], softmax: true)
    #expect(soft.map(\.index) == [1, 0, 2])
    #expect(abs(soft.map(\.score).reduce(0, +) - 1) < 1e-6)
    #expect(abs(soft[0].score - 0.665_240_96) < 1e-6)
  }
}

@Suite struct DetectionTests {
  let boxes: [Float] = [
    0.1, 0.2, 0.5, 0.6, -0.2, 0.5, 0.5, 1.5, 0.3, 0.3, 0.3, 0.9, 0, 0, 1, 1,
  ]
  let whole = PictureMapping(pictureWidth: 200, pictureHeight: 100)

  @Test func decodes() throws {
    let decoder = DetectionDecoder(threshold: 0.3, labels: Labels(["cat", "dog"]))
    let found = try decoder.detections(
      boxes: boxes, classes: [0, 1, 1, 5], scores: [0.6, 0.9, 0.8, 0.2], count: 4, mapping: whole)
    // The third box is empty, the fourth below the threshold; its class needs no label.
    #expect(found.map(\.label) == ["dog", "cat"])
    #expect(found[0].box == BoundingBox(top: 0, left: 0.5, bottom: 0.5, right: 1))
    #expect(found[0].pixels == PixelRectangle(x: 100, y: 0, width: 100, height: 50))
    #expect(found[1].pixels == PixelRectangle(x: 40, y: 10, width: 80, height: 40))
    #expect(found[1].score == 0.6)
  }

  @Test func selects() throws {
    var decoder = DetectionDecoder(threshold: 0)
    func indices(count: Float?) throws -> [Int] {
      try decoder.detections(
        boxes: boxes, classes: [0, 1, 2, 3], scores: [0.5, 0.5, 0.5, 0.7], count: count, mapping: whole
      ).map(\.index)
    }
    #expect(try indices(count: nil) == [3, 0, 1])
    #expect(try indices(count: 2) == [0, 1])
    #expect(try indices(count: 0) == [])
    decoder.maximumCount = 1
    #expect(try indices(count: nil) == [3])
    decoder.labelOffset = 1
    #expect(try indices(count: nil) == [4])
  }

  @Test func namesNonsense() throws {
    let decoder = DetectionDecoder(threshold: 0, labels: Labels(["cat"]))
    func decode(_ boxes: [Float], _ classes: [Float], _ scores: [Float], _ count: Float?) throws -> [Detection] {
      try decoder.detections(boxes: boxes, classes: classes, scores: scores, count: count, mapping: whole)
    }
    let square: [Float] = [0, 0, 1, 1]
    #expect(try decode(square, [0], [.nan], nil).isEmpty)
    #expect(try decode([0, .nan, 1, 1], [0], [1], nil).isEmpty)
    #expect(try decode([0, -.infinity, 1, 1], [0], [1], nil).isEmpty)
    #expect(throws: VisionError.self) { try decode(square, [0], [1, 1], nil) }
    #expect(throws: VisionError.self) { try decode([0, 0, 1], [0], [1], nil) }
    for value: Float in [-1, 2, .nan, .infinity] {
      #expect(throws: VisionError.self) { try decode(square, [0], [1], value) }
    }
    for value: Float in [.nan, .infinity, 1e30, -0x1p63, -1, 3] {
      #expect(throws: VisionError.self) { try decode(square, [value], [1], nil) }
    }
  }
}
