// What clients of the framework write: no import but this one and the tests'.
import ModelInterpreterKit
import Testing

@Suite struct ClientImportTests {
  @Test func foundationComesAlong() {
    let data = Data([1, 2, 3])
    #expect(data.count == 3)
    #expect(NSNumber(value: 2).intValue == 2)
  }
}
