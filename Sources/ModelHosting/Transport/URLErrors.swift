#if Networking
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HostingError {
  /// What an error of `URLSession` means for `request`.
  init(carrying error: any Error, of request: TransferRequest) {
    let cause = error as NSError
    let text = cause.localizedDescription
    let address = request.url.shown
    guard cause.domain == NSURLErrorDomain else {
      self.init(.unavailable, "The request to \(address) failed: \(text)", underlying: error)
      return
    }
    switch cause.code {
    case NSURLErrorCancelled:
      self.init(.cancelled, "The request to \(address) was cancelled.", underlying: error)
    case NSURLErrorTimedOut:
      self.init(.deadlineExceeded, "\(address) did not answer in time.", underlying: error)
    case NSURLErrorNotConnectedToInternet, NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed,
      NSURLErrorDataNotAllowed, NSURLErrorInternationalRoamingOff, NSURLErrorCallIsActive:
      self.init(
        .networkUnavailable, "\(address) cannot be reached from this device: \(text)", underlying: error)
    case NSURLErrorBadURL, NSURLErrorUnsupportedURL:
      self.init(.invalidArgument, "\(address) is no address that can be asked: \(text)", underlying: error)
    case _ where Self.isTrust(cause):
      self.init(
        .failedPrecondition,
        "The certificate of \(address) is not trusted: \(text). Mend the host's certificate, or let the system trust its "
          + "authority.", underlying: error)
    default:
      self.init(.unavailable, "The connection to \(address) failed: \(text)", underlying: error)
    }
  }

  /// FoundationNetworking has no number for a certificate that is not trusted, only libcurl's text.
  private static func isTrust(_ error: NSError) -> Bool {
    switch error.code {
    case NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasBadDate,
      NSURLErrorServerCertificateHasUnknownRoot, NSURLErrorServerCertificateNotYetValid,
      NSURLErrorClientCertificateRejected, NSURLErrorClientCertificateRequired,
      NSURLErrorAppTransportSecurityRequiresSecureConnection:
      true
    case NSURLErrorUnknown: error.localizedDescription.lowercased().contains("certificate")
    default: false
    }
  }
}
#endif
