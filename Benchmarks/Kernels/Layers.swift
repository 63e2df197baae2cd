import TFLiteKernels

/// A product as a layer has it: `rows` pixels, windows of `taps` runs of `depth` elements.
struct ProductLayer {
  var name: String
  var rows: Int
  var columns: Int
  var depth: Int
  var taps = 1

  /// The convolution of a square image that keeps its size; nil for a plain product.
  var geometry: ConvolutionGeometry? {
    if taps == 1 { return nil }
    let extent = Int(Double(taps).squareRoot())
    let size = Int(Double(rows).squareRoot())
    return ConvolutionGeometry(
      batches: 1, inputHeight: size, inputWidth: size, inputDepth: depth, filterHeight: extent, filterWidth: extent,
      outputHeight: size, outputWidth: size, outputDepth: columns, paddingTop: extent / 2, paddingLeft: extent / 2)
  }

  static let all = [
    ProductLayer(name: "mobilenet_v2_112_1x1_expand", rows: 12544, columns: 96, depth: 16),
    ProductLayer(name: "mobilenet_v2_56_1x1_expand", rows: 3136, columns: 144, depth: 24),
    ProductLayer(name: "mobilenet_v2_56_1x1_project", rows: 3136, columns: 24, depth: 144),
    ProductLayer(name: "mobilenet_v2_14_1x1_expand", rows: 196, columns: 384, depth: 64),
    ProductLayer(name: "mobilenet_v2_14_1x1_project", rows: 196, columns: 64, depth: 384),
    ProductLayer(name: "mobilenet_v2_7_1x1", rows: 49, columns: 1280, depth: 320),
    ProductLayer(name: "mobilenet_v1_14_1x1", rows: 196, columns: 512, depth: 512),
    ProductLayer(name: "resnet_56_3x3", rows: 3136, columns: 64, depth: 64, taps: 9),
    ProductLayer(name: "resnet_14_3x3", rows: 196, columns: 256, depth: 256, taps: 9),
    ProductLayer(name: "resnet_7_3x3", rows: 49, columns: 512, depth: 512, taps: 9),
    ProductLayer(name: "cifar_32_3x3", rows: 1024, columns: 16, depth: 16, taps: 9),
    ProductLayer(name: "first_112_3x3x3", rows: 12544, columns: 32, depth: 3, taps: 9),
    ProductLayer(name: "transformer_128", rows: 128, columns: 1024, depth: 256),
    ProductLayer(name: "dense_1280_1000", rows: 1, columns: 1000, depth: 1280),
    ProductLayer(name: "dense_128_128", rows: 1, columns: 128, depth: 128),
  ]
}

/// A depthwise convolution of a square image, padded to keep its size divided by the stride.
struct DepthwiseLayer {
  var name: String
  var size: Int
  var channels: Int
  var filter = 3
  var stride = 1

  var geometry: ConvolutionGeometry {
    let output = (size + stride - 1) / stride
    return ConvolutionGeometry(
      batches: 1, inputHeight: size, inputWidth: size, inputDepth: channels, filterHeight: filter, filterWidth: filter,
      outputHeight: output, outputWidth: output, outputDepth: channels, strideHeight: stride, strideWidth: stride,
      paddingTop: (filter - stride) / 2, paddingLeft: (filter - stride) / 2, groups: channels)
  }

  static let all = [
    DepthwiseLayer(name: "mobilenet_v1_112_3x3", size: 112, channels: 32),
    DepthwiseLayer(name: "mobilenet_v2_112_3x3_by_2", size: 112, channels: 96, stride: 2),
    DepthwiseLayer(name: "mobilenet_v2_56_3x3", size: 56, channels: 144),
    DepthwiseLayer(name: "mobilenet_v2_14_3x3", size: 14, channels: 384),
    DepthwiseLayer(name: "mobilenet_v2_7_3x3", size: 7, channels: 960),
    DepthwiseLayer(name: "efficientnet_28_5x5", size: 28, channels: 240, filter: 5),
    DepthwiseLayer(name: "mobilenet_v3_14_5x5_by_2", size: 14, channels: 672, filter: 5, stride: 2),
  ]
}
