/// The version that a process uses, and its trial.
extension ModelStore {
  /// The version of `name` that this process uses: chosen at the first call, then kept; nil when there is none.
  ///
  /// A version that has not run yet is on trial: that it was chosen is durable before this returns, and after three
  /// launches without ``confirm(_:)`` it is rejected, and the previous one is chosen in the same call. On a disk that is
  /// full or read-only a version that has run is preferred; the only one is handed out uncounted.
  public func selected(_ name: String) throws(HostingError) -> InstalledModel? {
    let pinned: InstalledModel? = try memory.use { memory throws(HostingError) in
      guard let pin = memory.pins[name], let entry = try entry(of: name, &memory) else { return nil }
      let choice = try Selection.choice(in: entry.record, pinned: pin) { digest throws(HostingError) in
        try isPresent(digest, entry, memory)
      }
      return choice?.digest == pin ? entry.models[pin] : nil
    }
    if let pinned { return pinned }
    let (chosen, rejected) = try changing { () throws(HostingError) in try choose(name) }
    for model in rejected { tell(.rejected(model, Self.trialFailed)) }
    return chosen
  }

  private static let trialFailed =
    "it was chosen at \(Selection.maximumAttempts) launches and never ran to its end; another version may be offered"

  private func choose(_ name: String) throws(HostingError) -> (InstalledModel?, rejected: [InstalledModel]) {
    let old = try current(name)
    memory.use { $0.pins[name] = nil }
    guard let old else { return (nil, []) }
    let refused = memory.use { $0.refused[name] ?? [] }
    var record = old
    var rejected: [InstalledModel] = []
    while true {
      let isPresent = { (digest: SHA256Digest) throws(HostingError) in
        refused.contains(digest) ? false : try self.isPresent(digest, in: record)
      }
      guard var version = try Selection.choice(in: record, pinned: nil, isPresent: isPresent) else {
        try write(record, over: old, "The rejection of '\(name)' cannot be kept")
        return (nil, rejected)
      }
      let isTried = version.attempts < Selection.maximumAttempts ? false : try isTriedElsewhere(version.digest)
      switch Selection.step(for: version, isTriedElsewhere: isTried) {
      case .reject:
        if let model = model(version.digest, in: record) { rejected.append(model) }
        record.reject(
          Record.Rejection(
            digest: version.digest, id: version.id, host: version.host, reason: Self.trialFailed, endsWithOffer: true))
        continue
      case .count:
        version.attempts += 1
        version.standing = .trial
        record[version.digest] = version
      case .use: break
      }
      do {
        try write(record, over: old, "The trial of '\(name)' cannot be noted")
      } catch {
        guard let failure = error.underlying as? FileFailure, failure.isFull || failure.isReadOnly else { throw error }
        let usable = try Selection.usable(in: record, isPresent)
        version = usable.first { $0.standing == .good } ?? version
      }
      memory.use { $0.pins[name] = version.digest }
      if version.standing != .good { try beginTrial(of: version.digest) }
      return (model(version.digest, in: record), rejected)
    }
  }

  // MARK: Trials of several processes

  /// Whether another living process has these bytes on trial. Where files cannot be locked: no.
  private func isTriedElsewhere(_ digest: SHA256Digest) throws(HostingError) -> Bool {
    guard let file = try openBlob(digest) else { return false }
    defer { folder.files.close(file) }
    if case .held = folder.files.lock(file, shared: false) { return true }
    return false
  }

  private func beginTrial(of digest: SHA256Digest) throws(HostingError) {
    guard memory.use({ $0.trials[digest] }) == nil, let file = try openBlob(digest) else { return }
    _ = folder.files.lock(file, shared: true)
    memory.use { $0.trials[digest] = file }
  }

  /// Nil when it is not here any more.
  private func openBlob(_ digest: SHA256Digest) throws(HostingError) -> Int32? {
    try folder.explaining("The file of a model cannot be opened") {
      do throws(FileFailure) {
        return try folder.files.open(folder.blob(digest), for: .reading)
      } catch {
        if error.isMissing { return nil }
        throw error
      }
    }
  }

  func endTrial(of digest: SHA256Digest) {
    if let file = memory.use({ $0.trials.removeValue(forKey: digest) }) { folder.files.close(file) }
  }
}
