import TFLiteRuntime

/// Runs a model on every line of a stream, one session for all: JSON objects in and out, or rows of CSV.
struct LineStream {
  let runner: ModelRunner
  /// The tensors to write, under the names that people know.
  let outputs: [(name: String, key: TensorKey)]
  let realInputs: Bool
  let realOutputs: Bool
  /// Rows of CSV rather than objects.
  let isCSV: Bool
  /// The shapes of inputs whose lines tell none.
  private let shapes: [Shape]

  init(
    _ runner: ModelRunner, outputs: [(name: String, key: TensorKey)], realInputs: Bool, realOutputs: Bool, isCSV: Bool
  ) {
    self.runner = runner
    self.outputs = outputs
    self.realInputs = realInputs
    self.realOutputs = realOutputs
    self.isCSV = isCSV
    shapes = runner.inputs.map { $0.shape }
  }

  /// Runs on all lines of `path`, standard input for `-` or `-.ENDING`, and writes a line for each.
  /// - Returns: how many lines failed.
  /// - Throws: what concerns more than a line: `noInput`, `cannotWrite`.
  func run(_ path: String) throws(ToolError) -> Int {
    var lines = try LineReader(path)
    var failed = 0
    var number = 0
    var isFirst = true
    while let line = try lines.next() {
      number += 1
      if line.allSatisfy({ $0 == 32 || (9...13).contains($0) }) { continue }
      var id: JSONText?
      do {
        let answer = try isCSV ? row(line, number, isFirst) : object(line, number, &id)
        if let answer { try Output.standard.write(answer + "\n") }
      } catch let error as ToolError where error.code == .cannotWrite {
        throw error
      } catch {
        failed += 1
        let reason = (error as? RuntimeError)?.description ?? (error as? ToolError)?.description ?? "\(error)"
        try report(reason, number, id)
      }
      isFirst = false
      try Output.standard.flush()
    }
    return failed
  }

  private func report(_ reason: String, _ line: Int, _ id: JSONText?) throws(ToolError) {
    if isCSV {
      // A row for each row, so that both can be put side by side.
      try Output.standard.write(CSVText.line(["error", reason]) + "\n")
      Output.error.writeIgnoringErrors("tflite: line \(line): \(reason)\n")
    } else {
      let members = [("line", JSONText.int(line))] + (id.map { [("id", $0)] } ?? []) + [("error", .string(reason))]
      try Output.standard.write(JSONText.object(members).line + "\n")
    }
  }

  // MARK: JSON

  /// - Throws: what is wrong with the line, or its run.
  private func object(_ line: [UInt8], _ number: Int, _ id: inout JSONText?) throws -> String {
    let value = try JSONValue(line)
    guard case .object = value else {
      throw ToolError(.invalidData, "the line", expected: "an object of inputs", found: value.kind)
    }
    if !runner.inputNames.contains("id") { id = value["id"]?.text }
    var given = value
    if let inner = value["inputs"], case .object = inner, !runner.inputNames.contains("inputs") { given = inner }
    guard case .object(let members) = given else { return "" }
    let names = runner.inputNames
    var found: [Int: (elements: [Substring], shape: [Int])] = [:]
    for member in members where names.contains("id") || member.name != "id" {
      let position = Int(member.name).flatMap { names.indices.contains($0) ? $0 : nil }
      guard let index = names.firstIndex(of: member.name) ?? position else {
        throw ToolError(
          .invalidData, "no such input", expected: names.map { "'\($0)'" }.joined(separator: " or "),
          found: "'\(member.name)'")
      }
      found[index] = try TensorLine.flatten(member.value, member.name)
    }
    if let missing = names.indices.first(where: { found[$0] == nil }) {
      throw ToolError(.invalidData, "inputs", expected: "'\(names[missing])'", found: "nothing under that name")
    }
    for (index, input) in found.sorted(by: { $0.key < $1.key }) {
      // Arrays of another size than the file's shape are of another shape; a list of all elements is of any.
      let base = shapes[index]
      let isResized = input.shape.count == base.rank && input.elements.count != base.checkedElementCount
      let shape = isResized ? Shape(input.shape) : base
      if runner.inputs[index].shape != shape { try runner.resizeInput(index, to: shape) }
    }
    for (index, input) in found {
      let bytes = try TensorLine.bytes(
        input.elements, runner.inputs[index], asReals: realInputs, source: "'\(names[index])'")
      try runner.write(bytes: bytes, toInput: index)
    }
    try runner.invoke()
    let results = try outputs.map { ($0.name, try TensorLine.json(runner.value($0.key), asReals: realOutputs)) }
    let answer = [("line", JSONText.int(number))] + (id.map { [("id", $0)] } ?? [])
    return JSONText.object(answer + [("outputs", .object(results))]).line
  }

