import ArgumentParser
import TFLiteVision

/// The pictures with results drawn on them.
package enum OverlayFile {
  /// - Throws: `ValidationError` for a path that overlays of `count` pictures cannot be written to.
  static func validate(_ path: String?, count: Int, json: Bool) throws {
    guard let path else { return }
    if json, path == "-" { throw ValidationError("--json and --output - exclude each other") }
    if count > 1, path == "-" { throw ValidationError("--output -: expected one picture, found \(count)") }
    let ending = path.lowercased().split(separator: ".").last.map(String.init) ?? ""
    if ["jpg", "jpeg", "bmp", "ppm", "gif", "webp", "tif", "tiff", "heic"].contains(ending) {
      throw ValidationError("--output: expected a path for PNG, found '\(path)'")
    }
  }

  /// The path for picture `index` of `count`: as given for one, with `-1`, `-2`, ... before the ending for several.
  package static func path(_ path: String, _ index: Int, of count: Int) -> String {
    if count == 1 { return path }
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(path)-\(index + 1)" }
    return "\(path[..<dot])-\(index + 1)\(path[dot...])"
  }

  /// Writes a PNG.
  /// - Throws: `cannotWrite`.
  static func write(_ overlay: Overlay, on picture: Picture, to path: String) throws {
    try OutputFile.write(overlay.drawn(on: picture).pngEncoded(), to: path)
  }
}
