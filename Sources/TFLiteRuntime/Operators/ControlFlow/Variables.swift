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
  private var isDynamic = false

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    try context.expectHandle(context.input(0))
    let description = try context.output(0).description
    isDynamic =
      description.shape.rank == 0 || description.shapeSignature.dimensions.contains(-1) || description.type == .string
    if isDynamic {
      try context.setUnknownShape(ofOutput: 0)
    } else {
      try context.setShape(description.shape, ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let identifier = context.input(0).pointer(as: Int32.self)[0]
    var output = context.output(0)
    guard let variable = context.resources.variables.assigned(identifier) else {
      throw context.error("the variable is read before it is assigned", output, actual: "variable \(identifier)")
    }
    if variable.type != output.type {
      throw context.error(
        "the variable holds another type", output, expected: output.type.name, actual: variable.type.name)
    }
    if isDynamic {
      output = try context.resizeOutput(0, to: variable.shape, byteCount: variable.byteCount)
    } else if variable.byteCount != output.byteCount {
      throw context.error(
        "the variable holds another shape", output, expected: "\(output.shape)", actual: "\(variable.shape)")
    }
    output.data.copyMemory(from: variable.data, byteCount: variable.byteCount)
  }
}

/// ASSIGN_VARIABLE: gives a resource variable type, shape and content of a tensor.
final class AssignVariable {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 0)
    try context.expectHandle(context.input(0))
    _ = try context.input(1)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    try context.resources.variables.assign(
      context.input(0).pointer(as: Int32.self)[0], context.input(1), context.memory)
  }
}

extension PrepareContext {
  /// - Throws: `invalidOperator` or `unsupported` unless `tensor` holds one resource identifier.
  func expectHandle(_ tensor: RuntimeTensor) throws(RuntimeError) {
    try expect(tensor, .resource, .int32)
    try expect(tensor.elementCount == 1, "a handle is one number", tensor)
  }
}
