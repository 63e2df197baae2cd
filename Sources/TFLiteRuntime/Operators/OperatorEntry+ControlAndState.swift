import TFLiteSchema

// Control flow, variables, tables, strings, detection, and StableHLO.

extension OperatorEntry {
  /// `EMBEDDING_LOOKUP`.
  public static var embeddingLookup: Self {
    .init(.embeddingLookup, 1...5, ElementType.fixedSize) { EmbeddingLookup($0).made }
  }
  /// `HASHTABLE_LOOKUP`.
  public static var hashtableLookup: Self {
    .init(.hashtableLookup, 1...1, ElementType.allCases) { HashtableLookup($0).made }
  }
  /// `LSH_PROJECTION`.
  public static var lshProjection: Self {
    .init(.lshProjection, 1...1, ElementType.fixedSize) { LSHProjection($0).made }
  }
  /// `SKIP_GRAM`.
  public static var skipGram: Self { .init(.skipGram, 1...1, [.string]) { SkipGram($0).made } }
  /// `CALL`.
  public static var call: Self { .init(.call, 1...1, ElementType.allCases, .subgraph) { Call($0).made } }
  /// `EMBEDDING_LOOKUP_SPARSE`.
  public static var embeddingLookupSparse: Self {
    .init(.embeddingLookupSparse, 1...1, [.float32]) { EmbeddingLookupSparse($0).made }
  }
  /// `IF`.
  public static var `if`: Self { .init(.if, 1...1, [.bool], .subgraph) { If($0).made } }
  /// `WHILE`.
  public static var `while`: Self {
    .init(.while, 1...1, ElementType.allCases, .subgraph) { While($0).made }.bringing {
      $0.listUpdate = .listUpdate
      $0.loopHoisting = .loopHoisting
    }
  }
  /// `NON_MAX_SUPPRESSION_V4`.
  public static var nonMaxSuppressionV4: Self {
    .init(.nonMaxSuppressionV4, 1...1, [.float32], .fixed(.int32, .int32)) { _ in NonMaxSuppression(isSoft: false).made
    }
  }
  /// `NON_MAX_SUPPRESSION_V5`.
  public static var nonMaxSuppressionV5: Self {
    .init(.nonMaxSuppressionV5, 1...1, [.float32], .fixed(.int32, .float32, .int32)) { _ in
      NonMaxSuppression(isSoft: true).made
    }
  }
  /// `CALL_ONCE`.
  public static var callOnce: Self { .init(.callOnce, 1...1, []) { CallOnce($0).made } }
  /// `HASHTABLE`.
  public static var hashtable: Self { .init(.hashtable, 1...1, [.int64, .string]) { HashTable($0).made } }
  /// `HASHTABLE_FIND`.
  public static var hashtableFind: Self { .init(.hashtableFind, 1...1, [.int64, .string]) { HashTableFind($0).made } }
  /// `HASHTABLE_IMPORT`.
  public static var hashtableImport: Self {
    .init(.hashtableImport, 1...1, [.int64, .string]) { HashTableImport($0).made }
  }
  /// `HASHTABLE_SIZE`.
  public static var hashtableSize: Self {
    .init(.hashtableSize, 1...1, [.resource, .int32]) { HashTableSize($0).made }
  }
  /// `VAR_HANDLE`.
  public static var varHandle: Self { .init(.varHandle, 1...1, []) { VariableHandle($0).made } }
  /// `READ_VARIABLE`.
  public static var readVariable: Self {
    .init(.readVariable, 1...1, ElementType.allCases) { ReadVariable($0).made }.bringing {
      $0.variableForwarding = .variableForwarding
    }
  }
  /// `ASSIGN_VARIABLE`.
  public static var assignVariable: Self {
    .init(.assignVariable, 1...1, ElementType.allCases) { AssignVariable($0).made }
  }
  /// `STABLEHLO_CASE`.
  public static var stablehloCase: Self { .init(.stablehloCase, 1...1, [.int32], .subgraph) { Case($0).made } }
  /// `STABLEHLO_SCATTER`.
  public static var stablehloScatter: Self {
    .init(
      .stablehloScatter, 1...1,
      [
        .float16, .float32, .float64, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .bool,
      ]
    ) { StableHLOScatter($0).made }
  }
  /// `STABLEHLO_REDUCE_WINDOW`.
  public static var stablehloReduceWindow: Self {
    .init(.stablehloReduceWindow, 1...1, [.bool, .int8, .int16, .int32, .int64, .uint8, .float32, .float64]) {
      ReduceWindow(stableHLO: $0).made
    }
  }
  /// `STABLEHLO_GATHER`.
  public static var stablehloGather: Self {
    .init(.stablehloGather, 1...1, ElementType.wholeBytes) { StableHLOGather($0).made }
  }
  /// `REDUCE_WINDOW`.
  public static var reduceWindow: Self {
    .init(.reduceWindow, 1...1, [.bool, .int8, .int16, .int32, .int64, .uint8, .float32, .float64]) {
      ReduceWindow($0).made
    }
  }
  /// `STABLEHLO_COMPOSITE`.
  public static var stablehloComposite: Self {
    .init(.stablehloComposite, 1...1, ElementType.allCases, .subgraph) { Call(composite: $0).made }
  }
}
