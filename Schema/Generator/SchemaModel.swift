import TFLiteSchema

/// The schema as the emitters need it: in Swift's names and in a fixed order.
struct SchemaModel {
  var tables: [Table]
  var enums: [Enumeration]
  var fileIdentifier: String
  var root: Int

  struct Table {
    var name: String
    var documentation: [String]
    var fields: [Field]
    /// The unions the table is a member of.
    var unions: [Membership] = []
  }

  struct Membership {
    var union: String
    var enumCase: String
  }

  struct Field {
    var id: Int
    var schemaName: String
    var name: String
    var documentation: [String]
    var kind: Kind
    /// The multiple of bytes at which a vector's elements begin, where the schema asks for more than their size.
    var alignment: Int?
  }

  enum Kind {
    case scalar(swiftType: String, size: Int, literal: String)
    case enumeration(name: String, size: Int, literal: String)
    case string
    case scalars(swiftType: String, size: Int)
    case strings
    case table(Int)
    case tables(Int)
    case union(Int)
  }

  struct Enumeration {
    var name: String
    var documentation: [String]
    var rawType: String
    var size: Int
    var values: [Value]
    /// For a union, its place among the unions.
    var union: Int?
  }

  struct Value {
    var schemaName: String
    var name: String
    var number: Int64
    var documentation: [String]
    /// For a member of a union, its table.
    var table: Int?
  }

  var unions: [Enumeration] { enums.filter { $0.union != nil } }
}

/// What the generator cannot express in Swift.
struct GeneratorError: Error, CustomStringConvertible {
  var description: String
}

extension SchemaModel {
  init(_ schema: Reflection.Schema) throws {
    fileIdentifier = schema.fileIdentifier
    let objectNames = schema.objects.map { SwiftNames.type($0.name) }
    guard let root = schema.root.flatMap({ objectNames.firstIndex(of: SwiftNames.type($0.name)) }) else {
      throw GeneratorError(description: "the schema has no root_type")
    }
    self.root = root

    var unionCount = 0
    enums = []
    for declared in schema.enums {
      enums.append(try Enumeration(declared, union: declared.isUnion ? unionCount : nil))
      unionCount += declared.isUnion ? 1 : 0
    }

    tables = []
    for object in schema.objects {
      guard !object.isStruct else { throw GeneratorError(description: "\(object.name): structs are not supported") }
      var fields: [Field] = []
      for field in object.fields where !field.isDeprecated {
        guard field.type?.base != .unionSelector else {
          let union = enums[Int(field.type?.index ?? 0)]
          fields.append(Field(selector: field, union: union))
          continue
        }
        fields.append(try Field(field, of: object.name, enums: enums))
      }
      tables.append(
        Table(
          name: SwiftNames.type(object.name), documentation: object.documentation.map(\.trimmed),
          fields: fields.sorted { $0.id < $1.id }))
    }
    for union in unions {
      for value in union.values {
        guard let table = value.table else { continue }
        tables[table].unions.append(Membership(union: union.name, enumCase: value.name))
      }
    }
  }
}

extension SchemaModel.Enumeration {
  fileprivate init(_ declared: Reflection.Enum, union: Int?) throws {
    let base = union == nil ? declared.underlyingType?.base : .uint8
    guard let scalar = base?.scalar else {
      throw GeneratorError(description: "\(declared.name): unsupported underlying type")
    }
    name = SwiftNames.type(declared.name)
    documentation = declared.documentation.map(\.trimmed)
    rawType = scalar.name
    size = scalar.size
    self.union = union
    let name = name
    values = declared.values.map { value in
      let schemaName = SwiftNames.type(value.name)
      return SchemaModel.Value(
        schemaName: schemaName, name: SwiftNames.enumCase(schemaName, of: name), number: value.value,
        documentation: value.documentation.map(\.trimmed),
        table: value.unionType.flatMap { $0.base == .object ? Int($0.index) : nil })
    }
  }
}

extension SchemaModel.Field {
  /// The byte that selects a union's member.
  fileprivate init(selector field: Reflection.Field, union: SchemaModel.Enumeration) {
    id = Int(field.id)
    schemaName = field.name
    name = SwiftNames.property(field.name)
    documentation = ["Which table of the union is stored."]
    kind = .enumeration(name: union.name, size: 1, literal: ".none")
  }

  fileprivate init(_ field: Reflection.Field, of table: String, enums: [SchemaModel.Enumeration]) throws {
    id = Int(field.id)
    schemaName = field.name
    name = SwiftNames.property(field.name)
    documentation = field.documentation.map(\.trimmed)
    let place = "\(table).\(field.name)"
    guard let type = field.type, let base = type.base else {
      throw GeneratorError(description: "\(place): unsupported type")
    }
    alignment = field.attributes.first { $0.key == "force_align" }.flatMap { Int($0.value) }
    let index = Int(type.index)
    switch base {
    case .string: kind = .string
    case .object: kind = .table(index)
    case .union:
      guard let union = enums[index].union else { throw GeneratorError(description: "\(place): no union") }
      kind = .union(union)
    case .vector:
      switch type.element {
      case .string: kind = .strings
      case .object: kind = .tables(index)
      case let element?:
        guard let scalar = element.scalar else { throw GeneratorError(description: "\(place): unsupported vector") }
        kind = .scalars(swiftType: index < 0 ? scalar.name : "Schema.\(enums[index].name)", size: scalar.size)
      case nil: throw GeneratorError(description: "\(place): unsupported vector")
      }
    default:
      guard let scalar = base.scalar else { throw GeneratorError(description: "\(place): unsupported type") }
      guard index < 0 else {
        let value = enums[index].values.first { $0.number == field.defaultInteger }
        let literal = value.map { "." + $0.name } ?? "\(enums[index].name)(rawValue: \(field.defaultInteger))"
        kind = .enumeration(name: enums[index].name, size: scalar.size, literal: literal)
        return
      }
      let literal =
        switch base {
        case .bool: field.defaultInteger != 0 ? "true" : "false"
        case .float, .double: "\(field.defaultReal)"
        default: "\(field.defaultInteger)"
        }
      kind = .scalar(swiftType: scalar.name, size: scalar.size, literal: literal)
    }
  }
}

extension Reflection.BaseType {
  /// Swift's type for a number and its size in a file.
  fileprivate var scalar: (name: String, size: Int)? {
    switch self {
    case .bool: ("Bool", 1)
    case .int8: ("Int8", 1)
    case .uint8, .unionSelector: ("UInt8", 1)
    case .int16: ("Int16", 2)
    case .uint16: ("UInt16", 2)
    case .int32: ("Int32", 4)
    case .uint32: ("UInt32", 4)
    case .int64: ("Int64", 8)
    case .uint64: ("UInt64", 8)
    case .float: ("Float", 4)
    case .double: ("Double", 8)
    case .none, .string, .vector, .object, .union, .array: nil
    }
  }
}

extension FlatBufferString {
  /// A line of documentation without the blank after `///`.
  fileprivate var trimmed: String {
    String(string.drop(while: \.isWhitespace))
  }
}
