import TFLiteKernelSets
import TFLiteKernels
import Testing

@Suite struct RecurrentTests {
  @Test(arguments: kernelSets.indices) func `float cells`(_ index: Int) {
    let set = kernelSets[index]
    var g = SeededGenerator(seed: 1)
    for cells in [0, 1, 7, 8, 15, 16, 17, 33] {
      for isCoupled in [false, true] {
        for clip in [Float.infinity, 0.5] {
          let gates = isCoupled ? 3 : 4
          let input = Buffer<Float>.random(gates * cells, -4...4, &g)
          let recurrent = Buffer<Float>.random(gates * cells, -4...4, &g)
          let state = Buffer<Float>.random(cells, -2...2, &g).values
          let results = [KernelSet.reference, set].map { set in
            let cell = Buffer(state, or: 0)
            let output = Buffer(cells, repeating: Float.nan)
            set.recurrent.lstm(
              LSTMStep(
                input: input.base, recurrent: recurrent.base, cell: cell.base, output: output.base, cells: cells,
                isCoupled: isCoupled, cellClip: clip))
            #expect(cell.isIntact && output.isIntact)
            return (cell.values, output.values)
          }
          #expect(agree(results[1].0, results[0].0, tolerance: 1e-6), "\(cells) cells")
          #expect(agree(results[1].1, results[0].1, tolerance: 1e-6), "\(cells) cells")
        }
      }
    }
  }

  @Test(arguments: kernelSets.indices) func `cells that are written out`(_ index: Int) {
    let set = kernelSets[index]
    var g = SeededGenerator(seed: 4)
    for (count, activation) in [0, 1, 7, 8, 15, 16, 17, 33].flatMap({ [($0, CellActivation.tanh), ($0, .relu)] }) {
      let values = Buffer<Float>.random(16 * count, -3...3, &g)
      func row(_ number: Int) -> UnsafePointer<Float> { UnsafePointer(values.base + number * count) }
      func gate(_ number: Int) -> GateSum {
        GateSum(first: row(3 * number), second: row(3 * number + 1), bias: row(3 * number + 2))
      }
      let results = [KernelSet.reference, set].map { set in
        let state = Buffer(count, repeating: Float.nan)
        let outputs = (0..<3).map { _ in Buffer(count, repeating: Float.nan) }
        set.recurrent.lstmCells(
          LSTMCells(
            input: gate(0), forget: gate(1), candidate: gate(2), exit: gate(3), cell: row(12), state: state.base,
            output: outputs[0].base, count: count, activation: activation))
        for (number, recurrent) in [(1, nil), (2, row(13))] {
          set.recurrent.gruCells(
            GRUCells(
              update: gate(0), reset: gate(1), candidate: gate(2), recurrent: recurrent, hidden: row(12),
              output: outputs[number].base, count: count, activation: activation))
        }
        #expect(state.isIntact && outputs.allSatisfy { $0.isIntact })
        return [state.values] + outputs.map { $0.values }
      }
      for (found, expected) in zip(results[1], results[0]) {
        #expect(agree(found, expected, tolerance: 1e-6), "\(count) cells")
      }
    }
  }

  @Test(arguments: kernelSets.indices) func `int16 cells`(_ index: Int) {
    let set = kernelSets[index]
    var g = SeededGenerator(seed: 2)
    let one = QuantizedMultiplier(1)
    let half = QuantizedMultiplier(0.43)
    let scaling = Buffer(
      [LSTMGateScaling](repeating: LSTMGateScaling(input: one, recurrent: half), count: 4),
      or: LSTMGateScaling(input: one, recurrent: one))
    for integerBits in Int32(0)...6 {
      for (cells, isCoupled, clip) in [(1, false, 0), (19, true, 0), (17, false, 9000), (4099, false, 0)] {
        let gates = isCoupled ? 3 : 4
        let input = Buffer<Int32>.random(gates * cells, -33000...33000, &g)
        let recurrent = Buffer<Int32>.random(gates * cells, -2000...2000, &g)
        input.base[0] = -40000
        recurrent.base[gates * cells - 1] = 80000
        let state = Buffer<Int16>.random(cells, &g).values
        let results = [KernelSet.reference, set].map { set in
          let cell = Buffer(state, or: 0)
          let output = Buffer(cells, repeating: Int8(99))
          set.recurrent.lstmInt16(
            LSTMStepInt16(
              input: input.base, recurrent: recurrent.base, scaling: scaling.base, cell: cell.base,
              output: output.base, cells: cells, isCoupled: isCoupled, integerBits: integerBits,
              cellClip: Int16(clip), outputMultiplier: QuantizedMultiplier(0x1p-22), outputOffset: 3))
          #expect(cell.isIntact && output.isIntact)
          return (cell.values, output.values)
        }
        #expect(results[0].0 == results[1].0, "\(cells) cells, \(integerBits) bits")
        #expect(results[0].1 == results[1].1, "\(cells) cells, \(integerBits) bits")
      }
    }
  }

  @Test(arguments: kernelSets.indices) func `products of rows`(_ index: Int) {
    let set = kernelSets[index]
    var g = SeededGenerator(seed: 3)
    for rows in [0, 1, 3, 4, 9] {
      for length in [1, 2, 3, 4, 7, 8, 10, 12, 31, 33] {
        let reals = Buffer<Float>.random(rows * length, -1...1, &g)
        let factors = Buffer<Float>.random(rows * length, -1...1, &g)
        let shorts = Buffer<Int16>.random(rows * length, &g)
        let weights = Buffer<Int16>.random(rows * length, &g)
        let results = [KernelSet.reference, set].map { set in
          let sums = Buffer(rows, repeating: Float.nan)
          let integers = Buffer(rows, repeating: Int32(99))
          set.recurrent.rowProductsFloat(reals.base, factors.base, sums.base, rows, length)
          set.recurrent.rowProductsInt16(shorts.base, weights.base, integers.base, rows, length)
          #expect(sums.isIntact && integers.isIntact)
          return (sums.values, integers.values)
        }
        #expect(agree(results[1].0, results[0].0, tolerance: 1e-5), "\(rows) rows of \(length)")
        #expect(results[0].1 == results[1].1, "\(rows) rows of \(length)")
      }
    }
  }

  @Test(arguments: kernelSets.indices) func `rescaled integers`(_ index: Int) {
    let set = kernelSets[index]
    var g = SeededGenerator(seed: 4)
    let types: [RescaledType] = [.int8, .uint8, .int16, .int32]
    for multiplier in [0.37, 1, 2.5, 0x1p-9, -0.5].map({ QuantizedMultiplier($0) }) {
      for count in [0, 1, 15, 16, 17, 50] {
        for from in types {
          for to in types {
            let input = Buffer<Int8>.random(count * from.size, &g)
            let results = [KernelSet.reference, set].map { set in
              let output = Buffer(count * to.size, repeating: Int8(99))
              set.quantization.rescale(
                RescaledRun(
                  input: input.base, inputType: from, output: output.base, outputType: to, count: count,
                  multiplier: multiplier, inputZeroPoint: 7, outputZeroPoint: -3))
              #expect(output.isIntact)
              return output.values
            }
            #expect(results[0] == results[1], "\(count) of \(from) to \(to)")
          }
        }
      }
    }
  }
}
