import TFLiteRuntime

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `localizedDescription`, as alerts show it, is the error's own line.
extension RuntimeError: LocalizedError {
  /// What is wrong, in what and where.
  public var errorDescription: String? { description }
}
