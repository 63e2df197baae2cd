import Foundation
import TFLiteRuntime
import TestSupport
import Testing

@Suite struct KernelChoiceTests {
  /// Runs `tflite benchmark` with `wish` for TFLITE_KERNELS.
  private func benchmark(_ wish: String) throws -> ToolProcess {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.reshape, "model.tflite")
    return try ToolProcess(
      script: "TFLITE_KERNELS=\(wish) \"$TOOL\" benchmark \(model) --num-runs 1 --seconds 0 --json")
  }

  @Test func passesOverKernelsThatCannotRun() throws {
    let standard = try benchmark("")
    #expect(standard.error == "")
    let foreign = SessionOptions.Kernels.allCases.filter { !SessionOptions.Kernels.available.contains($0) }
    for name in ["nonsense"] + foreign.map({ $0.rawValue }) {
      let run = try benchmark(name)
      #expect(run.status == 0)
      #expect(run.error.contains("TFLITE_KERNELS") && run.error.contains("'\(name)'") && run.hasOneLineError)
      #expect(try run.json()["kernels"] as? String == standard.json()["kernels"] as? String)
    }
  }

  @Test func saysWhichKernelsTheProcessorHasBeyondThoseInUse() throws {
    let standard = try benchmark("").json()
    let best = try #require(standard["kernels"] as? String)
    #expect(standard["faster_kernels"] is NSNull)
    let slow = try benchmark("reference").json()
    #expect(slow["kernels"] as? String == "reference")
    #expect(slow["faster_kernels"] as? String == best)
  }

  @Test func hasTheVersionOfTheNewestChanges() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let changes = try String(contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    let heading = try #require(changes.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(heading.dropFirst(3) == RuntimeVersion.current)
    let run = try ToolProcess(["--version"])
    #expect(run.status == 0 && run.output == RuntimeVersion.current + "\n")
  }
}
