import Foundation

/// What a transfer knows of the file, from the host and from the answers so far.
struct TransferState: Sendable {
  /// The length of the file, when it is known.
  var total: Int64?
  /// What the host states; an answer's own length never replaces it.
  let stated: Int64?
  /// The strong validator of the bytes that are here.
  var etag: String?
  /// The validator that the host itself states: an answer with another is of another file. nil where a digest tells.
  let offered: String?
  private let first: String?
  /// Whether parts are asked for. A server that gets them wrong is asked for the whole.
  var isRanged = true
  /// Whether the answers so far brought the file to its end.
  var isAtEnd = false
  /// Whether bytes of several answers were put together without a validator.
  var wasResumed = false
  private(set) var startedAgain = false

  init(_ offer: ModelOffer) {
    stated = offer.version.byteCount
    total = offer.version.byteCount
    let strong = offer.etag.flatMap { Self.isStrong($0) ? $0 : nil }
    offered = offer.version.digest == nil ? strong : nil
    first = strong
    etag = strong
  }

  static func isStrong(_ etag: String) -> Bool { etag.hasPrefix("\"") && etag.hasSuffix("\"") && etag.utf8.count > 1 }

  func isComplete(_ length: Int64) -> Bool { total.map { length == $0 && (length > 0 || isAtEnd) } ?? isAtEnd }

  /// After bytes that cannot be trusted: from the start, and as one piece if the server does not serve parts well.
  mutating func startAgain(isRanged: Bool) {
    startedAgain = true
    self.isRanged = isRanged
    isAtEnd = false
    wasResumed = false
    total = stated
    etag = first
  }

  /// The request for the next bytes.
  func request(_ offer: ModelOffer, from start: Int64, _ conditions: DownloadConditions, window: Int64)
    -> TransferRequest
  {
    var request = offer.request
    request.allowsCellularAccess = conditions.allowsCellularAccess
    request.hasBackgroundPriority = conditions.isIdleRequired
    request.headers["Accept-Encoding"] = "identity"
    let isSmall = total.map { $0 <= window } == true
    guard isRanged, start > 0 || !isSmall else { return request }
    let (end, overflow) = start.addingReportingOverflow(window)
    let last = min(overflow ? .max : end, total ?? .max) - 1
    request.headers["Range"] = "bytes=\(start)-\(max(last, start))"
    if start > 0, let etag { request.headers["If-Range"] = etag }
    return request
  }
}
