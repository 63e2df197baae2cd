import ArgumentParser
import Foundation
import ModelHosting
import TFLiteRuntime

/// Where models are published, and where they are kept.
struct StoreOptions: ParsableArguments {
  @Option(help: "The folder of the store; the tool's own unless given.") var store: String?

  /// - Parameter makes: make the folder if it is not there.
  func open(makes: Bool) throws(ToolError) -> ModelStore {
    if let store, !makes, FileKind(store) != .folder {
      throw ToolError(
        .noInput, store, expected: "the folder of a store", found: FileKind(store) == .file ? "a file" : "nothing")
    }
    do throws(HostingError) {
      if let store { return try ModelStore(at: URL(fileURLWithPath: store)) }
      return try .standard()
    } catch {
      throw ToolError(error)
    }
  }
}

struct HostOptions: ParsableArguments {
  @Option(help: "The address of a manifest.") var manifest: String?
  @Option(help: ArgumentHelp("A key that the manifest has to be signed with, as text or file.", valueName: "key"))
  var key: [String] = []
  @Option(help: "The address of a file, in which {name} stands for the model's name.") var url: String?
  @Flag(help: "With --url: a file with the SHA-256 stands beside the model, under its address and .sha256.")
  var digest = false
  @Option(help: "A repository of Hugging Face, owner/name; the model's name is a path in it.") var huggingFace: String?
  @Option(help: "With --hugging-face: a commit, tag or branch.") var revision = "main"
  @Option(help: "The environment variable that holds a bearer token.") var tokenVariable: String?

  func validate() throws {
    if [manifest, url, huggingFace].count(where: { $0 != nil }) != 1 {
      throw ValidationError("give one of --manifest, --url and --hugging-face")
    }
    if !key.isEmpty, manifest == nil { throw ValidationError("--key belongs to --manifest") }
    if digest, url == nil { throw ValidationError("--digest belongs to --url") }
  }

  func host() throws(ToolError) -> any ModelHost {
    let authorizer = try token().map { BearerToken(token: $0) }
    if let url { return FileHost(url, hasDigests: digest, authorizer: authorizer) }
    if let huggingFace {
      return HuggingFaceHost(repository: huggingFace, revision: revision, authorizer: authorizer)
    }
    guard let manifest, let address = URL(string: manifest), address.host != nil else {
      throw ToolError(.invalidData, "--manifest", expected: "an https address", found: "'\(manifest ?? "")'")
    }
    return ManifestHost(
      address, trusting: try ManifestFile.keys(key),
      authorizer: authorizer.map { SameOrigin(authorizer: $0, origin: address) })
  }

  private func token() throws(ToolError) -> String? {
    guard let tokenVariable else { return nil }
    guard let token = ProcessInfo.processInfo.environment[tokenVariable], !token.isEmpty else {
      throw ToolError(.invalidData, "--token-variable", expected: "a variable that is set", found: "'\(tokenVariable)'")
    }
    return token
  }
}

private struct BearerToken: Authorizer {
  let token: String

  func headers(for url: URL, refused: ResponseHead?) async throws(HostingError) -> [String: String] {
    ["Authorization": "Bearer \(token)"]
  }
}

/// A manifest may name files on other servers, which are not to learn the token.
private struct SameOrigin: Authorizer {
  let authorizer: BearerToken
  let origin: URL

  func headers(for url: URL, refused: ResponseHead?) async throws(HostingError) -> [String: String] {
    let isSame = url.scheme == origin.scheme && url.host == origin.host && url.port == origin.port
    return isSame ? try await authorizer.headers(for: url, refused: refused) : [:]
  }
}

/// What a file has to pass before it counts as a model.
func checkModel(_ file: URL) throws {
  let model: Model
  do throws(RuntimeError) {
    model = try Model(path: file.path)
  } catch {
    throw HostingError(.dataLoss, "The file is not a model that can be read: \(error.description)", underlying: error)
  }
  guard let first = model.unsupportedOperators(runBy: 0).first else { return }
  throw HostingError(
    .incompatibleModel, "The model needs the operator \(first), which cannot run: publish one without it.")
}
