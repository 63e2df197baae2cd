/// Names of tensors as converters change them.
///
/// A converter calls the output of a fused operator after everything in it, `relu;bias_add;conv`, quantised copies get an
/// ending such as `_int8` or `_dequantize`, and TensorFlow's tensors one such as `:0`.
enum TensorNames {
  private static let endings = [
    "_int8", "_uint8", "_int16", "_quantized", "_quantize", "_quant", "_dequantized", "_dequantize", "_dequant",
    "_requantized", "_requantize", "_requant", ":0",
  ]

  /// The name without endings that conversions add.
  static func plain(_ name: String) -> String {
    var name = name[...]
    while let ending = endings.first(where: { name.hasSuffix($0) && name.count > $0.count }) {
      name = name.dropLast(ending.count)
    }
    return String(name)
  }

  /// The names of what was fused.
  static func parts(_ name: String) -> Set<String> {
    Set(name.split(separator: ";").map { plain(String($0)) })
  }

  /// A short form for tables: the first part, its end where it is long.
  static func short(_ name: String, _ limit: Int = 32) -> String {
    let first = name.split(separator: ";").first.map(String.init) ?? name
    let more = first.count < name.count ? ";…" : ""
    let room = limit - more.count
    return (first.count > room ? "…" + first.suffix(room - 1) : first) + more
  }
}
