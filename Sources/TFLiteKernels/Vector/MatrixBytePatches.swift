#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// 8-bit products of windows, copied with the margins of their image in the form that products take.

extension VectorKernels {
  /// The product of windows of an image.
  @inline(__always)
  static func patchProduct(
    isSigned: Bool, _ p: ByteProduct, _ a: MatrixArguments, _ range: ProductRange
  ) {
    guard let geometry = a.geometry else { return }
    patchProduct(isSigned: isSigned, p, a, geometry.pointee, range)
  }

  @inline(never)
  private static func patchProduct(
    isSigned: Bool, _ p: ByteProduct, _ a: MatrixArguments, _ g: ConvolutionGeometry, _ range: ProductRange
  ) {
    // Where windows begin, then the elements.
    let starts = longestBlock &* MemoryLayout<UnsafeRawPointer>.size
    let capacity = (blockByteCount &- starts &- preparedSlack) / preparedSize
    withStackMemory(blockByteCount) { patchProduct(isSigned: isSigned, p, a, g, range, $0, capacity) }
  }

  /// The product of windows of an image, a part of it at a time.
  @inline(never)
  private static func patchProduct(
    isSigned: Bool, _ p: ByteProduct, _ a: MatrixArguments, _ g: ConvolutionGeometry, _ range: ProductRange,
    _ memory: UnsafeMutableRawPointer, _ capacity: Int
  ) {
    guard let padding = a.paddingRow else { return }
    let starts = memory.assumingMemoryBound(to: UnsafeRawPointer.self)
    let base = memory + longestBlock &* MemoryLayout<UnsafeRawPointer>.size
    let length = a.shape.rowLength
    var margin = SIMD64<UInt8>(repeating: padding.load(as: UInt8.self))
    withUnsafeBytes(of: &margin) { margin in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: longestBlock) { buffer in
        guard let margin = margin.baseAddress, let rowSums = buffer.baseAddress else { return }
        var row = range.0
        while row < range.1 {
          let first = a.firstPixel &+ row
          let patch = PaddedPatch(
            g, pixel: first, end: first &+ min(longestBlock, range.1 &- row), capacity: capacity, tile: tallest)
          patch.write(copiesExactly: false) { target, count in
            var i = 0
            while i < count {
              copyRun(isSigned: isSigned, margin, min(64, count &- i), base + (target &+ i) &* preparedSize)
              i &+= 64
            }
          } copy: { source, step, length, runs, target in
            copyRuns(
              isSigned: isSigned, a.input + source, step, length, runs, base + target &* preparedSize)
          }
          patch.begin(UnsafeRawPointer(base), size: preparedSize, starts)
          let source = ByteRows(
            base: UnsafeRawPointer(base), stride: 0, groups: (length &+ groupSize &- 1) / groupSize,
            panelSize: p.layout.panelSize, firstRow: 0,
            starts: UnsafePointer(starts), pitch: patch.pitch &* preparedSize, runCount: a.shape.windowRows)
          if p.header.weightsOffset != 0 { sumWindows(source, length, patch.count, rowSums) }
          blockProduct(Patched.self, p, a, source, row, patch.count, rowSums, range.2, range.3)
          row &+= patch.count
        }
      }
    }
  }

  /// Copies runs of `length` bytes, `step` bytes apart, to one behind the other.
  @inline(never)
  private static func copyRuns(
    isSigned: Bool, _ source: UnsafeRawPointer, _ step: Int, _ length: Int, _ runs: Int,
    _ target: UnsafeMutableRawPointer
  ) {
    if isSigned {
      copyRuns(SignedBytes.self, source, step, length, runs, target)
    } else {
      copyRuns(UnsignedBytes.self, source, step, length, runs, target)
    }
  }

  @inline(__always)
  private static func copyRuns<Kind: ByteKind>(
    _ kind: Kind.Type, _ source: UnsafeRawPointer, _ step: Int, _ length: Int, _ runs: Int,
    _ target: UnsafeMutableRawPointer
  ) {
    var (source, target) = (source, target)
    let targetStep = length &* preparedSize
    let end = target + runs &* targetStep
    // The channels of many groups.
    if length == 8 {
      while target < end {
        copy8(kind, source.loadUnaligned(as: UInt64.self), target)
        source += step
        target += targetStep
      }
    } else if length == 16 {
      while target < end {
        copy16(kind, source, target)
        source += step
        target += targetStep
      }
    } else {
      while target < end {
        copy(kind, source, length, target)
        source += step
        target += targetStep
      }
    }
  }

  /// The sums of the activations of `count` windows, whose runs have `length` elements.
  @inline(never)
  private static func sumWindows(
    _ source: ByteRows, _ length: Int, _ count: Int, _ rowSums: UnsafeMutablePointer<Int32>
  ) {
    guard let starts = source.starts else { return }
    var r = 0
    while r < count {
      var sum: Int32 = 0
      var run = 0
      while run < source.runCount {
        sum &+= preparedSum(starts[r] + run &* source.pitch, elements: length)
        run &+= 1
      }
      rowSums[r] = sum
      r &+= 1
    }
  }
}

#endif
