/// Decisions read from the fuzzer's bytes; zeros when they have come to their end.
struct Script {
  private var rest: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  /// Nothing is left to decide.
  var isOver: Bool { rest.isEmpty }

  /// The next byte.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number below `bound`, 0 when that is 0.
  mutating func below(_ bound: Int) -> Int {
    if bound <= 1 { return 0 }
    var value = Int(byte())
    if bound > 256 { value = value << 8 | Int(byte()) }
    return value % bound
  }

  /// A number that programs get wrong, or a small one, or any.
  mutating func number() -> UInt64 {
    let choice = byte()
    switch choice {
    case ..<128: return UInt64(choice)
    case ..<160: return UInt64(bitPattern: -Int64(choice - 127))
    case ..<240: return Self.edges[Int(choice - 160) % Self.edges.count]
    case ..<250: return UInt64(byte()) << 8 | UInt64(byte())
    default:
      var value: UInt64 = 0
      for _ in 0..<8 { value = value << 8 | UInt64(byte()) }
      return value
    }
  }

  /// Edges of integers, and the bits of floats beside whom arithmetic changes.
  private static let edges: [UInt64] =
    [
      127, 128, 255, 256, 1023, 1024, 4095, 32_767, 32_768, 65_535, 65_536, 1 << 20, 1 << 24, 1 << 29, 1 << 30,
      (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 48, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 63) + 1,
      UInt64(bitPattern: -32_769), UInt64(bitPattern: -65_536), UInt64(bitPattern: -1 << 31),
      UInt64(bitPattern: -(1 << 31) - 1),
    ]
    + [
      -0.0, 1, -1, 0.5, 2, 1e-3, 1e-10, 1e-38, .leastNonzeroMagnitude, 1e9, 1e20, 3e38, .infinity, -.infinity, .nan,
      255, 256, -128.5,
    ].map { (value: Float) in UInt64(value.bitPattern) }
}
