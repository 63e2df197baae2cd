/// Orders the indices of the largest values as the C++ library of TFLite's builds does.
///
/// The order of equal values is left open by the language, but detections report it. This follows libstdc++: a heap of
/// the first `sorted` indices, whose root gives way to later, larger values, and then a heap sort.
enum PartialSort {
  /// Writes the indices of all `count` values to `indices`, the `sorted` largest first in falling order.
  static func decreasing(
    _ values: UnsafePointer<Float>, _ count: Int, _ sorted: Int, _ indices: UnsafeMutablePointer<Int32>
  ) {
    if count == 0 || sorted == 0 { return }
    if sorted == 1 {
      var best = 0
      for i in 1..<max(count, 1) where values[i] > values[best] { best = i }
      indices[0] = Int32(truncatingIfNeeded: best)
      return
    }
    for i in 0..<count { indices[i] = Int32(truncatingIfNeeded: i) }
    let heap = Heap(values: values, indices: indices)
    if sorted >= 2 {
      for parent in stride(from: (sorted - 2) / 2, through: 0, by: -1) {
        heap.place(indices[parent], from: parent, count: sorted)
      }
    }
    for i in sorted..<max(count, sorted) where heap.precedes(indices[i], indices[0]) {
      heap.replaceRoot(with: i, count: sorted)
    }
    var end = sorted
    while end > 1 {
      end -= 1
      heap.replaceRoot(with: end, count: end)
    }
  }
}

private struct Heap {
  let values: UnsafePointer<Float>
  let indices: UnsafeMutablePointer<Int32>

  @inline(__always)
  func precedes(_ a: Int32, _ b: Int32) -> Bool { values[Int(a)] > values[Int(b)] }

  /// Moves the root to `position` and what stood there into the heap of `count`.
  func replaceRoot(with position: Int, count: Int) {
    let moving = indices[position]
    indices[position] = indices[0]
    place(moving, from: 0, count: count)
  }

  /// Lets the hole at `top` sink to a leaf and `moving` rise from there.
  func place(_ moving: Int32, from top: Int, count: Int) {
    var hole = top
    var child = top
    while child < (count - 1) / 2 {
      child = 2 * (child + 1)
      if precedes(indices[child], indices[child - 1]) { child -= 1 }
      indices[hole] = indices[child]
      hole = child
    }
    if count & 1 == 0, child == (count - 2) / 2 {
      child = 2 * (child + 1)
      indices[hole] = indices[child - 1]
      hole = child - 1
    }
    while hole > top {
      let parent = (hole - 1) / 2
      if !precedes(indices[parent], moving) { break }
      indices[hole] = indices[parent]
      hole = parent
    }
    indices[hole] = moving
  }
}
