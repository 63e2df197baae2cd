/// Formats that are met in place of a picture that can be read, told by their first bytes.
package enum ForeignFormat {
  /// What a file is, with an article: "a WebP picture", "a TensorFlow Lite model"; nil for what is not known.
  package static func name(of bytes: some Collection<UInt8>) -> String? {
    let head = Array(bytes.prefix(16))
    func has(_ text: String, at offset: Int = 0) -> Bool {
      head.count >= offset + text.utf8.count && head[offset...].starts(with: text.utf8)
    }
    if has("TFL3", at: 4) { return "a TensorFlow Lite model" }
    if has("RIFF"), has("WEBP", at: 8) { return "a WebP picture" }
    if has("GIF8") { return "a GIF picture" }
    if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      return "a TIFF picture"
    }
    if has("ftyp", at: 4) {
      if has("avif", at: 8) || has("avis", at: 8) { return "an AVIF picture" }
      if ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains(where: { has($0, at: 8) }) {
        return "a HEIC picture"
      }
      return "an MP4 or QuickTime file"
    }
    if head.starts(with: [0xFF, 0x0A]) || head.starts(with: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      return "a JPEG XL picture"
    }
    if head.starts(with: [0, 0, 0, 0x0C, 0x6A, 0x50]) { return "a JPEG 2000 picture" }
    if head.starts(with: [0x93]), has("NUMPY", at: 1) { return "a NumPy array" }
    if head.starts(with: [0x50, 0x4B, 3, 4]) { return "a ZIP archive" }
    if has("%PDF") { return "a PDF document" }
    if head.starts(with: [0, 0, 1, 0]) { return "an icon" }
    return has("<svg") || has("<?xml") ? "an SVG or XML text" : nil
  }
}
