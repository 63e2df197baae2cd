import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// RESIZE_BILINEAR: an NHWC image at another size, each pixel interpolated between four of the input.
///
/// FLOAT32 and UINT8 interpolate in single precision, UINT8 rounding by adding a half; INT8 and INT16 in fixed point with
/// ten fractional bits for each axis, rounding half away from zero.
final class ResizeBilinear {
  private let alignCorners: Bool
  private let halfPixelCenters: Bool

  private var plan: Plan?
  /// For an output that has elements.
  private var points: Points?

  private struct Plan {
    let isDynamic: Bool
    /// Nil for int16.
    let interpolation: LineInterpolation?
  }

  /// Where the pixels of lines and of columns come from.
  private struct Points {
    let rows: Table<InterpolationPoint>
    let columns: Table<InterpolationPoint>
  }

  init(_ node: OperatorNode) {
    let options = node.options.resizeBilinearOptions
    alignCorners = options?.alignCorners ?? false
    halfPixelCenters = options?.halfPixelCenters ?? false
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (plan, points) = (nil, nil)
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let size = try context.input(1)
    try context.expect(input, .float32, .uint8, .int8, .int16)
    try context.expectSameType(context.output(0), input)
    try context.expectRank(input, 4)
    try context.expectImageSize(size)
    let interpolation: LineInterpolation? =
      switch input.type {
      case .float32: context.kernels.spatial.interpolateFloat
      case .int8: context.kernels.spatial.interpolateInt8
      case .uint8: context.kernels.spatial.interpolateUInt8
      default: nil
      }
    if !size.isConstant {
      try context.setUnknownShape(ofOutput: 0)
      plan = Plan(isDynamic: true, interpolation: interpolation)
      return
    }
    try context.expect(
      !(alignCorners && halfPixelCenters), "half-pixel centers and aligned corners exclude each other")
    let shape = try ImageSize.resolve(input, size, context.node)
    try context.setShape(shape, ofOutput: 0)
    points = try place(input, shape, context.memory)
    plan = Plan(isDynamic: false, interpolation: interpolation)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let input = context.input(0)
    var output = context.output(0)
    if plan.isDynamic {
      let shape = try ImageSize.resolve(input, context.input(1), context.node)
      output = try context.resizeOutput(0, to: shape)
      if points?.rows.count != shape[1] || points?.columns.count != shape[2] {
        points = nil
        points = try place(input, shape, context.memory)
      }
    }
    let depth = input.shape[3]
    if output.elementCount == 0 { return }
    guard let points else { throw context.unprepared }
    let (rows, columns) = (points.rows, points.columns)
    let work = Work(columns.count &* depth &* output.type.elementByteCount, .function)
    let image = ResizedImage(
      rows: rows.values, columns: columns.values, inputHeight: input.shape[1], inputWidth: input.shape[2], depth: depth)
    let count = input.shape[0] &* rows.count
    if let interpolation = plan.interpolation {
      context.parallel(
        ResizeLineJob(
          image: image, size: output.type.elementByteCount, source: UnsafeRawPointer(input.data),
          destination: output.data, kernel: interpolation),
        rows: count, work: work)
    } else {
      context.parallel(
        ResizeIntegerJob<Int16, Int64>(
          image: image, source: input.pointer(as: Int16.self), destination: output.mutablePointer(as: Int16.self)),
        rows: count, work: work)
    }
  }

  private func place(
    _ input: RuntimeTensor, _ shape: Shape, _ account: MemoryAccount
  ) throws(RuntimeError) -> Points? {
    if shape.elementCount == 0 { return nil }
    let isFixedPoint = input.type == .int8 || input.type == .int16
    return Points(
      rows: try table(input.shape[1], shape[1], isFixedPoint, account),
      columns: try table(input.shape[2], shape[2], isFixedPoint, account))
  }

  private func table(
    _ inputSize: Int, _ outputSize: Int, _ isFixedPoint: Bool, _ account: MemoryAccount
  ) throws(RuntimeError) -> Table<InterpolationPoint> {
    let purpose = "tables"
    let aligned = alignCorners && outputSize > 1
    let from = aligned ? inputSize - 1 : inputSize
    let to = aligned ? outputSize - 1 : outputSize
    if isFixedPoint {
      let scale = (1024 &* from &+ to / 2) / to
      return try Table(outputSize, for: purpose, account) { position in
        let coordinate = halfPixelCenters ? position &* scale &+ scale / 2 &- 512 : position &* scale
        let lower = min(max(coordinate / 1024, 0), inputSize - 1)
        let upper = min((coordinate &+ 1023) / 1024, inputSize - 1)
        return InterpolationPoint(
          lower: lower, upper: max(upper, 0), fraction: 0, fixedFraction: coordinate &- 1024 &* lower)
      }
    }
    let scale = Float(from) / Float(to)
    return try Table(outputSize, for: purpose, account) { position in
      let coordinate = halfPixelCenters ? (Float(position) + 0.5) * scale - 0.5 : Float(position) * scale
      let lower = min(max(Int(coordinate.rounded(.down)), 0), inputSize - 1)
      let upper = min(max(Int(coordinate.rounded(.up)), 0), inputSize - 1)
      return InterpolationPoint(
        lower: lower, upper: upper, fraction: coordinate - Float(lower), fixedFraction: 0)
    }
  }
}
