#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Memory that ends at a page nobody may read, so that one byte read too far stops the test.
struct GuardedBytes: ~Copyable {
  struct OutOfMemory: Error {}

  private let base: UnsafeMutableRawPointer
  private let capacity: Int
  private let page: Int

  init(capacity: Int) throws(OutOfMemory) {
    page = sysconf(Int32(_SC_PAGESIZE))
    self.capacity = (capacity + page - 1) / page * page
    #if canImport(Darwin)
    let flags = MAP_PRIVATE | MAP_ANON
    #else
    let flags = Int32(MAP_PRIVATE) | Int32(MAP_ANONYMOUS)
    #endif
    guard let memory = mmap(nil, self.capacity + page, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED
    else { throw OutOfMemory() }
    guard mprotect(memory + self.capacity, page, PROT_NONE) == 0 else {
      munmap(memory, self.capacity + page)
      throw OutOfMemory()
    }
    base = memory
  }

  deinit {
    munmap(base, capacity + page)
  }

  /// The last `count` bytes before the guard.
  func tail(_ count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base + capacity - count, count: count)
  }
}
