import TFLiteSchema
import TestSupport
import Testing

/// Bytes that are no flatbuffer of the schema: each fault has its message and its place.
@Suite struct StructureCorruptionTests {
  typealias Table = FlatBufferWriter.Table

  @Test(arguments: [0, 1, 4, 7]) func shortFiles(_ count: Int) {
    expect(Array("....TFL3".utf8.prefix(count)), "file too short: expected at least 8 bytes, found \(count)", at: 0)
  }

  @Test func foreignFiles() {
    expect(
      Array("\u{7f}ELF\u{2}\u{1}\u{1}\u{0}".utf8), "file identifier: expected \"TFL3\", found bytes 2 1 1 0", at: 4)
    expect(Array("....TFL2....".utf8), "file identifier: expected \"TFL3\", found \"TFL2\"", at: 4)
  }

  @Test func rootOffset() {
    expect(changed { $0.store(UInt32(0), at: 0) }, "Model.root: offset 0 from byte 0 does not lead into", at: 0)
    expect(changed { $0.store(UInt32.max, at: 0) }, "Model.root: offset 4294967295 from byte 0 does not lead", at: 0)
    expect(changed { $0.store(UInt32(10), at: 0) }, "Model.root: expected a table at a multiple of 4 bytes", at: 10)
  }

  @Test func vtables() {
    let file = model()
    let root = file.offset(at: 0)
    expect(changed { $0.store(Int32(root + 4), at: root) }, "Model.root: vtable at byte -4, outside the", at: root)
    expect(changed { $0.store(Int32.min, at: root) }, "Model.root: vtable at byte", at: root)
    let vtable = root - Int(file.load(at: root, as: Int32.self))
    expect(
      changed { $0.store(UInt16(3), at: vtable) }, "vtable size: expected an even number from 4, found 3", at: vtable)
    expect(changed { $0.store(UInt16(65534), at: vtable) }, "vtable of 65534 bytes runs past the end", at: vtable)
    expect(
      changed { $0.store(UInt16(65532), at: vtable + 4) },
      "Model.version: field of 4 bytes, 65532 bytes into its table, runs past the end", at: root)
    expect(
      changed { $0.store($0.load(at: vtable + 4, as: UInt16.self) + 2, at: vtable + 4) },
      "Model.version: expected a multiple of 4 as its place", at: nil)
  }

  @Test func vectors() throws {
    let file = model()
    let codes = try #require(file.field(1, ofTableAt: file.offset(at: 0)))
    let vector = codes + file.offset(at: codes)
    expect(
      changed { $0.store(UInt32(1) << 30, at: vector) },
      "Model.operator_codes: vector of 1073741824 elements of 4 bytes: only", at: vector)
    expect(changed { $0.store(UInt32(0), at: vector + 4) }, "Model.operator_codes: offset 0 from byte", at: vector + 4)
    expect(
      changed { $0.store(UInt32(vector - codes + 2), at: codes) },
      "Model.operator_codes: expected a vector at a multiple of 4 bytes", at: vector + 2)
    let end = file.bytes.count / 4 * 4
    expect(
      changed {
        $0.bytes += [UInt8](repeating: 0, count: end + 4 - $0.bytes.count - 2)
        $0.store(UInt32(end - codes), at: codes)
      }, "Model.operator_codes: vector runs past the end", at: end)
  }

  @Test func strings() throws {
    let file = model()
    let description = try #require(file.field(3, ofTableAt: file.offset(at: 0)))
    let text = description + file.offset(at: description)
    expect(
      changed { $0.bytes[text + 4 + 5] = 65 }, "Model.description: string of 5 bytes does not end with a NUL", at: text)
    expect(changed { $0.store(UInt32.max, at: text) }, "Model.description: vector of 4294967295 elements", at: text)
  }

  @Test func unions() throws {
    let file = model()
    let root = file.offset(at: 0)
    let graph = try #require(file.element(0, ofField: 2, ofTableAt: root))
    let entry = try #require(file.element(0, ofField: 3, ofTableAt: graph))
    let options = try #require(file.field(4, ofTableAt: entry))
    expect(
      changed { $0.store(UInt32(1) << 20, at: options) },
      "Operator.builtin_options: offset 1048576 from byte \(options) does not lead", at: options)
    let selector = try #require(file.field(3, ofTableAt: entry))
    let unknown = changed { $0.bytes[selector] = 200 }
    try unknown.withUnsafeBytes { bytes in
      let operation = try Schema.Model.verified(bytes).subgraphs[0].operators[0]
      #expect(operation.builtinOptionsType.name == "UNKNOWN(200)")
      #expect(operation.builtinOptions.addOptions == nil)
    }
  }

