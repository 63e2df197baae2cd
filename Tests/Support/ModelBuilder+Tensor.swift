import TFLiteSchema

extension ModelBuilder {
  /// A tensor: an activation, or a constant if it has data.
  package struct Tensor: Sendable {
    package var name: String
    package var type: Schema.TensorType
    package var shape: [Int]
    /// The shape with -1 for unknown dimensions, if it is to be written.
    package var shapeSignature: [Int]?
    /// The constant as it stands in the file.
    package var data: [UInt8]?
    package var quantization: Quantization?
    package var isVariable = false
    package var hasRank = true
    /// The table `SparsityParameters`.
    package var sparsity: Table?
    /// Fields written besides, for what this builder does not know.
    package var extraFields: [Field] = []

    package init(
      _ type: Schema.TensorType, _ shape: [Int], data: [UInt8]? = nil, name: String = "",
      quantization: Quantization? = nil
    ) {
      self.type = type
      self.shape = shape
      self.data = data
      self.name = name
      self.quantization = quantization
    }

    /// The same tensor as a variable, which keeps its value between invocations.
    package func variable() -> Tensor {
      var tensor = self
      tensor.isVariable = true
      return tensor
    }

    /// The same tensor with unknown dimensions, written as -1.
    package func signature(_ shapeSignature: [Int]) -> Tensor {
      var tensor = self
      tensor.shapeSignature = shapeSignature
      return tensor
    }

    func table(buffer: UInt32) -> Table {
      var fields: [Field] = [
        .int32s(0, shape.map { Int32($0) }), .int8(1, type.rawValue), .uint32(2, buffer), .string(3, name),
        .bool(5, isVariable), .bool(8, hasRank),
      ]
      if let quantization { fields.append(.table(4, quantization.table)) }
      if let sparsity { fields.append(.table(6, sparsity)) }
      if let shapeSignature { fields.append(.int32s(7, shapeSignature.map { Int32($0) })) }
      return Table(fields + extraFields)
    }
  }

  /// How a tensor's integers stand for reals.
  package enum Quantization: Sendable {
    case perTensor(scale: Float, zeroPoint: Int64 = 0)
    /// Zero points are 0 if none are given.
    case perChannel(scales: [Float], zeroPoints: [Int64]? = nil, dimension: Int)
    /// Scales and zero points are tensors of the same subgraph; -1 means zero points of 0.
    case blockwise(scales: Int, zeroPoints: Int = -1, blockSize: Int, dimension: Int = 0)
    /// Only the range that the converter saw.
    case range(min: Float, max: Float)
    /// Any table `QuantizationParameters`.
    case table(Table)

    fileprivate var table: Table {
      switch self {
      case .perTensor(let scale, let zeroPoint):
        Table([.floats(2, [scale]), .int64s(3, [zeroPoint])])
      case .perChannel(let scales, let zeroPoints, let dimension):
        Table([
          .floats(2, scales), .int64s(3, zeroPoints ?? scales.map { _ in 0 }), .int32(6, Int32(dimension)),
        ])
      case .blockwise(let scales, let zeroPoints, let blockSize, let dimension):
        Table([
          .uint8(4, Schema.QuantizationDetails.blockwiseQuantization.rawValue),
          .table(5, Table([.int32(0, Int32(scales)), .int32(1, Int32(zeroPoints)), .int32(2, Int32(blockSize))])),
          .int32(6, Int32(dimension)),
        ])
      case .range(let min, let max):
        Table([.floats(0, [min]), .floats(1, [max])])
      case .table(let table):
        table
      }
    }
  }
}

extension ModelBuilder.Tensor {
  package static func float32(_ shape: [Int], _ values: [Float]? = nil, name: String = "") -> Self {
    numbers(.float32, shape, values, name, nil)
  }

  package static func float64(_ shape: [Int], _ values: [Double]? = nil, name: String = "") -> Self {
    numbers(.float64, shape, values, name, nil)
  }

