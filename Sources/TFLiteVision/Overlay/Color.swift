/// Red, green and blue.
public struct Color: Hashable, Sendable {
  /// 0 to 255.
  public var red: UInt8
  /// 0 to 255.
  public var green: UInt8
  /// 0 to 255.
  public var blue: UInt8

  /// A colour of the given parts.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A calm colour of its own for each class, the same on every run: hues by the golden angle, so that neighbours differ
  /// most, none of them glaring or dark.
  public static func distinct(_ index: Int) -> Color {
    // The golden ratio's fraction in 16 bits, times six sectors of the colour circle.
    let hue = (UInt32(truncatingIfNeeded: index) &* 40503 & 0xFFFF) &* 6
    let sector = hue >> 16
    let rise = Double((hue & 0xFFFF) >> 8)
    let (most, fall) = (255.0, 255 - rise)
    let pure: (Double, Double, Double) =
      switch sector {
      case 0: (most, rise, 0)
      case 1: (fall, most, 0)
      case 2: (0, most, rise)
      case 3: (0, fall, most)
      case 4: (rise, 0, most)
      default: (most, 0, fall)
      }
    // Blues get white and yellows black until they are about equally light.
    let light = 0.299 * pure.0 + 0.587 * pure.1 + 0.114 * pure.2
    let (low, high) = (112.0, 158.0)
    func calm(_ part: Double) -> UInt8 {
      var value = 52 + part * 0.72
      if light > high { value *= (high + 12) / (light + 12) }
      if light < low { value += (255 - value) * (low - light) / (255 - light) }
      return UInt8(min(max(value, 0), 255))
    }
    return Color(red: calm(pure.0), green: calm(pure.1), blue: calm(pure.2))
  }

  /// Near black or white, whichever has more contrast on this colour by WCAG's measure.
  var readable: Color {
    // Light is about the square of what is stored; the contrasts are equal where it is 0.18.
    func light(_ part: UInt8) -> Double { Double(part) * Double(part) / (255 * 255) }
    let sum = 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
    return sum > 0.18 ? Color(red: 16, green: 18, blue: 22) : .white
  }

  static let white = Color(red: 255, green: 255, blue: 255)
  static let black = Color(red: 0, green: 0, blue: 0)

  /// So much of this colour, and the rest of `other`.
  func mixed(_ share: Double, with other: Color) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) * share + Double(b) * (1 - share) + 0.5) }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
