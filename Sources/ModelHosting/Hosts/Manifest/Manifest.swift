import Foundation

/// What a publisher says of all his models: versions, who gets which, and which must not be used any more.
package struct Manifest: Codable, Hashable, Sendable {
  /// The newest form of manifests that this package reads.
  package static let newestFormat = 1

  package var format: Int
  /// Counts up with every manifest that is published. A lower one than seen before is refused.
  package var sequence: Int64
  /// When the manifest ceases to be believed, RFC 3339.
  package var expires: String?
  package var models: [String: Model]

  package init(format: Int = newestFormat, sequence: Int64, expires: String? = nil, models: [String: Model] = [:]) {
    self.format = format
    self.sequence = sequence
    self.expires = expires
    self.models = models
  }

  /// The versions of one name.
  package struct Model: Codable, Hashable, Sendable {
    package var versions: [String: Version]
    /// What spreads devices over buckets; the model's name if there is none. Another salt draws other devices.
    package var salt: String?
    /// Who gets which version; the first step that holds decides. None: everybody gets the only version.
    package var rollout: [Step]?
    package var withdrawn: [SHA256Digest]?

    package init(
      versions: [String: Version] = [:], salt: String? = nil, rollout: [Step]? = nil, withdrawn: [SHA256Digest]? = nil
    ) {
      self.versions = versions
      self.salt = salt
      self.rollout = rollout
      self.withdrawn = withdrawn
    }
  }

  /// One file, and which devices can use it.
  package struct Version: Codable, Hashable, Sendable {
    /// The file's address, relative to the manifest's.
    package var url: String
    package var bytes: Int64
    package var sha256: SHA256Digest
    /// The oldest runtime that can run it, as `1.2.3`.
    package var minimumRuntime: String?
    package var platforms: [String]?
    /// The memory that a device needs to have, in bytes.
    package var memory: UInt64?

    package init(
      url: String, bytes: Int64, sha256: SHA256Digest, minimumRuntime: String? = nil, platforms: [String]? = nil,
      memory: UInt64? = nil
    ) {
      self.url = url
      self.bytes = bytes
      self.sha256 = sha256
      self.minimumRuntime = minimumRuntime
      self.platforms = platforms
      self.memory = memory
    }
  }

  /// A part of a roll-out.
  package struct Step: Codable, Hashable, Sendable {
    /// Devices whose bucket, 0 to 9999, is below this get the version: 500 is 5 %.
    package var below: Int
    package var version: String

    package init(below: Int, version: String) {
      self.below = below
      self.version = version
    }
  }

  /// Reads a manifest's JSON. Members that are not known are passed over.
  package init(json: Data) throws(HostingError) {
    struct Format: Decodable { let format: Int }
    do {
      let format = try JSONDecoder().decode(Format.self, from: json).format
      guard format >= 1, format <= Self.newestFormat else {
        throw HostingError(
          .failedPrecondition,
          "The manifest has format \(format): this version of the package reads 1 to \(Self.newestFormat). Update the app."
        )
      }
      self = try JSONDecoder().decode(Self.self, from: json)
    } catch let error as HostingError {
      throw error
    } catch {
      throw HostingError(
        .dataLoss, "The manifest cannot be read: \(Self.explain(error))", underlying: error)
    }
  }

  /// Where in the JSON something is not what is expected, on one line.
  private static func explain(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      let path = (context.codingPath + (key.map { [$0] } ?? [])).map { $0.intValue.map(String.init) ?? $0.stringValue }
      return path.isEmpty ? "the whole" : "'\(path.joined(separator: "."))'"
    }
    let text =
      switch error {
      case DecodingError.keyNotFound(let key, let context): "\(place(context, key)) is missing."
      case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
        "\(place(context)) is not of the type \(type)."
      case DecodingError.dataCorrupted(let context):
        "\(place(context)): \(context.debugDescription) Or a number does not fit its place."
      default: "expected the JSON of a manifest."
      }
    return String(text.prefix(300).map { $0.isNewline ? " " : $0 })
  }

  /// The bytes that are published and signed: JSON with sorted members, so that equal manifests have equal bytes.
  package func json() throws(HostingError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return try encoder.encode(self) + Data("\n".utf8)
    } catch {
      throw HostingError(.internal, "The manifest cannot be written: \(error).", underlying: error)
    }
  }
}
