import Foundation
import ModelHosting

extension ModelManager {
  /// The library that was set, or else that of the app's Firebase project.
  package func currentLibrary() -> Result<ModelLibrary, HostingError> {
    lock.withLock {
      if let chosenLibrary { return .success(chosenLibrary) }
      if let libraryOfProject { return libraryOfProject }
      let found = FirebaseProject.libraryOfBundle()
      libraryOfProject = found
      return found
    }
  }

  /// Makes a Firebase project the place where models come from, unless `library` is set; nil for the one in the main bundle.
  package func use(_ project: FirebaseHost.Options?) {
    let library = project.map { FirebaseProject.library($0, of: nil) }
    lock.withLock { libraryOfProject = library }
  }
}

/// Libraries of Firebase projects.
package enum FirebaseProject {
  private static let remedy =
    "set ModelManager.modelManager().library at the start of the app, as in `library = try ModelLibrary(FileHost(\"https://models.example.com/{name}.tflite\"))`"

  static func libraryOfBundle() -> Result<ModelLibrary, HostingError> {
    guard let path = Bundle.main.path(forResource: "GoogleService-Info", ofType: "plist") else {
      return .failure(
        HostingError(
          .failedPrecondition,
          "Nothing says where models are hosted: \(remedy), or add GoogleService-Info.plist to the app."))
    }
    do throws(HostingError) {
      return library(try FirebaseHost.Options(contentsOf: URL(fileURLWithPath: path)), of: nil)
    } catch {
      return .failure(error)
    }
  }

  /// The library of a project.
  /// - Parameter app: the name of the app where it is not the default one, whose models are kept apart.
  package static func library(_ options: FirebaseHost.Options?, of app: String?) -> Result<ModelLibrary, HostingError> {
    guard let options else {
      return .failure(
        HostingError(
          .failedPrecondition,
          "The options of the Firebase app \(app.map { "'\($0)' " } ?? "")lack projectID, apiKey or googleAppID, which its models need: set them, or \(remedy)."
        ))
    }
    #if Networking
    do throws(HostingError) {
      let host = FirebaseHost(moving: options)
      guard let app else { return .success(try ModelLibrary(host)) }
      return .success(try ModelLibrary(host, store: ModelStore(at: folder(of: app))))
    } catch {
      return .failure(error)
    }
    #else
    return .failure(
      HostingError(
        .failedPrecondition,
        "The package is built without its trait Networking and cannot reach Firebase: \(remedy), with a transport of your own."
      ))
    #endif
  }

  /// A folder beside the standard store's. The name stands in it in a form that any file system keeps.
  private static func folder(of app: String) throws(HostingError) -> URL {
    var digest = SHA256()
    Array(app.utf8).withUnsafeBytes { digest.update($0) }
    return try ModelStore.standardDirectory().deletingLastPathComponent()
      .appendingPathComponent("models-\(digest.finish().description.prefix(16))")
  }
}
