#if canImport(CryptoKit)
import CryptoKit

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
public struct SHA256: Sendable {
  private var hash = CryptoKit.SHA256()

  /// The hash of no bytes.
  public init() {}

  /// Appends `bytes`.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

  /// The digest of all bytes.
  public consuming func finish() -> SHA256Digest { SHA256Digest(bytes: hash.finalize()) }
}
#else
/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
public struct SHA256: Sendable {
  private var state = SHA256State()
  /// The bytes behind the last whole block.
  private var rest = SIMD64<UInt8>()
  private var restCount = 0
  private var byteCount: UInt64 = 0

  /// The hash of no bytes.
  public init() {}

  /// Appends `bytes`.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var bytes = bytes[...]
    if restCount > 0 {
      let count = min(64 - restCount, bytes.count)
      copyToRest(bytes.prefix(count))
      bytes = bytes.dropFirst(count)
      guard restCount == 64 else { return }
      finishRest()
    }
    let whole = bytes.count & ~63
    if whole > 0 { state.take(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole))) }
    copyToRest(bytes.dropFirst(whole))
  }

  /// The digest of all bytes.
  public consuming func finish() -> SHA256Digest {
    let bitCount = byteCount &<< 3
    rest[restCount] = 0x80
    for index in restCount + 1..<64 { rest[index] = 0 }
    if restCount >= 56 {
      finishRest()
      rest = SIMD64()
    }
    for index in 0..<8 { rest[56 + index] = UInt8(truncatingIfNeeded: bitCount &>> UInt64(56 - 8 * index)) }
    finishRest()
    return SHA256Digest(bytes: state.bytes)
  }

  private mutating func copyToRest(_ bytes: Slice<UnsafeRawBufferPointer>) {
    withUnsafeMutableBytes(of: &rest) { target in
      UnsafeMutableRawBufferPointer(rebasing: target[restCount..<restCount + bytes.count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
    }
    restCount += bytes.count
  }

  private mutating func finishRest() {
    withUnsafeBytes(of: rest) { state.take($0) }
    restCount = 0
  }
}
#endif

extension SHA256 {
  /// The digest of `bytes`.
  static func digest(of bytes: some Sequence<UInt8>) -> SHA256Digest {
    var hash = SHA256()
    Array(bytes).withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }
}
