import Foundation

/// Keeps a manifest in memory for a minute, so that many names cost one request, and asks with its ETag after that.
actor ManifestCache {
  /// How long a manifest is not asked for again.
  static let lifetime: TimeInterval = 60

  struct Loaded: Sendable {
    let manifest: Manifest
    /// The time that the server stated with its last answer.
    let date: Date?
  }

  private let url: URL
  private let keys: [PublicKey]
  private let uptime: @Sendable () -> TimeInterval
  private var loaded: (value: Loaded, etag: String?, at: TimeInterval)?
  /// The request under way for each answer to "may cellular networks be used?".
  private var running: [Bool: Fetch] = [:]
  private var count = 0

  private struct Fetch {
    let id: Int
    let task: Task<Result<Loaded, HostingError>, Never>
    var waiters = 0
  }

  init(_ url: URL, keys: [PublicKey], uptime: @escaping @Sendable () -> TimeInterval) {
    self.url = url
    self.keys = keys
    self.uptime = uptime
  }

  /// The manifest, from memory or from the server. Calls at the same time share one request, which is cancelled when
  /// all of them are.
  func manifest(_ host: HostRequest) async throws(HostingError) -> Loaded {
    if let loaded, host.query.refused == nil, isFresh(loaded.at) { return loaded.value }
    let cellular = host.query.allowsCellularAccess
    var fetch = running[cellular] ?? start(host)
    fetch.waiters += 1
    running[cellular] = fetch
    let id = fetch.id
    let task = fetch.task
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      Task { await self.leave(cellular, id) }
    }
    do throws(HostingError) {
      return try result.get()
    } catch {
      var own = error
      own.model = host.query.name
      throw own
    }
  }

  /// A clock that went back, as after a sleep that it does not count, makes nothing fresh.
  private func isFresh(_ time: TimeInterval) -> Bool { (0..<Self.lifetime).contains(uptime() - time) }

  private func start(_ host: HostRequest) -> Fetch {
    count += 1
    let id = count
    let cellular = host.query.allowsCellularAccess
    return Fetch(
      id: id,
      task: Task {
        let result: Result<Loaded, HostingError>
        do throws(HostingError) {
          result = .success(try await self.fetch(host))
        } catch {
          result = .failure(error)
        }
        self.end(cellular, id)
        return result
      })
  }

  private func end(_ cellular: Bool, _ id: Int) {
    if running[cellular]?.id == id { running[cellular] = nil }
  }

  private func leave(_ cellular: Bool, _ id: Int) {
    guard running[cellular]?.id == id else { return }
    running[cellular]?.waiters -= 1
    guard running[cellular]?.waiters == 0 else { return }
    running[cellular]?.task.cancel()
    running[cellular] = nil
  }

  private func fetch(_ host: HostRequest) async throws(HostingError) -> Loaded {
    var request = TransferRequest(url)
    request.headers["Accept"] = "application/json, \(Envelope.manifestType)"
    let old = loaded
    if let etag = old?.etag { request.headers["If-None-Match"] = etag }
    let (head, body) = try await host.answer(to: request)
    let date = head["Date"].flatMap { HTTPDate.parse($0) }
    let manifest: Manifest
    switch head.status {
    case 200: manifest = try Manifest(file: body, trusting: keys)
    case 304:
      guard let old else {
        throw HostingError(
          .unavailable, "\(head.url.shown) answered 304 although nothing was known: expected the manifest.", status: 304
        )
      }
      manifest = old.value.manifest
    default: throw host.failure(head, "The manifest", body: body)
    }
    let value = Loaded(manifest: manifest, date: date)
    loaded = (value, head.status == 304 ? head["ETag"] ?? old?.etag : head["ETag"], uptime())
    return value
  }
}
