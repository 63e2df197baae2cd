import TFLiteKernels
import TFLiteSchema

/// What the region of a StableHLO operator computes from two values: its subgraph is recognized by its one operator.
enum RegionFunction {
  /// The second value.
  case second
  case sum
  case product
  case maximum
  case minimum
  case logicalAnd
  case logicalOr

  /// - Parameter code: the region's only operator; nil for a region without operators, which returns its second value.
  init?(_ code: Schema.BuiltinOperator?) {
    guard let code else {
      self = .second
      return
    }
    switch code {
    case .add, .stablehloAdd: self = .sum
    case .mul, .stablehloMultiply: self = .product
    case .maximum, .stablehloMaximum: self = .maximum
    case .minimum, .stablehloMinimum: self = .minimum
    case .logicalAnd, .stablehloAnd: self = .logicalAnd
    case .logicalOr, .stablehloOr: self = .logicalOr
    default: return nil
    }
  }
}

extension PrepareContext {
  /// What subgraph `index` computes.
  /// - Throws: `invalidOperator` when there is no such subgraph, `unsupported` when it is not one of the known functions.
  func regionFunction(_ index: Int) throws(RuntimeError) -> RegionFunction {
    let graphs = modelGraphs
    guard graphs.indices.contains(index) else {
      throw error("no such subgraph", expected: "0..<\(graphs.count)", actual: "\(index)")
    }
    let operators = graphs[index].operators
    guard operators.count <= 1, let function = RegionFunction(operators.first?.code) else {
      throw node.error(
        .unsupported, "the region computes something unknown", expected: "one arithmetic operator",
        actual: operators.first?.name ?? "none")
    }
    return function
  }
}

/// A stored element on which region functions compute.
protocol RegionElement: BitwiseCopyable, SendableMetatype {
  static func apply(_ function: RegionFunction, _ first: Self, _ second: Self) -> Self
}

extension RegionElement where Self: FixedWidthInteger {
  @inline(__always)
  static func apply(_ function: RegionFunction, _ first: Self, _ second: Self) -> Self {
    switch function {
    case .second: second
    case .sum: first &+ second
    case .product: first &* second
    case .maximum: first < second ? second : first
    case .minimum: second < first ? second : first
    case .logicalAnd: first != 0 && second != 0 ? 1 : 0
    case .logicalOr: first != 0 || second != 0 ? 1 : 0
    }
  }
}

extension RegionElement where Self: BinaryFloatingPoint {
  @inline(__always)
  static func apply(_ function: RegionFunction, _ first: Self, _ second: Self) -> Self {
    switch function {
    case .second: second
    case .sum: first + second
    case .product: first * second
    case .maximum: first < second ? second : first
    case .minimum: second < first ? second : first
    case .logicalAnd: first != 0 && second != 0 ? 1 : 0
    case .logicalOr: first != 0 || second != 0 ? 1 : 0
    }
  }
}

extension Int8: RegionElement {}
extension UInt8: RegionElement {}
extension Int16: RegionElement {}
extension UInt16: RegionElement {}
extension Int32: RegionElement {}
extension UInt32: RegionElement {}
extension Int64: RegionElement {}
extension UInt64: RegionElement {}
extension Float: RegionElement {}
extension Double: RegionElement {}

/// The bits of a half-precision float, computed with in single precision.
struct StoredHalf: RegionElement {
  var bits: UInt16

  static func apply(_ function: RegionFunction, _ first: Self, _ second: Self) -> Self {
    if case .second = function { return second }
    let result = Float.apply(function, HalfPrecision.float(first.bits), HalfPrecision.float(second.bits))
    return StoredHalf(bits: HalfPrecision.bits(result))
  }
}

/// A byte that is 0 or 1: sums and maxima are "or", products and minima "and".
struct StoredBool: RegionElement {
  var byte: UInt8

  static func apply(_ function: RegionFunction, _ first: Self, _ second: Self) -> Self {
    switch function {
    case .second: second
    case .sum, .maximum, .logicalOr: StoredBool(byte: first.byte | second.byte == 0 ? 0 : 1)
    case .product, .minimum, .logicalAnd: StoredBool(byte: first.byte == 0 || second.byte == 0 ? 0 : 1)
    }
  }
}