  /// Values are given as bit patterns.
  package static func float16(_ shape: [Int], bits values: [UInt16]? = nil, name: String = "") -> Self {
    numbers(.float16, shape, values, name, nil)
  }

  package static func int8(
    _ shape: [Int], _ values: [Int8]? = nil, name: String = "", quantization: ModelBuilder.Quantization? = nil
  ) -> Self {
    numbers(.int8, shape, values, name, quantization)
  }

  package static func uint8(
    _ shape: [Int], _ values: [UInt8]? = nil, name: String = "", quantization: ModelBuilder.Quantization? = nil
  ) -> Self {
    numbers(.uint8, shape, values, name, quantization)
  }

  package static func int16(
    _ shape: [Int], _ values: [Int16]? = nil, name: String = "", quantization: ModelBuilder.Quantization? = nil
  ) -> Self {
    numbers(.int16, shape, values, name, quantization)
  }

  package static func int32(
    _ shape: [Int], _ values: [Int32]? = nil, name: String = "", quantization: ModelBuilder.Quantization? = nil
  ) -> Self {
    numbers(.int32, shape, values, name, quantization)
  }

  package static func uint32(_ shape: [Int], _ values: [UInt32]? = nil, name: String = "") -> Self {
    numbers(.uint32, shape, values, name, nil)
  }

  package static func int64(
    _ shape: [Int], _ values: [Int64]? = nil, name: String = "", quantization: ModelBuilder.Quantization? = nil
  ) -> Self {
    numbers(.int64, shape, values, name, quantization)
  }

  package static func bool(_ shape: [Int], _ values: [Bool]? = nil, name: String = "") -> Self {
    numbers(.bool, shape, values?.map { UInt8($0 ? 1 : 0) }, name, nil)
  }

  /// Values from -8 to 7, packed two a byte.
  package static func int4(
    _ shape: [Int], _ values: [Int8]? = nil, name: String = "", quantization: ModelBuilder.Quantization? = nil
  ) -> Self {
    Self(.int4, shape, data: values.map { packed($0, perByte: 2) }, name: name, quantization: quantization)
  }

  /// Values from -2 to 1, packed four a byte.
  package static func int2(
    _ shape: [Int], _ values: [Int8]? = nil, name: String = "", quantization: ModelBuilder.Quantization? = nil
  ) -> Self {
    Self(.int2, shape, data: values.map { packed($0, perByte: 4) }, name: name, quantization: quantization)
  }

  /// Strings in the serialised form of a constant.
  package static func string(_ shape: [Int], _ values: [String]? = nil, name: String = "") -> Self {
    Self(.string, shape, data: values.map { serialized($0) }, name: name)
  }

  /// The form string tensors have in files: a count, offsets and characters.
  package static func serialized(_ values: [String]) -> [UInt8] {
    var offsets = [Int32(4 * (values.count + 2))]
    for value in values { offsets.append(offsets[offsets.count - 1] + Int32(value.utf8.count)) }
    return FlatBufferWriter.bytes(of: [Int32(values.count)] + offsets) + values.flatMap { Array($0.utf8) }
  }

  private static func packed(_ values: [Int8], perByte: Int) -> [UInt8] {
    let bits = 8 / perByte
    var bytes = [UInt8](repeating: 0, count: (values.count + perByte - 1) / perByte)
    for (index, value) in values.enumerated() {
      let element = UInt8(bitPattern: value) & (UInt8(1) << bits - 1)
      bytes[index / perByte] |= element << (bits * (index % perByte))
    }
    return bytes
  }

  private static func numbers<Number: BitwiseCopyable>(
    _ type: Schema.TensorType, _ shape: [Int], _ values: [Number]?, _ name: String,
    _ quantization: ModelBuilder.Quantization?
  ) -> Self {
    Self(type, shape, data: values.map { FlatBufferWriter.bytes(of: $0) }, name: name, quantization: quantization)
  }
}
