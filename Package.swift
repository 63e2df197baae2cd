// swift-tools-version: 6.2
import PackageDescription

/// Set in continuous integration: every warning of this package fails the build.
let warningsAreErrors = Context.environment["TFLITE_WARNINGS_AS_ERRORS"] == "1"

let settings: [SwiftSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []

/// TFLITE_TIERS=0 leaves out the kernels for newer processors. With TFLITE_TIERS=emulated the tiers of AVX-512 and AVX-VNNI are
/// compiled without their instructions, to be tested where there are none; with TFLITE_TIERS=evex that of AVX-VNNI has its
/// instructions as AVX-512 encodes them, to be tested and timed where there are only those.
let choiceOfTiers = Context.environment["TFLITE_TIERS"]
let hasTiers = choiceOfTiers != "0"
let isEmulated = choiceOfTiers == "emulated"
let isEVEX = choiceOfTiers == "evex"

/// Somebody depends on the package by version or branch: it lies among the checkouts of SwiftPM or Xcode, and before it does,
/// the manifest is read from a bare repository as if it lay in the root.
let isDependency =
  Context.packageDirectory == "/"
  || ["/.build/checkouts/", "/SourcePackages/checkouts/", "/registry/downloads/"].contains {
    (Context.packageDirectory + "/").contains($0)
  }

/// The libraries are optimised in debug builds too: templates that nobody specialises make kernels a thousand times slower.
/// TFLITE_DEBUG=1 leaves that out, for stepping through them.
let optimised: [SwiftSetting] =
  Context.environment["TFLITE_DEBUG"] == "1"
  ? []
  : [
    .unsafeFlags(
      ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"], .when(configuration: .debug))
  ]

/// Settings of release builds for Linux; TFLITE_EXPORTED=1 leaves them out, for shared libraries whose clients use our types
/// through them.
func small(_ flags: [String]) -> [SwiftSetting] {
  Context.environment["TFLITE_EXPORTED"] == "1"
    ? [] : [.unsafeFlags(flags, .when(platforms: [.linux], configuration: .release))]
}

/// Every function is a section of its own, and none stays for being public, so that the linker of an application drops what it
/// does not reach; Apple's linker does so anyway. Nothing here throws as C++ does, so that tables for that are left out.
/// Debuggers have tables of their own, which `strip` removes. They know functions and lines, for profiles and the traces of
/// crashes, but no variables, which optimised code hardly has: a twelfth of the compiler's time.
let sections = small([
  "-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link", "-Xllvm", "-force-attribute=nounwind",
  "-Xfrontend", "-gline-tables-only",
])

let librarySettings = settings + optimised + sections

/// What no application sees has no names and types of its properties and cases at run time, which would also keep the types.
let unreflected = small(["-Xfrontend", "-disable-reflection-metadata"])

/// A module is one for LLVM too, which leaves out what nobody uses, records of types as well, and merges what is alike.
let singleModule = small([
  "-Xfrontend", "-enable-single-module-llvm-emission", "-Xfrontend", "-conditional-runtime-records",
])

/// What prepares models is chosen for its size, where the language's optimizer has the choice; loops over elements stay as fast
/// as they are, since LLVM compiles all of it for speed. The module compiles in four fifths of the time so.
let compact = small([
  "-Osize", "-Xllvm", "-force-remove-attribute=minsize", "-Xllvm", "-force-remove-attribute=optsize",
])

/// Generic types are asked for by their parts, not by names that the language takes apart at run time, and whose requirements it
/// then looks up among those of all libraries: that would be a fifth of the time in which a small model starts.
let typesByParts: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"])
]

/// What vectors of the standard library are made of, for their operators as single instructions.
let builtins: [SwiftSetting] = [.enableExperimentalFeature("BuiltinModule")]

/// TFLITE_ORDER names a list of functions, made by `Benchmarks/order-functions`, in the order of which gold links the tool.
let order: [LinkerSetting] =
  Context.environment["TFLITE_ORDER"].map {
    [
      .unsafeFlags(
        ["-Xlinker", "--section-ordering-file=\($0)"], .when(platforms: [.linux], configuration: .release))
    ]
  } ?? []

/// The processors that a tier is compiled for.
enum Family {
  case x86
  case arm

  /// What defines the family for the sources, which are empty for processors of another one.
  var definitions: [String] { self == .x86 ? ["TFLITE_TIER", "TFLITE_X86"] : ["TFLITE_TIER", "TFLITE_ARM"] }

  /// Flags for targets of this family alone, whatever the compiler builds for: a cross build needs no other manifest.
  /// Apple's systems call 64-bit ARM arm64, others aarch64.
  func flags(_ features: [String]) -> [String] {
    let names = self == .x86 ? ["-Xarch_x86_64"] : ["-Xarch_arm64", "-Xarch_aarch64"]
    return ["-Qunused-arguments"] + names.flatMap { name in features.flatMap { [name, $0] } }
  }
}

/// A processor tier: the vector kernels' sources, through symbolic links, compiled for processors with `features`.
/// - Parameter base: the tier that has what this one's sources leave out.
func tier(
  _ name: String, _ family: Family, _ definitions: [String], _ features: [String], base: String? = nil
) -> Target {
  let variants = (isEmulated ? ["TFLITE_EMULATED"] : []) + (isEVEX ? ["TFLITE_EVEX"] : [])
  let definitions = family.definitions + definitions + variants
  return .target(
    name: name, dependencies: ["TFLiteKernels"] + (base.map { [.target(name: $0)] } ?? []),
    swiftSettings: librarySettings + unreflected + builtins + definitions.map { .define($0) }
      + [
        .unsafeFlags(family.flags(features).flatMap { ["-Xcc", $0] })
      ])
}

let tiers: [Target] =
  !hasTiers
  ? []
  : [
    tier("TFLiteKernelsAVX2", .x86, ["TFLITE_AVX2"], ["-march=x86-64-v3"]),
    tier(
      "TFLiteKernelsAVXVNNI", .x86, ["TFLITE_AVX2", "TFLITE_AVXVNNI"],
      ["-march=x86-64-v3"] + (isEmulated ? [] : isEVEX ? ["-mavx512vl", "-mavx512vnni"] : ["-mavxvnni"]),
      base: "TFLiteKernelsAVX2"),
    tier(
      "TFLiteKernelsAVX512", .x86, ["TFLITE_AVX512"],
      isEmulated ? ["-march=x86-64-v3"] : ["-march=x86-64-v4", "-mavx512vnni"]),
    tier("TFLiteKernelsDot", .arm, ["TFLITE_DOT"], ["-march=armv8-a+dotprod+fp16"]),
    tier(
      "TFLiteKernelsI8MM", .arm, ["TFLITE_I8MM"], ["-march=armv8-a+dotprod+i8mm"], base: "TFLiteKernelsDot"),
  ]
let tierSettings: [SwiftSetting] = hasTiers ? [.define("TFLITE_TIERS")] : []

/// The one list of what `tiers` has and this processor runs.
let kernelSets = Target.target(
  name: "TFLiteKernelSets", dependencies: ["TFLiteKernels"] + tiers.map { .target(name: $0.name) },
  swiftSettings: librarySettings + unreflected + tierSettings)

/// What tests import as `@testable`. Nothing else needs testing enabled, which keeps the templates that nobody specialises: with
/// `--disable-testable-imports` the tests take the kernels and the runtime as applications have them, and as `swift run` built
/// them.
let testable: [SwiftSetting] = isDependency ? [] : [.unsafeFlags(["-enable-testing"])]

/// The libraries that applications import. They depend on nothing outside the toolchain.
let libraries: [Target] = [
  .target(name: "TFLiteSchema", swiftSettings: librarySettings + unreflected + singleModule + typesByParts),
  .target(name: "TFLiteKernels", swiftSettings: librarySettings + unreflected + builtins),
  .target(
    name: "TFLiteRuntime", dependencies: ["TFLiteSchema", "TFLiteKernels", "TFLiteKernelSets"],
    swiftSettings: librarySettings + unreflected + singleModule + typesByParts + compact),
  .target(name: "TFLiteFoundation", dependencies: ["TFLiteRuntime"], swiftSettings: librarySettings),
  .target(name: "TensorFlowLite", dependencies: ["TFLiteRuntime", "TFLiteFoundation"], swiftSettings: librarySettings),
  .target(
    name: "ModelInterpreterKit", dependencies: ["TFLiteRuntime", "TFLiteFoundation", "TFLiteVision", "ModelHosting"],
    swiftSettings: librarySettings),
  .target(name: "ModelHosting", swiftSettings: librarySettings + testable),
  .target(
    name: "FirebaseAppKit", dependencies: ["ModelInterpreterKit", "ModelHosting"], swiftSettings: librarySettings),
  .target(
    name: "ModelDownloaderKit", dependencies: ["FirebaseAppKit", "ModelInterpreterKit", "ModelHosting"],
    swiftSettings: librarySettings + testable),
  .target(name: "TFLiteVision", dependencies: ["TFLiteRuntime", "TFLiteFoundation"], swiftSettings: librarySettings),
]

/// The runtime where Foundation is: URLs, data, texts of errors. On Apple's systems it always is, so that the runtime brings
/// it along.
#if os(macOS)
let companions = ["TFLiteRuntime": ["TFLiteFoundation"]]
#else
let companions: [String: [String]] = [:]
#endif

/// What only the tool, and the commands of the tests, need.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser",
  condition: isDependency ? .when(traits: ["Tool"]) : nil)

