/// Elements several times each: what a depthwise convolution of several filters a channel reads, as if it had one.
package enum RepeatElements {
  /// Writes each of `count` elements of `width` bytes, 1, 2 or 4, `times` times to `target`.
  package static func run(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, count: Int, times: Int, width: Int
  ) {
    assert(count >= 0 && times >= 1 && (width == 1 || width == 2 || width == 4))
    switch width {
    case 1: repeatElements(SIMD16<UInt8>.self, source, target, count, times)
    case 2: repeatElements(SIMD8<UInt16>.self, source, target, count, times)
    default: repeatElements(SIMD4<UInt32>.self, source, target, count, times)
    }
  }

  /// Whole vectors for each element, whose ends the next element overwrites; the last ones go one by one.
  @inline(__always)
  private static func repeatElements<Lanes: SIMD>(
    _: Lanes.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, _ times: Int
  ) where Lanes.Scalar: BitwiseCopyable {
    let width = MemoryLayout<Lanes.Scalar>.size
    let lanes = Lanes.scalarCount
    if times == 2 {
      return repeatTwice(Lanes.self, source, target, count)
    }
    let vectors = (times &+ lanes &- 1) / lanes
    let beyond = vectors &* lanes &- times
    // Elements behind which at least `beyond` others follow.
    let whole = max(0, count &- (beyond &+ times &- 1) / times)
    var output = target
    var i = 0
    while i < whole {
      let value = Lanes(repeating: source.loadUnaligned(fromByteOffset: i &* width, as: Lanes.Scalar.self))
      var vector = 0
      while vector < vectors {
        output.storeBytes(of: value, toByteOffset: vector &* 16, as: Lanes.self)
        vector &+= 1
      }
      output += times &* width
      i &+= 1
    }
    while i < count {
      let value = source.loadUnaligned(fromByteOffset: i &* width, as: Lanes.Scalar.self)
      var copy = 0
      while copy < times {
        output.storeBytes(of: value, toByteOffset: copy &* width, as: Lanes.Scalar.self)
        copy &+= 1
      }
      output += times &* width
      i &+= 1
    }
  }

  /// A vector of elements at a time, each beside itself.
  @inline(__always)
  private static func repeatTwice<Lanes: SIMD>(
    _: Lanes.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int
  ) where Lanes.Scalar: BitwiseCopyable {
    let width = MemoryLayout<Lanes.Scalar>.size
    let half = Lanes.scalarCount / 2
    var i = 0
    while count &- i >= half {
      // LLVM makes one load and one instruction of it.
      var twice = Lanes()
      var lane = 0
      while lane < half {
        let value = source.loadUnaligned(fromByteOffset: (i &+ lane) &* width, as: Lanes.Scalar.self)
        twice[2 &* lane] = value
        twice[2 &* lane &+ 1] = value
        lane &+= 1
      }
      target.storeBytes(of: twice, toByteOffset: 2 &* i &* width, as: Lanes.self)
      i &+= half
    }
    while i < count {
      let value = source.loadUnaligned(fromByteOffset: i &* width, as: Lanes.Scalar.self)
      target.storeBytes(of: value, toByteOffset: 2 &* i &* width, as: Lanes.Scalar.self)
      target.storeBytes(of: value, toByteOffset: (2 &* i &+ 1) &* width, as: Lanes.Scalar.self)
      i &+= 1
    }
  }
}
