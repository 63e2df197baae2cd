import TFLiteRuntime

/// An output of one invocation.
package struct Output: Equatable, Sendable {
  package var type: ElementType
  package var shape: [Int]
  package var bytes: [UInt8]

  /// The same without bits behind the last element, which mean nothing.
  private var trimmed: Output {
    guard let width = type.bitWidth, width < 8, let last = bytes.last else { return self }
    let rest = shape.reduce(1, *) * width % 8
    if rest == 0 { return self }
    var output = self
    output.bytes[bytes.count - 1] = last & (1 << rest - 1)
    return output
  }

  /// The elements as numbers; bytes of those that are none.
  var values: [Double] {
    bytes.withUnsafeBytes { bytes in
      switch type {
      case .float32, .complex64: bytes.bindMemory(to: Float.self).map { Double($0) }
      case .float64, .complex128: Array(bytes.bindMemory(to: Double.self))
      case .float16: bytes.bindMemory(to: UInt16.self).map { HalfPrecision.value($0) }
      case .bfloat16: bytes.bindMemory(to: UInt16.self).map { Double(Float(bitPattern: UInt32($0) << 16)) }
      case .int8: bytes.bindMemory(to: Int8.self).map { Double($0) }
      case .int16: bytes.bindMemory(to: Int16.self).map { Double($0) }
      case .int32: bytes.bindMemory(to: Int32.self).map { Double($0) }
      default: bytes.map { Double($0) }
      }
    }
  }

  /// How far kernels may be apart relative to 1 and the largest number; 0 for what is the same in all.
  fileprivate func limit(_ tolerance: Float) -> Double {
    switch type {
    case .float32, .complex64: Double(tolerance)
    case .float64, .complex128: min(Double(tolerance), 1e-12)
    case .float16: max(Double(tolerance), 0x1p-9)
    case .bfloat16: max(Double(tolerance), 0x1p-6)
    default: 0
    }
  }

  /// The first element that differs from `expected`'s: floats by more than `tolerance` relative to 1 and the largest, others
  /// at all.
  /// - Parameter step: how far quantized integers may be apart that floats were rounded to.
  func difference(_ expected: Output, _ tolerance: Float, step: Double) -> String? {
    if self == expected || trimmed == expected.trimmed { return nil }
    if type != expected.type || shape != expected.shape {
      return "\(type.name)\(shape) instead of \(expected.type.name)\(expected.shape)"
    }
    let isRounded = type.isQuantized && step > 0
    let limit = tolerance == 0 || isRounded ? 0 : limit(tolerance)
    if limit == 0, !isRounded {
      let place = zip(bytes, expected.bytes).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
      let (a, b) = (values, expected.values)
      let element = a.isEmpty ? 0 : place * a.count / bytes.count
      return
        "shape \(shape), element \(element): \(a.isEmpty ? 0 : a[element]) instead of \(b.isEmpty ? 0 : b[element])"
    }
    let (a, b) = (values, expected.values)
    let largest = b.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
    for (index, pair) in zip(a, b).enumerated() {
      let (x, y) = pair
      if x == y || x.isNaN && y.isNaN || abs(x - y) <= (isRounded ? step : limit * (1 + largest)) { continue }
      return "shape \(shape), element \(index): \(x) instead of \(y)"
    }
    return nil
  }
}

/// What one step of a trial came to.
enum Outcome: Sendable {
  case outputs([Output])
  /// The kind of error.
  case failure(RuntimeError)

  /// What differs from `expected`.
  /// - Parameter mayAvoidErrors: operators that objected need not run here.
  func difference(_ expected: Outcome, _ tolerance: Float, step: Double, mayAvoidErrors: Bool) -> String? {
    switch (self, expected) {
    case (.outputs(let found), .outputs(let outputs)):
      for (number, pair) in zip(found, outputs).enumerated() {
        if let text = pair.0.difference(pair.1, tolerance, step: step) { return "output \(number), \(text)" }
      }
      return found.count == outputs.count ? nil : "\(found.count) outputs instead of \(outputs.count)"
    case (.failure(let error), .failure(let other)):
      return error.code == other.code || mayAvoidErrors ? nil : "\(error) instead of \(other)"
    case (.outputs, .failure(let error)): return mayAvoidErrors ? nil : "no error: \(error)"
    case (.failure(let error), .outputs): return "\(error)"
    }
  }
}
