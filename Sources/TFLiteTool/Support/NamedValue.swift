import ArgumentParser
import TFLiteRuntime

/// An argument of the form `NAME=VALUE` or `VALUE`.
struct NamedValue: ExpressibleByArgument {
  let argument: String

  init?(argument: String) {
    if argument.isEmpty { return nil }
    self.argument = argument
  }

  /// Which of `names` the argument speaks of and the value; nil for an argument without a name.
  /// A name may contain `=`, and a position stands for a name.
  /// - Throws: `invalidData` when a name is given that is not among `names`.
  func split(_ names: [String], _ what: String) throws(ToolError) -> (index: Int?, value: String) {
    for place in argument.indices where argument[place] == "=" {
      let name = String(argument[..<place])
      let value = String(argument[argument.index(after: place)...])
      if let index = names.firstIndex(of: name) { return (index, value) }
      if let index = Int(name), names.indices.contains(index) { return (index, value) }
    }
    if let place = argument.firstIndex(of: "="), FileKind(argument) == .missing {
      throw ToolError(
        .invalidData, "no such \(what)", expected: names.map { "'\($0)'" }.joined(separator: " or "),
        found: "'\(argument[..<place])'")
    }
    return (nil, argument)
  }

  /// The values of all `arguments` by position; those without a name take the free positions in order.
  /// - Throws: `invalidData` when a position is named twice or there are too many.
  static func assign(_ arguments: [NamedValue], _ names: [String], _ what: String) throws(ToolError) -> [Int: String] {
    var values: [Int: String] = [:]
    var unnamed: [String] = []
    for argument in arguments {
      let (index, value) = try argument.split(names, what)
      if let index {
        if values.updateValue(value, forKey: index) != nil {
          throw ToolError(.invalidData, "\(what) '\(names[index])' is given twice")
        }
      } else {
        unnamed.append(value)
      }
    }
    var free = names.indices.filter { values[$0] == nil }[...]
    for value in unnamed {
      guard let index = free.popFirst() else {
        throw ToolError(
          .invalidData, "\(what)s", expected: "at most \(names.count)", found: "\(arguments.count), '\(value)' is left")
      }
      values[index] = value
    }
    return values
  }
}

extension Shape {
  /// Reads `1x224x224x3`, also with commas; `scalar` for rank 0.
  /// - Throws: `invalidData`.
  init(argument: String, _ what: String) throws(ToolError) {
    if argument == "scalar" || argument == "[]" {
      self.init([])
      return
    }
    var text = argument[...]
    if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    var dimensions: [Int] = []
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "," }) {
      guard let dimension = Int(part), dimension >= 0 else {
        throw ToolError(.invalidData, what, expected: "a shape such as 1x224x224x3", found: "'\(argument)'")
      }
      dimensions.append(dimension)
    }
    self.init(dimensions)
  }
}
