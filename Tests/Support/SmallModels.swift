import TFLiteSchema

/// Models of a few operators that several test targets use.
package enum SmallModels {
  package typealias Tensor = ModelBuilder.Tensor

  /// Three times the input: `input` is added to itself, and once more. Resizable.
  package static func timesThree(_ input: Tensor, output: Tensor) -> ModelBuilder {
    var sum = output
    sum.name = "sum"
    return ModelBuilder([
      .init(
        tensors: [input, sum, output], inputs: [0], outputs: [2],
        operators: [.init(.add, inputs: [0, 0], outputs: [1]), .init(.add, inputs: [1, 0], outputs: [2])])
    ])
  }

  /// Three times a float32 `[1, 8, 8, 3]`.
  package static var timesThree: [UInt8] {
    timesThree(.float32([1, 8, 8, 3], name: "input"), output: .float32([1, 8, 8, 3], name: "output")).build()
  }

  /// Three times a uint8 `[1, 8, 8, 3]` at scale 0.003922.
  package static var timesThreeUInt8: [UInt8] {
    let scale = ModelBuilder.Quantization.perTensor(scale: 0.003922)
    return timesThree(
      .uint8([1, 8, 8, 3], name: "input", quantization: scale),
      output: .uint8([1, 8, 8, 3], name: "output", quantization: scale)
    ).build()
  }

  /// The same as TensorFlow Lite's own tests have it: the tensor between the two sums is said to be of float32.
  package static var timesThreeUInt8ByFloat: [UInt8] {
    let scale = ModelBuilder.Quantization.perTensor(scale: 0.003922)
    var model = timesThree(
      .uint8([1, 8, 8, 3], name: "input", quantization: scale),
      output: .uint8([1, 8, 8, 3], name: "output", quantization: scale))
    model.subgraphs[0].tensors[1].type = .float32
    return model.build()
  }

  /// Three times an int8 `[4]` at scale 1 and zero point -1.
  package static var timesThreeInt8: [UInt8] {
    let scale = ModelBuilder.Quantization.perTensor(scale: 1, zeroPoint: -1)
    return timesThree(
      .int8([4], name: "input", quantization: scale), output: .int8([4], name: "output", quantization: scale)
    ).build()
  }

  /// The signatures `add` (x + 2, subgraph 0) and `sub` (x - 3, subgraph 1), each from `x` to `output_0`.
  package static var addAndSub: [UInt8] {
    func graph(_ name: String, _ code: Schema.BuiltinOperator, _ constant: Float) -> ModelBuilder.Subgraph {
      .init(
        name,
        tensors: [
          .float32([1], name: "\(name)_x:0").signature([-1]), .float32([1], [constant]),
          .float32([1], name: "StatefulPartitionedCall:0").signature([-1]),
        ],
        inputs: [0], outputs: [2], operators: [.init(code, inputs: [0, 1], outputs: [2])])
    }
    let ports = (inputs: [(name: "x", tensor: 0)], outputs: [(name: "output_0", tensor: 2)])
    return ModelBuilder(
      [graph("add", .add, 2), graph("sub", .sub, 3)],
      signatures: [
        .init("add", subgraph: 0, inputs: ports.inputs, outputs: ports.outputs),
        .init("sub", subgraph: 1, inputs: ports.inputs, outputs: ports.outputs),
      ]
    ).build()
  }

  /// The positions of true in a bool `[4]`, then their doubles: both outputs have a shape that depends on data, the second
  /// is computed by an operator of a later segment.
  package static var positions: [UInt8] {
    ModelBuilder([
      .init(
        tensors: [
          .bool([4], name: "mask"), .int64([1, 1], name: "positions").signature([-1, 1]),
          .int64([1, 1], name: "doubles").signature([-1, 1]),
        ],
        inputs: [0], outputs: [1, 2],
        operators: [
          .init(.where, inputs: [0], outputs: [1]), .init(.add, version: 4, inputs: [1, 1], outputs: [2]),
        ])
    ]).build()
  }

  /// No inputs, and the output `[1, 2] + [10, 20]`.
  package static var withoutInputs: [UInt8] {
    ModelBuilder.oneOperator(
      .add, inputs: [.float32([2], [1, 2]), .float32([2], [10, 20])], outputs: [.float32([2], name: "output")])
  }

  /// A float32 `[0, 3]` added to itself.
  package static var empty: [UInt8] {
    ModelBuilder([
      .init(
        tensors: [.float32([0, 3], name: "input"), .float32([0, 3], name: "output")], inputs: [0], outputs: [1],
        operators: [.init(.add, inputs: [0, 0], outputs: [1])])
    ]).build()
  }

  /// A custom operator from a float32 `[4]` to another.
  package static func custom(_ name: String) -> [UInt8] {
    ModelBuilder.oneCustomOperator(
      name, inputs: [.float32([4], name: "input")], outputs: [.float32([4], name: "output")])
  }

  /// Strings `[count]`, copied by RESHAPE.
  package static func strings(_ count: Int) -> [UInt8] {
    ModelBuilder.oneOperator(
      .reshape, inputs: [.string([count], name: "words"), .int32([1], [Int32(count)])],
      outputs: [.string([count], name: "same")])
  }
}
