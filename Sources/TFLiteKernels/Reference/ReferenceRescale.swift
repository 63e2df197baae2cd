extension ReferenceKernels {
  /// Rescales integers, one at a time.
  package static func rescale(_ run: RescaledRun) {
    assert(run.validate())
    let range = run.outputType.range
    for i in 0..<run.count {
      let value: Int32 =
        switch run.inputType {
        case .int8: Int32(run.input.load(fromByteOffset: i, as: Int8.self))
        case .uint8: Int32(run.input.load(fromByteOffset: i, as: UInt8.self))
        case .int16: Int32(run.input.load(fromByteOffset: 2 &* i, as: Int16.self))
        case .int32: run.input.load(fromByteOffset: 4 &* i, as: Int32.self)
        }
      let scaled = range.clamp(run.multiplier.apply(to: value &- run.inputZeroPoint) &+ run.outputZeroPoint)
      switch run.outputType {
      case .int8, .uint8: run.output.storeBytes(of: UInt8(truncatingIfNeeded: scaled), toByteOffset: i, as: UInt8.self)
      case .int16:
        run.output.storeBytes(of: Int16(truncatingIfNeeded: scaled), toByteOffset: 2 &* i, as: Int16.self)
      case .int32: run.output.storeBytes(of: scaled, toByteOffset: 4 &* i, as: Int32.self)
      }
    }
  }
}
