import TFLiteVision

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What stands at a path.
enum FileKind {
  case missing
  case file
  case folder

  init(_ path: String) {
    var status = stat()
    if stat(path, &status) != 0 {
      self = .missing
    } else {
      self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }
  }

  /// What the first bytes of a file say that it is, with an article: "a JPEG picture"; nil for what is not known, cannot be
  /// read, or is a model.
  static func content(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 256)
    let count = head.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    head.removeLast(head.count - max(count, 0))
    if let format = Picture.FileFormat(sniffing: head) { return "a \(format.rawValue) picture" }
    if let name = ForeignFormat.name(of: head) { return name == "a TensorFlow Lite model" ? nil : name }
    return nil
  }
}
