import TFLiteRuntime
import TFLiteSchema

extension OperatorRecipe {
  static let layers: [Self] = [convolutions, products, pools, lookups].flatMap { $0 }

  // MARK: Products with weights

  private static let window: KeyValuePairs<String, ModelBuilder.OptionValue> = ["stride_w": 1, "stride_h": 1]

  /// Weights and bias for data of a type, as converters give them.
  private static func weights(_ type: ElementType, _ shape: [Int]) -> Tensor {
    .of(type == .int16 ? .int8 : type, shape).zeros
  }

  private static func bias(_ type: ElementType, _ count: Int) -> Tensor? {
    switch type {
    case .float32: .of(.float32, [count]).zeros
    case .int8, .uint8: .quantized(.int32, [count], scale: 0.25).zeros
    case .int16: .quantized(.int64, [count], scale: 0.25).zeros
    default: nil
    }
  }

  private static let image = [1, 4, 4, 2]

  private static let convolutions: [Self] = [
    Self(.conv2D, Options(.conv2DOptions, window)) { type in
      ([.of(type, image), weights(type, [3, 1, 1, 2]), bias(type, 3)], [.of(type, [1, 4, 4, 3])])
    },
    Self(.depthwiseConv2D, Options(.depthwiseConv2DOptions, window)) { type in
      ([.of(type, image), weights(type, [1, 1, 1, 2]), bias(type, 2)], [.of(type, image)])
    },
    Self(.transposeConv, Options(.transposeConvOptions, window)) { type in
      (
        [.int32([4], [1, 4, 4, 3]), weights(type, [3, 1, 1, 2]), .of(type, image), bias(type, 3)],
        [.of(type, [1, 4, 4, 3])]
      )
    },
    Self(.conv3D, Options(.conv3DOptions, ["stride_d": 1, "stride_w": 1, "stride_h": 1])) { type in
      ([.of(type, [1, 2, 2, 2, 1]), .of(.float32, [1, 1, 1, 1, 1]).zeros], [.float32([1, 2, 2, 2, 1])])
    },
    Self(.conv3DTranspose, Options(.conv3DOptions, ["stride_d": 1, "stride_w": 1, "stride_h": 1])) { type in
      (
        [.int32([5], [1, 2, 2, 2, 1]), .of(.float32, [1, 1, 1, 1, 1]).zeros, .of(type, [1, 2, 2, 2, 1])],
        [.float32([1, 2, 2, 2, 1])]
      )
    },
  ]

  private static let products: [Self] = [
    Self(.fullyConnected, Options(.fullyConnectedOptions, [:])) { type in
      ([.of(type, [2, 4]), weights(type, [3, 4]), bias(type, 3)], [.of(type, [2, 3])])
    },
    Self(.batchMatmul, Options(.batchMatMulOptions, [:])) { type in
      ([.of(type, [2, 4]), .of(type, [4, 3])], [.of(type, [2, 3])])
    },
  ]

  private static let pools: [Self] = [.averagePool2D, .maxPool2D, .l2Pool2D].map { (code: Schema.BuiltinOperator) in
    Self(
      code,
      Options(.pool2DOptions, ["stride_w": 2, "stride_h": 2, "filter_width": 2, "filter_height": 2])
    ) { type in ([.of(type, image)], [.of(type, [1, 2, 2, 2])]) }
  }

  private static let lookups: [Self] = [
    // The main input is the table of rows.
    Self(.embeddingLookupSparse, Options(.embeddingLookupSparseOptions, [:])) { type in
      (
        [.int32([2]), .int32([2, 1]), .int32([1], [2]), .float32([2]), .of(type, [4, 2])], [.float32([2, 2])]
      )
    },
    Self(.lshProjection, Options(.lshProjectionOptions, ["type": .value(Schema.LSHProjectionType.sparse)])) { type in
      ([.of(.float32, [2, 2]).zeros, .of(type, [2, 4])], [.int32([2])])
    },
    Self(.skipGram, Options(.skipGramOptions, ["ngram_size": 1])) { type in ([.of(type, [1])], [.string([1])]) },
    Self(.rfft2d, .none) { ([.of($0, [4, 4]), .int32([2], [4, 4])], [Tensor(.complex64, [4, 3])]) },
    Self(.nonMaxSuppressionV4) { type in
      (
        [.of(type, [2, 4]), .float32([2]), .int32([], [1]), .float32([]), .float32([])],
        [.int32([1]), .int32([])]
      )
    },
    Self(.nonMaxSuppressionV5) { type in
      (
        [.of(type, [2, 4]), .float32([2]), .int32([], [1]), .float32([]), .float32([]), .float32([])],
        [.int32([1]), .float32([1]), .int32([])]
      )
    },
  ]

  // MARK: Reductions

  private static let axis: Tensor = .int32([1], [0])

  static let reductions: [Self] = [sums, choices, segments].flatMap { $0 }

  private static let reducers: [Schema.BuiltinOperator] = [.mean, .sum, .reduceMax, .reduceMin, .reduceAny, .reduceAll]

  private static let sums: [Self] =
    reducers.map { code in
      Self(code, Options(.reducerOptions, [:])) { type in ([.of(type, [2, 4]), axis], [.of(type, [4])]) }
    } + [
      // Products of UINT8 are defined without a scale only.
      Self(.reduceProd, Options(.reducerOptions, [:])) { type in
        type == .uint8
          ? ([Tensor(.uint8, [2, 4]), axis], [Tensor(.uint8, [4])]) : ([.of(type, [2, 4]), axis], [.of(type, [4])])
      },
      Self(.cumsum) { ([.of($0, [2, 4]), axis], [.of($0, [2, 4])]) },
      Self(.reduceWindow, Options(.reduceWindowOptions, ["reduce_function": 4])) { type in
        (
          [.of(type, [4]), .of(type, []), .int64([1], [2]), .int64([1], [1]), .int64([1], [1])], [.of(type, [3])]
        )
      },
    ]

  private static let choices: [Self] = [
    Self(.argMax, Options(.argMaxOptions, ["output_type": .value(Schema.TensorType.int32)])) { type in
      ([.of(type, [2, 4]), axis], [.int32([4])])
    },
    Self(.argMin, Options(.argMinOptions, ["output_type": .value(Schema.TensorType.int32)])) { type in
      ([.of(type, [2, 4]), axis], [.int32([4])])
    },
    Self(.topkV2) { ([.of($0, [2, 4]), .int32([], [1])], [.of($0, [2, 1]), .int32([2, 1])]) },
    Self(.unique, Options(.uniqueOptions, [:])) { type in ([.of(type, [4])], [.of(type, [4]), .int32([4])]) },
  ]

  private static let unsorted: [Schema.BuiltinOperator] = [
    .unsortedSegmentMax, .unsortedSegmentMin, .unsortedSegmentProd, .unsortedSegmentSum,
  ]

  private static let segments: [Self] =
    unsorted.map { code in
      Self(code) { type in ([.of(type, [2, 4]), .int32([2], [0, 1]), .int32([], [2])], [.of(type, [2, 4])]) }
    } + [Self(.segmentSum) { ([.of($0, [2, 4]), .int32([2], [0, 1])], [.of($0, [2, 4])]) }]
}
