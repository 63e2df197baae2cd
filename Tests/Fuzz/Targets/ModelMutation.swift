import TFLiteSchema
import TestSupport

/// Changes a model as a script says: any field of any table, by the schema's own description of them, so that most of what
/// comes out passes the first check of the verifier and comes as far as its values allow.
struct ModelMutation {
  typealias Table = FlatBufferWriter.Table
  typealias Value = FlatBufferWriter.Value

  private static let layouts = Schema.layout.tables
  /// More changes than this make no difference that fewer would not.
  private static let mostSteps = 24

  private var script: Script
  /// Bytes of the written file that are replaced.
  private var scratches: [(place: Int, byte: UInt8)] = []

  private init(_ script: Script) { self.script = script }

  /// The file that `script` makes of `seed`, whose lists may take elements of `others`.
  static func file(_ seed: Table, _ script: inout Script, others: (inout Script) -> Table?) -> [UInt8] {
    var mutation = Self(script)
    var root = seed
    var steps = 0
    while !mutation.script.isOver, steps < mostSteps {
      mutation.step(&root, others: others)
      steps += 1
    }
    var file = ModelTree.file(root)
    for scratch in mutation.scratches where !file.isEmpty { file[scratch.place % file.count] = scratch.byte }
    script = mutation.script
    return file
  }

  private mutating func step(_ root: inout Table, others: (inout Script) -> Table?) {
    switch script.byte() {
    case ..<24:
      if let other = others(&script) { join(&root, other) }
    case ..<28:
      scratches.append((script.below(65_536), script.byte()))
    case ..<100:
      descend(&root, [.field(2), .element, .field(0), .element])
    case ..<170:
      descend(&root, [.field(2), .element, .field(3), .element, .anywhere])
    default:
      descend(&root, [.anywhere])
    }
  }

  // MARK: Which table

  private enum Direction {
    /// Into the list or table of a number.
    case field(Int)
    /// Into one element.
    case element
    /// As deep as the script goes.
    case anywhere
  }

  /// Follows a path and changes the table at its end.
  private mutating func descend(_ table: inout Table, _ path: [Direction]) {
    descend(&table, Schema.layout.root, path[...])
  }

  private mutating func descend(_ table: inout Table, _ layout: Int, _ path: ArraySlice<Direction>) {
    guard let first = path.first else { return change(&table, layout) }
    switch first {
    case .element: descend(&table, layout, path.dropFirst())
    case .field(let id):
      guard let field = Self.layouts[layout].fields.first(where: { $0.id == id }) else { return }
      enter(&table, field, path.dropFirst(2))
    case .anywhere:
      let inner = Self.layouts[layout].fields.filter { field in
        switch field.storage {
        case .table, .tables, .union: table[field.id] != nil
        default: false
        }
      }
      let choice = script.below(inner.count + 1)
      if choice == inner.count { return change(&table, layout) }
      enter(&table, inner[choice], [.anywhere])
    }
  }

  /// Into a table that the field holds.
  private mutating func enter(_ table: inout Table, _ field: FieldLayout, _ path: ArraySlice<Direction>) {
    switch (field.storage, table[field.id]) {
    case (.table(let child), .table(var inner)):
      descend(&inner, child, path)
      table[field.id] = .table(inner)
    case (.tables(let child), .tables(var elements)):
      if elements.isEmpty { return }
      let number = script.below(elements.count)
      descend(&elements[number], child, path)
      table[field.id] = .tables(elements)
    case (.union(let union), .table(var inner)):
      guard let child = Self.member(union, table, field) else { return }
      descend(&inner, child, path)
      table[field.id] = .table(inner)
    default: return
    }
  }

  private static func member(_ union: Int, _ table: Table, _ field: FieldLayout) -> Int? {
    guard case .scalar(let tag)? = table[field.id - 1], let first = tag.first else { return nil }
    let members = Schema.layout.unions[union]
    return Int(first) < members.count && members[Int(first)] >= 0 ? members[Int(first)] : nil
  }

  // MARK: Which change

  private mutating func change(_ table: inout Table, _ layout: Int) {
    let fields = Self.layouts[layout].fields
    if fields.isEmpty { return }
    let field = fields[script.below(fields.count)]
    switch field.storage {
    case .scalar(let size):
      table[field.id] = .scalar(scalar(size, Self.layouts[layout].name.description, field.name.description))
      // The narrow form of an operator's code has to follow the wide one.
      if layout == Self.codeLayout, field.id == 3, case .scalar(let code)? = table[3] {
        table[0] = .scalar([code[0] > 127 || code[1] != 0 ? 127 : code[0]])
      }
    case .string:
      table[field.id] = script.byte() < 32 ? nil : .string(text())
    case .strings:
      table[field.id] = .strings((0..<script.below(4)).map { _ in text() })
    case .scalars(let size):
      table[field.id] = .some(numbers(table[field.id], size))
    case .table(let child):
      table[field.id] = script.byte() < 32 ? nil : .table(fresh(child))
    case .tables(let child):
      table[field.id] = .tables(list(table[tables: field.id], child))
    case .union(let union):
      let members = Schema.layout.unions[union]
      let tag = script.below(members.count)
      table[field.id - 1] = .scalar([UInt8(tag)])
      table[field.id] = members[tag] < 0 ? nil : .table(fresh(members[tag]))
    }
  }

