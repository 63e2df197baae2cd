#if TFLITE_GUARD
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Blocks of memory between pages that nobody may touch, in builds with TFLITE_GUARD: what is read or written beside a block
/// ends the process there, without a sanitizer.
///
/// A block ends where the page behind it begins, as nearly as its alignment allows. With TFLITE_GUARD=front in the environment
/// it begins where the page before it ends. What lies between a block and the pages holds a pattern; whoever has written
/// there is found when the block is released.
enum GuardedPages {
  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))
  private static let pattern: UInt8 = 0xA5

  /// A page of the pattern.
  private nonisolated(unsafe) static let untouched: UnsafeRawPointer = {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: page, alignment: 1)
    memset(bytes, Int32(pattern), page)
    return UnsafeRawPointer(bytes)
  }()

  private static let isAtFront: Bool = {
    guard let side = getenv("TFLITE_GUARD") else { return false }
    return String(cString: side) == "front"
  }()

  /// Zeros between two pages, nil when the system refuses.
  /// - Parameter alignment: a power of two, at most a page.
  static func allocate(_ count: Int, alignment: Int) -> UnsafeMutableRawPointer? {
    guard let place = Place(count, alignment) else { return nil }
    #if canImport(Darwin)
    let flags = MAP_PRIVATE | MAP_ANON
    #else
    let flags = Int32(MAP_PRIVATE) | Int32(MAP_ANONYMOUS)
    #endif
    guard let start = mmap(nil, place.mapped, PROT_NONE, flags, -1, 0), start != MAP_FAILED else { return nil }
    let pages = start + page
    guard mprotect(pages, place.inner, PROT_READ | PROT_WRITE) == 0 else {
      munmap(start, place.mapped)
      return nil
    }
    for slack in place.slacks { memset(pages + slack.lowerBound, Int32(pattern), slack.count) }
    return pages + place.offset
  }

  /// Gives back what `allocate` gave for the same `count` and `alignment`.
  static func release(_ block: UnsafeMutableRawPointer, _ count: Int, alignment: Int) {
    guard let place = Place(count, alignment) else { return }
    let pages = block - place.offset
    for slack in place.slacks where memcmp(pages + slack.lowerBound, untouched, slack.count) != 0 {
      preconditionFailure("written beside a block of \(count) bytes, which stands \(place.offset) bytes into its pages")
    }
    munmap(pages - page, place.mapped)
  }

  /// Where a block lies in its pages.
  private struct Place {
    /// Bytes of the pages that can be touched, and of all of them.
    let inner: Int
    let mapped: Int
    /// Bytes before the block.
    let offset: Int
    /// Bytes that belong to no block.
    let slacks: [Range<Int>]

    init?(_ count: Int, _ alignment: Int) {
      guard count >= 0, count < Int.max - 4 * page else { return nil }
      let aligned = (max(count, 1) + alignment - 1) & ~(alignment - 1)
      inner = (aligned + page - 1) & ~(page - 1)
      mapped = inner + 2 * page
      offset = isAtFront ? 0 : inner - aligned
      slacks = [0..<offset, offset + count..<inner]
    }
  }
}
#endif
