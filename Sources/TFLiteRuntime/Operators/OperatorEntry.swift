import TFLiteSchema

/// One of the runtime's own operators, for ``OperatorRegistry/init(only:)``. Entries are computed and stand in no list, so that
/// the linker leaves out of a program what it does not name.
public struct OperatorEntry: Sendable {
  /// The name such as `CONV_2D`, or a custom operator's.
  public let name: String
  /// The versions whose every option and type rule is implemented.
  public let versions: ClosedRange<Int>
  /// The element types of the main input that the operator computes with.
  public let types: [ElementType]
  /// The name in Swift, as `conv2D`.
  package let swiftName: StaticString
  let code: Schema.BuiltinOperator
  /// The element types of the outputs.
  let outputs: OutputTypes
  let make: OperatorMaker
  /// The passes that look for patterns with this operator; nil for none. Apart, since entries are copied.
  private var brought: Brought?
  /// The operator is TensorFlow's as well, under the name with `Flex` before it.
  private(set) var isTensorFlows = false
  /// The types that have kernels of their own; empty where the entry cannot be restricted to some.
  private var computedTypes: [ComputedType] = []
  /// Some of the types have been named, and there are no others.
  private var isRestricted = false

  init(
    _ code: Schema.BuiltinOperator, _ versions: ClosedRange<Int>, _ types: [ElementType],
    _ outputs: OutputTypes = .stated, swiftName: StaticString = #function, _ make: @escaping OperatorMaker
  ) {
    (name, self.code, self.versions, self.types) = (code.name, code, versions, types)
    (self.outputs, self.swiftName, self.make) = (outputs, swiftName, make)
  }

  init(
    custom name: String, versions: ClosedRange<Int> = 1...1, isTensorFlows: Bool = false, _ types: [ElementType],
    _ outputs: OutputTypes = .stated, swiftName: StaticString = #function, _ make: @escaping OperatorMaker
  ) {
    (self.name, code, self.versions, self.types) = (name, .custom, versions, types)
    (self.outputs, self.swiftName, self.make) = (outputs, swiftName, make)
    self.isTensorFlows = isTensorFlows
  }

  init(
    _ code: Schema.BuiltinOperator, _ versions: ClosedRange<Int>, _ types: [ComputedType],
    _ outputs: OutputTypes = .stated, swiftName: StaticString, _ make: @escaping OperatorMaker
  ) {
    var elements: [ElementType] = []
    for type in types where !elements.contains(type.elementType) { elements.append(type.elementType) }
    self.init(code, versions, elements, outputs, swiftName: swiftName, make)
    computedTypes = types
  }

  /// The same, to be refused for models with other types.
  func restricted() -> Self {
    var entry = self
    entry.isRestricted = true
    return entry
  }

  /// The entry is that of the operator that a file calls `name`, a built-in one unless it is custom.
  package func names(_ name: String, isCustom: Bool) -> Bool {
    if isCustom != (code == .custom) { return false }
    return name == self.name || isTensorFlows && OperatorNode.tensorFlowsName(name) == self.name[...]
  }

  /// The member of the entry's types, as `float32`, that runs `node` of `graph`; nil where the entry cannot be restricted.
  package func swiftType(_ node: OperatorNode, in graph: Graph) -> String? {
    guard let type = ComputedType(node, in: graph), computedTypes.contains(type) else { return nil }
    return type.rawValue
  }

  /// Why `node` of `graph` cannot run for its type; nil when it can.
  func reasonAgainstType(_ node: OperatorNode, in graph: Graph) -> String? {
    guard isRestricted, let type = ComputedType(node, in: graph), !computedTypes.contains(type) else { return nil }
    return type.reasonAgainst
  }

  /// What tells it from entries of other operators, and of other types.
  var identity: String {
    isRestricted ? ([name] + computedTypes.map { $0.rawValue }.sorted()).joined(separator: " ") : name
  }

  /// The same with the passes that look for patterns with this operator.
  func bringing(_ change: (inout BroughtPasses) -> Void) -> Self {
    var (entry, passes) = (self, passes ?? BroughtPasses())
    change(&passes)
    entry.brought = Brought(passes)
    return entry
  }

  /// The passes that look for patterns with this operator; nil for none.
  package var passes: BroughtPasses? { brought?.passes }

  private final class Brought: Sendable {
    let passes: BroughtPasses

    init(_ passes: BroughtPasses) { self.passes = passes }
  }
}

extension ElementType {
  static let ordered: [Self] = [.float32, .float16, .bfloat16, .int8, .uint8, .int16, .int32, .int64]
  static let numbers: [Self] = [
    .float32, .float64, .float16, .bfloat16, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64,
  ]
  static let plain: [Self] = [
    .float32, .float64, .float16, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64, .uint64, .bool,
  ]
  /// The types whose elements are of 8, 16, 32 or 64 bits.
  static let fixedWidth: [Self] =
    numbers + [.uint64, .bool, .complex64, .float8E4M3FN, .float8E5M2, .resource, .variant]
  static let comparable: [Self] = [.float32, .float16, .int8, .uint8, .int16, .int32, .int64]
}
