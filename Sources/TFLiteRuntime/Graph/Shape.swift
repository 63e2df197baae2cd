/// The extents of a tensor, outermost first; rank 0 is a scalar.
public struct Shape: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
  /// The extents. Every runtime shape holds values of zero or more; a `shape_signature` holds -1 where unknown.
  public var dimensions: [Int]

  /// A shape of the given extents.
  public init(_ dimensions: [Int]) { self.dimensions = dimensions }

  /// A shape of the given extents.
  public init(arrayLiteral elements: Int...) { dimensions = elements }

  /// The number of dimensions.
  public var rank: Int { dimensions.count }

  /// The extent along `axis`, which is in `0..<rank`.
  public subscript(_ axis: Int) -> Int {
    get { dimensions[axis] }
    set { dimensions[axis] = newValue }
  }

  /// The number of elements; nil when an extent is negative or the product does not fit an `Int`.
  public var checkedElementCount: Int? {
    var product = 1
    var isEmpty = false
    for dimension in dimensions {
      if dimension < 0 { return nil }
      if dimension == 0 {
        isEmpty = true
        continue
      }
      let (next, overflow) = product.multipliedReportingOverflow(by: dimension)
      if overflow { return nil }
      product = next
    }
    return isEmpty ? 0 : product
  }

  /// The number of elements of a shape that a tensor already has, so that the product is known to fit.
  public var elementCount: Int {
    var product = 1
    for dimension in dimensions { product &*= dimension }
    return product
  }

  /// The product of the extents in `axes`, 1 for an empty range.
  public func product(_ axes: Range<Int>) -> Int {
    var product = 1
    for axis in axes { product &*= dimensions[axis] }
    return product
  }

  /// The last extent, 1 for a scalar.
  public var innermost: Int { dimensions.last ?? 1 }

  /// As `[1,224,224,3]`.
  public var description: String {
    var text = "["
    for (axis, dimension) in dimensions.enumerated() {
      if axis > 0 { text += "," }
      text += String(dimension)
    }
    return text + "]"
  }
}
