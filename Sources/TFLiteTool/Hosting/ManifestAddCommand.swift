import ArgumentParser
import Foundation
import ModelHosting
import TFLiteRuntime

struct ManifestAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a version of a model, with its length and SHA-256; make the manifest if there is none.",
    discussion: """
      The file has to be a model that this runtime can run. Devices that had an older version keep it until the new one is \
      rolled out to them.

      Examples:
        tflite manifest add manifest.json --name plants --version v1 plants-v1.tflite
        tflite manifest add manifest.json --name plants --version v2 plants-v2.tflite --percent 5 --platform ios
      """)

  @Argument(help: "The manifest.") var manifest: String
  @Argument(help: "The version's file.") var model: String
  @Option(help: "The name that apps ask for.") var name: String
  @Option(help: "What the version is called; the start of its SHA-256 unless given.") var version: String?
  @Option(help: "Its address, relative to the manifest's; the file's name unless given.") var url: String?
  @Option(help: "The share of devices that get it, in percent.") var percent = 100.0
  @Option(help: "The oldest runtime that can run it, such as 0.2.0.") var minimumRuntime: String?
  @Option(help: "A platform that it is for: ios, tvos, watchos, visionos, macos, linux, android. Repeat for more.")
  var platform: [String] = []
  @Option(help: "The memory that a device needs, in bytes.") var memory: UInt64?
  @Option(help: "When the manifest ceases to be believed, such as 2027-01-31T00:00:00Z.") var expires: String?
  @Flag(help: "Add a file that this runtime cannot run too.") var unchecked = false

  func validate() throws {
    if !(0...100).contains(percent) { throw ValidationError("--percent is 0 to 100") }
    if name.isEmpty { throw ValidationError("--name is empty") }
  }

  func run() throws {
    if !unchecked {
      let unsupported = try Model(path: model).unsupportedOperators(runBy: 0)
      if let first = unsupported.first {
        throw ToolError(
          .unsupported, "\(model): needs the operator \(first), which cannot run; --unchecked adds it anyway")
      }
    }
    let (bytes, digest) = try ManifestFile.measure(model)
    var whole = FileKind(manifest) == .missing ? Manifest(sequence: 0) : try ManifestFile.read(manifest)
    var entry = whole.models[name] ?? Manifest.Model(salt: "\(name)-\(digest.description.prefix(8))")
    let id = version ?? String(digest.description.prefix(12))
    if let old = entry.versions[id], old.sha256 != digest {
      throw ToolError(.invalidData, "\(manifest): '\(name)' has another version '\(id)': give this one another name")
    }
    if entry.withdrawn?.contains(digest) == true {
      throw ToolError(.invalidData, "\(model): these bytes are withdrawn from '\(name)'")
    }
    let isFirst = entry.versions.isEmpty || entry.versions.count == 1 && entry.versions[id] != nil
    entry.versions[id] = Manifest.Version(
      url: url ?? AddressText.encoded(URL(fileURLWithPath: model).lastPathComponent), bytes: bytes, sha256: digest,
      minimumRuntime: minimumRuntime, platforms: platform.isEmpty ? nil : platform.map { $0.lowercased() },
      memory: memory)
    let old = entry.rollout ?? entry.versions.keys.filter { $0 != id }.sorted().prefix(1).map { .all($0) }
    if !isFirst || percent < 100 || entry.rollout != nil {
      let step = Manifest.Step(below: Int((percent * 100).rounded()), version: id)
      entry.rollout = [step] + old.filter { $0.version != id && $0.below > step.below }
      if percent == 100 {
        // Devices that the new version does not fit get the newest of the others.
        entry.rollout = [step] + old.filter { $0.version != id }.suffix(1).map { .all($0.version) }
      }
    }
    whole.models[name] = entry
    if let expires { whole.expires = expires }
    try ManifestFile.publish(whole, manifest)
  }
}

extension Manifest.Step {
  static func all(_ version: String) -> Self { Manifest.Step(below: 10_000, version: version) }
}

struct ManifestWithdrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw",
    abstract: "Take a version back from all devices: none chooses it any more.",
    discussion: """
      Devices learn of it with their next update and go back to the version that the roll-out then gives them.

      Examples:
        tflite manifest withdraw manifest.json --name plants --version v5
      """)

  @Argument(help: "The manifest.") var manifest: String
  @Option(help: "The model.") var name: String
  @Option(help: "The version, or the SHA-256 of one that is not listed any more.") var version: String

  func run() throws {
    var whole = try ManifestFile.read(manifest)
    var model = try ManifestFile.model(name, in: whole, manifest)
    guard let digest = model.versions[version]?.sha256 ?? SHA256Digest(version) else {
      let versions = model.versions.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
      throw ToolError(
        .invalidData, "--version", expected: versions.isEmpty ? "a SHA-256" : "\(versions) or a SHA-256",
        found: "'\(version)'")
    }
    let gone = Set(model.versions.filter { $0.value.sha256 == digest }.keys)
    for version in gone { model.versions[version] = nil }
    // Whoever had the withdrawn version gets what the next step gives.
    model.rollout = model.rollout.map { $0.filter { !gone.contains($0.version) } }
    model.withdrawn = (model.withdrawn ?? []).filter { $0 != digest } + [digest]
    whole.models[name] = model
    try ManifestFile.publish(whole, manifest)
    if model.rollout?.isEmpty == true {
      Output.error.writeIgnoringErrors(
        "tflite: \(manifest): nobody gets a version of '\(name)' now: give one with `tflite manifest rollout`\n")
    }
  }
}
