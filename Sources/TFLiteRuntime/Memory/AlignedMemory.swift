#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#endif

/// Owned memory whose start is aligned to `AlignedMemory.alignment`, zero-filled when allocated.
///
/// The owner alone writes, before others see the address or under its own ordering, hence unchecked.
public final class AlignedMemory: @unchecked Sendable {
  /// A cache line, and the width of the widest vector register.
  public static let alignment = 64

  /// The first byte.
  public let base: UnsafeMutableRawPointer
  /// The bytes asked for.
  public let byteCount: Int
  /// What was allocated; `base` is the first aligned address in it.
  private let block: UnsafeMutableRawPointer

  /// `block` is of the heap of pages.
  private let isPaged: Bool
  /// Where the bytes are counted, nil for memory that is small by construction.
  private let account: MemoryAccount?

  /// The most bytes of memory that no account counts.
  static let smallByteCount = 64 << 10

  /// Memory that no account counts, since its size depends on no model. Vector loads may read some bytes beyond it, and do
  /// not rely on them.
  /// - Parameter byteCount: at most `smallByteCount`, a constant.
  init(small byteCount: Int) {
    precondition(byteCount >= 0 && byteCount <= Self.smallByteCount)
    let padded = byteCount + Self.padding
    isPaged = false
    if let zeroed = Self.zeroed(padded) {
      block = zeroed
    } else {
      block = .allocate(byteCount: padded, alignment: Self.alignment)
      block.initializeMemory(as: UInt8.self, repeating: 0, count: padded)
    }
    base = block.alignedUp(toMultipleOf: Self.alignment)
    self.byteCount = byteCount
    account = nil
  }

  /// Memory that `account` counts until it is released.
  /// - Parameters:
  ///   - what: what it is for, for the error.
  ///   - holder: for whom it is held.
  /// - Throws: `outOfMemory` when the account refuses or the system has no such memory.
  init(
    _ byteCount: Int, for what: String, _ account: MemoryAccount, holder: MemoryAccount.Holder = .session
  ) throws(RuntimeError) {
    let (padded, overflow) = byteCount.addingReportingOverflow(Self.padding)
    if byteCount < 0 || overflow { throw account.refusal(.max, for: what) }
    let payer = try account.reserve(padded, for: what, holder: holder)
    isPaged = Self.takesPages(padded, holder)
    guard let zeroed = isPaged ? Self.pages(padded) : Self.zeroed(padded) else {
      payer.release(padded)
      throw account.refusal(byteCount, for: what)
    }
    block = zeroed
    base = block.alignedUp(toMultipleOf: Self.alignment)
    self.byteCount = byteCount
    self.account = payer
  }

  /// Memory for what has none. It is never released.
  static var nothing: UnsafeMutableRawPointer { nothingMemory.base }
  private static let nothingMemory = AlignedMemory(small: alignment)

  deinit {
    if isPaged {
      Self.releasePages(block, byteCount + Self.padding)
    } else {
      Self.release(block, byteCount + Self.padding)
    }
    account?.release(byteCount + Self.padding)
  }

  /// All bytes.
  public var bytes: UnsafeMutableRawBufferPointer { .init(start: base, count: byteCount) }

  /// `count` rounded up to the alignment; nil when that does not fit.
  static func aligned(_ count: Int) -> Int? {
    let (sum, overflow) = count.addingReportingOverflow(alignment - 1)
    return overflow ? nil : sum & ~(alignment - 1)
  }

  /// The same for the bytes of what is known to fit into memory.
  static func roundedUp(_ count: Int) -> Int { (count &+ alignment &- 1) & ~(alignment &- 1) }

  // `padding`: bytes beside those asked for.

  #if TFLITE_GUARD
  /// Memory lies between pages that nobody may touch.
  private static let padding = 0

  private static func zeroed(_ count: Int) -> UnsafeMutableRawPointer? {
    GuardedPages.allocate(count, alignment: alignment)
  }

  private static func release(_ block: UnsafeMutableRawPointer, _ count: Int) {
    GuardedPages.release(block, count, alignment: alignment)
  }
  #elseif TFLITE_TIGHT
  /// Memory begins and ends with its own bytes, so that AddressSanitizer sees what is read or written beside them.
  private static let padding = 0

  private static func zeroed(_ count: Int) -> UnsafeMutableRawPointer? {
    var block: UnsafeMutableRawPointer?
    guard posix_memalign(&block, alignment, max(count, 1)) == 0, let block else { return nil }
    block.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    return block
  }

  private static func release(_ block: UnsafeMutableRawPointer, _ count: Int) { free(block) }
  #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(WASILibc)
  private static let padding = 2 * alignment

  /// Large blocks come as pages that are zero without being touched.
  private static func zeroed(_ count: Int) -> UnsafeMutableRawPointer? { calloc(1, count) }

  private static func release(_ block: UnsafeMutableRawPointer, _ count: Int) { free(block) }
  #else
  private static let padding = 2 * alignment

  private static func zeroed(_ count: Int) -> UnsafeMutableRawPointer? {
    let block = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: alignment)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    return block
  }

  private static func release(_ block: UnsafeMutableRawPointer, _ count: Int) { block.deallocate() }
  #endif

  /// The least bytes of a block with pages of its own: those of sessions come and go, and are sooner zeroed than mapped anew.
  static func leastPaged(for holder: MemoryAccount.Holder) -> Int { holder == .model ? 32 << 10 : 1 << 20 }

  #if (os(Linux) || os(Android)) && !TFLITE_GUARD && !TFLITE_TIGHT
  private static func takesPages(_ count: Int, _ holder: MemoryAccount.Holder) -> Bool {
    count >= leastPaged(for: holder)
  }

  private static func pages(_ count: Int) -> UnsafeMutableRawPointer? { PageHeap.shared.allocate(count) }

  private static func releasePages(_ block: UnsafeMutableRawPointer, _ count: Int) {
    PageHeap.shared.release(block, count)
  }

  /// Says that blocks of so many bytes together will soon be asked for, and no others before.
  static func expect(_ byteCount: Int) { PageHeap.shared.expect(byteCount) }

  /// Gives the system what is kept of released blocks.
  static func trim() { PageHeap.shared.trim() }
  #else
  private static func takesPages(_ count: Int, _ holder: MemoryAccount.Holder) -> Bool { false }
  private static func pages(_ count: Int) -> UnsafeMutableRawPointer? { nil }
  private static func releasePages(_ block: UnsafeMutableRawPointer, _ count: Int) {}
  static func expect(_ byteCount: Int) {}
  static func trim() {}
  #endif

  /// Bytes of memory that the machine has; `Int.max` where it does not say.
  static var physicalByteCount: Int {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    let (bytes, overflow) = Int(sysconf(Int32(_SC_PHYS_PAGES))).multipliedReportingOverflow(
      by: Int(sysconf(Int32(_SC_PAGESIZE))))
    return overflow || bytes <= 0 ? Int.max : bytes
    #else
    return Int.max
    #endif
  }
}
