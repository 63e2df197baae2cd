import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

@Suite struct DetectionTests {
  typealias Tensor = ModelBuilder.Tensor

  /// - Parameter unread: what follows the anchors in their tensor: as many numbers as there are anchors make rows of five.
  private static func model(isRegular: Bool, overlap: Double = 0.5, unread: [Float] = []) -> [UInt8] {
    let options = FlexBufferWriter.bytes([
      "max_detections": 3, "max_classes_per_detection": 1, "detections_per_class": 2,
      "use_regular_nms": .bool(isRegular), "nms_score_threshold": 0.25, "nms_iou_threshold": .float(overlap),
      "num_classes": 2, "y_scale": 10.0, "x_scale": 10.0, "h_scale": 5.0, "w_scale": 5.0,
    ])
    // Two boxes nearly on top of each other, two apart.
    let anchors: [Float] = [0.5, 0.5, 1, 1, 0.5, 0.52, 1, 1, 0.5, 10.5, 1, 1, 0.5, 100.5, 1, 1]
    return ModelBuilder.oneCustomOperator(
      "TFLite_Detection_PostProcess", options: options,
      inputs: [
        Tensor(.float32, [1, 4, 4]), Tensor(.float32, [1, 4, 3]),
        .float32([4, 4 + unread.count / 4], anchors + unread),
      ],
      outputs: [
        Tensor(.float32, [1, 3, 4]), Tensor(.float32, [1, 3]), Tensor(.float32, [1, 3]), Tensor(.float32, [1]),
      ])
  }

  /// Background, then two classes.
  private static let scores: [Float] = [0, 0.9, 0.1, 0, 0.8, 0.3, 0, 0.6, 0.7, 0, 0.2, 0.1]

  @Test(arguments: [[], [3, -2, 5, 7]] as [[Float]]) func fastKeepsTheBestOfEachPlace(_ unread: [Float]) throws {
    let session = try OperatorRun.session(Self.model(isRegular: false, unread: unread))
    try session.write([Float](repeating: 0, count: 16), toInput: 0)
    try session.write(Self.scores, toInput: 1)
    try session.invoke()
    #expect(try session.output(3, as: Float.self) == [2])
    #expect(try session.output(2, as: Float.self) == [0.9, 0.7, 0])
    #expect(try session.output(1, as: Float.self) == [0, 1, 0])
    #expect(try session.output(0, as: Float.self) == [0, 0, 1, 1, 0, 10, 1, 11, 0, 0, 0, 0])
  }

  @Test func regularSuppressesClassByClass() throws {
    let session = try OperatorRun.session(Self.model(isRegular: true))
    try session.write([Float](repeating: 0, count: 16), toInput: 0)
    try session.write(Self.scores, toInput: 1)
    try session.invoke()
    #expect(try session.output(3, as: Float.self) == [3])
    #expect(try session.output(2, as: Float.self) == [0.9, 0.7, 0.6])
    #expect(try session.output(1, as: Float.self) == [0, 1, 0])
  }

  @Test func optionsOutOfRangeAreRefused() {
    #expect(OperatorRun.objection(Self.model(isRegular: true, overlap: 0)) == .invalidOperator)
  }

  @Test func suppressionListsIndicesByScore() throws {
    let model = ModelBuilder.oneOperator(
      .nonMaxSuppressionV4,
      inputs: [
        Tensor(.float32, [4, 4]), .float32([4], [0.5, 0.9, 0.8, 0.1]), .int32([], [3]), .float32([], [0.5]),
        .float32([], [0.2]),
      ], outputs: [Tensor(.int32, [3]), Tensor(.int32, [])])
    let boxes: [Float] = [0, 5, 1, 6, 0, 0, 1, 1, 1, 1, 0, 0.02, 0, 9, 1, 10]
    #expect(try OperatorRun.values(model, boxes, as: Int32.self).values == [1, 0, 0])
    #expect(try OperatorRun.values(model, boxes, output: 1, as: Int32.self).values == [2])
  }
}
