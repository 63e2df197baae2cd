import Foundation
import TFLiteRuntime

/// The element types and dimensions of the inputs and outputs that a run uses.
public final class ModelInputOutputOptions: NSObject {
  /// What one input or output is declared to be.
  struct Format: Sendable {
    var type: ElementType
    var dimensions: [Int]

    /// Bytes of the data, nil when that overflows.
    var byteCount: Int? { Shape(dimensions).checkedElementCount.flatMap { type.byteCount(ofElements: $0) } }
  }

  private(set) var inputs: [Int: Format] = [:]
  private(set) var outputs: [Int: Format] = [:]

  /// Options without formats.
  public override init() {}

  /// Declares input `index`; declaring it again replaces what was declared.
  /// - Throws: `NSError` with `invalidArgument` when the type is `unknown`, or `dimensions` are none or hold a 0.
  public func setInputFormat(index: UInt, type: ModelElementType, dimensions: [NSNumber]) throws {
    inputs[Int(clamping: index)] = try Self.format("input", index, type, dimensions)
  }

  /// Declares output `index`; declaring it again replaces what was declared.
  /// - Throws: `NSError` with `invalidArgument` when the type is `unknown`, or `dimensions` are none or hold a 0.
  public func setOutputFormat(index: UInt, type: ModelElementType, dimensions: [NSNumber]) throws {
    outputs[Int(clamping: index)] = try Self.format("output", index, type, dimensions)
  }

  private static func format(
    _ what: String, _ index: UInt, _ type: ModelElementType, _ dimensions: [NSNumber]
  ) throws -> Format {
    guard let elementType = type.elementType else {
      throw modelError(.invalidArgument, "The type of \(what) \(index) must be stated, found 'unknown'.")
    }
    let extents = dimensions.map { Int(clamping: $0.int64Value) }
    guard !extents.isEmpty, extents.allSatisfy({ $0 > 0 }) else {
      throw modelError(
        .invalidArgument, "The dimensions of \(what) \(index) must be one or more positive numbers, found \(extents).")
    }
    let format = Format(type: elementType, dimensions: extents)
    guard format.byteCount != nil else {
      throw modelError(.invalidArgument, "The dimensions of \(what) \(index) are too large: \(extents).")
    }
    return format
  }
}
