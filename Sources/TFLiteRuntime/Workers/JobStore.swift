/// Keeps the last job of an operator where other threads find it.
///
/// An operator mostly has the same job in every invocation. It is not written again then, so that other threads have it in
/// their caches. Embedded Swift, which has no threads, keeps nothing.
final class JobStore {
  #if !hasFeature(Embedded)
  private var memory: UnsafeMutableRawPointer?
  private var type: ObjectIdentifier?
  private var end: ((UnsafeMutableRawPointer) -> Void)?

  /// Bytes that two threads do not share.
  private static let lineBytes = 128

  deinit { clear() }

  /// Keeps `value` until the next call, which overwrites it: the job that used it has to be done by then.
  func keep<Value>(_ value: Value) -> UnsafeRawPointer {
    let size = MemoryLayout<Value>.size
    if let memory, type == ObjectIdentifier(Value.self) {
      if !withUnsafeBytes(of: value, { Self.areEqual($0, memory, size) }) {
        memory.assumingMemoryBound(to: Value.self).pointee = value
      }
      return UnsafeRawPointer(memory)
    }
    clear()
    let new = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: Self.lineBytes)
    new.initializeMemory(as: Value.self, to: value)
    memory = new
    type = ObjectIdentifier(Value.self)
    end = { $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
    return UnsafeRawPointer(new)
  }

  private func clear() {
    guard let memory else { return }
    end?(memory)
    memory.deallocate()
    self.memory = nil
  }

  /// Compares bytes. What lies between the members of a value may differ where the values do not.
  private static func areEqual(_ value: UnsafeRawBufferPointer, _ kept: UnsafeMutableRawPointer, _ size: Int) -> Bool {
    guard let base = value.baseAddress else { return size == 0 }
    var offset = 0
    while offset &+ 8 <= size {
      if base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != kept.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset &+= 8
    }
    while offset < size {
      if base.load(fromByteOffset: offset, as: UInt8.self) != kept.load(fromByteOffset: offset, as: UInt8.self) {
        return false
      }
      offset &+= 1
    }
    return true
  }
  #endif
}
