import TFLiteSchema

// Custom operators that the runtime brings.

extension OperatorEntry {
  /// The custom operator `aeq.hadamard_rotation`.
  public static var hadamardRotation: Self {
    .init(custom: "aeq.hadamard_rotation", [.float32]) { node throws(RuntimeError) in try HadamardRotation(node).made }
  }
  /// The custom operator `AudioSpectrogram`.
  public static var audioSpectrogram: Self {
    .init(custom: "AudioSpectrogram", [.float32]) { node throws(RuntimeError) in try AudioSpectrogram(node).made }
  }
  /// The custom operator `Convolution2DTransposeBias`.
  public static var convolution2DTransposeBias: Self {
    .init(custom: "Convolution2DTransposeBias", [.float32]) { node throws(RuntimeError) in
      try TransposeConv(biased: node).made
    }
  }
  /// The custom operator `DenseImageWarp`.
  public static var denseImageWarp: Self { .init(custom: "DenseImageWarp", [.float32]) { DenseImageWarp($0).made } }
  /// The custom operator `Landmarks2TransformMatrix`.
  public static var landmarks2TransformMatrix: Self {
    .init(custom: "Landmarks2TransformMatrix", versions: 1...2, [.float32]) { node throws(RuntimeError) in
      try LandmarksToTransformMatrix(node).made
    }
  }
  /// The custom operator `MaxPoolingWithArgmax2D`.
  public static var maxPoolingWithArgmax2D: Self {
    .init(custom: "MaxPoolingWithArgmax2D", [.float32]) { node throws(RuntimeError) in
      try MaxPoolingWithArgmax2D(node).made
    }
  }
  /// The custom operator `MaxPoolWithArgmax`.
  public static var maxPoolWithArgmax: Self {
    .init(custom: "MaxPoolWithArgmax", [.float32]) { node throws(RuntimeError) in try MaxPoolWithArgmax(node).made }
  }
  /// The custom operator `MaxUnpooling2D`.
  public static var maxUnpooling2D: Self {
    .init(custom: "MaxUnpooling2D", [.float32]) { node throws(RuntimeError) in try MaxUnpooling2D(node).made }
  }
  /// The custom operator `Mfcc`.
  public static var mfcc: Self {
    .init(custom: "Mfcc", [.float32]) { node throws(RuntimeError) in try Mfcc(node).made }
  }
  /// The custom operator `NumericVerify`.
  public static var numericVerify: Self {
    .init(custom: "NumericVerify", [.int8, .uint8, .int16, .float16], .fixed(.float32)) { NumericVerify($0).made }
  }
  /// The custom operator `TFLite_Detection_PostProcess`.
  public static var detectionPostProcess: Self {
    .init(custom: "TFLite_Detection_PostProcess", [.float32, .uint8], .fixed(.float32, .float32, .float32, .float32)) {
      node throws(RuntimeError) in
      try DetectionPostProcess(node).made
    }
  }
  /// The custom operator `TransformLandmarks`.
  public static var transformLandmarks: Self {
    .init(custom: "TransformLandmarks", versions: 1...2, [.float32]) { node throws(RuntimeError) in
      try TransformLandmarks(node).made
    }
  }
  /// The custom operator `TransformTensorBilinear`.
  public static var transformTensorBilinear: Self {
    .init(custom: "TransformTensorBilinear", versions: 1...2, [.float32]) { node throws(RuntimeError) in
      try TransformTensorBilinear(node).made
    }
  }
}
