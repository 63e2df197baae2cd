/// The five row filters of PNG.
enum PNGFilter {
  /// Undoes the filters of `rows` rows in place; each row is a filter byte and `rowBytes` bytes.
  /// - Returns: the first filter byte that is not 0 to 4, or nil.
  static func undo(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, rowBytes: Int, rows: Int, pixelBytes: Int
  ) -> Int? {
    guard var row = bytes.baseAddress else { return nil }
    var above: UnsafeMutablePointer<UInt8>?
    for _ in 0..<rows {
      let line = row + 1
      switch row[0] {
      case 0: break
      case 1:
        var i = pixelBytes
        while i < rowBytes {
          line[i] &+= line[i &- pixelBytes]
          i &+= 1
        }
      case 2:
        if let above {
          for i in 0..<rowBytes { line[i] &+= above[i] }
        }
      case 3: average(line, above, rowBytes, pixelBytes)
      case 4: paeth(line, above, rowBytes, pixelBytes)
      default: return Int(row[0])
      }
      above = line
      row += rowBytes + 1
    }
    return nil
  }

  private static func average(
    _ line: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>?, _ count: Int, _ pixelBytes: Int
  ) {
    for i in 0..<count {
      let left = i >= pixelBytes ? Int(line[i &- pixelBytes]) : 0
      let up = above.map { Int($0[i]) } ?? 0
      line[i] &+= UInt8(truncatingIfNeeded: (left &+ up) >> 1)
    }
  }

  private static func paeth(
    _ line: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>?, _ count: Int, _ pixelBytes: Int
  ) {
    // Without a row above, the predictor is always the left byte; in the first pixel it is the byte above.
    guard let above else {
      var i = pixelBytes
      while i < count {
        line[i] &+= line[i &- pixelBytes]
        i &+= 1
      }
      return
    }
    for i in 0..<min(pixelBytes, count) { line[i] &+= above[i] }
    var i = pixelBytes
    while i < count {
      line[i] &+= predictor(left: line[i &- pixelBytes], up: above[i], corner: above[i &- pixelBytes])
      i &+= 1
    }
  }

  /// The neighbour nearest to `left + up - corner`, in this order on ties.
  @inline(__always)
  static func predictor(left: UInt8, up: UInt8, corner: UInt8) -> UInt8 {
    let a = Int32(left)
    let b = Int32(up)
    let c = Int32(corner)
    let toLeft = abs(b &- c)
    let toUp = abs(a &- c)
    let toCorner = abs(a &+ b &- c &- c)
    if toLeft <= toUp, toLeft <= toCorner { return left }
    return toUp <= toCorner ? up : corner
  }
}

/// Turns unfiltered rows into the bytes of a ``Picture``.
struct PNGExpander {
  let header: PNGHeader
  let palette: [UInt8]
  let transparency: [UInt8]

  var format: Picture.Format {
    switch header.colorType {
    case .gray: transparency.isEmpty ? .gray : .rgba
    case .rgb, .palette: transparency.isEmpty ? .rgb : .rgba
    case .grayAlpha, .rgba: .rgba
    }
  }

  /// - Returns: nil when a pixel's index lies outside the palette.
  func expand(_ raw: UnsafeBufferPointer<UInt8>, passes: [PNGPass]) -> Picture? {
    guard let base = raw.baseAddress else { return nil }
    var isValid = true
    let channels = format.channels
    let picture = Picture(uncheckedWidth: header.width, height: header.height, format: format) { output in
      var row = base
      for pass in passes {
        let rowBytes = header.rowBytes(pass.width)
        for y in 0..<pass.height {
          let to = output + ((pass.y + y * pass.stepY) * header.width + pass.x) * channels
          isValid = expandRow(row + 1, pass.width, to: to, step: pass.stepX * channels) && isValid
          row += rowBytes + 1
        }
      }
    }
    return isValid ? picture : nil
  }

  /// Writes `count` pixels, `step` bytes from one to the next.
  private func expandRow(
    _ row: UnsafePointer<UInt8>, _ count: Int, to output: UnsafeMutablePointer<UInt8>, step: Int
  ) -> Bool {
    let bytesPerSample = header.bitDepth == 16 ? 2 : 1
    let samples = header.colorType.samples
    switch header.colorType {
    case .palette: return expandPaletteRow(row, count, to: output, step: step)
    case .gray: expandGrayRow(row, count, to: output, step: step)
    case .grayAlpha:
      for i in 0..<count {
        let from = row + i * 2 * bytesPerSample
        let to = output + i * step
        to[0] = from[0]
        to[1] = from[0]
        to[2] = from[0]
        to[3] = from[bytesPerSample]
      }
    case .rgb where !transparency.isEmpty:
      for i in 0..<count {
        let from = row + i * 3 * bytesPerSample
        let to = output + i * step
        var isTransparent = true
        for c in 0..<3 {
          to[c] = from[c * bytesPerSample]
          let low = from[c * bytesPerSample + bytesPerSample - 1]
          let high = bytesPerSample == 2 ? from[c * 2] : 0
          if high != transparency[c * 2] || low != transparency[c * 2 + 1] { isTransparent = false }
        }
        to[3] = isTransparent ? 0 : 255
      }
    case .rgb, .rgba:
      if bytesPerSample == 1, step == samples {
        output.update(from: row, count: count * samples)
      } else {
        for i in 0..<count {
          for c in 0..<samples { output[i * step + c] = row[(i * samples + c) * bytesPerSample] }
        }
      }
    }
    return true
  }

  private func expandGrayRow(
    _ row: UnsafePointer<UInt8>, _ count: Int, to output: UnsafeMutablePointer<UInt8>, step: Int
  ) {
    let depth = header.bitDepth
    if depth == 8, transparency.isEmpty, step == 1 {
      output.update(from: row, count: count)
      return
    }
    let key = transparency.isEmpty ? -1 : Int(transparency[0]) << 8 | Int(transparency[1])
    let scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1
    for i in 0..<count {
      let value = depth == 16 ? Int(row[i * 2]) << 8 | Int(row[i * 2 + 1]) : sample(row, i)
      let gray = depth == 16 ? row[i * 2] : UInt8(truncatingIfNeeded: value * scale)
      let to = output + i * step
      to[0] = gray
      if key >= 0 {
        to[1] = gray
        to[2] = gray
        to[3] = value == key ? 0 : 255
      }
    }
  }

  private func expandPaletteRow(
    _ row: UnsafePointer<UInt8>, _ count: Int, to output: UnsafeMutablePointer<UInt8>, step: Int
  ) -> Bool {
    let hasAlpha = !transparency.isEmpty
    let entries = palette.count / 3
    return palette.withUnsafeBufferPointer { colors in
      for i in 0..<count {
        let index = sample(row, i)
        guard index < entries else { return false }
        let to = output + i * step
        to[0] = colors[index * 3]
        to[1] = colors[index * 3 + 1]
        to[2] = colors[index * 3 + 2]
        if hasAlpha { to[3] = index < transparency.count ? transparency[index] : 255 }
      }
      return true
    }
  }

  /// Sample `i` of a row of one sample a pixel of at most 8 bits.
  @inline(__always)
  private func sample(_ row: UnsafePointer<UInt8>, _ i: Int) -> Int {
    let depth = header.bitDepth
    if depth == 8 { return Int(row[i]) }
    let bit = i &* depth
    return Int(row[bit >> 3]) >> (8 &- depth &- (bit & 7)) & (1 << depth &- 1)
  }
}
