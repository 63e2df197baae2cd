import TFLiteRuntime
import TFLiteSchema

/// How to build models of one operator whose main input has elements of a given type.
package struct OperatorRecipe: Sendable, CustomStringConvertible {
  package typealias Tensor = ModelBuilder.Tensor
  package typealias Options = ModelBuilder.Options
  package typealias Operands = (inputs: [Tensor?], outputs: [Tensor])

  /// The operator's name in the table.
  package let name: String
  /// Models for a type: the operator computes with the type if it accepts one of them.
  package let models: @Sendable (ElementType) -> [ModelBuilder]

  package var description: String { name }

  /// Models of several operators.
  init(program code: Schema.BuiltinOperator, models: @escaping @Sendable (ElementType) -> [ModelBuilder]) {
    name = code.name
    self.models = models
  }

  /// A model of one operator.
  init(
    _ code: Schema.BuiltinOperator, _ options: Options = .none,
    _ operands: @escaping @Sendable (ElementType) -> Operands
  ) {
    self.init(program: code) { type in
      let (inputs, outputs) = operands(type)
      return [ModelBuilder.oneOperator(.init(code, options: options, inputs: [], outputs: []), inputs, outputs)]
    }
  }

  /// A model of one custom operator.
  init(
    custom name: String, _ options: [UInt8]? = nil, _ operands: @escaping @Sendable (ElementType) -> Operands
  ) {
    self.name = name
    models = { type in
      let (inputs, outputs) = operands(type)
      return [ModelBuilder.oneOperator(.init(custom: name, options: options, inputs: [], outputs: []), inputs, outputs)]
    }
  }

  /// All recipes.
  package static let all: [Self] =
    [elementwise, movement, filling, layers, recurrent, reductions, programs, customs].flatMap { $0 }

  /// Why preparing the models for a type fails: nil when it succeeds for one of them.
  package func refusals(_ type: ElementType, kernels: SessionOptions.Kernels) -> [RuntimeError]? {
    var refusals: [RuntimeError] = []
    for model in models(type) {
      do throws(RuntimeError) {
        var options = SessionOptions()
        options.threads = .single
        options.kernels = kernels
        try Session(Model(bytes: model.build()), options: options).prepare()
        return nil
      } catch {
        refusals.append(error)
      }
    }
    return refusals
  }
}

extension ModelBuilder.Tensor {
  /// A tensor of any type: types of quantized data stand for reals in steps of a half, or as stated.
  package static func of(
    _ type: ElementType, _ shape: [Int], scale: Float = 0.5, zeroPoint: Int64 = 0
  ) -> Self {
    let isQuantized = [.int8, .uint8, .int16, .int4, .uint4, .int2].contains(type)
    return isQuantized
      ? quantized(type, shape, scale: scale, zeroPoint: zeroPoint)
      : Self(Schema.TensorType(rawValue: type.rawValue), shape)
  }

  /// A tensor of any type with a scale.
  package static func quantized(_ type: ElementType, _ shape: [Int], scale: Float = 0.5, zeroPoint: Int64 = 0) -> Self {
    Self(
      Schema.TensorType(rawValue: type.rawValue), shape,
      quantization: .perTensor(scale: scale, zeroPoint: zeroPoint))
  }

  /// The same tensor as a constant of zeros, or of empty strings.
  package var zeros: Self {
    let count = shape.reduce(1, *)
    var tensor = self
    if let element = ElementType(rawValue: type.rawValue), let size = element.byteCount(ofElements: count) {
      tensor.data = [UInt8](repeating: 0, count: size)
    } else {
      tensor.data = Self.serialized([String](repeating: "", count: count))
    }
    return tensor
  }
}
