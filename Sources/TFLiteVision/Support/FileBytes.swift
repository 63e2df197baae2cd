#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
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
      throw Failure(reason: "a file that cannot be read")
    }
    return [UInt8](data)
  }

  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Failure(reason: "a path that cannot be written")
    }
  }
}
