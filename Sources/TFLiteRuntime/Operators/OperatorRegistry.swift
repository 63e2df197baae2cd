import TFLiteSchema

/// Makes an application's operator from what the file says of it.
/// - Throws: `unsupported` or `invalidOperator` when the options cannot be.
public typealias OperatorFactory = @Sendable (OperatorNode) throws(RuntimeError) -> any Operator

/// The operators a session can run: the built-in ones, or some of them, and those an application adds by name. Registries are
/// equal when each is a copy of the other, or has the same registrations in another order.
public struct OperatorRegistry: Sendable, Hashable {
  /// Those of the runtime.
  let operators: OperatorSet
  private var custom: [String: Registration]

  private struct Registration: Hashable {
    /// No other one in the process has the same.
    let number: Int
    let make: OperatorMaker

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private static let lock = Lock()
  // Under `lock`.
  private nonisolated(unsafe) static var registrationCount = 0

  /// The built-in operators, custom ones like `TFLite_Detection_PostProcess` included.
  public init() {
    operators = .complete
    custom = [:]
  }

  /// Some of the built-in operators, and what passes make of them. A program whose every session has such a registry, by
  /// ``SessionOptions/init(registry:)``, is linked without the other operators: see <doc:SmallPrograms>.
  /// - Parameter operators: those that the program's models have; `tflite ops --for MODEL... --swift` prints them.
  public init(only operators: [OperatorEntry]) {
    self.operators = OperatorSet(operators)
    custom = [:]
  }

  /// Adds a custom operator, or replaces the one of that name.
  public mutating func register(_ name: String, _ make: @escaping OperatorFactory) {
    add(name) { node throws(RuntimeError) in MadeOperator(custom: try make(node)) }
  }

  /// The same for one that computes in jobs; see `MadeOperator.computesInJobs`.
  package mutating func register(_ name: String, computesInJobs: Bool, _ make: @escaping OperatorFactory) {
    add(name) { node throws(RuntimeError) in MadeOperator(custom: try make(node), computesInJobs: computesInJobs) }
  }

  private mutating func add(_ name: String, _ make: @escaping OperatorMaker) {
    let number = Self.lock.withLock {
      Self.registrationCount += 1
      return Self.registrationCount
    }
    custom[name] = Registration(number: number, make: make)
  }

  /// The registrations that operators of `graphs` come from, each once; empty when all are built in.
  func registrations(in graphs: [Graph]) -> [Int] {
    if custom.isEmpty { return [] }
    var numbers: Set<Int> = []
    for graph in graphs {
      for node in graph.operators where node.isCustom {
        if let registration = custom[node.name] { numbers.insert(registration.number) }
      }
    }
    return numbers.sorted()
  }

  /// What makes the operator `node`.
  /// - Throws: `unsupported` with the reason.
  func maker(of node: OperatorNode) throws(RuntimeError) -> OperatorMaker {
    if let reason = reasonAgainst(node) { throw node.error(.unsupported, reason) }
    if node.isCustom {
      if let make = custom[node.name]?.make { return make }
      if let entry = operators.customEntry(node.name) { return entry.make }
    } else if let entry = operators.entry(node.code) {
      return entry.make
    }
    throw node.error(.unsupported, "operator not supported")
  }

  /// The element types of the outputs of `node`. An application's operators have what the file states.
  func outputTypes(of node: OperatorNode) -> OutputTypes {
    if !node.isCustom { return operators.entry(node.code)?.outputs ?? .stated }
    return custom[node.name] == nil ? operators.customEntry(node.name)?.outputs ?? .stated : .stated
  }

  /// Why `node` of `graph` cannot run, nil when it can.
  func reasonAgainst(_ node: OperatorNode, in graph: Graph) -> String? {
    if let reason = reasonAgainst(node) { return reason }
    return node.isCustom ? nil : operators.entry(node.code)?.reasonAgainstType(node, in: graph)
  }

  /// The same whatever its types are.
  func reasonAgainst(_ node: OperatorNode) -> String? {
    let known: OperatorEntry?
    if node.isCustom {
      if custom[node.name] != nil { return nil }
      known = operators.customEntry(node.name)
      if known == nil, node.isTensorFlows {
        return "a TensorFlow (Flex) operator; convert the model with built-in operators only"
      }
      if known == nil, let accelerator = Self.accelerator(node.name) {
        return "compiled for \(accelerator); take the model from which it was compiled"
      }
    } else {
      known = operators.entry(node.code)
    }
    guard let entry = known else {
      if !operators.isComplete {
        return
          "not in the session's OperatorRegistry(only:); `tflite ops --for MODEL --swift` prints what a model needs"
      }
      return node.isCustom ? "a custom operator that is not registered" : "operator not supported"
    }
    if !entry.versions.contains(node.version) {
      return
        "version not supported, expected \(entry.versions.lowerBound) to \(entry.versions.upperBound), found \(node.version)"
    }
    return nil
  }

  /// What runs the program that an operator of this name holds: compilers for accelerators put it in the place of what they
  /// have compiled.
  private static func accelerator(_ name: String) -> String? {
    switch name {
    case "edgetpu-custom-op": "a Coral Edge TPU"
    case "ethos-u": "an Arm Ethos-U"
    case "NeutronGraph": "an NXP Neutron"
    case "DISPATCH_OP": "an NPU by LiteRT"
    default: nil
    }
  }
}
