#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Depthwise convolution of bytes with several outputs for each input channel, see DepthwiseByte.swift.

extension VectorKernels {
  /// Taps that are gathered at once.
  private static var tapBlock: Int { 128 }
  /// Pixels that share a pass over the weights.
  private static var broadcastPixels: Int { 4 }

  static func runBroadcast(
    _ a: DepthwiseArguments, _ plan: ByteDepthwisePlan, _ kind: ByteDepthwiseKind, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let g = a.geometry
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { buffer in
      guard let values = buffer.baseAddress?.assumingMemoryBound(to: Int16.self) else { return }
      var row = rowBegin
      while row < rowEnd {
        var x = 0
        while x < g.outputWidth {
          let first = max(0, min(x, g.outputWidth &- broadcastPixels))
          var source = 0
          while source < g.inputDepth {
            broadcastChannel(a, plan, kind, row, first, source, values)
            source &+= 1
          }
          x &+= broadcastPixels
        }
        row &+= 1
      }
    }
  }

  /// The outputs of input channel `source` at four pixels of a row, fewer at its end.
  @inline(never)
  private static func broadcastChannel(
    _ a: DepthwiseArguments, _ plan: ByteDepthwisePlan, _ kind: ByteDepthwiseKind, _ row: Int, _ x: Int,
    _ source: Int, _ values: UnsafeMutablePointer<Int16>
  ) {
    let g = a.geometry
    let header = a.packed.load(as: MatrixHeader.self)
    let blocks = plan.records / g.inputDepth
    let pixels = min(broadcastPixels, g.outputWidth &- x)
    let batch = row / g.outputHeight
    var zero = UInt8(truncatingIfNeeded: 0 &- header.inputOffset)
    if kind == .hybrid, let parameters = a.imageParameters {
      zero = UInt8(truncatingIfNeeded: parameters[batch].zeroPoint)
    }
    let padding = Int16(zero ^ UInt8(bitPattern: kind.flip))
    let size = MemoryLayout<Ints>.size
    var block = 0
    while block < blocks {
      let record = a.packed + (recordOffset(g) &+ (source &* blocks &+ block) &* plan.recordSize(g))
      let initial = kind == .hybrid ? Ints() : record.lanes(0, as: Ints.self)
      var y0 = initial
      var y1 = initial
      var y2 = initial
      var y3 = initial
      var weights = record + plan.headSize
      var tap = 0
      while tap < g.taps {
        let count = min(tapBlock, g.taps &- tap)
        // Taps gathered for one block of outputs serve the others too.
        if block == 0 || g.taps > tapBlock {
          var pixel = 0
          while pixel < broadcastPixels {
            gather(
              g, a.input + source, kind.flip, padding, row, x &+ min(pixel, pixels &- 1), tap, count,
              values + pixel &* tapBlock)
            pixel &+= 1
          }
        }
        let pairs = UnsafeRawPointer(values)
        var pair = 0
        while pair < (count &+ 1) / 2 {
          let at = 4 &* pair
          y0 = addBroadcastPair(y0, pairs.load(fromByteOffset: at, as: Int32.self), weights)
          y1 = addBroadcastPair(y1, pairs.load(fromByteOffset: at &+ 2 &* tapBlock, as: Int32.self), weights)
          y2 = addBroadcastPair(y2, pairs.load(fromByteOffset: at &+ 4 &* tapBlock, as: Int32.self), weights)
          y3 = addBroadcastPair(y3, pairs.load(fromByteOffset: at &+ 6 &* tapBlock, as: Int32.self), weights)
          weights += 4 &* lanesPerVector
          pair &+= 1
        }
        tap &+= count
      }
      let channel = source &* g.depthMultiplier &+ block &* lanesPerVector
      let count = min(lanesPerVector, g.depthMultiplier &- block &* lanesPerVector)
      let target = (row &* g.outputWidth &+ x) &* g.outputDepth &+ channel
      withStackMemory(4 &* size) { sums in
        sums.put(y0, 0)
        sums.put(y1, size)
        sums.put(y2, 2 &* size)
        sums.put(y3, 3 &* size)
        var pixel = 0
        while pixel < pixels {
          let y = UnsafeRawPointer(sums).lanes(pixel &* size, as: Ints.self)
          finish(y, a, header, kind, batch, record, target &+ pixel &* g.outputDepth, count)
          pixel &+= 1
        }
      }
      block &+= 1
    }
  }

