/// Owned memory whose start is aligned to `AlignedMemory.alignment`, zero-filled when allocated.
///
/// The owner alone writes, before others see the address or under its own ordering, hence unchecked.
public final class AlignedMemory: @unchecked Sendable {
  /// A cache line, and the width of the widest vector register.
  public static let alignment = 64

  public let base: UnsafeMutableRawPointer
  public let byteCount: Int

  /// - Parameter byteCount: zero or more; some tail bytes beyond it may be read (never relied on) by vector loads.
  public init(byteCount: Int) {
    let padded = max(byteCount, 0) + Self.alignment
    base = .allocate(byteCount: padded, alignment: Self.alignment)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: padded)
    self.byteCount = byteCount
  }

  deinit { base.deallocate() }

  public var bytes: UnsafeMutableRawBufferPointer { .init(start: base, count: byteCount) }

  /// `count` rounded up to the alignment; nil when that does not fit.
  static func aligned(_ count: Int) -> Int? {
    let (sum, overflow) = count.addingReportingOverflow(alignment - 1)
    return overflow ? nil : sum & ~(alignment - 1)
  }
}
