import Foundation

/// What a library does with the store before and during a transfer. `host` is always ``ModelHost/identity``.
extension ModelStore {
  /// Throws `notEnoughSpace` unless `byteCount` and `reserved` more bytes are free.
  package func requireSpace(_ byteCount: Int64, reserved: Int64, for name: String) throws(HostingError) {
    guard let available = folder.files.availableSpace(at: folder.root) else { return }
    let sum = byteCount.addingReportingOverflow(reserved)
    guard sum.overflow || sum.partialValue > available else { return }
    throw HostingError(
      .notEnoughSpace,
      "'\(name)' needs \(byteCount) bytes, and \(reserved) are to stay free; there are \(available): free some space and "
        + "try again.", model: name)
  }

  /// Makes `version` the newest of `name` if its file is already here: as another version of the name (a roll-out that
  /// went back), or under its digest (another name, an installation that was cut short). Returns nil when it must be
  /// downloaded. No write when it is the newest already. Throws `failedPrecondition` when it was rejected or withdrawn.
  package func commit(
    _ version: ModelVersion, as name: String, host: String, activation: Activation
  ) throws(HostingError) -> InstalledModel? {
    let host = StoreFolder.key(host)
    let isHere = try memory.use { memory throws(HostingError) in
      try locate(version, in: entry(of: name, &memory)?.record ?? Record(name: name), host: host) != nil
    }
    // Asked without the lock first: nearly always there is nothing.
    guard isHere else { return nil }
    let found = try change(name, "'\(name)' cannot be installed") { record throws(HostingError) in
      guard let digest = try locate(version, in: record, host: host) else { return (nil as InstalledModel?, false) }
      let isNew = record.latest != digest
      return (try place(version, digest, in: &record, host: host, activation: activation), isNew)
    }
    if let model = found.0, found.1 { tell(.installed(model)) }
    return found.0
  }

  /// The digest of `version` if its file is here.
  func locate(_ version: ModelVersion, in record: Record, host: String?) throws(HostingError) -> SHA256Digest? {
    if let digest = version.digest {
      guard let count = try byteCount(of: digest), count > 0 else { return nil }
      return version.byteCount == nil || version.byteCount == count ? digest : nil
    }
    let known = record.versions.first { $0.id == version.id && ($0.host == nil || $0.host == host) }
    guard let digest = known?.digest else { return nil }
    return try isPresent(digest, in: record) ? digest : nil
  }

  /// Makes a version whose file is here the newest of a record.
  func place(
    _ version: ModelVersion, _ digest: SHA256Digest, in record: inout Record, host: String?, activation: Activation
  ) throws(HostingError) -> InstalledModel? {
    record.rejected.removeAll { $0.digest == digest && $0.runtime != nil && $0.runtime != runtime }
    let stated = ModelVersion(id: version.id, byteCount: version.byteCount, digest: digest)
    if let reason = record.refusal(of: stated, host: host, runtime: runtime) {
      throw HostingError(
        .failedPrecondition, "Version \(version.id) of '\(record.name)' is not used: \(reason).", model: record.name)
    }
    guard let count = try byteCount(of: digest) else { return nil }
    var entry =
      record[digest] ?? Record.Version(digest: digest, id: version.id, byteCount: count, host: host, standing: .staged)
    entry.id = version.id
    entry.host = host
    entry.byteCount = count
    let others = record
    let usable = try Selection.usable(in: others) { digest throws(HostingError) in try isPresent(digest, in: others) }
    let isOnly = !usable.contains { $0.digest != digest }
    if activation == .manual, entry.standing != .good, record.latest != digest { entry.isHeld = !isOnly }
    if record.latest == digest { record[digest] = entry } else { record.install(entry) }
    if activation == .immediately {
      memory.use { memory in
        if memory.pins[record.name] != digest { memory.pins[record.name] = nil }
      }
    }
    return model(digest, in: record)
  }

  // MARK: Partial files

  /// Opens the partial file of this version: one of an earlier attempt, whose bytes are read and hashed again, or a new
  /// one. Files of other versions of the name are removed.
  ///
  /// Returns nil while another transfer has it open, here or in another process, and when the version came here
  /// meanwhile: wait 200 ms, ask ``commit(_:as:host:activation:)``, and try again.
  /// - Parameter resumes: Whether bytes of an earlier attempt are of use: the digest is known, or a strong validator
  ///   goes into `If-Range`.
  package func openPartial(
    of version: ModelVersion, for name: String, host: String, resumes: Bool
  ) throws(HostingError) -> Partial? {
    try openPartial(of: version, for: name, hostKey: StoreFolder.key(host), resumes: resumes)
  }

  func openPartial(
    of version: ModelVersion, for name: String, hostKey: String?, resumes: Bool
  ) throws(HostingError) -> Partial? {
    guard !name.isEmpty else {
      throw HostingError(.invalidArgument, "The name of a model is empty: give the name under which it is published.")
    }
    return try folder.explaining("A file for '\(name)' cannot be made or read", model: name) {
      let opened = try changing { () throws(HostingError) -> PartialOpening.Opened? in
        let record = try current(name) ?? Record(name: name)
        if try locate(version, in: record, host: hostKey) != nil { return nil }
        return try folder.explaining("A file for '\(name)' cannot be made", model: name) {
          try folder.make()
          return try PartialOpening(
            folder: folder, name: name, version: version, host: hostKey, resumes: resumes
          ).open()
        }
      }
      guard let opened else { return nil }
      defer { if let source = opened.source { folder.files.close(source.file) } }
      // Read without the lock of changes: this may take a second.
      do throws(FileFailure) {
        try opened.partial.resume(opened.count, from: opened.source?.file)
      } catch {
        throw opened.partial.error(error)
      }
      if let source = opened.source { folder.removeIfPossible(source.path) }
      return opened.partial
    }
  }
}
