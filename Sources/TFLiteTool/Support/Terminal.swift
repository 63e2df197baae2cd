#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What a terminal behind an output can show.
package enum Terminal {
  /// Whether colours are wanted, as `--color` says.
  package enum ColorChoice: String, Sendable {
    case auto, always, never
  }

  /// The choice for the process: `--color`, else the environment's, else `auto`.
  /// - Parameter argument: what `--color` says, nil when it is not given.
  package static func choice(_ argument: ColorChoice?) -> ColorChoice {
    if let argument { return argument }
    // https://no-color.org: set to anything that is not empty.
    if environment("NO_COLOR") != nil { return .never }
    if let force = environment("CLICOLOR_FORCE"), force != "0" { return .always }
    return environment("TERM") == "dumb" ? .never : .auto
  }

  /// A variable of the environment, nil where it is empty.
  static func environment(_ name: String) -> String? {
    guard let text = getenv(name).map({ String(cString: $0) }), !text.isEmpty else { return nil }
    return text
  }

  /// The columns of the terminal behind a descriptor; nil where there is none.
  static func width(_ descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    if ioctl(descriptor, numericCast(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The columns that a text takes: two for characters of East Asian scripts and pictures.
  package static func columns(_ text: some StringProtocol) -> Int {
    text.reduce(0) { sum, character in
      guard let value = character.unicodeScalars.first?.value, value >= 0x1100 else { return sum + 1 }
      let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
      ]
      return sum + (wide.contains { $0.contains(value) } ? 2 : 1)
    }
  }

  /// A text of a stranger's on one line: control characters, which can do things to a terminal, are replaced, line breaks by
  /// spaces.
  package static func printable(_ text: String) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) }
    let hasBreaks = text.contains { $0.isNewline }
    if !hasBreaks, !text.unicodeScalars.contains(where: isControl) { return text }
    var result = ""
    for character in text {
      if character.isNewline {
        result += " "
      } else {
        for scalar in character.unicodeScalars {
          result.unicodeScalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
        }
      }
    }
    return result
  }

  /// A name in so many columns at most: the middle of a longer one is left out.
  package static func shortened(_ text: String, to columns: Int) -> String {
    guard Self.columns(text) > columns else { return text }
    guard columns > 1 else { return columns == 1 ? "…" : "" }
    var (head, tail) = (text[...], text[...])
    while Self.columns(head) > columns / 2 { head.removeLast() }
    while Self.columns(tail) > columns - 1 - Self.columns(head) { tail.removeFirst() }
    return "\(head)…\(tail)"
  }
}

/// How a part of a text looks on a terminal.
package enum TextStyle: String {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
}

extension Output {
  /// `text` in a style where this output shows styles, else as it is.
  package func styled(_ text: String, _ style: TextStyle) -> String {
    showsColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
