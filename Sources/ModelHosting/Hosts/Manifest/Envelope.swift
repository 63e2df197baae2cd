import Foundation

/// A signed message in one file: DSSE 1.0 (github.com/secure-systems-lab/dsse). The type is part of what is signed, so a
/// signature for another purpose does not count here.
package struct Envelope: Hashable, Sendable {
  /// The type of signed manifests.
  package static let manifestType = "application/vnd.swift-tflite.models+json"

  /// More signatures than this are not looked at: checking costs time.
  private static let mostSignatures = 16

  package var payloadType: String
  package var payload: Data
  package var signatures: [Data]

  package init(payloadType: String = manifestType, payload: Data, signatures: [Data] = []) {
    self.payloadType = payloadType
    self.payload = payload
    self.signatures = signatures
  }

  private struct File: Codable {
    struct Signature: Codable {
      let sig: String
    }
    let payload: String
    let payloadType: String
    let signatures: [Signature]
  }

  /// The envelope that `json` holds; nil if it is JSON of another form, or none.
  /// - Throws: `signatureInvalid` for an envelope whose Base64 is broken.
  package init?(json: Data) throws(HostingError) {
    // Other JSON is not an error here: a manifest may stand alone.
    guard let file = try? JSONDecoder().decode(File.self, from: json) else { return nil }
    payloadType = file.payloadType
    payload = try Self.decode(file.payload, "payload")
    signatures = []
    for signature in file.signatures.prefix(Self.mostSignatures) {
      signatures.append(try Self.decode(signature.sig, "signature"))
    }
  }

  /// Either alphabet of Base64, as the specification demands, but one text for one message.
  private static func decode(_ text: String, _ what: String) throws(HostingError) -> Data {
    let isAddressSafe = text.contains { $0 == "-" || $0 == "_" }
    let standard =
      isAddressSafe && !text.contains { $0 == "+" || $0 == "/" }
      ? String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) : text
    guard let data = Data(base64Encoded: standard), data.base64EncodedString() == standard else {
      throw HostingError(.signatureInvalid, "The \(what) of the signed manifest is not Base64: the file is damaged.")
    }
    return data
  }

  /// The bytes that are signed.
  package var signedBytes: Data {
    let type = Data(payloadType.utf8)
    return Data("DSSEv1 \(type.count) ".utf8) + type + Data(" \(payload.count) ".utf8) + payload
  }

  /// Whether one of `keys` has signed.
  package func isSigned(byOneOf keys: [PublicKey]) -> Bool {
    let message = signedBytes
    return signatures.contains { signature in keys.contains { $0.isValid(signature, for: message) } }
  }

  /// The file's bytes, on one line.
  package func json() throws(HostingError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let file = File(
      payload: payload.base64EncodedString(), payloadType: payloadType,
      signatures: signatures.map { File.Signature(sig: $0.base64EncodedString()) })
    do {
      return try encoder.encode(file) + Data("\n".utf8)
    } catch {
      throw HostingError(.internal, "The envelope cannot be written: \(error).", underlying: error)
    }
  }
}

extension Manifest {
  /// Reads a published file: a manifest, or an envelope with one inside.
  /// - Parameter keys: If there are any, only an envelope that one of them has signed is read.
  package init(file: Data, trusting keys: [PublicKey]) throws(HostingError) {
    let envelope = try Envelope(json: file)
    guard !keys.isEmpty else {
      try self.init(json: envelope?.payload ?? file)
      return
    }
    guard let envelope else {
      throw HostingError(
        .signatureInvalid,
        "The manifest is not signed: \(keys.count) keys are trusted, expected a DSSE envelope. Sign it before publishing."
      )
    }
    guard envelope.payloadType == Envelope.manifestType else {
      throw HostingError(
        .signatureInvalid,
        "What is signed is of the type \(envelope.payloadType.prefix(80).debugDescription): "
          + "expected \(Envelope.manifestType).")
    }
    guard envelope.isSigned(byOneOf: keys) else {
      throw HostingError(
        .signatureInvalid,
        "No signature of the manifest, which has \(envelope.signatures.count), is valid for a trusted key, of which there "
          + (keys.count == 1 ? "is 1" : "are \(keys.count)") + ": it was changed, or signed with another key.")
    }
    try self.init(json: envelope.payload)
  }
}
