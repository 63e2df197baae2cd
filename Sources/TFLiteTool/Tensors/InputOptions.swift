import ArgumentParser
import TFLiteRuntime
import TFLiteVision

/// Where the inputs of a run come from.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The file of an input, once for each; without a name the next input in order. The ending tells the form: .npy, \
      .txt or .csv, pictures (.png .jpg .jpeg .bmp .ppm .pgm), and anything else raw little-endian bytes.
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
    try runner.resize(resize)
    let files = try NamedValue.assign(input, runner.inputNames, "input")
    // Files that tell their shape come first: resizing moves the other inputs.
    let arrays = files.filter { $0.value.lowercased().hasSuffix(".npy") }
    for (index, path) in arrays.sorted(by: { $0.key < $1.key }) {
      let array = try NumPyFile(MappedFile(path: path))
      let info = runner.inputs[index]
      if array.shape.checkedElementCount != info.shape.checkedElementCount {
        try runner.resizeInput(index, to: array.shape)
      }
    }
    var generator = SeededGenerator(seed: seed)
    for index in runner.inputs.indices {
      if let path = files[index] {
        try write(path, runner, index)
      } else {
        try runner.write(bytes: fill.bytes(runner.inputs[index], &generator), toInput: index)
      }
    }
  }

  private func write(_ path: String, _ runner: ModelRunner, _ index: Int) throws {
    let info = runner.inputs[index]
    switch path.lowercased().split(separator: ".").last {
    case "npy": try runner.write(bytes: numpy(path, info), toInput: index)
    case "txt", "csv": try runner.write(bytes: text(path, info), toInput: index)
    case "png", "jpg", "jpeg", "bmp", "ppm", "pgm", "pnm":
      try runner.write(Picture(contentsOf: path), toInput: index, pictures.input)
    default:
      let file = try MappedFile(path: path)
      if info.type != .string, file.bytes.count != info.byteCount {
        throw ToolError(
          .invalidData, path, expected: "\(info.byteCount) bytes for '\(info.name)' \(info.type.name) \(info.shape)",
          found: "\(file.bytes.count)")
      }
      try runner.write(bytes: file.bytes, toInput: index)
    }
  }

  private func numpy(_ path: String, _ info: TensorInfo) throws(ToolError) -> [UInt8] {
    let file = try MappedFile(path: path)
    let array = try NumPyFile(file)
    if realInputs, array.type != info.type || info.quantization != nil {
      let texts = ElementText.texts(array.type, array.bytes, count: array.shape.elementCount)
      return try ElementText.bytes(reals: texts.map { Double($0) ?? ($0 == "true" ? 1 : 0) }, info, source: path)
    }
    guard array.type == info.type else {
      throw ToolError(
        .invalidData, path, expected: "\(info.type.name) for '\(info.name)'", found: array.type.name)
    }
    return Array(array.bytes)
  }

  private func text(_ path: String, _ info: TensorInfo) throws(ToolError) -> [UInt8] {
    let file = try MappedFile(path: path)
    guard let text = String(validating: file.bytes, as: UTF8.self) else {
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
