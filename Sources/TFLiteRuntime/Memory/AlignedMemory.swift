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

  /// Memory of a size that the caller knows to be small; what depends on a model goes through the throwing initialiser.
  ///
  /// - Parameter byteCount: zero or more; some tail bytes beyond it may be read (never relied on) by vector loads.
  public init(byteCount: Int) {
    let padded = max(byteCount, 0) + Self.slack
    if let zeroed = Self.zeroed(padded) {
      block = zeroed
    } else {
      block = .allocate(byteCount: padded, alignment: Self.alignment)
      block.initializeMemory(as: UInt8.self, repeating: 0, count: padded)
    }
    base = block.alignedUp(toMultipleOf: Self.alignment)
    self.byteCount = byteCount
  }

  /// - Throws: `outOfMemory` when `byteCount` is beyond `limit` or the system has no such memory.
  init(byteCount: Int, limit: Int) throws(RuntimeError) {
    guard byteCount >= 0, byteCount <= limit, byteCount < Int.max - Self.slack,
      let zeroed = Self.zeroed(byteCount + Self.slack)
    else {
      throw RuntimeError(
        .outOfMemory, "not enough memory", expected: "at most \(limit) bytes", actual: "\(byteCount) bytes needed")
    }
    block = zeroed
    base = block.alignedUp(toMultipleOf: Self.alignment)
    self.byteCount = byteCount
  }

  deinit { Self.release(block) }

  /// All bytes.
  public var bytes: UnsafeMutableRawBufferPointer { .init(start: base, count: byteCount) }

  /// `count` rounded up to the alignment; nil when that does not fit.
  static func aligned(_ count: Int) -> Int? {
    let (sum, overflow) = count.addingReportingOverflow(alignment - 1)
    return overflow ? nil : sum & ~(alignment - 1)
  }

  #if TFLITE_TIGHT
    /// Memory begins and ends with its own bytes, so that AddressSanitizer sees what is read or written beside them.
    private static let slack = 0

    private static func zeroed(_ count: Int) -> UnsafeMutableRawPointer? {
      var block: UnsafeMutableRawPointer?
      guard posix_memalign(&block, alignment, max(count, 1)) == 0, let block else { return nil }
      block.initializeMemory(as: UInt8.self, repeating: 0, count: count)
      return block
    }

    private static func release(_ block: UnsafeMutableRawPointer) { free(block) }
  #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(WASILibc)
    private static let slack = 2 * alignment

    /// Large blocks come as pages that are zero without being touched.
    private static func zeroed(_ count: Int) -> UnsafeMutableRawPointer? { calloc(1, count) }

    private static func release(_ block: UnsafeMutableRawPointer) { free(block) }
  #else
    private static let slack = 2 * alignment

    private static func zeroed(_ count: Int) -> UnsafeMutableRawPointer? {
      let block = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: alignment)
      block.initializeMemory(as: UInt8.self, repeating: 0, count: count)
      return block
    }

    private static func release(_ block: UnsafeMutableRawPointer) { block.deallocate() }
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
