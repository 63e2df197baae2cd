/// Writes PNG, 8 bits a sample, not interlaced.
package enum PNGEncoder {
  /// The file's bytes. Each row takes the filter with the least sum of absolute (signed) differences.
  package static func encode(_ picture: Picture) -> [UInt8] {
    var file = PNGDecoder.signature
    var header: [UInt8] = []
    appendBigEndian(UInt32(truncatingIfNeeded: picture.width), to: &header)
    appendBigEndian(UInt32(truncatingIfNeeded: picture.height), to: &header)
    let colorType: PNGHeader.ColorType =
      switch picture.format {
      case .gray: .gray
      case .rgb: .rgb
      case .rgba: .rgba
      }
    header += [8, UInt8(colorType.rawValue), 0, 0, 0]
    appendChunk("IHDR", header, to: &file)
    let filtered = filteredRows(picture)
    appendChunk("IDAT", filtered.withUnsafeBufferPointer { Deflate.zlibStream($0) }, to: &file)
    appendChunk("IEND", [], to: &file)
    return file
  }

  private static func filteredRows(_ picture: Picture) -> [UInt8] {
    let row = picture.bytesPerRow
    let step = picture.channels
    let zeros = [UInt8](repeating: 0, count: row)
    return picture.bytes.withUnsafeBufferPointer { pixels in
      zeros.withUnsafeBufferPointer { zeros in
        [UInt8](unsafeUninitializedCapacity: (row + 1) * picture.height) { output, count in
          guard let base = pixels.baseAddress, let zeroRow = zeros.baseAddress, let out = output.baseAddress else {
            return
          }
          let trial = UnsafeMutablePointer<UInt8>.allocate(capacity: row)
          defer { trial.deallocate() }
          for y in 0..<picture.height {
            let line = base + y * row
            let above = y > 0 ? line - row : zeroRow
            let target = out + y * (row + 1)
            var best = Int.max
            for filter in 0..<5 {
              apply(filter, line, above, row, step, to: trial)
              var cost = 0
              for i in 0..<row { cost &+= Int(abs(Int32(Int8(bitPattern: trial[i])))) }
              if cost < best {
                best = cost
                target[0] = UInt8(filter)
                (target + 1).update(from: trial, count: row)
              }
            }
          }
          count = (row + 1) * picture.height
        }
      }
    }
  }

  private static func apply(
    _ filter: Int, _ line: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int, _ step: Int,
    to output: UnsafeMutablePointer<UInt8>
  ) {
    for i in 0..<min(step, count) {
      switch filter {
      case 2, 4: output[i] = line[i] &- above[i]
      case 3: output[i] = line[i] &- above[i] >> 1
      default: output[i] = line[i]
      }
    }
    guard step < count else { return }
    switch filter {
    case 0: for i in step..<count { output[i] = line[i] }
    case 1: for i in step..<count { output[i] = line[i] &- line[i &- step] }
    case 2: for i in step..<count { output[i] = line[i] &- above[i] }
    case 3:
      for i in step..<count {
        output[i] = line[i] &- UInt8(truncatingIfNeeded: (UInt16(line[i &- step]) &+ UInt16(above[i])) >> 1)
      }
    default:
      for i in step..<count {
        output[i] =
          line[i] &- PNGFilter.predictor(left: line[i &- step], up: above[i], corner: above[i &- step])
      }
    }
  }

  static func appendBigEndian(_ value: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  private static func appendChunk(_ name: String, _ body: [UInt8], to file: inout [UInt8]) {
    appendBigEndian(UInt32(truncatingIfNeeded: body.count), to: &file)
    let start = file.count
    file += name.utf8
    file += body
    let checksum = file.withUnsafeBufferPointer { CRC32.checksum(UnsafeBufferPointer(rebasing: $0[start...])) }
    appendBigEndian(checksum, to: &file)
  }
}
