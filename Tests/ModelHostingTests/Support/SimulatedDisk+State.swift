@testable import ModelHosting

extension SimulatedDisk {
  /// A file's bytes as written, and as they were when last synchronised.
  struct Contents {
    var written: [UInt8] = []
    var durable: [UInt8] = []
    var isWritable = true
    var modified: Int64 = 0
  }

  /// A change of names. It is durable when the folder of its target is synchronised.
  enum NameChange: Equatable {
    case add(String, inode: UInt64)
    case remove(String)
    case move(String, String, inode: UInt64)

    var folder: String {
      switch self {
      case .add(let path, _), .remove(let path), .move(_, let path, _): StoreFolder.parent(of: path)
      }
    }
  }

  struct State {
    var contents: [UInt64: Contents] = [:]
    var names: [String: UInt64] = [:]
    var durableNames: [String: UInt64] = [:]
    /// Changes of names since the last synchronisation of their folders, in order.
    var pending: [NameChange] = []
    /// Moves whose old folder was not synchronised since.
    var oldNames: [String: UInt64] = [:]
    var folders: Set<String> = ["/"]
    var nextInode: UInt64 = 1
    var time: Int64 = 1_700_000_000_000_000_000
    var boot = 1
  }

  /// What a change is refused with, and when.
  struct Fault {
    var code: Int32
    /// The number of the change, from 1.
    var at: Int
    /// Whether all later changes fail too: the process is dead, or the disk stays full.
    var lasts: Bool
    /// Only calls of this name, such as `write`; nil for all.
    var operation: String?
  }
}
