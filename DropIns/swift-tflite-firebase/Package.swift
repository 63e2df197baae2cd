// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Inside a checkout of swift-tflite its package, elsewhere a released one.
let checkout = "../.."
let isInside = FileManager.default.fileExists(
  atPath: "\(Context.packageDirectory)/\(checkout)/Sources/FirebaseAppKit")

/// A module of Google's name that stands for modules of swift-tflite. These names are in no other package of the
/// project: SwiftPM lets a name occur once in the packages of an app, whether it is used or not.
func dropIn(_ name: String, for modules: [String]) -> Target {
  .target(name: name, dependencies: modules.map { .product(name: $0, package: "swift-tflite") })
}

let targets = [
  dropIn("Firebase", for: ["FirebaseAppKit", "ModelInterpreterKit"]),
  dropIn("FirebaseCore", for: ["FirebaseAppKit"]),
  dropIn("FirebaseMLCommon", for: ["ModelInterpreterKit"]),
  dropIn("FirebaseMLModelInterpreter", for: ["ModelInterpreterKit"]),
  dropIn("FirebaseMLModelDownloader", for: ["ModelDownloaderKit"]),
]

let package = Package(
  name: "swift-tflite-firebase",
  platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  products: targets.map { .library(name: $0.name, targets: [$0.name]) },
  dependencies: [
    isInside
      ? .package(name: "swift-tflite", path: checkout)
      : .package(url: "https://github.com/swift-tflite/swift-tflite", from: "0.1.0")
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
