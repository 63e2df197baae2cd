import Foundation
import TFLiteRuntime
import Testing

/// The recorded cases of Tests/Conformance/Operators, on every kernel set and several thread counts.
@Suite struct OperatorConformanceTests {
  private static let folder = Fixture.root.appendingPathComponent("Tests/Conformance/Operators")

  @Test(arguments: SessionOptions.Kernels.available.filter { $0 != .best }.map(\.rawValue), [1, 2, 4])
  func everyCasePasses(kernels: String, threads: Int) throws {
    for rewrites in [[], ["--no-rewrites"]] {
      let run = try ToolProcess(
        ["verify", Self.folder.path, "--kernels", kernels, "--threads", "\(threads)", "--json"] + rewrites)
      let report = try run.json()
      #expect(report["failed"] as? Int == 0, "\(run.output)")
      #expect(report["passed"] as? Int == (try Self.cases().count))
    }
  }

  @Test func threadsChangeNoBit() throws {
    let blob = try Data(contentsOf: Self.folder.appendingPathComponent("blob.bin"))
    for entry in try Self.cases() {
      let single = try entry.outputs(blob, threads: 1)
      for threads in [2, 4] {
        #expect(try entry.outputs(blob, threads: threads) == single, "\(entry.name), \(threads) threads")
      }
    }
  }

  private static func cases() throws -> [Case] {
    struct File: Decodable { var cases: [Case] }
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: folder.appendingPathComponent("cases.json")))
      .cases
  }

  private struct Case: Decodable {
    struct Input: Decodable {
      /// Offset and count in the blob.
      var data: [Int]
    }
    var name: String
    var model: [Int]
    var inputs: [Input]

    func outputs(_ blob: Data, threads: Int) throws -> [[UInt8]] {
      let bytes = [UInt8](blob[model[0]..<model[0] + model[1]])
      var options = SessionOptions()
      options.threads = .count(threads)
      let session = try Session(Model(bytes: bytes), options: options)
      for (index, input) in inputs.enumerated() {
        let values = [UInt8](blob[input.data[0]..<input.data[0] + input.data[1]])
        let result = values.withUnsafeBytes { buffer in
          Result { () throws(RuntimeError) in try session.write(bytes: buffer, toInput: index) }
        }
        try result.get()
      }
      try session.invoke()
      var outputs: [[UInt8]] = []
      for index in session.outputs.indices { outputs.append(try session.withOutputBytes(index) { [UInt8]($0) }) }
      return outputs
    }
  }
}
