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
    .init(.averagePool2D, 1...3, [.float32, .uint8, .int8, .int16]) { Pool2D(.average, $0) },
    .init(.concatenation, 1...7, ElementType.fixedSize) { Concatenation($0) },
    .init(.conv2D, 1...8, [.float32, .uint8, .int8, .int16]) { Conv2D($0) },
    .init(.depthwiseConv2D, 1...6, [.float32, .uint8, .int8, .int16]) { DepthwiseConv2D($0) },
    .init(.depthToSpace, 1...2, ElementType.wholeBytes) { SpaceToDepth(inverse: $0) },
    .init(.fullyConnected, 1...14, [.float32, .uint8, .int8, .int16]) { FullyConnected($0) },
    .init(.l2Pool2D, 1...1, [.float32]) { Pool2D(.l2, $0) },
    .init(.maxPool2D, 1...3, [.float32, .uint8, .int8, .int16]) { Pool2D(.max, $0) },
    .init(.reshape, 1...1, ElementType.allCases) { Reshape($0) },
    .init(.resizeBilinear, 1...4, [.float32, .uint8, .int8, .int16]) { ResizeBilinear($0) },
    .init(.spaceToDepth, 1...2, ElementType.wholeBytes) { SpaceToDepth($0) },
    .init(.pad, 1...6, ElementType.wholeBytes) { Pad($0) },
    .init(.gather, 1...8, ElementType.allCases) { Gather($0) },
    .init(.batchToSpaceNd, 1...4, ElementType.wholeBytes) { BatchToSpaceND($0) },
    .init(.spaceToBatchNd, 1...4, ElementType.wholeBytes) { SpaceToBatchND($0) },
    .init(.transpose, 1...9, ElementType.fixedSize) { Transpose($0) },
    .init(.squeeze, 1...2, ElementType.allCases) { Squeeze($0) },
    .init(.stridedSlice, 1...8, ElementType.allCases) { StridedSlice($0) },
    .init(.split, 1...5, ElementType.wholeBytes) { Split(equalParts: $0) },
    .init(.padv2, 1...6, ElementType.wholeBytes) { Pad($0) },
    .init(.slice, 1...8, ElementType.allCases) { Slice($0) },
    .init(.transposeConv, 1...5, [.float32, .uint8, .int8, .int16]) { TransposeConv($0) },
    .init(.sparseToDense, 1...3, ElementType.wholeBytes) { SparseToDense($0) },
    .init(.tile, 1...3, ElementType.wholeBytesAndStrings) { Tile($0) },
    .init(.expandDims, 1...1, ElementType.allCases) { ExpandDims($0) },
    .init(.shape, 1...1, ElementType.allCases) { ShapeOf($0) },
    .init(.pack, 1...5, ElementType.wholeBytes) { Pack($0) },
    .init(.oneHot, 1...1, ElementType.wholeBytes) { OneHot($0) },
    .init(.unpack, 1...6, ElementType.wholeBytes) { Unpack($0) },
    .init(.zerosLike, 1...1, ElementType.fixedSize) { ZerosLike($0) },
    .init(.fill, 1...5, ElementType.wholeBytesAndStrings) { Fill($0) },
    .init(.range, 1...2, [.float32, .int32, .int64]) { NumberRange($0) },
    .init(.resizeNearestNeighbor, 1...4, ElementType.wholeBytes) { ResizeNearestNeighbor($0) },
    .init(.mirrorPad, 1...3, ElementType.wholeBytes) { MirrorPad($0) },
    .init(.splitV, 1...3, ElementType.wholeBytes) { Split(sizes: $0) },
    .init(.unique, 1...1, [.float32, .int8, .int16, .int32, .int64, .uint8]) { Unique($0) },
    .init(.reverseV2, 1...4, ElementType.wholeBytes) { ReverseV2($0) },
    .init(.gatherNd, 1...6, ElementType.wholeBytesAndStrings) { GatherND($0) },
    .init(.where, 1...2, [.bool, .float32, .int64, .int32, .int8, .uint8, .uint32]) { Where($0) },
    .init(.rank, 1...1, ElementType.allCases) { Rank($0) },
    .init(.reverseSequence, 1...1, ElementType.wholeBytes) { ReverseSequence($0) },
    .init(.matrixDiag, 1...1, ElementType.wholeBytes) { MatrixDiagonal(new: $0) },
    .init(.matrixSetDiag, 1...1, ElementType.wholeBytes) { MatrixDiagonal(replacing: $0) },
    .init(.scatterNd, 1...1, [.float32, .int32, .int64, .int16, .int8, .uint8, .bool]) { ScatterND($0) },
    .init(.broadcastTo, 1...4, ElementType.fixedSize) { BroadcastTo($0) },
    .init(.broadcastArgs, 1...1, [.int32, .int64]) { BroadcastArgs($0) },
    .init(.dynamicUpdateSlice, 1...6, ElementType.fixedSize) { DynamicUpdateSlice($0) },
  ]

  package static let custom: [OperatorEntry] = []

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