let tools: [Target] = [
  // The format's tables as values that can be changed and written. Applications read models only, so that no library has it.
  .target(name: "TFLiteSchemaWriter", dependencies: ["TFLiteSchema"], swiftSettings: settings),
  // All of the tool but its entry point, so that tests can reach it.
  .target(
    name: "TFLiteTool",
    dependencies: [
      "TFLiteSchema", "TFLiteSchemaWriter", "TFLiteKernels", "TFLiteKernelSets", "TFLiteRuntime", "TFLiteVision",
      "ModelHosting",
      argumentParser,
    ],
    swiftSettings: settings + testable),
  .executableTarget(
    name: "tflite", dependencies: ["TFLiteTool"], swiftSettings: settings, linkerSettings: order),
  .executableTarget(
    name: "kernel-benchmark", dependencies: ["TFLiteKernels", "TFLiteKernelSets"], path: "Benchmarks/Kernels",
    swiftSettings: settings),
  // A process that tests of ModelHosting start and kill.
  .executableTarget(name: "hosting-probe", dependencies: ["ModelHosting"], swiftSettings: settings),
  .executableTarget(
    name: "hosting-benchmark", dependencies: ["ModelHosting", "HostingTestSupport"], path: "Benchmarks/Hosting",
    swiftSettings: settings),
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
      swiftSettings: settings),
    // Random models and how all kernel sets run them, for the tests and for the command that does so for hours.
    .target(
      name: "DifferentialTesting", dependencies: ["TFLiteRuntime", "TFLiteSchema", "TestSupport"],
      path: "Tests/Differential/Generator", swiftSettings: settings),
    .executableTarget(
      name: "differential-tester",
      dependencies: ["DifferentialTesting", argumentParser],
      path: "Tests/Differential/Command", swiftSettings: settings),
    // What reads files of strangers, for the fuzzer and for the test that reads again what it has found.
    .target(
      name: "FuzzTargets", dependencies: ["TFLiteTool", "TestSupport"], path: "Tests/Fuzz/Targets",
      swiftSettings: settings),
    // A web server with faults, for the tests and the benchmark of models that are published.
    .target(
      name: "HostingTestSupport", dependencies: ["ModelHosting"], path: "Tests/HostingSupport",
      swiftSettings: settings),
    // The documents' code as apps in Swift 5 compile it; the tests have it as Swift 6.
    .target(
      name: "DocumentSnippets", dependencies: ["ModelInterpreterKit"], path: "Tests/Documents",
      swiftSettings: settings + [.swiftLanguageMode(.v5)]),
  ]
  + libraries.map { library in
    .testTarget(
      name: library.name + "Tests",
      dependencies: [.target(name: library.name), "TestSupport"]
        + (library.name == "TFLiteSchema" ? ["schema-generator"] : [])
        + (library.name == "ModelInterpreterKit"
          ? ["DocumentSnippets", "ModelHosting", "FirebaseAppKit", "ModelDownloaderKit"] : [])
        + (["ModelHosting", "ModelInterpreterKit", "ModelDownloaderKit"].contains(library.name)
          ? ["HostingTestSupport"] : [])
        + (library.name == "ModelHosting" ? ["hosting-probe"] : [])
        + (library.name == "TFLiteKernels" ? ["TFLiteKernelSets"] : []),
      swiftSettings: settings)
  }
  + [
    .testTarget(
      name: "ToolTests", dependencies: ["tflite", "TFLiteTool", "TFLiteSchemaWriter", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "DifferentialTests", dependencies: ["DifferentialTesting"], path: "Tests/Differential/Tests",
      swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Tests", swiftSettings: settings),
  ]

/// SwiftPM passes the traits that are on to the compiler in no order of its own, and compiles everything anew when it changes:
/// no more than one is on.
let traits: [Trait] =
  [
    .trait(
      name: "Networking",
      description:
        "Downloads models with URLSession, which on Linux links libcurl. Without it, ModelLibrary takes a transport of the app's."
    ),
    .default(enabledTraits: ["Networking"]),
  ]
  + (isDependency
    ? [
      .trait(
        name: "Tool",
        description:
          "What the command tflite needs besides the libraries: swift-argument-parser, which is fetched for nothing else."
      )
    ] : [])

let package = Package(
  name: "swift-tflite",
  platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  products: libraries.filter { $0.name != "TFLiteSchema" && $0.name != "TFLiteKernels" }.map {
    .library(name: $0.name, targets: [$0.name] + companions[$0.name, default: []])
  } + [.executable(name: "tflite", targets: ["tflite"])],
  traits: Set(traits),
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: libraries + [kernelSets] + tiers + tools + tests,
  swiftLanguageModes: [.v6]
)
