import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Shapes with every stride, dilation, padding and channel count that kernels treat apart.
private let convolutions: [ConvolutionGeometry] = [
  ConvolutionGeometry(
    batches: 2, inputHeight: 5, inputWidth: 6, inputDepth: 3, filterHeight: 3, filterWidth: 3, outputHeight: 5,
    outputWidth: 6, outputDepth: 9, paddingTop: 1, paddingLeft: 1),
  ConvolutionGeometry(
    batches: 1, inputHeight: 9, inputWidth: 8, inputDepth: 8, filterHeight: 3, filterWidth: 2, outputHeight: 4,
    outputWidth: 4, outputDepth: 17, strideHeight: 2, strideWidth: 2, paddingTop: 0, paddingLeft: 0),
  ConvolutionGeometry(
    batches: 1, inputHeight: 9, inputWidth: 9, inputDepth: 5, filterHeight: 3, filterWidth: 3, outputHeight: 9,
    outputWidth: 9, outputDepth: 4, dilationHeight: 2, dilationWidth: 3, paddingTop: 2, paddingLeft: 3),
  ConvolutionGeometry(
    batches: 3, inputHeight: 4, inputWidth: 4, inputDepth: 16, filterHeight: 1, filterWidth: 1, outputHeight: 4,
    outputWidth: 4, outputDepth: 8),
  ConvolutionGeometry(
    batches: 2, inputHeight: 6, inputWidth: 5, inputDepth: 12, filterHeight: 3, filterWidth: 3, outputHeight: 6,
    outputWidth: 5, outputDepth: 18, paddingTop: 1, paddingLeft: 1, groups: 3),
  // Long runs, and lines of output longer than a tile, whose first and last taps lie in the padding as a whole.
  ConvolutionGeometry(
    batches: 1, inputHeight: 3, inputWidth: 26, inputDepth: 32, filterHeight: 5, filterWidth: 3, outputHeight: 3,
    outputWidth: 26, outputDepth: 18, paddingTop: 2, paddingLeft: 1),
]

