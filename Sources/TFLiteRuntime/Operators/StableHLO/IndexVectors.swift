/// The index tensor of the StableHLO gathers and scatters: one axis holds index vectors, the others number them.
struct IndexVectors {
  /// The extents of the axes that number the vectors.
  let batchShape: Shape
  /// The length of a vector.
  let length: Int
  private let batchStrides: [Int]
  private let vectorStride: Int

  /// - Parameter axis: the axis of the vectors; the rank when every element is a vector of one.
  init?(_ indices: RuntimeTensor, axis: Int) {
    guard axis >= 0, axis <= indices.rank else { return nil }
    var shape = indices.shape
    var strides = indices.shape.strides
    if axis < indices.rank {
      length = shape[axis]
      vectorStride = strides[axis]
      shape.dimensions.remove(at: axis)
      strides.remove(at: axis)
    } else {
      length = 1
      vectorStride = 0
    }
    batchShape = shape
    batchStrides = strides
  }

  var count: Int { batchShape.elementCount }

  /// Element `position` of the vector that `batch`, a row-major number, names.
  func index(_ indices: RuntimeTensor, _ batch: Int, _ position: Int) -> Int {
    var rest = batch
    var offset = position &* vectorStride
    for axis in (0..<batchShape.rank).reversed() {
      offset &+= rest % batchShape[axis] &* batchStrides[axis]
      rest /= batchShape[axis]
    }
    return indices.integer(offset)
  }

  /// The offset of `batch` in a tensor whose axes `axes` are the batch axes.
  func offset(_ batch: Int, axes: [Int], strides: [Int]) -> Int {
    var rest = batch
    var offset = 0
    for axis in (0..<batchShape.rank).reversed() {
      offset &+= rest % batchShape[axis] &* strides[axes[axis]]
      rest /= batchShape[axis]
    }
    return offset
  }
}

extension PrepareContext {
  /// `axes` as numbers.
  /// - Throws: `invalidOperator` unless they are different axes of `rank`.
  func distinctAxes<Axes: Sequence<Int64>>(
    _ axes: Axes, rank: Int, _ name: String
  ) throws(RuntimeError) -> [Int] {
    var isUsed = [Bool](repeating: false, count: rank)
    var result: [Int] = []
    for axis in axes {
      guard axis >= 0, axis < rank, !isUsed[Int(axis)] else {
        throw error("impossible \(name)", expected: "different axes in 0..<\(rank)", actual: "\(axis)")
      }
      isUsed[Int(axis)] = true
      result.append(Int(axis))
    }
    return result
  }
}
