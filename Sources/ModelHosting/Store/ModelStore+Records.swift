import Foundation

/// Reading and changing records.
extension ModelStore {
  /// A record in memory.
  struct Entry {
    /// The file that it was read from.
    let stamp: FileStatus
    /// False while the file is so young that a later change could have the same stamp.
    let isSettled: Bool
    let record: Record
    let models: [SHA256Digest: InstalledModel]
  }

  private enum Loaded {
    case nothing, broken
    case entry(Entry)
  }

  /// Changes within one tick of the file system's clock cannot be told apart by their dates.
  private static let tick: Int64 = 50_000_000

  // MARK: Reading

  /// What is known of `name`; nil when there is no record or an unreadable one.
  func entry(of name: String, _ memory: inout Memory) throws(HostingError) -> Entry? {
    if case .entry(let entry) = try load(name, &memory) { entry } else { nil }
  }

  private func load(_ name: String, _ memory: inout Memory) throws(HostingError) -> Loaded {
    let path = path(of: name, &memory)
    return try folder.explaining("The record of '\(name)' cannot be read", model: name) {
      guard let stamp = try folder.files.status(of: path) else {
        memory.entries[name] = nil
        return .nothing
      }
      if let entry = memory.entries[name], entry.isSettled, entry.stamp == stamp { return .entry(entry) }
      memory.entries[name] = nil
      guard let bytes = try folder.read(path) else { return .nothing }
      guard let record = try decode(bytes, of: name) else { return .broken }
      let age = folder.files.now().subtractingReportingOverflow(stamp.modified)
      let entry = Entry(
        stamp: stamp, isSettled: !age.overflow && age.partialValue > Self.tick, record: record,
        models: models(of: record))
      memory.entries[name] = entry
      return .entry(entry)
    }
  }

  /// Whether the record is another one by now.
  func hasChanged(_ entry: Entry, _ name: String, _ memory: inout Memory) throws(HostingError) -> Bool {
    let path = path(of: name, &memory)
    let stamp = try folder.explaining("The record of '\(name)' cannot be looked at", model: name) {
      try folder.files.status(of: path)
    }
    return stamp != entry.stamp
  }

  private func path(of name: String, _ memory: inout Memory) -> String {
    if let path = memory.paths[name] { return path }
    let path = folder.record(of: name)
    if memory.paths.count >= 1024 { memory.paths.removeAll() }
    memory.paths[name] = path
    return path
  }

  private struct Header: Decodable { let format: Int }

