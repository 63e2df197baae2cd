import ArgumentParser
import Foundation
import ModelHosting

struct ManifestCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what a manifest holds and what is wrong with it.",
    discussion: """
      Examples:
        tflite manifest check manifest.json
        tflite manifest check signed.json --key public.pem --files . --json

      Exit codes: 0 nothing is wrong; 65 something is, or the signature is not valid; 66 a file cannot be read.
      """)

  @Argument(help: "The manifest, signed or not.") var manifest: String
  @Option(
    help: ArgumentHelp("A public key that has to have signed it, as text or file. Repeat for more.", valueName: "key"))
  var key: [String] = []
  @Option(help: "The folder that is published: lengths and digests of its files are compared.") var files: String?
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let whole = try ManifestFile.read(manifest, trusting: ManifestFile.keys(key))
    var problems = whole.problems()
    if let expires = whole.expires, let end = RFC3339.parse(expires), end < Date() {
      problems.append("It expired at \(expires).")
    }
    if let files { problems += try compare(whole, with: files) }
    try Output.standard.write(json ? facts(whole, problems).text : text(whole, problems))
    if !problems.isEmpty {
      throw ToolError(.invalidData, "\(manifest): \(problems.count == 1 ? problems[0] : "\(problems.count) problems")")
    }
  }

  /// Files under relative addresses are looked for in `folder`.
  private func compare(_ whole: Manifest, with folder: String) throws(ToolError) -> [String] {
    var problems: [String] = []
    for (name, model) in whole.models.sorted(by: { $0.key < $1.key }) {
      for (id, version) in model.versions.sorted(by: { $0.key < $1.key }) {
        guard URL(string: version.url)?.scheme == nil, let path = version.url.removingPercentEncoding else { continue }
        let place = "\(folder)/\(path)"
        let here = "'\(name)', version '\(id)'"
        guard FileKind(place) != .missing else {
          problems.append("\(here): \(place) is not there.")
          continue
        }
        let (bytes, digest) = try ManifestFile.measure(place)
        if bytes != version.bytes {
          problems.append("\(here): the manifest states \(version.bytes) bytes, \(place) has \(bytes).")
        } else if digest != version.sha256 {
          problems.append("\(here): the manifest states SHA-256 \(version.sha256), \(place) has \(digest).")
        }
      }
    }
    return problems
  }

  private func text(_ whole: Manifest, _ problems: [String]) -> String {
    var table = TextTable([.left("model"), .fixed("version"), .right("bytes"), .fixed("who"), .left("file")])
    for (name, model) in whole.models.sorted(by: { $0.key < $1.key }) {
      for (id, version) in model.versions.sorted(by: { $0.key < $1.key }) {
        table.add([name, id, "\(version.bytes)", who(id, version, model), version.url])
      }
      for digest in model.withdrawn ?? [] { table.add([name, "(withdrawn)", "", "nobody", "\(digest)"]) }
    }
    let end = whole.expires.map { ", expires \($0)" } ?? ""
    return "sequence \(whole.sequence)\(end)\(key.isEmpty ? "" : ", signature valid")\n" + table.text
      + problems.map { "wrong: \($0)\n" }.joined()
  }

  private func who(_ id: String, _ version: Manifest.Version, _ model: Manifest.Model) -> String {
    var below = 0
    var shares: [String] = []
    for step in model.rollout ?? [Manifest.Step(below: 10_000, version: id)] {
      if step.version == id, step.below > below { shares.append("\(fixed(Double(step.below - below) / 100, 2)) %") }
      below = max(below, step.below)
    }
    var parts = [shares.isEmpty ? "where nothing before fits" : shares.joined(separator: " and ")]
    if model.rollout.map({ steps in !steps.contains { $0.version == id } }) == true { parts = ["nobody"] }
    if let platforms = version.platforms { parts.append(platforms.joined(separator: "/")) }
    if let minimum = version.minimumRuntime { parts.append("runtime \(minimum)") }
    if let memory = version.memory { parts.append("\(memory) bytes of memory") }
    return parts.joined(separator: ", ")
  }

  private func facts(_ whole: Manifest, _ problems: [String]) -> JSONText {
    let models = whole.models.sorted { $0.key < $1.key }.map { name, model -> JSONText in
      .object([
        ("name", .string(name)),
        (
          "versions",
          .array(
            model.versions.sorted { $0.key < $1.key }.map { id, version in
              .object([
                ("id", .string(id)), ("bytes", .int(Int(version.bytes))), ("sha256", .string("\(version.sha256)")),
                ("url", .string(version.url)),
              ])
            })
        ),
        ("withdrawn", .strings((model.withdrawn ?? []).map(\.description))),
      ])
    }
    return .object([
      ("sequence", .int(Int(whole.sequence))), ("expires", whole.expires.map { .string($0) } ?? .null),
      ("signed", .bool(!key.isEmpty)), ("models", .array(models)), ("problems", .strings(problems)),
    ])
  }
}