/// Windows of short runs, whose images are copied in parts or read in place: parts of many rows and of one, with margins on every side or none,
/// steps wider than the filter, filters taller than the image.
private let shortRuns: [ConvolutionGeometry] = [
  ConvolutionGeometry(
    batches: 2, inputHeight: 49, inputWidth: 40, inputDepth: 1, filterHeight: 10, filterWidth: 4, outputHeight: 25,
    outputWidth: 20, outputDepth: 64, strideHeight: 2, strideWidth: 2, paddingTop: 4, paddingLeft: 1),
  ConvolutionGeometry(
    batches: 1, inputHeight: 20, inputWidth: 224, inputDepth: 3, filterHeight: 3, filterWidth: 3, outputHeight: 10,
    outputWidth: 112, outputDepth: 16, strideHeight: 2, strideWidth: 2),
  ConvolutionGeometry(
    batches: 1, inputHeight: 3, inputWidth: 1500, inputDepth: 2, filterHeight: 3, filterWidth: 3, outputHeight: 3,
    outputWidth: 1500, outputDepth: 5, paddingTop: 1, paddingLeft: 1),
  ConvolutionGeometry(
    batches: 1, inputHeight: 7, inputWidth: 900, inputDepth: 7, filterHeight: 2, filterWidth: 5, outputHeight: 5,
    outputWidth: 302, outputDepth: 33, strideWidth: 3, dilationHeight: 3, paddingTop: 1, paddingLeft: 5),
  ConvolutionGeometry(
    batches: 1, inputHeight: 4, inputWidth: 5, inputDepth: 6, filterHeight: 9, filterWidth: 11, outputHeight: 6,
    outputWidth: 7, outputDepth: 20, paddingTop: 5, paddingLeft: 6),
  ConvolutionGeometry(
    batches: 1, inputHeight: 17, inputWidth: 19, inputDepth: 4, filterHeight: 2, filterWidth: 1, outputHeight: 4,
    outputWidth: 5, outputDepth: 12, strideHeight: 5, strideWidth: 4),
  // Short rows, which are copied into padding: in several parts, and more padding than image.
  ConvolutionGeometry(
    batches: 2, inputHeight: 300, inputWidth: 3, inputDepth: 1, filterHeight: 4, filterWidth: 3, outputHeight: 300,
    outputWidth: 3, outputDepth: 8, paddingTop: 1, paddingLeft: 1),
  ConvolutionGeometry(
    batches: 1, inputHeight: 5, inputWidth: 2, inputDepth: 4, filterHeight: 5, filterWidth: 3, outputHeight: 7,
    outputWidth: 5, outputDepth: 19, paddingTop: 4, paddingLeft: 3),
  // Windows of one row.
  ConvolutionGeometry(
    batches: 1, inputHeight: 3, inputWidth: 200, inputDepth: 1, filterHeight: 1, filterWidth: 64, outputHeight: 3,
    outputWidth: 200, outputDepth: 8, paddingLeft: 31),
  ConvolutionGeometry(
    batches: 2, inputHeight: 2, inputWidth: 71, inputDepth: 5, filterHeight: 1, filterWidth: 9, outputHeight: 2,
    outputWidth: 36, outputDepth: 19, strideWidth: 2, dilationWidth: 2, paddingLeft: 8),
  // Without margins: windows side by side, and more windows than are written down at a time.
  ConvolutionGeometry(
    batches: 1, inputHeight: 49, inputWidth: 66, inputDepth: 3, filterHeight: 16, filterWidth: 16, outputHeight: 3,
    outputWidth: 4, outputDepth: 24, strideHeight: 16, strideWidth: 16),
  ConvolutionGeometry(
    batches: 1, inputHeight: 24, inputWidth: 32, inputDepth: 9, filterHeight: 3, filterWidth: 3, outputHeight: 20,
    outputWidth: 30, outputDepth: 21, dilationHeight: 2),
  // Groups, of which one at a time is copied: of fewer channels than a word, of a vector and a half, without margins.
  ConvolutionGeometry(
    batches: 2, inputHeight: 13, inputWidth: 21, inputDepth: 15, filterHeight: 3, filterWidth: 3, outputHeight: 13,
    outputWidth: 21, outputDepth: 40, paddingTop: 1, paddingLeft: 1, groups: 5),
  ConvolutionGeometry(
    batches: 1, inputHeight: 18, inputWidth: 25, inputDepth: 24, filterHeight: 5, filterWidth: 3, outputHeight: 9,
    outputWidth: 13, outputDepth: 48, strideHeight: 2, strideWidth: 2, paddingTop: 2, paddingLeft: 1, groups: 2),
  ConvolutionGeometry(
    batches: 1, inputHeight: 9, inputWidth: 10, inputDepth: 16, filterHeight: 2, filterWidth: 2, outputHeight: 8,
    outputWidth: 9, outputDepth: 16, groups: 4),
  // Dilated windows: in groups, in parts of a row by steps that leave phases out, with margins wider than the image.
  ConvolutionGeometry(
    batches: 2, inputHeight: 13, inputWidth: 15, inputDepth: 16, filterHeight: 3, filterWidth: 3, outputHeight: 13,
    outputWidth: 15, outputDepth: 16, dilationHeight: 2, dilationWidth: 2, paddingTop: 2, paddingLeft: 2, groups: 2),
  ConvolutionGeometry(
    batches: 1, inputHeight: 6, inputWidth: 1201, inputDepth: 5, filterHeight: 2, filterWidth: 4, outputHeight: 5,
    outputWidth: 599, outputDepth: 9, strideWidth: 2, dilationHeight: 3, dilationWidth: 3, paddingTop: 1, paddingLeft: 4
  ),
  ConvolutionGeometry(
    batches: 1, inputHeight: 3, inputWidth: 2, inputDepth: 7, filterHeight: 3, filterWidth: 3, outputHeight: 5,
    outputWidth: 6, outputDepth: 19, dilationHeight: 4, dilationWidth: 4, paddingTop: 5, paddingLeft: 6),
]

