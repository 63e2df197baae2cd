import Foundation

extension ModelStore {
  /// Verifies the complete file, makes it durable, and makes it the newest version of its name.
  ///
  /// Errors: `dataLoss` when the file has not the stated length (a shorter one keeps its bytes) or is not a model,
  /// `hashMismatch`, what `validate` throws (a `HostingError` as it is, anything else as `incompatibleModel`),
  /// `cancelled` when the model was removed meanwhile, `failedPrecondition` when it was withdrawn or rejected meanwhile,
  /// `notEnoughSpace`. A whole file that is not a model or that `validate` refuses is remembered, see
  /// ``refusal(of:for:host:)``.
  package func install(
    _ partial: Partial, activation: Activation, validate: (URL) throws -> Void
  ) throws(HostingError) -> InstalledModel {
    let digest = try verify(partial)
    try check(partial, digest, with: validate)
    try makeDurable(partial, digest)
    let what = "'\(partial.name)' cannot be installed"
    let model = try change(partial.name, what) { record throws(HostingError) in
      if let reason = record.refusal(
        of: ModelVersion(id: partial.version.id, digest: digest), host: partial.host, runtime: runtime)
      {
        partial.discard()
        throw HostingError(
          .failedPrecondition, "Version \(partial.version.id) of '\(partial.name)' is not used: \(reason).",
          model: partial.name)
      }
      do throws(FileFailure) {
        try nameBlob(digest, partial)
      } catch {
        try continueUnlessRemoved(error, partial, digest)
      }
      if partial.host == nil { record.adopted = (record.adopted + [partial.version.id]).suffix(8) }
      guard
        let model = try place(partial.version, digest, in: &record, host: partial.host, activation: activation)
      else { throw Partial.removed(partial.name) }
      return model
    }
    partial.close()
    if !memory.use({ $0.isClean }) { removeUnused() }
    tell(.installed(model))
    return model
  }

  private func makeDurable(_ partial: Partial, _ digest: SHA256Digest) throws(HostingError) {
    do throws(FileFailure) {
      try partial.withName { path throws(FileFailure) in try folder.files.setWritable(false, path) }
      try folder.files.synchronize(partial.file, attributes: true)
    } catch {
      try continueUnlessRemoved(error, partial, digest)
    }
  }

  /// A file that has lost its name was removed; or, where locks do nothing, another process has finished the same file.
  private func continueUnlessRemoved(
    _ failure: FileFailure, _ partial: Partial, _ digest: SHA256Digest
  ) throws(HostingError) {
    guard failure.isMissing else { throw partial.error(failure) }
    guard try byteCount(of: digest) == partial.length else { throw Partial.removed(partial.name) }
  }

  private func verify(_ partial: Partial) throws(HostingError) -> SHA256Digest {
    let name = partial.name
    let stated = partial.version
    let byteCount: Int64
    do {
      byteCount = try folder.files.status(ofFile: partial.file).byteCount
    } catch {
      throw partial.error(error)
    }
    if let expected = stated.byteCount, partial.length < expected {
      throw HostingError(
        .dataLoss, "The file of '\(name)' should have \(expected) bytes, \(partial.length) came: the rest is missing.",
        model: name)
    }
    guard byteCount == partial.length else {
      partial.discard()
      throw HostingError(
        .dataLoss,
        "The file of '\(name)' has \(partial.length) bytes, an earlier attempt had \(byteCount): download it once more.",
        model: name)
    }
    let digest = partial.digest
    guard stated.digest == nil || stated.digest == digest else {
      partial.discard()
      throw HostingError(
        .hashMismatch,
        "The file of '\(name)' has SHA-256 \(digest), the host states \(stated.digest?.description ?? ""): it serves "
          + "another file than it announces.", model: name)
    }
    return digest
  }

  /// Bytes as people write them, such as `0a 00 00 00`.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }

  /// A whole file that is refused stays refused: it is remembered, and not downloaded again.
  private func check(
    _ partial: Partial, _ digest: SHA256Digest, with validate: (URL) throws -> Void
  ) throws(HostingError) {
    var refusal: HostingError
    do {
      var start = [UInt8](repeating: 0, count: 8)
      _ = try start.withUnsafeMutableBytes { try folder.files.read(partial.file, into: $0, at: 0) }
      guard Array(start[4...]) == Array("TFL3".utf8) else {
        throw HostingError(
          .dataLoss,
          "The file of '\(partial.name)' is not a TensorFlow Lite model: bytes 4 to 7 should be \"TFL3\", found "
            + "\(Self.text(start[4...])). The host serves something else, such as an error page.",
          model: partial.name)
      }
      try validate(URL(fileURLWithPath: partial.path, isDirectory: false))
      return
    } catch let failure as FileFailure {
      throw partial.error(failure)
    } catch let error as HostingError {
      refusal = error
    } catch {
      refusal = HostingError(
        .incompatibleModel, "The model '\(partial.name)' cannot be used: \(error)", model: partial.name,
        underlying: error)
    }
    // That a file could not be read now, or that memory was short, says nothing of it: it is checked once more.
    if refusal.code == .internal {
      partial.close()
      throw refusal
    }
    refusal.message = Record.reason(refusal.message, without: partial.path)
    // A captive portal's page has no digest that the host stated: the next answer may be the model.
    if refusal.code == .incompatibleModel || partial.version.digest != nil {
      let rejection = Record.Rejection(
        digest: digest, id: partial.version.id, host: partial.host, reason: refusal.message,
        runtime: refusal.code == .incompatibleModel ? runtime : nil)
      do {
        try change(partial.name, "The refusal of '\(partial.name)' cannot be kept") { $0.reject(rejection) }
      } catch {
        tell(.failed(partial.name, error))
      }
    }
    partial.discard()
    throw refusal
  }

  /// Gives the file the name of its digest, durably. A blob that is here already stays.
  private func nameBlob(_ digest: SHA256Digest, _ partial: Partial) throws(FileFailure) {
    let blob = folder.blob(digest)
    if try folder.files.status(of: blob)?.byteCount == partial.length {
      partial.discard()
    } else {
      try partial.withName { path throws(FileFailure) in try folder.files.rename(path, to: blob) }
      try folder.files.synchronizeFolder(folder.blobs)
    }
  }
}
