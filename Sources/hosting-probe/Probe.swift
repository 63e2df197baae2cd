import Foundation
import ModelHosting

/// A process that tests start and kill. It says what it does in lines on standard output.
///
///     hosting-probe update STORE NAME VERSION BYTES SHA256 URL WINDOW [nolocks]
///     hosting-probe choose STORE NAME
///     hosting-probe read STORE NAME SECONDS
@main struct Probe {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("update", 8...): try await update(Array(arguments.dropFirst()))
      case ("choose", 3): try choose(arguments[1], arguments[2])
      case ("read", 4): try read(arguments[1], arguments[2], TimeInterval(arguments[3]) ?? 0)
      default: throw HostingError(.invalidArgument, "expected update, choose or read, see the source")
      }
    } catch {
      say("error \((error as? HostingError)?.code.rawValue ?? -1) \(error)")
      exit(1)
    }
  }

  /// A line that is out before anything else happens.
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func store(_ path: String, hasLocks: Bool = true) throws -> ModelStore {
    try ModelStore(at: URL(fileURLWithPath: path), files: PosixFileSystem(hasLocks: hasLocks), interval: 1 << 18)
  }

  /// Chooses a model and waits to be killed, as a launch that hangs while it loads.
  private static func choose(_ path: String, _ name: String) throws {
    let store = try store(path)
    say("chose \(try store.selected(name)?.version.id ?? "none")")
    // The store says that this process lives.
    withExtendedLifetime(store) { Thread.sleep(forTimeInterval: 60) }
  }

  /// Reads the newest version again and again, and checks its digest.
  private static func read(_ path: String, _ name: String, _ seconds: TimeInterval) throws {
    let store = try store(path)
    let end = Date(timeIntervalSinceNow: seconds)
    var (reads, versions) = (0, Set<String>())
    while Date() < end, versions.count < 1000 {
      guard let model = store.latest(name) else { throw HostingError(.notFound, "no model") }
      let bytes: Data
      do {
        bytes = try Data(contentsOf: model.url)
      } catch {
        // The file goes when two newer versions have come since: not while it is the newest.
        if store.latest(name) == model { throw error }
        continue
      }
      var hash = SHA256()
      bytes.withUnsafeBytes { hash.update($0) }
      guard hash.finish() == model.digest else { throw HostingError(.hashMismatch, "torn \(model.version.id)") }
      reads += 1
      if reads == 1 { say("reading") }
      versions.insert(model.version.id)
      if model.version.id == "last" { break }
    }
    say("read \(reads) \(versions.count)")
  }

  private static func update(_ arguments: [String]) async throws {
    #if Networking
    guard let count = Int64(arguments[3]), let digest = SHA256Digest(arguments[4]), let url = URL(string: arguments[5]),
      let window = Int64(arguments[6])
    else { throw HostingError(.invalidArgument, "BYTES, SHA256, URL or WINDOW is wrong") }
    let version = ModelVersion(id: arguments[2], byteCount: count, digest: digest)
    var options = ModelLibrary.Options()
    options.reservedSpace = 0
    let library = ModelLibrary(
      host: FixedHost(offer: ModelOffer(version, at: TransferRequest(url))),
      store: try store(arguments[0], hasLocks: !arguments.contains("nolocks")), transport: URLSessionTransport(),
      options: options, clock: PatientClock(), window: window)
    say("started")
    let model = try await library.update(arguments[1])
    say("installed \(model.digest)")
    #else
    throw HostingError(.failedPrecondition, "built without Networking")
    #endif
  }
}

/// Offers one version for every name.
private struct FixedHost: ModelHost {
  let identity = "probe"
  let offer: ModelOffer

  func offer(_ query: ModelQuery, over transport: any Transport) async throws(HostingError) -> HostAnswer {
    query.known?.digest == offer.version.digest ? .unchanged : .offer(offer)
  }
}

private struct PatientClock: HostingClock {
  func now() -> Date { Date() }
  func sleep(for seconds: TimeInterval) async throws { try await Task.sleep(nanoseconds: UInt64(seconds * 1e9)) }
}
