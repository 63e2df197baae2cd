import Foundation
import ModelHosting
import TFLiteRuntime

/// Where an interpreter finds its model.
enum ModelSource: Sendable {
  /// The file at the path.
  case file(String)
  /// A model that is loaded already.
  case model(Model)
  /// The hosted model of the name.
  case remote(String)
  /// A hosted model of the first name when it is on the device, else the registered local model of the second.
  case named(String?, String?)

  /// What to load, and the hosted version that it is.
  struct Candidate {
    private let content: Content
    let hosted: HostedVersion?

    private enum Content {
      case path(String)
      case model(Model)
    }

    init(path: String, hosted: HostedVersion? = nil) {
      content = .path(path)
      self.hosted = hosted
    }

    init(_ model: Model) {
      content = .model(model)
      hosted = nil
    }

    /// - Throws: `fileUnreadable`, `invalidModel`.
    func model() throws(RuntimeError) -> Model {
      switch content {
      case .path(let path): try Model(path: path)
      case .model(let model): model
      }
    }
  }

  /// The model to load now.
  /// - Throws: `NSError` with `invalidArgument` when no name was given, `notFound` when no model has the name.
  func candidate() throws -> Candidate {
    switch self {
    case .file(let path): return Candidate(path: path)
    case .model(let model): return Candidate(model)
    case .remote(let name):
      let library: ModelLibrary
      let version: HostedVersion?
      do throws(HostingError) {
        library = try ModelManager.modelManager().currentLibrary().get()
        version = try HostedVersion(selectedFor: name, in: library.store)
      } catch {
        throw modelError(error)
      }
      guard let version else {
        throw modelError(
          .notFound,
          "No version of the remote model '\(name)' is on this device: call ModelManager.download and wait for its notification, or use isModelDownloaded to choose a local model."
        )
      }
      return Candidate(path: version.model.url.path, hosted: version)
    case .named(nil, nil):
      throw modelError(.invalidArgument, "The model options name neither a cloud nor a local model.")
    case .named(let cloudName, let localName):
      let manager = ModelManager.modelManager()
      var failure: HostingError?
      if let cloudName, let library = manager.library {
        do throws(HostingError) {
          if let version = try HostedVersion(selectedFor: cloudName, in: library.store) {
            return Candidate(path: version.model.url.path, hosted: version)
          }
        } catch {
          failure = error
        }
      }
      let isRequested = cloudName.map(manager.request) ?? false
      if let localName, let model = manager.localModel(withName: localName) { return Candidate(path: model.path) }
      // A store that cannot be read matters where no local model serves in its place.
      if let failure { throw modelError(failure) }
      throw Self.absent(cloudName, localName, isRequested)
    }
  }

  /// Asks for what has to be downloaded.
  func request() {
    if case .named(let cloudName?, _) = self { ModelManager.modelManager().request(cloudName) }
  }

  private static func absent(_ cloudName: String?, _ localName: String?, _ isRequested: Bool) -> NSError {
    let names = [cloudName.map { "cloud model '\($0)'" }, localName.map { "local model '\($0)'" }].compactMap { $0 }
    var text =
      "Failed to load the custom model, as no models currently exist on the device for the given model options: \(names.joined(separator: " or "))."
    if isRequested {
      text += " However, a request has been made to download the remote model."
    } else if cloudName != nil {
      text += " The remote model is not registered: call ModelManager.register, so that it is downloaded."
    }
    return modelError(.notFound, text)
  }
}
