import TFLiteRuntime

/// Runs one case and judges its outputs.
struct CaseRunner: Sendable {
  var options = SessionOptions()
  /// How many mismatches of an output to keep.
  var mismatchLimit = 5

  /// What became of a case.
  struct Verdict: Sendable {
    /// One line each: the error, or for each bad output the output and its mismatches. Empty for a case that passed.
    var reasons: [String] = []
    /// The largest difference met between numbers.
    var maxDifference: Double?

    var passes: Bool { reasons.isEmpty }
  }

  func run(_ verifyCase: VerifyCase) -> Verdict {
    var verdict = Verdict()
    do throws(ToolError) {
      try run(verifyCase, &verdict)
    } catch {
      verdict.reasons.append(error.description)
    }
    return verdict
  }

  private func run(_ verifyCase: VerifyCase, _ verdict: inout Verdict) throws(ToolError) {
    let content = verifyCase.content
    let blob = verifyCase.folder.blob
    do {
      let model = try Self.model(verifyCase)
      let runner = try ModelRunner(model, options: options, signature: content.signature)
      let inputs = Names(runner, model, .input)
      let outputs = Names(runner, model, .output)
      for (number, step) in content.steps.enumerated() {
        let place = content.steps.count > 1 ? "step \(number), " : ""
        try Self.feed(step.inputs, runner, inputs, blob, place)
        try runner.invoke()
        try compare(step.outputs, runner, outputs, blob, place, &verdict)
      }
    } catch let error as ToolError {
      throw error
    } catch let error as RuntimeError {
      throw ToolError(error)
    } catch {
      throw ToolError(.failed, "\(error)")
    }
  }

  private static func model(_ verifyCase: VerifyCase) throws -> Model {
    let folder = verifyCase.folder
    if let file = verifyCase.content.modelFile {
      do {
        return try Model(path: folder.path + "/" + file)
      } catch var error {
        error.path = nil
        throw ToolError(.invalidData, "\(file): \(error)")
      }
    }
    guard let model = verifyCase.content.model else {
      throw ToolError(.invalidData, verifyCase.name, expected: "'model' or 'model_file'", found: "neither")
    }
    let blob = folder.blob
    return try Model(referringTo: try slice(model, of: blob, "the model")) { _ in withExtendedLifetime(blob) {} }
  }

  private static func slice(
    _ slice: CaseFile.Slice, of blob: MappedFile, _ what: String
  ) throws(ToolError) -> UnsafeRawBufferPointer {
    guard let bytes = blob.slice(offset: slice.offset, count: slice.count) else {
      throw ToolError(
        .invalidData, what, expected: "a range inside the \(blob.bytes.count) bytes of \(blob.path)",
        found: "\(slice.count) bytes at \(slice.offset)")
    }
    return bytes
  }

  private static func feed(
    _ inputs: [CaseFile.Input], _ runner: ModelRunner, _ names: Names, _ blob: MappedFile, _ place: String
  ) throws {
    var matcher = names.matcher()
    var positions: [Int] = []
    for (position, input) in inputs.enumerated() {
      positions.append(try matcher.position(of: input.name, input.signature, at: position))
    }
    for (input, position) in zip(inputs, positions) where runner.inputs[position].shape.dimensions != input.shape {
      try runner.resizeInput(position, to: Shape(input.shape))
    }
    for (input, position) in zip(inputs, positions) {
      let info = runner.inputs[position]
      guard info.type.name == input.type else {
        throw ToolError(.failed, "\(place)input '\(input.name)'", expected: input.type, found: info.type.name)
      }
      try runner.write(bytes: slice(input.data, of: blob, "input '\(input.name)'"), toInput: position)
    }
  }

  private func compare(
    _ outputs: [CaseFile.Output], _ runner: ModelRunner, _ names: Names, _ blob: MappedFile, _ place: String,
    _ verdict: inout Verdict
  ) throws {
    guard outputs.count == runner.outputs.count else {
      throw ToolError(.failed, place + "outputs", expected: "\(outputs.count)", found: "\(runner.outputs.count)")
    }
    var matcher = names.matcher()
    for (number, output) in outputs.enumerated() {
      let position = try matcher.position(of: output.name, output.signature, at: number)
      let info = runner.outputs[position]
      let label = "\(place)output \(number) '\(output.name)'"
      guard info.type.name == output.type, info.shape.dimensions == output.shape else {
        verdict.reasons.append(
          "\(label): expected \(output.type) \(Shape(output.shape)), found \(info.type.name) \(info.shape)")
        continue
      }
      let reference = try Self.slice(output.reference, of: blob, label)
      var comparison = try compare(info.type, reference, runner, position, output.tolerance ?? 0)
      if !comparison.passes, output.disputed == true, let other = output.xnnpack {
        let second = try compare(
          info.type, try Self.slice(other, of: blob, label), runner, position, output.tolerance ?? 0)
        if second.passes { comparison = second }
      }
      if let difference = comparison.maxDifference {
        verdict.maxDifference = max(verdict.maxDifference ?? 0, difference)
      }
      if !comparison.passes { verdict.reasons.append(explain(comparison, label, info)) }
    }
  }

  private func compare(
    _ type: ElementType, _ reference: UnsafeRawBufferPointer, _ runner: ModelRunner, _ position: Int,
    _ tolerance: Double
  ) throws -> Comparison {
    let limit = mismatchLimit
    var comparison: Comparison?
    var found = 0
    try runner.withOutputBytes(position) { bytes in
      found = bytes.count
      if type == .string || bytes.count == reference.count {
        comparison = Comparison(type, reference: reference, found: bytes, tolerance: tolerance, limit: limit)
      }
    }
    guard let comparison else {
      throw ToolError(.failed, "output \(position)", expected: "\(reference.count) bytes", found: "\(found)")
    }
    return comparison
  }

  private func explain(_ comparison: Comparison, _ label: String, _ info: TensorInfo) -> String {
    let count = info.shape.checkedElementCount ?? 0
    var text = "\(label) \(info.type.name) \(info.shape): \(comparison.mismatchCount) of \(count) differ"
    if let difference = comparison.maxDifference {
      text += ", largest difference \(difference), allowed \(comparison.allowed)"
    }
    for mismatch in comparison.mismatches {
      text += "\n    \(info.shape.position(of: mismatch.index)) expected \(mismatch.expected), found \(mismatch.found)"
    }
    return text
  }
}

extension Shape {
  /// The indices along the axes of element `index` in row-major order.
  func position(of index: Int) -> Shape {
    var rest = index
    var position: [Int] = []
    for dimension in dimensions.reversed() {
      position.append(dimension > 0 ? rest % dimension : 0)
      rest = dimension > 0 ? rest / dimension : 0
    }
    return Shape(position.reversed())
  }
}
