import Foundation
import TensorFlowLite
import TestSupport
import Testing

/// What an application does with an exported detector: the file of the model, its labels and its metadata lie side by
/// side, the picture goes in as RGB bytes, and boxes, classes and scores come out as floats.
@Suite struct DetectorTests {
  private struct Found {
    var label: String
    var confidence: Float
    var sides: [Float]
  }

  private struct Metadata: Decodable {
    var inputShape: [Int]
    var maxDetections: Int
  }

  private struct Detector {
    let interpreter: Interpreter
    let labels: [String]
    let metadata: Metadata

    init(folder: String, options: Interpreter.Options? = nil) throws {
      interpreter = try Interpreter(modelPath: "\(folder)/model.tflite", options: options)
      try interpreter.allocateTensors()
      labels = try String(contentsOfFile: "\(folder)/dict.txt", encoding: .utf8).components(separatedBy: "\n")
        .filter { !$0.isEmpty }
      metadata = try JSONDecoder().decode(
        Metadata.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/tflite_metadata.json")))
    }

    /// Output `index` as `count` floats.
    private func floats(_ index: Int, count: Int) throws -> [Float32] {
      let buffer = UnsafeMutableBufferPointer<Float32>.allocate(capacity: count)
      defer { buffer.deallocate() }
      buffer.initialize(repeating: .nan)
      #expect(try interpreter.output(at: index).data.copyBytes(to: buffer) == 4 * count)
      return Array(buffer)
    }

    /// - Parameter pixels: four bytes a pixel, the first of them unused, as Core Graphics draws them.
    func detect(_ pixels: [UInt8], threshold: Float) throws -> [Found] {
      let (height, width) = (metadata.inputShape[1], metadata.inputShape[2])
      var input = Data()
      for row in 0..<height {
        for column in 0..<width {
          let offset = 4 * (row * width + column)
          input.append(contentsOf: pixels[offset + 1...offset + 3])
        }
      }
      try interpreter.copy(input, toInputAt: 0)
      try interpreter.invoke()
      let most = metadata.maxDetections
      let boxes = try floats(0, count: 4 * most)
      let classes = try floats(1, count: most)
      let scores = try floats(2, count: most)
      let count = try floats(3, count: 1)
      #expect(count == [Float(most)])
      var found: [Found] = []
      for index in 0..<most where scores[index] > threshold {
        found.append(
          Found(
            label: labels[Int(classes[index])], confidence: scores[index],
            sides: Array(boxes[4 * index..<4 * index + 4])))
      }
      return found
    }
  }

  /// The whole picture as a context of the model's size would hold it: an unused byte, red, green, blue.
  private func drawn(_ picture: String, _ metadata: Metadata) throws -> [UInt8] {
    let rgb = try Examples.pixels(picture, width: metadata.inputShape[2], height: metadata.inputShape[1])
    var pixels: [UInt8] = []
    for start in stride(from: 0, to: rgb.count, by: 3) {
      pixels.append(0)
      pixels.append(contentsOf: rgb[start..<start + 3])
    }
    return pixels
  }

  @Test(arguments: [0.66, 0.5] as [Float])
  func `detector finds what is recorded`(threshold: Float) throws {
    let detector = try Detector(folder: Examples.path("shapes-detector"))
    #expect(detector.metadata.inputShape == [1, 320, 320, 3])
    #expect(detector.interpreter.outputTensorCount == 4)
    #expect(detector.labels == ["circle", "square", "triangle", "star", "cross"])
    let scenes = try Examples.expectedScenes()
    #expect(scenes.count == 5)
    for scene in scenes {
      let found = try detector.detect(drawn(scene.picture, detector.metadata), threshold: threshold)
      let expected = scene.detections.filter { $0.score > threshold }
      #expect(!expected.isEmpty)
      try #require(found.count == expected.count, "\(scene.picture)")
      // A JPEG decoder may differ in the last bit of a pixel.
      let tolerance: Float = scene.picture.hasSuffix("jpg") ? 0.02 : 1e-5
      for one in expected {
        let sides = [one.box.top, one.box.left, one.box.bottom, one.box.right]
        let match = found.contains { candidate in
          candidate.label == one.label && abs(candidate.confidence - one.score) <= tolerance
            && zip(candidate.sides, sides).allSatisfy { abs($0 - $1) <= tolerance }
        }
        #expect(match, "\(scene.picture): \(one), found \(found)")
      }
    }
  }

  @Test func `threads do not change what is found`() throws {
    let scene = try #require(try Examples.expectedScenes().first)
    var results: [[Float]] = []
    for threads in [1, 2, 3] {
      var options = Interpreter.Options()
      options.threadCount = threads
      let detector = try Detector(folder: Examples.path("shapes-detector"), options: options)
      let found = try detector.detect(drawn(scene.picture, detector.metadata), threshold: 0)
      results.append(found.flatMap { $0.sides + [$0.confidence] })
    }
    #expect(results[0] == results[1] && results[0] == results[2])
  }

  @Test func `bytes of another size are refused with both counts`() throws {
    let interpreter = try Interpreter(modelPath: Examples.path("shapes-detector/model.tflite"))
    try interpreter.allocateTensors()
    let error = #expect(throws: InterpreterError.self) {
      try interpreter.copy(Data(count: 300 * 300 * 3), toInputAt: 0)
    }
    #expect(error?.localizedDescription == "Provided data count 270000 must match the required count 307200.")
  }
}
