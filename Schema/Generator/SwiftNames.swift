/// The rules from names of the schema to names of Swift.
enum SwiftNames {
  /// A type's name: the schema's without its namespace.
  static func type(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  /// A field's name: words at underscores, `stride_w` to `strideW`.
  static func property(_ name: String) -> String {
    camelCase(words: name)
  }

  /// An enum case's name.
  ///
  /// Names without lowercase letters are split into words at underscores: `CONV_2D` to `conv2D`. Where a name repeats
  /// the enum's own in that spelling, the repetition goes. In other names the leading capitals become small, but for one
  /// that begins the next word: `LSTMOptions` to `lstmOptions`.
  static func enumCase(_ name: String, of type: String) -> String {
    guard !name.contains(where: \.isLowercase) else { return escaped(loweringFirstWord(of: name)) }
    let prefix = screamingCase(type) + "_"
    let rest = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    return escaped(camelCase(words: rest))
  }

  private static func camelCase(words name: String) -> String {
    var result = ""
    for word in name.split(separator: "_") {
      let small = word.lowercased()
      guard !result.isEmpty, let letter = small.firstIndex(where: \.isLetter) else {
        result += small
        continue
      }
      result += small[..<letter] + small[letter].uppercased() + small[small.index(after: letter)...]
    }
    return result
  }

  private static func loweringFirstWord(of name: String) -> String {
    let capitals = name.prefix(while: \.isUppercase)
    let rest = name.dropFirst(capitals.count)
    guard capitals.count > 1, rest.first?.isLetter == true else { return capitals.lowercased() + rest }
    return capitals.dropLast().lowercased() + name.dropFirst(capitals.count - 1)
  }

  /// `TensorType` to `TENSOR_TYPE`.
  private static func screamingCase(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase && !result.isEmpty { result += "_" }
      result += character.uppercased()
    }
    return result
  }

  private static func escaped(_ name: String) -> String {
    ["default", "if", "while", "where", "case", "self", "init", "in", "is", "as"].contains(name) ? "`\(name)`" : name
  }
}
