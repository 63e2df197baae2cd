#if canImport(CoreGraphics)
import CoreGraphics

extension Picture {
  /// The pixels of a Core Graphics image in sRGB: gray for gray images, RGBA for images with alpha, else RGB.
  /// - Throws: ``PictureError`` when Core Graphics cannot draw the image.
  public init(_ image: CGImage) throws(PictureError) {
    let width = image.width
    let height = image.height
    _ = try Picture.byteCount(width: width, height: height, format: .rgba)
    let hasAlpha =
      switch image.alphaInfo {
      case .none, .noneSkipFirst, .noneSkipLast: false
      default: true
      }
    let isGray = image.colorSpace?.model == .monochrome && !hasAlpha
    let space = isGray ? CGColorSpace(name: CGColorSpace.genericGrayGamma2_2) : CGColorSpace(name: CGColorSpace.sRGB)
    let channels = isGray ? 1 : 4
    let info = isGray ? CGImageAlphaInfo.none : hasAlpha ? .premultipliedLast : .noneSkipLast
    var bytes = [UInt8](repeating: 0, count: width * height * channels)
    let isDrawn = bytes.withUnsafeMutableBytes { buffer in
      guard let space,
        let context = CGContext(
          data: buffer.baseAddress, width: width, height: height, bitsPerComponent: 8,
          bytesPerRow: width * channels, space: space, bitmapInfo: info.rawValue)
      else { return false }
      context.interpolationQuality = .none
      context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
      return true
    }
    guard isDrawn else {
      throw PictureError(
        .unsupported, format: "CGImage", expected: "an image that can be drawn", found: "\(width)x\(height)")
    }
    let picture = Picture(uncheckedWidth: width, height: height, format: isGray ? .gray : .rgba, bytes: bytes)
    self = isGray ? picture : hasAlpha ? picture.unpremultiplied() : picture.converted(to: .rgb)
  }

  /// The picture as a Core Graphics image in sRGB.
  /// - Throws: ``PictureError`` when Core Graphics has no memory for it.
  public func cgImage() throws(PictureError) -> CGImage {
    let source = format == .rgba ? premultiplied() : format == .rgb ? converted(to: .rgba) : self
    let info: CGImageAlphaInfo =
      switch format {
      case .gray: .none
      case .rgb: .noneSkipLast
      case .rgba: .premultipliedLast
      }
    let name = format == .gray ? CGColorSpace.genericGrayGamma2_2 : CGColorSpace.sRGB
    var bytes = source.bytes
    let image: CGImage? = bytes.withUnsafeMutableBytes { buffer in
      guard let space = CGColorSpace(name: name) else { return nil }
      return CGContext(
        data: buffer.baseAddress, width: source.width, height: source.height, bitsPerComponent: 8,
        bytesPerRow: source.bytesPerRow, space: space, bitmapInfo: info.rawValue)?.makeImage()
    }
    guard let image else {
      throw PictureError(.invalidArgument, format: "CGImage", expected: "an image", found: "no memory for one")
    }
    return image
  }
}
#endif
