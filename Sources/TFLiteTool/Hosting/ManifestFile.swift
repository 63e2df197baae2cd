import ArgumentParser
import Foundation
import ModelHosting

extension ToolError {
  init(_ error: HostingError) {
    let code: Code =
      switch error.code {
      case .dataLoss, .invalidArgument, .hashMismatch, .signatureInvalid, .rollbackRefused, .staleManifest: .invalidData
      case .incompatibleModel: .unsupported
      case .notEnoughSpace, .internal: .cannotWrite
      default: .failed
      }
    self.init(code, error.message)
  }
}

/// Files that manifests are made of.
enum ManifestFile {
  static func bytes(_ path: String) throws(ToolError) -> Data {
    Data(try MappedFile.copy(of: path))
  }

  /// The manifest at `path`, alone or in an envelope.
  static func read(_ path: String, trusting keys: [PublicKey] = []) throws(ToolError) -> Manifest {
    let bytes = try bytes(path)
    do throws(HostingError) {
      return try Manifest(file: bytes, trusting: keys)
    } catch {
      let plain = ToolError(error)
      throw ToolError(plain.code, "\(path): \(plain.description)")
    }
  }

  /// Writes a manifest that was changed: its sequence counts up, and a problem keeps it from being written.
  static func publish(_ manifest: Manifest, _ path: String) throws(ToolError) {
    var manifest = manifest
    let (next, overflow) = manifest.sequence.addingReportingOverflow(1)
    guard !overflow else { throw ToolError(.invalidData, "\(path): the sequence cannot count up any more") }
    manifest.sequence = next
    if let problem = manifest.problems().first { throw ToolError(.invalidData, "\(path): \(problem)") }
    let bytes: Data
    do throws(HostingError) {
      bytes = try manifest.json()
    } catch {
      throw ToolError(error)
    }
    let isSigned = try isSigned(path)
    try write(bytes, path)
    try Output.standard.write("\(path): sequence \(next)\n")
    if isSigned {
      Output.error.writeIgnoringErrors("tflite: \(path): no longer signed, since it is another manifest\n")
    }
  }

  /// Whether the file, which need not be there, holds a manifest in an envelope.
  private static func isSigned(_ path: String) throws(ToolError) -> Bool {
    if FileKind(path) == .missing { return false }
    let bytes = try bytes(path)
    do throws(HostingError) {
      return try Envelope(json: bytes).map { !$0.signatures.isEmpty } ?? false
    } catch {
      throw ToolError(error)
    }
  }

  static func write(_ bytes: Data, _ path: String) throws(ToolError) {
    try FileReplacement.write(Array(bytes), to: path)
  }

  /// Length and digest of a file.
  static func measure(_ path: String) throws(ToolError) -> (bytes: Int64, digest: SHA256Digest) {
    let file = try MappedFile(path: path)
    return withExtendedLifetime(file) {
      var hash = SHA256()
      hash.update(file.bytes)
      return (Int64(file.bytes.count), hash.finish())
    }
  }

  /// The key that an argument names: its text, or a file that holds it.
  static func key(_ argument: String) throws(ToolError) -> PublicKey {
    if let key = PublicKey(base64: argument) { return key }
    guard FileKind(argument) != .missing else {
      throw ToolError(
        .invalidData, "--key", expected: "an Ed25519 public key in Base64 or a file that holds one",
        found: "'\(argument)'")
    }
    guard let key = PublicKey(base64: String(decoding: try bytes(argument), as: UTF8.self)) else {
      throw ToolError(
        .invalidData, argument, expected: "an Ed25519 public key, as openssl pkey -pubout writes it",
        found: "something else")
    }
    return key
  }

  static func keys(_ arguments: [String]) throws(ToolError) -> [PublicKey] {
    var keys: [PublicKey] = []
    for argument in arguments { keys.append(try key(argument)) }
    return keys
  }

  /// The model of a name, which has to be there.
  static func model(_ name: String, in manifest: Manifest, _ path: String) throws(ToolError) -> Manifest.Model {
    guard let model = manifest.models[name] else {
      let names = manifest.models.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
      throw ToolError(.invalidData, path, expected: "a model '\(name)'", found: names.isEmpty ? "none" : names)
    }
    return model
  }
}

/// `tflite manifest` and its commands.
struct ManifestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest",
    abstract: "Make, check and sign manifests of models that apps download.",
    discussion: """
      A manifest is one JSON file that stands beside the models on any web server. docs/remote-models.md explains it.

      Examples:
        tflite manifest add manifest.json --name plants --version v5 plants-v5.tflite --percent 5
        tflite manifest rollout manifest.json --name plants --give v5=50 --give v4=rest
        tflite manifest withdraw manifest.json --name plants --version v5
        tflite manifest check manifest.json --files .
        tflite manifest simulate manifest.json --name plants
        tflite manifest payload manifest.json > payload
        openssl pkeyutl -sign -rawin -inkey key.pem -in payload -out signature
        tflite manifest sign manifest.json --signature signature --key public.pem --output signed.json
      """,
    subcommands: [
      ManifestAddCommand.self, ManifestRolloutCommand.self, ManifestWithdrawCommand.self, ManifestCheckCommand.self,
      ManifestSimulateCommand.self, ManifestPayloadCommand.self, ManifestSignCommand.self,
    ])
}
