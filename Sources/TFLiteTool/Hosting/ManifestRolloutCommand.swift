import ArgumentParser
import ModelHosting

struct ManifestRolloutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollout",
    abstract: "Say which share of devices gets which version.",
    discussion: """
      Shares are taken in the order given: raising the first one moves nobody back. Who gets no version keeps what he has.

      Examples:
        tflite manifest rollout manifest.json --name plants --give v5=5 --give v4=rest
        tflite manifest rollout manifest.json --name plants --give v5=rest
        tflite manifest rollout manifest.json --name plants --give a=50 --give b=50 --salt experiment-7
      """)

  @Argument(help: "The manifest.") var manifest: String
  @Option(help: "The model.") var name: String
  @Option(help: ArgumentHelp("A version and its share in percent, or 'rest'.", valueName: "VERSION=PERCENT"))
  var give: [String]
  @Option(help: "Draws devices anew.") var salt: String?

  func run() throws {
    var whole = try ManifestFile.read(manifest)
    var model = try ManifestFile.model(name, in: whole, manifest)
    var steps: [Manifest.Step] = []
    var below = 0
    for argument in give {
      guard let place = argument.lastIndex(of: "=") else {
        throw ToolError(.invalidData, "--give", expected: "VERSION=PERCENT", found: "'\(argument)'")
      }
      let share = argument[argument.index(after: place)...]
      if share == "rest" {
        below = 10_000
      } else {
        guard let percent = Double(share), (0...100).contains(percent) else {
          throw ToolError(.invalidData, "--give", expected: "0 to 100 percent or 'rest'", found: "'\(share)'")
        }
        below += Int((percent * 100).rounded())
      }
      guard below <= 10_000 else {
        throw ToolError(
          .invalidData, "--give", expected: "100 percent at most", found: "\(fixed(Double(below) / 100, 2))")
      }
      steps.append(Manifest.Step(below: below, version: String(argument[..<place])))
    }
    model.rollout = steps
    if let salt { model.salt = salt }
    whole.models[name] = model
    try ManifestFile.publish(whole, manifest)
  }
}

struct ManifestSimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Count which of many simulated devices get which version.",
    discussion: """
      Examples:
        tflite manifest simulate manifest.json --name plants
        tflite manifest simulate manifest.json --name plants --platform ios --runtime 0.1.0 --json
      """)

  @Argument(help: "The manifest, signed or not.") var manifest: String
  @Option(help: "The model.") var name: String
  @Option(help: "How many devices.") var devices = 100_000
  @Option(help: "Their platform.") var platform = DeviceTraits.current.platform
  @Option(help: "Their runtime's version.") var runtime = DeviceTraits.current.runtime
  @Option(help: "Their memory in bytes.") var memory = DeviceTraits.current.memory
  @Option(help: "Other random devices for another number.") var seed: UInt64 = 1
  @Flag(help: "Print JSON.") var json = false

  func validate() throws {
    if !(1...10_000_000).contains(devices) { throw ValidationError("--devices is 1 to 10000000") }
  }

  func run() throws {
    let whole = try ManifestFile.read(manifest)
    let model = try ManifestFile.model(name, in: whole, manifest)
    if let problem = whole.problems().first { throw ToolError(.invalidData, "\(manifest): \(problem)") }
    let traits = DeviceTraits(platform: platform.lowercased(), runtime: runtime, memory: memory)
    var random = SeededGenerator(seed: seed)
    var counts: [String: Int] = [:]
    var none = 0
    var reason: String?
    for _ in 0..<devices {
      // As a store makes it: 16 random bytes in hexadecimal digits.
      let words = [random.next(), random.next()].map { word in
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }
      switch model.choice(named: name, assignment: AssignmentID(words.joined()), device: traits) {
      case .version(let id, _): counts[id, default: 0] += 1
      case .unfit(let why):
        none += 1
        reason = reason ?? why
      case .outside, .empty: none += 1
      }
    }
    let rows = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if json {
      let members: [(String, JSONText)] = [
        ("model", .string(name)), ("devices", .int(devices)),
        ("versions", .object(rows.map { ($0.key, .int($0.value)) })), ("none", .int(none)),
        ("reason", reason.map { .string($0) } ?? .null),
      ]
      try Output.standard.write(JSONText.object(members).text)
      return
    }
    var table = TextTable([.fixed("version"), .right("devices"), .right("percent")])
    for (id, count) in rows { table.add([id, "\(count)", percent(count)]) }
    if none > 0 { table.add(["(keeps what it has)", "\(none)", percent(none)]) }
    try Output.standard.write(table.text + (reason.map { "not for all: \($0)\n" } ?? ""))
  }

  private func percent(_ count: Int) -> String { fixed(Double(count) * 100 / Double(devices), 2) }
}
