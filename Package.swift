// swift-tools-version: 6.2
import PackageDescription

/// Set in continuous integration: every warning of this package fails the build.
let warningsAreErrors = Context.environment["TFLITE_WARNINGS_AS_ERRORS"] == "1"

let settings: [SwiftSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []

/// The libraries that applications import. They depend on nothing outside the toolchain.
let libraries: [Target] = [
  .target(name: "TFLiteSchema", swiftSettings: settings),
  .target(name: "TFLiteKernels", swiftSettings: settings),
  .target(name: "TFLiteRuntime", dependencies: ["TFLiteSchema", "TFLiteKernels"], swiftSettings: settings),
  .target(name: "TensorFlowLite", dependencies: ["TFLiteRuntime"], swiftSettings: settings),
  .target(
    name: "ModelInterpreterKit", dependencies: ["TensorFlowLite", "TFLiteRuntime", "TFLiteVision"],
    swiftSettings: settings),
  .target(name: "TFLiteVision", dependencies: ["TFLiteRuntime"], swiftSettings: settings),
]

let tools: [Target] = [
  // All of the tool but its entry point, so that tests can reach it.
  .target(
    name: "TFLiteTool",
    dependencies: [
      "TFLiteRuntime", "TFLiteVision",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ],
    swiftSettings: settings),
  .executableTarget(name: "tflite", dependencies: ["TFLiteTool"], swiftSettings: settings),
  .executableTarget(
    name: "schema-generator",
    dependencies: ["TFLiteSchema"],
    path: "Schema/Generator",
    swiftSettings: settings),
]

/// One test target for each library, named after it, and the support they share.
let tests: [Target] =
  [
    .target(
      name: "TestSupport", dependencies: ["TFLiteRuntime", "TFLiteSchema", "TFLiteVision"], path: "Tests/Support",
      swiftSettings: settings)
  ]
  + libraries.map { library in
    .testTarget(
      name: library.name + "Tests",
      dependencies: [.target(name: library.name), "TestSupport"]
        + (library.name == "TFLiteSchema" ? ["schema-generator"] : []),
      swiftSettings: settings)
  }
  + [.testTarget(name: "ToolTests", dependencies: ["tflite", "TFLiteTool", "TestSupport"], swiftSettings: settings)]

let package = Package(
  name: "swift-tflite",
  platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  products: libraries.filter { $0.name != "TFLiteSchema" && $0.name != "TFLiteKernels" }.map {
    .library(name: $0.name, targets: [$0.name])
  } + [.executable(name: "tflite", targets: ["tflite"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: libraries + tools + tests,
  swiftLanguageModes: [.v6]
)
