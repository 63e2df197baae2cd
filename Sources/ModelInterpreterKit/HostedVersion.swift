import ModelHosting
import TFLiteRuntime

/// A hosted version that an interpreter loads.
struct HostedVersion: Sendable {
  let store: ModelStore
  let model: InstalledModel

  /// The version that this process uses; nil when none is on the device.
  init?(selectedFor name: String, in store: ModelStore) throws(HostingError) {
    guard let model = try store.selected(name) else { return nil }
    self.store = store
    self.model = model
  }

  /// It has run to the end.
  func confirm() { if model.standing != .good { store.confirm(model) } }

  /// Whether a failure to load it says that its bytes are of no use here; memory that is short says nothing of them.
  /// Takes it out of use then.
  func reject(because error: RuntimeError) -> Bool {
    if model.standing == .good { return false }
    switch error.code {
    case .fileUnreadable, .outOfMemory, .cancelled, .deadlineExceeded: return false
    default: break
    }
    var reason = error
    reason.path = nil
    store.reject(model, because: reason.description)
    return true
  }

  /// Takes it out of use.
  func reject(because reason: String) { store.reject(model, because: reason) }

  /// The version before it, if that has run.
  var predecessor: InstalledModel? {
    store.models().first { $0.name == model.name && $0.digest != model.digest && $0.standing == .good }
  }
}
