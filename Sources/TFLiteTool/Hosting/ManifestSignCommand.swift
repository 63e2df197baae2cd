import ArgumentParser
import Foundation
import ModelHosting

struct ManifestPayloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payload",
    abstract: "Print the bytes that are to be signed with Ed25519.",
    discussion: """
      The secret key stays where it is: any tool that signs with Ed25519 will do.

      Examples:
        tflite manifest payload manifest.json > payload
        openssl pkeyutl -sign -rawin -inkey key.pem -in payload -out signature
      """)

  @Argument(help: "The manifest.") var manifest: String

  func run() throws {
    _ = try ManifestFile.read(manifest)
    let bytes = Envelope(payload: try ManifestFile.bytes(manifest)).signedBytes
    try bytes.withUnsafeBytes { try Output.standard.write(bytes: $0) }
  }
}

struct ManifestSignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Put a manifest and its signatures into the one file that is published.",
    discussion: """
      A signature is the 64 bytes that openssl writes, for the bytes that `tflite manifest payload` prints. With several, \
      apps that trust one of the keys believe the manifest: so a key is replaced.

      Examples:
        tflite manifest sign manifest.json --signature signature --key public.pem --output signed.json
      """)

  @Argument(help: "The manifest.") var manifest: String
  @Option(help: "A file with a signature. Repeat for more.") var signature: [String]
  @Option(
    help: ArgumentHelp("A public key, as text or file; every signature has to be one of these keys'.", valueName: "key")
  )
  var key: [String]
  @Option(help: "The file to publish.") var output: String

  func validate() throws {
    if signature.isEmpty || key.isEmpty { throw ValidationError("give --signature and --key") }
  }

  func run() throws {
    let keys = try ManifestFile.keys(key)
    let whole = try ManifestFile.read(manifest)
    if let problem = whole.problems().first { throw ToolError(.invalidData, "\(manifest): \(problem)") }
    var envelope = Envelope(payload: try ManifestFile.bytes(manifest))
    for path in signature {
      let bytes = try ManifestFile.bytes(path)
      guard bytes.count == 64 else {
        throw ToolError(.invalidData, path, expected: "a signature of 64 bytes", found: "\(bytes.count) bytes")
      }
      guard keys.contains(where: { $0.isValid(bytes, for: envelope.signedBytes) }) else {
        throw ToolError(
          .invalidData,
          "\(path): not a signature by the given keys for this manifest: sign what `tflite manifest payload` prints")
      }
      envelope.signatures.append(bytes)
    }
    let file: Data
    do throws(HostingError) {
      file = try envelope.json()
    } catch {
      throw ToolError(error)
    }
    try ManifestFile.write(file, output)
    try Output.standard.write(
      "\(output): sequence \(whole.sequence), \(signature.count) \(signature.count == 1 ? "signature" : "signatures")\n"
    )
  }
}
