import TFLiteVision
import Testing

@Suite struct PreprocessingTests {
  let picture: Picture

  /// 2 rows of 3 pixels whose values name row, column and channel: 100 y + 10 x + c.
  init() throws {
    var bytes: [UInt8] = []
    for y: UInt8 in 0..<2 {
      for x: UInt8 in 0..<3 {
        for c: UInt8 in 0..<3 { bytes.append(100 * y + 10 * x + c) }
      }
    }
    picture = try Picture(width: 3, height: 2, format: .rgb, bytes: bytes)
  }

  /// The transposing index of often copied code gives another order.
  @Test func writesRowsThenColumnsThenChannels() throws {
    let plain = Preprocessing(width: 3, height: 2, encoding: .raw(.uint8))
    #expect(
      try plain.bytes(of: picture) == [0, 1, 2, 10, 11, 12, 20, 21, 22, 100, 101, 102, 110, 111, 112, 120, 121, 122])
    let reversed = Preprocessing(width: 3, height: 2, channels: .bgr, encoding: .raw(.uint8))
    #expect(try reversed.bytes(of: picture).prefix(6) == [2, 1, 0, 12, 11, 10])
    let gray = Preprocessing(width: 3, height: 2, channels: .gray, encoding: .raw(.uint8))
    #expect(try gray.bytes(of: picture) == [1, 11, 21, 101, 111, 121])
  }

  private func floats(_ bytes: [UInt8]) -> [Float] {
    bytes.withUnsafeBytes { buffer in
      (0..<bytes.count / 4).map { buffer.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
  }

  private func words(_ bytes: [UInt8]) -> [Int16] {
    bytes.withUnsafeBytes { buffer in
      (0..<bytes.count / 2).map { buffer.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self) }
    }
  }

  @Test func normalizes() throws {
    var one = Preprocessing(width: 3, height: 2, encoding: .float32(.zeroToOne))
    #expect(try floats(one.bytes(of: picture)) == picture.bytes.map { Float($0) / 255 })
    one.encoding = .float32(.minusOneToOne)
    #expect(try floats(one.bytes(of: picture)) == picture.bytes.map { (Float($0) - 127.5) / 127.5 })
    one.encoding = .float32(.init(mean: [1, 2, 3], std: [2, 4, 8]))
    #expect(try floats(one.bytes(of: picture)).prefix(6) == [-0.5, -0.25, -0.125, 4.5, 2.25, 1.125])
    one.encoding = .float32(.imageNet)
    #expect(try floats(one.bytes(of: picture))[1] == (Float(1) - 116.28) / 57.12)
  }

  @Test func quantizes() throws {
    let row = try Picture(width: 5, height: 1, format: .gray, bytes: [0, 1, 127, 128, 255])
    func levels(_ encoding: Preprocessing.Encoding) throws -> [UInt8] {
      try Preprocessing(width: 5, height: 1, channels: .gray, encoding: encoding).bytes(of: row)
    }
    func signed(_ encoding: Preprocessing.Encoding) throws -> [Int8] {
      try levels(encoding).map { Int8(bitPattern: $0) }
    }
    #expect(try levels(.raw(.uint8)) == [0, 1, 127, 128, 255])
    #expect(try signed(.raw(.int8)) == [-128, -127, -1, 0, 127])
    #expect(try words(levels(.raw(.int16))) == [0, 1, 127, 128, 255])
    #expect(try levels(.quantized(.uint8, scale: 1 / 255, zeroPoint: 0, .zeroToOne)) == [0, 1, 127, 128, 255])
    #expect(try signed(.quantized(.int8, scale: 1 / 255, zeroPoint: -128, .zeroToOne)) == [-128, -127, -1, 0, 127])
    // Halves go away from zero, and ends saturate.
    #expect(
      try signed(.quantized(.int8, scale: 2, zeroPoint: 0, .init(mean: [128], std: [1]))) == [-64, -64, -1, 0, 64])
    #expect(try signed(.quantized(.int8, scale: 0.5, zeroPoint: 10, .none)) == [10, 12, 127, 127, 127])
    #expect(
      try words(levels(.quantized(.int16, scale: 1 / 32768, zeroPoint: 0, .minusOneToOne)))
        == [-32768, -32511, -129, 129, 32767])
  }

  struct LayoutCase {
    let layout: PixelLayout
    let pixel: [UInt8]
  }

  @Test(arguments: [
    LayoutCase(layout: .rgb, pixel: [1, 2, 3]), LayoutCase(layout: .bgr, pixel: [3, 2, 1]),
    LayoutCase(layout: .rgba, pixel: [1, 2, 3, 9]), LayoutCase(layout: .bgra, pixel: [3, 2, 1, 9]),
    LayoutCase(layout: .argb, pixel: [9, 1, 2, 3]), LayoutCase(layout: .abgr, pixel: [9, 3, 2, 1]),
  ])
  func readsLayoutsAndStrides(_ row: LayoutCase) throws {
    // Two rows of two pixels with five bytes of padding that must not be read.
    let line = row.pixel + row.pixel.map { $0 + 100 }
    let bytes = line + [UInt8](repeating: 255, count: 5) + line.map { $0 + 50 }
    let written = try bytes.withUnsafeBytes { buffer -> [[UInt8]] in
      let view = try PixelView(
        buffer, width: 2, height: 2, bytesPerRow: line.count + 5, layout: row.layout)
      return try [ChannelOrder.rgb, .bgr].map { order in
        var output = [UInt8](repeating: 0, count: 12)
        try output.withUnsafeMutableBytes { tensor in
          _ = try Preprocessing(width: 2, height: 2, channels: order, encoding: .raw(.uint8)).write(view, into: tensor)
        }
        return output
      }
    }
    #expect(written[0] == [1, 2, 3, 101, 102, 103, 51, 52, 53, 151, 152, 153])
    #expect(written[1] == [3, 2, 1, 103, 102, 101, 53, 52, 51, 153, 152, 151])
  }

  @Test(arguments: [
    Resampling.antialiasedBilinear, .bilinear(.halfPixelCenters), .bilinear(.topLeft), .nearest(.topLeft),
  ])
  func resizesLikePicture(_ resampling: Resampling) throws {
    var random = SeededGenerator(seed: 3)
    let large = try Picture(
      width: 31, height: 23, format: .rgba,
      bytes: (0..<31 * 23 * 4).map { _ in UInt8.random(in: 0...255, using: &random) })
    let input = Preprocessing(width: 9, height: 40, encoding: .raw(.uint8), resampling: resampling)
    #expect(
      try input.bytes(of: large)
        == large.converted(to: .rgb).resized(width: 9, height: 40, resampling).bytes)
    let cropped = Preprocessing(
      width: 10, height: 10, encoding: .raw(.uint8), fit: .centerCrop, resampling: resampling)
    let square = large.centerCropped(aspectWidth: 1, aspectHeight: 1).converted(to: .rgb)
    #expect(try cropped.bytes(of: large) == square.resized(width: 10, height: 10, resampling).bytes)
    let boxed = Preprocessing(
      width: 14, height: 14, encoding: .raw(.uint8), fit: .letterbox(7), resampling: resampling)
    #expect(
      try boxed.bytes(of: large)
        == large.converted(to: .rgb).letterboxed(width: 14, height: 14, color: [7, 7, 7], resampling).bytes)
  }

  @Test func mapsBoxesBack() throws {
    let wide = try Picture(width: 200, height: 100, format: .rgb, color: [1, 2, 3])
    func box(_ fit: Preprocessing.Fit) throws -> BoundingBox {
      var tensor = [UInt8](repeating: 0, count: 50 * 50 * 3)
      return try tensor.withUnsafeMutableBytes { buffer in
        try Preprocessing(width: 50, height: 50, encoding: .raw(.uint8), fit: fit).write(wide, into: buffer)
          .pictureBox(BoundingBox(top: 0.5, left: 0.25, bottom: 1, right: 0.75))
      }
    }
    #expect(try box(.stretch) == BoundingBox(top: 0.5, left: 0.25, bottom: 1, right: 0.75))
    // The crop shows columns 50 to 150, the letterbox rows -50 to 150.
    #expect(try box(.centerCrop) == BoundingBox(top: 0.5, left: 0.375, bottom: 1, right: 0.625))
    let boxed = try box(.letterbox(0))
    #expect(abs(boxed.top - 0.5) < 0.03 && abs(boxed.bottom - 1.5) < 0.03)
    #expect(boxed.left == 0.25 && boxed.right == 0.75)
  }

  @Test func namesWrongSizes() throws {
    var tensor = [UInt8](repeating: 0, count: 11)
    let error = try #require(throws: VisionError.self) {
      try tensor.withUnsafeMutableBytes { buffer in
        _ = try Preprocessing(width: 3, height: 2, encoding: .raw(.uint8)).write(picture, into: buffer)
      }
    }
    #expect(error.description == "image input: expected 18 bytes for 2x3x3, found 11 bytes")
    for encoding: Preprocessing.Encoding in [
      .float32(.init(mean: [1, 2], std: [1])), .float32(.init(mean: [0], std: [0])),
      .quantized(.int8, scale: 0, zeroPoint: 0, .none), .quantized(.int8, scale: .nan, zeroPoint: 0, .none),
      .quantized(.int8, scale: 1, zeroPoint: .max, .none),
    ] {
      #expect(throws: VisionError.self) {
        try Preprocessing(width: 3, height: 2, encoding: encoding).bytes(of: picture)
      }
    }
    [UInt8](repeating: 0, count: 20).withUnsafeBytes { buffer in
      #expect(throws: VisionError.self) { try PixelView(buffer, width: 3, height: 2, bytesPerRow: 11, layout: .rgba) }
      #expect(throws: VisionError.self) { try PixelView(buffer, width: 3, height: 2, layout: .rgba) }
      #expect(throws: VisionError.self) { try PixelView(buffer, width: 1, height: .max, layout: .rgba) }
      #expect(throws: Never.self) { try PixelView(buffer, width: 2, height: 2, bytesPerRow: 12, layout: .rgba) }
    }
  }
}
