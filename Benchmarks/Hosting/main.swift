import Foundation
import ModelHosting

/// Measures the budgets of remote models over loopback, and says which hold: `hosting-benchmark [MEGABYTES]`. What needs a
/// memory or a death of its own runs in processes that this one starts.
let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("serve", 2): try serve(megabytes: Int(arguments[1]) ?? 300)
case ("fetch", 4): try await fetch(arguments[1], into: arguments[2], megabytesPerSecond: Double(arguments[3]) ?? 0)
case ("append", 3): try append(into: arguments[1], Int(arguments[2]) ?? 0)
default:
  var report = Report()
  try await measure(megabytes: arguments.first.flatMap { Int($0) } ?? 300, &report)
  report.finish()
}

func measure(megabytes: Int, _ report: inout Report) async throws {
  let folder = try Workspace()
  try measureQuestions(folder, &report)
  try await measureUnchanged(folder, &report)
  let hashing = measureHashing(&report)
  measureSignature(&report)
  try measureDownloads(megabytes, folder, hashing: hashing, &report)
  try measureDeath(folder, &report)
  try measureCode(&report)
}

/// What an app asks at its start.
func measureQuestions(_ folder: Workspace, _ report: inout Report) throws {
  let path = folder.new("questions")
  let writer = try ModelStore(at: path)
  let bytes = content(2_000)
  for number in 0..<100 {
    writer.confirm(try install(bytes + [UInt8(number)], as: "model \(number)", version: "v1", in: writer))
  }
  // A record that is younger than a tick of the file system's clock is read again.
  Thread.sleep(forTimeInterval: 0.1)
  let store = try ModelStore(at: path)
  var chosen: InstalledModel?
  let first = try seconds { chosen = try store.selected("model 42") }
  report.add("selected, the first of a launch, 100 records", "<= 2 ms", "\(rounded(first * 1e3)) ms", first <= 2e-3)
  let rounds = 20_000
  precondition(store.latest("model 42") != nil)
  let before = residentMemory()
  let latest = seconds { for _ in 0..<rounds { precondition(store.latest("model 42") != nil) } }
  let selected = try seconds { for _ in 0..<rounds { chosen = try store.selected("model 42") } }
  precondition(chosen != nil)
  let growth = residentMemory() - before
  for (name, time) in [("isModelDownloaded", latest), ("getLatestModelFilePath", selected)] {
    let each = time / Double(rounds)
    report.add("\(name), warm", "<= 20 µs", "\(rounded(each * 1e6)) µs", each <= 20e-6)
  }
  report.add("memory that \(2 * rounds) questions keep", "0", "\(growth) KiB", growth <= 256)
}

/// An update that finds nothing newer.
func measureUnchanged(_ folder: Workspace, _ report: inout Report) async throws {
  let server = try Site(bytes: content(1_000_000))
  let disk = MeasuredDisk()
  let library = ModelLibrary(
    host: FileHost(server.template), store: try ModelStore(at: folder.new("unchanged"), files: disk))
  _ = try await library.update(Site.name)
  let (requests, syncs) = (server.requests, disk.synchronizations)
  let rounds = 100
  let update =
    try await awaitedSeconds { for _ in 0..<rounds { _ = try await library.update(Site.name) } } / Double(rounds)
  let asked = server.requests - requests
  report.add("update with 304, requests", "1", "\(Double(asked) / Double(rounds))", asked == rounds)
  let made = disk.synchronizations - syncs
  report.add("update with 304, fsyncs", "0", "\(made)", made == 0)
  var request = TransferRequest(server.url)
  request.headers = ["If-None-Match": Site.tag]
  let trip =
    try await awaitedSeconds {
      for _ in 0..<rounds { _ = try await URLSessionTransport().response(to: request) }
    } / Double(rounds)
  report.add(
    "update with 304, beside the round trip", "<= 1 ms",
    "\(rounded((update - trip) * 1e3)) ms (\(rounded(update * 1e3)) and \(rounded(trip * 1e3)))", update - trip <= 1e-3)
}

/// - Returns: Megabytes per second of the clock.
func measureHashing(_ report: inout Report) -> Double {
  let bytes = content(128_000_000)
  var hash = SHA256()
  let start = clock()
  let time = seconds { bytes.withUnsafeBytes { hash.update($0) } }
  let processor = 128 / (Double(clock() - start) / Double(CLOCKS_PER_SEC))
  precondition(hash.finish().description.count == 64)
  #if canImport(CryptoKit)
  let least = 1_000.0
  #else
  let least = 200.0
  #endif
  report.add("SHA-256, per second of a core", ">= \(Int(least)) MB", "\(Int(processor)) MB", processor >= least)
  return 128 / time
}

/// The second vector of RFC 8032, 7.1.
func measureSignature(_ report: inout Report) {
  let signature = Data(
    base64Encoded: "kqAJqfDUyrhyDoILX2QlQKKye1QWUD+Ps3YiI+vbadoIWsHkPhWZbkWPNhPQ8R2MOHsurrQwKu6wDSkWErsMAA==")
  guard let signature, let key = PublicKey(base64: "PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=") else {
    preconditionFailure("the vector is Base64")
  }
  let rounds = 100
  let time = seconds { for _ in 0..<rounds { precondition(key.isValid(signature, for: Data([0x72]))) } }
  let each = time / Double(rounds)
  report.add("Ed25519 verification", "<= 2 ms", "\(rounded(each * 1e3)) ms", each <= 2e-3)
}
