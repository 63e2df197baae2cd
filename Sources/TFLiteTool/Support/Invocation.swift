import ArgumentParser

/// The arguments of the process, before commands parse them.
package struct Invocation {
  /// What commands get.
  package let arguments: [String]
  /// What `--color` says.
  package let color: Terminal.ColorChoice?
  /// Whether results, and errors too, are to be JSON.
  package let wantsJSON: Bool

  /// - Throws: `ValidationError` when `--color` says something else than auto, always or never.
  package init(_ arguments: [String]) throws {
    var rest: [String] = []
    var color: Terminal.ColorChoice?
    var wantsJSON = false
    var index = 0
    func choice(_ text: String) throws -> Terminal.ColorChoice {
      guard let choice = Terminal.ColorChoice(rawValue: text) else {
        throw ValidationError("--color: expected auto, always or never, found '\(text)'")
      }
      return choice
    }
    while index < arguments.count {
      let argument = arguments[index]
      let next = index + 1 < arguments.count ? arguments[index + 1] : nil
      index += 1
      if argument == "--" {
        rest += arguments[(index - 1)...]
        break
      }
      if argument == "--json" { wantsJSON = true }
      if argument == "--color" {
        color = try choice(next ?? "")
        index += 1
      } else if argument.hasPrefix("--color=") {
        color = try choice(String(argument.dropFirst("--color=".count)))
      } else if argument.hasPrefix("--"), !argument.contains("="), let next, Self.isNegative(next) {
        // The parser takes -1 for an option; so it reaches the option before it, which says what it accepts.
        rest.append("\(argument)=\(next)")
        index += 1
      } else {
        rest.append(argument)
      }
    }
    self.arguments = rest
    self.color = color
    self.wantsJSON = wantsJSON
  }

  private static func isNegative(_ text: String) -> Bool {
    // Also a list, as --mean takes it.
    text.hasPrefix("-") && text.dropFirst().first?.isNumber == true
      && text.split(separator: ",").allSatisfy { Double($0)?.isFinite == true }
  }
}
