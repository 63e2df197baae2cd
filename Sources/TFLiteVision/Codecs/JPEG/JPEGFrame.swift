/// One colour component: its sampling, its place in memory and what has been decoded of it.
final class JPEGComponent {
  let identifier: Int
  let horizontal: Int
  let vertical: Int
  let quantizationIndex: Int
  /// Blocks in a row and column of memory, whole MCUs.
  let blocksPerRow: Int
  let blocksPerColumn: Int
  /// Blocks in a row and column that hold pixels; what a scan of this component alone has.
  let usedBlocksPerRow: Int
  let usedBlocksPerColumn: Int
  /// Samples that belong to the picture.
  let sampleWidth: Int
  let sampleHeight: Int
  /// Fixed at the component's first scan.
  var quantization: [UInt16]?
  /// For each coefficient in stream order, how many of its lowest bits no scan has brought yet.
  var missingBits = [Int](repeating: 16, count: 64)
  /// `blocksPerRow * 8` samples a row.
  let samples: UnsafeMutablePointer<UInt8>
  /// Progressive frames only: 64 coefficients a block, row by row inside the block.
  let coefficients: UnsafeMutablePointer<Int16>?

  init(
    identifier: Int, horizontal: Int, vertical: Int, quantizationIndex: Int, frame: JPEGGeometry, isProgressive: Bool
  ) {
    self.identifier = identifier
    self.horizontal = horizontal
    self.vertical = vertical
    self.quantizationIndex = quantizationIndex
    blocksPerRow = frame.mcusPerRow * horizontal
    blocksPerColumn = frame.mcusPerColumn * vertical
    sampleWidth = (frame.width * horizontal + frame.maxHorizontal - 1) / frame.maxHorizontal
    sampleHeight = (frame.height * vertical + frame.maxVertical - 1) / frame.maxVertical
    usedBlocksPerRow = (sampleWidth + 7) / 8
    usedBlocksPerColumn = (sampleHeight + 7) / 8
    let count = blocksPerRow * blocksPerColumn * 64
    samples = .allocate(capacity: count)
    samples.initialize(repeating: 0, count: count)
    if isProgressive {
      let storage = UnsafeMutablePointer<Int16>.allocate(capacity: count)
      storage.initialize(repeating: 0, count: count)
      coefficients = storage
    } else {
      coefficients = nil
    }
  }

  deinit {
    samples.deallocate()
    coefficients?.deallocate()
  }

  var stride: Int { blocksPerRow * 8 }

  /// The top left sample of a block.
  func block(column: Int, row: Int) -> UnsafeMutablePointer<UInt8> {
    samples + row * 8 * stride + column * 8
  }
}

/// The sizes that all components share.
struct JPEGGeometry {
  let width: Int
  let height: Int
  let maxHorizontal: Int
  let maxVertical: Int

  var mcusPerRow: Int { (width + 8 * maxHorizontal - 1) / (8 * maxHorizontal) }
  var mcusPerColumn: Int { (height + 8 * maxVertical - 1) / (8 * maxVertical) }
}

/// A frame header and its components.
final class JPEGFrame {
  let geometry: JPEGGeometry
  let isProgressive: Bool
  let components: [JPEGComponent]

  /// Whether every component has been in a scan.
  var isShowable: Bool { components.allSatisfy { $0.quantization != nil } }
  /// Whether scans have brought every coefficient in full.
  var isComplete: Bool { components.allSatisfy { $0.missingBits.allSatisfy { $0 == 0 } } }

