import Foundation
import ModelHosting
import TFLiteRuntime
import TFLiteTool
import TestSupport
import Testing

@Suite struct ManifestCommandTests {
  private static let key = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="

  /// A folder with two models.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TestModel.reshape, "one.tflite")
    try folder.write(TestModel.signature, "two.tflite")
    return folder
  }

  private func add(_ folder: TemporaryFolder, _ version: String, _ file: String, _ more: [String] = []) throws
    -> ToolProcess
  {
    try ToolProcess(
      ["manifest", "add", folder.path("m.json"), "--name", "plants", "--version", version, folder.path(file)] + more)
  }

  @Test func theModuleKnowsTheRuntimesVersion() {
    #expect(DeviceTraits.current.runtime == RuntimeVersion.current)
  }

  @Test(arguments: ["add", "rollout", "withdraw", "check", "simulate", "payload", "sign"])
  func commandsExplainThemselves(_ command: String) throws {
    let run = try ToolProcess(["manifest", command, "--help"])
    #expect(run.status == 0)
    #expect(run.output.contains("tflite manifest \(command == "payload" ? "payload" : command)"), "\(run.output)")
  }

  @Test func addsRollsOutAndWithdraws() throws {
    let folder = try folder()
    let path = folder.path("m.json")
    #expect(try add(folder, "v1", "one.tflite", ["--expires", "2099-01-01T00:00:00Z"]).output.contains("sequence 1"))
    #expect(try add(folder, "v2", "two.tflite", ["--percent", "5", "--platform", "Linux"]).status == 0)
    let manifest = try Manifest(json: Data(folder.read("m.json")))
    #expect(manifest.sequence == 2)
    let model = try #require(manifest.models["plants"])
    #expect(model.rollout == [.init(below: 500, version: "v2"), .init(below: 10_000, version: "v1")])
    #expect(model.versions["v1"]?.url == "one.tflite")
    #expect(model.versions["v1"]?.bytes == Int64(TestModel.reshape.count))
    #expect(model.versions["v2"]?.platforms == ["linux"])

    let shares = try ToolProcess(["manifest", "simulate", path, "--name", "plants", "--platform", "linux", "--json"])
    let counts = try #require(shares.json()["versions"] as? [String: Int])
    #expect(abs((counts["v2"] ?? 0) - 5_000) < 207, "3 sigma of 100,000 devices, found \(counts)")
    let others = try ToolProcess(["manifest", "simulate", path, "--name", "plants", "--platform", "ios", "--json"])
    #expect(try others.json()["versions"] as? [String: Int] == ["v1": 100_000])

    let check = try ToolProcess(["manifest", "check", path, "--files", folder.url.path, "--json"])
    #expect(check.status == 0, "\(check.error)")
    #expect((try check.json()["problems"] as? [String])?.isEmpty == true)

    #expect(try ToolProcess(["manifest", "rollout", path, "--name", "plants", "--give", "v2=rest"]).status == 0)
    #expect(try Manifest(json: Data(folder.read("m.json"))).models["plants"]?.rollout?.count == 1)
    #expect(try ToolProcess(["manifest", "withdraw", path, "--name", "plants", "--version", "v2"]).status == 0)
    let last = try #require(try Manifest(json: Data(folder.read("m.json"))).models["plants"])
    #expect(last.versions.keys.sorted() == ["v1"] && last.withdrawn?.count == 1)
    #expect(try add(folder, "v3", "two.tflite").error.contains("withdrawn"))
  }

  @Test func checkNamesWhatIsWrong() throws {
    let folder = try folder()
    _ = try add(folder, "v1", "one.tflite")
    let path = folder.path("m.json")
    try folder.write(Array(TestModel.reshape.dropLast()) + [TestModel.reshape.last.map { $0 ^ 1 } ?? 0], "one.tflite")
    let changed = try ToolProcess(["manifest", "check", path, "--files", folder.url.path])
    #expect(changed.status == 65 && changed.hasOneLineError)
    #expect(changed.error.contains("SHA-256"))
    try FileManager.default.removeItem(atPath: folder.path("one.tflite"))
    #expect(try ToolProcess(["manifest", "check", path, "--files", folder.url.path]).error.contains("is not there"))
    let unsigned = try ToolProcess(["manifest", "check", path, "--key", Self.key])
    #expect(unsigned.status == 65 && unsigned.error.contains("not signed"))
    try folder.write("{", "broken.json")
    #expect(try ToolProcess(["manifest", "check", folder.path("broken.json")]).status == 65)
    #expect(try ToolProcess(["manifest", "check", folder.path("nowhere.json")]).status == 66)
  }

  @Test func wrongWishesAreRefused() throws {
    let folder = try folder()
    _ = try add(folder, "v1", "one.tflite")
    let path = folder.path("m.json")
    let before = try folder.read("m.json")
    let runs: [([String], Int32)] = [
      (["manifest", "rollout", path, "--name", "plants", "--give", "v9=5"], 65),
      (["manifest", "rollout", path, "--name", "plants", "--give", "v1"], 65),
      (["manifest", "rollout", path, "--name", "plants", "--give", "v1=60", "--give", "v1=60"], 65),
      (["manifest", "rollout", path, "--name", "animals", "--give", "v1=5"], 65),
      (["manifest", "withdraw", path, "--name", "plants", "--version", "v9"], 65),
      (["manifest", "add", path, "--name", "plants", "--version", "v1", folder.path("two.tflite")], 65),
      (["manifest", "add", path, "--name", "plants", path], 65),
      (["manifest", "add", path, "--name", "plants", folder.path("two.tflite"), "--percent", "101"], 64),
      (["manifest", "sign", path, "--signature", path, "--key", Self.key, "--output", folder.path("s.json")], 65),
      (["manifest", "sign", path, "--signature", path, "--key", "nonsense", "--output", folder.path("s.json")], 65),
    ]
    for (arguments, status) in runs {
      let run = try ToolProcess(arguments)
      #expect(run.status == status, "\(arguments): \(run.error)")
      #expect(run.output == "")
    }
    #expect(try folder.read("m.json") == before)
  }

  @Test func signsWithOpenssl() throws {
    guard try ToolProcess(script: "command -v openssl").status == 0 else { return }
    let folder = try folder()
    _ = try add(folder, "v1", "one.tflite")
    let script = """
      set -e; cd '\(folder.url.path)'
      openssl genpkey -algorithm ed25519 -out key.pem; openssl pkey -in key.pem -pubout -out public.pem
      "$TOOL" manifest payload m.json > payload
      openssl pkeyutl -sign -rawin -inkey key.pem -in payload -out signature
      "$TOOL" manifest sign m.json --signature signature --key public.pem --output signed.json
      "$TOOL" manifest check signed.json --key public.pem
      """
    let run = try ToolProcess(script: script)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("signature valid") && run.output.contains("sequence 1, 1 signature\n"))
    #expect(
      String(decoding: try folder.read("payload"), as: UTF8.self).hasPrefix("DSSEv1 40 application/vnd.swift-tflite"))
    let other = try ToolProcess(["manifest", "check", folder.path("signed.json"), "--key", Self.key])
    #expect(other.status == 65 && other.error.contains("No signature of the manifest, which has 1,"))
  }
}

