import Foundation
import TFLiteVision
import Testing

@Suite struct ErrorTextTests {
  @Test func errorsShowTheirText() throws {
    let picture: any Error = try #require(throws: PictureError.self) { _ = try Picture(decoding: [1, 2, 3]) }
    #expect(picture.localizedDescription == "\(picture)")
    let labels: any Error = try #require(throws: VisionError.self) { _ = try Labels(contentsOf: "/nowhere/labels.txt") }
    #expect(labels.localizedDescription == "\(labels)")
    #expect(labels.localizedDescription.contains("/nowhere/labels.txt"))
  }
}
