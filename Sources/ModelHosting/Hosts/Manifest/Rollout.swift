/// Which version a device gets.
extension Manifest.Model {
  /// A choice among the versions.
  package enum Choice: Hashable, Sendable {
    case version(String, Manifest.Version)
    /// The device belongs to a step, but no version of the steps it belongs to fits it: the reason for the first.
    case unfit(String)
    /// No step holds for the device's bucket.
    case outside(bucket: Int)
    /// There are no versions at all.
    case empty
  }

  /// The first step that holds for the device and whose version fits it decides. Withdrawn versions fit no device.
  package func choice(named name: String, assignment: AssignmentID, device: DeviceTraits) -> Choice {
    guard !versions.isEmpty else { return .empty }
    let bucket = assignment.bucket(salt: salt ?? name)
    let steps = rollout ?? versions.keys.map { Manifest.Step(below: AssignmentID.buckets, version: $0) }
    var reason: String?
    for step in steps where bucket < step.below {
      guard let version = versions[step.version] else { continue }
      if let obstacle = obstacle(to: version, on: device) {
        reason = reason ?? "version '\(step.version)' \(obstacle)"
      } else {
        return .version(step.version, version)
      }
    }
    return reason.map { .unfit($0) } ?? .outside(bucket: bucket)
  }

  /// Why `device` cannot use `version`; nil if it can.
  func obstacle(to version: Manifest.Version, on device: DeviceTraits) -> String? {
    if withdrawn?.contains(version.sha256) == true { return "is withdrawn" }
    if let platforms = version.platforms, !platforms.contains(where: { $0.lowercased() == device.platform }) {
      return "is for \(platforms.joined(separator: ", ")), this is \(device.platform)"
    }
    if let memory = version.memory, device.memory < memory {
      return "needs \(memory) bytes of memory, there are \(device.memory)"
    }
    if let minimum = version.minimumRuntime {
      guard let needed = Manifest.runtime(minimum), let here = Manifest.runtime(device.runtime), !(here < needed) else {
        return "needs the runtime \(minimum), this is \(device.runtime)"
      }
    }
    return nil
  }
}

extension Manifest {
  /// A version of the runtime as three numbers; what follows `-` or `+` does not count. nil for other texts.
  static func runtime(_ text: String) -> Runtime? {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false).map { UInt32($0) }
    guard (1...3).contains(numbers.count) else { return nil }
    let known = numbers.compactMap { $0 }
    guard known.count == numbers.count else { return nil }
    return Runtime(numbers: known + [UInt32](repeating: 0, count: 3 - known.count))
  }

  struct Runtime: Comparable {
    let numbers: [UInt32]

    static func < (left: Self, right: Self) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }
  }
}
