import Foundation
import TFLiteRuntime

/// The results of a run.
public final class ModelOutputs: NSObject, @unchecked Sendable {
  /// The bytes of each declared output. Never changed after the run.
  struct Content: Sendable {
    var format: ModelInputOutputOptions.Format
    var bytes: Data
  }

  private let contents: [Int: Content]

  init(_ contents: [Int: Content]) { self.contents = contents }

  /// Output `index` as numbers in arrays nested as deep as the output has dimensions: `[[NSNumber]]` for `[1, 1000]`.
  /// - Throws: `NSError` with `invalidArgument` when the options of the run stated no such output.
  public func output(index: UInt) throws -> Any {
    let content = try content(index)
    let numbers = content.numbers
    var position = 0
    return Self.nest(numbers, content.format.dimensions[...], &position)
  }

  /// The bytes of output `index` as the model wrote them.
  /// - Throws: `NSError` with `invalidArgument` when the options of the run stated no such output.
  public func data(index: UInt) throws -> Data { try content(index).bytes }

  private func content(_ index: UInt) throws -> Content {
    guard let content = contents[Int(clamping: index)] else {
      throw modelError(
        .invalidArgument, "The run has no output \(index), expected one of \(contents.keys.sorted()).")
    }
    return content
  }

  private static func nest(_ numbers: [NSNumber], _ dimensions: ArraySlice<Int>, _ position: inout Int) -> Any {
    guard let extent = dimensions.first else { return numbers[position] }
    if dimensions.count == 1 {
      defer { position += extent }
      return Array(numbers[position..<position + extent])
    }
    var parts: [Any] = []
    parts.reserveCapacity(extent)
    for _ in 0..<extent { parts.append(nest(numbers, dimensions.dropFirst(), &position)) }
    return parts
  }
}

extension ModelOutputs.Content {
  fileprivate var numbers: [NSNumber] {
    switch format.type {
    case .float32: values(Float.self) { NSNumber(value: $0) }
    case .int32: values(Int32.self) { NSNumber(value: $0) }
    case .int64: values(Int64.self) { NSNumber(value: $0) }
    case .int16: values(Int16.self) { NSNumber(value: $0) }
    case .int8: values(Int8.self) { NSNumber(value: $0) }
    case .bool: values(UInt8.self) { NSNumber(value: $0 != 0) }
    default: values(UInt8.self) { NSNumber(value: $0) }
    }
  }

  private func values<T: BitwiseCopyable>(_ type: T.Type, _ number: (T) -> NSNumber) -> [NSNumber] {
    bytes.withUnsafeBytes { buffer in
      (0..<buffer.count / MemoryLayout<T>.stride).map {
        number(buffer.loadUnaligned(fromByteOffset: $0 * MemoryLayout<T>.stride, as: type))
      }
    }
  }
}
