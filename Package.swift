// swift-tools-version: 6.2
import PackageDescription

/// Set in continuous integration: every warning of this package fails the build.
let warningsAreErrors = Context.environment["TFLITE_WARNINGS_AS_ERRORS"] == "1"

let settings: [SwiftSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []

/// Whether the kernels are compiled again for newer processors of the family. That takes flags which SwiftPM refuses in a
/// dependency given by version, so they are left out of checkouts; TFLITE_TIERS=0 or 1 in the environment decides otherwise.
/// With TFLITE_TIERS=emulated the AVX-512 tier is compiled without its instructions, to be tested where there are none.
let isEmulated = Context.environment["TFLITE_TIERS"] == "emulated"
let hasTiers: Bool = {
  if let wish = Context.environment["TFLITE_TIERS"] { return wish != "0" }
  #if (arch(x86_64) || arch(arm64)) && os(Linux)
    return !Context.packageDirectory.split(separator: "/").contains("checkouts")
  #else
    return false
  #endif
}()

/// Every arm64 processor that runs macOS has dot products, and the compiler aims at it; other processors ignore the name.
let baseline: [SwiftSetting] = [.define("TFLITE_DOT", .when(platforms: [.macOS]))]

/// A processor tier: the vector kernels' sources, through a symbolic link, compiled for the processors of `march`.
func tier(_ name: String, _ definitions: [String], _ march: [String]) -> Target {
  .target(
    name: name, dependencies: ["TFLiteKernels"],
    swiftSettings: settings
      + (["TFLITE_TIER"] + definitions + (isEmulated ? ["TFLITE_EMULATED"] : [])).map { .define($0) }
      + [.enableExperimentalFeature("BuiltinModule"), .unsafeFlags(march.flatMap { ["-Xcc", $0] })])
}

let tiers: [Target] = {
  guard hasTiers else { return [] }
  #if arch(arm64)
    return [tier("TFLiteKernelsDot", ["TFLITE_DOT"], ["-march=armv8-a+dotprod"])]
  #else
    return [
      tier("TFLiteKernelsAVX2", ["TFLITE_AVX2"], ["-march=x86-64-v3"]),
      tier(
        "TFLiteKernelsAVX512", ["TFLITE_AVX512"],
        isEmulated ? ["-march=x86-64-v3"] : ["-march=x86-64-v4", "-mavx512vnni"]),
    ]
  #endif
}()

/// The libraries that applications import. They depend on nothing outside the toolchain.
let libraries: [Target] = [
  .target(name: "TFLiteSchema", swiftSettings: settings),
  .target(name: "TFLiteKernels", swiftSettings: settings + baseline),
  .target(
    name: "TFLiteRuntime",
    dependencies: ["TFLiteSchema", "TFLiteKernels"] + tiers.map { .target(name: $0.name) },
    swiftSettings: settings + (hasTiers ? [.define("TFLITE_TIERS")] : [])),
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
    name: "kernel-benchmark", dependencies: ["TFLiteKernels"] + tiers.map { .target(name: $0.name) },
    path: "Benchmarks/Kernels", swiftSettings: settings + (hasTiers ? [.define("TFLITE_TIERS")] : [])),
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
        + (library.name == "TFLiteSchema" ? ["schema-generator"] : [])
        + (library.name == "TFLiteKernels" ? tiers.map { .target(name: $0.name) } : []),
      swiftSettings: settings + (hasTiers ? [.define("TFLITE_TIERS")] : []))
  }
  + [
    .testTarget(name: "ToolTests", dependencies: ["tflite", "TFLiteTool", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "DifferentialTests", dependencies: ["TFLiteRuntime", "TFLiteSchema", "TestSupport"],
      path: "Tests/Differential", swiftSettings: settings),
  ]

let package = Package(
  name: "swift-tflite",
  platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  products: libraries.filter { $0.name != "TFLiteSchema" && $0.name != "TFLiteKernels" }.map {
    .library(name: $0.name, targets: [$0.name])
  } + [.executable(name: "tflite", targets: ["tflite"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: libraries + tiers + tools + tests,
  swiftLanguageModes: [.v6]
)
