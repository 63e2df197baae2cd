import TFLiteKernelSets
import TFLiteKernels

/// Quotients of quantized bytes by table: a row of 256 for each divisor, computed when the divisor occurs for the first time, or
/// one column for a dividend that all elements share. A quotient takes a dozen multiplications and shifts, a look-up one load.
struct QuotientTable {
  /// The quotients, then what divisors have theirs, what divisors occur, and all bytes.
  private let memory: AlignedMemory
  private let divide: BinaryKernel
  private let parameters: ElementwiseParameters
  private let zero: UInt8
  private let isColumn: Bool

  private static let size = 256
  private static let known = size * size
  private static let occurring = known + size
  private static let bytes = occurring + size

  /// Fewer elements are divided one by one.
  static let fewestElements = 2048

  /// - Parameters:
  ///   - divide: the kernel that computes quotients.
  ///   - zero: the byte that stands for a divisor of zero.
  ///   - isColumn: whether there is one dividend.
  /// - Throws: `outOfMemory` when the session would hold more than its limit.
  init(
    _ context: PrepareContext, _ divide: @escaping BinaryKernel, _ parameters: ElementwiseParameters, zero: UInt8,
    isColumn: Bool
  ) throws(RuntimeError) {
    memory = try context.allocate(Self.bytes + Self.size)
    self.divide = divide
    self.parameters = parameters
    self.zero = zero
    self.isColumn = isColumn
    let bytes = memory.base + Self.bytes
    for byte in 0..<Self.size {
      bytes.storeBytes(of: UInt8(truncatingIfNeeded: byte), toByteOffset: byte, as: UInt8.self)
    }
  }

  /// What takes the place of the kernel once `fill` has been called.
  func kernel(_ lookUp: @escaping ByteLookUpKernel) -> BinaryKernel {
    let (memory, isColumn) = (memory, isColumn)
    return { rows, _ in
      let table = memory.base.assumingMemoryBound(to: UInt8.self)
      var first = rows.first.assumingMemoryBound(to: UInt8.self)
      var second = rows.second.assumingMemoryBound(to: UInt8.self)
      var output = rows.output.assumingMemoryBound(to: UInt8.self)
      for _ in 0..<rows.rows {
        if isColumn {
          lookUp(second, output, rows.count, table)
        } else if rows.secondStep == 0 {
          lookUp(first, output, rows.count, table + Int(second[0]) &* Self.size)
        } else {
          for i in 0..<rows.count {
            output[i] = table[Int(second[i]) &* Self.size &+ Int(first[i &* rows.firstStep])]
          }
        }
        first += rows.firstStride
        second += rows.secondStride
        output += rows.outputStride
      }
    }
  }

  /// Computes the quotients that are missing.
  /// - Parameter dividend: the only one where there is one.
  /// - Returns: false when a divisor is zero.
  func fill(_ divisors: UnsafeBufferPointer<UInt8>, dividend: UnsafeRawPointer) -> Bool {
    let table = memory.base.assumingMemoryBound(to: UInt8.self)
    let occurring = table + Self.occurring
    occurring.update(repeating: 0, count: Self.size)
    for divisor in divisors { occurring[Int(divisor)] = 1 }
    if occurring[Int(zero)] != 0 { return false }
    let bytes = UnsafeRawPointer(table + Self.bytes)
    if isColumn {
      // All divisors, which are no more than a vector or four, but zero.
      for part in [0..<Int(zero), Int(zero) + 1..<Self.size] {
        divide(
          BinaryRows(
            first: dividend, second: bytes + part.lowerBound, output: UnsafeMutableRawPointer(table + part.lowerBound),
            count: part.count, firstStep: 0), parameters)
      }
      return true
    }
    let known = table + Self.known
    for divisor in 0..<Self.size where occurring[divisor] != 0 && known[divisor] == 0 {
      divide(
        BinaryRows(
          first: bytes, second: bytes + divisor, output: UnsafeMutableRawPointer(table + divisor &* Self.size),
          count: Self.size, secondStep: 0), parameters)
      known[divisor] = 1
    }
    return true
  }
}
