// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "find-shapes",
  platforms: [.macOS(.v12)],
  dependencies: [
    .package(url: "https://github.com/swift-tflite/swift-tflite", from: "0.1.0")
  ],
  targets: [
    .executableTarget(
      name: "find-shapes",
      dependencies: [
        .product(name: "TFLiteRuntime", package: "swift-tflite"),
        .product(name: "TFLiteVision", package: "swift-tflite"),
      ])
  ]
)
