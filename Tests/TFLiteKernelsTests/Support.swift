import TFLiteKernelSets
import TFLiteKernels
import Testing

/// A repeatable generator (SplitMix64), so that a failure names its seed and comes back.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Memory of `count` elements between guards, which `check` finds intact unless a kernel wrote past its output.
final class Buffer<Element: BitwiseCopyable> {
  let count: Int
  let base: UnsafeMutablePointer<Element>
  private let memory: UnsafeMutableRawPointer
  private let bytes: Int

  init(_ count: Int, repeating value: Element) {
    self.count = count
    bytes = (count * MemoryLayout<Element>.stride + 63) / 64 * 64
    memory = UnsafeMutableRawPointer.allocate(byteCount: bytes + 128, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: bytes + 128)
    base = (memory + 64).bindMemory(to: Element.self, capacity: count)
    for i in 0..<count { base[i] = value }
  }

  convenience init(_ values: [Element], or value: Element) {
    self.init(values.count, repeating: value)
    for i in 0..<values.count { base[i] = values[i] }
  }

  deinit { memory.deallocate() }

  var values: [Element] { (0..<count).map { base[$0] } }

  var isIntact: Bool {
    let end = 64 + count * MemoryLayout<Element>.stride
    return (0..<64).allSatisfy { memory.load(fromByteOffset: $0, as: UInt8.self) == 0xA5 }
      && (end..<bytes + 128).allSatisfy { memory.load(fromByteOffset: $0, as: UInt8.self) == 0xA5 }
  }
}

extension Buffer where Element: FixedWidthInteger {
  static func random(_ count: Int, _ range: ClosedRange<Element>, _ generator: inout SeededGenerator) -> Buffer {
    let buffer = Buffer(count, repeating: 0)
    for i in 0..<count { buffer.base[i] = Element.random(in: range, using: &generator) }
    return buffer
  }

  static func random(_ count: Int, _ generator: inout SeededGenerator) -> Buffer {
    random(count, Element.min...Element.max, &generator)
  }
}

extension Buffer where Element == Float {
  static func random(_ count: Int, _ range: ClosedRange<Float>, _ generator: inout SeededGenerator) -> Buffer {
    let buffer = Buffer(count, repeating: 0)
    for i in 0..<count { buffer.base[i] = Float.random(in: range, using: &generator) }
    return buffer
  }
}

/// The sets to hold against the reference.
let kernelSets: [KernelSet] = KernelSets.available.filter { $0.name != "reference" }.map { $0.set }
/// The reference and those.
let everySet: [KernelSet] = [.reference] + kernelSets

/// Whether floats agree: `|a - b| <= tolerance * (1 + max |b|)`.
func agree(_ found: [Float], _ expected: [Float], tolerance: Float) -> Bool {
  let largest = expected.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
  return found.count == expected.count
    && zip(found, expected).allSatisfy {
      $0 == $1 || ($0.isNaN && $1.isNaN) || abs($0 - $1) <= tolerance * (1 + largest)
    }
}

/// Ways to cut `[0, count)` into ranges: whole, one by one, and thirds.
func splits(_ count: Int) -> [[(Int, Int)]] {
  guard count > 1 else { return [[(0, count)]] }
  let third = (count + 2) / 3
  return [
    [(0, count)], (0..<count).map { ($0, $0 + 1) },
    stride(from: 0, to: count, by: third).map { ($0, min(count, $0 + third)) },
  ]
}
