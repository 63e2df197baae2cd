/// How the elements of a tensor lie in memory, as far as moving them is concerned.
enum ElementStorage: Equatable {
  /// So many bytes each: 1, 2, 4, 8 or 16.
  case bytes(Int)
  /// So many bits each, 2 or 4, the first element in the lowest bits of a byte.
  case bits(Int)
  /// Serialized strings.
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

  /// Sets element `index` and leaves its neighbors alone.
  func store(_ bits: UInt8, _ base: UnsafeMutableRawPointer, _ index: Int) {
    let shift = UInt8(truncatingIfNeeded: index % perByte * width)
    let byte = index / perByte
    let others = base.load(fromByteOffset: byte, as: UInt8.self) & ~(mask &<< shift)
    base.storeBytes(of: others | (bits & mask) &<< shift, toByteOffset: byte, as: UInt8.self)
  }
}
