import TFLiteKernels
import Testing

private let poolings: [ConvolutionGeometry] = [1, 3, 7, 8, 9, 15, 16, 17, 35].flatMap { channels in
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
  ]
}

@Suite struct PoolingTests {
  @Test(arguments: kernelSets.indices) func float(_ index: Int) {
    let set = kernelSets[index]
    for c in poolings {
      var g = SeededGenerator(seed: UInt64(c.inputDepth))
      let input = Buffer<Float>.random(c.inputCount, -1...1, &g)
      for (kernel, reference) in [
        (set.averagePoolFloat, KernelSet.reference.averagePoolFloat),
        (set.maxPoolFloat, KernelSet.reference.maxPoolFloat),
        (set.l2PoolFloat, KernelSet.reference.l2PoolFloat),
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
      [(set.averagePoolUInt8, reference.averagePoolUInt8), (set.maxPoolUInt8, reference.maxPoolUInt8)])
  }

  @Test(arguments: kernelSets.indices) func int8(_ index: Int) {
    let set = kernelSets[index]
    let reference = KernelSet.reference
    integers(
      [.int8, IntegerRange(lower: -20, upper: 30)], Int8.self,
      [(set.averagePoolInt8, reference.averagePoolInt8), (set.maxPoolInt8, reference.maxPoolInt8)])
  }

  @Test(arguments: kernelSets.indices) func int16(_ index: Int) {
    let set = kernelSets[index]
    let reference = KernelSet.reference
    integers(
      [.int16, IntegerRange(lower: -200, upper: 3000)], Int16.self,
      [(set.averagePoolInt16, reference.averagePoolInt16), (set.maxPoolInt16, reference.maxPoolInt16)])
  }

  @Test func averagesRoundHalfAwayFromZero() {
    #expect(ReferenceKernels.roundedAverage(5, 2) == 3)
    #expect(ReferenceKernels.roundedAverage(-5, 2) == -3)
    #expect(ReferenceKernels.roundedAverage(-1, 3) == 0)
    #expect(ReferenceKernels.roundedAverage(0, 4) == 0)
    #expect(ReferenceKernels.roundedAverage(7, 0) == 0)
  }
}
