// What brings `localizedDescription` to the runtime's errors, which this module's functions throw too.
import TFLiteFoundation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `localizedDescription`, as alerts show it, is the error's own line.
extension VisionError: LocalizedError {
  /// What is wrong, in what and where.
  public var errorDescription: String? { description }
}

/// `localizedDescription`, as alerts show it, is the error's own line.
extension PictureError: LocalizedError {
  /// What is wrong, in what and where.
  public var errorDescription: String? { description }
}