  @Test func limits() {
    let file = model().bytes
    expect(file, "SubGraph.tensors: tables nested deeper than the limit of 2", limits: VerifierLimits(maxDepth: 2))
    expect(file, "more tables than the limit of 3", limits: VerifierLimits(maxTables: 3))
    expect(file, "subgraph 0: 2 tensors, more than the limit of 1", limits: VerifierLimits(maxTensors: 1))
    expect(file, "subgraph 0: 1 operators, more than the limit of 0", limits: VerifierLimits(maxOperators: 0))
    expect(file, "model: 1 subgraphs, more than the limit of 0", limits: VerifierLimits(maxSubgraphs: 0))
    expect(file, "model: more entries in lists than the limit of 3", limits: VerifierLimits(maxEntries: 3))
    expect(file, "1 dimensions, more than the limit of 0", limits: VerifierLimits(maxRank: 0))
  }

  /// A small file that describes nine million operators: 3,000 references to one subgraph, whose 3,000 operators are
  /// one.
  @Test func sharedTablesAreBounded() {
    let count = 3_000
    let builder = ModelBuilder([ModelBuilder.Subgraph(tensors: [], inputs: [], outputs: [], operators: [])])
    var file = Bytes(bytes: builder.build())
    guard let graphs = file.field(2, ofTableAt: file.offset(at: 0)) else { return }
    file.append([UInt8](repeating: 0, count: -file.bytes.count & 3))

    file.store(UInt32(file.bytes.count - graphs), at: graphs)
    file.appendReferences(count, to: 4 * count + 4 + 12)
    // The subgraph: a vtable with field 3 alone, and the table.
    file.append(FlatBufferWriter.bytes(of: [UInt16](arrayLiteral: 12, 8, 0, 0, 0, 4)))
    file.append(FlatBufferWriter.bytes(of: [Int32(12), 4]))
    file.appendReferences(count, to: 4 * count + 4 + 4)
    // The operator: a vtable without fields, and the table.
    file.append(FlatBufferWriter.bytes(of: [UInt16](arrayLiteral: 4, 4)))
    file.append(FlatBufferWriter.bytes(of: Int32(4)))

    expect(file.bytes, "more tables than the limit of 4000000")
  }

  // MARK: Support

  private func model() -> Bytes {
    var builder = ModelBuilder.oneOperator(
      ModelBuilder.Operator(.relu, options: .init(type: .addOptions, fields: [.int8(0, 1)]), inputs: [], outputs: []),
      [.float32([4])], [.float32([4])])
    builder.description = "plain"
    return Bytes(bytes: builder.build())
  }

  private func changed(_ change: (inout Bytes) -> Void) -> [UInt8] {
    var file = model()
    change(&file)
    return file.bytes
  }

  private func expect(
    _ file: [UInt8], _ message: String, at offset: Int? = nil, limits: VerifierLimits = VerifierLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    file.withUnsafeBytes { bytes in
      do throws(VerificationError) {
        _ = try Schema.Model.verified(bytes, limits: limits)
        Issue.record("accepted", sourceLocation: sourceLocation)
      } catch {
        #expect(error.message.contains(message), "\(error)", sourceLocation: sourceLocation)
        if let offset { #expect(error.byteOffset == offset, "\(error)", sourceLocation: sourceLocation) }
      }
    }
  }
}

/// A flatbuffer under the knife.
private struct Bytes {
  var bytes: [UInt8]

  func load<Number: FixedWidthInteger & BitwiseCopyable>(at position: Int, as type: Number.Type) -> Number {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: type) }
  }

  func offset(at position: Int) -> Int {
    Int(load(at: position, as: UInt32.self))
  }

  mutating func store<Number: BitwiseCopyable>(_ number: Number, at position: Int) {
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: number, toByteOffset: position, as: Number.self) }
  }

  func field(_ id: Int, ofTableAt table: Int) -> Int? {
    let vtable = table - Int(load(at: table, as: Int32.self))
    guard 4 + 2 * id < Int(load(at: vtable, as: UInt16.self)) else { return nil }
    let offset = Int(load(at: vtable + 4 + 2 * id, as: UInt16.self))
    return offset == 0 ? nil : table + offset
  }

  func element(_ index: Int, ofField id: Int, ofTableAt table: Int) -> Int? {
    guard let field = field(id, ofTableAt: table) else { return nil }
    let element = field + offset(at: field) + 4 + 4 * index
    return element + offset(at: element)
  }

  mutating func append(_ more: [UInt8]) {
    bytes += more
  }

  /// Appends a vector of references, all to the place `distance` bytes after the vector's beginning.
  mutating func appendReferences(_ count: Int, to distance: Int) {
    append(FlatBufferWriter.bytes(of: UInt32(count)))
    for index in 0..<count { append(FlatBufferWriter.bytes(of: UInt32(distance - 4 - 4 * index))) }
  }
}
