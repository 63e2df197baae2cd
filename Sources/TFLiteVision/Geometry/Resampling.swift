/// How a picture is brought to another size.
public enum Resampling: Hashable, Sendable {
  /// Which source position an output pixel stands for.
  public enum Grid: Hashable, Sendable {
    /// `x * in / out`: TensorFlow Lite's default, neither of its two flags set.
    case topLeft
    /// `x * (in - 1) / (out - 1)`: `align_corners`.
    case alignedCorners
    /// `(x + 0.5) * in / out - 0.5`: `half_pixel_centers`, where pixels are areas; most image libraries.
    case halfPixelCenters
  }

  /// The nearest pixel, as TensorFlow Lite's RESIZE_NEAREST_NEIGHBOR.
  case nearest(Grid)
  /// Four neighbours weighted by distance, as TensorFlow Lite's RESIZE_BILINEAR on uint8 (in float, rounded half up).
  /// Shrinking to less than half skips pixels.
  case bilinear(Grid)
  /// Pillow's `Image.resize(size, Image.BILINEAR)`: a triangle filter whose width grows with the reduction, in the same
  /// fixed-point arithmetic, bit for bit. No pixel is skipped.
  case antialiasedBilinear
}

extension Picture {
  /// The picture at another size.
  ///
  /// With ``Resampling/antialiasedBilinear``, colour of RGBA pictures is weighted by alpha, as Pillow does; the other
  /// methods treat alpha as a fourth colour.
  /// - Throws: ``PictureError`` when a size is below 1 or the result is too large for memory.
  public func resized(
    width newWidth: Int, height newHeight: Int, _ resampling: Resampling = .antialiasedBilinear
  ) throws(PictureError) -> Picture {
    _ = try Picture.byteCount(width: newWidth, height: newHeight, format: format)
    if newWidth == width, newHeight == height { return self }
    if format == .rgba, resampling == .antialiasedBilinear {
      return premultiplied().resampled(newWidth, newHeight, resampling).unpremultiplied()
    }
    return resampled(newWidth, newHeight, resampling)
  }

  /// The picture scaled in proportion to the middle of a canvas of another size, the rest filled with `color`.
  /// - Parameters:
  ///   - newWidth: the canvas's width in pixels.
  ///   - newHeight: its height in pixels.
  ///   - color: one value a channel; nil is black (opaque).
  ///   - resampling: how the size is changed.
  /// - Throws: ``PictureError`` when a size is below 1 or `color` has another channel count.
  public func letterboxed(
    width newWidth: Int, height newHeight: Int, color: [UInt8]? = nil,
    _ resampling: Resampling = .antialiasedBilinear
  ) throws(PictureError) -> Picture {
    let fill = color ?? (format == .rgba ? [0, 0, 0, 255] : [UInt8](repeating: 0, count: channels))
    var canvas = try Picture(width: newWidth, height: newHeight, format: format, color: fill)
    let inner = PixelRectangle.letterbox(ofWidth: width, height: height, inWidth: newWidth, height: newHeight)
    let scaled = try resized(width: inner.width, height: inner.height, resampling)
    let count = scaled.bytesPerRow
    let start = inner.x * channels
    canvas.withMutableRows { y, row in
      guard y >= inner.y, y < inner.y + inner.height else { return }
      let from = (y - inner.y) * count
      for i in 0..<count { row[start + i] = scaled.bytes[from + i] }
    }
    return canvas
  }

  /// The largest part of the given proportions in the middle of the picture.
  public func centerCropped(aspectWidth: Int, aspectHeight: Int) -> Picture {
    let rectangle = PixelRectangle.centered(
      inWidth: width, height: height, aspectWidth: aspectWidth, aspectHeight: aspectHeight)
    do {
      return try cropped(to: rectangle)
    } catch {
      return self
    }
  }

  private func resampled(_ newWidth: Int, _ newHeight: Int, _ resampling: Resampling) -> Picture {
    withPixels { pixels in
      let order: ChannelOrder =
        switch format {
        case .gray: .gray
        case .rgb: .rgb
        case .rgba: .rgba
        }
      let source = SourceRows(
        pixels, order: order, region: PixelRectangle(x: 0, y: 0, width: width, height: height))
      let rows = RowResampler(source, width: newWidth, height: newHeight, resampling)
      return Picture(uncheckedWidth: newWidth, height: newHeight, format: format) { output in
        for y in 0..<newHeight { rows.write(row: y, to: output + y * newWidth * format.channels) }
      }
    }
  }

  /// Colour multiplied by alpha, rounded to nearest.
  func premultiplied() -> Picture {
    mapped { pixel in
      for c in 0..<3 { pixel[c] = multiply255(pixel[c], pixel[3]) }
    }
  }

  /// Colour divided by alpha, rounded down.
  func unpremultiplied() -> Picture {
    mapped { pixel in
      let alpha = UInt32(pixel[3])
      guard alpha != 0, alpha != 255 else { return }
      for c in 0..<3 { pixel[c] = UInt8(truncatingIfNeeded: min(255, UInt32(pixel[c]) * 255 / alpha)) }
    }
  }

  private func mapped(_ change: (UnsafeMutablePointer<UInt8>) -> Void) -> Picture {
    var copy = self
    let channels = channels
    copy.withMutableRows { _, row in
      guard let base = row.baseAddress else { return }
      for start in stride(from: 0, to: row.count, by: channels) { change(base + start) }
    }
    return copy
  }
}
