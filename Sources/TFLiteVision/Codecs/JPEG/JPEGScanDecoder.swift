/// Decodes the entropy-coded data of one scan into samples (sequential) or stored coefficients (progressive).
struct JPEGScanDecoder {
  private let frame: JPEGFrame
  private let header: JPEGScanHeader
  private let dcTables: [JPEGHuffmanTable?]
  private let acTables: [JPEGHuffmanTable?]
  private let restartInterval: Int
  private let reader: ByteReader
  private var bits: JPEGBitReader
  private var predictions = [Int32](repeating: 0, count: 4)
  private var endOfBandRun = 0

  init(
    frame: JPEGFrame, header: JPEGScanHeader, dcTables: [JPEGHuffmanTable?], acTables: [JPEGHuffmanTable?],
    restartInterval: Int, reader: ByteReader
  ) {
    self.frame = frame
    self.header = header
    self.dcTables = dcTables
    self.acTables = acTables
    self.restartInterval = restartInterval
    self.reader = reader
    bits = JPEGBitReader(reader.bytes, position: reader.position)
  }

  /// One component of the scan with its tables; unused tables stay nil.
  private struct Channel {
    let component: JPEGComponent
    let slot: Int
    let dc: JPEGTablePointers?
    let ac: JPEGTablePointers?
    let quantization: UnsafeMutablePointer<UInt16>
    let scratch: UnsafeMutablePointer<Int16>

    func deallocate() {
      dc?.deallocate()
      ac?.deallocate()
      quantization.deallocate()
      scratch.deallocate()
    }
  }

  private func error(_ expected: String, _ found: String, _ code: PictureError.Code = .corrupt) -> PictureError {
    reader.error(code, at: bits.position, expected: expected, found: found)
  }

  /// Decodes the whole scan.
  /// - Returns: the offset at which to look for the next marker.
  mutating func decode() throws(PictureError) -> Int {
    var channels: [Channel] = []
    defer {
      for channel in channels { channel.deallocate() }
    }
    let needsDC = header.spectralStart == 0 && header.approximationHigh == 0
    let needsAC = header.spectralEnd > 0
    for (slot, index) in header.components.enumerated() {
      let component = frame.components[index]
      let dc = dcTables[header.dcTables[slot]]
      let ac = acTables[header.acTables[slot]]
      guard dc != nil || !needsDC, ac != nil || !needsAC else {
        throw error("a Huffman table for component \(component.identifier)", "none")
      }
      let quantization = UnsafeMutablePointer<UInt16>.allocate(capacity: 64)
      quantization.initialize(repeating: 0, count: 64)
      for (i, value) in (component.quantization ?? []).enumerated() { quantization[i] = value }
      let scratch = UnsafeMutablePointer<Int16>.allocate(capacity: 64)
      scratch.initialize(repeating: 0, count: 64)
      channels.append(
        Channel(
          component: component, slot: slot, dc: needsDC ? dc.map { JPEGTablePointers($0) } : nil,
          ac: needsAC ? ac.map { JPEGTablePointers($0) } : nil, quantization: quantization, scratch: scratch))
    }
    if channels.count == 1 {
      try decodeAlone(channels[0])
    } else {
      try decodeInterleaved(channels)
    }
    return bits.position
  }

  private mutating func decodeAlone(_ channel: Channel) throws(PictureError) {
    let columns = channel.component.usedBlocksPerRow
    let rows = channel.component.usedBlocksPerColumn
    var unit = 0
    for row in 0..<rows {
      for column in 0..<columns {
        if restartInterval > 0, unit > 0, unit % restartInterval == 0 { try restart(unit) }
        try decodeBlock(channel, column: column, row: row)
        unit += 1
      }
      guard !bits.isExhausted else {
        throw error("\(rows) rows of blocks", "the end of the data in row \(row)", .truncated)
      }
    }
  }

  private mutating func decodeInterleaved(_ channels: [Channel]) throws(PictureError) {
    let columns = frame.geometry.mcusPerRow
    let rows = frame.geometry.mcusPerColumn
    var unit = 0
    for row in 0..<rows {
      for column in 0..<columns {
        if restartInterval > 0, unit > 0, unit % restartInterval == 0 { try restart(unit) }
        for channel in channels {
          let component = channel.component
          for y in 0..<component.vertical {
            for x in 0..<component.horizontal {
              try decodeBlock(
                channel, column: column * component.horizontal + x, row: row * component.vertical + y)
            }
          }
        }
        unit += 1
      }
      guard !bits.isExhausted else {
        throw error("\(rows) rows of blocks", "the end of the data in row \(row)", .truncated)
      }
    }
  }

  private mutating func restart(_ unit: Int) throws(PictureError) {
    guard !bits.isExhausted else {
      throw error("data up to restart \(unit / restartInterval)", "a marker", .truncated)
    }
    let number = (unit / restartInterval - 1) & 7
    guard bits.restart(number: number) else {
      throw error("restart marker FFD\(number)", "another marker")
    }
    for i in predictions.indices { predictions[i] = 0 }
    endOfBandRun = 0
  }

