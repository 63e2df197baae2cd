import ArgumentParser
import Foundation
import TFLiteRuntime

/// What goes into inputs for which no file is given.
enum InputFill: String, ExpressibleByArgument, CaseIterable {
  case random, zeros, ones

  /// The bytes for `info`: random reals lie in [-1, 1), 8 and 16 bit integers take their whole range, wider ones 0 to 9, or
  /// less where they choose from a smaller table; zeros and ones are those of the real numbers for which a quantised tensor
  /// stands.
  /// - Throws: `invalidData` for types that cannot be filled, and for tensors that would take more than half of the memory.
  func bytes(
    _ info: TensorInfo, _ ranges: IndexRanges, _ generator: inout SeededGenerator
  ) throws(ToolError) -> [UInt8] {
    try checkSize(info)
    let count = info.shape.checkedElementCount ?? 0
    if info.type == .string {
      let string = self == .random ? "text" : self == .ones ? "1" : ""
      return SerializedStrings.encode([[UInt8]](repeating: Array(string.utf8), count: count))
    }
    if self == .random {
      switch info.type {
      case .int8, .uint8, .int16, .uint16:
        return (0..<info.byteCount).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      case .int32, .uint32, .int64, .uint64:
        let width = info.byteCount / max(count, 1)
        let end = UInt64(min(10, ranges[info] ?? 10))
        return (0..<count).flatMap { _ in
          [UInt8(generator.next() % end)] + [UInt8](repeating: 0, count: max(width - 1, 0))
        }
      case .bool: return (0..<count).map { _ in UInt8(generator.next() & 1) }
      case .int4, .uint4, .int2: return (0..<info.byteCount).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      case .complex64: return (0..<2 * count).map { _ in Float(generator.unit() * 2 - 1) }.withUnsafeBytes { Array($0) }
      case .complex128: return (0..<2 * count).map { _ in generator.unit() * 2 - 1 }.withUnsafeBytes { Array($0) }
      default:
        let reals = (0..<count).map { _ in generator.unit() * 2 - 1 }
        return try ElementText.bytes(reals: reals, info, source: "input '\(info.name)'")
      }
    }
    switch info.type {
    case .complex64, .complex128, .int4, .uint4, .int2: return [UInt8](repeating: 0, count: info.byteCount)
    default:
      return try ElementText.bytes(
        reals: [Double](repeating: self == .ones ? 1 : 0, count: count), info, source: "input '\(info.name)'")
    }
  }

  /// What is made for a while besides the content: a number of 64 bits for each element, in two arrays, or a string.
  private static var byteCountOfElement: Double { 32 }

  /// An array that is too large ends the process, which a file may ask for.
  private func checkSize(_ info: TensorInfo) throws(ToolError) {
    let limit = Double(ProcessInfo.processInfo.physicalMemory) / 2
    let elements = info.shape.checkedElementCount.map { Double($0) } ?? .infinity
    guard Double(info.byteCount) + Self.byteCountOfElement * elements <= limit else {
      throw ToolError(
        .invalidData, "input '\(info.name)' is too large to be filled here",
        expected: "at most \(Int(limit / Self.byteCountOfElement)) elements", found: "\(info.shape)")
    }
  }
}
