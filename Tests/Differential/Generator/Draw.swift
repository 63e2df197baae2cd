import TestSupport

/// The choices of which a trial is made: random ones, which are written down, or those written down before.
///
/// Every choice is a number below a bound, and 0 is the simplest: whoever lowers or leaves out choices gets a simpler trial of
/// the same kind (`Shrinking`).
package struct Draw {
  private enum Source {
    case random(SeededGenerator)
    case replay([UInt64])
  }

  private var source: Source
  /// What has been chosen so far.
  package private(set) var choices: [UInt64] = []
  /// The seed, which goes through the types of a family in order; nil where choices are given.
  private let seed: UInt64?
  /// One extent of the trial in ten is beyond vectors and tiles.
  private var largeExtents = 0

  /// The numbers of `seed` for the family `name`.
  /// - Parameter attempt: draws that make no model are followed by others.
  package init(seed: UInt64, _ name: String, attempt: UInt64 = 0) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    source = .random(SeededGenerator(seed: hash &+ seed &+ attempt &* 0x5851_f42d_4c95_7f2d))
    self.seed = seed
    if chance(0.25) { largeExtents = 1 }
  }

  /// Choices that are given; those that are missing are 0.
  package init(replaying choices: [UInt64]) {
    source = .replay(choices)
    seed = nil
    if chance(0.25) { largeExtents = 1 }
  }

  /// A number below `bound`, which is at least 1.
  private mutating func choice(below bound: UInt64) -> UInt64 {
    let number: UInt64
    switch source {
    case .random(var generator):
      number = UInt64.random(in: 0..<bound, using: &generator)
      source = .random(generator)
    case .replay(let given):
      number = choices.count < given.count ? min(given[choices.count], bound - 1) : 0
    }
    choices.append(number)
    return number
  }

  /// Whether something happens that simple trials do without.
  package mutating func chance(_ probability: Double) -> Bool {
    choice(below: 1 << 16) >= UInt64((1 - probability) * Double(1 << 16))
  }

  package mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(choice(below: UInt64(range.upperBound - range.lowerBound) + 1))
  }

  package mutating func float(_ range: ClosedRange<Float>) -> Float {
    let part = Float(choice(below: 1 << 20)) / Float(1 << 20)
    return min(range.upperBound, range.lowerBound + (range.upperBound - range.lowerBound) * part)
  }

  /// One of the elements; the first is the simplest.
  package mutating func one<Element>(of elements: [Element]) -> Element { elements[int(0...elements.count - 1)] }

  /// One of the elements, in the order of the seeds.
  package mutating func next<Element>(of elements: [Element]) -> Element {
    guard let seed else { return one(of: elements) }
    let number = seed % UInt64(elements.count)
    choices.append(number)
    return elements[Int(number)]
  }

  /// A generator of many numbers, which are one choice together.
  mutating func generator() -> SeededGenerator { SeededGenerator(seed: choice(below: 1 << 32)) }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    var generator = generator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Numbers in a range.
  package mutating func floats(_ count: Int, _ range: ClosedRange<Float>) -> [Float] {
    var generator = generator()
    return (0..<count).map { _ in Float.random(in: range, using: &generator) }
  }

  /// Numbers in a range.
  package mutating func ints(_ count: Int, _ range: ClosedRange<Int>) -> [Int] {
    var generator = generator()
    return (0..<count).map { _ in Int.random(in: range, using: &generator) }
  }

  /// An extent of a tensor: 1 often, else up to 9, and rarely one around the widths of vectors.
  package mutating func extent(_ limit: Int = 9) -> Int {
    if largeExtents > 0, chance(0.3) {
      largeExtents -= 1
      return one(of: [15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 70])
    }
    return chance(0.75) ? int(1...limit) : 1
  }

  /// A shape of `rank` extents.
  package mutating func shape(_ rank: Int) -> [Int] { (0..<rank).map { _ in extent() } }

  /// An extent of a window: 1 often.
  package mutating func tap(_ limit: Int = 5) -> Int { chance(0.7) ? int(1...limit) : 1 }

  /// The step of a window: 1 or 2 mostly, now and then beyond the window.
  package mutating func stride() -> Int { one(of: [1, 1, 1, 1, 2, 2, 2, 3, 4, 6]) }

  /// The distance of neighbouring taps.
  package mutating func dilation() -> Int { one(of: [1, 1, 1, 1, 2, 3]) }
}
