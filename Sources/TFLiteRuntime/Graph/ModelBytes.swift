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

/// The bytes of a model for as long as anything refers to them. Never written to, hence sendable.
final class ModelBytes: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  /// Whether the bytes are a mapped file, whose pages come back when they are touched again.
  private let isMapped: Bool
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Refers to memory of the caller until `release` is called with it.
  convenience init(
    referringTo bytes: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.init(bytes, isMapped: false, release: release)
  }

  private init(
    _ bytes: UnsafeRawBufferPointer, isMapped: Bool, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.isMapped = isMapped
    self.release = release
  }

  /// Copies `source` to memory aligned for every element type.
  convenience init(copying source: UnsafeRawBufferPointer) {
    #if TFLITE_GUARD
    if let block = GuardedPages.allocate(source.count, alignment: Self.guardedAlignment) {
      let copy = UnsafeMutableRawBufferPointer(start: block, count: source.count)
      copy.copyMemory(from: source)
      self.init(referringTo: UnsafeRawBufferPointer(copy)) { bytes in
        guard let block = UnsafeMutableRawPointer(mutating: bytes.baseAddress) else { return }
        GuardedPages.release(block, bytes.count, alignment: Self.guardedAlignment)
      }
      return
    }
    #endif
    // Written here alone, before anybody else has it, and freed once, with the last reader.
    nonisolated(unsafe) let copy = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(source.count, 1), alignment: AlignedMemory.alignment)
    copy.copyMemory(from: source)
    self.init(referringTo: UnsafeRawBufferPointer(rebasing: copy[..<source.count])) { _ in copy.deallocate() }
  }

  deinit { release(bytes) }

  #if TFLITE_GUARD
  /// What files align constants to.
  private static let guardedAlignment = 16
  #endif

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  /// Maps the file at `path`: pages are read when touched and shared with other processes.
  /// - Throws: `fileUnreadable` with the system's reason.
  convenience init(mapping path: String) throws(RuntimeError) {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw Self.unreadable(path, "cannot open the model") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(path, "cannot examine the model") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw RuntimeError(
        .fileUnreadable, "cannot read the model", expected: "a regular file",
        actual: status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a special file", path: path)
    }
    let count = Int(status.st_size)
    guard count > 0 else {
      throw RuntimeError(
        .invalidModel, "not a TensorFlow Lite model", expected: "at least 8 bytes", actual: "an empty file",
        path: path)
    }
    guard let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED else {
      throw Self.unreadable(path, "cannot map the model")
    }
    #if TFLITE_GUARD
    defer { munmap(address, count) }
    self.init(copying: UnsafeRawBufferPointer(start: address, count: count))
    #else
    self.init(UnsafeRawBufferPointer(start: address, count: count), isMapped: true) { bytes in
      munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
    #endif
  }

  /// States that `part` will hardly be read again: whole pages of a mapped file leave this process's memory. Does nothing
  /// for other bytes.
  func discard(_ part: UnsafeRawBufferPointer) {
    guard isMapped, let file = bytes.baseAddress, let first = part.baseAddress, first >= file,
      first + part.count <= file + bytes.count
    else { return }
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let begin = first.alignedUp(toMultipleOf: page)
    let end = (first + part.count).alignedDown(toMultipleOf: page)
    if begin < end { madvise(UnsafeMutableRawPointer(mutating: begin), end - begin, MADV_DONTNEED) }
  }

  /// The same for several parts, those that lie side by side with one call.
  func discard(neighbors parts: [UnsafeRawBufferPointer]) {
    if !isMapped { return }
    var run: UnsafeRawBufferPointer?
    for part in parts.sorted(by: { UInt(bitPattern: $0.baseAddress) < UInt(bitPattern: $1.baseAddress) }) {
      guard let begin = run?.baseAddress, let next = part.baseAddress, let end = run.map({ begin + $0.count }),
        next - end < Self.leastGap
      else {
        if let run { discard(run) }
        run = part
        continue
      }
      run = UnsafeRawBufferPointer(start: begin, count: max(end, next + part.count) - begin)
    }
    if let run { discard(run) }
  }

  /// Bytes from which on a part is worth a call of its own.
  static let leastDiscarded = 256 << 10
  /// Bytes between parts that lie side by side: less than a page.
  private static let leastGap = 4096

  /// States that all of `part` will be read now: where the system can, its pages come with one call instead of one fault for
  /// every few.
  func fetch(_ part: UnsafeRawBufferPointer) {
    #if os(Linux) || os(Android)
    guard isMapped, part.count >= Self.leastFetched, let file = bytes.baseAddress, let first = part.baseAddress,
      first >= file, first + part.count <= file + bytes.count
    else { return }
    let begin = first.alignedDown(toMultipleOf: Int(sysconf(Int32(_SC_PAGESIZE))))
    let populateRead: Int32 = 22  // MADV_POPULATE_READ
    // A system that does not know it reads pages when they are touched.
    madvise(UnsafeMutableRawPointer(mutating: begin), first + part.count - begin, populateRead)
    #endif
  }

  #if os(Linux) || os(Android)
  /// Bytes that more than one fault would bring.
  private static let leastFetched = 128 << 10
  #endif

  private static func unreadable(_ path: String, _ message: String) -> RuntimeError {
    RuntimeError(.fileUnreadable, message + ": " + String(cString: strerror(errno)), path: path)
  }
  #else
  static let leastDiscarded = 256 << 10
  func discard(_ part: UnsafeRawBufferPointer) {}
  func discard(neighbors parts: [UnsafeRawBufferPointer]) {}
  func fetch(_ part: UnsafeRawBufferPointer) {}
  #endif
}
