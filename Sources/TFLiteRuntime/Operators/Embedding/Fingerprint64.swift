/// The 64-bit fingerprint of FarmHash ("Fingerprint64", the `na` variant), which never changes between versions.
func fingerprint64(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  let hash = FarmHash(bytes: bytes)
  switch bytes.count {
  case 0...16: return hash.upTo16()
  case 17...32: return hash.upTo32()
  case 33...64: return hash.upTo64()
  default: return hash.long()
  }
}

private struct FarmHash {
  let bytes: UnsafeRawBufferPointer

  private static let k0: UInt64 = 0xC3A5_C85C_97CB_3127
  private static let k1: UInt64 = 0xB492_B66F_BE98_F273
  private static let k2: UInt64 = 0x9AE1_6A3B_2F90_404F

  private var count: UInt64 { UInt64(bytes.count) }
  /// The multiplier of inputs that are not long.
  private var shortMultiplier: UInt64 { Self.k2 &+ count &* 2 }

  private func word(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The 64-bit word that ends `distance - 8` bytes before the end.
  private func word(fromEnd distance: Int) -> UInt64 { word(bytes.count - distance) }

  private func halfWord(_ offset: Int) -> UInt64 {
    UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &>> count | value &<< (64 &- count)
  }

  private static func mixed(_ value: UInt64) -> UInt64 { value ^ value &>> 47 }

  private static func joined(_ first: UInt64, _ second: UInt64, _ multiplier: UInt64) -> UInt64 {
    let low = mixed((first ^ second) &* multiplier)
    return mixed((second ^ low) &* multiplier) &* multiplier
  }

  func upTo16() -> UInt64 {
    let multiplier = shortMultiplier
    if bytes.count >= 8 {
      let first = word(0) &+ Self.k2
      let last = word(fromEnd: 8)
      return Self.joined(
        Self.rotated(last, 37) &* multiplier &+ first, (Self.rotated(first, 25) &+ last) &* multiplier, multiplier)
    }
    if bytes.count >= 4 { return Self.joined(count &+ halfWord(0) &<< 3, halfWord(bytes.count - 4), multiplier) }
    if bytes.isEmpty { return Self.k2 }
    let low = UInt64(bytes[0]) &+ UInt64(bytes[bytes.count / 2]) &<< 8
    let high = count &+ UInt64(bytes[bytes.count - 1]) &<< 2
    return Self.mixed(low &* Self.k2 ^ high &* Self.k0) &* Self.k2
  }

  func upTo32() -> UInt64 {
    let multiplier = shortMultiplier
    let a = word(0) &* Self.k1
    let b = word(8)
    let c = word(fromEnd: 8) &* multiplier
    let d = word(fromEnd: 16) &* Self.k2
    return Self.joined(
      Self.rotated(a &+ b, 43) &+ Self.rotated(c, 30) &+ d, a &+ Self.rotated(b &+ Self.k2, 18) &+ c, multiplier)
  }

  func upTo64() -> UInt64 {
    let multiplier = shortMultiplier
    let a = word(0) &* Self.k2
    let b = word(8)
    let c = word(fromEnd: 8) &* multiplier
    let d = word(fromEnd: 16) &* Self.k2
    let y = Self.rotated(a &+ b, 43) &+ Self.rotated(c, 30) &+ d
    let z = Self.joined(y, a &+ Self.rotated(b &+ Self.k2, 18) &+ c, multiplier)
    let e = word(16) &* multiplier
    let f = word(24)
    let g = (y &+ word(fromEnd: 32)) &* multiplier
    let h = (z &+ word(fromEnd: 24)) &* multiplier
    return Self.joined(
      Self.rotated(e &+ f, 43) &+ Self.rotated(g, 30) &+ h, e &+ Self.rotated(f &+ a, 18) &+ g, multiplier)
  }

  /// The state of long inputs: two words and two pairs.
  private struct State {
    var x: UInt64
    var y: UInt64
    var z: UInt64
    var v: (UInt64, UInt64) = (0, 0)
    var w: (UInt64, UInt64) = (0, 0)
  }

  func long() -> UInt64 {
    let seed: UInt64 = 81
    let start = seed &* Self.k1 &+ 113
    var state = State(
      x: seed &* Self.k2 &+ word(0), y: start, z: Self.mixed(start &* Self.k2 &+ 113) &* Self.k2)
    let wholeBlocks = (bytes.count - 1) / 64
    for block in 0..<wholeBlocks { absorb(&state, 64 * block, multiplier: Self.k1, factor: 1) }
    // The last 64 bytes once more, overlapping the block before.
    let rest = UInt64((bytes.count - 1) & 63)
    let multiplier = Self.k1 &+ (state.z & 0xFF) &<< 1
    state.w.0 &+= rest
    state.v.0 &+= state.w.0
    state.w.0 &+= state.v.0
    absorb(&state, bytes.count - 64, multiplier: multiplier, factor: 9)
    return Self.joined(
      Self.joined(state.v.0, state.w.0, multiplier) &+ Self.mixed(state.y) &* Self.k0 &+ state.z,
      Self.joined(state.v.1, state.w.1, multiplier) &+ state.x, multiplier)
  }

  private func absorb(_ state: inout State, _ offset: Int, multiplier: UInt64, factor: UInt64) {
    state.x = Self.rotated(state.x &+ state.y &+ state.v.0 &+ word(offset + 8), 37) &* multiplier
    state.y = Self.rotated(state.y &+ state.v.1 &+ word(offset + 48), 42) &* multiplier
    state.x ^= state.w.1 &* factor
    state.y &+= state.v.0 &* factor &+ word(offset + 40)
    state.z = Self.rotated(state.z &+ state.w.0, 33) &* multiplier
    state.v = weak(offset, state.v.1 &* multiplier, state.x &+ state.w.0)
    state.w = weak(offset + 32, state.z &+ state.w.1, state.y &+ word(offset + 16))
    swap(&state.z, &state.x)
  }

  /// A weak hash of the 32 bytes from `offset` on.
  private func weak(_ offset: Int, _ first: UInt64, _ second: UInt64) -> (UInt64, UInt64) {
    let last = word(offset + 24)
    let a = first &+ word(offset)
    let b = Self.rotated(second &+ a &+ last, 21)
    let sum = a &+ word(offset + 8) &+ word(offset + 16)
    return (sum &+ last, b &+ Self.rotated(sum, 44) &+ a)
  }
}
