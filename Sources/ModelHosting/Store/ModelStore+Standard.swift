import Foundation

extension ModelStore {
  #if os(tvOS)
  // Apps on tvOS have no other place for large files; the system may empty it.
  private static let searchPath = FileManager.SearchPathDirectory.cachesDirectory
  #else
  private static let searchPath = FileManager.SearchPathDirectory.applicationSupportDirectory
  #endif

  private static let shared = Guarded<ModelStore?>(nil)

  /// The store of this app, the same object for the whole process.
  ///
  /// It is `swift-tflite/<app>/models`, where `<app>` is the bundle identifier or the program's name: in Application
  /// Support on Apple systems (Caches on tvOS), not backed up and readable after the first unlock; in `$XDG_DATA_HOME`
  /// or `~/.local/share` elsewhere.
  public static func standard() throws(HostingError) -> ModelStore {
    try shared.use { store throws(HostingError) in
      if let store { return store }
      let directory = try standardDirectory()
      let new = try ModelStore(at: directory)
      #if canImport(Darwin)
      try keepFromBackup(directory)
      #endif
      store = new
      return new
    }
  }

  /// Where ``standard()`` is for this program.
  package static func standardDirectory() throws(HostingError) -> URL {
    let identifier = (Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
      .replacingOccurrences(of: "/", with: "-")
    return try dataDirectory().appendingPathComponent("swift-tflite/\(identifier)/models", isDirectory: true)
  }

  private static func dataDirectory() throws(HostingError) -> URL {
    #if canImport(Darwin)
    guard let folder = FileManager.default.urls(for: searchPath, in: .userDomainMask).first else {
      throw HostingError(
        .failedPrecondition, "There is no folder for files of apps: open the store at a folder of yours.")
    }
    return folder
    #else
    let environment = ProcessInfo.processInfo.environment
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return URL(fileURLWithPath: data, isDirectory: true)
    }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    return URL(fileURLWithPath: home, isDirectory: true).appendingPathComponent(".local/share", isDirectory: true)
    #endif
  }

  #if canImport(Darwin)
  private static func keepFromBackup(_ directory: URL) throws(HostingError) {
    do {
      var directory = directory
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try directory.setResourceValues(values)
      #if !os(macOS)
      try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: directory.path)
      #endif
    } catch {
      throw HostingError(
        .internal, "\(directory.path) cannot be excluded from back-ups: \(error)", underlying: error)
    }
  }
  #endif

  /// The random id that decides this device's part of roll-outs: made at the first call, kept until the folder is
  /// removed.
  public var assignment: AssignmentID {
    get throws(HostingError) {
      do throws(FileFailure) {
        if let known = try readAssignment() { return known }
      } catch {
        throw HostingError(error, "The id of this device cannot be read", folder.root)
      }
      return try changes.hold { () throws(HostingError) in
        do throws(FileFailure) {
          if let known = try readAssignment() { return known }
          let new = StoreFolder.random() + StoreFolder.random()
          try folder.make()
          try folder.replace(folder.assignment, with: Array(new.utf8))
          return AssignmentID(new)
        } catch {
          throw HostingError(error, "An id for this device cannot be made", folder.root)
        }
      }
    }
  }

  /// Nil when there is none, or no whole one.
  private func readAssignment() throws(FileFailure) -> AssignmentID? {
    guard let bytes = try folder.read(folder.assignment) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.count == 32 && text.allSatisfy(\.isHexDigit) ? AssignmentID(text) : nil
  }
}
