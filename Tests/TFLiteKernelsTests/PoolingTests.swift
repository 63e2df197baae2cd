import TFLiteKernelSets
import TFLiteKernels
import Testing

private let depths = [1, 3, 7, 8, 9, 15, 16, 17, 35, 130]

private let largePoolings: [ConvolutionGeometry] = depths.flatMap { channels in
  [
    ConvolutionGeometry(
      batches: 2, inputHeight: 5, inputWidth: 6, inputDepth: channels, filterHeight: 2, filterWidth: 3, outputHeight: 5,
      outputWidth: 6, outputDepth: channels, paddingTop: 0, paddingLeft: 1),
    ConvolutionGeometry(
      batches: 1, inputHeight: 7, inputWidth: 7, inputDepth: channels, filterHeight: 7, filterWidth: 7, outputHeight: 1,
      outputWidth: 1, outputDepth: channels),
    ConvolutionGeometry(
      batches: 1, inputHeight: 8, inputWidth: 9, inputDepth: channels, filterHeight: 3, filterWidth: 3, outputHeight: 4,
      outputWidth: 5, outputDepth: channels, strideHeight: 2, strideWidth: 2, paddingTop: 1, paddingLeft: 1),
    // Lines long enough for vectors of few channels, with margins on both sides, wider than the filter at the right.
    ConvolutionGeometry(
      batches: 1, inputHeight: 4, inputWidth: 30, inputDepth: channels, filterHeight: 3, filterWidth: 3,
      outputHeight: 4,
      outputWidth: 30, outputDepth: channels, paddingTop: 1, paddingLeft: 1),
    ConvolutionGeometry(
      batches: 2, inputHeight: 3, inputWidth: 33, inputDepth: channels, filterHeight: 2, filterWidth: 4,
      outputHeight: 2,
      outputWidth: 12, outputDepth: channels, strideHeight: 2, strideWidth: 3, paddingTop: 0, paddingLeft: 2),
  ]
}

/// Windows of few pixels, all of them whole, and larger ones of rows that have no more than two; some inputs are in none.
private let smallPoolings: [ConvolutionGeometry] = {
  var poolings: [ConvolutionGeometry] = []
  let windows: [(height: Int, width: Int)] = [(2, 2), (2, 1), (1, 2), (1, 3), (4, 1), (1, 4)]
  let largeWindows: [(height: Int, width: Int)] = [(3, 3), (4, 4), (7, 1), (2, 8)]
  for channels in depths {
    for window in windows {
      poolings.append(
        ConvolutionGeometry(
          batches: 2, inputHeight: 3 * window.height + 1, inputWidth: 4 * window.width + 1, inputDepth: channels,
          filterHeight: window.height, filterWidth: window.width, outputHeight: 3, outputWidth: 4,
          outputDepth: channels, strideHeight: window.height, strideWidth: window.width))
    }
    for window in largeWindows {
      for outputWidth in [1, 2] {
        poolings.append(
          ConvolutionGeometry(
            batches: 2, inputHeight: window.height + 2, inputWidth: outputWidth * window.width + 1,
            inputDepth: channels, filterHeight: window.height, filterWidth: window.width, outputHeight: 3,
            outputWidth: outputWidth, outputDepth: channels, strideHeight: 1, strideWidth: window.width))
      }
    }
  }
  return poolings
}()

private let poolings = largePoolings + smallPoolings

@Suite struct PoolingTests {
  @Test(arguments: kernelSets.indices) func float(_ index: Int) {
    let set = kernelSets[index]
    for c in poolings {
      var g = SeededGenerator(seed: UInt64(c.inputDepth))
      let input = Buffer<Float>.random(c.inputCount, -1...1, &g)
      for (kernel, reference) in [
        (set.pooling.averageFloat, KernelSet.reference.pooling.averageFloat),
        (set.pooling.maxFloat, KernelSet.reference.pooling.maxFloat),
        (set.pooling.l2Float, KernelSet.reference.pooling.l2Float),
      ] {
        for range in [FloatRange(.none), FloatRange(.relu)] {
          let expected = results(c.outputCount, c.outputRows, Float.nan) { reference(c, input.base, $0, range, $1, $2) }
          let found = results(c.outputCount, c.outputRows, Float.nan) { kernel(c, input.base, $0, range, $1, $2) }
          #expect(found.allSatisfy { $0 == found[0] }, "\(c)")
          #expect(agree(found[0], expected[0], tolerance: 1e-6), "\(c)")
        }
      }
    }
  }

