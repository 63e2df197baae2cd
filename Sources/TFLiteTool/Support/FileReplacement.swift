#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Files that are written as a whole or not at all.
enum FileReplacement {
  /// Puts `bytes` in the place of what stands at `path`, which stays as it is until all of them are on the disk. The new file has
  /// the permissions of the old one; links are followed. What is no file, as a device or a pipe, is written to.
  /// - Throws: `cannotWrite`.
  static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(ToolError) {
    var status = stat()
    var link = stat()
    let exists = stat(path, &status) == 0
    if exists ? status.st_mode & S_IFMT != S_IFREG : lstat(path, &link) == 0 {
      return try OutputFile.write(bytes, to: path)
    }
    let target = exists ? resolved(path) : path
    let temporary = "\(target).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    if descriptor < 0 {
      // A folder that takes no other files, or a name that is long as it is.
      if exists, [EACCES, EPERM, ENAMETOOLONG].contains(errno) { return try OutputFile.write(bytes, to: path) }
      throw .system(.cannotWrite, path, "cannot create the file")
    }
    do throws(ToolError) {
      try fill(descriptor, bytes, path, permissions: exists ? status.st_mode & 0o7777 : nil)
      if rename(temporary, target) != 0 { throw .system(.cannotWrite, path, "cannot replace the file") }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// The same for bytes of an array.
  static func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ToolError) in try write(UnsafeRawBufferPointer(bytes), to: path)
    }
  }

  /// Writes a new file and closes it.
  private static func fill(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ path: String, permissions: mode_t?
  ) throws(ToolError) {
    do throws(ToolError) {
      try Output(descriptor: descriptor, name: path).write(bytes: bytes)
      if let permissions, fchmod(descriptor, permissions) != 0 {
        throw .system(.cannotWrite, path, "cannot keep the permissions")
      }
      if fsync(descriptor) != 0, [EIO, ENOSPC, EDQUOT].contains(errno) {
        throw .system(.cannotWrite, path, "cannot write")
      }
    } catch {
      close(descriptor)
      throw error
    }
    if close(descriptor) != 0 { throw .system(.cannotWrite, path, "cannot write") }
  }

  /// The path without links; the path itself where the system does not say.
  private static func resolved(_ path: String) -> String {
    guard let text = realpath(path, nil) else { return path }
    defer { free(text) }
    return String(cString: text)
  }
}
