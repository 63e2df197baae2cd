import TFLiteKernels

/// The options of custom pooling operators: the bytes of 32-bit numbers - padding (1 same, 2 valid), strides and filter,
/// each width first, then the activation.
struct PoolingWindow {
  let isPadded: Bool
  let stride: (height: Int, width: Int)
  let filter: (height: Int, width: Int)
  let activation: FusedActivation

  /// - Throws: `invalidOperator` when bytes are missing or a number is out of range.
  init(_ node: OperatorNode) throws(RuntimeError) {
    let bytes = node.customOptions
    guard bytes.count >= 20 else {
      throw node.error(.invalidOperator, "the options are too short", expected: "20 bytes", actual: "\(bytes.count)")
    }
    let numbers = bytes.littleEndianNumbers(min(6, bytes.count / 4))
    guard numbers[0] == 1 || numbers[0] == 2, numbers[1...4].allSatisfy({ (1...1 << 20).contains($0) }) else {
      throw node.error(.invalidOperator, "options out of range", actual: "\(numbers)")
    }
    isPadded = numbers[0] == 1
    stride = (numbers[2], numbers[1])
    filter = (numbers[4], numbers[3])
    activation =
      switch numbers.count > 5 ? numbers[5] : 0 {
      case 1: .relu
      case 2: .reluN1To1
      case 3: .relu6
      default: .none
      }
  }
}

extension UnsafeRawBufferPointer {
  /// The first `count` 32-bit integers, all of which must be there.
  func littleEndianNumbers(_ count: Int) -> [Int] {
    (0..<count).map { Int(Int32(littleEndian: loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self))) }
  }
}