  private func integers<Element: FixedWidthInteger & BitwiseCopyable>(
    _ ranges: [IntegerRange], _ type: Element.Type,
    _ pairs: [(
      @Sendable (ConvolutionGeometry, UnsafePointer<Element>, UnsafeMutablePointer<Element>, IntegerRange, Int, Int) ->
        Void,
      @Sendable (ConvolutionGeometry, UnsafePointer<Element>, UnsafeMutablePointer<Element>, IntegerRange, Int, Int) ->
        Void
    )]
  ) {
    for c in poolings {
      var g = SeededGenerator(seed: UInt64(c.inputDepth))
      let input = Buffer<Element>.random(c.inputCount, &g)
      for (kernel, reference) in pairs {
        for range in ranges {
          let expected = results(c.outputCount, c.outputRows, Element(99)) {
            reference(c, input.base, $0, range, $1, $2)
          }
          let found = results(c.outputCount, c.outputRows, Element(99)) { kernel(c, input.base, $0, range, $1, $2) }
          #expect(found.allSatisfy { $0 == expected[0] }, "\(c)")
        }
      }
    }
  }

  @Test(arguments: kernelSets.indices) func uint8(_ index: Int) {
    let set = kernelSets[index]
    let reference = KernelSet.reference
    integers(
      [.uint8, IntegerRange(lower: 20, upper: 130)], UInt8.self,
      [(set.pooling.averageUInt8, reference.pooling.averageUInt8), (set.pooling.maxUInt8, reference.pooling.maxUInt8)])
  }

  @Test(arguments: kernelSets.indices) func int8(_ index: Int) {
    let set = kernelSets[index]
    let reference = KernelSet.reference
    integers(
      [.int8, IntegerRange(lower: -20, upper: 30)], Int8.self,
      [(set.pooling.averageInt8, reference.pooling.averageInt8), (set.pooling.maxInt8, reference.pooling.maxInt8)])
  }

  @Test(arguments: kernelSets.indices) func int16(_ index: Int) {
    let set = kernelSets[index]
    let reference = KernelSet.reference
    integers(
      [.int16, IntegerRange(lower: -200, upper: 3000)], Int16.self,
      [(set.pooling.averageInt16, reference.pooling.averageInt16), (set.pooling.maxInt16, reference.pooling.maxInt16)])
  }

  /// Sums around halves of large numbers, up to the taps for which floats divide and beyond.
  @Test(arguments: kernelSets.indices) func averagesOfLargeNumbers(_ index: Int) {
    let depth = 40
    for (height, width) in [(2, 3), (9, 7), (8, 8), (8, 9)] {
      let taps = height * width
      let c = ConvolutionGeometry(
        batches: 1, inputHeight: height, inputWidth: width, inputDepth: depth, filterHeight: height, filterWidth: width,
        outputHeight: 1, outputWidth: 1, outputDepth: depth)
      for base in [32766, 16384, 1, -1, -12345, -32768] {
        // Channels differ in how many of their taps are larger by one.
        let input = Buffer<Int16>(c.inputCount, repeating: Int16(base))
        for channel in 0..<depth {
          for tap in 0..<min(taps, max(0, taps / 2 + channel % 5 - 2)) { input.base[tap * depth + channel] += 1 }
        }
        let found = results(depth, 1, Int16(99)) {
          kernelSets[index].pooling.averageInt16(c, input.base, $0, .int16, $1, $2)
        }
        let expected = results(depth, 1, Int16(99)) {
          KernelSet.reference.pooling.averageInt16(c, input.base, $0, .int16, $1, $2)
        }
        #expect(found == expected, "\(height) x \(width) of \(base)")
      }
    }
  }

  @Test func averagesRoundHalfAwayFromZero() {
    #expect(ReferenceKernels.roundedAverage(5, 2) == 3)
    #expect(ReferenceKernels.roundedAverage(-5, 2) == -3)
    #expect(ReferenceKernels.roundedAverage(-1, 3) == 0)
    #expect(ReferenceKernels.roundedAverage(0, 4) == 0)
    #expect(ReferenceKernels.roundedAverage(7, 0) == 0)
  }
}
