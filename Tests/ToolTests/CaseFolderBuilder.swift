import TestSupport

/// Writes `cases.json` and `blob.bin`.
struct CaseFolderBuilder {
  private var blob: [UInt8] = []
  private var cases: [String] = []

  /// A case: inputs and outputs as `(name, type, shape, bytes)`.
  struct Port {
    var name: String
    var type: String
    var shape: [Int]
    var bytes: [UInt8]
    /// More members of the JSON object, such as `, "tolerance": 1`.
    var members = ""

    static func float32(_ name: String, _ shape: [Int], _ values: [Float], members: String = "") -> Port {
      Port(name: name, type: "FLOAT32", shape: shape, bytes: FlatBufferWriter.bytes(of: values), members: members)
    }

    static func int32(_ name: String, _ shape: [Int], _ values: [Int32]) -> Port {
      Port(name: name, type: "INT32", shape: shape, bytes: FlatBufferWriter.bytes(of: values))
    }
  }

  /// Adds bytes to the blob and gives their place in JSON.
  mutating func place(_ bytes: [UInt8]) -> String {
    blob += [UInt8](repeating: 0, count: (64 - blob.count % 64) % 64)
    let offset = blob.count
    blob += bytes
    return "[\(offset), \(bytes.count)]"
  }

  mutating func add(
    _ name: String, _ operators: [String], model: [UInt8], steps: [(inputs: [Port], outputs: [Port])],
    members: String = ""
  ) {
    let model = place(model)
    var texts: [String] = []
    for step in steps {
      let inputs = step.inputs.map { port in
        """
        {"name": "\(port.name)", "type": "\(port.type)", "shape": \(port.shape), "data": \(place(port.bytes))\
        \(port.members)}
        """
      }
      let outputs = step.outputs.map { port in
        """
        {"name": "\(port.name)", "type": "\(port.type)", "shape": \(port.shape), "quantization": null, \
        "reference": \(place(port.bytes))\(port.members)}
        """
      }
      texts.append(
        "\"inputs\": [\(inputs.joined(separator: ", "))], \"outputs\": [\(outputs.joined(separator: ", "))]")
    }
    let body = texts.count == 1 ? texts[0] : "\"steps\": [" + texts.map { "{\($0)}" }.joined(separator: ", ") + "]"
    let list = operators.map { "\"\($0)\"" }.joined(separator: ", ")
    cases.append("{\"name\": \"\(name)\", \"ops\": [\(list)], \"model\": \(model)\(members), \(body)}")
  }

  func write(to folder: TemporaryFolder) throws {
    try folder.write(blob, "blob.bin")
    try folder.write("{\"op\": \"test\", \"cases\": [\(cases.joined(separator: ",\n"))]}", "cases.json")
  }
}

/// Models for tests of the tool: they need no operator but RESHAPE.
enum TestModel {
  /// `[2, 3]` to `[3, 2]` with the names `in` and `out`.
  static let reshape = model()

  /// The same with a signature `turn` that calls them `a` and `b`.
  static let signature = model(
    signatures: [.init("turn", inputs: [("a", 0)], outputs: [("b", 2)])])

  /// Flattens `[-1, 3]`.
  static let flatten = model(input: .float32([1, 3], name: "in").signature([-1, 3]), shape: [-1], output: [3])

  static func model(
    input: ModelBuilder.Tensor = .float32([2, 3], name: "in"), shape: [Int32] = [3, 2], output: [Int] = [3, 2],
    signatures: [ModelBuilder.Signature] = []
  ) -> [UInt8] {
    var result = input
    result.name = "out"
    result.shape = output
    result.shapeSignature = nil
    return ModelBuilder(
      [
        .init(
          tensors: [input, .int32([shape.count], shape, name: "shape"), result], inputs: [0], outputs: [2],
          operators: [.init(.reshape, inputs: [0, 1], outputs: [2])])
      ], signatures: signatures
    ).build()
  }
}
