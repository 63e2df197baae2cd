import Foundation

extension Data {
  /// The bytes of `array`, as they lie in memory.
  public init<T: BitwiseCopyable>(copyingBufferOf array: [T]) {
    self = array.withUnsafeBytes { Data($0) }
  }
}

extension Array where Element: BitwiseCopyable {
  /// The values whose bytes `unsafeData` holds; nil unless the count is a multiple of the element's stride.
  public init?(unsafeData: Data) {
    let stride = MemoryLayout<Element>.stride
    guard unsafeData.count % stride == 0 else { return nil }
    let count = unsafeData.count / stride
    self = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafeData.copyBytes(to: UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
  }
}
