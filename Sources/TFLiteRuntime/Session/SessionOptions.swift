/// How a session runs.
public struct SessionOptions: Sendable, Hashable {
  /// How many threads compute at once.
  public enum Threads: Sendable, Hashable {
    /// As many as pay: the processors at hand, four at most.
    case automatic
    /// The invoking thread alone.
    case single
    /// So many; values below 1 mean `automatic`.
    case count(Int)

    /// The number of threads, the invoking one included.
    public var count: Int {
      switch self {
      case .automatic: min(4, Workers.processorCount)
      case .single: 1
      case .count(let count): count < 1 ? Self.automatic.count : min(count, 64)
      }
    }
  }

  /// Which kernels compute. Which of them there are depends on the build and the processor: see `available`.
  public enum Kernels: String, Sendable, Hashable, CaseIterable {
    /// Plain loops, slow on purpose: the oracle of the others.
    case reference
    /// Vectorised for any processor of the family.
    case portable
    /// For arm64 with dot-product instructions.
    case dot
    /// For arm64 with dot-product and byte-matrix instructions (FEAT_I8MM).
    case i8mm
    /// For x86-64 with AVX2 and FMA.
    case avx2
    /// For x86-64 with AVX2 and AVX-VNNI, as Intel's client processors have them.
    case avxvnni
    /// For x86-64 with AVX-512 and its VNNI.
    case avx512
    /// The fastest this processor runs, or the set that TFLITE_KERNELS in the environment names, if it can run.
    case best
  }

  /// How exactly products of floats are computed: fully connected operators, convolutions, batched products, gates.
  public enum Precision: String, Sendable, Hashable, CaseIterable {
    /// In float32.
    case full
    /// With operands of 16 bits, where the processor is faster with them, else as `full`.
    ///
    /// On x86-64 with AVX-512 and VNNI, weights and activations become fixed-point numbers of 13 bits, scaled by the largest
    /// magnitude of each filter and of each 512 elements of a row, and are summed up exactly: an error of at most 2^-13 of
    /// those magnitudes an operand. On arm64 with dot products they become numbers of half precision, scaled likewise, so
    /// that no range is too large, and are summed up 64 at a time in half precision: an error of at most 2^-11 of itself an
    /// operand, and of each of these sums' steps. 3x3 convolutions by minimal filtering and depthwise convolutions stay as
    /// they are. Among activations NaN may count as zero. Integer tensors are not concerned. ``Session/precision`` tells
    /// which it is; `tflite compare --precision reduced` measures what it does to a model's outputs.
    case reduced
  }

  /// How many threads compute.
  public var threads = Threads.automatic
  /// Which kernels compute.
  public var kernels = Kernels.best
  /// How exactly products of floats are computed.
  public var precision = Precision.full
  /// Rewrite the graph, so that fewer operators run, and compute constant parts of it once. Integer results stay the same bit
  /// for bit; some rewrites round floats elsewhere (`docs/ARCHITECTURE.md`, *Passes*).
  public var rewrites = true
  /// When operators run together in bands of rows.
  package var bands = BandLimits()
  /// What the session may cost at most: memory, operators, depth, runs of subgraphs, time.
  public var limits = SessionLimits()
  /// The most bytes that the session may hold together with what is derived from its model: ``SessionLimits/memory``.
  public var memoryLimit: Int? {
    get { limits.memory }
    set { limits.memory = newValue }
  }
  /// What can be read after an invocation beside the outputs: by name as an output, or as ``TensorKey/tensor(_:)``. What is
  /// chosen is not rewritten away, so that reading everything costs memory and time.
  public var intermediates = IntermediateTensors.none
  /// The request for memory that is refused, counted from 0 on; nil for none. For tests of what a failed allocation leaves.
  package var refusedRequest: Int?
  /// Measures the time of every operator.
  public var profiling = false
  /// The operators at hand, custom ones among them.
  public var registry: OperatorRegistry

  /// The defaults, with all built-in operators.
  public init() { registry = OperatorRegistry() }

  /// The defaults with the operators of `registry`. A program whose registries all name their operators has to take this
  /// initializer, since the other one keeps all of them in it.
  public init(registry: OperatorRegistry) { self.registry = registry }
}
