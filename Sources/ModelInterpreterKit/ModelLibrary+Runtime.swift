import Foundation
import ModelHosting
import TFLiteRuntime

/// What a downloaded file has to pass before it can be chosen.
public enum ModelValidation {
  private static let lock = NSLock()
  // Read and written under the lock alone.
  private nonisolated(unsafe) static var known = OperatorRegistry()

  /// The app's own operators, which models may have beside the built-in ones. Set at the start of the app, before models are
  /// downloaded: a model with an operator that is not known is rejected for ever. Interpreters get theirs by
  /// `ModelInterpreter.sessionOptions`.
  public static var registry: OperatorRegistry {
    get { lock.withLock { known } }
    set { lock.withLock { known = newValue } }
  }

  /// Reads the model as an interpreter would, and looks for operators that cannot run, those of `registry` apart. Give it to
  /// `ModelLibrary.Options.validate` where a library is made with options of its own.
  /// - Throws: `HostingError` with `dataLoss` when the file is not a model, `incompatibleModel` when it needs operators
  ///   that this version of the runtime does not have, `internal` when it cannot be read now.
  @Sendable public static func check(_ file: URL) throws {
    let model: Model
    do {
      model = try Model(path: file.path)
    } catch {
      if error.code == .fileUnreadable || error.code == .outOfMemory {
        throw HostingError(.internal, "The model cannot be checked: \(error.description)", underlying: error)
      }
      var reason = error
      reason.path = nil
      throw HostingError(
        .dataLoss, "The file is not a model that can be read: \(reason.description)", underlying: error)
    }
    let unsupported = model.unsupportedOperators(registry, runBy: 0)
    guard let first = unsupported.first else { return }
    let more = unsupported.count == 1 ? "" : " and \(unsupported.count - 1) more"
    throw HostingError(
      .incompatibleModel,
      "The model needs operators that cannot run: \(first)\(more). Publish a model without them, or for newer versions of the app alone."
    )
  }
}

extension ModelLibrary {
  #if Networking
  /// A library whose models are checked by the runtime before they can be chosen.
  /// - Parameters:
  ///   - host: where models are published.
  ///   - store: where they are kept; nil for the app's own folder.
  ///   - transport: what carries requests.
  ///   - activation: when a newer version is used.
  public convenience init(
    _ host: any ModelHost, store: ModelStore? = nil, transport: any Transport = URLSessionTransport(),
    activation: Activation = .nextLaunch
  ) throws(HostingError) {
    let store = if let store { store } else { try ModelStore.standard() }
    self.init(host: host, store: store, transport: transport, options: .checked(activation))
  }
  #else
  /// A library whose models are checked by the runtime before they can be chosen.
  /// - Parameters:
  ///   - host: where models are published.
  ///   - store: where they are kept; nil for the app's own folder.
  ///   - transport: what carries requests.
  ///   - activation: when a newer version is used.
  public convenience init(
    _ host: any ModelHost, store: ModelStore? = nil, transport: any Transport, activation: Activation = .nextLaunch
  ) throws(HostingError) {
    let store = if let store { store } else { try ModelStore.standard() }
    self.init(host: host, store: store, transport: transport, options: .checked(activation))
  }
  #endif

  /// `update` for libraries that were made without `ModelValidation`: what is not known to run is checked before it counts.
  package func update(
    checked name: String, conditions: DownloadConditions, progress: (@Sendable (DownloadProgress) -> Void)? = nil
  ) async throws(HostingError) -> InstalledModel {
    if name.isEmpty { throw HostingError(.invalidArgument, "The name of the model is empty.") }
    let model = try await update(name, conditions: conditions, progress: progress)
    if model.standing != .staged { return model }
    do {
      try ModelValidation.check(model.url)
      return model
    } catch {
      var refusal = error as? HostingError ?? HostingError(.internal, "\(error)", underlying: error)
      refusal.model = name
      store.reject(model, because: refusal.message)
      throw refusal
    }
  }
}

extension ModelLibrary.Options {
  fileprivate static func checked(_ activation: Activation) -> Self {
    var options = Self()
    options.activation = activation
    options.validate = ModelValidation.check
    return options
  }
}
