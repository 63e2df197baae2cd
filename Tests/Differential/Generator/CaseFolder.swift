import Foundation
import TFLiteRuntime

/// Writes trials as files: the model, the inputs of one step as `.npy`, and what the reference gives.
///
///     tflite run model.tflite --input input0.npy --input input1.npy --kernels reference
package enum CaseFolder {
  /// Writes a trial to a new folder.
  /// - Parameter disagreement: what is written into `case.json` beside the rest; its step's inputs are those written.
  package static func write(_ trial: Trial, to folder: URL, seed: UInt64?, _ disagreement: Trial.Disagreement? = nil)
    throws
  {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(trial.model).write(to: folder.appendingPathComponent("model.tflite"))
    let step = min(disagreement?.step ?? 0, trial.steps.count - 1)
    let model = try Model(bytes: trial.model)
    var shapes = model.graphs[0].inputs.map { model.graphs[0].tensors[$0].shape.dimensions }
    for earlier in trial.steps[...step] { if let changed = earlier.shapes { shapes = changed } }
    for (index, bytes) in trial.steps[step].feeds.enumerated() {
      let tensor = model.graphs[0].tensors[model.graphs[0].inputs[index]]
      try write(
        Output(type: tensor.type, shape: shapes[index], bytes: bytes), folder.appendingPathComponent("input\(index)"))
    }
    let outcomes = try trial.outcomes(.oracle)
    if case .outputs(let outputs) = outcomes[step] {
      for (index, output) in outputs.enumerated() {
        try write(output, folder.appendingPathComponent("output\(index)"))
      }
    }
    let facts = Facts(
      family: trial.family.name, seed: seed, choices: trial.choices, description: trial.description,
      tolerance: trial.tolerance, step: step, inputs: trial.steps[step].feeds.count,
      types: model.graphs[0].inputs.map { model.graphs[0].tensors[$0].type.name.lowercased() },
      disagreement: disagreement?.description)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(facts).write(to: folder.appendingPathComponent("case.json"))
  }

  private struct Facts: Encodable {
    var family: String
    var seed: UInt64?
    var choices: [UInt64]
    var description: String
    var tolerance: Float
    var step: Int
    var inputs: Int
    var types: [String]
    var disagreement: String?
  }

  private static let names: [ElementType: String] = [
    .float32: "<f4", .float64: "<f8", .float16: "<f2", .int8: "|i1", .uint8: "|u1", .bool: "|b1", .int16: "<i2",
    .uint16: "<u2", .int32: "<i4", .uint32: "<u4", .int64: "<i8", .uint64: "<u8", .complex64: "<c8",
    .complex128: "<c16",
    .bfloat16: "<u2", .float8E4M3FN: "|u1", .float8E5M2: "|u1",
  ]

  /// Types that NumPy lacks are written as the bytes they are.
  private static func write(_ output: Output, _ path: URL) throws {
    guard let name = names[output.type] else {
      return try Data(output.bytes).write(to: path.appendingPathExtension("bin"))
    }
    let extents = output.shape.map { "\($0)" }.joined(separator: ", ") + (output.shape.count == 1 ? "," : "")
    var text = "{'descr': '\(name)', 'fortran_order': False, 'shape': (\(extents)), }"
    text += String(repeating: " ", count: 63 - (10 + text.utf8.count) % 64) + "\n"
    let count = text.utf8.count
    let header: [UInt8] =
      [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(count & 255), UInt8(count >> 8)] + Array(text.utf8)
    try Data(header + output.bytes).write(to: path.appendingPathExtension("npy"))
  }
}
