import Foundation
import TestSupport
import Testing

@Suite struct BenchmarkTests {
  private let folder: TemporaryFolder
  private let model: String

  init() throws {
    folder = try TemporaryFolder()
    model = try folder.write(SmallModels.timesThree, "model.tflite")
  }

  private func json(_ arguments: [String]) throws -> [String: any Sendable] {
    let run = try ToolProcess(["benchmark", model, "--seconds", "0", "--json"] + arguments)
    #expect(run.status == 0, "\(run.error)")
    return try run.json()
  }

  @Test func ordersPercentiles() throws {
    let figures = try json(["--num-runs", "40"])
    let times = try ["min", "p50", "p90", "p95", "p99", "max"].map {
      try #require(figures[$0 + "_ms"] as? Double, "\($0)")
    }
    #expect(times == times.sorted() && figures["runs"] as? Int == 40 && figures["interrupted"] as? Bool == false)
  }

  @Test func sweepsInOneTable() throws {
    let configurations = try #require(
      try json(["--num-runs", "2", "--threads", "1,2", "--kernels", "reference,portable"])["configurations"]
        as? [[String: any Sendable]])
    #expect(configurations.map { $0["threads"] as? Int } == [1, 2, 1, 2])
    #expect(Set(configurations.map { $0["kernels"] as? String }).count == 2)
    let text = try ToolProcess([
      "benchmark", model, "--num-runs", "2", "--seconds", "0", "--kernels", "all", "--threads", "1,2",
    ])
    #expect(text.status == 0 && text.output.contains("p99"), "\(text.error)")
  }

  @Test func alternatesTwoSides() throws {
    let figures = try json(["--num-runs", "9", "--kernels", "portable", "--against-kernels", "reference"])
    let ratio = try #require(figures["ratio"] as? [String: any Sendable])
    #expect(ratio["pairs"] as? Int == 9)
    let quartiles = ["q1", "median", "q3"].compactMap { ratio[$0] as? Double }
    #expect(quartiles.count == 3 && quartiles == quartiles.sorted() && quartiles[0] > 0)
    let sides = try #require(figures["configurations"] as? [[String: any Sendable]])
    #expect(sides.map { $0["runs"] as? Int } == [9, 9] && sides[1]["kernels"] as? String == "reference")
  }

  @Test func runsSessionsAtOnceAndWritesTheirRuns() throws {
    let (csv, trace) = (folder.path("runs.csv"), folder.path("trace.json"))
    let figures = try json(["--num-runs", "5", "--sessions", "3", "--csv", csv, "--trace", trace])
    #expect(figures["sessions"] as? Int == 3 && figures["runs"] as? Int == 15)
    #expect(try #require(figures["runs_per_second"] as? Double) > 0)
    let lines = String(decoding: try folder.read("runs.csv"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 16 && lines.allSatisfy { $0.filter { $0 == "," }.count == 9 })
    let parsed = try JSONSerialization.jsonObject(with: Data(try folder.read("trace.json"))) as? [String: Any]
    let events = try #require(parsed?["traceEvents"] as? [[String: Any]])
    let slices = events.filter { $0["ph"] as? String == "X" }
    // Two additions in each of five runs of each session.
    #expect(slices.filter { $0["name"] as? String == "ADD" }.count == 30)
    #expect(Set(slices.compactMap { $0["tid"] as? Int }) == [1, 2, 3])
    #expect(slices.allSatisfy { ($0["ts"] as? Double ?? -1) >= 0 && ($0["dur"] as? Double ?? -1) >= 0 })
  }

  @Test func keepsAFrequency() throws {
    let figures = try json(["--num-runs", "4", "--frequency", "50", "--memory-samples"])
    let late = try #require(figures["late_ms"] as? [String: any Sendable])
    #expect(try #require(late["median"] as? Double) >= 0)
    // Four runs at fifty a second take three fiftieths of one at least.
    #expect(try #require(figures["runs_per_second"] as? Double) < 67)
    let samples = try #require(figures["memory_samples"] as? [[String: any Sendable]])
    #expect(samples.count == 4 && samples.allSatisfy { ($0["rss_bytes"] as? Int ?? 0) > 0 })
  }

  @Test func printsWhatWasMeasuredWhenInterrupted() throws {
    let run = try ToolProcess(
      script: "\"$TOOL\" benchmark '\(model)' --seconds 60 --json & sleep 1.5; kill -INT $!; wait $!")
    #expect(run.status == 130)
    let figures = try run.json()
    #expect(figures["interrupted"] as? Bool == true && (figures["runs"] as? Int ?? 0) > 0)
  }

  @Test(arguments: [
    ["--threads", "1,65"], ["--sessions", "0"], ["--frequency", "0"], ["--run-delay", "1", "--frequency", "2"],
    ["--kernels", "portable,none"], ["--against-threads", "2", "--threads", "1,2"],
  ]) func refusesWrongUsage(_ arguments: [String]) throws {
    #expect(try ToolProcess(["benchmark", model] + arguments).status == 64)
  }

  #if os(Linux)
  @Test func keepsToProcessors() throws {
    #expect(try json(["--num-runs", "2", "--cpus", "0"])["runs"] as? Int == 2)
    let wrong = try ToolProcess(["benchmark", model, "--cpus", "1023"])
    #expect(wrong.status == 65 && wrong.error.contains("--cpus 1023: cannot run there"), "\(wrong.error)")
  }
  #endif
}
