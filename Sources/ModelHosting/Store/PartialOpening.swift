/// Takes over the partial file of an earlier attempt, or makes a new one. Runs under the lock of changes, so that
/// processes that start at once do not each make their own.
struct PartialOpening {
  let folder: StoreFolder
  let name: String
  let version: ModelVersion
  let host: String?
  let resumes: Bool

  private var prefix: String { folder.partialPrefix(of: version, for: name, host: host ?? "") }
  private var files: any FileSystem { folder.files }

  /// A file that is open and locked, and the bytes of an earlier attempt.
  struct Opened {
    let partial: Partial
    /// How many of the earlier bytes can be trusted.
    var count: Int64 = 0
    /// The open file that holds them, when it is another: its tail cannot be trusted.
    var source: (file: Int32, path: String)?
  }

  /// Nil when another transfer has the file open.
  func open() throws(FileFailure) -> Opened? {
    var candidates: [(path: String, byteCount: Int64)] = []
    for file in try files.list(folder.partials) where file.hasPrefix(folder.partialPrefix(of: name)) {
      let path = "\(folder.partials)/\(file)"
      if file.hasPrefix(prefix), let status = try files.status(of: path) {
        candidates.append((path, status.byteCount))
      } else {
        removeOther(path)
      }
    }
    // The longest is the most useful.
    candidates.sort { ($0.byteCount, $0.path) > ($1.byteCount, $1.path) }
    var taken: Opened?
    for (path, _) in candidates {
      if taken != nil || !resumes {
        if try !removeUnlessHeld(path), taken == nil { return nil }
        continue
      }
      switch try take(path) {
      case .held: return nil
      case .useless: continue
      case .taken(let opened): taken = opened
      }
    }
    if let taken { return taken }
    return try make()
  }

  private enum Taking {
    case held, useless
    case taken(Opened)
  }

  private func take(_ path: String) throws(FileFailure) -> Taking {
    guard let status = try files.status(of: path) else { return .useless }
    if !status.isWritable {
      // Complete already. With a second name it is a blob, which is never written again.
      guard status.links == 1 else {
        folder.removeIfPossible(path)
        return .useless
      }
      do {
        try files.setWritable(true, path)
      } catch {
        if error.isMissing { return .useless }
        throw error
      }
    }
    let file: Int32
    do {
      file = try files.open(path, for: .writing)
    } catch {
      if error.isMissing { return .useless }
      throw error
    }
    if case .held = files.lock(file, shared: false) {
      files.close(file)
      return .held
    }
    do {
      let status = try files.status(ofFile: file)
      guard try files.status(of: path)?.inode == status.inode, status.byteCount <= version.byteCount ?? Int64.max else {
        files.close(file)
        folder.removeIfPossible(path)
        return .useless
      }
      let count = trusted(path, of: status.byteCount)
      guard count == status.byteCount else {
        // Its tail would be trusted by the next attempt: what is good of it goes to a new file.
        guard let new = try make() else {
          files.close(file)
          return .held
        }
        return .taken(Opened(partial: new.partial, count: count, source: (file, path)))
      }
      let own = Partial.path(in: folder, prefix: prefix, synchronized: synchronized(path))
      try files.rename(path, to: own)
      return .taken(Opened(partial: partial(file, own, status.inode), count: count))
    } catch {
      files.close(file)
      if error.isMissing { return .useless }
      throw error
    }
  }

  /// How many of the bytes hold what was written. After a loss of power a file may end in zeros, so that in another
  /// session of the machine only those that were durable count: a digest would tell too, but at the price of all of them.
  private func trusted(_ path: String, of byteCount: Int64) -> Int64 {
    let fields = path.split(separator: ".")
    let isSameBoot = fields.count >= 3 && files.bootSession.map(StoreFolder.key) == String(fields[fields.count - 2])
    return isSameBoot ? byteCount : min(byteCount, synchronized(path))
  }

  private func synchronized(_ path: String) -> Int64 {
    max(0, path.split(separator: ".").last.flatMap { Int64($0, radix: 16) } ?? 0)
  }

  private func make() throws(FileFailure) -> Opened? {
    let path = Partial.path(in: folder, prefix: prefix, synchronized: 0)
    let file = try files.open(path, for: .creating)
    if case .held = files.lock(file, shared: false) {
      files.close(file)
      return nil
    }
    do {
      return Opened(partial: partial(file, path, try files.status(ofFile: file).inode))
    } catch {
      files.close(file)
      throw error
    }
  }

  private func partial(_ file: Int32, _ path: String, _ inode: UInt64) -> Partial {
    Partial(file, at: path, inode: inode, in: folder, prefix: prefix, name: name, version: version, host: host)
  }

  /// Removes a file that no transfer has open. Where locks do nothing, a file that was written in the last hour stays.
  /// - Returns: False when another transfer has it open.
  private func removeUnlessHeld(_ path: String) throws(FileFailure) -> Bool {
    let file: Int32
    do {
      file = try files.open(path, for: .reading)
    } catch {
      if error.isMissing { return true }
      throw error
    }
    defer { files.close(file) }
    switch files.lock(file, shared: false) {
    case .held: return false
    case .granted: folder.removeIfPossible(path)
    case .unsupported:
      let age = files.now().subtractingReportingOverflow(try files.status(ofFile: file).modified)
      if !age.overflow, age.partialValue > StoreFolder.hour { folder.removeIfPossible(path) }
    }
    return true
  }

  /// Removes the file of another version if no transfer has it open. One that cannot be opened is in nobody's way.
  private func removeOther(_ path: String) {
    do throws(FileFailure) {
      _ = try removeUnlessHeld(path)
    } catch {
      return
    }
  }
}
