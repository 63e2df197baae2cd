extension Picture {
  /// The part of the picture inside `rectangle`.
  /// - Throws: ``PictureError`` when the rectangle is empty or reaches over the picture's edge.
  public func cropped(to rectangle: PixelRectangle) throws(PictureError) -> Picture {
    guard rectangle.fits(inWidth: width, height: height) else {
      throw PictureError(
        .invalidArgument, expected: "a rectangle inside \(width)x\(height)", found: "\(rectangle)")
    }
    let source = bytesPerRow
    let count = rectangle.width * channels
    return bytes.withUnsafeBufferPointer { input in
      Picture(uncheckedWidth: rectangle.width, height: rectangle.height, format: format) { output in
        guard let base = input.baseAddress else { return }
        for y in 0..<rectangle.height {
          let start = (rectangle.y + y) * source + rectangle.x * channels
          (output + y * count).initialize(from: base + start, count: count)
        }
      }
    }
  }

  /// The picture in another format.
  ///
  /// Alpha is dropped, not blended (``flattened(over:)`` blends), and is 255 where it is added. Luminance is the ITU-R
  /// 601 sum in 16-bit fixed point, `(19595 R + 38470 G + 7471 B + 32768) >> 16`, as Pillow's mode "L" has it.
  public func converted(to target: Format) -> Picture {
    if target == format { return self }
    let pixels = width * height
    let source = format
    return bytes.withUnsafeBufferPointer { input in
      Picture(uncheckedWidth: width, height: height, format: target) { output in
        guard let base = input.baseAddress else { return }
        let step = source.channels
        for i in 0..<pixels {
          let from = base + i * step
          let red = from[0]
          let green = source == .gray ? red : from[1]
          let blue = source == .gray ? red : from[2]
          switch target {
          case .gray: output[i] = luminance(red, green, blue)
          case .rgb:
            output[i * 3] = red
            output[i * 3 + 1] = green
            output[i * 3 + 2] = blue
          case .rgba:
            output[i * 4] = red
            output[i * 4 + 1] = green
            output[i * 4 + 2] = blue
            output[i * 4 + 3] = 255
          }
        }
      }
    }
  }

  /// An RGB picture in which transparent pixels show `background`; a picture without alpha is only converted.
  /// - Parameter background: red, green, blue.
  public func flattened(over background: (UInt8, UInt8, UInt8) = (255, 255, 255)) -> Picture {
    guard format == .rgba else { return converted(to: .rgb) }
    let pixels = width * height
    return bytes.withUnsafeBufferPointer { input in
      Picture(uncheckedWidth: width, height: height, format: .rgb) { output in
        guard let base = input.baseAddress else { return }
        for i in 0..<pixels {
          let alpha = base[i * 4 + 3]
          output[i * 3] = blend(base[i * 4], over: background.0, alpha: alpha)
          output[i * 3 + 1] = blend(base[i * 4 + 1], over: background.1, alpha: alpha)
          output[i * 3 + 2] = blend(base[i * 4 + 2], over: background.2, alpha: alpha)
        }
      }
    }
  }

  /// The picture as its EXIF orientation says it is to be seen.
  /// - Parameter orientation: 1 to 8 as in EXIF tag 0x0112; any other value leaves the picture as it is.
  public func oriented(exif orientation: Int) -> Picture {
    guard (2...8).contains(orientation) else { return self }
    let swaps = orientation >= 5
    let newWidth = swaps ? height : width
    let newHeight = swaps ? width : height
    // The source pixel of target (x, y) is origin + x * stepX + y * stepY, counted in pixels.
    let last = width - 1
    let bottom = (height - 1) * width
    let (origin, stepX, stepY): (Int, Int, Int) =
      switch orientation {
      case 2: (last, -1, width)
      case 3: (bottom + last, -1, -width)
      case 4: (bottom, 1, -width)
      case 5: (0, width, 1)
      case 6: (bottom, -width, 1)
      case 7: (bottom + last, -width, -1)
      default: (last, width, -1)
      }
    let channels = channels
    return bytes.withUnsafeBufferPointer { input in
      Picture(uncheckedWidth: newWidth, height: newHeight, format: format) { output in
        guard let base = input.baseAddress else { return }
        var to = output
        for y in 0..<newHeight {
          var from = origin + y * stepY
          for _ in 0..<newWidth {
            for c in 0..<channels { to[c] = base[from * channels + c] }
            to += channels
            from += stepX
          }
        }
      }
    }
  }
}

/// ITU-R 601 luminance in 16-bit fixed point; the three factors sum to 65536.
@inline(__always)
func luminance(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
  let sum = UInt32(red) &* 19595 &+ UInt32(green) &* 38470 &+ UInt32(blue) &* 7471 &+ 32768
  return UInt8(truncatingIfNeeded: sum >> 16)
}

/// `a * b / 255` rounded to nearest, exact for all bytes.
@inline(__always)
func multiply255(_ a: UInt8, _ b: UInt8) -> UInt8 {
  let product = UInt32(a) &* UInt32(b) &+ 128
  return UInt8(truncatingIfNeeded: (product &+ (product >> 8)) >> 8)
}

/// `foreground` with the given opacity on `background`.
@inline(__always)
func blend(_ foreground: UInt8, over background: UInt8, alpha: UInt8) -> UInt8 {
  let sum = UInt32(foreground) &* UInt32(alpha) &+ UInt32(background) &* UInt32(255 &- alpha) &+ 128
  return UInt8(truncatingIfNeeded: (sum &+ (sum >> 8)) >> 8)
}
