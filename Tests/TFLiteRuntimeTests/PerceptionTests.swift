import TFLiteRuntime
import TestSupport
import Testing

/// The custom operators of MediaPipe's models. Expected values come from their definitions, computed apart.
@Suite struct PerceptionTests {
  typealias Tensor = ModelBuilder.Tensor

  /// Options that are the bytes of 32-bit numbers.
  private static func bytes(_ numbers: Int32...) -> [UInt8] {
    numbers.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * Int32($0))) } }
  }

  private static func run(_ model: [UInt8], _ inputs: [Float]...) throws -> Session {
    let session = try OperatorRun.session(model)
    for (number, values) in inputs.enumerated() { try session.write(values, toInput: number) }
    try session.invoke()
    return session
  }

  private static func expectClose(_ found: [Float], _ expected: [Float]) {
    #expect(found.count == expected.count)
    for (value, wanted) in zip(found, expected) {
      #expect(abs(value - wanted) <= Tolerance.formula * (1 + abs(wanted)))
    }
  }

  // MARK: Pooling

  /// Padding valid, stride and filter 2 by 2, clamped to 6.
  @Test func poolingGivesPositionsInTheWindow() throws {
    let model = ModelBuilder.oneCustomOperator(
      "MaxPoolingWithArgmax2D", options: Self.bytes(2, 2, 2, 2, 2, 3, 0, 0, 0, 0), inputs: [.float32([1, 2, 5, 1])],
      outputs: [.float32([1, 1, 2, 1]), .float32([1, 1, 2, 1])])
    let session = try Self.run(model, [1, 2, 8, 3, 9, 4, 0, 5, 7, 9])
    #expect(try session.output(0, as: Float.self) == [4, 6])
    #expect(try session.output(1, as: Float.self) == [2.1, 0.1])
  }

  @Test func poolingPadsAtBothEnds() throws {
    let model = ModelBuilder.oneCustomOperator(
      "MaxPoolingWithArgmax2D", options: Self.bytes(1, 1, 1, 3, 3), inputs: [.float32([1, 2, 2, 1])],
      outputs: [.float32([1, 2, 2, 1]), .float32([1, 2, 2, 1])])
    let session = try Self.run(model, [1, 2, 3, 4])
    #expect(try session.output(0, as: Float.self) == [4, 4, 4, 4])
    #expect(try session.output(1, as: Float.self) == [8.1, 7.1, 5.1, 4.1])
  }

  @Test func unpoolingPutsValuesBack() throws {
    func model(_ indices: Tensor) -> [UInt8] {
      ModelBuilder.oneCustomOperator(
        "MaxUnpooling2D", options: Self.bytes(1, 2, 2, 2, 2), inputs: [.float32([1, 1, 2, 1]), indices],
        outputs: [.float32([1, 2, 4, 1])])
    }
    let windows = try Self.run(model(.float32([1, 1, 2, 1])), [5, 6], [2.1, 1.1])
    #expect(try windows.output(0, as: Float.self) == [0, 0, 0, 6, 5, 0, 0, 0])
    let image = try OperatorRun.session(model(.int32([1, 1, 2, 1])))
    try image.write([5, 6] as [Float], toInput: 0)
    try image.write([4, 3] as [Int32], toInput: 1)
    try image.invoke()
    #expect(try image.output(0, as: Float.self) == [0, 0, 0, 6, 5, 0, 0, 0])
    for position in [4, -1, .nan] as [Float] {
      try windows.write([position, 0], toInput: 1)
      #expect(failure { () throws(RuntimeError) in try windows.invoke() }?.code == .invalidData)
    }
  }

  @Test func poolingRefusesItsOptions() {
    for options in [Self.bytes(1, 2, 2, 2), Self.bytes(0, 2, 2, 2, 2), Self.bytes(1, 0, 2, 2, 2)] {
      let model = ModelBuilder.oneCustomOperator(
        "MaxPoolingWithArgmax2D", options: options, inputs: [.float32([1, 2, 2, 1])],
        outputs: [.float32([1, 1, 1, 1]), .float32([1, 1, 1, 1])])
      #expect(OperatorRun.objection(model) == .invalidOperator)
    }
  }

  // MARK: Transposed convolution

  @Test(arguments: [true, false]) func transposedConvolutionAddsABias(_ isPadded: Bool) throws {
    let model = ModelBuilder.oneCustomOperator(
      "Convolution2DTransposeBias", options: Self.bytes(isPadded ? 1 : 2, 2, 2),
      inputs: [.float32([1, 2, 2, 1]), .float32([1, 3, 3, 1], (1...9).map { Float($0) }), .float32([1], [0.5])],
      outputs: [.float32([])])
    let session = try Self.run(model, [1, 2, 3, 4])
    #expect(session.outputs[0].shape == (isPadded ? [1, 4, 4, 1] : [1, 5, 5, 1]))
    let expected: [Float] =
      isPadded
      ? [1.5, 2.5, 5.5, 4.5, 4.5, 5.5, 14.5, 10.5, 10.5, 14.5, 36.5, 24.5, 12.5, 15.5, 34.5, 20.5]
      : [
        1.5, 2.5, 5.5, 4.5, 6.5, 4.5, 5.5, 14.5, 10.5, 12.5, 10.5, 14.5, 36.5, 24.5, 30.5, 12.5, 15.5, 34.5, 20.5, 24.5,
        21.5, 24.5, 55.5, 32.5, 36.5,
      ]
    #expect(try session.output(0, as: Float.self) == expected)
  }

  // MARK: Transforms

  private static let matrix: [Float] = [0.5, 0.25, 0, 0.5, -0.25, 1, 0, 0.5, 0, 0, 1, 0, 0, 0, 0, 1]

  @Test func bilinearTransformReadsBetweenPixels() throws {
    let inputs: [Tensor] = [.float32([1, 3, 3, 1]), .float32([1, 4, 4])]
    let image = (1...9).map { Float($0) }
    let first = ModelBuilder.oneCustomOperator(
      "TransformTensorBilinear", version: 1,
      options: FlexBufferWriter.bytes(["mode": "bilinear", "output_size": [2, 3]]), inputs: inputs,
      outputs: [.float32([])])
    let session = try Self.run(first, image, Self.matrix)
    #expect(session.outputs[0].shape == [1, 2, 3, 1])
    Self.expectClose(try session.output(0, as: Float.self), [3, 2.75, 2.5, 6.25, 6, 5.75])
    let second = ModelBuilder.oneCustomOperator(
      "TransformTensorBilinear", version: 2,
      options: FlexBufferWriter.bytes(["output_height": 2, "output_width": 3]), inputs: inputs, outputs: [.float32([])])
    Self.expectClose(
      try Self.run(second, image, Self.matrix).output(0, as: Float.self), [2.5, 2.25, 0, 5.75, 5.5, 5.25])
    let third = ModelBuilder.oneCustomOperator(
      "TransformTensorBilinear", version: 3, inputs: inputs, outputs: [.float32([])])
    #expect(OperatorRun.objection(third) == .unsupported)
  }

  @Test func landmarksMoveInThePlane() throws {
    let first = ModelBuilder.oneCustomOperator(
      "TransformLandmarks", version: 1, options: FlexBufferWriter.bytes(["dimensions": 2, "scale": 4.0]),
      inputs: [.float32([1, 1, 1, 4]), .float32([1, 4, 4])], outputs: [.float32([])])
    #expect(try Self.run(first, [2, 4, 8, 0], Self.matrix).output(0, as: Float.self) == [4, 5.5, 6, 0])
    let second = ModelBuilder.oneCustomOperator(
      "TransformLandmarks", version: 2, inputs: [.float32([1, 2, 3]), .float32([1, 4, 4])], outputs: [.float32([])])
    #expect(
      try Self.run(second, [2, 4, 7, 8, 0, 9], Self.matrix).output(0, as: Float.self) == [2.5, 4, 7, 4.5, -1.5, 9])
    let flat = ModelBuilder.oneCustomOperator(
      "TransformLandmarks", version: 2, inputs: [.float32([1, 2, 4]), .float32([1, 4, 4])], outputs: [.float32([])])
    #expect(OperatorRun.objection(flat) == .invalidOperator)
  }

  @Test func landmarksGiveTheMatrixOfACrop() throws {
    let landmarks: [Float] = [10, 20, 1, 50, 40, 2, 30, 80, 3, 70, 10, 4]
    let first = ModelBuilder.oneCustomOperator(
      "Landmarks2TransformMatrix", version: 1,
      options: FlexBufferWriter.bytes([
        "dimensions": 3, "landmarks_range": 192, "left_rotation_idx": 0, "right_rotation_idx": 1,
        "bbox_size_multiplier": 1.5, "input_hw": [96, 128], "output_hw": [16, 32], "subset": [0, 1, 2, 3],
      ]), inputs: [.float32([1, 1, 1, 12])], outputs: [.float32([])])
    let session = try Self.run(first, landmarks)
    #expect(session.outputs[0].shape == [1, 4, 4])
    Self.expectClose(
      try session.output(0, as: Float.self),
      [1.40827, -2.38125, 0, 15.875, 0.526714, 3.5625, 0, -17.5651, 0, 0, 1, 0, 0, 0, 0, 1])
    func second(subset: FlexBufferWriter.Value) -> [UInt8] {
      ModelBuilder.oneCustomOperator(
        "Landmarks2TransformMatrix", version: 2,
        options: FlexBufferWriter.bytes([
          "left_rotation_idx": 0, "right_rotation_idx": 1, "target_rotation_radians": 0.3, "output_height": 16,
          "output_width": 32, "scale_x": 1.25, "scale_y": 0.75, "subset_idxs": subset,
        ]), inputs: [.float32([1, 4, 3])], outputs: [.float32([])])
    }
    Self.expectClose(
      try Self.run(second(subset: [0, 1, 2, 3]), landmarks).output(0, as: Float.self),
      [2.21875, -0.5772, 0, 4.56075, 0.36637, 3.49555, 0, 8.77001, 0, 0, 1, 0, 0, 0, 0, 1])
    #expect(OperatorRun.objection(second(subset: [0, 4])) == .invalidOperator)
  }

  // MARK: Hadamard

  @Test func hadamardRotatesBlocks() throws {
    func model(_ size: Int64) -> [UInt8] {
      ModelBuilder.oneCustomOperator(
        "aeq.hadamard_rotation", options: FlexBufferWriter.bytes(["hadamard_size": .int(size)]),
        inputs: [.float32([1, 8])], outputs: [.float32([1, 8])])
    }
    let session = try Self.run(model(4), [1, 2, 3, 4, 4, 0, 0, 0])
    #expect(try session.output(0, as: Float.self) == [5, -1, -2, 0, 2, 2, 2, 2])
    #expect(OperatorRun.objection(model(3)) == .invalidOperator)
    #expect(OperatorRun.objection(model(16)) == .invalidOperator)
  }
}
