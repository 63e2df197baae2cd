import TFLiteRuntime
import TestSupport
import Testing

@Suite struct PositionSetTests {
  /// Against a set that hashes.
  @Test(arguments: [1, 63, 64, 65, 200, 1000]) func positions(_ limit: Int) {
    var g = SeededGenerator(seed: UInt64(limit))
    for count in [0, 1, 2, 5, 60, 300] {
      let positions = (0..<count).map { _ in Int.random(in: 0..<limit, using: &g) }
      let expected = Set(positions)
      var set = PositionSet(positions.prefix(count / 2))
      set.formUnion(positions.dropFirst(count / 2))
      #expect(Array(set) == expected.sorted())
      #expect(set.isEmpty == expected.isEmpty)
      #expect((-2...limit + 70).allSatisfy { set.contains($0) == expected.contains($0) })
    }
    #expect(!PositionSet([limit]).contains(.min))
    #expect(!PositionSet([limit]).contains(.max))
  }
}
