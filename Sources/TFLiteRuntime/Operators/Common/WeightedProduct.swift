import TFLiteKernelSets
import TFLiteKernels

/// Rows times the filters of one group, in whichever element types an operator has: the kernel, its packed weights, and
/// how the work is split. Fully connected operators and convolutions differ only in how they find their rows.
final class WeightedProduct {
  /// The element types that go together.
  enum Form {
    case float
    case uint8
    case int8
    case int16
    /// Float data, quantized while executing, with int8 weights.
    case hybrid

    /// Multiply-adds that take as long as finishing one result: storing a float, or rescaling an integer.
    var finishing: Int { if case .float = self { 8 } else { 64 } }

    /// Multiply-adds that take as long as finding one tap of a window, and, where its runs of channels are short, gathering them.
    var tapReading: Int { if case .float = self { 4 } else { 16 } }

    /// Kernels of the form copy windows of short runs (`ConvolutionGeometry.windowRows`).
    var copiesWindows: Bool {
      switch self {
      case .uint8, .int8, .hybrid: true
      case .float, .int16: false
      }
    }

    /// What a multiply-add is.
    func workKind(_ kernels: KernelSet) -> Work.Kind {
      switch self {
      case .float: .floatProduct
      case .int16: .int16Product
      case .uint8, .int8, .hybrid: .byteProduct(kernels)
      }
    }
  }

  let form: Form
  let shape: MatrixShape
  let packedSize: Int
  let columnTile: Int
  /// What its multiply-adds are.
  let workKind: Work.Kind
  let run: ProductKernel
  /// Arguments of a product of rows one after another, but for its operands.
  let arguments: MatrixArguments
  private let packing: Packing

  /// What `columns` columns of a row cost, in multiply-adds: finishing an output takes as long as some of them.
  func work(columns: Int) -> Int {
    columns &* (shape.taps &* shape.depth &+ form.finishing)
  }

  /// Whether the product can have the epilogue, and is faster with it. A tensor of floats is added as results are stored:
  /// short rows leave time to fetch it; long ones read weights from a second-level cache, and it has to be there as well.
  /// - Parameters:
  ///   - outputs: the number of results.
  ///   - isClamped: results have a clamp of their own.
  func canEnd(with epilogue: EpilogueFunction, outputs: Int, isClamped: Bool) -> Bool {
    switch (form, epilogue) {
    case (.float, .addFloats):
      !isClamped && (shape.taps &* shape.depth <= Self.shortRow || 4 &* outputs <= MachineModel.secondLevelCache / 4)
    case (.uint8, .addBytes), (.uint8, .lookUp), (.int8, .addBytes), (.int8, .lookUp): writesBytes
    default: false
    }
  }

  /// Elements of a row of floats whose weights stay in a first-level cache while a tile of rows passes.
  private static let shortRow = 128
  /// Multiply-adds that take as long as gathering one element of a short run.
  private static let gatheredElement = 64
  /// Elements of a row that one thread multiplies sooner than it fetches the results of another.
  fileprivate static let fetchedRow = 64

  /// Whether results are quantized bytes.
  private var writesBytes: Bool {
    if case .byte(_, _, let type) = packing { type.size == 1 } else { false }
  }

  /// Where weights begin in what is packed, if all products of them and the shape can read the same.
  var weightsStart: Int? { if case .byte(let kernel, _, _) = packing { kernel.weightsStart?(shape) } else { nil } }

  /// The bytes of so many rows of operands and results.
  func activationSize(_ rows: Int) -> Int {
    let (input, output) =
      switch packing {
      case .float: (4, 4)
      case .byte(_, _, let type): (1, type.size)
      case .int16: (2, 2)
      case .hybrid: (1, 4)
      }
    return rows &* (shape.depth &* input &+ shape.columns &* output)
  }

  /// What a row costs besides its columns: the short runs of a window are gathered, unless the image is copied.
  var gathering: Int {
    guard shape.taps > 1, shape.depth & 3 != 0, shape.windowRows == 0 else { return 0 }
    return shape.taps &* shape.depth &* Self.gatheredElement
  }

  /// What the kernels pack besides weights and bias.
  enum Parameters {
    case clamp(FloatRange)
    case integer(WeightedQuantization, MatrixOutputType)
    /// One weight scale, or one for each channel.
    case hybrid(scales: [Float], FloatRange)

    /// The same for so many pixels whose channels stand one after another.
    func repeated(_ pixels: Int) -> Self {
      switch self {
      case .clamp: self
      case .integer(let quantization, let type): .integer(quantization.repeated(pixels), type)
      case .hybrid(let scales, let range):
        .hybrid(scales: scales.count == 1 ? scales : (0..<pixels).flatMap { _ in scales }, range)
      }
    }
  }

