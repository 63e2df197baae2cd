import TFLiteRuntime
import Testing

/// What printing shows, which release builds for Linux have no other means for.
@Suite struct DescriptionTests {
  @Test func optionsAndLimits() {
    var options = SessionOptions()
    options.threads = .count(2)
    options.limits.memory = 1000
    #expect(
      "\(options)"
        == "threads count(2), kernels best, precision full, rewrites true, profiling false, intermediates none, "
        + "memory 1000 bytes, operators 1000000, depth 20, subgraph runs 1000000000, seconds unlimited")
    #expect(
      "\(SessionLimits.untrusted)"
        == "memory 536870912 bytes, operators 20000, depth 4, subgraph runs 100000, seconds 10.0")
  }

  @Test func choices() {
    #expect("\([IntermediateTensors.none, .named(["b", "a"]), .all])" == #"[none, named(["a", "b"]), all]"#)
    #expect("\([SessionPool.Queue.unlimited, .limited(3), .newest])" == "[unlimited, limited(3), newest]")
  }
}