  private static let codeLayout = layouts.firstIndex { $0.name.description == "OperatorCode" } ?? -1

  /// A table whose numbers are chosen.
  private mutating func fresh(_ layout: Int) -> Table {
    var table = Table()
    for field in Self.layouts[layout].fields {
      switch field.storage {
      case .scalar(let size):
        table[field.id] = .scalar(scalar(size, Self.layouts[layout].name.description, field.name.description))
      case .scalars(let size):
        table[field.id] = .some(numbers(nil, size))
      default: continue
      }
    }
    return table
  }

  private mutating func scalar(_ size: Int, _ table: String, _ field: String) -> [UInt8] {
    let number: UInt64 =
      switch (table, field) {
      case ("Tensor", "type"), (_, "in_data_type"), (_, "out_data_type"): UInt64(script.below(24))
      case ("OperatorCode", "builtin_code"): UInt64(script.below(216))
      case (_, "fused_activation_function"), (_, "padding"): UInt64(script.below(7))
      case ("Tensor", "buffer"), ("Operator", "opcode_index"): UInt64(script.below(12))
      default: script.number()
      }
    return Array(FlatBufferWriter.bytes(of: number).prefix(size))
  }

  private mutating func text() -> String {
    String(decoding: (0..<script.below(9)).map { _ in script.byte() & 127 }, as: UTF8.self)
  }

  /// A vector with one number replaced, some more or fewer, or all of them new.
  private mutating func numbers(_ value: Value?, _ size: Int) -> Value {
    var count = 0
    var bytes: [UInt8] = []
    var alignment = max(size, 4)
    if case .vector(let oldCount, let oldBytes, let oldAlignment)? = value, oldBytes.count == oldCount * size {
      (count, bytes, alignment) = (oldCount, oldBytes, max(oldAlignment, alignment))
    }
    func element(_ number: UInt64) -> [UInt8] { Array(FlatBufferWriter.bytes(of: number).prefix(size)) }
    switch script.below(6) {
    case 0, 1:
      if count > 0 {
        let place = script.below(count) * size
        bytes.replaceSubrange(place..<place + size, with: element(script.number()))
      }
    case 2:
      bytes += element(script.number())
      count += 1
    case 3:
      if count > 0 {
        bytes.removeLast(size)
        count -= 1
      }
    case 4:
      count = script.below(8)
      bytes = (0..<count).flatMap { _ in element(script.number()) }
    default:
      count = script.below(1024)
      let filling = element(script.number())
      bytes = (0..<count).flatMap { _ in filling }
    }
    return .vector(count: count, bytes: bytes, alignment: alignment)
  }

  private mutating func list(_ elements: [Table], _ layout: Int) -> [Table] {
    var elements = elements
    let choice = script.below(5)
    if elements.isEmpty || choice == 0 { return elements + [fresh(layout)] }
    let place = script.below(elements.count)
    switch choice {
    case 1: elements.append(elements[place])
    case 2: elements.remove(at: place)
    case 3: elements.swapAt(place, script.below(elements.count))
    default: elements.removeLast(elements.count - place)
    }
    return elements
  }

  // MARK: Two models

  /// Adds the operators of `other` to the first subgraph, behind those that are there: what it reads can be what they wrote. Its
  /// other subgraphs come last.
  private mutating func join(_ root: inout Table, _ other: Table) {
    guard var graph = root[tables: 2].first, let addition = other[tables: 2].first,
      root[tables: 2].count + other[tables: 2].count < 8, graph[tables: 0].count < 64
    else { return }
    let codes = UInt32(root[tables: 1].count)
    let buffers = UInt32(root[tables: 4].count)
    let tensors = Int32(graph[tables: 0].count)
    func moved(_ old: [Table], _ change: (inout Table) -> Void) -> [Table] {
      old.map { table in
        var table = table
        change(&table)
        return table
      }
    }
    func movedTensors(_ graph: Table) -> [Table] {
      moved(graph[tables: 0]) { if $0[number: 2] != 0 { $0[number: 2] += buffers } }
    }
    let outputs = graph[numbers: 2]
    var places: [Int32: Int32] = [:]
    for number in addition[numbers: 1] where !outputs.isEmpty && script.byte() < 192 {
      places[number] = outputs[script.below(outputs.count)]
    }
    func place(_ number: Int32) -> Int32 { number < 0 ? number : places[number] ?? number &+ tensors }
    graph[tables: 0] += movedTensors(addition)
    graph[numbers: 1] += addition[numbers: 1].filter { places[$0] == nil }.map(place)
    graph[numbers: 2] += addition[numbers: 2].map(place)
    graph[tables: 3] += moved(addition[tables: 3]) { entry in
      entry[number: 0] &+= codes
      for field in [1, 2, 8] where entry[field] != nil { entry[numbers: field] = entry[numbers: field].map(place) }
    }
    root[tables: 1] += other[tables: 1]
    root[tables: 4] += other[tables: 4]
    var graphs = root[tables: 2]
    graphs[0] = graph
    graphs += moved(Array(other[tables: 2].dropFirst())) { graph in
      graph[tables: 0] = movedTensors(graph)
      graph[tables: 3] = moved(graph[tables: 3]) { $0[number: 0] &+= codes }
    }
    root[tables: 2] = graphs
  }
}
