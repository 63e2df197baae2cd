import Foundation

@testable import ModelHosting

/// Answers requests from memory, in the order that the test says, and keeps the requests.
final class StubTransport: Transport, @unchecked Sendable {
  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = Data()
    var error: HostingError?

    init(_ status: Int = 200, _ headers: [String: String] = [:], _ body: String = "") {
      self.status = status
      self.headers = headers
      self.body = Data(body.utf8)
    }

    init(_ status: Int = 200, _ headers: [String: String] = [:], data: Data) {
      self.status = status
      self.headers = headers
      body = data
    }

    init(error: HostingError) { self.error = error }
  }

  private let lock = NSLock()
  private var answers: [Answer]
  private var seen: [TransferRequest] = []
  private let rule: (@Sendable (TransferRequest) -> Answer)?
  private let delay: UInt64

  init(_ answers: Answer...) {
    self.answers = answers
    rule = nil
    delay = 0
  }

  init(delay: UInt64 = 0, rule: @escaping @Sendable (TransferRequest) -> Answer) {
    answers = []
    self.rule = rule
    self.delay = delay
  }

  var requests: [TransferRequest] { lock.withLock { seen } }

  func send(_ request: TransferRequest, to sink: any BodySink) async throws(HostingError) {
    let answer = lock.withLock { () -> Answer? in
      seen.append(request)
      return rule?(request) ?? (answers.isEmpty ? nil : answers.removeFirst())
    }
    if delay > 0 {
      do {
        try await Task.sleep(nanoseconds: delay)
      } catch {
        throw HostingError(.cancelled, "cancelled")
      }
    }
    guard let answer else { throw HostingError(.unavailable, "No answer is left for \(request.url).") }
    if let error = answer.error { throw error }
    try sink.begin(ResponseHead(status: answer.status, url: request.url, headers: answer.headers))
    guard request.method != "HEAD", !answer.body.isEmpty else { return }
    var failure: HostingError?
    answer.body.withUnsafeBytes { bytes in
      do throws(HostingError) {
        try sink.receive(bytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

/// Gives other headers after each refusal.
final class StubAuthorizer: Authorizer, @unchecked Sendable {
  private let lock = NSLock()
  private var asked: [(URL, Int?)] = []

  var calls: [(url: URL, refused: Int?)] { lock.withLock { asked } }

  func headers(for url: URL, refused: ResponseHead?) async throws(HostingError) -> [String: String] {
    lock.withLock {
      asked.append((url, refused?.status))
      return ["Authorization": "Bearer \(asked.count)"]
    }
  }
}

/// Takes what a host asks to remember.
final class Notes: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [HostMemory] = []

  var all: [HostMemory] { lock.withLock { kept } }
  func take(_ memory: HostMemory) { lock.withLock { kept.append(memory) } }
}

extension ModelQuery {
  /// A query of a middling Linux device.
  static func test(
    _ name: String = "plants", known: ModelVersion? = nil, assignment: String = "device",
    device: DeviceTraits = .test, cellular: Bool = true, refused: ResponseHead? = nil, memory: HostMemory? = nil,
    notes: Notes? = nil
  ) -> ModelQuery {
    ModelQuery(
      name: name, known: known, assignment: AssignmentID(assignment), device: device, allowsCellularAccess: cellular,
      refused: refused, memory: memory, remember: { notes?.take($0) })
  }
}

extension DeviceTraits {
  static let test = DeviceTraits(platform: "linux", runtime: "0.2.0", memory: 4_000_000_000)
}

extension HostAnswer {
  var offer: ModelOffer? {
    switch self {
    case .offer(let offer): offer
    case .withdrawn(_, let instead): instead
    case .unchanged: nil
    }
  }

  var isUnchanged: Bool {
    if case .unchanged = self { true } else { false }
  }
}

/// The code of what `body` throws; nil if it throws nothing.
func code(_ body: () async throws -> Void) async -> HostingError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? HostingError)?.code ?? HostingError.Code(rawValue: -1)
  }
}
