import TFLiteSchema

extension ModelBuilder {
  /// The option table of an operator.
  package struct Options: Sendable {
    /// Selector and table as fields of the operator.
    let fields: [Field]

    /// No options.
    package static let none = Options(fields: [])

    private init(fields: [Field]) {
      self.fields = fields
    }

    /// A table of fields given by number.
    package init(type: Schema.BuiltinOptions, fields: [Field] = []) {
      self.init(fields: [.uint8(3, type.rawValue), .table(4, Table(fields))])
    }

    /// A table of fields given by number.
    package init(type: Schema.BuiltinOptions2, fields: [Field] = []) {
      self.init(fields: [.uint8(11, type.rawValue), .table(12, Table(fields))])
    }

    /// A table of fields given by their names in the schema. Write floats with a point: `["beta": 1.0]`.
    package init(_ type: Schema.BuiltinOptions, _ values: KeyValuePairs<String, OptionValue>) {
      self.init(type: type, fields: Self.fields(of: type.name, values))
    }

    /// A table of fields given by their names in the schema. Write floats with a point: `["beta": 1.0]`.
    package init(_ type: Schema.BuiltinOptions2, _ values: KeyValuePairs<String, OptionValue>) {
      self.init(type: type, fields: Self.fields(of: type.name, values))
    }

    private static func fields(of table: String, _ values: KeyValuePairs<String, OptionValue>) -> [Field] {
      guard let layout = Schema.layout.tables.first(where: { $0.name.description == table }) else {
        preconditionFailure("the schema has no table \(table)")
      }
      return values.map { name, value in
        guard let field = layout.fields.first(where: { $0.name.description == name }) else {
          preconditionFailure("\(table) has no field \(name)")
        }
        return Field(field.id, value.written(as: field.storage))
      }
    }
  }

  /// The value of an option, to be written in the width that its field has.
  package enum OptionValue: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral
  {
    case int(Int64)
    case float(Float)
    case string(String)
    case ints([Int64])
    case floats([Float])
    case blob([UInt8])

    package init(integerLiteral value: Int64) { self = .int(value) }
    package init(floatLiteral value: Float) { self = .float(value) }
    package init(booleanLiteral value: Bool) { self = .int(value ? 1 : 0) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: Int64...) { self = .ints(elements) }

    /// The number of an enum's case.
    package static func value(_ value: some SchemaEnum) -> OptionValue { .int(Int64(value.rawValue)) }

    fileprivate func written(as storage: FieldLayout.Storage) -> FlatBufferWriter.Value {
      switch (self, storage) {
      case (.int(let value), .scalar(let size)):
        return .scalar(Array(FlatBufferWriter.bytes(of: value).prefix(size)))
      case (.float(let value), .scalar(4)):
        return .scalar(FlatBufferWriter.bytes(of: value))
      case (.string(let text), .string):
        return .string(text)
      case (.ints(let values), .scalars(let size)):
        return .vector(
          count: values.count, bytes: values.flatMap { FlatBufferWriter.bytes(of: $0).prefix(size) }, alignment: size)
      case (.floats(let values), .scalars(4)):
        return .vector(count: values.count, bytes: FlatBufferWriter.bytes(of: values), alignment: 4)
      case (.blob(let bytes), .scalars(1)):
        return .vector(count: bytes.count, bytes: bytes, alignment: 1)
      default:
        preconditionFailure("a field stored as \(storage) cannot hold \(self)")
      }
    }
  }
}
