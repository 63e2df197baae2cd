import Foundation
import TFLiteVision
import Testing

@Suite struct ResizeTests {
  @Test func fixturesArePresent() {
    #expect(ResizeFixture.all.count == 3)
  }

  @Test(arguments: ResizeFixture.all) func equalsPillowAndTensorFlowLite(_ fixture: ResizeFixture) throws {
    let format: Picture.Format = fixture.channels == 1 ? .gray : fixture.channels == 3 ? .rgb : .rgba
    let picture = try Picture(
      width: fixture.width, height: fixture.height, format: format, bytes: [UInt8](fixture.pixels))
    for result in fixture.results {
      let wanted: [(Resampling, Data)] = [
        (.antialiasedBilinear, result.antialiased), (.bilinear(.topLeft), result.topLeft),
        (.bilinear(.alignedCorners), result.alignedCorners), (.bilinear(.halfPixelCenters), result.halfPixelCenters),
      ]
      for (resampling, bytes) in wanted {
        let resized = try picture.resized(width: result.width, height: result.height, resampling)
        #expect(resized.bytes == [UInt8](bytes), "\(resampling) to \(result.width)x\(result.height)")
      }
    }
  }

  static let nearest: [(Int, Resampling.Grid, [UInt8])] = [
    (3, .topLeft, [0, 1, 3]), (3, .alignedCorners, [0, 2, 4]), (3, .halfPixelCenters, [0, 2, 4]),
    (10, .topLeft, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]), (10, .halfPixelCenters, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]),
    (9, .alignedCorners, [0, 1, 1, 2, 2, 3, 3, 4, 4]), (1, .alignedCorners, [0]), (1, .halfPixelCenters, [2]),
  ]

  @Test(arguments: nearest) func picksNearest(_ width: Int, _ grid: Resampling.Grid, _ wanted: [UInt8]) throws {
    let row = try Picture(width: 5, height: 1, format: .gray, bytes: [0, 1, 2, 3, 4])
    #expect(try row.resized(width: width, height: 1, .nearest(grid)).bytes == wanted)
    let column = try Picture(width: 1, height: 5, format: .gray, bytes: [0, 1, 2, 3, 4])
    #expect(try column.resized(width: 1, height: width, .nearest(grid)).bytes == wanted)
  }

  @Test func refusesEmptySizes() throws {
    let picture = try Picture(width: 2, height: 2, format: .gray, color: [1])
    #expect(throws: PictureError.self) { try picture.resized(width: 0, height: 3) }
    #expect(throws: PictureError.self) { try picture.resized(width: 3, height: -1) }
    #expect(throws: PictureError.self) { try picture.resized(width: .max, height: 2) }
  }
}
