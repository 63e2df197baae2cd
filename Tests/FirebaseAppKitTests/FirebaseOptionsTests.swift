import FirebaseAppKit
import Foundation
import Testing

@Suite struct FirebaseOptionsTests {
  private func plist(_ values: [String: Any]) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).plist")
    try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0).write(to: url)
    return url
  }

  @Test func `options come from the property list`() throws {
    let url = try plist([
      "API_KEY": "key", "BUNDLE_ID": "com.example.app", "GOOGLE_APP_ID": "1:2:ios:3", "PROJECT_ID": "plants-1",
      "GCM_SENDER_ID": "2", "STORAGE_BUCKET": "plants-1.appspot.com", "IS_ADS_ENABLED": false,
    ])
    defer { try? FileManager.default.removeItem(at: url) }
    let options = try #require(FirebaseOptions(contentsOfFile: url.path))
    #expect(options.apiKey == "key" && options.projectID == "plants-1" && options.googleAppID == "1:2:ios:3")
    #expect(options.bundleID == "com.example.app" && options.gcmSenderID == "2" && options.databaseURL == nil)
    let copy = try #require(options.copy() as? FirebaseOptions)
    copy.projectID = "other"
    #expect(options.projectID == "plants-1")
  }

  @Test func `a list that is missing, broken or of something else is none`() throws {
    #expect(FirebaseOptions(contentsOfFile: "/no/such/file") == nil)
    let other = try plist(["NAME": "value"])
    defer { try? FileManager.default.removeItem(at: other) }
    #expect(FirebaseOptions(contentsOfFile: other.path) == nil)
    try Data("<plist>".utf8).write(to: other)
    #expect(FirebaseOptions(contentsOfFile: other.path) == nil)
    #expect(FirebaseOptions.defaultOptions() == nil)
  }
}
