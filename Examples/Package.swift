// swift-tools-version: 6.2
import PackageDescription

/// Each snippet is a program of one file that shows one API of the package on the models of this folder.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "swift-tflite", path: "..")],
  targets: [
    .executableTarget(
      name: "detect-with-interpreter",
      dependencies: [
        .product(name: "TensorFlowLite", package: "swift-tflite"),
        .product(name: "TFLiteVision", package: "swift-tflite"),
      ],
      path: "snippets/detect-with-interpreter"),
    .executableTarget(
      name: "classify-with-model-interpreter",
      dependencies: [
        .product(name: "ModelInterpreterKit", package: "swift-tflite"),
        .product(name: "TFLiteVision", package: "swift-tflite"),
      ],
      path: "snippets/classify-with-model-interpreter"),
    .executableTarget(
      name: "classify-with-session",
      dependencies: [
        .product(name: "TFLiteRuntime", package: "swift-tflite"),
        .product(name: "TFLiteVision", package: "swift-tflite"),
      ],
      path: "snippets/classify-with-session"),
    .executableTarget(
      name: "remote-models",
      dependencies: [
        .product(name: "ModelHosting", package: "swift-tflite"),
        .product(name: "TFLiteRuntime", package: "swift-tflite"),
        .product(name: "TFLiteVision", package: "swift-tflite"),
      ],
      path: "RemoteModels/app"),
  ],
  swiftLanguageModes: [.v6]
)
