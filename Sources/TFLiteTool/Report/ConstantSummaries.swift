import TFLiteRuntime

/// Histograms and pictures of a model's constants, of a size that does not grow with theirs.
struct ConstantSummaries {
  private struct Role {
    let operation: String
    let input: Int
  }

  private let model: Model
  /// Base64 characters of all pictures at most.
  private static let pictureBudget = 1 << 20
  /// Elements that are looked at of each constant, evenly spread.
  private static let samples = 1 << 16

  init(_ model: Model) { self.model = model }

  var json: JSONText {
    var entries: [JSONText] = []
    var budget = Self.pictureBudget
    for (number, graph) in model.graphs.enumerated() {
      var roles: [Int: Role] = [:]
      for node in graph.operators {
        for (position, tensor) in node.inputs.enumerated() where tensor >= 0 && roles[tensor] == nil {
          roles[tensor] = Role(operation: node.name, input: position)
        }
      }
      for tensor in graph.tensors {
        guard let role = roles[tensor.index], let reader = ConstantReader(tensor), reader.count > 0 else { continue }
        var members: [(String, JSONText)] = [("subgraph", .int(number)), ("tensor", .int(tensor.index))]
        members += Self.statistics(reader)
        let picture = FilterPicture(reader, operation: role.operation, input: role.input)
        if let picture, picture.base64.utf8.count <= budget {
          budget -= picture.base64.utf8.count
          members.append(("picture", picture.json))
        }
        entries.append(.object(members))
      }
    }
    return .array(entries)
  }

  private static func statistics(_ reader: ConstantReader) -> [(String, JSONText)] {
    let step = max(1, reader.count / samples)
    var values: [Double] = []
    values.reserveCapacity(min(reader.count, 2 * samples))
    for index in stride(from: 0, to: reader.count, by: step) {
      let value = reader.real(index)
      if value.isFinite { values.append(value) }
    }
    guard let least = values.min(), let most = values.max() else { return [("count", .int(reader.count))] }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    var members: [(String, JSONText)] = [
      ("count", .int(reader.count)), ("sampled", .int(values.count)), ("min", .double(least)), ("max", .double(most)),
      ("mean", ReportColumn.number(mean)), ("std", ReportColumn.number(variance.squareRoot())),
      ("zeros", .int(values.count { $0 == 0 })),
    ]
    if values.count <= 16 {
      members.append(("values", .array(values.map { ReportColumn.number($0) })))
    } else if most > least {
      var bins = [Int](repeating: 0, count: 40)
      for value in values { bins[min(39, Int(40 * ConstantReader.place(of: value, from: least, to: most)))] += 1 }
      members.append(("bins", .ints(bins)))
    }
    return members
  }
}

/// The elements of a constant as the real numbers that they stand for.
struct ConstantReader {
  let shape: Shape
  let count: Int
  private let load: (Int) -> Double
  private let quantization: Quantization?
  /// Elements of one step along the quantized axis.
  private let inner: Int

  /// How far from one end of a range to the other a number lies, 0 to 1; ranges may be wider than any number.
  static func place(of value: Double, from least: Double, to most: Double) -> Double {
    let place = (value / 2 - least / 2) / (most / 2 - least / 2)
    return place.isFinite ? min(max(place, 0), 1) : 0
  }

  /// - Returns: nil for a tensor that is no constant, is sparse, or holds no numbers.
  init?(_ tensor: TensorDescription) {
    guard let bytes = tensor.constant, tensor.sparsity == nil, let load = Self.load(tensor.type, bytes),
      let count = tensor.shape.checkedElementCount, let size = tensor.type.byteCount(ofElements: count),
      size <= bytes.count
    else { return nil }
    (shape, self.count, self.load) = (tensor.shape, count, load)
    let known = tensor.quantization.flatMap { $0.blocks == nil && !$0.scales.isEmpty ? $0 : nil }
    let axis = known.map { $0.isPerChannel ? $0.axis : 0 } ?? 0
    if let known, known.isPerChannel, !(0..<tensor.shape.rank).contains(axis) || tensor.shape[axis] > known.scales.count
    {
      return nil
    }
    quantization = known
    inner = max(1, tensor.shape.rank > 0 ? tensor.shape.product(axis + 1..<tensor.shape.rank) : 1)
  }

  /// The element at `index`, in `0..<count`.
  func real(_ index: Int) -> Double {
    let value = load(index)
    guard let quantization else { return value }
    let channel = quantization.isPerChannel ? index / inner % shape[quantization.axis] : 0
    let zero = quantization.zeroPoints.indices.contains(channel) ? quantization.zeroPoints[channel] : 0
    let scale = quantization.scales[channel]
    return scale == 0 ? value : (value - Double(zero)) * Double(scale)
  }

  private static func load(_ type: ElementType, _ bytes: UnsafeRawBufferPointer) -> ((Int) -> Double)? {
    func integers<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type) -> (Int) -> Double {
      { Double(Value(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Value>.size, as: type))) }
    }
    let halves = integers(UInt16.self)
    switch type {
    case .float32:
      let words = { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
      return { Double(Float(bitPattern: UInt32(littleEndian: words($0)))) }
    case .float64: return { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Double.self) }
    case .float16: return { Double(halfPrecision(UInt16(halves($0)))) }
    case .bfloat16: return { Double(Float(bitPattern: UInt32(halves($0)) << 16)) }
    case .int8: return integers(Int8.self)
    case .uint8: return integers(UInt8.self)
    case .int16: return integers(Int16.self)
    case .uint16: return integers(UInt16.self)
    case .int32: return integers(Int32.self)
    case .uint32: return integers(UInt32.self)
    case .int64: return integers(Int64.self)
    case .uint64: return integers(UInt64.self)
    case .int4, .uint4, .int2:
      let bits = type == .int2 ? 2 : 4
      return { index in
        let raw = Int(bytes[index * bits / 8]) >> (index * bits % 8) & (1 << bits - 1)
        return Double(type != .uint4 && raw >= 1 << (bits - 1) ? raw - 1 << bits : raw)
      }
    case .string, .bool, .resource, .variant, .complex64, .complex128, .float8E4M3FN, .float8E5M2: return nil
    }
  }
}
