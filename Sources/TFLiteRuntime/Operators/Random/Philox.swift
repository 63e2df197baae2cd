import TFLiteKernels

/// The counter-based generator Philox 4x32-10 (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011),
/// keyed and advanced as TensorFlow does.
struct Philox {
  private var counter: SIMD4<UInt32>
  private let key: SIMD2<UInt32>

  /// - Parameters:
  ///   - seed: the key.
  ///   - stream: the upper half of the first counter.
  init(seed: UInt64, stream: UInt64) {
    key = [UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32)]
    counter = [0, 0, UInt32(truncatingIfNeeded: stream), UInt32(truncatingIfNeeded: stream >> 32)]
  }

  /// The next four numbers.
  mutating func next() -> SIMD4<UInt32> {
    let numbers = Self.block(key: key, counter: counter)
    skip(1)
    return numbers
  }

  /// The four numbers of `counter` under `key`.
  static func block(key: SIMD2<UInt32>, counter: SIMD4<UInt32>) -> SIMD4<UInt32> {
    var state = counter
    var round = key
    for _ in 0..<10 {
      let first = UInt64(state[0]) &* 0xD251_1F53
      let second = UInt64(state[2]) &* 0xCD9E_8D57
      state = [
        UInt32(truncatingIfNeeded: second >> 32) ^ state[1] ^ round[0], UInt32(truncatingIfNeeded: second),
        UInt32(truncatingIfNeeded: first >> 32) ^ state[3] ^ round[1], UInt32(truncatingIfNeeded: first),
      ]
      round = round &+ [0x9E37_79B9, 0xBB67_AE85]
    }
    return state
  }

  /// Writes the numbers of the next `groups` groups of four.
  mutating func fill(_ words: UnsafeMutablePointer<UInt32>, groups: Int) {
    var target = UnsafeMutableRawPointer(words)
    var left = groups
    while left > 0 {
      if left < 4 || counter[1] == UInt32.max {
        target.storeBytes(of: next(), as: SIMD4<UInt32>.self)
        target += 16
        left &-= 1
        continue
      }
      fourGroups(target)
      skip(4)
      target += 64
      left &-= 4
    }
  }

  /// Writes the numbers of this counter and of the three that follow it. A lane belongs to a counter, the lower half of whose
  /// counter does not overflow; 32-bit numbers are the lower halves of lanes.
  private func fourGroups(_ target: UnsafeMutableRawPointer) {
    typealias Lanes = SIMD4<UInt64>
    let low = Lanes(repeating: UInt64(counter[1]) << 32 | UInt64(counter[0])) &+ Lanes(0, 1, 2, 3)
    let mask = Lanes(repeating: 0xFFFF_FFFF)
    let half = Lanes(repeating: 32)
    let factors = (Lanes(repeating: 0xD251_1F53), Lanes(repeating: 0xCD9E_8D57))
    var (a, b) = (low, low &>> half)
    var (c, d) = (Lanes(repeating: UInt64(counter[2])), Lanes(repeating: UInt64(counter[3])))
    var round = key
    for _ in 0..<10 {
      let first = (a & mask) &* factors.0
      let second = (c & mask) &* factors.1
      a = (second &>> half) ^ b ^ Lanes(repeating: UInt64(round[0]))
      b = second
      c = (first &>> half) ^ d ^ Lanes(repeating: UInt64(round[1]))
      d = first
      round = round &+ [0x9E37_79B9, 0xBB67_AE85]
    }
    let early = a & mask | b &<< half
    let late = c & mask | d &<< half
    target.storeBytes(of: SIMD2(early[0], late[0]), as: SIMD2<UInt64>.self)
    target.storeBytes(of: SIMD2(early[1], late[1]), toByteOffset: 16, as: SIMD2<UInt64>.self)
    target.storeBytes(of: SIMD2(early[2], late[2]), toByteOffset: 32, as: SIMD2<UInt64>.self)
    target.storeBytes(of: SIMD2(early[3], late[3]), toByteOffset: 48, as: SIMD2<UInt64>.self)
  }

  /// Leaves out the next `count` groups of four numbers.
  mutating func skip(_ count: UInt64) {
    let low = UInt64(counter[1]) << 32 | UInt64(counter[0])
    let (sum, carries) = low.addingReportingOverflow(count)
    counter[0] = UInt32(truncatingIfNeeded: sum)
    counter[1] = UInt32(truncatingIfNeeded: sum >> 32)
    if carries {
      counter[2] = counter[2] &+ 1
      if counter[2] == 0 { counter[3] = counter[3] &+ 1 }
    }
  }

  /// A number in `[0, 1)` from the low 23 bits.
  @inline(__always)
  static func unit(_ bits: UInt32) -> Float { Float(bitPattern: 127 << 23 | bits & 0x7F_FFFF) - 1 }

  /// A number in `[0, 1)` from 52 bits of two numbers.
  @inline(__always)
  static func unit(_ high: UInt32, _ low: UInt32) -> Double {
    Double(bitPattern: 1023 << 52 | UInt64(high & 0xF_FFFF) << 32 | UInt64(low)) - 1
  }
}

extension Philox {
  /// The generator for an operator's two seeds; both zero ask for seeds that nobody knows.
  init(seed: Int64, seed2: Int64) {
    if seed == 0 && seed2 == 0 {
      var system = SystemRandomNumberGenerator()
      self.init(seed: system.next(), stream: system.next())
    } else {
      self.init(seed: UInt64(bitPattern: seed), stream: UInt64(bitPattern: seed2))
    }
  }
}
