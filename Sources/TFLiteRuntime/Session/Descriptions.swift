// What `print` writes of values that have no description by themselves. Programs of release builds for Linux have no names of
// properties and cases, so that nothing else can.

extension ElementType: CustomStringConvertible {
  /// The name in Swift, as `float32`.
  public var description: String {
    switch self {
    case .float8E4M3FN: "float8E4M3FN"
    case .float8E5M2: "float8E5M2"
    default: name.lowercased()
    }
  }
}

extension SessionOptions.Kernels: CustomStringConvertible {
  /// The name in Swift.
  public var description: String { rawValue }
}

extension SessionOptions.Precision: CustomStringConvertible {
  /// The name in Swift.
  public var description: String { rawValue }
}

extension SessionOptions.Threads: CustomStringConvertible {
  /// As Swift has it: `automatic`, `single`, `count(2)`.
  public var description: String {
    switch self {
    case .automatic: "automatic"
    case .single: "single"
    case .count(let count): "count(\(count))"
    }
  }
}

extension SessionOptions: CustomStringConvertible {
  /// As `threads single, kernels best, precision full, rewrites true, profiling false, intermediates none, memory unlimited,
  /// ...`, which ends with the limits. Operators are not listed.
  public var description: String {
    "threads \(threads), kernels \(kernels), precision \(precision), rewrites \(rewrites), profiling \(profiling), "
      + "intermediates \(intermediates), \(limits)"
  }
}

extension SessionLimits: CustomStringConvertible {
  /// As `memory 1000000 bytes, operators 20000, depth 4, subgraph runs 100000, seconds 10.0`, `unlimited` where there is no limit.
  public var description: String {
    func text<Value>(_ limit: Value?, _ unit: String = "") -> String { limit.map { "\($0)\(unit)" } ?? "unlimited" }
    return "memory \(text(memory, " bytes")), operators \(operators), depth \(depth), subgraph runs \(subgraphRuns), "
      + "seconds \(text(seconds))"
  }
}

extension IntermediateTensors: CustomStringConvertible {
  /// As Swift has it, names in order: `none`, `named(["a", "b"])`, `all`.
  public var description: String {
    switch self {
    case .none: "none"
    case .named(let names): "named(\(names.sorted()))"
    case .all: "all"
    }
  }
}

#if !hasFeature(Embedded)
extension SessionPool.Queue: CustomStringConvertible {
  /// As Swift has it: `unlimited`, `limited(2)`, `newest`.
  public var description: String {
    switch self {
    case .unlimited: "unlimited"
    case .limited(let count): "limited(\(count))"
    case .newest: "newest"
    }
  }
}
#endif

extension MemoryReport.Entry: CustomStringConvertible {
  /// As `0..<1024  #3...#5  image`: bytes of the arena, first and last operator, what it holds.
  public var description: String { "\(offset)..<\(offset + byteCount)  #\(firstUse)...#\(lastUse)  \(label)" }
}

extension Quantization: CustomStringConvertible {
  /// As `scale 0.5, zero point 3`, or `scales [0.5, 0.25], zero points [0, 0], axis 3`.
  public var description: String {
    isPerChannel
      ? "scales \(scales), zero points \(zeroPoints), axis \(axis)" : "scale \(scale), zero point \(zeroPoint)"
  }
}

extension TensorInfo: CustomStringConvertible {
  /// Name, type and shape, as `image: float32 [1,224,224,3]`, and the quantization if there is one.
  public var description: String {
    "\(name): \(type) \(shape)" + (quantization.map { ", \($0)" } ?? "")
  }
}

extension TensorKey: CustomStringConvertible {
  /// As Swift has it: `index(0)`, `name("image")`, `tensor(3)`.
  public var description: String {
    switch self {
    case .index(let index): "index(\(index))"
    case .name(let name): "name(\"\(name)\")"
    case .tensor(let number): "tensor(\(number))"
    }
  }
}

extension Signature: CustomStringConvertible {
  /// As `serving_default(image) -> scores, boxes`.
  public var description: String {
    func names(_ ports: [Port]) -> String { ports.map { $0.name }.joined(separator: ", ") }
    return "\(key)(\(names(inputs))) -> \(names(outputs))"
  }
}

extension OperatorEvent: CustomStringConvertible {
  /// As `#3 CONV_2D: 1200 ns`.
  public var description: String { "#\(index) \(name): \(nanoseconds) ns" }
}

extension OperatorProfile: CustomStringConvertible {
  /// As `#3 CONV_2D: 1200 ns in 10 runs`.
  public var description: String { "#\(index) \(name): \(nanoseconds) ns in \(runs) runs" }
}
