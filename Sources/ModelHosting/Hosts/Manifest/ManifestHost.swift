import Foundation

/// Models that a manifest describes: one small JSON file beside the models, on any web server or bucket. Gives updates,
/// staged roll-outs, A/B, a kill switch and demands on devices. `tflite manifest` makes and checks it.
public struct ManifestHost: ModelHost {
  private let manifest: URL
  private let authorizer: (any Authorizer)?
  private let cache: ManifestCache
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - manifest: The manifest's address. Addresses in it are relative to this one.
  ///   - keys: The keys that manifests are signed with; one valid signature is enough, so that a key can be replaced while
  ///     the old one still counts. With none, manifests are believed as they are: whoever can write to the server decides
  ///     what runs.
  ///   - authorizer: The app's authentication, for the manifest and for the files.
  public init(_ manifest: URL, trusting keys: [PublicKey] = [], authorizer: (any Authorizer)? = nil) {
    self.init(manifest, trusting: keys, authorizer: authorizer, now: { Date() })
  }

  /// - Parameters:
  ///   - now: The clock that dates are compared with.
  ///   - uptime: A clock that never goes back, in seconds: how old the manifest in memory is.
  package init(
    _ manifest: URL, trusting keys: [PublicKey] = [], authorizer: (any Authorizer)? = nil,
    now: @escaping @Sendable () -> Date,
    uptime: @escaping @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }
  ) {
    self.manifest = manifest
    self.authorizer = authorizer
    self.now = now
    cache = ManifestCache(manifest, keys: keys, uptime: uptime)
  }

  public var identity: String { "manifest \(manifest.absoluteString)" }

  public func offer(_ query: ModelQuery, over transport: any Transport) async throws(HostingError) -> HostAnswer {
    let host = HostRequest(query, over: transport, authorizer: authorizer, tellsFirst: false)
    let loaded = try await cache.manifest(host)
    try check(loaded, query)
    guard let model = loaded.manifest.models[query.name] else {
      throw HostingError(
        .notFound, "The manifest at \(manifest.shown) has no model '\(query.name)': check the name, or publish it.",
        model: query.name)
    }
    if let problem = loaded.manifest.problems(of: query.name).first {
      throw HostingError(.dataLoss, "The manifest at \(manifest.shown) is wrong: \(problem)", model: query.name)
    }
    let withdrawn = Set(model.withdrawn ?? [])
    let offer = try await self.offer(of: model, query, host, mayBeNone: !withdrawn.isEmpty)
    guard withdrawn.isEmpty else { return .withdrawn(withdrawn, instead: offer) }
    return offer.map { .offer($0) } ?? .unchanged
  }

  /// The version for this device; nil if it is the known one, or if none is needed because another is known.
  private func offer(
    of model: Manifest.Model, _ query: ModelQuery, _ host: HostRequest, mayBeNone: Bool
  ) async throws(HostingError) -> ModelOffer? {
    let reason: HostingError
    switch model.choice(named: query.name, assignment: query.assignment, device: query.device) {
    case .version(let id, let version):
      if let known = query.known, known.digest == version.sha256 || known.digest == nil && known.id == id { return nil }
      guard let url = URL(string: version.url, relativeTo: manifest)?.absoluteURL else {
        throw HostingError(
          .dataLoss, "The address \(version.url.debugDescription) of '\(query.name)' cannot be read.", model: query.name
        )
      }
      return ModelOffer(
        ModelVersion(id: id, byteCount: version.bytes, digest: version.sha256),
        at: try await host.authorized(TransferRequest(url), refused: query.refused))
    case .unfit(let obstacle):
      reason = HostingError(
        .incompatibleModel, "No version of '\(query.name)' fits this device: \(obstacle).", model: query.name)
    case .outside(let bucket):
      reason = HostingError(
        .notFound,
        "'\(query.name)' is not rolled out to this device yet: its bucket is \(bucket) of \(AssignmentID.buckets).",
        model: query.name)
    case .empty:
      reason = HostingError(.notFound, "'\(query.name)' has no versions in the manifest.", model: query.name)
    }
    // A device that has a version keeps it.
    if query.known != nil || mayBeNone { return nil }
    throw reason
  }

  /// Refuses a manifest that is older than one seen before, or whose time is over.
  private func check(_ loaded: ManifestCache.Loaded, _ query: ModelQuery) throws(HostingError) {
    let sequence = loaded.manifest.sequence
    let known = query.memory?.sequence
    if let known, sequence < known {
      throw HostingError(
        .rollbackRefused,
        "The manifest at \(manifest.shown) has the sequence \(sequence), one with \(known) was seen before: the server "
          + "gives out an old file. Publish with a higher sequence.", model: query.name)
    }
    // A clock that is slow does not make an old manifest new again: the latest time known from anywhere counts.
    let stated = [loaded.date, query.memory?.serverDate].compactMap { $0 }.max()
    let time = max(now(), stated ?? .distantPast)
    let memory = HostMemory(sequence: sequence, serverDate: stated.map(Self.day))
    if memory != query.memory { query.remember(memory) }
    guard let expires = loaded.manifest.expires else { return }
    guard let end = RFC3339.parse(expires) else {
      throw HostingError(
        .dataLoss, "The manifest expires at \(expires.prefix(80).debugDescription): expected 2027-01-31T00:00:00Z.",
        model: query.name)
    }
    if time > end {
      throw HostingError(
        .staleManifest,
        "The manifest at \(manifest.shown) expired at \(expires), it is \(RFC3339.text(time)): publish a newer one; if "
          + "this device's clock is wrong, set it.", model: query.name)
    }
  }

  private static func day(_ date: Date) -> Date {
    Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
  }
}
