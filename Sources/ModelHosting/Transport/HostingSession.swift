#if Networking
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The one `URLSession` of the process, never invalidated, and the exchanges that run on it.
///
/// The delegate's calls come on one serial queue; `exchanges` is guarded by `lock`.
final class HostingSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  static let shared = HostingSession()

  private let lock = NSLock()
  private var exchanges: [Int: Exchange] = [:]
  private let queue: DelegateQueue
  private var session: URLSession?

  private override init() {
    queue = DelegateQueue()
    super.init()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
  }

  /// Runs one request without following redirects.
  /// - Returns: The head of a redirect that is to be followed; nil when `sink` has the whole answer.
  func perform(
    _ request: TransferRequest, as message: URLRequest, to sink: any BodySink
  ) async throws(HostingError) -> ResponseHead? {
    guard let session else { return nil }
    let task = session.dataTask(with: message)
    let exchange = Exchange(request, task, sink, on: queue)
    lock.withLock { exchanges[task.taskIdentifier] = exchange }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { exchange.start($0) }
    } onCancel: {
      exchange.fail(HostingError(.cancelled, "The request to \(request.url.shown) was cancelled."))
    }
    _ = lock.withLock { exchanges.removeValue(forKey: task.taskIdentifier) }
    return try outcome.get()
  }

  private func exchange(of task: URLSessionTask) -> Exchange? {
    lock.withLock { exchanges[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(of: dataTask)?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    #if canImport(FoundationNetworking)
    // An answer for a task that was cancelled before ends the process there.
    exchange(of: task)?.ifAlive { completionHandler(nil) }
    #else
    completionHandler(nil)
    #endif
  }

  #if canImport(FoundationNetworking)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // It asks when the whole answer is here, and waits for ever for credentials that nobody has.
    exchange(of: task)?.complete(task.response, nil)
    DispatchQueue.global(qos: .utility).async { task.cancel() }
  }
  #endif

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    exchange(of: task)?.complete(task.response, error)
  }
}

/// The serial queue of the delegate's calls.
///
/// FoundationNetworking puts chunks on it as fast as the network brings them. There the queue makes it wait when too many
/// are on it, so that a slow disk slows the network and does not fill the memory.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  #if canImport(FoundationNetworking)
  /// A chunk has at most 16 KiB.
  private let slots = DispatchSemaphore(value: 512)

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    slots.wait()
    super.addOperation { [slots] in
      block()
      slots.signal()
    }
  }
  #endif

  override init() {
    super.init()
    maxConcurrentOperationCount = 1
    qualityOfService = .utility
  }

  /// Puts `block` behind what is there, without waiting.
  func addAtOnce(_ block: @escaping @Sendable () -> Void) { addOperation(BlockOperation(block: block)) }
}
#endif
