/// Why a file is no model that can be run: what is wrong, and where.
public struct VerificationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line that names the thing, what was expected and what was found. What is long in the file is cut.
  public let message: String

  /// Where in the file, in bytes from its beginning.
  public let byteOffset: Int

  /// An error at a place of the file.
  public init(_ message: String, at byteOffset: Int) {
    self.message = BoundedText.of(message, longest: BoundedText.longestMessage)
    self.byteOffset = byteOffset
  }

  /// The message and the place.
  public var description: String {
    "\(message) (at byte \(byteOffset))"
  }
}