  /// Nil when the bytes are no record.
  private func decode(_ bytes: [UInt8], of name: String?) throws(HostingError) -> Record? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    guard let header = try? decoder.decode(Header.self, from: Data(bytes)) else { return nil }
    guard header.format <= Record.format else {
      throw HostingError(
        .failedPrecondition,
        "The record of '\(name ?? "a model")' is of format \(header.format), this version of the library reads up to "
          + "\(Record.format): update the library.", model: name)
    }
    guard let record = try? decoder.decode(Record.self, from: Data(bytes)), name == nil || record.name == name else {
      return nil
    }
    return record
  }

  private func models(of record: Record) -> [SHA256Digest: InstalledModel] {
    let models = record.versions.map { version in
      InstalledModel(
        name: record.name,
        version: ModelVersion(id: version.id, byteCount: version.byteCount, digest: version.digest),
        digest: version.digest, byteCount: version.byteCount,
        url: URL(fileURLWithPath: folder.blob(version.digest), isDirectory: false), standing: version.standing)
    }
    return Dictionary(models.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func model(_ digest: SHA256Digest, in record: Record) -> InstalledModel? { models(of: record)[digest] }

  /// Whether the file is here, whole, and this process did not refuse it.
  func isPresent(_ digest: SHA256Digest, _ entry: Entry, _ memory: Memory) throws(HostingError) -> Bool {
    if memory.refused[entry.record.name]?.contains(digest) == true { return false }
    return try isPresent(digest, in: entry.record)
  }

  func isPresent(_ digest: SHA256Digest, in record: Record) throws(HostingError) -> Bool {
    guard let version = record[digest] else { return false }
    return try byteCount(of: digest) == version.byteCount
  }

  /// The length of a blob; nil when it is not here. Throws when the disk does not say.
  func byteCount(of digest: SHA256Digest) throws(HostingError) -> Int64? {
    try folder.explaining("The file of a model cannot be looked at") {
      try folder.files.status(of: folder.blob(digest))?.byteCount
    }
  }

  /// All records, by name.
  struct Survey {
    var records: [Record] = []
    /// Why others cannot be read.
    var failures: [HostingError] = []
    /// Whether there are files that are no records. The next change of their names sets them aside.
    var hasBroken = false
  }

  /// Reads all records. Throws when the folder cannot be listed.
  func survey() throws(HostingError) -> Survey {
    var survey = Survey()
    let files = try folder.explaining("The models cannot be listed") { try folder.files.list(folder.models) }
    for file in files where file.hasSuffix(".json") {
      do throws(HostingError) {
        let bytes = try folder.explaining("A record cannot be read") { try folder.read("\(folder.models)/\(file)") }
        guard let bytes else { continue }
        guard let record = try decode(bytes, of: nil), "\(folder.models)/\(file)" == folder.record(of: record.name)
        else {
          survey.hasBroken = true
          continue
        }
        survey.records.append(record)
      } catch {
        survey.failures.append(error)
      }
    }
    survey.records.sort { $0.name < $1.name }
    return survey
  }

  // MARK: Changing

  /// Changes the record of `name`, alone among threads and processes. Nothing is written when it stays the same.
  /// - Parameter what: What could not be done, as the beginning of an error's sentence.
  func change<Result>(
    _ name: String, _ what: String, _ body: (inout Record) throws(HostingError) -> Result
  ) throws(HostingError) -> Result {
    guard !name.isEmpty else {
      throw HostingError(.invalidArgument, "The name of a model is empty: give the name under which it is published.")
    }
    return try changing { () throws(HostingError) in
      let old = try current(name)
      var record = old ?? Record(name: name)
      let result = try body(&record)
      try write(record, over: old, what)
      return result
    }
  }

  /// Runs `body` under the lock of changes, and then tells which records were set aside.
  func changing<Result>(_ body: () throws(HostingError) -> Result) throws(HostingError) -> Result {
    defer { tellWhatWasSetAside() }
    return try changes.hold(body)
  }

  private func tellWhatWasSetAside() {
    let failures = memory.use { memory -> [HostingError] in
      defer { memory.setAside = [] }
      return memory.setAside
    }
    for failure in failures { tell(.failed(failure.model ?? "", failure)) }
  }

  /// The record under the lock of changes. One that cannot be read is set aside: its files are found again by digest.
  func current(_ name: String) throws(HostingError) -> Record? {
    let loaded = try memory.use { memory throws(HostingError) in try load(name, &memory) }
    switch loaded {
    case .nothing: return nil
    case .entry(let entry): return entry.record
    case .broken:
      let path = folder.record(of: name)
      try folder.explaining("The broken record of '\(name)' cannot be set aside", model: name) {
        try folder.files.rename(path, to: path + ".broken")
      }
      let failure = HostingError(
        .dataLoss,
        "The record of '\(name)' could not be understood and is \(path).broken now: its versions are found again when the host "
          + "offers them.", model: name)
      memory.use { $0.setAside.append(failure) }
      return nil
    }
  }

  /// Makes `record` durable, then removes the files that it no longer names.
  func write(_ record: Record, over old: Record?, _ what: String) throws(HostingError) {
    guard record != old ?? Record(name: record.name) else { return }
    var record = record
    // Named before they are removed, so that the next change finds what a kill leaves behind.
    let unnamed = Set((old?.versions ?? []).map(\.digest) + record.released).subtracting(record.versions.map(\.digest))
    var released: Set<SHA256Digest> = []
    for digest in unnamed where try byteCount(of: digest) != nil { released.insert(digest) }
    record.released = released.sorted { $0.description < $1.description }
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.sortedKeys]
    memory.use { $0.entries[record.name] = nil }
    try folder.explaining(what, model: record.name) {
      try folder.replace(folder.record(of: record.name), with: Array(try encoder.encode(record)))
    }
    removeBlobs(released.subtracting(memory.use { $0.pins.values }))
  }
}
