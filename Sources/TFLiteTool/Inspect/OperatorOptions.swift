import TFLiteRuntime
import TFLiteSchema

/// The options of an operator as people read them: names of the schema, values in words.
struct OperatorOptions {
  struct Option {
    let name: String
    let value: String
  }

  let list: [Option]

  /// Elements of a list that are shown.
  private static let mostElements = 16

  init(_ node: OperatorNode) {
    if node.isCustom {
      list = Self.custom(node)
    } else {
      list = Self.fields(of: node.table)
    }
  }

  /// The value of the option called `name`, nil where the operator has none.
  subscript(_ name: String) -> String? {
    for option in list where option.name == name { return option.value }
    return nil
  }

  // MARK: Custom operators

  private static func custom(_ node: OperatorNode) -> [Option] {
    guard let options = node.namedOptions else {
      let count = node.customOptions.count
      return count == 0 ? [] : [Option(name: "custom options", value: "\(count) bytes")]
    }
    return options.names.prefix(64).map { name in
      if let value = options.int(name), options.double(name) == Double(value) {
        return Option(name: name, value: "\(value)")
      }
      if let value = options.double(name) { return Option(name: name, value: "\(value)") }
      if let value = options.bool(name) { return Option(name: name, value: "\(value)") }
      if let value = options.string(name) { return Option(name: name, value: String(value.prefix(256))) }
      if let values = options.ints(name) { return Option(name: name, value: text(values)) }
      if let values = options.doubles(name) { return Option(name: name, value: text(values)) }
      return Option(name: name, value: "...")
    }
  }

  // MARK: Tables of the schema

  /// The numbers of the two unions' fields in an operator's table, and of the unions.
  private static func fields(of operation: Schema.Operator) -> [Option] {
    guard let layout = Schema.layout.tables.first(where: { "\($0.name)" == "Operator" }) else { return [] }
    for field in layout.fields {
      guard case .union(let union) = field.storage, operation.table.has(field.id) else { continue }
      // The selecting byte stands in the field before.
      let selector = Int(operation.table.scalar(field.id - 1, default: UInt8(0)))
      let members = Schema.layout.unions[union]
      guard selector > 0, members.indices.contains(selector), members[selector] >= 0 else { continue }
      guard let options = operation.table.child(field.id) else { continue }
      let layout = Schema.layout.tables[members[selector]]
      return layout.fields.compactMap { option(options, $0, of: "\(layout.name)") }
    }
    return []
  }

  private static func option(_ table: FlatBufferTable, _ field: FieldLayout, of type: String) -> Option? {
    let name = "\(field.name)"
    // Few files state it, and it says nothing without.
    if name == "quantized_bias_type", !table.has(field.id) { return nil }
    guard let value = value(table, field, name, type) else { return nil }
    return Option(name: name, value: value)
  }

  private static func value(_ table: FlatBufferTable, _ field: FieldLayout, _ name: String, _ type: String) -> String? {
    let id = field.id
    switch field.storage {
    case .scalar(1): return byte(table.scalar(id, default: defaultInteger(name, type)), name)
    case .scalar(4):
      if isReal(name) { return "\(table.scalar(id, default: Float(0)))" }
      let value = table.scalar(id, default: Int32(defaultInteger(name, type)))
      switch name {
      case "comparison_direction": return Schema.StablehloComparisonDirection(rawValue: UInt32(bitPattern: value)).name
      case "compare_type": return Schema.StablehloComparisonType(rawValue: UInt32(bitPattern: value)).name
      case "reduce_function": return Schema.ReduceWindowFunction(rawValue: value).name
      default: return "\(value)"
      }
    case .scalar(8): return "\(table.scalar(id, default: Int64(0)))"
    case .scalar: return nil
    case .string: return table.string(id).map { String($0.string.prefix(256)) }
    case .scalars(4):
      if isReal(name) { return text(table.vector(id, of: Float.self).map { $0 }) }
      return text(table.vector(id, of: Int32.self).map { $0 })
    case .scalars(8): return text(table.vector(id, of: Int64.self).map { $0 })
    case .scalars(1):
      if name == "window_reversal" { return text(table.vector(id, of: UInt8.self).map { $0 }) }
      return "\(table.vector(id, of: UInt8.self).count) bytes"
    case .scalars: return nil
    case .strings, .tables, .table, .union: return table.has(id) ? "..." : nil
    }
  }

  private static func byte(_ raw: UInt8, _ name: String) -> String {
    let signed = Int8(bitPattern: raw)
    switch name {
    case "fused_activation_function": return Schema.ActivationFunctionType(rawValue: signed).name
    case "padding": return Schema.Padding(rawValue: signed).name
    case "combiner": return Schema.CombinerType(rawValue: signed).name
    case "mode": return Schema.MirrorPadMode(rawValue: signed).name
    case "kernel_type": return Schema.LSTMKernelType(rawValue: signed).name
    case "weights_format": return Schema.FullyConnectedOptionsWeightsFormat(rawValue: signed).name
    case "algorithm": return Schema.RngAlgorithm(rawValue: signed).name
    case "type": return Schema.LSHProjectionType(rawValue: signed).name
    case "in_data_type", "out_data_type", "out_type", "output_type", "idx_out_type", "quantized_bias_type", "key_dtype",
      "value_dtype":
      return ElementType(rawValue: signed)?.name ?? "\(signed)"
    case "composite_attributes_format": return "\(signed)"
    default: return raw == 0 ? "false" : "true"
    }
  }

  /// Options of 32 bits that are floats.
  private static func isReal(_ name: String) -> Bool {
    ["alpha", "beta", "bias", "cell_clip", "proj_clip", "min", "max", "boundaries"].contains(name)
  }

  /// What absent options are, where that is not zero.
  private static func defaultInteger(_ name: String, _ type: String) -> UInt8 {
    switch name {
    case "dilation_w_factor", "dilation_h_factor", "dilation_d_factor", "pot_scale_int16": 1
    case "idx_out_type": UInt8(ElementType.int32.rawValue)
    case "time_major": type == "BidirectionalSequenceLSTMOptions" ? 1 : 0
    default: 0
    }
  }

  private static func text<Value>(_ values: [Value]) -> String {
    let shown = values.prefix(mostElements).map { "\($0)" }.joined(separator: ", ")
    return "[" + shown + (values.count > mostElements ? ", ... \(values.count) in all]" : "]")
  }
}