/// Runs `body` over the rows in every split and returns the distinct results.
func results<Element: BitwiseCopyable>(
  _ count: Int, _ rows: Int, _ value: Element, _ body: (UnsafeMutablePointer<Element>, Int, Int) -> Void
) -> [[Element]] {
  splits(rows).map { ranges in
    let buffer = Buffer<Element>(count, repeating: value)
    for (begin, end) in ranges { body(buffer.base, begin, end) }
    #expect(buffer.isIntact)
    return buffer.values
  }
}

extension ConvolutionGeometry {
  var inputCount: Int { batches * inputHeight * inputWidth * inputDepth }
  var outputCount: Int { outputRows * outputWidth * outputDepth }
  var filterCount: Int { outputDepth * taps * filterDepth }
  /// The groups of all images.
  fileprivate var parts: [(image: Int, group: Int)] {
    (0..<batches).flatMap { image in (0..<groups).map { (image, $0) } }
  }
  /// The first input element of a group of an image.
  fileprivate func start(_ image: Int, _ group: Int) -> Int {
    image * inputHeight * inputWidth * inputDepth + group * filterDepth
  }
}

@Suite struct ConvolutionTests {
  /// A convolution by matrix products over an indirection table is the reference convolution.
  @Test(arguments: kernelSets.indices, convolutions.indices) func int8ByProducts(_ set: Int, _ index: Int) {
    let c = convolutions[index]
    var g = SeededGenerator(seed: UInt64(index))
    let input = Buffer<Int8>.random(c.inputCount, &g)
    let filter = Buffer<Int8>.random(c.filterCount, &g)
    let bias = Buffer<Int32>.random(c.outputDepth, -5000...5000, &g)
    let factors = Buffer(c.outputDepth, repeating: QuantizedMultiplier(0.0007))
    let q = Requantization(
      inputOffset: 11, outputOffset: -5, multipliers: factors.base, isPerChannel: true, range: .int8)
    let expected = results(c.outputCount, c.outputRows, Int8(0)) {
      ReferenceKernels.convolution(c, input.base, filter.base, bias.base, $0, q, $1, $2)
    }
    #expect(expected.allSatisfy { $0 == expected[0] })

    let table = Buffer<Int32>(IndirectionTable.count(c), repeating: 0)
    IndirectionTable.fill(c, table.base)
    let padding = Buffer<Int8>(c.inputDepth, repeating: -11)
    let kernel = kernelSets[set].products.int8
    let shape = MatrixShape(columns: c.filtersPerGroup, taps: c.taps, depth: c.filterDepth)
    let output = Buffer<Int8>(c.outputCount, repeating: 0)
    for group in 0..<c.groups {
      let first = group * c.filtersPerGroup
      var part = q
      part.multipliers = UnsafePointer(factors.base + first)
      let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0)
      kernel.pack(
        shape, filter.base + first * c.taps * c.filterDepth, bias.base + first, part, .int8, packed.base)
      for batch in 0..<c.batches {
        let pixels = c.outputHeight * c.outputWidth
        kernel.run(
          MatrixArguments(
            input: input.base + batch * c.inputHeight * c.inputWidth * c.inputDepth + group * c.filterDepth,
            inputStride: c.inputDepth, offsets: c.isPointwise ? nil : UnsafePointer(table.base),
            paddingRow: UnsafeRawPointer(padding.base), packed: packed.base, shape: shape,
            output: output.base + batch * pixels * c.outputDepth + first, outputStride: c.outputDepth),
          0, pixels, 0, shape.columns)
      }
    }
    #expect(output.values == expected[0])
    #expect(output.isIntact)
  }

  /// Copied windows give what gathered ones do, wherever the pixels are split.
  @Test(arguments: kernelSets.indices, shortRuns.indices) func floatByCopiedWindows(_ set: Int, _ index: Int) {
    var c = shortRuns[index]
    var g = SeededGenerator(seed: UInt64(index))
    let input = Buffer<Float>.random(c.inputCount, -1...1, &g)
    let filter = Buffer<Float>.random(c.filterCount, -1...1, &g)
    let bias = Buffer<Float>.random(c.outputDepth, -1...1, &g)
    let table = Buffer<Int32>(IndirectionTable.count(c), repeating: 0)
    IndirectionTable.fill(c, table.base)
    let padding = Buffer<Float>(c.inputDepth, repeating: 0)
    let kernel = kernelSets[set].products.float
    let shape = MatrixShape(columns: c.filtersPerGroup, taps: c.taps, depth: c.filterDepth)
    let packed = (0..<c.groups).map { group in
      let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0)
      let first = group * c.filtersPerGroup
      kernel.pack(
        shape, filter.base + first * shape.columnStride, bias.base + first, FloatRange(lower: -9, upper: 9), packed.base
      )
      return packed
    }
    let expected = Buffer<Float>(c.outputCount, repeating: 0)
    ReferenceKernels.convolution(
      c, input.base, filter.base, bias.base, expected.base, FloatRange(lower: -9, upper: 9), 0, c.outputRows)
    let pixels = c.outputHeight * c.outputWidth
    withUnsafePointer(to: &c) { c in
      func output(copied: Bool, firstPixel: Int, _ ends: [Int]) -> [Float] {
        let output = Buffer<Float>(c.pointee.outputCount, repeating: 0)
        for (image, group) in c.pointee.parts {
          let first = (image * pixels + firstPixel) * c.pointee.outputDepth + group * shape.columns
          let a = MatrixArguments(
            input: input.base + c.pointee.start(image, group), inputStride: c.pointee.inputDepth,
            offsets: UnsafePointer(table.base) + firstPixel * shape.taps, geometry: copied ? c : nil,
            firstPixel: firstPixel, paddingRow: UnsafeRawPointer(padding.base), packed: packed[group].base,
            shape: shape, output: output.base + first, outputStride: c.pointee.outputDepth)
          for (begin, end) in zip([0] + ends, ends) { kernel.run(a, begin, end, 0, shape.columns) }
        }
        #expect(output.isIntact)
        return output.values
      }
      let gathered = output(copied: false, firstPixel: 0, [pixels])
      #expect(agree(gathered, expected.values, tolerance: 1e-5))
      for ends in [[pixels], [1, pixels / 2, pixels], [pixels / 3, pixels - 5, pixels]] {
        #expect(output(copied: true, firstPixel: 0, ends) == gathered, "\(ends)")
      }
      let first = pixels / 3
      #expect(
        output(copied: true, firstPixel: first, [pixels - first])
          == output(copied: false, firstPixel: first, [pixels - first]))
    }
  }

  @Test func entriesOfTables() {
    for c in shortRuns {
      let table = Buffer<Int32>(IndirectionTable.count(c), repeating: 0)
      IndirectionTable.fill(c, table.base)
      #expect(table.isIntact)
      let entries = (0..<c.outputHeight * c.outputWidth).flatMap { pixel in
        (0..<c.taps).map { IndirectionTable.entry(c, pixel: pixel, tap: $0) }
      }
      #expect(table.values == entries)
    }
  }

  /// The same for bytes, whose weights are packed for that row by row.
  @Test(arguments: kernelSets.indices, [true, false]) func bytesByCopiedWindows(_ set: Int, isSigned: Bool) {
    for (index, convolution) in shortRuns.enumerated() {
      var c = convolution
      var g = SeededGenerator(seed: UInt64(index))
      let input = Buffer<Int8>.random(c.inputCount, &g)
      let filter = Buffer<Int8>.random(c.filterCount, &g)
      let bias = Buffer<Int32>.random(c.outputDepth, -5000...5000, &g)
      let factors = Buffer(c.outputDepth, repeating: QuantizedMultiplier(0.0003))
      let q = Requantization(
        inputOffset: isSigned ? 11 : -100, weightsOffset: isSigned ? 0 : -131, outputOffset: isSigned ? -5 : 120,
        multipliers: factors.base, isPerChannel: true, range: isSigned ? .int8 : .uint8)
      let expected = Buffer<Int8>(c.outputCount, repeating: 0)
      if isSigned {
        ReferenceKernels.convolution(c, input.base, filter.base, bias.base, expected.base, q, 0, c.outputRows)
      } else {
        let bytes = [input.base, filter.base, expected.base].map {
          UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        }
        ReferenceKernels.convolution(c, bytes[0], bytes[1], bias.base, bytes[2], q, 0, c.outputRows)
      }
      let table = Buffer<Int32>(IndirectionTable.count(c), repeating: 0)
      IndirectionTable.fill(c, table.base)
      let padding = Buffer<Int8>(c.inputDepth, repeating: Int8(truncatingIfNeeded: -q.inputOffset))
      let kernel = isSigned ? kernelSets[set].products.int8 : kernelSets[set].products.uint8
      var shape = MatrixShape(columns: c.filtersPerGroup, taps: c.taps, depth: c.filterDepth)
      #expect(c.windowRows == c.filterHeight)
      shape.windowRows = c.windowRows
      let packed = (0..<c.groups).map { group in
        let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0)
        let first = group * c.filtersPerGroup
        var part = q
        part.multipliers = UnsafePointer(factors.base + first)
        kernel.pack(
          shape, filter.base + first * shape.columnStride, bias.base + first, part, isSigned ? .int8 : .uint8,
          packed.base)
        return packed
      }
      let pixels = c.outputHeight * c.outputWidth
      withUnsafePointer(to: &c) { c in
        let splits = [[pixels], [1, pixels / 2, pixels], [pixels / 3, pixels - 5, pixels]]
        // Kernels that copy windows need no table.
        for (ends, hasTable) in splits.flatMap({ [($0, true), ($0, false)] }) {
          let output = Buffer<Int8>(c.pointee.outputCount, repeating: 0)
          for (image, group) in c.pointee.parts {
            for (begin, end) in zip([0] + ends, ends) {
              let first = (image * pixels + begin) * c.pointee.outputDepth + group * shape.columns
              let a = MatrixArguments(
                input: input.base + c.pointee.start(image, group), inputStride: c.pointee.inputDepth,
                offsets: hasTable ? UnsafePointer(table.base) + begin * shape.taps : nil, geometry: c,
                firstPixel: begin, paddingRow: UnsafeRawPointer(padding.base), packed: packed[group].base, shape: shape,
                output: output.base + first, outputStride: c.pointee.outputDepth)
              kernel.run(a, 0, end - begin, 0, shape.columns)
            }
          }
          #expect(output.isIntact)
          #expect(output.values == expected.values, "\(index), \(ends)")
        }
      }
    }
  }
}

