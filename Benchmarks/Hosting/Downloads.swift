import Foundation
import HostingTestSupport
import ModelHosting

/// Serves a model until the parent closes its end of the pipe.
func serve(megabytes: Int) throws {
  let server = try Site.server(content(megabytes * 1_000_000))
  print(server.port)
  fflush(nil)
  _ = FileHandle.standardInput.readDataToEndOfFile()
}

/// Downloads one model, and says how long that took, how much memory it held at most, and how often it synchronised.
func fetch(_ template: String, into folder: String, megabytesPerSecond: Double) async throws {
  let disk = MeasuredDisk(bytesPerSecond: megabytesPerSecond * 1e6)
  let store = try ModelStore(at: URL(fileURLWithPath: folder), files: disk)
  let library = ModelLibrary(host: FileHost(template), store: store)
  // The id of the device is made once for a store.
  _ = try store.assignment
  let before = disk.synchronizations
  let time = try await awaitedSeconds { _ = try await library.update(Site.name) }
  print(time, peakMemory(), disk.synchronizations - before)
}

func measureDownloads(_ megabytes: Int, _ folder: Workspace, hashing: Double, _ report: inout Report) throws {
  let server = try Child(["serve", "\(megabytes)"])
  guard let port = Int(server.line()) else { throw HostingError(.unavailable, "The server did not start.") }
  let template = "http://127.0.0.1:\(port)/{name}"
  let url = template.replacingOccurrences(of: "{name}", with: Site.name)
  func numbers(_ rate: Int) throws -> (seconds: Double, memory: Int, synchronizations: Int) {
    let store = folder.new("fetch \(rate)")
    defer { try? FileManager.default.removeItem(at: store) }
    let words = try Child(["fetch", template, store.path, "\(rate)"]).line().split(separator: " ").map(String.init)
    guard words.count == 3, let time = Double(words[0]), let memory = Int(words[1]), let count = Int(words[2]) else {
      throw HostingError(.unavailable, "The download did not end well.")
    }
    return (time, memory, count)
  }
  let fast = try numbers(0)
  report.add("download of \(megabytes) MB, peak memory", "<= 64 MB", "\(fast.memory) MB", fast.memory <= 64)
  let slow = try numbers(20)
  report.add(
    "the same with a disk of 20 MB/s", "<= 64 MB", "\(slow.memory) MB, \(Int(Double(megabytes) / slow.seconds)) MB/s",
    slow.memory <= 64)
  let most = 4 + megabytes * 1_000_000 / (16 << 20)
  report.add(
    "fsyncs of it", "<= 4 + size / 16 MiB = \(most)", "\(fast.synchronizations)", fast.synchronizations <= most)
  let copy = folder.new("curl")
  let curl = try seconds {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["curl", "-s", "-o", copy.path, url]
    try process.run()
    process.waitUntilExit()
  }
  let (ours, theirs) = (Double(megabytes) / fast.seconds, Double(megabytes) / curl)
  let limit = min(theirs, hashing)
  report.add(
    "download against curl -o, or hashing where that is slower", ">= 80 %",
    "\(Int(ours / limit * 100)) %: \(Int(ours)) MB/s, curl \(Int(theirs)), hashing \(Int(hashing))", ours >= 0.8 * limit
  )
  let bytes = content(megabytes * 1_000_000)
  let stored = try seconds {
    _ = try install(bytes, as: Site.name, version: "v1", in: ModelStore(at: folder.new("stored")))
  }
  report.note("the store alone, from memory: \(Int(Double(megabytes) / stored)) MB/s")
}

/// Bytes that a process had, and that the next has to fetch again.
func measureDeath(_ folder: Workspace, _ report: inout Report) throws {
  let path = folder.new("death")
  let count = 40_000_000
  let child = try Child(["append", path.path, "\(count)"])
  guard child.line() == "appended" else { throw HostingError(.unavailable, "The process that dies did not start.") }
  child.kill()
  let later = try bytesThatCount(in: path, MeasuredDisk())
  report.add("bytes fetched again after kill -9", "0", "\(count - later)", later == count)
  let synchronized = count / (16 << 20) * (16 << 20)
  let restarted = try bytesThatCount(in: path, MeasuredDisk(boot: "another"))
  report.add(
    "bytes before the last synchronisation fetched again after a loss of power", "<= 1 MiB",
    "\(synchronized - restarted)", synchronized - restarted <= 1 << 20)
}

private let appended = ModelVersion(id: "v1", byteCount: 1 << 30)

/// Begins a download, and waits to be killed.
func append(into folder: String, _ count: Int) throws {
  let store = try ModelStore(at: URL(fileURLWithPath: folder))
  let partial = try store.openPartial(of: appended, for: Site.name, host: "benchmark", resumes: true)
  let bytes = content(1 << 16)
  var rest = count
  while rest > 0 {
    try bytes.prefix(rest).withUnsafeBytes { try partial?.append($0) }
    rest -= min(rest, bytes.count)
  }
  print("appended")
  fflush(nil)
  withExtendedLifetime(partial) { Thread.sleep(forTimeInterval: 60) }
}

private func bytesThatCount(in folder: URL, _ disk: MeasuredDisk) throws -> Int {
  let store = try ModelStore(at: folder, files: disk)
  let partial = try store.openPartial(of: appended, for: Site.name, host: "benchmark", resumes: true)
  return Int(partial?.length ?? 0)
}

/// The bytes of the module's functions and tables in this program.
func measureCode(_ report: inout Report) throws {
  let what = "code of ModelHosting in this program"
  #if DEBUG
  report.note("\(what): not measured in a debug build")
  #else
  let list = Process()
  list.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  list.arguments = ["nm", "-S", "--defined-only", CommandLine.arguments[0]]
  let output = Pipe()
  list.standardOutput = output
  try list.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  list.waitUntilExit()
  let sizes = text.split(separator: "\n").compactMap { line -> Int? in
    let words = line.split(separator: " ")
    return words.count == 4 && words[3].contains("12ModelHosting") && "tTwWVuU".contains(words[2])
      ? Int(words[1], radix: 16) : nil
  }
  let size = sizes.reduce(0, +)
  if size == 0 { return report.note("\(what): not measured, nm lists no sizes here") }
  report.add(what, "<= 400 KB", "\(size / 1_000) KB", size <= 400_000)
  #endif
}
