import TFLiteRuntime
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

/// What a file holds for one input.
struct InputSource {
  enum Content {
    case array(TensorValue)
    case text([UInt8])
    case picture(Picture)
    case raw([UInt8])
  }

  /// What to call it in errors.
  let name: String
  let content: Content

  init(name: String, content: Content) {
    self.name = name
    self.content = content
  }

  /// Reads a file, or standard input for `-` and for `-.ENDING`; `limits` hold for pictures.
  /// - Throws: `noInput` for what cannot be read, `invalidData` for what its ending does not fit.
  init(path: String, limits: DecodingLimits = DecodingLimits()) throws {
    let ending = path.lowercased().split(separator: ".").last.map(String.init) ?? ""
    if path == "-" || path.hasPrefix("-.") {
      name = "standard input"
      let bytes = try StandardInput.all()
      if ["txt", "csv"].contains(ending) {
        isCSV = ending == "csv"
        content = .text(bytes)
      } else if bytes.starts(with: NumPyFile.magic) {
        content = .array(try NumPyFile.value(bytes, path: name))
      } else if Self.isPicture(bytes) {
        content = .picture(try Picture(decoding: bytes, limits: limits))
      } else {
        content = .raw(bytes)
      }
      return
    }
    name = path
    switch ending {
    case "npy":
      content = .array(try NumPyFile.value(MappedFile.copy(of: path), path: path))
    case "txt", "csv":
      isCSV = ending == "csv"
      content = .text(try MappedFile.copy(of: path))
    case "png", "jpg", "jpeg", "bmp", "ppm", "pgm", "pnm":
      content = .picture(try Picture(contentsOf: path, limits: limits))
    default: content = .raw(try MappedFile.copy(of: path))
    }
  }

  /// Text whose strings may stand in quotes.
  private(set) var isCSV = false

  /// The shape of an array, nil for what has none.
  var arrayShape: Shape? {
    if case .array(let value) = content { value.shape } else { nil }
  }

  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    let starts: [[UInt8]] = [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF]]
    return starts.contains { bytes.starts(with: $0) }
  }
}

/// The process's standard input.
enum StandardInput {
  /// All bytes to the end.
  /// - Throws: `noInput`.
  static func all() throws(ToolError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let part = try next() { bytes += part }
    return bytes
  }

  /// The bytes that come next, nil at the end.
  /// - Throws: `noInput`.
  static func next() throws(ToolError) -> [UInt8]? {
    var failure: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
      var count = 0
      repeat { count = read(0, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
      failure = count < 0 ? errno : 0
      initialized = max(count, 0)
    }
    if failure != 0 { throw ToolError.system(.noInput, "standard input", "cannot read") }
    return part.isEmpty ? nil : part
  }
}
