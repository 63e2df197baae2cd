#if canImport(Darwin)
  import Darwin
#elseif os(Linux) || os(Android)
  @_silgen_name("getauxval") private func getauxval(_ type: UInt) -> UInt
#endif

/// What this processor and its operating system can do, read once.
package enum ProcessorFeatures {
  /// Dot products of bytes. Where no system can be asked, whoever compiled this tier knows the processor.
  package static let hasDotProducts: Bool = {
    #if canImport(Darwin)
      var value: Int32 = 0
      var size = MemoryLayout<Int32>.size
      return sysctlbyname("hw.optional.arm.FEAT_DotProd", &value, &size, nil, 0) == 0 && value != 0
    #elseif os(Linux) || os(Android)
      let (capabilities, dotProducts): (UInt, UInt) = (16, 1 << 20)
      return getauxval(capabilities) & dotProducts != 0
    #else
      return true
    #endif
  }()
}
