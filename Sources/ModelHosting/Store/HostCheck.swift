import Foundation

/// What is known of a host for one name, kept over launches. Each host has its own.
package struct HostCheck: Codable, Hashable, Sendable {
  /// What the host asked to remember. The store never lowers its sequence.
  package var memory: HostMemory?
  /// The validator of the host's last answer.
  package var id: String?
  /// Before this no request should be made.
  package var notBefore: Date?
  /// Failures in a row.
  package var failures = 0

  package init() {}
}

/// What hosts said. `host` is always ``ModelHost/identity``; only its hash is stored.
extension ModelStore {
  /// What is kept of `host` for `name`.
  package func check(for name: String, host: String) throws(HostingError) -> HostCheck {
    let host = StoreFolder.key(host)
    return try memory.use { memory throws(HostingError) in
      try entry(of: name, &memory)?.record.checks.first { $0.host == host }?.value ?? HostCheck()
    }
  }

  /// Keeps `check`. No write when it is kept already.
  package func note(_ check: HostCheck, for name: String, host: String) throws(HostingError) {
    guard check != (try self.check(for: name, host: host)) else { return }
    let host = StoreFolder.key(host)
    try change(name, "What the host said of '\(name)' cannot be kept") { record in
      var check = check
      if let old = record.checks.first(where: { $0.host == host })?.value.memory {
        let sequence = max(old.sequence ?? 0, check.memory?.sequence ?? 0)
        check.memory = HostMemory(
          sequence: sequence == 0 ? check.memory?.sequence ?? old.sequence : sequence,
          serverDate: check.memory?.serverDate ?? old.serverDate)
      }
      let others = record.checks.filter { $0.host != host }
      record.checks = others.suffix(Record.maximumHosts - 1) + [Record.Check(host: host, value: check)]
    }
  }

  /// Replaces the withdrawn digests of `name`: they are not selected from now on, here and in other processes, and
  /// their files are removed. What runs goes on. No write when they are the same.
  package func withdraw(_ digests: Set<SHA256Digest>, for name: String) throws(HostingError) {
    let known = try memory.use { memory throws(HostingError) in try entry(of: name, &memory)?.record.withdrawn }
    guard digests != Set(known ?? []) else { return }
    try change(name, "The withdrawal of '\(name)' cannot be kept") { record in
      let here = Set(record.versions.map(\.digest)).intersection(digests)
      record.withdrawn = Array(
        (here.sorted { $0.description < $1.description }
          + digests.subtracting(here).sorted { $0.description < $1.description }).prefix(Record.maximumWithdrawn))
      for digest in here { record.forget(digest) }
    }
  }

  /// The newest version on this device if `host` gave it or it was adopted: what to send as ``ModelQuery/known``.
  package func known(_ name: String, host: String) throws(HostingError) -> ModelVersion? {
    let host = StoreFolder.key(host)
    return try memory.use { memory throws(HostingError) in
      guard let entry = try entry(of: name, &memory) else { return nil }
      let newest = try Selection.latest(in: entry.record) { digest throws(HostingError) in
        try isPresent(digest, entry, memory)
      }
      guard let version = newest, version.host == nil || version.host == host else { return nil }
      return entry.models[version.digest]?.version
    }
  }

  /// Why `version` must not be installed for `name`: rejected or withdrawn; nil when nothing speaks against it. To be
  /// asked before a download.
  package func refusal(
    of version: ModelVersion, for name: String, host: String
  ) throws(HostingError) -> String? {
    let host = StoreFolder.key(host)
    return try memory.use { memory throws(HostingError) in
      try entry(of: name, &memory)?.record.refusal(of: version, host: host, runtime: runtime)
    }
  }
}

extension Record {
  func refusal(of version: ModelVersion, host: String?, runtime: String) -> String? {
    if let digest = version.digest, withdrawn.contains(digest) { return "its publisher has withdrawn it" }
    let rejection = rejected.first { rejection in
      guard rejection.runtime == nil || rejection.runtime == runtime else { return false }
      if let digest = version.digest, let known = rejection.digest { return digest == known }
      return rejection.id == version.id && rejection.host == host
    }
    return rejection?.reason
  }
}
