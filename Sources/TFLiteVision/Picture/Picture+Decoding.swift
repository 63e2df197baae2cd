extension Picture {
  /// An encoded format that the first bytes of a file tell.
  public enum FileFormat: String, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics.
    case png = "PNG"
    /// JPEG, baseline, extended or progressive.
    case jpeg = "JPEG"
    /// Windows or OS/2 bitmap.
    case bmp = "BMP"
    /// Portable bitmap, graymap or pixmap: P1 to P6.
    case netpbm = "PNM"

    /// The format whose signature `bytes` begin with, or nil.
    public init?(sniffing bytes: some Collection<UInt8>) {
      let head = Array(bytes.prefix(8))
      if head == PNGDecoder.signature {
        self = .png
      } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
        self = .jpeg
      } else if head.starts(with: [0x42, 0x4D]) {
        self = .bmp
      } else if head.count >= 3, head[0] == 0x50, (0x31...0x36).contains(head[1]),
        NetpbmDecoder.isSpace(head[2]) || head[2] == 0x23
      {
        self = .netpbm
      } else {
        return nil
      }
    }
  }

  /// The picture in a file, turned upright by its EXIF orientation where it has one.
  /// - Throws: ``PictureError`` with the path, the byte offset, what was expected and what was found.
  public init(contentsOf path: String, limits: DecodingLimits = DecodingLimits()) throws(PictureError) {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw PictureError(.unreadableFile, expected: "a readable picture file", found: error.reason, file: path)
    }
    do {
      try self.init(decoding: bytes, limits: limits)
    } catch {
      throw error.naming(file: path)
    }
  }

  /// The picture encoded in `bytes`, its format told by the first of them.
  ///
  /// PNG, BMP and PNM give the stored values (16-bit samples by their high byte). JPEG is the accurate integer inverse
  /// transform with triangle upsampling, as libjpeg-turbo's default; on Apple platforms ImageIO decodes JPEG, and
  /// everything that is not one of ``FileFormat``.
  /// - Throws: ``PictureError`` with the byte offset, what was expected and what was found.
  public init(decoding bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(PictureError) {
    guard let format = FileFormat(sniffing: bytes) else {
      #if canImport(ImageIO)
      self = try ImageIODecoder.decode(bytes, limits: limits)
      return
      #else
      let head = bytes.prefix(8).map { hexadecimal($0) }.joined(separator: " ")
      throw PictureError(
        .unknownFormat, at: 0, expected: "a PNG, JPEG, BMP or PNM signature",
        found: bytes.isEmpty ? "no bytes" : ForeignFormat.name(of: bytes) ?? head)
      #endif
    }
    switch format {
    case .png: self = try PNGDecoder.decode(bytes, limits: limits)
    case .jpeg:
      #if canImport(ImageIO)
      self = try ImageIODecoder.decode(bytes, limits: limits)
      #else
      self = try JPEGDecoder.decode(bytes, limits: limits)
      #endif
    case .bmp: self = try BMPDecoder.decode(bytes, limits: limits)
    case .netpbm: self = try NetpbmDecoder.decode(bytes, limits: limits)
    }
  }

  /// The picture as a PNG file's bytes: 8 bits a channel, gray, RGB or RGBA as ``format`` says.
  public func pngEncoded() -> [UInt8] {
    PNGEncoder.encode(self)
  }

  /// Writes the picture as a PNG file.
  /// - Throws: ``PictureError`` when the file cannot be written.
  public func writePNG(to path: String) throws(PictureError) {
    do {
      try FileBytes.write(pngEncoded(), to: path)
    } catch {
      throw PictureError(.unreadableFile, format: "PNG", expected: "a writable file", found: error.reason, file: path)
    }
  }
}
