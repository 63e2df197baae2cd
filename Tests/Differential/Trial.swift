import TFLiteRuntime
import TestSupport

/// A model and what it is fed, run on all kernel sets.
struct Trial {
  /// How a session runs.
  struct Run: CustomStringConvertible {
    var kernels: SessionOptions.Kernels
    var threads: Int
    var rewrites: Bool

    var description: String { "\(kernels.rawValue), \(threads) threads, rewrites \(rewrites ? "on" : "off")" }
  }

  /// An output of one invocation.
  struct Output: Equatable {
    var type: ElementType
    var shape: [Int]
    var bytes: [UInt8]
  }

  let model: [UInt8]
  let description: String
  /// The bytes of all inputs, for each invocation.
  let feeds: [[[UInt8]]]
  let tolerance: Float
  /// The threads of the runs with several.
  let threads: Int

  /// The trial of `seed`: a model with an operator of `family`, and others before and behind it now and then.
  static func drawn(_ family: Family, seed: UInt64) throws -> Trial {
    var draw = Draw(seed: seed, family.name)
    for _ in 0..<500 {
      let kind = draw.one(of: family.kinds)
      var draft = Draft(draw, kind)
      defer { draw = draft.draw }
      do { return try drawn(family, &draft) } catch is Misfit { continue }
    }
    throw Misfit()
  }

  private static func drawn(_ family: Family, _ draft: inout Draft) throws -> Trial {
    var value: Draft.Value?
    if family.follows, draft.draw.chance(0.2) { value = try Family.connecting(&draft).apply(&draft, nil) }
    var last = try family.apply(&draft, value)
    while last.type == draft.kind.tensorType, draft.draw.chance(0.3) {
      last = try Family.connecting(&draft).apply(&draft, last)
      draft.tolerance = max(draft.tolerance, 1e-4)
    }
    return Trial(
      model: draft.model(withAllResults: draft.draw.chance(0.3)), description: draft.description,
      feeds: (0..<2).map { _ in draft.inputs.map { data($0.value, $0.range, &draft.draw) } },
      tolerance: draft.tolerance, threads: draft.draw.int(2...4))
  }

  private static func data(_ value: Draft.Value, _ range: ClosedRange<Float>, _ draw: inout Draw) -> [UInt8] {
    if value.type == .float32 {
      return FlatBufferWriter.bytes(of: (0..<value.count).map { _ in draw.float(range) })
    }
    return draw.bytes(value.count * (value.kind == .int16 ? 2 : 1))
  }

  /// The shapes of a model's outputs.
  static func shapes(_ model: [UInt8]) throws -> [[Int]] {
    var options = SessionOptions()
    options.kernels = .reference
    options.rewrites = false
    options.threads = .single
    do {
      let session = try Session(Model(bytes: model), options: options)
      try session.prepare()
      return session.outputs.map { $0.shape.dimensions }
    } catch {
      throw Misfit()
    }
  }

  /// What the runs disagree about, nil for nothing.
  func disagreement() throws -> String? {
    let expected = try outputs(Run(kernels: .reference, threads: 1, rewrites: false))
    for kernels in SessionOptions.Kernels.available where kernels != .best {
      for rewrites in [false, true] {
        let single = Run(kernels: kernels, threads: 1, rewrites: rewrites)
        let found = try outputs(single)
        if let difference = difference(found, expected) { return "\(single): \(difference)" }
        let several = Run(kernels: kernels, threads: threads, rewrites: rewrites)
        if let difference = Self.firstDifference(try outputs(several), found, 0) {
          return "\(several), other than one thread: \(difference)"
        }
      }
    }
    return nil
  }

  private func difference(_ found: [Output], _ expected: [Output]) -> String? {
    Self.firstDifference(found, expected, tolerance)
  }

  /// All outputs of all invocations.
  func outputs(_ run: Run) throws -> [Output] {
    var options = SessionOptions()
    options.kernels = run.kernels
    options.threads = .count(run.threads)
    options.rewrites = run.rewrites
    let session = try Session(Model(bytes: model), options: options)
    var outputs: [Output] = []
    for feed in feeds {
      for (index, bytes) in feed.enumerated() {
        try bytes.withUnsafeBytes { try session.write(bytes: $0, toInput: index) }
      }
      try session.invoke()
      for (index, output) in session.outputs.enumerated() {
        outputs.append(
          Output(
            type: output.type, shape: output.shape.dimensions,
            bytes: try session.withOutputBytes(index) { [UInt8]($0) }))
      }
    }
    return outputs
  }

  /// The first element in which outputs differ: floats by more than `tolerance` relative to 1 and the largest, others at all.
  private static func firstDifference(_ found: [Output], _ expected: [Output], _ tolerance: Float) -> String? {
    for (number, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
      let (left, right) = pair
      if left.type != right.type || left.shape != right.shape {
        return "output \(number): \(left.type.name)\(left.shape) instead of \(right.type.name)\(right.shape)"
      }
      let (a, b) = (values(left), values(right))
      let largest = b.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
      let limit = left.type == .float32 ? Double(tolerance) * (1 + largest) : 0
      for (index, values) in zip(a, b).enumerated() {
        let (x, y) = values
        if x == y || x.isNaN && y.isNaN || abs(x - y) <= limit { continue }
        return "output \(number) of shape \(left.shape), element \(index): \(x) instead of \(y)"
      }
      if tolerance == 0 { return "output \(number): other bits" }
    }
    return found.count == expected.count ? nil : "\(found.count) outputs instead of \(expected.count)"
  }

  private static func values(_ output: Output) -> [Double] {
    output.bytes.withUnsafeBytes { bytes in
      switch output.type {
      case .float32: bytes.bindMemory(to: Float.self).map { Double($0) }
      case .int8: bytes.bindMemory(to: Int8.self).map { Double($0) }
      case .int16: bytes.bindMemory(to: Int16.self).map { Double($0) }
      case .int32: bytes.bindMemory(to: Int32.self).map { Double($0) }
      case .int64: bytes.bindMemory(to: Int64.self).map { Double($0) }
      default: bytes.map { Double($0) }
      }
    }
  }
}
