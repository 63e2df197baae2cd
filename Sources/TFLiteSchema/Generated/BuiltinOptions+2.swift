// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of CONCATENATION.
  public struct ConcatenationOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .concatenationOptions }

    /// The dimension joined; negative counts from the end. `axis`, 0 when absent.
    public var axis: Int32 { table.scalar(0, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(1, default: .none) }
  }
}

extension Schema {
  /// Options of CONV_2D.
  public struct Conv2DOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .conv2DOptions }

    /// Border treatment. `padding`, `.same` when absent.
    public var padding: Padding { table.enumeration(0, default: .same) }

    /// Window step along the width. `stride_w`, 0 when absent.
    public var strideW: Int32 { table.scalar(1, default: 0) }

    /// Window step along the height. `stride_h`, 0 when absent.
    public var strideH: Int32 { table.scalar(2, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(3, default: .none) }

    /// Distance of neighbouring filter taps along the width. `dilation_w_factor`, 1 when absent.
    public var dilationWFactor: Int32 { table.scalar(4, default: 1) }

    /// Distance of neighbouring filter taps along the height. `dilation_h_factor`, 1 when absent.
    public var dilationHFactor: Int32 { table.scalar(5, default: 1) }

    /// Type of bias and accumulator in quantised forms. `quantized_bias_type`, `.float32` when absent.
    public var quantizedBiasType: TensorType { table.enumeration(6, default: .float32) }
  }
}

extension Schema {
  /// Options of CONV_3D and CONV_3D_TRANSPOSE.
  public struct Conv3DOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .conv3DOptions }

    /// Border treatment. `padding`, `.same` when absent.
    public var padding: Padding { table.enumeration(0, default: .same) }

    /// Window step along the depth. `stride_d`, 0 when absent.
    public var strideD: Int32 { table.scalar(1, default: 0) }

    /// Window step along the width. `stride_w`, 0 when absent.
    public var strideW: Int32 { table.scalar(2, default: 0) }

    /// Window step along the height. `stride_h`, 0 when absent.
    public var strideH: Int32 { table.scalar(3, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(4, default: .none) }

    /// Distance of neighbouring filter taps along the depth. `dilation_d_factor`, 1 when absent.
    public var dilationDFactor: Int32 { table.scalar(5, default: 1) }

    /// Distance of neighbouring filter taps along the width. `dilation_w_factor`, 1 when absent.
    public var dilationWFactor: Int32 { table.scalar(6, default: 1) }

    /// Distance of neighbouring filter taps along the height. `dilation_h_factor`, 1 when absent.
    public var dilationHFactor: Int32 { table.scalar(7, default: 1) }
  }
}

extension Schema {
  /// Options of COS.
  public struct CosOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .cosOptions }
  }
}

extension Schema {
  /// Options of CUMSUM.
  public struct CumsumOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .cumsumOptions }

    /// Whether an element's own value is left out of its sum. `exclusive`, false when absent.
    public var exclusive: Bool { table.scalar(0, default: false) }

    /// Whether sums run from the end. `reverse`, false when absent.
    public var reverse: Bool { table.scalar(1, default: false) }
  }
}

extension Schema {
  /// Options of DENSIFY.
  public struct DensifyOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .densifyOptions }
  }
}

extension Schema {
  /// Options of DEPTH_TO_SPACE.
  public struct DepthToSpaceOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .depthToSpaceOptions }

    /// Side of a block. `block_size`, 0 when absent.
    public var blockSize: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema {
  /// Options of DEPTHWISE_CONV_2D.
  public struct DepthwiseConv2DOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .depthwiseConv2DOptions }

    /// Border treatment. `padding`, `.same` when absent.
    public var padding: Padding { table.enumeration(0, default: .same) }

    /// Window step along the width. `stride_w`, 0 when absent.
    public var strideW: Int32 { table.scalar(1, default: 0) }

    /// Window step along the height. `stride_h`, 0 when absent.
    public var strideH: Int32 { table.scalar(2, default: 0) }

    /// Outputs for each input channel; follows from the shapes, which count where they disagree. `depth_multiplier`, 0
    /// when absent.
    public var depthMultiplier: Int32 { table.scalar(3, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(4, default: .none) }

    /// Distance of neighbouring filter taps along the width. `dilation_w_factor`, 1 when absent.
    public var dilationWFactor: Int32 { table.scalar(5, default: 1) }

    /// Distance of neighbouring filter taps along the height. `dilation_h_factor`, 1 when absent.
    public var dilationHFactor: Int32 { table.scalar(6, default: 1) }
  }
}

extension Schema {
  /// Options of DEQUANTIZE.
  public struct DequantizeOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .dequantizeOptions }
  }
}

extension Schema {
  /// Options of DIV.
  public struct DivOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .divOptions }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }
  }
}

extension Schema {
  /// Options of DYNAMIC_UPDATE_SLICE.
  public struct DynamicUpdateSliceOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .dynamicUpdateSliceOptions }
  }
}

extension Schema {
  /// Options of EMBEDDING_LOOKUP_SPARSE.
  public struct EmbeddingLookupSparseOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .embeddingLookupSparseOptions }

    /// How rows are joined. `combiner`, `.sum` when absent.
    public var combiner: CombinerType { table.enumeration(0, default: .sum) }
  }
}

extension Schema {
  /// Options of EQUAL.
  public struct EqualOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .equalOptions }
  }
}

extension Schema {
  /// Options of EXP.
  public struct ExpOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .expOptions }
  }
}

extension Schema {
  /// Options of EXPAND_DIMS.
  public struct ExpandDimsOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .expandDimsOptions }
  }
}

extension Schema {
  /// Options of FAKE_QUANT.
  public struct FakeQuantOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .fakeQuantOptions }

    /// Least real value. `min`, 0.0 when absent.
    public var min: Float { table.scalar(0, default: 0.0) }

    /// Greatest real value. `max`, 0.0 when absent.
    public var max: Float { table.scalar(1, default: 0.0) }

    /// Bits of the grid. `num_bits`, 0 when absent.
    public var numBits: Int32 { table.scalar(2, default: 0) }

    /// Whether the least code is left out, since version 2. `narrow_range`, false when absent.
    public var narrowRange: Bool { table.scalar(3, default: false) }
  }
}

extension Schema {
  /// Options of FILL.
  public struct FillOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .fillOptions }
  }
}

extension Schema {
  /// Options of FLOOR_DIV.
  public struct FloorDivOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .floorDivOptions }
  }
}
