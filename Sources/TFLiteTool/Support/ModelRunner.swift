import TFLiteRuntime
import TFLiteVision

/// A session, or one signature of it, behind the same calls by position.
struct ModelRunner {
  let session: Session
  let signature: SignatureSession?
  /// What runs: the one or the other.
  private let access: any TensorAccess

  /// - Parameter key: the signature to run, nil for the primary subgraph.
  init(_ model: Model, options: SessionOptions, signature key: String? = nil) throws(RuntimeError) {
    session = try Session(model, options: options)
    signature = if let key { try session.signature(key) } else { nil }
    access = signature ?? session
  }

  var inputs: [TensorInfo] { signature?.inputs ?? session.inputs }
  var outputs: [TensorInfo] { signature?.outputs ?? session.outputs }

  /// The names by which callers know the inputs: the signature's, or the tensors'.
  var inputNames: [String] { signature?.inputNames ?? session.inputs.map { $0.name } }
  var outputNames: [String] { signature?.outputNames ?? session.outputs.map { $0.name } }

  func resizeInput(_ index: Int, to shape: Shape) throws(RuntimeError) { try access.resizeInput(index, to: shape) }

  func write(bytes: UnsafeRawBufferPointer, toInput index: Int) throws(RuntimeError) {
    try access.write(bytes: bytes, toInput: index)
  }

  func prepare() throws(RuntimeError) { try access.prepare() }

  func invoke() throws(RuntimeError) { try access.invoke(cancellation: nil) }

  func withOutputBytes<Result>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result { try access.withOutputBytes(index, body) }

  func dequantizedOutput(_ index: Int) throws(RuntimeError) -> [Float] { try access.dequantizedOutput(index) }

  func write(bytes: [UInt8], toInput index: Int) throws(RuntimeError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(RuntimeError) in
      try write(bytes: UnsafeRawBufferPointer(bytes), toInput: index)
    }
  }

  /// Writes a picture to input `index`, which must be able to take one.
  func write(_ picture: Picture, toInput index: Int, _ options: PictureInput.Options) throws {
    if let signature {
      try PictureInput(signature, named: signature.inputNames[index], options: options).write(picture, to: signature)
    } else {
      try PictureInput(session, at: index, options: options).write(picture, to: session)
    }
  }

  /// A copy of an output, or of an intermediate tensor that the options chose.
  func value(_ key: TensorKey) throws(RuntimeError) -> TensorValue { try access.outputValue(key) }

  /// A copy of an input's content.
  func inputBytes(_ index: Int) throws(RuntimeError) -> [UInt8] {
    try access.withInputBytes(index) { (bytes) throws(RuntimeError) in Array(bytes) }
  }

  /// What can be read beside the outputs.
  var intermediates: [TensorInfo] { access.intermediates }

  /// Resizes inputs as `arguments` say, each `NAME=1x224x224x3` or a shape for the next input.
  func resize(_ arguments: [NamedValue]) throws {
    let shapes = try NamedValue.assign(arguments, inputNames, "input")
    for (index, text) in shapes.sorted(by: { $0.key < $1.key }) {
      try resizeInput(index, to: Shape(argument: text, "--resize '\(inputNames[index])'"))
    }
  }
}

extension Session {
  /// The kernels in use, and whether the processor has better ones.
  var kernelsText: String {
    let name = precision == .reduced ? kernelsName + ", products of reduced precision" : kernelsName
    guard let faster = fasterKernelsName else { return name }
    return "\(name) (this processor has \(faster), which --kernels, TFLITE_KERNELS or the build left out)"
  }
}
