import TFLiteSchema

/// VAR_HANDLE: the identifier of the resource variable of a name, one number.
final class VariableHandle {
  private let container: String
  private let name: String
  private var identifier: Int32?

  init(_ node: OperatorNode) {
    let options = node.options.varHandleOptions
    container = options?.container?.string ?? ""
    name = options?.sharedName?.string ?? ""
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    identifier = nil
    try context.expect(inputs: 0, outputs: 1)
    let output = try context.output(0)
    try context.expect(output, .resource, .int32)
    try context.expect(output.description.shape.checkedElementCount == 1, "a handle is one number", output)
    try context.setShape(output.description.shape, ofOutput: 0)
    // The identifier is the session's.
    context.dependsOnShapesOnly()
    identifier = context.resources.variables.identifier(container: container, name: name)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let identifier else { throw context.unprepared }
    context.output(0).mutablePointer(as: Int32.self)[0] = identifier
  }
}

/// READ_VARIABLE: the content of a resource variable. The output has the shape that the file states, or the variable's
/// when the file leaves it open.
final class ReadVariable {
  private var handle = Handle()
  private var type = ElementType.float32
  private var isDynamic = false

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    handle = try Handle(context)
    let description = try context.output(0).description
    type = description.type
    isDynamic =
      description.shape.rank == 0 || description.shapeSignature.dimensions.contains(-1) || description.type == .string
    if isDynamic {
      try context.setUnknownShape(ofOutput: 0)
    } else {
      try context.setShape(description.shape, ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if let known = handle.content?.pointee, known.isAssigned, known.type == type, !isDynamic,
      known.byteCount == context.output(0).byteCount
    {
      return context.output(0).data.copyMemory(from: known.data, byteCount: known.byteCount)
    }
    try read(context)
  }

  @inline(never)
  private func read(_ context: ExecuteContext) throws(RuntimeError) {
    var output = context.output(0)
    guard let variable = handle.known(context), variable.content.pointee.isAssigned else {
      throw context.error(
        "the variable is read before it is assigned", output, actual: "variable \(Handle.identifier(context))")
    }
    let content = variable.content.pointee
    if content.type != output.type {
      throw context.error(
        "the variable holds another type", output, expected: output.type.name, actual: content.type.name)
    }
    if isDynamic {
      output = try context.resizeOutput(0, to: variable.shape, byteCount: content.byteCount)
    } else if content.byteCount != output.byteCount {
      throw context.error(
        "the variable holds another shape", output, expected: "\(output.shape)", actual: "\(variable.shape)")
    }
    output.data.copyMemory(from: content.data, byteCount: content.byteCount)
  }
}

/// ASSIGN_VARIABLE: gives a resource variable type, shape and content of a tensor.
final class AssignVariable {
  private var handle = Handle()
  /// The tensor has one shape for as long as the operator is prepared.
  private var isFixed = false

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 0)
    handle = try Handle(context)
    let value = try context.input(1)
    isFixed = !value.hasUnknownShape && value.type != .string
    if let content = handle.content, content.pointee.assigner == ObjectIdentifier(self) {
      content.pointee.assigner = nil
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if let known = handle.content?.pointee, known.isAssigned, known.assigner == ObjectIdentifier(self) {
      return known.data.copyMemory(from: context.input(1).data, byteCount: known.byteCount)
    }
    try handle.made(context).assign(
      context.input(1), by: isFixed ? ObjectIdentifier(self) : nil, context.memory)
  }
}

/// Input 0 of an operator, which says the variable that it means.
private struct Handle {
  /// Nil where execution finds it.
  private var variable: VariableStore.Variable?
  /// That of the variable.
  private(set) var content: UnsafeMutablePointer<VariableStore.Variable.Content>?

  init() {}

  /// - Throws: `invalidOperator` or `unsupported` unless the input holds one resource identifier.
  init(_ context: PrepareContext) throws(RuntimeError) {
    let tensor = try context.input(0)
    try context.expectHandle(tensor)
    if tensor.isConstant {
      variable = context.resources.variables.variable(tensor.pointer(as: Int32.self)[0])
      content = variable?.content
    }
  }

  /// The variable, made if it is new.
  func made(_ context: ExecuteContext) -> VariableStore.Variable {
    variable ?? context.resources.variables.variable(Self.identifier(context))
  }

  /// The variable, nil if there is none.
  func known(_ context: ExecuteContext) -> VariableStore.Variable? {
    variable ?? context.resources.variables.known(Self.identifier(context))
  }

  static func identifier(_ context: ExecuteContext) -> Int32 { context.input(0).pointer(as: Int32.self)[0] }
}

extension PrepareContext {
  /// - Throws: `invalidOperator` or `unsupported` unless `tensor` holds one resource identifier.
  func expectHandle(_ tensor: RuntimeTensor) throws(RuntimeError) {
    try expect(tensor, .resource, .int32)
    try expect(tensor.elementCount == 1, "a handle is one number", tensor)
  }
}
