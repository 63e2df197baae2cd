import Foundation
import TFLiteFoundation
import TestSupport
import Testing

@Suite struct ModelTests {
  @Test func `a file is named by its URL`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("model-\(UUID().uuidString) é.tflite")
    try Data(SmallModels.timesThree).write(to: url)
    defer { _ = try? FileManager.default.removeItem(at: url) }
    #expect(try Model(contentsOf: url).byteCount == SmallModels.timesThree.count)
  }

  private func refusal(_ url: URL) -> RuntimeError? {
    do {
      _ = try Model(contentsOf: url)
      return nil
    } catch {
      return error
    }
  }

  @Test func `URLs without a model`() throws {
    let web = try #require(URL(string: "https://example.com/a.tflite"))
    #expect(
      refusal(web)?.description
        == "cannot read the model, expected the URL of a file, found https://example.com/a.tflite")
    let missing = refusal(URL(fileURLWithPath: "/no/such.tflite"))
    #expect(missing?.code == .fileUnreadable && missing?.path == "/no/such.tflite")
  }

  @Test func `data stay where they are`() throws {
    let data = Data(SmallModels.timesThree)
    let model = try Model(data: data)
    #expect(data.withUnsafeBytes { $0.baseAddress } == model.withBytes { $0.baseAddress })
    // A slice begins elsewhere.
    let slice = (Data([1, 2, 3, 4]) + data)[4...]
    #expect(try Model(data: slice).byteCount == data.count)
  }

  @Test(arguments: [0, 1, 20, 64, 65]) func `data that are no model`(count: Int) {
    #expect(throws: RuntimeError.self) { try Model(data: Data(repeating: 7, count: count)) }
  }

  @Test func `errors say themselves where Foundation shows them`() {
    let error: any Error = RuntimeError(.invalidArgument, "wrong", expected: "1", actual: "2")
    #expect(error.localizedDescription == "wrong, expected 1, found 2")
  }
}
