/// A number modulo 2^255 - 19, as five limbs of 51 bits. Every operation leaves limbs below 2^52, which is what every
/// operation expects. Nothing here is secret: times may depend on values.
struct FieldElement {
  var a, b, c, d, e: UInt64

  static let zero = FieldElement(0)
  static let one = FieldElement(1)

  private static let mask: UInt64 = 1 << 51 - 1

  init(_ a: UInt64, _ b: UInt64 = 0, _ c: UInt64 = 0, _ d: UInt64 = 0, _ e: UInt64 = 0) {
    (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
  }

  /// The number that 32 little-endian bytes state; the highest bit is not part of it.
  init(bytes: ArraySlice<UInt8>) {
    let words = (0..<4).map { word in
      (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[bytes.startIndex + word * 8 + $1]) << UInt64($1 * 8) }
    }
    self.init(
      words[0] & Self.mask, (words[0] >> 51 | words[1] << 13) & Self.mask,
      (words[1] >> 38 | words[2] << 26) & Self.mask,
      (words[2] >> 25 | words[3] << 39) & Self.mask, words[3] >> 12 & Self.mask)
  }

  /// The canonical 32 bytes, little-endian.
  var bytes: [UInt8] {
    var value = carried.carried
    // Adding 19 carries out of the highest limb exactly if the value is not below the modulus.
    var quotient = (value.a &+ 19) >> 51
    quotient = (value.b &+ quotient) >> 51
    quotient = (value.c &+ quotient) >> 51
    quotient = (value.d &+ quotient) >> 51
    quotient = (value.e &+ quotient) >> 51
    value.a &+= 19 &* quotient
    value.b &+= value.a >> 51
    value.c &+= value.b >> 51
    value.d &+= value.c >> 51
    value.e &+= value.d >> 51
    let (a, b, c) = (value.a & Self.mask, value.b & Self.mask, value.c & Self.mask)
    let (d, e) = (value.d & Self.mask, value.e & Self.mask)
    return [a | b << 51, b >> 13 | c << 38, c >> 26 | d << 25, d >> 39 | e << 12].flatMap { word in
      withUnsafeBytes(of: word.littleEndian) { Array($0) }
    }
  }

  var isZero: Bool { bytes.allSatisfy { $0 == 0 } }

  var isOdd: Bool { bytes[0] & 1 == 1 }

  private var carried: FieldElement {
    FieldElement(
      a & Self.mask &+ 19 &* (e >> 51), b & Self.mask &+ a >> 51, c & Self.mask &+ b >> 51, d & Self.mask &+ c >> 51,
      e & Self.mask &+ d >> 51)
  }

  static func + (left: Self, right: Self) -> Self {
    FieldElement(
      left.a &+ right.a, left.b &+ right.b, left.c &+ right.c, left.d &+ right.d, left.e &+ right.e
    ).carried
  }

  static func - (left: Self, right: Self) -> Self {
    // Four times the modulus keeps every limb positive.
    let low: UInt64 = (1 << 51 - 19) * 4
    let high: UInt64 = (1 << 51 - 1) * 4
    return FieldElement(
      left.a &+ low &- right.a, left.b &+ high &- right.b, left.c &+ high &- right.c, left.d &+ high &- right.d,
      left.e &+ high &- right.e
    ).carried
  }

  static prefix func - (value: Self) -> Self { .zero - value }

  /// A sum of products, 128 bits wide: at most 77 products of numbers below 2^52, so below 2^111.
  private struct Sum {
    var high: UInt64 = 0
    var low: UInt64 = 0

    mutating func add(_ left: UInt64, _ right: UInt64) {
      let product = left.multipliedFullWidth(by: right)
      let (sum, carries) = low.addingReportingOverflow(product.low)
      low = sum
      high &+= product.high &+ (carries ? 1 : 0)
    }

    /// Adds what the next lower limb carries, and leaves 51 bits.
    mutating func take(_ carry: UInt64) -> (limb: UInt64, carry: UInt64) {
      let (sum, carries) = low.addingReportingOverflow(carry)
      let top = high &+ (carries ? 1 : 0)
      return (sum & FieldElement.mask, top << 13 | sum >> 51)
    }
  }

  static func * (left: Self, right: Self) -> Self {
    let (b, c, d, e) = (right.b &* 19, right.c &* 19, right.d &* 19, right.e &* 19)
    var sums = (Sum(), Sum(), Sum(), Sum(), Sum())
    sums.0.add(left.a, right.a)
    sums.0.add(left.b, e)
    sums.0.add(left.c, d)
    sums.0.add(left.d, c)
    sums.0.add(left.e, b)
    sums.1.add(left.a, right.b)
    sums.1.add(left.b, right.a)
    sums.1.add(left.c, e)
    sums.1.add(left.d, d)
    sums.1.add(left.e, c)
    sums.2.add(left.a, right.c)
    sums.2.add(left.b, right.b)
    sums.2.add(left.c, right.a)
    sums.2.add(left.d, e)
    sums.2.add(left.e, d)
    sums.3.add(left.a, right.d)
    sums.3.add(left.b, right.c)
    sums.3.add(left.c, right.b)
    sums.3.add(left.d, right.a)
    sums.3.add(left.e, e)
    sums.4.add(left.a, right.e)
    sums.4.add(left.b, right.d)
    sums.4.add(left.c, right.c)
    sums.4.add(left.d, right.b)
    sums.4.add(left.e, right.a)
    let first = sums.0.take(0)
    let second = sums.1.take(first.carry)
    let third = sums.2.take(second.carry)
    let fourth = sums.3.take(third.carry)
    let fifth = sums.4.take(fourth.carry)
    // The last carry is below 2^60: times 19 it needs a limb of its own to be split.
    var lowest = Sum(high: 0, low: first.limb)
    lowest.add(fifth.carry, 19)
    let wrapped = lowest.take(0)
    return FieldElement(wrapped.limb, second.limb &+ wrapped.carry, third.limb, fourth.limb, fifth.limb)
  }

  var squared: FieldElement { self * self }

  /// `self` to a power whose bits are ones but for `zeros`; bit 0 is the lowest.
  private func power(bits: Int, zeros: Set<Int>) -> FieldElement {
    var result = FieldElement.one
    for bit in (0..<bits).reversed() {
      result = result.squared
      if !zeros.contains(bit) { result = result * self }
    }
    return result
  }

  /// The inverse; 0 for 0. The exponent is 2^255 - 21.
  var inverse: FieldElement { power(bits: 255, zeros: [2, 4]) }

  /// `self` to the power 2^252 - 3, from which square roots come.
  var rootPower: FieldElement { power(bits: 252, zeros: [1]) }
}
