// What clients of the framework write: no import but this one and the tests'.
import TFLiteRuntime
import TensorFlowLite
import Testing

@Suite struct ClientImportTests {
  @Test func foundationComesAlong() {
    let data = Data([1, 2, 3])
    #expect(data.count == 3)
    #expect(URL(fileURLWithPath: "/models/a.tflite").lastPathComponent == "a.tflite")
  }

  @Test func errorsOfTheRuntimeShowTheirText() {
    let error: any Error = RuntimeError(.unsupported, "no such operator", expected: "ADD", actual: "SUBTRACT")
    #expect(error.localizedDescription == "no such operator, expected ADD, found SUBTRACT")
  }
}
