import Foundation

extension NSNotification.Name {
  /// A model that `ModelManager.download` asked for is ready to use: it was downloaded, or is the newest already. Posted
  /// once for every call, on the manager's `completionQueue`.
  public static let firebaseMLModelDownloadDidSucceed = NSNotification.Name("FIRModelDownloadDidSucceedNotification")

  /// A download that `ModelManager.download` asked for failed or was cancelled. Posted once for every call, on the
  /// manager's `completionQueue`.
  public static let firebaseMLModelDownloadDidFail = NSNotification.Name("FIRModelDownloadDidFailNotification")
}

/// The keys of a notification's `userInfo`, by their raw values.
public struct ModelDownloadUserInfoKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The `RemoteModel` that was given to `download`.
  public static let remoteModel = ModelDownloadUserInfoKey(rawValue: "FIRModelDownloadUserInfoKeyRemoteModel")
  /// The `NSError` of `ModelInterpreterErrorDomain`; absent on success.
  public static let error = ModelDownloadUserInfoKey(rawValue: "FIRModelDownloadUserInfoKeyError")
}
