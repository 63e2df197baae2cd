import TFLiteRuntime
import TFLiteSchema

extension OperatorRecipe {
  static let customs: [Self] = [sounds, perception, checks, lists].flatMap { $0 }

  private static func map(_ options: FlexBufferWriter.Value) -> [UInt8] { FlexBufferWriter.bytes(options) }

  /// Options that are the bytes of 32-bit numbers.
  private static func numbers(_ values: Int32...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * Int32($0))) } }
  }

  private static let sounds: [Self] = [
    Self(custom: "aeq.hadamard_rotation", map(["hadamard_size": 4])) { type in
      ([.of(type, [2, 4])], [.float32([2, 4])])
    },
    Self(custom: "AudioSpectrogram", map(["window_size": 4, "stride": 2])) { type in
      ([.of(type, [8, 1])], [.float32([1, 3, 3])])
    },
    Self(
      custom: "Mfcc",
      map([
        "upper_frequency_limit": 4000, "lower_frequency_limit": 20, "filterbank_channel_count": 4,
        "dct_coefficient_count": 4,
      ])
    ) { type in ([.of(type, [1, 1, 4]), .int32([1], [16000])], [.float32([1, 1, 4])]) },
  ]

  private static let matrix: Tensor = .float32([1, 4, 4])

  private static let perception: [Self] = [
    Self(custom: "Convolution2DTransposeBias", numbers(1, 1, 1)) { type in
      (
        [.of(type, [1, 2, 2, 1]), .of(.float32, [1, 1, 1, 1]).zeros, .of(.float32, [1]).zeros],
        [.float32([1, 2, 2, 1])]
      )
    },
    Self(custom: "DenseImageWarp") { type in
      ([.of(type, [1, 2, 2, 1]), .float32([1, 2, 2, 2])], [.float32([1, 2, 2, 1])])
    },
    Self(
      custom: "Landmarks2TransformMatrix",
      map([
        "dimensions": 3, "landmarks_range": 192, "left_rotation_idx": 0, "right_rotation_idx": 1,
        "bbox_size_multiplier": 1.5, "input_hw": [96, 128], "output_hw": [16, 32], "subset": [0, 1],
      ])
    ) { type in ([.of(type, [1, 1, 1, 12])], [.float32([])]) },
    Self(custom: "MaxPoolingWithArgmax2D", numbers(2, 2, 2, 2, 2)) { type in
      ([.of(type, [1, 2, 2, 1])], [.float32([1, 1, 1, 1]), .float32([1, 1, 1, 1])])
    },
    Self(
      custom: "MaxPoolWithArgmax", map(["ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"])
    ) { type in ([.of(type, [1, 2, 2, 1])], [.float32([1, 1, 1, 1]), .int32([1, 1, 1, 1])]) },
    Self(custom: "MaxUnpooling2D", numbers(1, 2, 2, 2, 2)) { type in
      ([.of(type, [1, 1, 2, 1]), .float32([1, 1, 2, 1])], [.float32([1, 2, 4, 1])])
    },
    Self(custom: "TransformLandmarks", map(["dimensions": 2, "scale": 4.0])) { type in
      ([.of(type, [1, 1, 1, 4]), matrix], [.float32([])])
    },
    Self(custom: "TransformTensorBilinear", map(["mode": "bilinear", "output_size": [2, 3]])) { type in
      ([.of(type, [1, 3, 3, 1]), matrix], [.float32([])])
    },
  ]

  private static let checks: [Self] = [
    Self(custom: "NumericVerify") { ([.of($0, [2, 4]), .float32([2, 4])], [.float32([2, 4])]) },
    Self(
      custom: "TFLite_Detection_PostProcess",
      map([
        "max_detections": 3, "max_classes_per_detection": 1, "nms_score_threshold": 0.25, "nms_iou_threshold": 0.5,
        "num_classes": 2, "y_scale": 10.0, "x_scale": 10.0, "h_scale": 5.0, "w_scale": 5.0,
      ])
    ) { type in
      (
        [.of(type, [1, 4, 4]), .float32([1, 4, 3]), .of(type, [4, 4]).zeros],
        [.float32([1, 3, 4]), .float32([1, 3]), .float32([1, 3]), .float32([1])]
      )
    },
  ]

  private static let variant = Tensor(.variant, [])

  private static let lists: [Self] = [
    Self(custom: "TensorListReserve", [0]) { ([.of($0, [1]).zeros, .int32([], [3])], [variant]) },
    Self(custom: "EmptyTensorList", [0]) { ([.of($0, [1]).zeros, .int32([], [3])], [variant]) },
    Self(custom: "TensorListFromTensor") { ([.of($0, [3, 2]), .int32([], [-1])], [variant]) },
    Self(custom: "TensorListSetItem") { ([.of($0, [3, 2]), .int32([], [1]), .of($0, [2])], [variant]) },
    Self(custom: "TensorListGetItem") { ([.of($0, [3, 2]), .int32([], [1]), .int32([], [-1])], [.of($0, [2])]) },
    Self(custom: "TensorListPushBack") { ([.of($0, [3, 2]), .of($0, [2])], [variant]) },
    Self(custom: "TensorListPopBack") { ([.of($0, [3, 2]), .int32([], [-1])], [variant, .of($0, [2])]) },
    Self(custom: "TensorListStack") { ([.of($0, [3, 2]), .int32([], [-1])], [.of($0, [3, 2])]) },
    Self(custom: "TensorListLength") { ([.of($0, [3, 2])], [.int32([])]) },
    Self(custom: "TensorListElementShape") { ([.of($0, [3, 2])], [.int32([1])]) },
  ]
}
