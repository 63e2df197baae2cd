// Fully connected operators: `rows` of `depth` values times `columns` filters of `depth` weights. A call computes the
// rows `[rowBegin, rowEnd)`.

extension ReferenceKernels {
  /// Fully connected float32.
  package static func fullyConnected(
    _ input: UnsafePointer<Float>, _ filter: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?,
    _ output: UnsafeMutablePointer<Float>, columns: Int, depth: Int, _ range: FloatRange,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      for column in 0..<columns {
        var total: Float = 0
        for d in 0..<depth { total += input[row * depth + d] * filter[column * depth + d] }
        output[row * columns + column] = range.clamp(total + (bias?[column] ?? 0))
      }
    }
  }

  /// Fully connected uint8 by uint8 weights.
  package static func fullyConnected(
    _ input: UnsafePointer<UInt8>, _ filter: UnsafePointer<UInt8>, _ bias: UnsafePointer<Int32>?,
    _ output: UnsafeMutablePointer<UInt8>, columns: Int, depth: Int, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      for column in 0..<columns {
        var sum: Int32 = 0
        for d in 0..<depth {
          sum &+=
            (Int32(filter[column * depth + d]) &+ q.weightsOffset)
            &* (Int32(input[row * depth + d]) &+ q.inputOffset)
        }
        output[row * columns + column] = UInt8(
          truncatingIfNeeded: q.output(sum &+ (bias?[column] ?? 0), column))
      }
    }
  }

  /// Fully connected uint8 by uint8 weights with an int16 result, whose zero point is 0.
  package static func fullyConnected(
    _ input: UnsafePointer<UInt8>, _ filter: UnsafePointer<UInt8>, _ bias: UnsafePointer<Int32>?,
    _ output: UnsafeMutablePointer<Int16>, columns: Int, depth: Int, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      for column in 0..<columns {
        var sum = bias?[column] ?? 0
        for d in 0..<depth {
          sum &+=
            (Int32(filter[column * depth + d]) &+ q.weightsOffset)
            &* (Int32(input[row * depth + d]) &+ q.inputOffset)
        }
        output[row * columns + column] = Int16(truncatingIfNeeded: q.output(sum, column))
      }
    }
  }

  /// Fully connected int8 by int8 weights.
  package static func fullyConnected(
    _ input: UnsafePointer<Int8>, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?,
    _ output: UnsafeMutablePointer<Int8>, columns: Int, depth: Int, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      for column in 0..<columns {
        var sum: Int32 = 0
        for d in 0..<depth {
          sum &+=
            (Int32(filter[column * depth + d]) &+ q.weightsOffset)
            &* (Int32(input[row * depth + d]) &+ q.inputOffset)
        }
        output[row * columns + column] = Int8(
          truncatingIfNeeded: q.output(sum &+ (bias?[column] ?? 0), column))
      }
    }
  }

  /// Fully connected int16 by int8 weights, accumulated in 64 bits.
  package static func fullyConnected(
    _ input: UnsafePointer<Int16>, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int64>?,
    _ output: UnsafeMutablePointer<Int16>, columns: Int, depth: Int, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      for column in 0..<columns {
        var sum: Int64 = 0
        for d in 0..<depth {
          sum &+= Int64(
            (Int32(filter[column * depth + d]) &+ q.weightsOffset)
              &* (Int32(input[row * depth + d]) &+ q.inputOffset))
        }
        output[row * columns + column] = Int16(
          truncatingIfNeeded: q.output(sum &+ (bias?[column] ?? 0), column))
      }
    }
  }

  /// Fully connected int16 by int8 weights with 32-bit bias and accumulator.
  package static func fullyConnected(
    _ input: UnsafePointer<Int16>, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?,
    _ output: UnsafeMutablePointer<Int16>, columns: Int, depth: Int, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      for column in 0..<columns {
        var sum: Int32 = 0
        for d in 0..<depth {
          sum &+=
            (Int32(filter[column * depth + d]) &+ q.weightsOffset)
            &* (Int32(input[row * depth + d]) &+ q.inputOffset)
        }
        output[row * columns + column] = Int16(
          truncatingIfNeeded: q.output(sum &+ (bias?[column] ?? 0), column))
      }
    }
  }

  /// Fully connected int16 by int16 weights, accumulated in 64 bits.
  package static func fullyConnected(
    _ input: UnsafePointer<Int16>, _ filter: UnsafePointer<Int16>, _ bias: UnsafePointer<Int64>?,
    _ output: UnsafeMutablePointer<Int16>, columns: Int, depth: Int, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      for column in 0..<columns {
        var sum: Int64 = 0
        for d in 0..<depth {
          sum &+=
            (Int64(filter[column * depth + d]) &+ Int64(q.weightsOffset))
            &* (Int64(input[row * depth + d]) &+ Int64(q.inputOffset))
        }
        output[row * columns + column] = Int16(
          truncatingIfNeeded: q.output(sum &+ (bias?[column] ?? 0), column))
      }
    }
  }

  /// Fully connected dynamically quantized activations, one block a row, by int8 weights, with a float result.
  ///
  /// The scales are multiplied first, activations by weights, then the sum, as TFLite's portable code does.
  package static func fullyConnectedHybrid(
    _ input: UnsafePointer<Int8>, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ output: UnsafeMutablePointer<Float>, columns: Int, depth: Int, _ scaling: HybridScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let block = scaling.inputParameters[row]
      for column in 0..<columns {
        var sum: Int32 = 0
        for d in 0..<depth {
          sum &+= Int32(filter[column * depth + d]) &* (Int32(input[row * depth + d]) &- block.zeroPoint)
        }
        let scale = block.scale * scaling.weightScales[column * scaling.weightScaleStride]
        output[row * columns + column] = scaling.range.clamp((bias?[column] ?? 0) + Float(sum) * scale)
      }
    }
  }
}
