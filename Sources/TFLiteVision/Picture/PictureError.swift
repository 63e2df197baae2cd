/// Why a picture could not be read, written or reshaped.
///
/// One line names the file (when there is one), the format, the byte where reading stopped, what was expected there
/// and what was found.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. New kinds may be added; compare with the constants, do not switch exhaustively.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The file could not be opened or read.
    public static let unreadableFile = Code(name: "unreadableFile")
    /// The first bytes belong to no known picture format.
    public static let unknownFormat = Code(name: "unknownFormat")
    /// The data ends before the picture does.
    public static let truncated = Code(name: "truncated")
    /// A value in the data contradicts the format.
    public static let corrupt = Code(name: "corrupt")
    /// The data is valid but uses a feature that is not decoded here.
    public static let unsupported = Code(name: "unsupported")
    /// The picture is larger than ``DecodingLimits`` allow.
    public static let tooLarge = Code(name: "tooLarge")
    /// The caller passed a size, rectangle or byte count that does not fit.
    public static let invalidArgument = Code(name: "invalidArgument")
  }

  /// The kind of failure.
  public let code: Code
  /// The path of the file, or nil for pictures decoded from memory.
  public private(set) var file: String?
  /// The format's name, for example "PNG"; empty when it is not known.
  public let format: String
  /// The position in the encoded data, when the failure has one.
  public let byteOffset: Int?
  /// What a valid picture has at this place.
  public let expected: String
  /// What this one has.
  public let found: String

  package init(
    _ code: Code, format: String = "", at byteOffset: Int? = nil, expected: String, found: String, file: String? = nil
  ) {
    self.code = code
    self.file = file
    self.format = format
    self.byteOffset = byteOffset
    self.expected = expected
    self.found = found
  }

  /// The same error with the file's path added.
  package func naming(file: String) -> PictureError {
    var copy = self
    copy.file = file
    return copy
  }

  /// One line with all parts.
  public var description: String {
    var place = format.isEmpty ? "picture" : format
    if let byteOffset { place += " at byte \(byteOffset)" }
    if let file { place = "\(file): \(place)" }
    return "\(place): expected \(expected), found \(found)"
  }
}

/// Limits that keep a hostile picture from using all memory.
public struct DecodingLimits: Hashable, Sendable {
  /// The largest accepted product of width and height.
  public var maximumPixels: Int

  /// Limits; 64 Mi pixels unless told otherwise.
  public init(maximumPixels: Int = 1 << 26) {
    self.maximumPixels = maximumPixels
  }

  /// Checks a header's size and returns the pixel count.
  func pixelCount(width: Int, height: Int, format: String, at offset: Int) throws(PictureError) -> Int {
    guard width > 0, height > 0 else {
      throw PictureError(
        .corrupt, format: format, at: offset, expected: "a width and height above 0", found: "\(width)x\(height)")
    }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= maximumPixels, pixels <= Int.max / 16 else {
      throw PictureError(
        .tooLarge, format: format, at: offset, expected: "at most \(maximumPixels) pixels",
        found: "\(width)x\(height)")
    }
    return pixels
  }
}