@Suite struct FetchCommandTests {
  @Test func theLineNamesBytesRateAndTime() {
    let line = FetchProgress.line(
      "plants", DownloadProgress(completed: 20 << 20, total: 40 << 20), received: 10 << 20, seconds: 5)
    #expect(line == "plants  [##########          ]  20.00 MiB of 40.00 MiB  2.00 MiB/s  10 s left")
    #expect(
      FetchProgress.line("p", DownloadProgress(completed: 512, total: nil), received: 512, seconds: 1)
        == "p  512 B  512 B/s")
    for seconds in [0, .infinity, .nan, 1e-300] {
      for total in [Int64(0), -1, 1, .max] {
        _ = FetchProgress.line(
          "p", DownloadProgress(completed: .max, total: total), received: total, seconds: seconds)
      }
    }
  }

  @Test(arguments: [
    ["fetch", "plants"], ["fetch", "plants", "--manifest", "https://a/m", "--url", "https://a/{name}"],
    ["fetch", "", "--url", "https://a/b"], ["fetch", "plants", "--url", "https://a/b", "--key", "k"],
  ])
  func wrongUsage(_ arguments: [String]) throws { #expect(try ToolProcess(arguments).status == 64) }

  /// Against a server of this machine, where there is Python.
  @Test func fetchesShowsAndRemoves() throws {
    guard try ToolProcess(script: "command -v python3").status == 0 else { return }
    let folder = try TemporaryFolder()
    try folder.write(TestModel.reshape, "plants.tflite")
    try folder.write("no model", "broken.tflite")
    let script = """
      cd '\(folder.url.path)'
      python3 '\(Fixture.example("RemoteModels/server.py"))' . port & server=$!
      trap 'kill $server' EXIT
      for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -s port ] && break; sleep 0.25; done
      base="http://127.0.0.1:$(cat port)"
      "$TOOL" manifest add m.json --name plants --version v1 plants.tflite > log || exit 1
      "$TOOL" manifest add m.json --name broken --version v1 broken.tflite --unchecked >> log || exit 2
      "$TOOL" fetch plants --manifest "$base/m.json" --store store --output copy.tflite || exit 3
      cmp copy.tflite plants.tflite || exit 4
      "$TOOL" fetch plants --manifest "$base/m.json" --store store --json > again.json || exit 5
      "$TOOL" fetch broken --manifest "$base/m.json" --store store 2> broken.txt
      echo $? > broken.status
      "$TOOL" fetch nothing --manifest "$base/m.json" --store store 2> nothing.txt
      echo $? > nothing.status
      "$TOOL" models list --store store --json > list.json || exit 6
      "$TOOL" models --store store > list.txt || exit 7
      "$TOOL" models clean --store store || exit 8
      "$TOOL" models remove plants --store store || exit 9
      "$TOOL" models remove plants --store store 2> removed.txt && exit 10
      exit 0
      """
    let run = try ToolProcess(script: script)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("copy.tflite\n"))
    func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }
    let again = try JSONSerialization.jsonObject(with: Data(folder.read("again.json"))) as? [String: Any]
    #expect(again?["changed"] as? Bool == false && again?["version"] as? String == "v1")
    #expect(try text("broken.status") == "65\n")
    #expect(try text("nothing.status") == "1\n")
    #expect(try text("nothing.txt").contains("no model 'nothing'"))
    let list = try JSONSerialization.jsonObject(with: Data(folder.read("list.json"))) as? [[String: Any]]
    #expect(list?.map { $0["name"] as? String } == ["broken", "plants"])
    #expect((list?.first?["rejected"] as? [[String: Any]])?.count == 1)
    #expect(try text("list.txt").contains("broken, version v1, was rejected: "))
    #expect(try text("removed.txt").contains("no model 'plants'"))
  }
}