  init(
    _ body: inout ByteReader, isProgressive: Bool, fileSize: Int, limits: DecodingLimits
  ) throws(PictureError) {
    let start = body.position
    let precision = try body.u8("precision")
    guard precision == 8 else {
      throw body.error(.unsupported, at: start, expected: "8 bits a sample", found: "\(precision)")
    }
    let height = try body.u16BE("height")
    let width = try body.u16BE("width")
    _ = try limits.pixelCount(width: width, height: height, format: body.format, at: start + 1)
    let count = try body.u8("component count")
    guard [1, 3, 4].contains(count) else {
      throw body.error(.unsupported, at: start + 5, expected: "1, 3 or 4 components", found: "\(count)")
    }
    var headers: [(identifier: Int, horizontal: Int, vertical: Int, table: Int)] = []
    for _ in 0..<count {
      let identifier = try body.u8("component")
      let sampling = try body.u8("sampling factors")
      let table = try body.u8("quantisation table")
      guard (1...4).contains(sampling >> 4), (1...4).contains(sampling & 15), table < 4 else {
        throw body.error(
          .corrupt, at: body.position - 3, expected: "sampling factors of 1 to 4 and a table below 4",
          found: "\(sampling >> 4)x\(sampling & 15) and \(table)")
      }
      guard !headers.contains(where: { $0.identifier == identifier }) else {
        throw body.error(.corrupt, at: body.position - 3, expected: "a new component", found: "\(identifier) again")
      }
      headers.append((identifier, sampling >> 4, sampling & 15, table))
    }
    if count == 1 {
      // A lone component is never interleaved: its factors mean nothing.
      headers[0].horizontal = 1
      headers[0].vertical = 1
    }
    let geometry = JPEGGeometry(
      width: width, height: height, maxHorizontal: headers.map(\.horizontal).max() ?? 1,
      maxVertical: headers.map(\.vertical).max() ?? 1)
    let blocksPerMCU = headers.reduce(0) { $0 + $1.horizontal * $1.vertical }
    let blocks = geometry.mcusPerRow * geometry.mcusPerColumn * blocksPerMCU
    // Each block costs at least one bit: refuse before memory is taken for blocks that cannot come. Blocks that only
    // pad an MCU need not be in the file, so a quarter of the sum is the bound that always holds.
    guard blocks / 4 / 8 <= fileSize else {
      throw body.error(.truncated, at: start, expected: "\(blocks) blocks", found: "\(fileSize) bytes in all")
    }
    self.geometry = geometry
    self.isProgressive = isProgressive
    components = headers.map {
      JPEGComponent(
        identifier: $0.identifier, horizontal: $0.horizontal, vertical: $0.vertical, quantizationIndex: $0.table,
        frame: geometry, isProgressive: isProgressive)
    }
  }

  /// Turns a progressive frame's coefficients into samples.
  func transformStoredCoefficients() {
    for component in components {
      guard let stored = component.coefficients, let quantization = component.quantization else { continue }
      quantization.withUnsafeBufferPointer { table in
        guard let table = table.baseAddress else { return }
        for row in 0..<component.usedBlocksPerColumn {
          for column in 0..<component.usedBlocksPerRow {
            let block = stored + (row * component.blocksPerRow + column) * 64
            JPEGTransform.inverse(
              block, table, hasAC: true, to: component.block(column: column, row: row), stride: component.stride)
          }
        }
      }
    }
  }
}

/// A scan header: the components of the scan and the part of their coefficients.
struct JPEGScanHeader {
  /// Indices into the frame's components.
  private(set) var components: [Int] = []
  private(set) var dcTables: [Int] = []
  private(set) var acTables: [Int] = []
  let spectralStart: Int
  let spectralEnd: Int
  let approximationHigh: Int
  let approximationLow: Int

  init(_ body: inout ByteReader, frame: JPEGFrame) throws(PictureError) {
    let start = body.position
    let count = try body.u8("component count")
    guard (1...frame.components.count).contains(count) else {
      throw body.error(
        .corrupt, at: start, expected: "1 to \(frame.components.count) components in a scan", found: "\(count)")
    }
    for _ in 0..<count {
      let identifier = try body.u8("component")
      let tables = try body.u8("table selection")
      guard let index = frame.components.firstIndex(where: { $0.identifier == identifier }),
        !components.contains(index)
      else {
        throw body.error(
          .corrupt, at: body.position - 2, expected: "a component of the frame, once", found: "\(identifier)")
      }
      guard tables >> 4 < 4, tables & 15 < 4 else {
        throw body.error(.corrupt, at: body.position - 1, expected: "tables below 4", found: "\(tables)")
      }
      components.append(index)
      dcTables.append(tables >> 4)
      acTables.append(tables & 15)
    }
    let blocks = components.reduce(0) { $0 + frame.components[$1].horizontal * frame.components[$1].vertical }
    guard count == 1 || blocks <= 10 else {
      throw body.error(.corrupt, at: start, expected: "at most 10 blocks in an MCU", found: "\(blocks)")
    }
    let first = try body.u8("spectral start")
    let last = try body.u8("spectral end")
    let approximation = try body.u8("approximation")
    if frame.isProgressive {
      let isValid =
        first == 0 ? last == 0 : first <= last && last < 64 && count == 1
      let high = approximation >> 4
      let low = approximation & 15
      guard isValid, low <= 13, high == 0 || high == low + 1 else {
        throw body.error(
          .corrupt, at: body.position - 3, expected: "a progressive scan's spectral range and approximation",
          found: "\(first)...\(last), \(high) to \(low)")
      }
      (spectralStart, spectralEnd, approximationHigh, approximationLow) = (first, last, high, low)
    } else {
      (spectralStart, spectralEnd, approximationHigh, approximationLow) = (0, 63, 0, 0)
    }
  }
}
