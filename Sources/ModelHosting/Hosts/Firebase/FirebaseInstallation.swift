import Foundation

/// This installation's identity with Firebase Installations, and the token that the model service asks for. Tokens last a
/// week and are renewed in their last hour.
actor FirebaseInstallation {
  /// What is kept over launches.
  struct State: Codable, Hashable, Sendable {
    var fid: String
    var refreshToken: String
    var token: String
    /// When the token was made and when it ends, by this device's clock.
    var created: Date
    var expires: Date
  }

  /// Where the state is kept.
  struct Storage: Sendable {
    var load: @Sendable () -> State?
    var save: @Sendable (State?) -> Void
  }

  /// Time and chance.
  struct Environment: Sendable {
    var now: @Sendable () -> Date = { Date() }
    var wait: @Sendable (_ seconds: Double) async -> Void = { seconds in
      // A cancelled wait ends early; the request behind it is cancelled then.
      try? await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
    }
    var newID: @Sendable () -> [UInt8] = { withUnsafeBytes(of: UUID().uuid) { Array($0) } }
    var chance: @Sendable () -> Double = { .random(in: 0..<1) }
  }

  static let service = "https://firebaseinstallations.googleapis.com/v1"
  private static let renewalTime: TimeInterval = 3_600

  private let options: FirebaseHost.Options
  private let storage: Storage
  private let environment: Environment
  private let service: String
  private var state: State?
  private var isLoaded = false
  private var failures = 0
  private var blocked: (until: Date, error: HostingError)?
  private var running: Task<Result<String, HostingError>, Never>?

  init(
    _ options: FirebaseHost.Options, storage: Storage, environment: Environment = Environment(),
    service: String = FirebaseInstallation.service
  ) {
    self.options = options
    self.storage = storage
    self.environment = environment
    self.service = service
  }

  /// A token that is valid for an hour at least. Calls at the same time share one request.
  /// - Parameter refused: The token that the service did not accept, if that is why it is asked for.
  func token(refused: String? = nil, over transport: any Transport) async throws(HostingError) -> String {
    let task =
      running
      ?? Task {
        let result: Result<String, HostingError>
        do throws(HostingError) {
          result = .success(try await self.current(refused: refused, over: transport))
        } catch {
          result = .failure(error)
        }
        self.running = nil
        return result
      }
    running = task
    return try await task.value.get()
  }

  private func current(refused: String?, over transport: any Transport) async throws(HostingError) -> String {
    if !isLoaded {
      state = storage.load()
      isLoaded = true
    }
    let now = environment.now()
    if let state, state.token != refused, now >= state.created, state.expires.timeIntervalSince(now) > Self.renewalTime
    {
      return state.token
    }
    if let blocked, now < blocked.until, blocked.until.timeIntervalSince(now) <= 86_400 { throw blocked.error }
    do throws(HostingError) {
      let fresh = try await renewed(over: transport)
      keep(fresh)
      failures = 0
      blocked = nil
      return fresh.token
    } catch {
      block(error, now)
      throw error
    }
  }

  private func keep(_ new: State?) {
    state = new
    storage.save(new)
  }

  /// Failures of configuration are not tried again for a day, others after 2, 4, 8 ... seconds, 30 minutes at most.
  private func block(_ error: HostingError, _ now: Date) {
    guard error.code != .cancelled, error.code != .networkUnavailable else { return }
    failures = min(failures + 1, 30)
    let isFinal = [.invalidArgument, .permissionDenied, .notFound].contains(error.code)
    let seconds = isFinal ? 86_400 : min(Double(1 << min(failures, 11)) + environment.chance(), 1_800)
    var repeated = error
    repeated.retryAfter = error.retryAfter ?? seconds
    blocked = (now.addingTimeInterval(seconds), repeated)
  }

  private func renewed(over transport: any Transport) async throws(HostingError) -> State {
    if let old = state {
      do throws(HostingError) {
        return try await refresh(old, over: transport)
      } catch {
        // The service does not know this installation any more: it is made anew.
        guard error.status == 401 || error.status == 404 else { throw error }
        keep(nil)
      }
    }
    return try await register(over: transport)
  }

  private struct TokenAnswer: Decodable {
    let token: String
    let expiresIn: String
  }

  private func register(over transport: any Transport) async throws(HostingError) -> State {
    struct Answer: Decodable {
      let fid: String?
      let refreshToken: String
      let authToken: TokenAnswer
    }
    let fid = Self.fid(environment.newID())
    let body = [
      "fid": fid, "authVersion": "FIS_v2", "appId": options.appID, "sdkVersion": FirebaseHost.sdkVersion,
    ]
    let data = try await post("installations/", body, [:], over: transport)
    guard let answer = try? JSONDecoder().decode(Answer.self, from: data), !answer.refreshToken.isEmpty else {
      throw Self.unexpected("a refreshToken and an authToken")
    }
    let id = answer.fid.flatMap { $0.isEmpty ? nil : $0 } ?? fid
    return try state(fid: id, refreshToken: answer.refreshToken, answer.authToken)
  }

  private func refresh(_ old: State, over transport: any Transport) async throws(HostingError) -> State {
    let body = ["installation": ["sdkVersion": FirebaseHost.sdkVersion]]
    let data = try await post(
      "installations/\(AddressText.encoded(old.fid))/authTokens:generate", body,
      ["Authorization": "FIS_v2 \(old.refreshToken)"], over: transport)
    guard let answer = try? JSONDecoder().decode(TokenAnswer.self, from: data) else {
      throw Self.unexpected("a token and expiresIn")
    }
    return try state(fid: old.fid, refreshToken: old.refreshToken, answer)
  }

  private func state(fid: String, refreshToken: String, _ answer: TokenAnswer) throws(HostingError) -> State {
    guard answer.expiresIn.hasSuffix("s"), let seconds = Double(answer.expiresIn.dropLast()), seconds > 0,
      seconds.isFinite, !answer.token.isEmpty
    else { throw Self.unexpected("a token that expires in so many seconds, such as 604800s") }
    let now = environment.now()
    return State(
      fid: fid, refreshToken: refreshToken, token: answer.token, created: now,
      expires: now.addingTimeInterval(min(seconds, 30 * 86_400)))
  }

  private static func unexpected(_ what: String) -> HostingError {
    HostingError(.unavailable, "Firebase Installations gave an answer without \(what): try again later.")
  }

  /// A POST with JSON. A 500 is tried once more, after a second.
  private func post(
    _ path: String, _ body: any Encodable, _ headers: [String: String], over transport: any Transport
  ) async throws(HostingError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let url = URL(string: "\(service)/projects/\(AddressText.encoded(options.projectID))/\(path)"),
      let data = try? encoder.encode(body)
    else {
      throw HostingError(
        .invalidArgument, "The project is \(options.projectID.debugDescription): expected a Firebase project's id.")
    }
    var request = TransferRequest(url)
    request.method = "POST"
    request.body = data
    request.headers = [
      "Content-Type": "application/json", "X-Goog-Api-Key": options.apiKey, "X-Ios-Bundle-Identifier": options.bundleID,
    ].merging(headers) { $1 }
    var (head, answer) = try await transport.response(to: request)
    if head.status == 500 {
      await environment.wait(1)
      (head, answer) = try await transport.response(to: request)
    }
    guard (200...299).contains(head.status) else {
      let query = ModelQuery(
        name: "", assignment: AssignmentID(""), device: DeviceTraits(platform: "", runtime: "", memory: 0))
      var failure = HostRequest(query, over: transport, authorizer: nil)
        .failure(head, "Firebase Installations", body: answer)
      failure.model = nil
      throw failure
    }
    return answer
  }

  /// The id of an installation: 0111, then 16 random bytes but for four bits, as 22 characters of Base64.
  static func fid(_ random: [UInt8]) -> String {
    let last = random.last ?? 0
    let bytes = [0x70 | last & 0x0F] + random
    let text = Data(bytes).base64EncodedString()
    return String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }.prefix(22))
  }
}

extension FirebaseInstallation.Storage {
  /// A file of this app, readable by its owner alone. Where it cannot be written the installation is made anew at the next
  /// launch, which costs a request and nothing else; so failures here are not reported.
  static func file(for options: FirebaseHost.Options) -> Self {
    var hash = SHA256()
    Array("\(options.projectID)\0\(options.appID)".utf8).withUnsafeBytes { hash.update($0) }
    let name = "firebase-\(hash.finish().description.prefix(16)).json"
    let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
      .appendingPathComponent("swift-tflite", isDirectory: true)
    guard let folder else { return Self(load: { nil }, save: { _ in }) }
    let path = folder.appendingPathComponent(name).path
    let files = StoreFolder(root: folder.path, files: PosixFileSystem())
    return Self(
      load: {
        do {
          guard let bytes = try files.read(path) else { return nil }
          return try JSONDecoder().decode(FirebaseInstallation.State.self, from: Data(bytes))
        } catch {
          return nil
        }
      },
      save: { state in
        do {
          if let state {
            try files.makeRoot()
            try files.replace(path, with: Array(try JSONEncoder().encode(state)))
          } else {
            try files.files.unlink(path)
          }
        } catch {
          return
        }
      })
  }
}
