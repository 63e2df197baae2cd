/// Which version of a name is used: a function of its record, of the files that are present, and of what this process
/// uses already.
enum Selection {
  /// Launches that a version may be chosen without being confirmed.
  static let maximumAttempts = 3
  /// So many attempts end a trial even while another process tries the version.
  static let maximumSharedAttempts = 24

  /// What to do with the version that was chosen.
  enum Step: Hashable {
    case use
    /// Count one more attempt, durably, then use it.
    case count
    /// Reject it and choose again.
    case reject
  }

  /// The newest version that may be used.
  static func latest<Failure: Error>(
    in record: Record, isPresent: (SHA256Digest) throws(Failure) -> Bool
  ) throws(Failure) -> Record.Version? {
    try usable(in: record, isPresent).first
  }

  /// All versions that may be used, the best first.
  static func usable<Failure: Error>(
    in record: Record, _ isPresent: (SHA256Digest) throws(Failure) -> Bool
  ) throws(Failure) -> [Record.Version] {
    var seen: [Record.Version] = []
    for case let digest? in [record.latest, record.good, record.previous] where record.allows(digest) {
      guard let version = record[digest], !seen.contains(version), try isPresent(digest) else { continue }
      seen.append(version)
    }
    return seen
  }

  /// The version for a process that uses `pinned`. One that waits for the app's word is taken only when it is the last.
  static func choice<Failure: Error>(
    in record: Record, pinned: SHA256Digest?, isPresent: (SHA256Digest) throws(Failure) -> Bool
  ) throws(Failure) -> Record.Version? {
    let versions = try usable(in: record, isPresent)
    return versions.first { $0.digest == pinned } ?? versions.first { !$0.isHeld } ?? versions.first
  }

  /// - Parameter isTriedElsewhere: Another living process has the version on trial.
  static func step(for version: Record.Version, isTriedElsewhere: Bool) -> Step {
    if version.standing == .good { return .use }
    if version.attempts >= maximumSharedAttempts { return .reject }
    return version.attempts < maximumAttempts || isTriedElsewhere ? .count : .reject
  }
}
