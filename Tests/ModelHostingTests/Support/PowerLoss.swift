@testable import ModelHosting

/// What remains of changes that were not synchronised.
enum PowerLoss: CustomStringConvertible, Sendable {
  /// The process died, the machine goes on: all of them.
  case none
  case everything
  /// Bytes, but no change of names.
  case names
  /// Changes of names, but no bytes.
  case bytes
  /// Names, and half of the bytes that a file grew by.
  case halfTails
  /// Names and lengths; the bytes that a file grew by are zeros.
  case zeroTails
  /// Each change of names and each file by its own lot.
  case random(seed: UInt64)
  /// As `everything`, and moved files have kept the old name beside the new one.
  case oldNames

  static let rules: [PowerLoss] =
    [.none, .everything, .names, .bytes, .halfTails, .zeroTails, .oldNames] + (1...5).map { .random(seed: $0) }

  var description: String {
    switch self {
    case .none: "nothing lost"
    case .everything: "everything lost"
    case .names: "names lost"
    case .bytes: "bytes lost"
    case .halfTails: "half tails"
    case .zeroTails: "zero tails"
    case .random(let seed): "random \(seed)"
    case .oldNames: "old names stay"
    }
  }
}

struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}

extension SimulatedDisk {
  /// The disk as the next start finds it: no file is open, nothing is locked.
  func after(_ loss: PowerLoss) -> SimulatedDisk {
    var state = current
    if case .none = loss { return SimulatedDisk(state) }
    var random = SeededGenerator(state: 0)
    if case .random(let seed) = loss { random = SeededGenerator(state: seed) }
    state.boot += 1
    var names = state.durableNames
    for change in state.pending where keepsNames(loss, &random) { Self.apply(change, to: &names) }
    if case .oldNames = loss {
      for (path, inode) in state.oldNames where names.values.contains(inode) { names[path] = inode }
    }
    state.names = names
    state.durableNames = names
    state.pending = []
    state.oldNames = [:]
    for (inode, contents) in state.contents.sorted(by: { $0.key < $1.key }) {
      guard names.values.contains(inode) else {
        state.contents[inode] = nil
        continue
      }
      let bytes = remains(of: contents, loss, &random)
      state.contents[inode]?.written = bytes
      state.contents[inode]?.durable = bytes
    }
    return SimulatedDisk(state)
  }

  private func keepsNames(_ loss: PowerLoss, _ random: inout SeededGenerator) -> Bool {
    switch loss {
    case .everything, .names, .oldNames: false
    case .random: Bool.random(using: &random)
    case .none, .bytes, .halfTails, .zeroTails: true
    }
  }

  private func remains(of contents: Contents, _ loss: PowerLoss, _ random: inout SeededGenerator) -> [UInt8] {
    let (written, durable) = (contents.written, contents.durable)
    let growth = max(0, written.count - durable.count)
    switch loss {
    case .none, .names: return written
    case .everything, .bytes, .oldNames: return durable
    case .halfTails: return Array(written.prefix(durable.count + growth / 2))
    case .zeroTails: return durable + [UInt8](repeating: 0, count: growth)
    case .random:
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return durable
      case 1: return written
      case 2: return Array(written.prefix(durable.count + Int.random(in: 0...growth, using: &random)))
      default:
        // Blocks reach the medium in any order.
        let kept = Int.random(in: 0...growth, using: &random)
        return durable + [UInt8](repeating: 0, count: kept) + written.suffix(growth - kept)
      }
    }
  }
}
