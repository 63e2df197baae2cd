import ArgumentParser
import TFLiteRuntime

/// The engines that `benchmark` measures: one, or all combinations of several threads and kernels.
struct BenchmarkSweep: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Threads that compute at once; several, as 1,2,4, are measured one after the other.", valueName: "threads"))
  var threads = NumberList([1])

  @Option(
    help: ArgumentHelp(
      """
      The kernels: reference, portable, dot, i8mm, avx2, avxvnni, avx512 or best; several with commas, or all that this processor \
      runs but reference.
      """, valueName: "kernels"))
  var kernels = KernelList(kernels: [.best])

  @Option(
    help: "Products of floats in full precision, or reduced where the processor is faster with operands of 16 bits.")
  var precision = SessionOptions.Precision.full

  @Flag(help: "Run the graph exactly as the file states it.")
  var noRewrites = false

  @Flag(help: "Keep to strict limits of memory, time and loops, for the files of strangers.")
  var untrusted = false

  func validate() throws {
    for count in threads.numbers where !(1...64).contains(count) {
      throw ValidationError("--threads: expected 1 to 64, found \(count)")
    }
  }

  /// All combinations, in the order of the options.
  var sessions: [SessionOptions] {
    kernels.kernels.flatMap { kernels in threads.numbers.map { session(kernels: kernels, threads: $0) } }
  }

  func session(kernels: SessionOptions.Kernels, threads: Int) -> SessionOptions {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.kernels = kernels
    options.precision = precision
    options.rewrites = !noRewrites
    if untrusted { options.limits = .untrusted }
    return options
  }
}

/// Numbers with commas between them.
struct NumberList: ExpressibleByArgument {
  let numbers: [Int]

  init(_ numbers: [Int]) { self.numbers = numbers }

  init?(argument: String) {
    var numbers: [Int] = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(part), number >= 0 else { return nil }
      numbers.append(number)
    }
    self.numbers = numbers
  }

  var defaultValueDescription: String { numbers.map(String.init).joined(separator: ",") }
}

/// Kernels with commas between them.
struct KernelList: ExpressibleByArgument {
  let kernels: [SessionOptions.Kernels]

  init(kernels: [SessionOptions.Kernels]) { self.kernels = kernels }

  init?(argument: String) {
    if argument == "all" {
      kernels = SessionOptions.Kernels.available.filter { $0 != .reference && $0 != .best }
      return
    }
    var kernels: [SessionOptions.Kernels] = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kernel = SessionOptions.Kernels(rawValue: String(part)) else { return nil }
      kernels.append(kernel)
    }
    self.kernels = kernels
  }

  var defaultValueDescription: String { kernels.map(\.rawValue).joined(separator: ",") }
}
