import ArgumentParser
import TFLiteRuntime
import TFLiteVision

/// Where the inputs of a run come from.
struct InputOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      The file of an input, once for each; without a name the next input in order. The ending tells the form: .npy, \
      .npz (arrays by the names of inputs), .txt or .csv, pictures (.png .jpg .jpeg .bmp .ppm .pgm), and anything \
      else raw little-endian bytes. - is standard input: an array or a picture if it begins like one, else raw bytes; \
      -.csv and -.txt say that it is text.
      """, valueName: "[name=]file"))
  var input: [NamedValue] = []

  @Option(help: ArgumentHelp("The shape of an input, once for each.", valueName: "[name=]1x224x224x3"))
  var resize: [NamedValue] = []

  @Option(help: "The content of inputs without a file: random, zeros or ones.")
  var fill = InputFill.random

  @Option(help: "The seed of random content.")
  var seed: UInt64 = 0

  @Flag(help: "Numbers in .npy and text files are real values, to be quantised as the inputs ask.")
  var realInputs = false

  @OptionGroup(title: "Picture options") var pictures: PictureOptions

  /// Resizes and writes every input.
  func feed(_ runner: ModelRunner) throws {
    try feed(runner, InputSet(NamedValue.assign(input, runner.inputNames, "input")), seed: seed)
  }

  /// Resizes and writes every input of one run.
  func feed(_ runner: ModelRunner, _ set: InputSet, seed: UInt64) throws {
    try runner.resize(resize)
    let sources = try set.sources(runner.inputNames, limits: pictures.limits)
    // Arrays tell their shape, and come first: resizing moves the other inputs.
    for (index, source) in sources.sorted(by: { $0.key < $1.key }) {
      guard let shape = source.arrayShape else { continue }
      if shape.checkedElementCount != runner.inputs[index].shape.checkedElementCount {
        try runner.resizeInput(index, to: shape)
      }
    }
    var generator = SeededGenerator(seed: seed)
    let ranges = runner.indexRanges
    for index in runner.inputs.indices {
      if let source = sources[index] {
        try write(source, runner, index)
      } else {
        try runner.write(bytes: fill.bytes(runner.inputs[index], ranges, &generator), toInput: index)
      }
    }
  }

  private func write(_ source: InputSource, _ runner: ModelRunner, _ index: Int) throws {
    let info = runner.inputs[index]
    switch source.content {
    case .array(let array): try runner.write(bytes: numpy(array, source.name, info), toInput: index)
    case .text(let bytes): try runner.write(bytes: text(bytes, source, info), toInput: index)
    case .picture(let picture): try runner.write(picture, toInput: index, pictures.input)
    case .raw(let bytes):
      if info.type != .string, bytes.count != info.byteCount {
        throw ToolError(
          .invalidData, source.name,
          expected: "\(info.byteCount) bytes for '\(info.name)' \(info.type.name) \(info.shape)",
          found: "\(bytes.count)")
      }
      try runner.write(bytes: bytes, toInput: index)
    }
  }

  private func numpy(_ array: TensorValue, _ name: String, _ info: TensorInfo) throws -> [UInt8] {
    if realInputs, array.type != info.type || info.quantization != nil {
      let texts = array.withUnsafeBytes { ElementText.texts(array.type, $0, count: array.elementCount) }
      return try ElementText.bytes(reals: texts.map { Double($0) ?? ($0 == "true" ? 1 : 0) }, info, source: name)
    }
    guard array.type == info.type else {
      throw ToolError(
        .invalidData, name, expected: "\(info.type.name) for '\(info.name)'",
        found: array.type.name + (array.type.isReal && info.quantization != nil ? "; --real-inputs quantises" : ""))
    }
    return array.bytes
  }

  private func text(_ bytes: [UInt8], _ source: InputSource, _ info: TensorInfo) throws(ToolError) -> [UInt8] {
    let path = source.name
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ToolError(.invalidData, path, expected: "UTF-8 text", found: "other bytes")
    }
    let count = info.shape.checkedElementCount ?? 0
    func check(_ found: Int, _ expected: Int, _ what: String) throws(ToolError) {
      if found != expected {
        throw ToolError(
          .invalidData, path, expected: "\(expected) \(what) for '\(info.name)' \(info.type.name) \(info.shape)",
          found: "\(found)")
      }
    }
    if info.type == .string {
      if source.isCSV {
        let fields = try CSVText.rows(text, source: path).flatMap { $0.fields }
        try check(fields.count, count, "fields")
        return SerializedStrings.encode(fields.map { Array($0.utf8) })
      }
      var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      if lines.last?.isEmpty == true { lines.removeLast() }
      try check(lines.count, count, "lines")
      return SerializedStrings.encode(lines.map { Array($0.utf8) })
    }
    let tokens = ElementText.tokens(text)
    let isComplex = info.type == .complex64 || info.type == .complex128
    try check(tokens.count, isComplex ? 2 * count : count, "numbers")
    if realInputs {
      var reals: [Double] = []
      for (index, token) in tokens.enumerated() {
        guard let real = Double(token) else {
          throw ToolError(.invalidData, "\(path), number \(index)", expected: "a number", found: "'\(token)'")
        }
        reals.append(real)
      }
      return try ElementText.bytes(reals: reals, info, source: path)
    }
    return try ElementText.bytes(info.type, tokens, source: path)
  }
}
