#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Whole files in and out.
enum FileBytes {
  /// Why a file could not be read or written, in one line.
  struct Failure: Error {
    let reason: String
  }

  static func read(_ path: String) throws(Failure) -> [UInt8] {
    var isDirectory = false
    #if canImport(FoundationEssentials)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw Failure(reason: "no such file")
    }
    #else
    var flag: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &flag) else {
      throw Failure(reason: "no such file")
    }
    isDirectory = flag.boolValue
    #endif
    guard !isDirectory else { throw Failure(reason: "a directory") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(reason: "a file that cannot be read" + systemReason(path))
    }
    return [UInt8](data)
  }

  /// Why the system does not open the file, ": " before it; empty where it says nothing.
  private static func systemReason(_ path: String) -> String {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    let descriptor = open(path, O_RDONLY | O_NONBLOCK)
    if descriptor < 0 { return ": \(String(cString: strerror(errno)))" }
    close(descriptor)
    return isSpecial(path) ? ": it is a device or a pipe" : ""
    #else
    return ""
    #endif
  }

  /// Something stands at the path that is no regular file, but a link, a device or a pipe.
  private static func isSpecial(_ path: String) -> Bool {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    #else
    return false
    #endif
  }

  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    do {
      // What is atomic would replace links, devices and pipes.
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: isSpecial(path) ? [] : .atomic)
    } catch {
      throw Failure(reason: "a path that cannot be written")
    }
  }
}
