import ArgumentParser
import TFLiteRuntime

extension SessionOptions.Kernels: ExpressibleByArgument {}
extension SessionOptions.Precision: ExpressibleByArgument {}

/// The options of every command that runs a model.
struct EngineOptions: ParsableArguments {
  @Option(help: "Threads that compute at once; by default as many as pay.")
  var threads: Int?

  @Option(
    help: """
      The kernels: reference, portable, dot, i8mm, avx2, avxvnni, avx512 or best; TFLITE_KERNELS in the environment sets the \
      default.
      """)
  var kernels = SessionOptions.Kernels.best

  @Option(
    help: "Products of floats in full precision, or reduced where the processor is faster with operands of 16 bits.")
  var precision = SessionOptions.Precision.full

  @Flag(help: "Run the graph exactly as the file states it.")
  var noRewrites = false

  @Flag(help: "Keep to strict limits of memory, time and loops, for the files of strangers.")
  var untrusted = false

  func validate() throws {
    if let threads, !(1...64).contains(threads) {
      throw ValidationError("--threads: expected 1 to 64, found \(threads)")
    }
  }

  /// - Parameter standard: the threads when none are asked for.
  func session(standard: SessionOptions.Threads = .automatic) -> SessionOptions {
    var options = SessionOptions()
    options.threads = threads.map { .count($0) } ?? standard
    options.kernels = kernels
    options.precision = precision
    options.rewrites = !noRewrites
    if untrusted { options.limits = .untrusted }
    return options
  }
}
