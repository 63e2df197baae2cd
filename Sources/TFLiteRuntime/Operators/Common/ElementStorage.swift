/// How the elements of a tensor lie in memory, as far as moving them is concerned.
enum ElementStorage: Equatable {
  /// So many bytes each: 1, 2, 4, 8 or 16.
  case bytes(Int)
  /// So many bits each, 2 or 4, the first element in the lowest bits of a byte.
  case bits(Int)
  /// Serialised strings.
  case strings
}

extension ElementType {
  var storage: ElementStorage {
    guard let bitWidth else { return .strings }
    return bitWidth < 8 ? .bits(bitWidth) : .bytes(bitWidth / 8)
  }

  /// Bytes of one element; 1 for types narrower than a byte, and for strings.
  var elementByteCount: Int {
    if case .bytes(let count) = storage { count } else { 1 }
  }

  /// The element types that take one byte or more and have a fixed size.
  static let wholeBytes: [ElementType] = allCases.filter { if case .bytes = $0.storage { true } else { false } }
  /// `wholeBytes` and strings.
  static let wholeBytesAndStrings: [ElementType] = wholeBytes + [.string]
  /// `wholeBytes` and the types narrower than a byte.
  static let fixedSize: [ElementType] = allCases.filter { $0.storage != .strings }
}

/// Access to elements narrower than a byte.
struct PackedElements {
  /// Bits of an element: 2 or 4.
  let width: Int

  private var perByte: Int { 8 / width }
  private var mask: UInt8 { UInt8(truncatingIfNeeded: (1 << width) - 1) }

  /// The bits of element `index`.
  func load(_ base: UnsafeRawPointer, _ index: Int) -> UInt8 {
    let shift = UInt8(truncatingIfNeeded: index % perByte * width)
    return base.load(fromByteOffset: index / perByte, as: UInt8.self) &>> shift & mask
  }

  /// Sets element `index` and leaves its neighbours alone.
  func store(_ bits: UInt8, _ base: UnsafeMutableRawPointer, _ index: Int) {
    let shift = UInt8(truncatingIfNeeded: index % perByte * width)
    let byte = index / perByte
    let others = base.load(fromByteOffset: byte, as: UInt8.self) & ~(mask &<< shift)
    base.storeBytes(of: others | (bits & mask) &<< shift, toByteOffset: byte, as: UInt8.self)
  }

  /// Copies the elements that `loops` visit; strides and offsets count elements.
  func copy(
    _ loops: UnsafeBufferPointer<StridedCopy.Loop>, from source: UnsafeRawPointer, at sourceOffset: Int,
    to destination: UnsafeMutableRawPointer, at destinationOffset: Int
  ) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: loops.count + 1) { counters in
      counters.initialize(repeating: 0)
      var from = sourceOffset
      var to = destinationOffset
      while true {
        store(load(source, from), destination, to)
        var axis = loops.count - 1
        while axis >= 0 {
          let loop = loops[axis]
          counters[axis] &+= 1
          from &+= loop.source
          to &+= loop.destination
          if counters[axis] < loop.extent { break }
          counters[axis] = 0
          from &-= loop.source &* loop.extent
          to &-= loop.destination &* loop.extent
          axis -= 1
        }
        if axis < 0 { return }
      }
    }
  }
}

extension Shape {
  /// The distance in elements between neighbours along each axis of a contiguous array.
  var strides: [Int] {
    var strides = [Int](repeating: 1, count: rank)
    var product = 1
    for axis in stride(from: rank - 1, through: 0, by: -1) {
      strides[axis] = product
      product &*= dimensions[axis]
    }
    return strides
  }
}
