import Foundation
import TFLiteRuntime
import Testing

/// The recorded cases of Tests/Conformance/Operators, on every kernel set and several thread counts.
@Suite struct OperatorConformanceTests {
  private static let folder = Fixture.root.appendingPathComponent("Tests/Conformance/Operators")

  @Test(arguments: [1, 2], [[], ["--no-rewrites"]])
  func everyCasePasses(threads: Int, rewrites: [String]) throws {
    let run = try ToolProcess(
      ["verify", Self.folder.path, "--kernels", "all", "--threads", "\(threads)", "--json"] + rewrites)
    let report = try run.json()
    #expect(report["failed"] as? Int == 0, "\(run.output)")
    #expect(report["passed"] as? Int == (try Self.cases("cases.json").count))
  }

  @Test func threadsChangeNoBit() throws {
    let blob = try Data(contentsOf: Self.folder.appendingPathComponent("blob.bin"))
    for entry in try Self.cases("cases.json") {
      let single = try entry.outputs(blob, threads: 1)
      #expect(try entry.outputs(blob, threads: 4) == single, "\(entry.name), 4 threads")
    }
  }

  @Test(arguments: [true, false])
  func whatTheReferenceRefusesIsRefused(rewrites: Bool) throws {
    let blob = try Data(contentsOf: Self.folder.appendingPathComponent("errors.bin"))
    let cases = try Self.cases("errors.json")
    #expect(!cases.isEmpty)
    for entry in cases {
      #expect(throws: RuntimeError.self, "\(entry.name)") {
        try entry.outputs(blob, threads: 1, rewrites: rewrites)
      }
    }
  }

  private static func cases(_ file: String) throws -> [Case] {
    struct File: Decodable { var cases: [Case] }
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: folder.appendingPathComponent(file))).cases
  }

  private struct Case: Decodable {
    struct Input: Decodable {
      var shape: [Int]
      /// Offset and count in the blob.
      var data: [Int]
    }
    struct Step: Decodable {
      var inputs: [Input]
    }
    var name: String
    var model: [Int]
    var inputs: [Input]?
    /// Successive invocations, instead of `inputs`.
    var steps: [Step]?

    /// The outputs of all invocations.
    func outputs(_ blob: Data, threads: Int, rewrites: Bool = true) throws -> [[UInt8]] {
      let bytes = [UInt8](blob[model[0]..<model[0] + model[1]])
      var options = SessionOptions()
      options.threads = .count(threads)
      options.rewrites = rewrites
      let session = try Session(Model(bytes: bytes), options: options)
      var outputs: [[UInt8]] = []
      for step in steps ?? [Step(inputs: inputs ?? [])] {
        for (index, input) in step.inputs.enumerated() where session.inputs[index].shape.dimensions != input.shape {
          try session.resizeInput(index, to: Shape(input.shape))
        }
        for (index, input) in step.inputs.enumerated() {
          let values = [UInt8](blob[input.data[0]..<input.data[0] + input.data[1]])
          let result = values.withUnsafeBytes { buffer in
            Result { () throws(RuntimeError) in try session.write(bytes: buffer, toInput: index) }
          }
          try result.get()
        }
        try session.invoke()
        for index in session.outputs.indices { outputs.append(try session.withOutputBytes(index) { [UInt8]($0) }) }
      }
      return outputs
    }
  }
}