  private enum Packing {
    case float(FloatMatrixKernel, FloatRange)
    case byte(ByteMatrixKernel, WeightedQuantization, MatrixOutputType)
    case int16(Int16MatrixKernel, WeightedQuantization)
    case hybrid(HybridMatrixKernel, [Float], FloatRange)
  }

  /// A product by the kernels of any type.
  convenience init(_ form: Form, _ shape: MatrixShape, _ parameters: Parameters, _ kernels: KernelSet) {
    let packing: Packing =
      switch (form, parameters) {
      case (.uint8, .integer(let quantization, let type)): .byte(kernels.products.uint8, quantization, type)
      case (.int8, .integer(let quantization, let type)): .byte(kernels.products.int8, quantization, type)
      case (_, .integer(let quantization, _)): .int16(kernels.products.int16, quantization)
      case (_, .hybrid(let scales, let range)): .hybrid(kernels.products.hybrid, scales, range)
      case (_, .clamp(let range)): .float(kernels.products.float, range)
      }
    self.init(form, shape, packing, kernels)
  }

  /// A product by the kernels of some types.
  /// - Throws: `unsupported` when `form` is not among `types`.
  convenience init(
    _ form: Form, _ shape: MatrixShape, _ parameters: Parameters, _ types: ProductTypes, _ context: PrepareContext
  ) throws(RuntimeError) {
    let kernels = context.kernels
    let packing: Packing
    switch (form, parameters) {
    case (.uint8, .integer(let quantization, let type)):
      packing = .byte(try context.restricted(types.uint8, to: .uint8)(kernels), quantization, type)
    case (.int8, .integer(let quantization, let type)):
      packing = .byte(try context.restricted(types.int8, to: .int8)(kernels), quantization, type)
    case (_, .integer(let quantization, _)):
      packing = .int16(try context.restricted(types.int16, to: .int16)(kernels), quantization)
    case (_, .hybrid(let scales, let range)):
      packing = .hybrid(try context.restricted(types.hybrid, to: .dynamic)(kernels), scales, range)
    case (_, .clamp(let range)):
      let dense = try context.restricted(types.float, to: .float32)
      packing = .float((shape.nonzeros > 0 ? types.sparseFloat?(kernels)?.product : nil) ?? dense(kernels), range)
    }
    self.init(form, shape, packing, kernels)
  }

  private init(_ form: Form, _ shape: MatrixShape, _ packing: Packing, _ kernels: KernelSet) {
    self.form = form
    self.shape = shape
    self.packing = packing
    workKind = form.workKind(kernels)
    let nothing = RuntimeTensor.nothing
    arguments = MatrixArguments(
      input: UnsafeRawPointer(nothing), inputStride: shape.taps &* shape.depth, packed: UnsafeRawPointer(nothing),
      shape: shape, output: nothing, outputStride: shape.columns)
    switch packing {
    case .float(let kernel, _):
      (packedSize, columnTile, run) = (kernel.packedSize(shape), kernel.columnTile, kernel.run)
    case .byte(let kernel, _, _):
      (packedSize, columnTile, run) = (kernel.packedSize(shape), kernel.columnTile, kernel.run)
    case .int16(let kernel, _):
      (packedSize, columnTile, run) = (kernel.packedSize(shape), kernel.columnTile, kernel.run)
    case .hybrid(let kernel, _, _):
      (packedSize, columnTile, run) = (kernel.packedSize(shape), kernel.columnTile, kernel.run)
    }
  }

  /// Where the packed weights of each of some products begin that lie one after another; one place more is where they end.
  static func starts(_ products: [WeightedProduct]) -> [Int] {
    var starts = [0]
    for product in products { starts.append((starts.last ?? 0) &+ AlignedMemory.roundedUp(product.packedSize)) }
    return starts
  }

  /// Bytes of room in which `pack` settles channels.
  var settlingRoom: Int {
    guard case .byte(_, let quantization, _) = packing else { return 0 }
    return quantization.settlingRoom(FilterPlaces(shape))
  }

