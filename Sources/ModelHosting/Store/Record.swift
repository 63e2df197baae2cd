import Foundation

/// What a name means on this device. It holds no paths, addresses or secrets: containers move, links expire.
package struct Record: Codable, Hashable, Sendable {
  /// One version whose file should be here.
  package struct Version: Codable, Hashable, Sendable {
    package var digest: SHA256Digest
    package var id: String
    package var byteCount: Int64
    /// The hash of the host that gave it; nil when it was adopted.
    package var host: String?
    package var standing: InstalledModel.Standing
    /// Launches that chose it and have not confirmed it.
    package var attempts = 0
    /// Waits for the app's word, ``Activation/manual``.
    package var isHeld = false
  }

  /// A version that is not chosen again.
  package struct Rejection: Codable, Hashable, Sendable {
    /// Nil when the file was never complete.
    package var digest: SHA256Digest?
    package var id: String
    package var host: String?
    package var reason: String
    /// Ends when the host offers another version: the version was never confirmed, whatever the cause.
    package var endsWithOffer = false
    /// Ends when the app brings another runtime: this one did not accept the file.
    package var runtime: String?
  }

  /// What one host said, with the hash of its identity.
  package struct Check: Codable, Hashable, Sendable {
    package var host: String
    package var value: HostCheck
  }

  static let format = 1
  static let maximumRejections = 8
  static let maximumWithdrawn = 1000
  static let maximumHosts = 4

  package var format = Record.format
  package let name: String
  package var versions: [Version] = []
  /// The newest.
  package var latest: SHA256Digest?
  /// The newest that has run.
  package var good: SHA256Digest?
  /// What was in use before the newest; kept for a way back, and for readers that have its path.
  package var previous: SHA256Digest?
  package var rejected: [Rejection] = []
  package var withdrawn: [SHA256Digest] = []
  /// Versions that are no longer named but whose files were here: in use, or about to be removed.
  package var released: [SHA256Digest] = []
  /// Ids of adopted versions, so that an app may adopt its bundled model at each launch.
  package var adopted: [String] = []
  package var checks: [Check] = []

  init(name: String) { self.name = name }

  subscript(digest: SHA256Digest?) -> Version? {
    get { versions.first { $0.digest == digest } }
    set {
      versions.removeAll { $0.digest == digest }
      if let newValue { versions.append(newValue) }
    }
  }

  /// A reason as records keep it: about the model, without the path that its file happens to have.
  static func reason(_ text: String, without path: String) -> String {
    text.replacingOccurrences(of: path + ": ", with: "").replacingOccurrences(of: path, with: "the file")
  }

  func rejection(of digest: SHA256Digest) -> Rejection? { rejected.first { $0.digest == digest } }

  func allows(_ digest: SHA256Digest) -> Bool { rejection(of: digest) == nil && !withdrawn.contains(digest) }

  // MARK: Changes

  /// Makes `version` the newest. What was newest stays as previous one.
  mutating func install(_ version: Version) {
    rejected.removeAll { $0.endsWithOffer && $0.digest != version.digest }
    if latest != version.digest { previous = latest }
    self[version.digest] = version
    latest = version.digest
    if version.standing == .good {
      if good != version.digest { previous = good ?? previous }
      good = version.digest
    }
    dropUnnamed()
  }

  /// Ends the trial of a version.
  mutating func confirm(_ digest: SHA256Digest) {
    guard var version = self[digest] else { return }
    version.standing = .good
    version.attempts = 0
    version.isHeld = false
    self[digest] = version
    if digest == latest, good != digest {
      previous = good ?? previous
      good = digest
    } else if self[good] == nil {
      good = digest
    }
    dropUnnamed()
  }

  mutating func reject(_ rejection: Rejection) {
    rejected.removeAll { $0.digest == rejection.digest && $0.id == rejection.id && $0.host == rejection.host }
    rejected = (rejected + [rejection]).suffix(Self.maximumRejections)
    if let digest = rejection.digest { forget(digest) }
  }

  /// Removes a version; the next best takes its place.
  mutating func forget(_ digest: SHA256Digest) {
    self[digest] = nil
    if good == digest { good = nil }
    if previous == digest { previous = nil }
    if latest == digest { latest = good ?? previous }
    if previous == latest { previous = nil }
    dropUnnamed()
  }

  private mutating func dropUnnamed() {
    if good == nil { good = versions.first { $0.standing == .good && [latest, previous].contains($0.digest) }?.digest }
    if previous == latest { previous = nil }
    let named = [latest, good, previous]
    versions.removeAll { !named.contains($0.digest) }
  }
}

extension Record {
  private enum CodingKeys: String, CodingKey {
    case format, name, versions, latest, good, previous, rejected, withdrawn, released, adopted, checks
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    format = try container.decode(Int.self, forKey: .format)
    name = try container.decode(String.self, forKey: .name)
    versions = try container.decode([Version].self, forKey: .versions)
    latest = try container.decodeIfPresent(SHA256Digest.self, forKey: .latest)
    good = try container.decodeIfPresent(SHA256Digest.self, forKey: .good)
    previous = try container.decodeIfPresent(SHA256Digest.self, forKey: .previous)
    rejected = try container.decodeIfPresent([Rejection].self, forKey: .rejected) ?? []
    withdrawn = try container.decodeIfPresent([SHA256Digest].self, forKey: .withdrawn) ?? []
    released = try container.decodeIfPresent([SHA256Digest].self, forKey: .released) ?? []
    adopted = try container.decodeIfPresent([String].self, forKey: .adopted) ?? []
    checks = try container.decodeIfPresent([Check].self, forKey: .checks) ?? []
  }
}
