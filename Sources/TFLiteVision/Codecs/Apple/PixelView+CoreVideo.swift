#if canImport(CoreVideo)
import CoreVideo

extension PixelView {
  /// Calls `body` with the pixels of a camera frame, in place, while the frame is locked for reading.
  ///
  /// Formats: 32BGRA, 32RGBA, 32ARGB, 32ABGR, 24RGB, 24BGR and OneComponent8. Ask the camera for 32BGRA.
  /// - Throws: ``VisionError`` for other formats and frames that cannot be locked, and what `body` throws.
  public static func withPixels<R>(
    of frame: CVPixelBuffer, _ body: (PixelView) throws(VisionError) -> R
  ) throws(VisionError) -> R {
    let format = CVPixelBufferGetPixelFormatType(frame)
    let layout: PixelLayout
    switch format {
    case kCVPixelFormatType_32BGRA: layout = .bgra
    case kCVPixelFormatType_32RGBA: layout = .rgba
    case kCVPixelFormatType_32ARGB: layout = .argb
    case kCVPixelFormatType_32ABGR: layout = .abgr
    case kCVPixelFormatType_24RGB: layout = .rgb
    case kCVPixelFormatType_24BGR: layout = .bgr
    case kCVPixelFormatType_OneComponent8: layout = .gray
    default:
      throw VisionError(
        .unsupported, "pixel buffer", expected: "a frame of interleaved 8-bit pixels such as 32BGRA",
        found: "format \(String(format, radix: 16))")
    }
    guard CVPixelBufferLockBaseAddress(frame, .readOnly) == kCVReturnSuccess else {
      throw VisionError(.unsupported, "pixel buffer", expected: "memory that can be read", found: "none")
    }
    defer { CVPixelBufferUnlockBaseAddress(frame, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddress(frame) else {
      throw VisionError(.unsupported, "pixel buffer", expected: "memory that can be read", found: "none")
    }
    let bytes = UnsafeRawBufferPointer(
      start: base,
      count: CVPixelBufferGetBytesPerRow(frame) * CVPixelBufferGetHeight(frame))
    let view = try PixelView(
      bytes, width: CVPixelBufferGetWidth(frame), height: CVPixelBufferGetHeight(frame),
      bytesPerRow: CVPixelBufferGetBytesPerRow(frame), layout: layout)
    return try body(view)
  }

  /// The same for bodies that throw errors of other kinds.
  /// - Throws: ``VisionError`` for other formats and frames that cannot be locked, and what `body` throws.
  @_disfavoredOverload
  public static func withPixels<R>(of frame: CVPixelBuffer, _ body: (PixelView) throws -> R) throws -> R {
    try withPixels(of: frame) { (pixels) throws(VisionError) in Result { try body(pixels) } }.get()
  }
}

extension Preprocessing {
  /// Writes a camera frame into a tensor's memory.
  /// - Returns: where in the frame the tensor's coordinates lie, for bringing detections back.
  /// - Throws: ``VisionError`` for formats that ``PixelView`` does not read and tensors of another size.
  @discardableResult
  public func write(
    _ frame: CVPixelBuffer, into tensor: UnsafeMutableRawBufferPointer
  ) throws(VisionError) -> PictureMapping {
    try PixelView.withPixels(of: frame) { (pixels) throws(VisionError) -> PictureMapping in
      try write(pixels, into: tensor)
    }
  }
}
#endif
