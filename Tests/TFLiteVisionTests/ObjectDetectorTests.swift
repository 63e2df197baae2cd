import TFLiteRuntime
import TFLiteVision
import TestSupport
import Testing

@Suite struct ObjectDetectorTests {
  @Test func `finds what the reference finds`() throws {
    let detector = try ObjectDetector(Session(Model(path: Examples.path("shapes-detector/model.tflite"))))
    detector.decoder.labels = try Labels(contentsOf: Examples.path("shapes-detector/dict.txt"))
    #expect(detector.states.isEmpty)
    for scene in try Examples.expectedScenes() where scene.picture.hasSuffix(".png") {
      let objects = try detector.detect(in: Picture(contentsOf: Examples.path("pictures/" + scene.picture)))
      #expect(objects.count == scene.detections.count)
      for expected in scene.detections {
        #expect(
          objects.contains {
            $0.label == expected.label && abs($0.score - expected.score) < 1e-3
              && abs($0.box.top - min(max(expected.box.top, 0), 1)) < 1e-3
              && abs($0.box.left - min(max(expected.box.left, 0), 1)) < 1e-3
          }, "\(scene.picture) \(expected.label)")
      }
    }
  }

  /// Detections that are constants, but for the box's bottom, which is the state; the state grows by a quarter a picture.
  private static func model(
    classesFirst: Bool = true, state: ModelBuilder.Tensor? = .float32([1, 1, 4], name: "state")
  )
    -> [UInt8]
  {
    let tensors: [ModelBuilder.Tensor] =
      [
        .uint8([1, 2, 2, 3], name: "picture"), state ?? .float32([1, 1, 4], name: "state"),
        .float32([1, 1, 4], [0, 0, 0.25, 0], name: "step"), .float32([1, 1, 4], [0, 0, 0, 1], name: "right"),
        .float32([1, 1], [3], name: "classes"), .float32([1, 1], [0.75], name: "scores"),
        .float32([1, 1, 4], name: "next"),
        .float32([1, 1, 4], name: "boxes"),
      ]
    return ModelBuilder([
      .init(
        tensors: tensors, inputs: [0, 1], outputs: [7, 4, 5, 6],
        operators: [.init(.add, inputs: [1, 2], outputs: [6]), .init(.add, inputs: [6, 3], outputs: [7])])
    ]).build()
  }

  @Test func `states go from picture to picture until they are reset`() throws {
    let detector = try ObjectDetector(Session(Model(bytes: Self.model())))
    #expect([detector.outputs.boxes, detector.outputs.classes, detector.outputs.scores] == [0, 1, 2])
    #expect(detector.outputs.count == nil)
    #expect(detector.states.map(\.input) == [1] && detector.states.map(\.output) == [3])
    let picture = try Picture(width: 4, height: 4, format: .rgb, bytes: [UInt8](repeating: 9, count: 48))
    for bottom in [0.25, 0.5, 0.75] as [Float] {
      let objects = try detector.detect(in: picture)
      #expect(objects.map(\.box.bottom) == [bottom])
      #expect(objects.map(\.index) == [3] && objects.map(\.score) == [0.75])
    }
    try detector.resetStates()
    #expect(try detector.detect(in: picture).map(\.box.bottom) == [0.25])
    let pixels = try [UInt8](repeating: 1, count: 16).withUnsafeBytes { bytes in
      try detector.detect(in: PixelView(bytes, width: 2, height: 2, layout: .bgra))
    }
    #expect(pixels.map(\.box.bottom) == [0.5])
    detector.decoder.threshold = 0.8
    #expect(try detector.detect(in: picture).isEmpty)
  }

  @Test func `an input that is neither picture nor state is an error`() throws {
    let model = Self.model(state: .float32([1, 1, 1], name: "odd"))
    let error = #expect(throws: VisionError.self) { try ObjectDetector(Session(Model(bytes: model))) }
    #expect(error?.code == .missing && error?.subject == "input 'odd'")
  }

  @Test func `a classifier is no detector`() throws {
    let session = try Session(Model(path: Examples.path("shapes-classifier/classifier_int8.tflite")))
    let error = #expect(throws: VisionError.self) { try ObjectDetector(session) }
    #expect(error?.code == .missing && error?.found == "INT8 [1,8]")
  }
}
