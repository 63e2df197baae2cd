// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// A table of the union `QuantizationDetails`, to be changed and written.
  package enum QuantizationDetails: Equatable, Sendable {
    case customQuantization(CustomQuantization)
    case blockwiseQuantization(BlockwiseQuantization)
    case multiAxisQuantization(MultiAxisQuantization)
  }
}

extension MutableSchema.QuantizationDetails {
  /// The table that field `id` of `table` refers to; nil when there is none or the schema does not know it.
  static func read(_ selector: Schema.QuantizationDetails, in table: FlatBufferTable, field id: Int) -> Self? {
    switch selector {
    case .customQuantization: table.child(id).map { .customQuantization(.init(Schema.CustomQuantization(table: $0))) }
    case .blockwiseQuantization:
      table.child(id).map { .blockwiseQuantization(.init(Schema.BlockwiseQuantization(table: $0))) }
    case .multiAxisQuantization:
      table.child(id).map { .multiAxisQuantization(.init(Schema.MultiAxisQuantization(table: $0))) }
    default: nil
    }
  }
}

extension MutableSchema.QuantizationDetails {
  /// The number of the table in the union.
  package var selector: Schema.QuantizationDetails {
    switch self {
    case .customQuantization: .customQuantization
    case .blockwiseQuantization: .blockwiseQuantization
    case .multiAxisQuantization: .multiAxisQuantization
    }
  }
}

extension MutableSchema.QuantizationDetails {
  func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
    switch self {
    case .customQuantization(let table): table.pack(builder)
    case .blockwiseQuantization(let table): table.pack(builder)
    case .multiAxisQuantization(let table): table.pack(builder)
    }
  }
}

extension MutableSchema {
  /// `BlockwiseQuantization`, to be changed and written.
  package struct BlockwiseQuantization: MutableTable {
    package var scales: Int32 = 0
    package var zeroPoints: Int32 = 0
    package var blockSize: Int32 = 0

    package init() {}

    package init(_ view: Schema.BlockwiseQuantization) {
      scales = view.scales
      zeroPoints = view.zeroPoints
      blockSize = view.blockSize
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(scales, unless: 0, in: 0)
      builder.store(zeroPoints, unless: 0, in: 1)
      builder.store(blockSize, unless: 0, in: 2)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `CustomQuantization`, to be changed and written.
  package struct CustomQuantization: MutableTable {
    package var custom: SchemaBytes?

    package init() {}

    package init(_ view: Schema.CustomQuantization) {
      custom = view.hasCustom ? SchemaBytes(view.custom.bytes) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let custom = builder.bytes(self.custom, alignment: 16)
      builder.beginTable()
      builder.store(custom, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `MultiAxisQuantization`, to be changed and written.
  package struct MultiAxisQuantization: MutableTable {
    package var scales: Int32 = 0
    package var zeroPoints: Int32 = 0
    package var blockSize: Int32 = 0
    package var quantizedDimensions: [Int32]?

    package init() {}

    package init(_ view: Schema.MultiAxisQuantization) {
      scales = view.scales
      zeroPoints = view.zeroPoints
      blockSize = view.blockSize
      quantizedDimensions = view.hasQuantizedDimensions ? Array(view.quantizedDimensions) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let quantizedDimensions = builder.vector(self.quantizedDimensions)
      builder.beginTable()
      builder.store(scales, unless: 0, in: 0)
      builder.store(zeroPoints, unless: 0, in: 1)
      builder.store(blockSize, unless: 0, in: 2)
      builder.store(quantizedDimensions, in: 3)
      return builder.endTable()
    }
  }
}
