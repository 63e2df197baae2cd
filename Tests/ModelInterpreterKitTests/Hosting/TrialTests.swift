import Foundation
import ModelHosting
import ModelInterpreterKit
import TestSupport
import Testing

extension HostedModels {
  @Suite struct TrialTests {
    @Test func `a new version is used from the next launch on`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      _ = try await app.download("plants")
      #expect(try await app.run("plants").get() == [[3, 6, 9, 12]])
      app.publisher.publish(Models.negated(), as: "plants")
      #expect(try await app.download("plants").succeeded)
      #expect(try await app.run("plants").get() == [[3, 6, 9, 12]])
      try app.launch()
      #expect(try await app.run("plants").get() == [[-1, -2, -3, -4]])
    }

    static let broken: [(String, [UInt8])] = [
      ("its operator cannot be prepared", Models.unpreparable()), ("its input has another shape", Models.wide()),
    ]

    @Test(arguments: broken)
    func `a version that cannot serve gives way to the one before in the same run`(
      why: String, bytes: [UInt8]
    ) async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      _ = try await app.download("plants")
      #expect(try await app.run("plants").get() == [[3, 6, 9, 12]])
      app.publisher.publish(bytes, as: "plants")
      #expect(try await app.download("plants").succeeded)
      try app.launch()
      let interpreter = ModelInterpreter.modelInterpreter(remoteModel: CustomRemoteModel(name: "plants"))
      for _ in 0..<2 { #expect(try await app.run(interpreter).get() == [[3, 6, 9, 12]], "\(why)") }
      let store = try #require(app.manager.library?.store)
      #expect(store.latest("plants")?.byteCount == Int64(Models.timesThree().count))
      // It is not fetched again.
      let bodies = app.publisher.bodies(of: "plants")
      _ = try await app.download("plants")
      #expect(app.publisher.bodies(of: "plants") == bodies)
    }

    @Test func `a request that no version can serve says nothing of the new one`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      _ = try await app.download("plants")
      #expect(try await app.run("plants").get() == [[3, 6, 9, 12]])
      app.publisher.publish(Models.negated(), as: "plants")
      _ = try await app.download("plants")
      try app.launch()
      let interpreter = ModelInterpreter.modelInterpreter(remoteModel: CustomRemoteModel(name: "plants"))
      let format = Format(type: .int32, dimensions: [1, 4])
      await #expect(throws: NSError.self) {
        _ = try await interpreter.run(
          inputs: modelInputs([[1, 2, 3, 4]] as [[Int32]]), options: ioOptions([format], [format]))
      }
      #expect(try await app.run(interpreter).get() == [[-1, -2, -3, -4]])
    }

    @Test func `a file that was damaged on the disk gives way too`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      _ = try await app.download("plants")
      #expect(try await app.run("plants").get() == [[3, 6, 9, 12]])
      app.publisher.publish(Models.negated(), as: "plants")
      _ = try await app.download("plants")
      let newer = try #require(app.manager.library?.store.latest("plants"))
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: newer.url.path)
      try Data(repeating: 7, count: Int(newer.byteCount)).write(to: newer.url)
      try app.launch()
      #expect(try await app.run("plants").get() == [[3, 6, 9, 12]])
    }

    @Test func `the first version has nothing to give way to`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      _ = try await app.download("plants")
      let file = try #require(app.manager.library?.store.latest("plants")?.url)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
      try Data(repeating: 7, count: Models.timesThree().count).write(to: file)
      guard case .failure(let error) = await app.run("plants") else {
        Issue.record("a broken model ran")
        return
      }
      #expect(error.localizedDescription.contains("Failed to load the model"))
      #expect(!app.manager.isModelDownloaded(CustomRemoteModel(name: "plants")))
    }

    @Test func `a version that has run stays, however often the app starts`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      _ = try await app.download("plants")
      for _ in 0..<5 {
        #expect(try await app.run("plants").get() == [[3, 6, 9, 12]])
        try app.launch()
      }
      #expect(app.manager.library?.store.latest("plants")?.standing == .good)
    }

    @Test func `a version that never runs is given up after three launches`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      _ = try await app.download("plants")
      _ = await app.run("plants")
      app.publisher.publish(Models.negated(), as: "plants")
      _ = try await app.download("plants")
      var chosen: [Int64?] = []
      for _ in 0..<4 {
        try app.launch()
        chosen.append(try app.manager.library?.store.selected("plants")?.byteCount)
      }
      let newer = Int64(Models.negated().count)
      #expect(chosen == [newer, newer, newer, Int64(Models.timesThree().count)])
    }
  }
}
