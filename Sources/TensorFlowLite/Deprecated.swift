/// The name of the options before they moved into the interpreter.
@available(*, deprecated, renamed: "Interpreter.Options")
public typealias InterpreterOptions = Interpreter.Options

/// The name of the element types before they moved into the tensor.
@available(*, deprecated, renamed: "Tensor.DataType")
public typealias TensorDataType = Tensor.DataType

/// The name of shapes before they moved into the tensor.
@available(*, deprecated, renamed: "Tensor.Shape")
public typealias TensorShape = Tensor.Shape

extension Interpreter.Options {
  /// Runtime messages are printed whenever an interpreter is given options.
  @available(*, deprecated, message: "Runtime messages are printed whenever options are given.")
  public var isErrorLoggingEnabled: Bool {
    get { false }
    set {}
  }
}
