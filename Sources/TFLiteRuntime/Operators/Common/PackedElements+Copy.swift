extension PackedElements {
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
  /// The distance in elements between neighbors along each axis of a contiguous array.
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
