import Foundation
import Testing

@testable import ModelHosting

/// Bytes that look like a model: the file identifier, then noise without zeros.
func modelBytes(_ seed: UInt64, count: Int = 1000) -> [UInt8] {
  var random = SeededGenerator(state: seed)
  let noise = (0..<1021).map { _ in UInt8.random(in: 1...255, using: &random) }
  let repeated = repeatElement(noise, count: count / noise.count + 1).joined()
  return [28, 0, 0, 0] + Array("TFL3".utf8) + repeated.prefix(max(0, count - 8))
}

let testHost = "https://models.example.com"

/// One version as a host offers it.
struct Offered: Sendable {
  let bytes: [UInt8]
  let version: ModelVersion

  init(_ seed: UInt64, count: Int = 1000, statesDigest: Bool = true) {
    bytes = modelBytes(seed, count: count)
    version = ModelVersion(
      id: "v\(seed)", byteCount: Int64(count), digest: statesDigest ? SHA256.digest(of: bytes) : nil)
  }

  var digest: SHA256Digest { SHA256.digest(of: bytes) }
}

extension Partial {
  func append(_ bytes: some Collection<UInt8>) throws {
    try Array(bytes).withUnsafeBytes { try append($0) }
  }
}

extension ModelStore {
  convenience init(on disk: SimulatedDisk) throws {
    try self.init(at: URL(fileURLWithPath: "/store"), files: disk, interval: 400)
  }

  /// What a library does: takes what is here, goes on with an earlier attempt, and starts anew once when its hash is
  /// wrong.
  @discardableResult
  func install(
    _ offered: Offered, as name: String = "plants", host: String = testHost, activation: Activation = .nextLaunch,
    resumes: Bool = true, chunk: Int = 150, validate: (URL) throws -> Void = { _ in }
  ) throws -> InstalledModel {
    for attempt in 0... {
      if let model = try commit(offered.version, as: name, host: host, activation: activation) { return model }
      guard let partial = try openPartial(of: offered.version, for: name, host: host, resumes: resumes) else {
        throw HostingError(.unavailable, "another transfer has the file open")
      }
      let isResumed = partial.isResumed
      while partial.length < offered.bytes.count {
        try partial.append(offered.bytes.dropFirst(Int(partial.length)).prefix(chunk))
      }
      do {
        return try install(partial, activation: activation, validate: validate)
      } catch {
        guard error.code == .hashMismatch, isResumed, attempt == 0 else { throw error }
      }
    }
    throw HostingError(.internal, "no attempt is left")
  }

  /// Chooses and confirms the newest version, as a launch that goes well.
  func launch(_ name: String = "plants") throws {
    if let model = try selected(name) { confirm(model) }
  }

  func bytes(of model: InstalledModel) throws -> [UInt8]? { try folder.read(model.url.path) }
}

/// Events of a store, in order.
final class EventLog: Sendable {
  private let events = Guarded<[String]>([])
  private let observation = Guarded<StoreObservation?>(nil)

  init(_ store: ModelStore) {
    let new = store.observe { [events] event in
      let text =
        switch event {
        case .installed(let model): "installed \(model.version.id)"
        case .rejected(let model, _): "rejected \(model.version.id)"
        case .failed(let name, let error): "failed \(name) \(error.code.rawValue)"
        default: "\(event)"
        }
      events.use { $0.append(text) }
    }
    observation.use { $0 = new }
  }

  var texts: [String] { events.use { $0 } }
}
