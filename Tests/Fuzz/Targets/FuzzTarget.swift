import Glibc

/// One kind of bytes that strangers send, and what reads them.
package struct FuzzTarget: Sendable {
  /// As commands and folders call it.
  package let name: String
  /// Reads bytes; an error is as good as a result. What ends the process is a fault.
  package let read: @Sendable (UnsafeRawBufferPointer) -> Void
  /// Files to begin with, beside those in `Corpus`.
  package var seeds: @Sendable () -> [[UInt8]] = { [] }
  /// What the format has that chance does not find.
  var words: @Sendable () -> [[UInt8]] = { [] }
  /// The most bytes that reading may take, nil where nothing says so.
  var mostMemory: Int?

  package static let all = [
    models, structure, pictures, archives, metadata, flexBuffers, labels, arrays, manifests, envelopes,
  ]

  /// The target that the environment names.
  static let current: FuzzTarget = {
    let name = getenv("TFLITE_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = all.first(where: { $0.name == name }) else {
      print("TFLITE_FUZZ: expected one of \(all.map(\.name).joined(separator: ", ")), found '\(name)'")
      exit(64)
    }
    return target
  }()

  /// Writes seeds as files of `folder`, and the dictionary as the file beside it.
  func prepare(_ folder: String) {
    for (number, seed) in seeds().enumerated() { Self.write(seed, to: "\(folder)/\(name)-\(number)") }
    var text = ""
    for (number, word) in words().enumerated() {
      text += "w\(number)=\"" + word.map { "\\x" + Self.hexadecimal($0) }.joined() + "\"\n"
    }
    Self.write(Array(text.utf8), to: folder + ".dictionary")
  }

  private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
      print("\(path): cannot be written")
      exit(74)
    }
  }
}

/// The fuzzer calls this once. With TFLITE_FUZZ_SEEDS in the environment seeds and dictionary are written there instead.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> Int32 {
  let target = FuzzTarget.current
  if let folder = getenv("TFLITE_FUZZ_SEEDS") {
    target.prepare(String(cString: folder))
    exit(0)
  }
  return 0
}

/// The fuzzer calls this for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  let target = FuzzTarget.current
  let bytes = UnsafeRawBufferPointer(start: data, count: size)
  guard let most = target.mostMemory else {
    target.read(bytes)
    return 0
  }
  let before = ProcessMemory.beginPeak()
  target.read(bytes)
  let used = ProcessMemory.peak - before
  precondition(used <= most, "reading took \(used) bytes of memory, at most \(most) are allowed")
  return 0
}

/// What the system says of this process.
enum ProcessMemory {
  /// Forgets the greatest memory so far and returns the present one, in bytes.
  static func beginPeak() -> Int {
    if let file = fopen("/proc/self/clear_refs", "w") {
      fputs("5", file)
      fclose(file)
    }
    return peak
  }

  /// The most memory since then, in bytes.
  static var peak: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }
}