  @inline(__always)
  private mutating func decodeBlock(_ channel: Channel, column: Int, row: Int) throws(PictureError) {
    let component = channel.component
    guard let stored = component.coefficients else {
      let last = try sequentialBlock(channel)
      JPEGTransform.inverse(
        channel.scratch, channel.quantization, hasAC: last > 0, to: component.block(column: column, row: row),
        stride: component.stride)
      channel.scratch.update(repeating: 0, count: last > 0 ? 64 : 1)
      return
    }
    let block = stored + (row * component.blocksPerRow + column) * 64
    switch (header.spectralStart, header.approximationHigh) {
    case (0, 0): try firstDC(channel, block)
    case (0, _):
      if bits.bit() { block[0] |= 1 << Int16(header.approximationLow) }
    case (_, 0): try firstAC(channel, block)
    default: try refineAC(channel, block)
    }
  }

  /// The next DC value of a component.
  @inline(__always)
  private mutating func dcValue(_ channel: Channel, _ table: JPEGTablePointers) throws(PictureError) -> Int32 {
    bits.fill()
    let size = bits.symbol(table)
    guard size >= 0, size <= 15 else { throw error("a DC code of at most 15 bits", "\(size)") }
    bits.fill()
    predictions[channel.slot] &+= bits.signed(size)
    return predictions[channel.slot]
  }

  /// Decodes a sequential block into the scratch block, which is zero before.
  /// - Returns: the stream position of the last coefficient.
  @inline(__always)
  private mutating func sequentialBlock(_ channel: Channel) throws(PictureError) -> Int {
    guard let dc = channel.dc, let ac = channel.ac else { return 0 }
    let block = channel.scratch
    block[0] = Int16(truncatingIfNeeded: try dcValue(channel, dc))
    var k = 1
    var last = 0
    while k < 64 {
      bits.fill()
      let code = bits.symbol(ac)
      guard code >= 0 else { throw error("an AC code", "an unused code") }
      let size = code & 15
      let run = code >> 4
      if size == 0 {
        if run != 15 { break }
        k &+= 16
        continue
      }
      k &+= run
      guard k < 64 else { throw error("at most 63 AC coefficients", "a run past the end") }
      block[Self.zigzag[k]] = Int16(truncatingIfNeeded: bits.signed(size))
      last = k
      k &+= 1
    }
    return last
  }

  private mutating func firstDC(_ channel: Channel, _ block: UnsafeMutablePointer<Int16>) throws(PictureError) {
    guard let dc = channel.dc else { return }
    let value = try dcValue(channel, dc)
    block[0] = Int16(truncatingIfNeeded: value << Int32(header.approximationLow))
  }

  private mutating func firstAC(_ channel: Channel, _ block: UnsafeMutablePointer<Int16>) throws(PictureError) {
    guard let ac = channel.ac else { return }
    if endOfBandRun > 0 {
      endOfBandRun -= 1
      return
    }
    var k = header.spectralStart
    while k <= header.spectralEnd {
      bits.fill()
      let code = bits.symbol(ac)
      guard code >= 0 else { throw error("an AC code", "an unused code") }
      let size = code & 15
      let run = code >> 4
      if size == 0 {
        if run == 15 {
          k += 16
          continue
        }
        endOfBandRun = 1 << run
        if run > 0 { endOfBandRun += Int(bits.bits(run)) }
        endOfBandRun -= 1
        return
      }
      k += run
      guard k <= header.spectralEnd else { throw error("coefficients of this band", "a run past its end") }
      block[Self.zigzag[k]] = Int16(truncatingIfNeeded: bits.signed(size) << Int32(header.approximationLow))
      k += 1
    }
  }

  /// A refinement (T.81, G.1.2.3): each known coefficient gets one more bit, new ones appear with the lowest bit set.
  private mutating func refineAC(_ channel: Channel, _ block: UnsafeMutablePointer<Int16>) throws(PictureError) {
    guard let ac = channel.ac else { return }
    let step = Int16(1) << Int16(header.approximationLow)
    var k = header.spectralStart
    if endOfBandRun == 0 {
      while k <= header.spectralEnd {
        bits.fill()
        let code = bits.symbol(ac)
        guard code >= 0 else { throw error("an AC code", "an unused code") }
        var run = code >> 4
        var value: Int16 = 0
        switch code & 15 {
        case 0:
          if run < 15 {
            endOfBandRun = 1 << run
            if run > 0 { endOfBandRun += Int(bits.bits(run)) }
          }
        case 1: value = bits.bits(1) != 0 ? step : 0 &- step
        default: throw error("a new coefficient of one bit", "\(code & 15) bits")
        }
        if endOfBandRun > 0 { break }
        while k <= header.spectralEnd {
          let place = Self.zigzag[k]
          if block[place] != 0 {
            refine(&block[place], step)
          } else {
            if run == 0 {
              block[place] = value
              k += 1
              break
            }
            run -= 1
          }
          k += 1
        }
      }
    }
    guard endOfBandRun > 0 else { return }
    while k <= header.spectralEnd {
      let place = Self.zigzag[k]
      if block[place] != 0 { refine(&block[place], step) }
      k += 1
    }
    endOfBandRun -= 1
  }

  @inline(__always)
  private mutating func refine(_ coefficient: inout Int16, _ step: Int16) {
    guard bits.bit(), coefficient & step == 0 else { return }
    coefficient = coefficient >= 0 ? coefficient &+ step : coefficient &- step
  }

  /// ``JPEGZigzag/order`` at a fixed address.
  private nonisolated(unsafe) static let zigzag: UnsafePointer<Int> = {
    let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 64)
    for (i, place) in JPEGZigzag.order.enumerated() { (pointer + i).initialize(to: place) }
    return UnsafePointer(pointer)
  }()
}
