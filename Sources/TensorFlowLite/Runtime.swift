import TFLiteRuntime

/// The runtime behind the interpreter.
public enum Runtime {
  /// The version of this package, in the form of semantic versioning.
  public static var version: String { RuntimeVersion.current }
}

/// Kept so that declarations which pass delegates compile. A delegate of TensorFlow Lite is C code that takes over parts
/// of the graph; this runtime computes everything itself and asks nothing of a delegate.
public protocol Delegate: AnyObject {}

/// How a thread waits for a Metal computation.
public enum ThreadWaitType: Equatable, Hashable, Sendable {
  /// Not at all.
  case none
  /// Asleep.
  case passive
  /// Asking again and again.
  case active
  /// Asking without a pause.
  case aggressive
}

/// Kept for source compatibility: the model runs on the processor.
public final class MetalDelegate: Delegate {
  /// The options given to the initialiser.
  public let options: Options

  /// A delegate with the given options.
  public init(options: Options = Options()) { self.options = options }

  /// Options of the delegate; none has an effect.
  public struct Options: Equatable, Hashable, Sendable {
    /// Whether half precision may stand in for single.
    public var isPrecisionLossAllowed = false
    /// The former name of `isPrecisionLossAllowed`.
    @available(*, deprecated, renamed: "isPrecisionLossAllowed")
    public var allowsPrecisionLoss: Bool {
      get { isPrecisionLossAllowed }
      set { isPrecisionLossAllowed = newValue }
    }
    /// How to wait for a computation.
    public var waitType: ThreadWaitType = .passive
    /// Whether quantised models are taken over.
    public var isQuantizationEnabled = true

    /// Options with all defaults.
    public init() {}
  }
}

/// Kept for source compatibility: the model runs on the processor.
public final class CoreMLDelegate: Delegate {
  /// The options given to the initialiser.
  public let options: Options

  /// - Returns: nil when the Neural Engine alone is asked for, which this runtime does not use.
  public init?(options: Options = Options()) {
    if options.enabledDevices == .neuralEngine { return nil }
    self.options = options
  }

  /// The processors to use.
  public enum EnabledDevices: Equatable, Hashable, Sendable {
    /// Devices that have a Neural Engine.
    case neuralEngine
    /// Every device.
    case all
  }

  /// Options of the delegate; only `enabledDevices` has an effect.
  public struct Options: Equatable, Hashable, Sendable {
    /// The devices on which the delegate can be made.
    public var enabledDevices: EnabledDevices = .neuralEngine
    /// The version of Core ML to write for, 0 for the newest.
    public var coreMLVersion = 0
    /// The most parts of a graph to take over, 0 for all.
    public var maxDelegatedPartitions = 0
    /// The fewest operators worth taking over.
    public var minNodesPerPartition = 2

    /// Options with all defaults.
    public init() {}
  }
}
