import Foundation

/// Decides which part of a roll-out a device belongs to. Never leaves the device.
public struct AssignmentID: Hashable, Sendable, Codable {
  /// How many buckets there are.
  static let buckets = 10_000

  /// The text that is hashed.
  public let rawValue: String

  /// The id with this text, such as an id of the user.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The bucket of this id among 10,000: the first eight bytes, big-endian, of SHA-256(salt, a zero byte, id), modulo
  /// 10,000. The same everywhere and for ever; ids spread evenly, and other salts spread them independently.
  public func bucket(salt: String) -> Int {
    var hash = SHA256()
    Array("\(salt)\0\(rawValue)".utf8).withUnsafeBytes { hash.update($0) }
    // 16 hexadecimal digits always are a number of 64 bits.
    let number = UInt64(hash.finish().description.prefix(16), radix: 16) ?? 0
    return Int(number % UInt64(Self.buckets))
  }
}

/// What a host's conditions are compared with.
public struct DeviceTraits: Hashable, Sendable, Codable {
  /// `ios`, `tvos`, `watchos`, `visionos`, `macos`, `linux`, `android` or `windows`.
  public var platform: String
  /// The runtime's version, as `1.2.3`.
  public var runtime: String
  /// The device's memory in bytes.
  public var memory: UInt64

  /// The traits of some device; `current` has those of this one.
  public init(platform: String, runtime: String, memory: UInt64) {
    self.platform = platform
    self.runtime = runtime
    self.memory = memory
  }

  /// The version of this package; the runtime's own, which this module does not import.
  package static let runtimeVersion = "0.1.0"

  /// This device.
  public static let current = DeviceTraits(
    platform: currentPlatform, runtime: runtimeVersion, memory: ProcessInfo.processInfo.physicalMemory)

  private static var currentPlatform: String {
    #if os(iOS)
    "ios"
    #elseif os(tvOS)
    "tvos"
    #elseif os(watchOS)
    "watchos"
    #elseif os(visionOS)
    "visionos"
    #elseif os(macOS)
    "macos"
    #elseif os(Android)
    "android"
    #elseif os(Windows)
    "windows"
    #else
    "linux"
    #endif
  }
}
