#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A file's content in memory, read only; pages are read when touched. Never changes, hence sendable.
///
/// The bytes are there as long as the object is, which they do not keep alive.
package final class MappedFile: @unchecked Sendable {
  package let path: String
  package let bytes: UnsafeRawBufferPointer

  /// - Throws: `noInput` with the system's reason, or when `path` is not a regular file.
  package init(path: String) throws(ToolError) {
    self.path = path
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .system(.noInput, path, "cannot open the file") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(.noInput, path, "cannot examine the file") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ToolError(
        .noInput, path, expected: "a file", found: status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a special file")
    }
    let count = Int(status.st_size)
    if count == 0 {
      bytes = .init(start: nil, count: 0)
      return
    }
    guard let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED else {
      throw .system(.noInput, path, "cannot map the file")
    }
    bytes = UnsafeRawBufferPointer(start: address, count: count)
  }

  deinit {
    if let address = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: address), bytes.count) }
  }

  /// A copy of a file's content.
  /// - Throws: `noInput`.
  package static func copy(of path: String) throws(ToolError) -> [UInt8] {
    let file = try MappedFile(path: path)
    // The bytes do not keep the file mapped.
    return withExtendedLifetime(file) { Array(file.bytes) }
  }

  /// The bytes of `range`, nil when they are not all inside the file.
  package func slice(offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }
}
