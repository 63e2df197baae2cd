/// Brings the components of a decoded frame to full size and converts their colours, one row at a time.
struct JPEGAssembler {
  let frame: JPEGFrame
  let space: JPEGColorSpace

  private var width: Int { frame.geometry.width }

  func picture() -> Picture {
    let format: Picture.Format = space == .gray ? .gray : .rgb
    let channels = format.channels
    let rows = frame.components.map { _ in UnsafeMutablePointer<UInt8>.allocate(capacity: width + 16) }
    let sums = UnsafeMutablePointer<Int32>.allocate(capacity: width + 16)
    defer {
      for row in rows { row.deallocate() }
      sums.deallocate()
    }
    return Picture(uncheckedWidth: width, height: frame.geometry.height, format: format) { output in
      for y in 0..<frame.geometry.height {
        let lines = zip(frame.components, rows).map { component, row in
          line(component, y, into: row, sums: sums)
        }
        convert(lines, to: output + y * width * channels)
      }
    }
  }

  /// Row `y` of a component at the picture's width: in place where it has full size, else made in `row`.
  private func line(
    _ component: JPEGComponent, _ y: Int, into row: UnsafeMutablePointer<UInt8>, sums: UnsafeMutablePointer<Int32>
  ) -> UnsafePointer<UInt8> {
    let horizontal = frame.geometry.maxHorizontal
    let vertical = frame.geometry.maxVertical
    let isFullWidth = component.horizontal == horizontal
    let isHalfWidth = component.horizontal * 2 == horizontal
    if isFullWidth, component.vertical == vertical {
      return UnsafePointer(component.samples + y * component.stride)
    }
    if isHalfWidth, component.vertical == vertical, component.sampleWidth > 2 {
      widen(component.samples + y * component.stride, component.sampleWidth, to: row)
    } else if component.vertical * 2 == vertical, isFullWidth {
      let (near, far) = neighbours(component, y)
      let bias: Int32 = y & 1 == 0 ? 1 : 2
      for x in 0..<width {
        row[x] = UInt8(truncatingIfNeeded: (Int32(near[x]) &* 3 &+ Int32(far[x]) &+ bias) >> 2)
      }
    } else if component.vertical * 2 == vertical, isHalfWidth, component.sampleWidth > 2 {
      let (near, far) = neighbours(component, y)
      for x in 0..<component.sampleWidth { sums[x] = Int32(near[x]) &* 3 &+ Int32(far[x]) }
      widenSums(sums, component.sampleWidth, to: row)
    } else {
      let from = component.samples + y * component.vertical / vertical * component.stride
      for x in 0..<width { row[x] = from[x * component.horizontal / horizontal] }
    }
    return UnsafePointer(row)
  }

  /// The half-height row that covers row `y` and the other row nearest to it, the edge rows repeated.
  private func neighbours(_ component: JPEGComponent, _ y: Int) -> (UnsafePointer<UInt8>, UnsafePointer<UInt8>) {
    let near = y / 2
    let far = y & 1 == 0 ? max(near - 1, 0) : min(near + 1, component.sampleHeight - 1)
    return (
      UnsafePointer(component.samples + near * component.stride),
      UnsafePointer(component.samples + far * component.stride)
    )
  }

  /// Doubles a row of at least 3 samples: each result is 3/4 its nearer and 1/4 its further neighbour, rounded up and
  /// down in turn. `row` has room for one sample more than the picture is wide.
  private func widen(_ from: UnsafePointer<UInt8>, _ count: Int, to row: UnsafeMutablePointer<UInt8>) {
    row[0] = from[0]
    row[1] = UInt8(truncatingIfNeeded: (Int32(from[0]) &* 3 &+ Int32(from[1]) &+ 2) >> 2)
    for x in 1..<count - 1 {
      let near = Int32(from[x]) &* 3
      row[2 &* x] = UInt8(truncatingIfNeeded: (near &+ Int32(from[x &- 1]) &+ 1) >> 2)
      row[2 &* x &+ 1] = UInt8(truncatingIfNeeded: (near &+ Int32(from[x &+ 1]) &+ 2) >> 2)
    }
    let last = count - 1
    row[2 * last] = UInt8(truncatingIfNeeded: (Int32(from[last]) &* 3 &+ Int32(from[last - 1]) &+ 1) >> 2)
    row[2 * last + 1] = from[last]
  }

  /// The same on vertical sums of weight 4.
  private func widenSums(_ from: UnsafePointer<Int32>, _ count: Int, to row: UnsafeMutablePointer<UInt8>) {
    row[0] = UInt8(truncatingIfNeeded: (from[0] &* 4 &+ 8) >> 4)
    row[1] = UInt8(truncatingIfNeeded: (from[0] &* 3 &+ from[1] &+ 7) >> 4)
    for x in 1..<count - 1 {
      let near = from[x] &* 3
      row[2 &* x] = UInt8(truncatingIfNeeded: (near &+ from[x &- 1] &+ 8) >> 4)
      row[2 &* x &+ 1] = UInt8(truncatingIfNeeded: (near &+ from[x &+ 1] &+ 7) >> 4)
    }
    let last = count - 1
    row[2 * last] = UInt8(truncatingIfNeeded: (from[last] &* 3 &+ from[last - 1] &+ 8) >> 4)
    row[2 * last + 1] = UInt8(truncatingIfNeeded: (from[last] &* 4 &+ 7) >> 4)
  }

  @inline(__always)
  private func clamped(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(value, 0), 255))
  }

  /// RGB of full-range YCbCr in 16-bit fixed point (JFIF; the factors are 1.402, 0.34414, 0.71414 and 1.772).
  @inline(__always)
  private func rgb(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> (UInt8, UInt8, UInt8) {
    let luma = Int32(y)
    let blue = Int32(cb) &- 128
    let red = Int32(cr) &- 128
    return (
      clamped(luma &+ (red &* 91881 &+ 32768) >> 16),
      clamped(luma &+ (32768 &- blue &* 22554 &- red &* 46802) >> 16),
      clamped(luma &+ (blue &* 116130 &+ 32768) >> 16)
    )
  }

  private func convert(_ lines: [UnsafePointer<UInt8>], to output: UnsafeMutablePointer<UInt8>) {
    switch space {
    case .gray: output.update(from: lines[0], count: width)
    case .ycc:
      let (luma, blue, red) = (lines[0], lines[1], lines[2])
      for x in 0..<width {
        let color = rgb(luma[x], blue[x], red[x])
        output[x &* 3] = color.0
        output[x &* 3 &+ 1] = color.1
        output[x &* 3 &+ 2] = color.2
      }
    case .rgb:
      for x in 0..<width {
        for c in 0..<3 { output[x &* 3 &+ c] = lines[c][x] }
      }
    case .cmyk:
      for x in 0..<width {
        let black = lines[3][x]
        for c in 0..<3 { output[x &* 3 &+ c] = ink(lines[c][x], black) }
      }
    case .ycck:
      for x in 0..<width {
        let color = rgb(lines[0][x], lines[1][x], lines[2][x])
        let black = lines[3][x]
        output[x &* 3] = ink(255 &- color.0, black)
        output[x &* 3 &+ 1] = ink(255 &- color.1, black)
        output[x &* 3 &+ 2] = ink(255 &- color.2, black)
      }
    }
  }

  /// A colour from an inverted ink and inverted black.
  @inline(__always)
  private func ink(_ value: UInt8, _ black: UInt8) -> UInt8 {
    black &- multiply255(255 &- value, black)
  }
}