  /// Writes the unsigned inputs of taps `[tap, tap + count)` of one pixel, and a zero after an odd number.
  @inline(__always)
  private static func gather(
    _ g: ConvolutionGeometry, _ input: UnsafeRawPointer, _ flip: Int8, _ padding: Int16, _ row: Int, _ x: Int,
    _ tap: Int, _ count: Int, _ values: UnsafeMutablePointer<Int16>
  ) {
    let batch = row / g.outputHeight
    let top = (row &- batch &* g.outputHeight) &* g.strideHeight &- g.paddingTop
    let left = x &* g.strideWidth &- g.paddingLeft
    let step = g.dilationWidth &* g.inputDepth
    let mask = UInt8(bitPattern: flip)
    // The filter's columns that lie within the image.
    let begin = left >= 0 ? 0 : (g.dilationWidth &- 1 &- left) / g.dilationWidth
    let end = left < g.inputWidth ? min(g.filterWidth, (g.inputWidth &- 1 &- left) / g.dilationWidth &+ 1) : 0
    var fy = tap / g.filterWidth
    var fx = tap &- fy &* g.filterWidth
    var i = 0
    while i < count {
      let last = min(g.filterWidth, fx &+ count &- i)
      let y = top &+ fy &* g.dilationHeight
      let isInside = y >= 0 && y < g.inputHeight
      let line = input + (batch &* g.inputHeight &+ y) &* g.inputWidth &* g.inputDepth
      while fx < (isInside ? min(last, begin) : last) {
        values[i] = padding
        i &+= 1
        fx &+= 1
      }
      while step == 1, fx &+ 8 <= min(last, end) {
        UnsafeMutableRawPointer(values + i).put(widenedBytes(line + (left &+ fx), mask), 0)
        i &+= 8
        fx &+= 8
      }
      while fx < min(last, end) {
        let column = left &+ fx &* g.dilationWidth
        values[i] = Int16(line.load(fromByteOffset: column &* g.inputDepth, as: UInt8.self) ^ mask)
        i &+= 1
        fx &+= 1
      }
      while fx < last {
        values[i] = padding
        i &+= 1
        fx &+= 1
      }
      fx = 0
      fy &+= 1
    }
    if count & 1 == 1 { values[count] = 0 }
  }

  /// Turns the sums of up to a vector of outputs into results from element `target` on.
  @inline(__always)
  private static func finish(
    _ sums: Ints, _ a: DepthwiseArguments, _ header: MatrixHeader, _ kind: ByteDepthwiseKind, _ batch: Int,
    _ record: UnsafeRawPointer, _ target: Int, _ count: Int
  ) {
    let size = MemoryLayout<Ints>.size
    if kind == .hybrid {
      guard let parameters = a.imageParameters else { return }
      let y = realResult(sums, record, stride: size, parameters[batch], shift: 128, header.floatRange)
      if count == lanesPerVector {
        a.output.put(y, 4 &* target)
      } else {
        a.output.put(first: count, of: y, 4 &* target)
      }
      return
    }
    var scaled = sums
    if Tier.scalesInDoubles, header.scalesInDoubles {
      scaled = DoubleFactors(record + size, halves: record + 3 &* size).apply(sums, hasNegatives: true)
    } else if case .rightShift = header.factor {
      scaled = BoundedFactors(record + size, stride: size).apply(sums)
    } else {
      var lane = 0
      while lane < lanesPerVector {
        let factor = record + (size &+ 4 &* lane)
        let multiplier = QuantizedMultiplier(
          multiplier: factor.load(as: Int32.self), shift: factor.load(fromByteOffset: size, as: Int32.self))
        scaled[lane] = multiplier.apply(to: sums[lane])
        lane &+= 1
      }
    }
    let y = clamped(
      scaled &+ Ints(repeating: header.outputOffset), Ints(repeating: header.range.lower),
      Ints(repeating: header.range.upper))
    if count == lanesPerVector {
      a.output.put(narrowedBytes(y), target)
    } else {
      a.output.put(first: count, of: narrowedBytes(y), target)
    }
  }
}

#endif
