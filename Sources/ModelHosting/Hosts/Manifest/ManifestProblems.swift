import Foundation

/// What is wrong with a manifest that can be read.
extension Manifest {
  /// Sentences about this model that keep devices from using it as meant; none if all is well.
  func problems(of name: String) -> [String] {
    guard let model = models[name] else { return [] }
    var found: [String] = []
    for (id, version) in model.versions.sorted(by: { $0.key < $1.key }) {
      let here = "'\(name)', version '\(id)'"
      if id.isEmpty { found.append("'\(name)' has a version without a name.") }
      if version.bytes <= 0 { found.append("\(here): the length is \(version.bytes), expected more than 0.") }
      if !Self.isUsable(version.url) {
        found.append("\(here): the address is \(version.url.debugDescription), expected https or a relative one.")
      }
      if let minimum = version.minimumRuntime, Self.runtime(minimum) == nil {
        found.append("\(here): the runtime is \(minimum.debugDescription), expected one such as 1.2.3.")
      }
      if let platforms = version.platforms, platforms.isEmpty { found.append("\(here): no platform is left.") }
    }
    guard let rollout = model.rollout else {
      if model.versions.count > 1 {
        found.append("'\(name)' has \(model.versions.count) versions and no roll-out: nothing says who gets which.")
      }
      return found
    }
    var last = 0
    for step in rollout {
      if !(0...AssignmentID.buckets).contains(step.below) {
        found.append("'\(name)': a step of the roll-out ends at \(step.below), expected 0 to \(AssignmentID.buckets).")
      }
      if step.below < last {
        found.append("'\(name)': the step to \(step.below) comes behind the one to \(last) and never holds.")
      }
      last = max(last, step.below)
      if model.versions[step.version] == nil {
        found.append("'\(name)': the roll-out names version '\(step.version)', which is not there.")
      }
    }
    return found
  }

  /// Sentences about the whole.
  package func problems() -> [String] {
    var found: [String] = []
    if sequence < 0 { found.append("The sequence is \(sequence), expected 0 or more.") }
    if let expires, RFC3339.parse(expires) == nil {
      found.append("It expires at \(expires.debugDescription), expected a time such as 2027-01-31T00:00:00Z.")
    }
    if models[""] != nil { found.append("A model has an empty name.") }
    return found + models.keys.sorted().flatMap { problems(of: $0) }
  }

  private static func isUsable(_ address: String) -> Bool {
    guard !address.isEmpty, let url = URL(string: address) else { return false }
    guard let scheme = url.scheme?.lowercased() else { return true }
    return ["https", "http"].contains(scheme) && url.host != nil
  }
}
