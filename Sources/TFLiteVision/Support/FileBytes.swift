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

  /// Something stands at the path that is no regular file, but a link, a device or a pipe.
  private static func isSpecial(_ path: String) -> Bool {
    do {
      let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      return type.map { $0 != .typeRegular } ?? false
    } catch {
      // Nothing is there, or nothing that writing will not complain of.
      return false
    }
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