  /// Writes the packed form of the filters from column `firstColumn` on.
  /// - Parameters:
  ///   - weights: the first filter of all groups, one byte an element for integers, four for float.
  ///   - bias: that of all groups, nil for none.
  ///   - room: `settlingRoom` bytes, aligned as `AlignedMemory`, or nil where no channels are settled.
  ///   - omitsWeights: no more than the first `weightsStart` bytes are written.
  func pack(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, firstColumn: Int = 0, room: UnsafeMutableRawPointer? = nil,
    into packed: UnsafeMutableRawPointer, omitsWeights: Bool = false
  ) {
    var shape = shape
    shape.omitsWeights = omitsWeights
    let isWideBias = bias?.isWide ?? true
    let bias = bias?.values
    let offset = firstColumn &* shape.columnStride
    switch packing {
    case .float(let kernel, let range):
      kernel.pack(
        shape, weights.assumingMemoryBound(to: Float.self) + offset,
        bias.map { $0.assumingMemoryBound(to: Float.self) + firstColumn }, range, packed)
    case .byte(let kernel, let quantization, let type):
      quantization.withSettledChannels(
        FilterPlaces(shape), weights.assumingMemoryBound(to: Int8.self) + offset,
        bias.map { $0.assumingMemoryBound(to: Int32.self) + firstColumn }, firstChannel: firstColumn,
        room: room
      ) { kernel.pack(shape, $0, $1, $2, type, packed) }
    case .int16(let kernel, let quantization):
      let wideBias: WideBias =
        if let bias {
          isWideBias
            ? .int64(bias.assumingMemoryBound(to: Int64.self) + firstColumn)
            : .int32(bias.assumingMemoryBound(to: Int32.self) + firstColumn)
        } else {
          .none(isWide: true)
        }
      quantization.withRequantization(firstChannel: firstColumn) {
        kernel.pack(shape, weights.assumingMemoryBound(to: Int8.self) + offset, wideBias, $0, packed)
      }
    case .hybrid(let kernel, let scales, let range):
      scales.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let isPerChannel = buffer.count > 1
        kernel.pack(
          shape, weights.assumingMemoryBound(to: Int8.self) + offset,
          bias.map { $0.assumingMemoryBound(to: Float.self) + firstColumn }, isPerChannel ? base + firstColumn : base,
          isPerChannel,
          range, packed)
      }
    }
  }
}

/// The row tiles, or the column tiles, of one matrix product.
private struct ProductJob: RowJob {
  let run: ProductKernel
  let arguments: MatrixArguments
  let rows: Int
  /// The rows or columns of a tile.
  let tile: Int
  let splitsColumns: Bool

  func run(_ range: Range<Int>) {
    let columns = arguments.shape.columns
    if splitsColumns {
      run(arguments, 0, rows, range.lowerBound &* tile, min(range.upperBound &* tile, columns))
    } else {
      run(arguments, range.lowerBound &* tile, min(range.upperBound &* tile, rows), 0, columns)
    }
  }
}

/// What each of the threads computes of a product.
enum ProductSharing {
  /// One of them all of it.
  case none
  case rows
  case columns
}

extension ExecuteContext {
  /// Kernels' tiles have more rows, but even parts are worth more than whole tiles at their ends.
  private static var rowTile: Int { 4 }

  /// How the threads share `rows` rows of a product: by rows, or by columns when rows are few.
  func sharing(of product: WeightedProduct, rows: Int) -> ProductSharing {
    let columns = product.shape.columns
    let rowWork = product.work(columns: columns) &+ product.gathering
    // One thread reads the products for all iterations of a loop: fetching those of short rows from another core takes as
    // long as computing them.
    let isShort = isInvariant && product.shape.depth < WeightedProduct.fetchedRow
    if threadCount == 1 || Work(rows &* rowWork, product.workKind).isShort || isShort { return .none }
    let rowTiles = (rows + Self.rowTile - 1) / Self.rowTile
    let columnTiles = (columns + product.columnTile - 1) / product.columnTile
    // By rows, each thread reads all weights. By columns it reads all rows and writes a part of each, and the operators before
    // and after have what they need in part in another core's cache: that costs twice as much.
    let splitsColumns =
      columnTiles > 1
      && (rowTiles < 2 &* threadCount
        || (columnTiles >= 4 &* threadCount && product.packedSize > 2 &* product.activationSize(rows)))
    return splitsColumns ? .columns : .rows
  }

  /// The call that `multiply` is; nil where threads share the product.
  func bound(
    _ product: WeightedProduct, _ arguments: MatrixArguments, rows: Int, _ quantization: BoundQuantization? = nil
  ) -> BoundCall? {
    guard sharing(of: product, rows: rows) == .none else { return nil }
    return BoundProductCall(product.run, arguments, rows: rows, quantization)
  }

  /// Computes `rows` rows of a product.
  func multiply(_ product: WeightedProduct, _ arguments: MatrixArguments, rows: Int) {
    let columns = product.shape.columns
    let sharing = sharing(of: product, rows: rows)
    if sharing == .none {
      finishJobs()
      product.run(arguments, 0, rows, 0, columns)
      return
    }
    let splitsColumns = sharing == .columns
    let tile = splitsColumns ? product.columnTile : Self.rowTile
    let job = ProductJob(
      run: product.run, arguments: arguments, rows: rows, tile: tile, splitsColumns: splitsColumns)
    let tileWork =
      splitsColumns
      ? rows &* product.work(columns: tile) : tile &* (product.work(columns: columns) &+ product.gathering)
    let tiles = ((splitsColumns ? columns : rows) + tile - 1) / tile
    parallel(job, rows: tiles, work: Work(tileWork, product.workKind))
  }
}
