import TFLiteKernels
import TFLiteRuntime

/// Weights as a picture: the windows of convolutions side by side, other matrices as they are, sampled where they are large.
struct FilterPicture {
  private enum Form: String {
    /// A byte an element: 128 is 0, 255 the largest magnitude.
    case signed
    /// Three bytes an element, 0 to 255 from the smallest to the largest.
    case colors
  }

  private let form: Form
  private let tileWidth: Int
  private let tileHeight: Int
  private let columns: Int
  private let rows: Int
  private let caption: String
  private let pixels: [UInt8]

  /// Tiles of convolutions, and elements of matrices along an axis.
  private static let mostTiles = 144
  private static let mostRows = 64
  private static let mostColumns = 96

  /// - Parameters:
  ///   - operation: the name of an operator that reads the constant.
  ///   - input: as which of its inputs.
  /// - Returns: nil for what is no matrix and no window.
  init?(_ reader: ConstantReader, operation: String, input: Int) {
    let shape = reader.shape
    let isWindow = shape.rank == 4 && shape[1] * shape[2] > 1 && shape[1] <= 16 && shape[2] <= 16
    switch operation {
    case "DEPTHWISE_CONV_2D" where input == 1 && isWindow:
      let count = min(shape[3], Self.mostTiles)
      self.init(
        tiles: count, shape[1], shape[2], columns: Self.square(count),
        caption: "\(count) of \(shape[3]) channels, \(shape[1])x\(shape[2]) each"
      ) { tile, y, x in reader.real((y * shape[2] + x) * shape[3] + tile) }
    case "CONV_2D" where input == 1 && isWindow && shape[3] == 3:
      let count = min(shape[0], Self.mostTiles)
      self.init(
        colorTiles: count, shape[1], shape[2], columns: Self.square(count),
        caption: "\(count) of \(shape[0]) filters, \(shape[1])x\(shape[2]), the three inputs as red, green, blue"
      ) { tile, y, x, color in reader.real(((tile * shape[1] + y) * shape[2] + x) * 3 + color) }
    case "CONV_2D" where input == 1 && isWindow, "TRANSPOSE_CONV" where input == 1 && isWindow:
      let (outputs, inputs) = (min(shape[0], 12), min(shape[3], 12))
      self.init(
        tiles: outputs * inputs, shape[1], shape[2], columns: inputs,
        caption: "\(outputs) of \(shape[0]) outputs down, \(inputs) of \(shape[3]) inputs across"
      ) { tile, y, x in
        reader.real(((tile / inputs * shape[1] + y) * shape[2] + x) * shape[3] + tile % inputs)
      }
    default:
      let isMatrix = shape.rank == 2 || shape.rank == 4 && shape[1] * shape[2] == 1
      guard isMatrix, shape[0] > 1, shape.innermost > 1 else { return nil }
      let (height, width) = (shape[0], shape.innermost)
      let (rows, columns) = (min(height, Self.mostRows), min(width, Self.mostColumns))
      let text = rows < height || columns < width ? "sampled from " : ""
      self.init(tiles: 1, rows, columns, columns: 1, caption: "\(text)\(height) rows by \(width) columns") { _, y, x in
        reader.real(y * height / rows * width + x * width / columns)
      }
    }
  }

  private init(
    tiles: Int, _ height: Int, _ width: Int, columns: Int, caption: String, value: (Int, Int, Int) -> Double
  ) {
    (form, tileHeight, tileWidth, self.columns, self.caption) = (.signed, height, width, columns, caption)
    rows = (tiles + columns - 1) / max(1, columns)
    var values: [Double] = []
    for tile in 0..<tiles {
      for y in 0..<height { for x in 0..<width { values.append(value(tile, y, x)) } }
    }
    let largest = values.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
    pixels = values.map { $0.isFinite && largest > 0 ? UInt8((128 + $0 / largest * 127).rounded()) : 128 }
  }

  private init(
    colorTiles tiles: Int, _ height: Int, _ width: Int, columns: Int, caption: String,
    value: (Int, Int, Int, Int) -> Double
  ) {
    (form, tileHeight, tileWidth, self.columns, self.caption) = (.colors, height, width, columns, caption)
    rows = (tiles + columns - 1) / max(1, columns)
    var pixels: [UInt8] = []
    for tile in 0..<tiles {
      // Each filter by its own range: small ones show their pattern too.
      var values: [Double] = []
      for y in 0..<height { for x in 0..<width { for color in 0..<3 { values.append(value(tile, y, x, color)) } } }
      let finite = values.filter { $0.isFinite }
      let (least, most) = (finite.min() ?? 0, finite.max() ?? 0)
      pixels += values.map {
        most > least && $0.isFinite ? UInt8((ConstantReader.place(of: $0, from: least, to: most) * 255).rounded()) : 128
      }
    }
    self.pixels = pixels
  }

  /// The width of a nearly square arrangement.
  private static func square(_ count: Int) -> Int { max(1, Int((Double(count) * 1.5).squareRoot().rounded(.up))) }

  var base64: String { Base64.text(pixels) }

  var json: JSONText {
    .object([
      ("form", .string(form.rawValue)), ("tile_width", .int(tileWidth)), ("tile_height", .int(tileHeight)),
      ("columns", .int(columns)), ("rows", .int(rows)), ("caption", .string(caption)), ("data", .string(base64)),
    ])
  }
}

/// Bytes as text (RFC 4648).
enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = 0
      for byte in group { bits = bits << 8 | Int(byte) }
      bits <<= 8 * (3 - group.count)
      for place in 0..<4 {
        text.append(place <= group.count ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A half-precision number.
func halfPrecision(_ bits: UInt16) -> Float { HalfPrecision.float(bits) }
