import Foundation
import TFLiteVision

extension ModelOutputs {
  /// The `count` best classes of output `index`, a list of scores, with their labels.
  /// - Parameters:
  ///   - index: the output's position.
  ///   - labels: the names of the classes in the model's order, as `Labels(contentsOf:)` reads them from a file.
  ///   - count: how many at most.
  /// - Throws: `NSError` with `invalidArgument` when there is no such output or a class has no label.
  public func classifications(index: UInt = 0, labels: Labels, count: Int = 5) throws -> [Classification] {
    let scores = try floats(index: index)
    do {
      return try Classification.top(count, of: scores, labels: labels)
    } catch {
      throw modelError(.invalidArgument, "\(error)")
    }
  }

  /// The numbers of output `index`, in the order of memory.
  private func floats(index: UInt) throws -> [Float] {
    func flatten(_ value: Any) -> [Float] {
      if let numbers = value as? [NSNumber] { return numbers.map(\.floatValue) }
      if let parts = value as? [Any] { return parts.flatMap(flatten) }
      return (value as? NSNumber).map { [$0.floatValue] } ?? []
    }
    return flatten(try output(index: index))
  }
}
