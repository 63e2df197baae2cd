/// Removing models, and what nothing refers to.
extension ModelStore {
  /// Removes all versions of `name`, and what was downloaded of it; an interpreter that has a version open keeps it. A
  /// download that is under way ends with `cancelled`.
  ///
  /// What a host's manifest may not fall behind is kept. Throws `notFound` when nothing of the name is here.
  public func remove(_ name: String) throws(HostingError) {
    try changing { () throws(HostingError) in
      let old = try current(name)
      memory.use { memory in
        memory.pins[name] = nil
        memory.refused[name] = nil
      }
      try folder.explaining("'\(name)' cannot be removed", model: name) {
        let partials = try folder.files.list(folder.partials).filter { $0.hasPrefix(folder.partialPrefix(of: name)) }
        for partial in partials { try unlink("\(folder.partials)/\(partial)") }
        guard let old, !old.isTombstone else {
          if !partials.isEmpty { return }
          throw HostingError(.notFound, "There is no model '\(name)' on this device.", model: name)
        }
        try write(tombstone: old)
        removeBlobs(Set(old.versions.map(\.digest) + old.released))
      }
    }
  }

  private func write(tombstone old: Record) throws {
    var record = Record(name: old.name)
    record.checks = old.checks.filter { $0.value.memory?.sequence != nil }
    guard record.checks.isEmpty else { return try write(record, over: old, "'\(old.name)' cannot be removed") }
    memory.use { $0.entries[old.name] = nil }
    try unlink(folder.record(of: old.name))
    try folder.files.synchronizeFolder(folder.models)
  }

  private func unlink(_ path: String) throws(FileFailure) {
    do {
      try folder.files.unlink(path)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  /// Removes files that nothing refers to and that are older than a week: models whose installation was cut short,
  /// abandoned downloads, temporary files, records that could not be read. A file that cannot be removed stays; a folder
  /// that cannot be looked at is told as ``HostingEvent/failed(_:_:)``. Done after the first installation of a process too.
  public func removeUnused() {
    memory.use { $0.isClean = true }
    do throws(HostingError) {
      try changes.hold { () throws(HostingError) in
        try folder.explaining("Files that nothing refers to cannot be removed") { try removeOldFiles() }
      }
    } catch {
      tell(.failed("", error))
    }
  }

  private func removeOldFiles() throws {
    var digests: Set<SHA256Digest> = []
    for name in try folder.files.list(folder.blobs) where name.hasSuffix(".tflite") {
      guard let digest = SHA256Digest(String(name.dropLast(7))) else { continue }
      if try isOld("\(folder.blobs)/\(name)") { digests.insert(digest) }
    }
    removeBlobs(digests.subtracting(memory.use { $0.pins.values }))
    for name in try folder.files.list(folder.partials) where try isOld("\(folder.partials)/\(name)") {
      removeIfUnlocked("\(folder.partials)/\(name)")
    }
    for parent in [folder.models, folder.root] {
      for name in try folder.files.list(parent) where Self.isLeftOver(name) {
        if try isOld("\(parent)/\(name)") { folder.removeIfPossible("\(parent)/\(name)") }
      }
    }
  }

  /// A name that ends in the 16 digits of a temporary file, or a record that was set aside.
  private static func isLeftOver(_ name: String) -> Bool {
    guard let suffix = name.split(separator: ".").last, suffix.count < name.count else { return false }
    return suffix == "broken" || suffix.count == 16 && suffix.allSatisfy(\.isHexDigit)
  }

  private func isOld(_ path: String) throws(FileFailure) -> Bool {
    guard let status = try folder.files.status(of: path) else { return false }
    let age = folder.files.now().subtractingReportingOverflow(status.modified)
    return !age.overflow && age.partialValue > StoreFolder.week
  }

  func removeIfUnlocked(_ path: String) {
    do throws(FileFailure) {
      let file = try folder.files.open(path, for: .reading)
      defer { folder.files.close(file) }
      // A second name of a blob, whose lock says that it is on trial, is of no use either.
      if try folder.files.status(ofFile: file).links == 1, case .held = folder.files.lock(file, shared: false) {
        return
      }
      try folder.files.unlink(path)
    } catch {
      // It stays until another time.
    }
  }

  /// Removes the blobs that no record names. While a record cannot be read, none is removed. What cannot be removed
  /// stays for ``removeUnused()``.
  func removeBlobs(_ digests: Set<SHA256Digest>) {
    guard !digests.isEmpty, let named = namedDigests() else { return }
    for digest in digests.subtracting(named) { folder.removeIfPossible(folder.blob(digest)) }
  }

  /// Nil while not all records can be read.
  private func namedDigests() -> Set<SHA256Digest>? {
    do throws(HostingError) {
      let survey = try survey()
      guard survey.failures.isEmpty, !survey.hasBroken else { return nil }
      return Set(survey.records.flatMap { $0.versions.map(\.digest) })
    } catch {
      return nil
    }
  }
}

extension Record {
  /// Keeps what is known of hosts, and no model.
  var isTombstone: Bool { versions.isEmpty && rejected.isEmpty && withdrawn.isEmpty }
}
