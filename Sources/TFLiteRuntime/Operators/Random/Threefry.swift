/// The counter-based generator Threefry 2x32-20 (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011).
enum Threefry {
  /// The two numbers of `counter` under `key`; the lower halves of both come first.
  static func block(key: UInt64, counter: UInt64) -> SIMD2<UInt32> {
    let first = UInt32(truncatingIfNeeded: key)
    let second = UInt32(truncatingIfNeeded: key >> 32)
    let keys: SIMD4<UInt32> = [first, second, first ^ second ^ 0x1BD1_1BDA, 0]
    var x: SIMD2<UInt32> = [
      UInt32(truncatingIfNeeded: counter) &+ first, UInt32(truncatingIfNeeded: counter >> 32) &+ second,
    ]
    let even: SIMD4<UInt32> = [13, 15, 26, 6]
    let odd: SIMD4<UInt32> = [17, 29, 16, 24]
    for round in 0..<5 {
      let rotations = round % 2 == 0 ? even : odd
      for step in 0..<4 {
        x[0] = x[0] &+ x[1]
        x[1] = (x[1] &<< rotations[step] | x[1] &>> (32 &- rotations[step])) ^ x[0]
      }
      x[0] = x[0] &+ keys[(round + 1) % 3]
      x[1] = x[1] &+ keys[(round + 2) % 3] &+ UInt32(truncatingIfNeeded: round + 1)
    }
    return x
  }
}
