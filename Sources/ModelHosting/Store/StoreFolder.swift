import Foundation

/// The folder of a store: where its files are, and how small ones are read and replaced.
///
///     format            the number of this layout
///     lock              locked while records change
///     assignment        the id that decides roll-outs
///     models/           one record per name
///     blobs/            complete models, named by their digest, never written again
///     partial/          downloads
struct StoreFolder: Sendable {
  let root: String
  let files: any FileSystem
  /// How many downloaded bytes may be lost with the power.
  var interval: Int64 = 16 << 20

  static let format = 1
  static let hour: Int64 = 3600 * 1_000_000_000
  static let week: Int64 = 7 * 24 * hour
  /// Records and the like are small: a longer file is not one of them.
  private static let smallFile: Int64 = 1 << 22

  var models: String { root + "/models" }
  var blobs: String { root + "/blobs" }
  var partials: String { root + "/partial" }
  var lock: String { root + "/lock" }
  var assignment: String { root + "/assignment" }
  private var formatFile: String { root + "/format" }

  func blob(_ digest: SHA256Digest) -> String { "\(blobs)/\(digest).tflite" }

  /// The record's file. Names may hold any character and differ by case alone, so that only their hash is the key.
  func record(of name: String) -> String { "\(models)/\(Self.slug(name))-\(Self.key(name)).json" }

  /// What the names of all partial files of a model begin with.
  func partialPrefix(of name: String) -> String { Self.key(name) + "-" }

  /// What the names of the partial files of one version begin with; other versions and hosts have another.
  func partialPrefix(of version: ModelVersion, for name: String, host: String) -> String {
    partialPrefix(of: name) + Self.hash([host, name, version.id]).description.prefix(32) + "."
  }

  /// 16 digits that stand for a text.
  static func key(_ text: String) -> String { String(SHA256.digest(of: text.utf8).description.prefix(16)) }

  static func random() -> String { hexadecimal(UInt64.random(in: 0...UInt64.max)) }

  static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Texts with their lengths, so that no two lists have the same bytes.
  private static func hash(_ texts: [String]) -> SHA256Digest {
    SHA256.digest(of: texts.flatMap { "\($0.utf8.count):\($0)".utf8 })
  }

  private static func slug(_ name: String) -> String {
    let characters = name.utf8.prefix(32).map { byte -> UInt8 in
      let lower = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
      let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= lower || UInt8(ascii: "0")...UInt8(ascii: "9") ~= lower
      return isPlain ? lower : UInt8(ascii: "-")
    }
    return String(decoding: characters, as: UTF8.self)
  }

  // MARK: Opening

  /// Makes what is missing, and refuses a folder of a newer layout without touching it.
  func open() throws(HostingError) {
    try explaining("The folder of models cannot be opened") {
      if let text = try read(formatFile) {
        let digits = text.prefix { $0 != 0 }.split { $0 <= 32 }.first.map { String(decoding: $0, as: UTF8.self) }
        let format = digits.map { Int($0) ?? Int.max } ?? Self.format
        guard format <= Self.format else {
          throw HostingError(
            .failedPrecondition,
            "The models in \(root) are of format \(digits ?? ""), this version of the library reads up to \(Self.format): "
              + "update the library, or use another folder.")
        }
      }
      try make()
    }
  }

  /// Makes folders and format where they are missing; also when they vanished while the store is in use.
  func make() throws(FileFailure) {
    for folder in [models, blobs, partials] { try make(folder) }
    if try files.status(of: formatFile) == nil { try replace(formatFile, with: Array("\(Self.format)\n".utf8)) }
  }

  /// Makes the folder alone, without what a store has in it.
  func makeRoot() throws(FileFailure) { try make(root) }

  private func make(_ folder: String) throws(FileFailure) {
    guard try files.status(of: folder) == nil else { return }
    let parent = Self.parent(of: folder)
    if parent != folder { try make(parent) }
    do {
      try files.makeFolder(folder)
    } catch {
      // Another process was faster.
      if error.code == FileFailure.exists { return }
      throw error
    }
    try files.synchronizeFolder(parent)
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  // MARK: Small files

  /// The bytes of a small file; nil when there is none.
  func read(_ path: String) throws(FileFailure) -> [UInt8]? {
    let file: Int32
    do {
      file = try files.open(path, for: .reading)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    defer { files.close(file) }
    let count = try files.status(ofFile: file).byteCount
    guard count <= Self.smallFile else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    // An array's closure rethrows untyped.
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(FileFailure) in try files.read(file, into: buffer, at: 0) }
    }
    return Array(bytes.prefix(try result.get()))
  }

  /// Removes a file that nobody needs. One that cannot be removed now stays until `removeUnused` finds it old: that it is
  /// there does no harm, and what the caller does goes on.
  func removeIfPossible(_ path: String) {
    do {
      try files.unlink(path)
    } catch {
      return
    }
  }

  /// Puts a file in the place of another. It is durable when this returns, and a kill leaves one of the two, whole.
  func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    let temporary = "\(path).\(Self.random())"
    do {
      let file = try files.open(temporary, for: .creating)
      defer { files.close(file) }
      let written = bytes.withUnsafeBytes { buffer in
        Result { () throws(FileFailure) in try files.write(file, buffer, at: 0) }
      }
      try written.get()
      try files.synchronize(file, attributes: true)
      try files.rename(temporary, to: path)
    } catch {
      removeIfPossible(temporary)
      throw error
    }
    try files.synchronizeFolder(Self.parent(of: path))
  }
}
