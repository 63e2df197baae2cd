import TFLiteRuntime
import TFLiteSchema
import TestSupport

extension FuzzTarget {
  /// Bytes of a model, and behind them one that says how it runs.
  static let models = FuzzTarget(
    name: "models", read: { ModelTrial.run(UnsafeRawBufferPointer(rebasing: $0.dropLast()), $0.last ?? 0) },
    seeds: { ModelSeeds.files(limit: 600).map { $0 + [0] } }, words: { ModelSeeds.words },
    mostMemory: 2 * ModelTrial.limits.memory.unsafelyUnwrapped)

  /// Changes of a model that is right: the kind of model, its type, how it runs, the changes.
  static let structure = FuzzTarget(
    name: "structure",
    read: { bytes in
      var script = Script(bytes)
      let way = script.byte()
      guard let seed = ModelSeeds.tree(&script) else { return }
      let file = ModelMutation.file(seed, &script) { ModelSeeds.tree(&$0) }
      file.withUnsafeBytes { ModelTrial.run($0, way) }
    },
    seeds: { ModelSeeds.scripts }, mostMemory: 2 * ModelTrial.limits.memory.unsafelyUnwrapped)
}

/// Everything that is done with a model of a stranger.
enum ModelTrial {
  static let limits: SessionLimits = {
    var limits = SessionLimits.untrusted
    limits.memory = 32 << 20
    limits.operators = 2_000
    limits.subgraphRuns = 1_000
    limits.seconds = 0.5
    return limits
  }()

  /// - Parameter way: bits: reference kernels; no rewrites; a second thread; all intermediate tensors; another shape; and
  ///   what the inputs hold.
  static func run(_ bytes: UnsafeRawBufferPointer, _ way: UInt8) {
    if let verified = try? Schema.Model.verified(bytes) {
      var walker = AccessorWalker(maxTables: 2_000)
      walker.walk(verified, in: bytes)
    }
    var options = SessionOptions()
    options.limits = limits
    options.kernels = way & 1 == 0 ? .portable : .reference
    options.rewrites = way & 2 == 0
    options.threads = way & 4 == 0 ? .single : .count(2)
    options.intermediates = way & 8 == 0 ? .none : .all
    do throws(RuntimeError) {
      let session = try Session(Model(copying: bytes), options: options)
      try session.prepare()
      try invoke(session, filling: way >> 5)
      if way & 16 != 0, let input = session.inputs.first, let last = input.shape.dimensions.last {
        let shape = Shape(input.shape.dimensions.dropLast() + [last &+ 1])
        try session.resizeInput(0, to: shape)
      }
      try invoke(session, filling: (way >> 5) &+ 1)
      for signature in session.model.signatures { try session.signature(signature.key).invoke() }
    } catch {
      precondition(!error.description.isEmpty)
    }
  }

  private static func invoke(_ session: Session, filling: UInt8) throws(RuntimeError) {
    for (number, input) in session.inputs.enumerated() where input.type.bitWidth != nil {
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: input.byteCount, alignment: 16)
      defer { bytes.deallocate() }
      fill(bytes, filling)
      try session.write(bytes: UnsafeRawBufferPointer(bytes), toInput: number)
    }
    try session.invoke()
    var sum: UInt8 = 0
    for number in 0..<session.outputCount {
      try session.withOutputBytes(number) { (bytes) throws(RuntimeError) in for byte in bytes { sum &+= byte } }
    }
    withExtendedLifetime(sum) {}
  }

  private static func fill(_ bytes: UnsafeMutableRawBufferPointer, _ filling: UInt8) {
    for index in bytes.indices {
      bytes[index] =
        switch filling % 8 {
        case 0: 0
        case 1: 1
        case 2: 0xFF
        case 3: 0x7F
        case 4: 0x80
        // Ones as floats.
        case 5: index % 4 == 3 ? 0x3F : index % 4 == 2 ? 0x80 : 0
        // 0, 1, 2 and so on as 32-bit integers.
        case 6: index % 4 == 0 ? UInt8(truncatingIfNeeded: index / 4) : 0
        default: UInt8(truncatingIfNeeded: index &* 0x9E37_79B1 >> 7)
        }
    }
  }
}
