#if !canImport(CryptoKit)
/// The eight words of SHA-256, and what a block of 64 bytes makes of them.
struct SHA256State: Sendable {
  private var words: SIMD8<UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// The digest's bytes, once the padded message is taken.
  var bytes: [UInt8] {
    (0..<8).flatMap { index in (0..<4).map { UInt8(truncatingIfNeeded: words[index] &>> UInt32(24 - 8 * $0)) } }
  }

  /// Takes whole blocks.
  mutating func take(_ blocks: UnsafeRawBufferPointer) {
    Self.constants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        guard let constants = constants.baseAddress, let schedule = schedule.baseAddress else { return }
        for offset in stride(from: 0, to: blocks.count, by: 64) {
          Self.expand(blocks, offset, into: schedule)
          mix(schedule, constants)
        }
      }
    }
  }

  @inline(__always)
  private static func expand(_ blocks: UnsafeRawBufferPointer, _ offset: Int, into w: UnsafeMutablePointer<UInt32>) {
    for t in 0..<16 {
      w[t] = UInt32(bigEndian: blocks.loadUnaligned(fromByteOffset: offset &+ 4 &* t, as: UInt32.self))
    }
    for t in 16..<64 {
      let old = w[t &- 15]
      let new = w[t &- 2]
      let s0 = rotate(old, 7) ^ rotate(old, 18) ^ (old &>> 3)
      let s1 = rotate(new, 17) ^ rotate(new, 19) ^ (new &>> 10)
      w[t] = w[t &- 16] &+ s0 &+ w[t &- 7] &+ s1
    }
  }

  @inline(__always)
  private mutating func mix(_ w: UnsafeMutablePointer<UInt32>, _ k: UnsafePointer<UInt32>) {
    var a = words[0]
    var b = words[1]
    var c = words[2]
    var d = words[3]
    var e = words[4]
    var f = words[5]
    var g = words[6]
    var h = words[7]
    // Eight rounds at a time, so that the words change their roles instead of their places.
    for t in stride(from: 0, to: 64, by: 8) {
      Self.round(a, b, c, &d, e, f, g, &h, w[t] &+ k[t])
      Self.round(h, a, b, &c, d, e, f, &g, w[t &+ 1] &+ k[t &+ 1])
      Self.round(g, h, a, &b, c, d, e, &f, w[t &+ 2] &+ k[t &+ 2])
      Self.round(f, g, h, &a, b, c, d, &e, w[t &+ 3] &+ k[t &+ 3])
      Self.round(e, f, g, &h, a, b, c, &d, w[t &+ 4] &+ k[t &+ 4])
      Self.round(d, e, f, &g, h, a, b, &c, w[t &+ 5] &+ k[t &+ 5])
      Self.round(c, d, e, &f, g, h, a, &b, w[t &+ 6] &+ k[t &+ 6])
      Self.round(b, c, d, &e, f, g, h, &a, w[t &+ 7] &+ k[t &+ 7])
    }
    words &+= SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ input: UInt32
  ) {
    let choice = g ^ (e & (f ^ g))
    let majority = b ^ ((a ^ b) & (b ^ c))
    let t = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ input
    d = d &+ t
    h = t &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
#endif
