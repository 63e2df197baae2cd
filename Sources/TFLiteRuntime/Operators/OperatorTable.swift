import TFLiteSchema

/// One line of the operator table.
package struct OperatorEntry: Sendable {
  /// The name such as `CONV_2D`, or a custom operator's.
  package let name: String
  let code: Schema.BuiltinOperator
  /// The versions whose every option and type rule is implemented.
  package let versions: ClosedRange<Int>
  /// The element types of the main input that the operator computes with.
  package let types: [ElementType]
  let make: OperatorFactory

  init(
    _ code: Schema.BuiltinOperator, _ versions: ClosedRange<Int>, _ types: [ElementType],
    _ make: @escaping OperatorFactory
  ) {
    name = code.name
    self.code = code
    self.versions = versions
    self.types = types
    self.make = make
  }

  init(custom name: String, _ types: [ElementType], _ make: @escaping OperatorFactory) {
    self.name = name
    code = .custom
    versions = 1...1
    self.types = types
    self.make = make
  }
}

/// Every operator this runtime executes; the support matrix is printed from here.
package enum OperatorTable {
  package static let builtin: [OperatorEntry] = [
    .init(.argMax, 1...2, [.float32, .uint8, .int8, .int32, .bool]) { ArgExtremum($0, .maximum) },
    .init(.argMin, 1...2, [.float32, .uint8, .int8, .int32, .bool]) { ArgExtremum($0, .minimum) },
    .init(.mean, 1...3, [.float32, .int32, .int64, .uint8, .int8, .int16]) { Mean($0) },
    .init(.reduceAll, 1...1, [.bool]) { ReduceLogical($0, .all) },
    .init(.reduceAny, 1...1, [.bool]) { ReduceLogical($0, .any) },
    .init(.reduceMax, 1...3, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) {
      ReduceExtremum($0, .maximum)
    },
    .init(.reduceMin, 1...3, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) {
      ReduceExtremum($0, .minimum)
    },
    .init(.reduceProd, 1...2, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) { ReduceProduct($0) },
    .init(.reshape, 1...1, ElementType.allCases) { Reshape($0) },
    .init(.shape, 1...1, ElementType.allCases) { ShapeOf($0) },
    .init(.sum, 1...2, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) { Sum($0) },
    .init(.topkV2, 1...3, [.float32, .uint8, .int8, .int16, .int32, .int64]) { TopK($0) },
  ]

  package static let custom: [OperatorEntry] = [
    .init(custom: "TFLite_Detection_PostProcess", [.float32, .uint8]) { node throws(RuntimeError) in
      try DetectionPostProcess(node)
    }
  ]

  private static let byCode: [Int32: OperatorEntry] = {
    var table: [Int32: OperatorEntry] = [:]
    for entry in builtin { table[Int32(entry.code.rawValue)] = entry }
    return table
  }()

  static func entry(_ code: Schema.BuiltinOperator) -> OperatorEntry? { byCode[Int32(code.rawValue)] }

  static func customEntry(_ name: String) -> OperatorEntry? {
    for entry in custom where entry.name == name { return entry }
    return nil
  }
}
