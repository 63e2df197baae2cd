/// Counts the bytes that a session or the constants of a model hold, and refuses what would be too much.
///
/// The account of a session stands on that of its model. A request of the session is granted when it fits the session's
/// limit together with what the session holds and what is held for the model: what sessions share is counted once, and
/// against the limit of the session that asks for more. Only allocations come here, never an invocation that allocates
/// nothing.
final class MemoryAccount: Sendable {
  /// The most bytes that the session may hold together with its model; `Int.max` for a model, which has no limit itself.
  let limit: Int
  /// The model's account, nil for that of a model.
  private let model: MemoryAccount?
  /// One for a model and its sessions, so that a request sees all of them at one time.
  private let lock: Lock
  // Under `lock`.
  private nonisolated(unsafe) var held = 0
  /// How many requests are granted before one is refused whatever it is; nil for all.
  private nonisolated(unsafe) var grants: Int?

  /// For whom memory is held, and how long therefore.
  enum Holder {
    case session
    /// For all sessions of the model.
    case model
  }

  /// The account of a model.
  init() {
    limit = .max
    model = nil
    lock = Lock()
  }

  /// The account of a session.
  /// - Parameter request: the one that is refused whatever it is, counted from 0 on; nil for none.
  init(limit: Int, of model: MemoryAccount, refusing request: Int? = nil) {
    self.limit = limit
    grants = request
    self.model = model
    lock = model.lock
  }

  /// The bytes that the session holds, and those held for its model.
  var byteCount: Int { lock.withLock { total } }

  /// The bytes that the session holds, without those of its model.
  var ownByteCount: Int { lock.withLock { held } }

  private var total: Int {
    let (sum, overflow) = held.addingReportingOverflow(model?.held ?? 0)
    return overflow ? .max : sum
  }

  /// Takes `byteCount` bytes into account and returns the account that gets them back by `release`.
  /// - Parameter what: what they are for, as `tables`, for the error.
  /// - Throws: `outOfMemory`; nothing has changed then.
  @discardableResult
  func reserve(
    _ byteCount: Int, for what: String, holder: Holder = .session
  ) throws(RuntimeError) -> MemoryAccount {
    let payer = holder == .model ? model ?? self : self
    let refusedAt: Int? = lock.withLock {
      let used = total
      if byteCount < 0 || used > limit || byteCount > limit - used || !isGranted { return used }
      payer.held += byteCount
      return nil
    }
    if let refusedAt { throw refusal(byteCount, for: what, inUse: refusedAt) }
    return payer
  }

  /// Finds out whether a request will be granted once the session has given back `released` bytes.
  /// - Throws: `outOfMemory` when it will not.
  func check(_ byteCount: Int, insteadOf released: Int, for what: String) throws(RuntimeError) {
    let used = self.byteCount
    if byteCount < 0 || used - released > limit || byteCount > limit - (used - released) {
      throw refusal(byteCount, for: what, inUse: used)
    }
  }

  /// Counts a request. The lock is held.
  private var isGranted: Bool {
    guard let left = grants else { return true }
    grants = left == 0 ? nil : left - 1
    return left != 0
  }

  /// The requests that come before the one to be refused; nil when that has been refused, or there is none.
  var remainingGrants: Int? { lock.withLock { grants } }

  /// Gives back what has been reserved here.
  func release(_ byteCount: Int) { lock.withLock { held -= byteCount } }

  /// The error for a request that is not granted.
  func refusal(_ byteCount: Int, for what: String, inUse: Int? = nil) -> RuntimeError {
    let used = inUse ?? self.byteCount
    return RuntimeError(
      .outOfMemory, "not enough memory for " + what, expected: "at most \(limit) bytes in all",
      actual: byteCount < 0 || byteCount == .max
        ? "more bytes than fit an address, \(used) in use" : "\(byteCount) bytes asked for, \(used) in use")
  }

  /// The product of `factors`, none negative, as a number of bytes.
  /// - Throws: `outOfMemory` when it is beyond the limit, whatever is in use.
  func product(_ factors: [Int], for what: String) throws(RuntimeError) -> Int {
    if factors.contains(0) { return 0 }
    var product = 1
    for factor in factors {
      let (next, overflow) = product.multipliedReportingOverflow(by: factor)
      if overflow || next < 0 { throw refusal(.max, for: what) }
      product = next
    }
    if product > limit { throw refusal(product, for: what) }
    return product
  }
}

/// Bytes of an account for memory that Swift allocates, as that of arrays; given back when the reservation goes.
final class MemoryReservation: Sendable {
  private let account: MemoryAccount
  /// Whom more is asked of.
  private let asked: MemoryAccount
  private let holder: MemoryAccount.Holder
  private let purpose: String
  // The owner alone changes it.
  private nonisolated(unsafe) var byteCount: Int

  /// - Throws: `outOfMemory` when the account refuses.
  init(
    _ byteCount: Int, for what: String, _ account: MemoryAccount, holder: MemoryAccount.Holder = .session
  ) throws(RuntimeError) {
    self.account = try account.reserve(byteCount, for: what, holder: holder)
    asked = account
    self.holder = holder
    self.byteCount = byteCount
    purpose = what
  }

  deinit { account.release(byteCount) }

  /// Reserves more; false when the account refuses. The owner alone calls this.
  func grow(by byteCount: Int) -> Bool {
    do throws(RuntimeError) {
      try asked.reserve(byteCount, for: purpose, holder: holder)
      self.byteCount += byteCount
      return true
    } catch {
      return false
    }
  }
}
