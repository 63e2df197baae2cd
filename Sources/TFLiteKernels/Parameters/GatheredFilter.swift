/// A 3x3 filter, OHWI, that is made of another one for minimal filtering.
package protocol GatheredFilter: Sendable {
  /// Tells apart how a filter is gathered.
  var variant: [Int] { get }
  /// Floats of the gathered filter.
  var filterCount: Int { get }
  /// The pixels whose channels are those of a pixel of the gathered filter's convolution: so often the bias is repeated.
  var outputPixels: Int { get }
  /// - Parameter target: room for `filterCount` floats.
  func gather(_ filter: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>)
}