  // MARK: CSV

  /// A row of all elements of all inputs, in order; nil for the names above them, which become those of the outputs.
  private func row(_ line: [UInt8], _ number: Int, _ isFirst: Bool) throws -> String? {
    guard let text = String(validating: line, as: UTF8.self) else {
      throw ToolError(.invalidData, "the line", expected: "UTF-8 text", found: "other bytes")
    }
    let fields = try CSVText.rows(text, source: "the line").flatMap { $0.fields }
    let infos = runner.inputs
    let isNumeric = !infos.contains { $0.type == .string }
    if isFirst, isNumeric, !fields.contains(where: { Double(Self.trimmed($0)) != nil || $0 == "true" || $0 == "false" })
    {
      // The shapes of outputs are known once the model has run.
      try runner.prepare()
      return CSVText.line(try header())
    }
    let counts = infos.map { $0.shape.checkedElementCount ?? 0 }
    guard fields.count == counts.reduce(0, +) else {
      throw ToolError(
        .invalidData, "the line",
        expected: "\(counts.reduce(0, +)) fields for "
          + zip(infos, runner.inputNames).map { "'\($1)' \($0.shape)" }.joined(separator: " and "),
        found: "\(fields.count)")
    }
    var rest = fields[...]
    for (index, info) in infos.enumerated() {
      let elements = rest.prefix(counts[index]).map { info.type == .string ? $0[...] : Self.trimmed($0) }
      rest = rest.dropFirst(counts[index])
      let bytes = try TensorLine.bytes(
        elements, info, asReals: realInputs, source: "'\(runner.inputNames[index])'")
      try runner.write(bytes: bytes, toInput: index)
    }
    try runner.invoke()
    return CSVText.line(
      try outputs.flatMap { try TensorLine.texts(runner.value($0.key), asReals: realOutputs) })
  }

  private static func trimmed(_ field: String) -> Substring {
    let start = field.drop { $0 == " " || $0 == "\t" }
    return start.prefix(start.count - start.reversed().prefix { $0 == " " || $0 == "\t" }.count)
  }

  private func header() throws -> [String] {
    let infos = runner.outputs + runner.intermediates
    return try outputs.flatMap { output -> [String] in
      let info: TensorInfo? =
        switch output.key {
        case .index(let index): runner.outputs[index]
        case .tensor(let number): infos.first { $0.number == number }
        case .name: nil
        }
      guard let info, info.hasKnownShape, let count = info.shape.checkedElementCount else {
        throw ToolError(
          .invalidData, "'\(output.name)'", expected: "a shape known before a run", found: "none; leave out the names")
      }
      return count == 1 ? [output.name] : (0..<count).map { "\(output.name)[\($0)]" }
    }
  }
}

/// The lines of a file or of standard input, one after the other.
struct LineReader {
  private var pending: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private let readsStandardInput: Bool

  /// - Throws: `noInput`.
  init(_ path: String) throws(ToolError) {
    readsStandardInput = path == "-" || path.hasPrefix("-.")
    if !readsStandardInput {
      pending = try MappedFile.copy(of: path)
      isAtEnd = true
    }
  }

  /// The bytes of the next line without its end, nil after the last.
  /// - Throws: `noInput`.
  mutating func next() throws(ToolError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = pending[searched...].firstIndex(of: 10) {
        defer { start = end + 1 }
        return Array(end > start && pending[end - 1] == 13 ? pending[start..<end - 1] : pending[start..<end])
      }
      searched = pending.count - start
      pending.removeFirst(start)
      start = 0
      if !isAtEnd, readsStandardInput, let part = try StandardInput.next() {
        pending += part
        continue
      }
      isAtEnd = true
      if pending.isEmpty { return nil }
      defer { pending = [] }
      return pending
    }
  }
}
