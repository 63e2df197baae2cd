import TFLiteKernels

#if TFLITE_TIERS
  #if arch(x86_64)
    import TFLiteKernelsAVX2
    import TFLiteKernelsAVX512
  #else
    import TFLiteKernelsDot
  #endif
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension SessionOptions.Kernels {
  /// The sets that this build has and this processor runs, `best` included, slowest first.
  public static let available: [Self] = allCases.filter { $0 == .best || $0.set != nil }

  /// The set that `best` stands for: what TFLITE_KERNELS in the environment names, else the fastest available.
  static let standard: Result<Self, RuntimeError> = {
    guard let name = environment("TFLITE_KERNELS"), !name.isEmpty else { return .success(fastest) }
    guard let wish = Self(rawValue: name) else {
      return .failure(
        RuntimeError(
          .invalidArgument, "TFLITE_KERNELS names no kernel set", expected: names(allCases), actual: name))
    }
    return .success(wish == .best ? fastest : wish)
  }()

  /// - Throws: `invalidArgument` when this build lacks the set or this processor cannot run it, or when TFLITE_KERNELS
  ///   in the environment names none.
  func resolved() throws(RuntimeError) -> (set: KernelSet, id: Int) {
    let choice = self == .best ? try Self.standard.get() : self
    guard let set = choice.set else {
      throw RuntimeError(
        .invalidArgument, "this build or this processor has no such kernels", expected: Self.names(Self.available),
        actual: choice.rawValue)
    }
    return (set, Self.allCases.firstIndex(of: choice) ?? 0)
  }

  private static var fastest: Self { allCases.last { $0 != .best && $0.set != nil } ?? .portable }

  private static func names(_ choices: [Self]) -> String {
    var text = ""
    for choice in choices { text += (text.isEmpty ? "" : ", ") + choice.rawValue }
    return text
  }

  /// The kernels themselves; nil where they cannot run, and for `best`.
  private var set: KernelSet? {
    switch self {
    case .reference: return .reference
    case .portable: return .portable
    case .dot:
      #if TFLITE_TIERS && arch(arm64)
        return ProcessorFeatures.hasDotProducts ? DotKernels.set : nil
      #else
        return nil
      #endif
    case .avx2:
      #if TFLITE_TIERS && arch(x86_64)
        return ProcessorFeatures.hasAVX2 ? AVX2Kernels.set : nil
      #else
        return nil
      #endif
    case .avx512:
      #if TFLITE_TIERS && arch(x86_64)
        return ProcessorFeatures.hasAVX512 ? AVX512Kernels.set : nil
      #else
        return nil
      #endif
    case .best: return nil
    }
  }

  private static func environment(_ name: String) -> String? {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      return getenv(name).map { String(cString: $0) }
    #else
      return nil
    #endif
  }
}
