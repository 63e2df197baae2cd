import Foundation

extension ModelStore {
  /// Takes a model that came another way: from the app's bundle, Background Assets, another library's folder. The file is
  /// copied; its length and digest are compared with `version` where that states them, and `validate` may refuse it.
  ///
  /// A version that was adopted before is not adopted again while any version is usable: the newest is returned. So an
  /// app may adopt its bundled model at each launch, and downloads stay.
  ///
  /// Errors: as those of a download: `dataLoss`, `hashMismatch`, `incompatibleModel`, `notEnoughSpace`; `notFound` when
  /// there is no `file`; `failedPrecondition` when the model was rejected or withdrawn.
  @discardableResult
  public func adopt(
    _ file: URL, as name: String, version: ModelVersion, validate: (URL) throws -> Void = { _ in }
  ) throws(HostingError) -> InstalledModel {
    if let model = try adopted(version, as: name) { return model }
    var waited: TimeInterval = 0
    while true {
      if let model = try commitAdopted(version, as: name) { return model }
      if let partial = try openPartial(of: version, for: name, hostKey: nil, resumes: false) {
        do {
          try copy(file, to: partial)
        } catch {
          partial.discard()
          throw error
        }
        return try install(partial, activation: .nextLaunch, validate: validate)
      }
      guard waited < 10 else {
        throw HostingError(
          .unavailable, "Another process has adopted '\(name)' for 10 s: try again later.", model: name)
      }
      Thread.sleep(forTimeInterval: 0.05)
      waited += 0.05
    }
  }

  private func adopted(_ version: ModelVersion, as name: String) throws(HostingError) -> InstalledModel? {
    let isKnown = try memory.use { memory throws(HostingError) in
      try entry(of: name, &memory)?.record.adopted.contains(version.id) == true
    }
    return isKnown ? try newest(name) : nil
  }

  private func commitAdopted(_ version: ModelVersion, as name: String) throws(HostingError) -> InstalledModel? {
    guard let digest = version.digest, try byteCount(of: digest) != nil else { return nil }
    let model = try change(name, "'\(name)' cannot be installed") { record throws(HostingError) in
      let model = try place(version, digest, in: &record, host: nil, activation: .nextLaunch)
      if model != nil { record.adopted = (record.adopted + [version.id]).suffix(8) }
      return model
    }
    if let model { tell(.installed(model)) }
    return model
  }

  private func copy(_ file: URL, to partial: Partial) throws(HostingError) {
    try folder.explaining("\(file.path) cannot be read", model: partial.name) {
      let source: Int32
      do throws(FileFailure) {
        source = try folder.files.open(file.path, for: .reading)
      } catch {
        guard error.isMissing else { throw error }
        throw HostingError(
          .notFound, "There is no file \(file.path) to adopt as '\(partial.name)'.", model: partial.name,
          underlying: error)
      }
      defer { folder.files.close(source) }
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
      defer { buffer.deallocate() }
      while true {
        let count = try folder.files.read(source, into: buffer, at: partial.length)
        if count == 0 { return }
        try partial.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }
}
