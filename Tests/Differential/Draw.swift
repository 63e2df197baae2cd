import TestSupport

/// Numbers of one seed.
struct Draw {
  private var generator: SeededGenerator
  /// One extent of the trial in ten is beyond vectors and tiles.
  private var largeExtents: Int

  /// The numbers of `seed` for the family `name`.
  init(seed: UInt64, _ name: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    generator = SeededGenerator(seed: hash &+ seed)
    largeExtents = 0
    if chance(0.25) { largeExtents = 1 }
  }

  mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < probability }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func float(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &generator) }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[int(0...elements.count - 1)] }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// An extent of a tensor: 1 often, else up to 9, and rarely one around the widths of vectors.
  mutating func extent(_ limit: Int = 9) -> Int {
    if largeExtents > 0, chance(0.3) {
      largeExtents -= 1
      return one(of: [15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 70])
    }
    return chance(0.25) ? 1 : int(1...limit)
  }

  /// A shape of `rank` extents.
  mutating func shape(_ rank: Int) -> [Int] { (0..<rank).map { _ in extent() } }

  /// An extent of a window: 1 often.
  mutating func tap(_ limit: Int = 5) -> Int { chance(0.3) ? 1 : int(1...limit) }

  /// The step of a window: 1 or 2 mostly, now and then beyond the window.
  mutating func stride() -> Int { one(of: [1, 1, 1, 1, 2, 2, 2, 3, 4, 6]) }

  /// The distance of neighbouring taps.
  mutating func dilation() -> Int { one(of: [1, 1, 1, 1, 2, 3]) }
}
