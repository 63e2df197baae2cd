import Foundation

/// Lets one camera frame at a time through to a model and decides what becomes of frames that come meanwhile.
///
/// Any thread may offer frames. Either call ``offer(_:)`` and ``finish()`` yourself, or let ``run(_:_:)`` do both:
///
///     let gate = FrameGate<Picture>(policy: .latestOnly)
///     camera.onFrame = { frame in gate.run(frame) { detect($0) } }
public final class FrameGate<Frame: Sendable>: Sendable {
  /// What happens to a frame that comes while another is in flight.
  public enum Policy: Hashable, Sendable {
    /// It is dropped.
    case dropNewest
    /// It waits, and replaces (drops) the frame that waited before it. When the frame in flight is done, the one that
    /// waits is next.
    case latestOnly
  }

  /// What has become of the frames so far. `offered == taken + dropped`, and one more while a frame waits.
  public struct Counters: Hashable, Sendable {
    /// Frames offered.
    public var offered = 0
    /// Frames let through.
    public var taken = 0
    /// Frames never let through.
    public var dropped = 0

    /// Counts of the given sizes.
    public init(offered: Int = 0, taken: Int = 0, dropped: Int = 0) {
      self.offered = offered
      self.taken = taken
      self.dropped = dropped
    }
  }

  private struct State {
    var isBusy = false
    var waiting: Frame?
    var counters = Counters()
  }

  /// What happens to frames that come too early.
  public let policy: Policy
  private let state = Locked(State())

  /// A gate with nothing in flight.
  public init(policy: Policy = .dropNewest) {
    self.policy = policy
  }

  /// What has become of the frames so far.
  public var counters: Counters { state.withLock { $0.counters } }

  /// Whether a frame is in flight.
  public var isBusy: Bool { state.withLock { $0.isBusy } }

  /// Offers a frame.
  /// - Returns: true when the frame is to be processed now; ``finish()`` must follow. False when it was dropped or waits.
  public func offer(_ frame: Frame) -> Bool {
    let isLatestOnly = policy == .latestOnly
    return state.withLock { state in
      state.counters.offered += 1
      guard state.isBusy else {
        state.isBusy = true
        state.counters.taken += 1
        return true
      }
      if !isLatestOnly || state.waiting != nil { state.counters.dropped += 1 }
      if isLatestOnly { state.waiting = frame }
      return false
    }
  }

  /// Says that the frame in flight is done.
  /// - Returns: the frame that waited and is in flight now, to be processed by the caller and finished in its turn; nil
  ///   when the gate is open again.
  public func finish() -> Frame? {
    state.withLock { state in
      guard let next = state.waiting else {
        state.isBusy = false
        return nil
      }
      state.waiting = nil
      state.counters.taken += 1
      return next
    }
  }

  /// Gives up on the frame in flight and any that waits.
  private func abandon() {
    state.withLock { state in
      if state.waiting != nil { state.counters.dropped += 1 }
      state.waiting = nil
      state.isBusy = false
    }
  }

  /// Processes a frame on the calling thread, then any that came to wait meanwhile; or drops it or lets it wait.
  ///
  /// When `body` throws, the gate opens again and a waiting frame is dropped.
  /// - Returns: whether the frame was processed by this call.
  @discardableResult
  public func run<E: Error>(_ frame: Frame, _ body: (Frame) throws(E) -> Void) throws(E) -> Bool {
    guard offer(frame) else { return false }
    var next: Frame? = frame
    while let current = next {
      do {
        try body(current)
      } catch {
        abandon()
        throw error
      }
      next = finish()
    }
    return true
  }

  /// ``run(_:_:)`` for asynchronous work.
  @discardableResult
  public func run<E: Error>(
    isolation: isolated (any Actor)? = #isolation, _ frame: Frame, _ body: (Frame) async throws(E) -> Void
  ) async throws(E) -> Bool {
    guard offer(frame) else { return false }
    var next: Frame? = frame
    while let current = next {
      do {
        try await body(current)
      } catch {
        abandon()
        throw error
      }
      next = finish()
    }
    return true
  }
}

/// A value that is only touched under a lock.
private final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<R>(_ body: (inout Value) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
