import TFLiteSchema

/// The options of a custom operator that are a FlexBuffer map, as converters write them. Reading is checked: what a file
/// states wrongly is as if it were not there.
public struct CustomOptions: Sendable {
  private let map: FlexBuffer.Map

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let map = FlexBuffer.Map(bytes) else { return nil }
    self.map = map
  }

  /// The names of all options, in the order of the file.
  public var names: [String] { (0..<map.count).compactMap { map.key(at: $0) } }

  /// The option as an integer; a float is cut towards zero. Nil when there is none, or it does not fit.
  public func int(_ name: String) -> Int? { map.int(forKey: name) }
  /// The option as a number.
  public func double(_ name: String) -> Double? { map.value(forKey: name)?.double }
  /// The option as a truth value; a number is true unless it is 0.
  public func bool(_ name: String) -> Bool? { map.value(forKey: name)?.bool }
  /// The option as text.
  public func string(_ name: String) -> String? { map.value(forKey: name)?.string }
  /// The option as a list of integers, nil when an element is none.
  public func ints(_ name: String) -> [Int]? {
    guard let values = map.value(forKey: name)?.vector?.ints else { return nil }
    let ints = values.compactMap { Int(exactly: $0) }
    return ints.count == values.count ? ints : nil
  }
  /// The option as a list of numbers, nil when an element is none.
  public func doubles(_ name: String) -> [Double]? { map.value(forKey: name)?.vector?.doubles }
}

extension OperatorNode {
  /// The options of a custom operator by their names; nil when they are no FlexBuffer map.
  public var namedOptions: CustomOptions? { CustomOptions(customOptions) }
}