private let transposed: [ConvolutionGeometry] = [(1, 1), (2, 2), (3, 1), (2, 3)].flatMap { sh, sw in
  [(2, 2), (3, 3), (4, 5), (1, 1)].map { fh, fw in
    ConvolutionGeometry(
      batches: 2, inputHeight: 3, inputWidth: 4, inputDepth: 5, filterHeight: fh, filterWidth: fw,
      outputHeight: 3 * sh + (fh > sh ? 1 : 0), outputWidth: 4 * sw, outputDepth: 9, strideHeight: sh, strideWidth: sw,
      paddingTop: fh > sh ? 1 : 0, paddingLeft: fw > sw ? (fw - sw) / 2 : 0)
  }
}

@Suite struct TransposedConvolutionTests {
  /// The reference gathers; TFLite's text scatters. Both must agree in every sum.
  @Test(arguments: transposed.indices) func referenceEqualsScatter(_ index: Int) {
    let c = transposed[index]
    var g = SeededGenerator(seed: UInt64(index))
    let input = Buffer<Int8>.random(c.inputCount, &g)
    let filter = Buffer<Int8>.random(c.filterCount, &g)
    let factor = Buffer(1, repeating: QuantizedMultiplier(0.001))
    let q = Requantization(
      inputOffset: 9, outputOffset: 1, multipliers: factor.base, isPerChannel: false, range: .int8)
    var sums = [Int32](repeating: 0, count: c.outputCount)
    for batch in 0..<c.batches {
      for iy in 0..<c.inputHeight {
        for ix in 0..<c.inputWidth {
          for fy in 0..<c.filterHeight {
            for fx in 0..<c.filterWidth {
              let y = iy * c.strideHeight - c.paddingTop + fy
              let x = ix * c.strideWidth - c.paddingLeft + fx
              guard y >= 0, y < c.outputHeight, x >= 0, x < c.outputWidth else { continue }
              for o in 0..<c.outputDepth {
                for i in 0..<c.inputDepth {
                  let value = input.base[((batch * c.inputHeight + iy) * c.inputWidth + ix) * c.inputDepth + i]
                  let weight = filter.base[((o * c.filterHeight + fy) * c.filterWidth + fx) * c.inputDepth + i]
                  sums[((batch * c.outputHeight + y) * c.outputWidth + x) * c.outputDepth + o] +=
                    (Int32(value) + 9) * Int32(weight)
                }
              }
            }
          }
        }
      }
    }
    let expected = sums.map { Int8(truncatingIfNeeded: q.output($0, 0)) }
    let found = results(c.outputCount, c.outputRows, Int8(0)) {
      ReferenceKernels.transposedConvolution(c, input.base, filter.base, nil, $0, q, $1, $2)
    }
    #expect(found.allSatisfy { $0 == expected })
  }

