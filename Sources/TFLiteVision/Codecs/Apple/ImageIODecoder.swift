#if canImport(ImageIO)
import CoreGraphics
import Foundation
import ImageIO

/// Reads what ImageIO reads: JPEG, HEIC, WebP, TIFF, GIF and more.
enum ImageIODecoder {
  static func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(PictureError) -> Picture {
    let options = [kCGImageSourceShouldCache: false] as CFDictionary
    guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, options),
      CGImageSourceGetCount(source) > 0
    else {
      let head = bytes.prefix(8).map { hexadecimal($0) }.joined(separator: " ")
      throw PictureError(
        .unknownFormat, at: 0, expected: "a picture format that ImageIO knows",
        found: bytes.isEmpty ? "no bytes" : head)
    }
    let format = "ImageIO"
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, options) as? [CFString: Any] ?? [:]
    if let width = properties[kCGImagePropertyPixelWidth] as? Int,
      let height = properties[kCGImagePropertyPixelHeight] as? Int
    {
      _ = try limits.pixelCount(width: width, height: height, format: format, at: 0)
    }
    guard let image = CGImageSourceCreateImageAtIndex(source, 0, options) else {
      throw PictureError(.corrupt, format: format, expected: "picture data", found: "data that does not decode")
    }
    guard CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete else {
      throw PictureError(.truncated, format: format, expected: "a whole picture", found: "a part")
    }
    _ = try limits.pixelCount(width: image.width, height: image.height, format: format, at: 0)
    let orientation = properties[kCGImagePropertyOrientation] as? Int ?? 1
    return try Picture(image).oriented(exif: orientation)
  }
}
#endif
