import Foundation

/// What a host has to know of earlier answers to notice one that is out of date. The library keeps it with the model's
/// record, and hands it back with the next query.
public struct HostMemory: Hashable, Sendable, Codable {
  /// The highest number of a manifest that was accepted.
  public var sequence: Int64?
  /// The latest time that the host's answers stated, in whole days: it changes at most once a day.
  public var serverDate: Date?

  /// What is remembered, nil where nothing is.
  public init(sequence: Int64? = nil, serverDate: Date? = nil) {
    self.sequence = sequence
    self.serverDate = serverDate
  }
}

/// What is asked of a host.
public struct ModelQuery: Sendable {
  /// The name under which the model is published.
  public let name: String
  /// The newest version on this device.
  public let known: ModelVersion?
  /// What decides this device's part of roll-outs.
  public let assignment: AssignmentID
  /// What the host's conditions are compared with.
  public let device: DeviceTraits
  /// Whether the host may be asked over cellular networks.
  public let allowsCellularAccess: Bool
  /// The answer that refused the request of the last offer, if that is why the host is asked again: for its authorizer.
  public let refused: ResponseHead?
  /// What the host asked to remember, if it did.
  public let memory: HostMemory?
  /// Called by a host when there is something else to remember, also before it throws.
  public let remember: @Sendable (HostMemory) -> Void

  /// A query; what a parameter says stands at the property of its name.
  public init(
    name: String, known: ModelVersion? = nil, assignment: AssignmentID, device: DeviceTraits,
    allowsCellularAccess: Bool = true, refused: ResponseHead? = nil, memory: HostMemory? = nil,
    remember: @escaping @Sendable (HostMemory) -> Void = { _ in }
  ) {
    self.name = name
    self.known = known
    self.assignment = assignment
    self.device = device
    self.allowsCellularAccess = allowsCellularAccess
    self.refused = refused
    self.memory = memory
    self.remember = remember
  }
}

/// A version that a host has, and the request that fetches it.
public struct ModelOffer: Sendable {
  /// What the host calls the version.
  public var version: ModelVersion
  /// The request whose answer is the file.
  public var request: TransferRequest
  /// A strong validator of the file itself, if the host knows it.
  public var etag: String?
  /// When the request ceases to be valid, by the host's clock.
  public var expires: Date?

  /// An offer of `version`, which `request` fetches.
  public init(_ version: ModelVersion, at request: TransferRequest, etag: String? = nil, expires: Date? = nil) {
    self.version = version
    self.request = request
    self.etag = etag
    self.expires = expires
  }
}

/// A host's answer.
public enum HostAnswer: Sendable {
  /// The known version is the newest.
  case unchanged
  /// A version that the device should have.
  case offer(ModelOffer)
  /// Files that must not be chosen any more, and what is to be used instead; nil if the known version stays, or nothing is
  /// left. An offer may be of a version that is here.
  case withdrawn(Set<SHA256Digest>, instead: ModelOffer?)
}

/// Where models are published.
public protocol ModelHost: Sendable {
  /// A stable text. Versions of different hosts never mix.
  var identity: String { get }
  /// Which version of the model the device should have, and which request fetches it. A host keeps no files.
  /// - Throws: `notFound` when the host has no such model; otherwise why there is no answer.
  func offer(_ query: ModelQuery, over transport: any Transport) async throws(HostingError) -> HostAnswer
}
