import TFLiteKernelSets
import TFLiteKernels

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension SessionOptions.Kernels {
  /// The sets that this build has and this processor runs, `best` included, slowest first.
  public static let available: [Self] = allCases.filter { $0 == .best || $0.entry != nil }

  /// The set that `best` stands for: what TFLITE_KERNELS in the environment names, else the fastest available. A name that
  /// is unknown, or of a set that cannot run, is reported on standard error, once, and passed over.
  static let standard: Self = {
    guard let name = environment("TFLITE_KERNELS"), !name.isEmpty, name != best.rawValue else { return fastest }
    if let wish = Self(rawValue: name), wish.entry != nil { return wish }
    warn(
      "TFLITE_KERNELS: expected one of \(names(available)), found '\(name)'; "
        + "\(fastest.rawValue) is used")
    return fastest
  }()

  /// - Throws: `invalidArgument` when this build lacks the set or this processor cannot run it.
  func resolved(_ precision: SessionOptions.Precision = .full) throws(RuntimeError) -> (set: KernelSet, id: Int) {
    let choice = self == .best ? Self.standard : self
    guard let set = choice.entry?.set else {
      throw RuntimeError(
        .invalidArgument, "this build or this processor has no such kernels", expected: Self.names(Self.available),
        actual: choice.rawValue)
    }
    let id = Self.allCases.firstIndex(of: choice) ?? 0
    guard precision == .reduced, let reduced = set.reduced else { return (set, id) }
    // What is packed for one precision is of no use to the other.
    return (reduced, id &+ Self.allCases.count)
  }

  /// The instructions of the fastest kernels for this processor, when those called `name` are slower ones.
  static func fasterInstructions(than name: StaticString) -> String? {
    let order = KernelSets.instructions
    let best = KernelSets.processorInstructions
    guard let place = order.firstIndex(of: name.description), let end = order.firstIndex(of: best), place < end else {
      return nil
    }
    return best
  }

  private static var fastest: Self { KernelSets.available.last.flatMap { Self(rawValue: $0.name) } ?? .portable }

  private static func names(_ choices: [Self]) -> String {
    var text = ""
    for choice in choices { text += (text.isEmpty ? "" : ", ") + choice.rawValue }
    return text
  }

  /// Where the kernels are; nil where they cannot run, and for `best`.
  private var entry: KernelSets.Entry? { KernelSets.available.first { $0.name == rawValue } }

  private static func environment(_ name: String) -> String? {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    return getenv(name).map { String(cString: $0) }
    #else
    return nil
    #endif
  }

  /// Writes a line to standard error.
  private static func warn(_ text: String) {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    var line = Array(("swift-tflite: " + text + "\n").utf8)
    _ = line.withUnsafeMutableBytes { write(2, $0.baseAddress, $0.count) }
    #endif
  }
}
