import Foundation

/// Models of one host, on this device: asks the host, downloads what is newer, and keeps it in a store.
///
/// Calls for one name at one time are one: the host is asked once, the file comes once, all get the result. At most two
/// files come at once. A download that ends early goes on where it stopped, at the next call or the next launch.
public final class ModelLibrary: Sendable {
  /// How a library downloads, and what it accepts.
  public struct Options: Sendable {
    /// When a version that was downloaded is used.
    public var activation: Activation = .nextLaunch
    /// A longer file is refused before it is written.
    public var maximumByteCount: Int64 = 4 << 30
    /// Bytes that must stay free beside the file.
    public var reservedSpace: Int64 = 64 << 20
    /// Attempts for each request, and again after each mebibyte that came.
    public var attempts = 5
    /// What decides this device's part of roll-outs: an id of the user, where all his devices are to agree. nil for a random
    /// one of the store's.
    public var assignment: AssignmentID?
    /// Whether a complete file is a model that can be used here. What it throws rejects the file for ever, but for a
    /// `HostingError` with `internal`: then the file could not be checked, and is checked again at the next update.
    public var validate: @Sendable (URL) throws -> Void = { _ in }

    /// The usual options.
    public init() {}
  }

  /// Where the files are.
  public let store: ModelStore
  private let context: LibraryContext
  private let jobs = Jobs()
  private let observation: StoreObservation

  #if Networking
  /// Models of `host`, kept in `store`. Nothing is asked or downloaded yet.
  public convenience init(
    host: any ModelHost, store: ModelStore, transport: any Transport = URLSessionTransport(),
    options: Options = Options()
  ) {
    self.init(host: host, store: store, transport: transport, options: options, clock: SystemClock())
  }
  #else
  /// Models of `host`, kept in `store`. Nothing is asked or downloaded yet.
  public convenience init(
    host: any ModelHost, store: ModelStore, transport: any Transport, options: Options = Options()
  ) {
    self.init(host: host, store: store, transport: transport, options: options, clock: SystemClock())
  }
  #endif

  package init(
    host: any ModelHost, store: ModelStore, transport: any Transport, options: Options, clock: any HostingClock,
    window: Int64 = 32 << 20
  ) {
    let listeners = Listeners()
    self.store = store
    context = LibraryContext(
      host: host, store: store, transport: transport, options: options, clock: clock, window: window,
      listeners: listeners)
    observation = store.observe { [weak listeners] event in listeners?.send(event) }
  }

  /// Asks the host, downloads what is newer, and returns the newest version. If nothing is newer that is one small request,
  /// and no file is written.
  /// - Parameters:
  ///   - name: The name under which the model is published.
  ///   - conditions: When the file may be downloaded.
  ///   - ignoringBackOff: After failures, or when the host asked for it, calls fail for a while without a request, also in
  ///     the next launch. True for a call that the user asked for: it is made at once.
  ///   - progress: Called when bytes came, on any thread. It must not take long: the download waits for it.
  /// - Throws: `cancelled` when the task is cancelled; the download goes on while others wait for it.
  @discardableResult
  public func update(
    _ name: String, conditions: DownloadConditions = .init(), ignoringBackOff: Bool = false,
    progress: (@Sendable (DownloadProgress) -> Void)? = nil
  ) async throws(HostingError) -> InstalledModel {
    guard !name.isEmpty else {
      throw HostingError(.invalidArgument, "The name of the model is empty: name one that the host knows.")
    }
    let outcome = await jobs.update(name, conditions, ignoringBackOff: ignoringBackOff, progress) { [context] job in
      await Update(context, job).outcome()
    }
    return try outcome.get()
  }

  /// The newest version on this device, at once and without the network; only if there is none, it is downloaded.
  public func model(
    _ name: String, conditions: DownloadConditions = .init()
  ) async throws(HostingError) -> InstalledModel {
    if let model = try store.newest(name) { return model }
    return try await update(name, conditions: conditions)
  }

  /// Removes all versions of `name` and ends its download.
  public func remove(_ name: String) throws(HostingError) {
    jobs.cancel(name)
    try store.remove(name)
  }

  /// What happens from now on. Every listener gets all of it; the newest 64 events are kept for one that is late.
  public func events() -> AsyncStream<HostingEvent> { context.listeners.stream() }
}

/// What all updates of a library share.
final class LibraryContext: Sendable {
  let host: any ModelHost
  let store: ModelStore
  let transport: any Transport
  let options: ModelLibrary.Options
  let clock: any HostingClock
  /// Bytes asked for at once: it bounds what waits in memory, and what a break costs.
  let window: Int64
  let listeners: Listeners
  /// One transfer for each digest: a second name waits and finds the file.
  let digests = Turnstile<SHA256Digest>(limit: 1)
  /// At most two files come at once.
  let bodies = Turnstile<Bool>(limit: 2)

  init(
    host: any ModelHost, store: ModelStore, transport: any Transport, options: ModelLibrary.Options,
    clock: any HostingClock, window: Int64, listeners: Listeners
  ) {
    self.host = host
    self.store = store
    self.transport = transport
    self.options = options
    self.clock = clock
    self.window = window
    self.listeners = listeners
  }
}
