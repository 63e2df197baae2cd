/// A point of edwards25519 (RFC 8032, 5.1) in extended coordinates: x = X/Z, y = Y/Z, T = XY/Z.
struct CurvePoint {
  private var x, y, z, t: FieldElement

  static let identity = CurvePoint(x: .zero, y: .one, z: .one, t: .zero)

  static let base = CurvePoint(
    x: FieldElement(0x62D6_08F2_5D51A, 0x412A_4B4F_6592A, 0x75B7_171A_4B31D, 0x1FF6_0527_118FE, 0x2169_36D3_CD6E5),
    y: FieldElement(0x6666_6666_66658, 0x4CCC_CCCC_CCCCC, 0x1999_9999_99999, 0x3333_3333_33333, 0x6666_6666_66666),
    z: .one,
    t: FieldElement(0x68AB_3A5B_7DDA3, 0x00EE_A2A5_EADBB, 0x2AF8_DF48_3C27E, 0x332B_3752_74732, 0x6787_5F0F_D78B7))

  /// The curve's constant, -121665/121666, and its double.
  private static let d = FieldElement(
    0x34DC_A135_978A3, 0x1A82_83B1_56EBD, 0x5E7A_2600_1C029, 0x739C_663A_03CBB, 0x5203_6CEE_2B6FF)
  private static let d2 = FieldElement(
    0x69B9_426B_2F159, 0x3505_0762_ADD7A, 0x3CF4_4C00_38052, 0x6738_CC74_07977, 0x2406_D9DC_56DFF)
  private static let rootOfMinusOne = FieldElement(
    0x61B2_74A0_EA0B0, 0x0D5A_5FC8_F189D, 0x7EF5_E9CB_D0C60, 0x7859_5A68_04C9E, 0x2B83_2480_4FC1D)

  private init(x: FieldElement, y: FieldElement, z: FieldElement, t: FieldElement) {
    (self.x, self.y, self.z, self.t) = (x, y, z, t)
  }

  /// The point that 32 bytes state; nil if there is none on the curve.
  init?(bytes: ArraySlice<UInt8>) {
    let y = FieldElement(bytes: bytes)
    let numerator = y.squared - .one
    let denominator = Self.d * y.squared + .one
    let cube = denominator.squared * denominator
    let candidate = numerator * cube * (numerator * cube.squared * denominator).rootPower
    let check = denominator * candidate.squared
    var x = candidate
    if !(check - numerator).isZero {
      guard (check + numerator).isZero else { return nil }
      x = candidate * Self.rootOfMinusOne
    }
    let isOdd = bytes[bytes.startIndex + 31] & 0x80 != 0
    if x.isZero, isOdd { return nil }
    if x.isOdd != isOdd { x = -x }
    self.init(x: x, y: y, z: .one, t: x * y)
  }

  /// The canonical 32 bytes.
  var bytes: [UInt8] {
    let inverse = z.inverse
    var bytes = (y * inverse).bytes
    if (x * inverse).isOdd { bytes[31] |= 0x80 }
    return bytes
  }

  static prefix func - (point: Self) -> Self { CurvePoint(x: -point.x, y: point.y, z: point.z, t: -point.t) }

  /// Holds for any two points, equal ones included.
  static func + (left: Self, right: Self) -> Self {
    let a = (left.y - left.x) * (right.y - right.x)
    let b = (left.y + left.x) * (right.y + right.x)
    let c = left.t * d2 * right.t
    let d = (left.z + left.z) * right.z
    return CurvePoint(e: b - a, f: d - c, g: d + c, h: b + a)
  }

  private var doubled: CurvePoint {
    let a = x.squared
    let b = y.squared
    let c = z.squared + z.squared
    let g = b - a
    return CurvePoint(e: (x + y).squared - a - b, f: g - c, g: g, h: -(a + b))
  }

  private init(e: FieldElement, f: FieldElement, g: FieldElement, h: FieldElement) {
    self.init(x: e * f, y: g * h, z: f * g, t: e * h)
  }

  /// `first` times `point` plus `second` times the base point.
  static func sum(_ first: Scalar, _ point: CurvePoint, _ second: Scalar) -> CurvePoint {
    let both = point + base
    var result = identity
    for bit in (0..<256).reversed() {
      result = result.doubled
      switch (first[bit], second[bit]) {
      case (true, true): result = result + both
      case (true, false): result = result + point
      case (false, true): result = result + base
      case (false, false): break
      }
    }
    return result
  }
}

/// A number below the order of the base point, 2^252 + 27742317777372353535851937790883648493.
struct Scalar {
  private var words: [UInt64]

  private static let order: [UInt64] = [
    0x5812_631A_5CF5_D3ED, 0x14DE_F9DE_A2F7_9CD6, 0, 0x1000_0000_0000_0000,
  ]

  /// The number of 32 little-endian bytes; nil unless it is below the order.
  init?(canonical bytes: ArraySlice<UInt8>) {
    words = Self.words(of: bytes)
    if !Self.isLess(words, Self.order) { return nil }
  }

  /// The rest of a number of any length, little-endian, after division by the order.
  init(reducing bytes: [UInt8]) {
    words = [0, 0, 0, 0]
    for byte in bytes.reversed() {
      for bit in (0..<8).reversed() {
        // Twice a number below the order stays far below 2^256.
        var carry = UInt64(byte >> UInt8(bit) & 1)
        for index in 0..<4 {
          let word = words[index]
          words[index] = word << 1 | carry
          carry = word >> 63
        }
        if !Self.isLess(words, Self.order) { subtractOrder() }
      }
    }
  }

  subscript(bit: Int) -> Bool { words[bit >> 6] >> UInt64(bit & 63) & 1 == 1 }

  private mutating func subtractOrder() {
    var borrow: UInt64 = 0
    for index in 0..<4 {
      let (first, under) = words[index].subtractingReportingOverflow(Self.order[index])
      let (second, underAgain) = first.subtractingReportingOverflow(borrow)
      words[index] = second
      borrow = under || underAgain ? 1 : 0
    }
  }

  private static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
    for index in (0..<4).reversed() where left[index] != right[index] { return left[index] < right[index] }
    return false
  }

  static func words(of bytes: ArraySlice<UInt8>) -> [UInt64] {
    (0..<4).map { word in
      (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[bytes.startIndex + word * 8 + $1]) << UInt64($1 * 8) }
    }
  }
}