  @Test(arguments: kernelSets.indices, transposed.indices) func byPhases(_ set: Int, _ index: Int) {
    let c = transposed[index]
    // Single pixels, and blocks of one stride and of two.
    for width in Set([1, c.strideWidth, 2 * c.strideWidth]) where c.outputWidth % width == 0 {
      byPhases(set, c, seed: index, width: width)
    }
  }

  private func byPhases(_ set: Int, _ c: ConvolutionGeometry, seed index: Int, width: Int) {
    var g = SeededGenerator(seed: UInt64(index))
    let input = Buffer<Float>.random(c.inputCount, -1...1, &g)
    let filter = Buffer<Float>.random(c.filterCount, -1...1, &g)
    let bias = Buffer<Float>.random(c.outputDepth, -1...1, &g)
    let expected = results(c.outputCount, c.outputRows, Float.nan) {
      ReferenceKernels.transposedConvolution(c, input.base, filter.base, bias.base, $0, FloatRange(.none), $1, $2)
    }
    let kernel = kernelSets[set].products.float
    let phases = (0..<TransposedPhase.count(c, width: width)).map { TransposedPhase(c, $0, width: width) }
    let biases = Buffer<Float>(c.outputDepth * width, repeating: 0)
    for i in 0..<c.outputDepth * width { biases.base[i] = bias.base[i % c.outputDepth] }
    let tables = phases.map { phase in
      let table = Buffer<Int32>(phase.rows * phase.columns * phase.taps, repeating: 0)
      phase.fillOffsets(c, table.base)
      return table
    }
    let packs = phases.map { phase in
      let part = Buffer<Float>(c.outputDepth * width * phase.taps * c.inputDepth, repeating: .nan)
      phase.gatherFilter(c, filter.base, size: 4, part.base)
      let packed = Buffer<UInt8>(kernel.packedSize(phase.shape(c)), repeating: 0)
      kernel.pack(phase.shape(c), part.base, biases.base, FloatRange(.none), packed.base)
      return packed
    }
    let padding = Buffer<Float>(c.inputDepth, repeating: 0)
    let found = results(c.outputCount, c.outputRows, Float.nan) { output, begin, end in
      TransposedPhase.forEachRun(c, width: width, begin, end) { phase, batch, row, rows, element in
        kernel.run(
          MatrixArguments(
            input: input.base + batch * c.inputHeight * c.inputWidth * c.inputDepth, inputStride: 0,
            offsets: UnsafePointer(tables[phase].base), paddingRow: UnsafeRawPointer(padding.base),
            packed: packs[phase].base, shape: phases[phase].shape(c),
            output: output + element - row * phases[phase].columnStep * c.outputDepth,
            outputStride: phases[phase].columnStep * c.outputDepth),
          row, row + rows, 0, c.outputDepth * width)
      }
    }
    #expect(found.allSatisfy { $0 == found[0] })
    #expect(agree(found[0], expected[0], tolerance: 1e-6), "\(c) in blocks of \(width)")
  }
}
