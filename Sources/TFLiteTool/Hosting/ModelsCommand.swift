import ArgumentParser
import Foundation
import ModelHosting

struct ModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "Show and clean up the models of a store.",
    discussion: """
      Examples:
        tflite models
        tflite models list --store /path/to/store --json
        tflite models remove plants
        tflite models clean
      """,
    subcommands: [ModelsListCommand.self, ModelsRemoveCommand.self, ModelsCleanCommand.self],
    defaultSubcommand: ModelsListCommand.self)
}

struct ModelsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show what is in a store: versions, how far each has come, and why one was rejected.",
    discussion: """
      A version is staged until a launch chooses it, on trial until it has run, and good after that.

      Examples:
        tflite models list
        tflite models list --json
      """)

  @OptionGroup var store: StoreOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let store = try store.open(makes: false)
    let records: [Record]
    let failures: [HostingError]
    do throws(HostingError) {
      (records, failures) = try store.report()
    } catch {
      throw ToolError(error)
    }
    try Output.standard.write(json ? JSONText.array(records.map(facts)).text : text(records))
    if let failure = failures.first { throw ToolError(failure) }
  }

  private func text(_ records: [Record]) -> String {
    var table = TextTable([.left("model"), .fixed("version"), .left("standing"), .right("bytes"), .left("sha256")])
    for record in records {
      for version in record.versions {
        let mark = version.digest == record.latest ? ", newest" : ""
        table.add([
          record.name, version.id, standing(version) + mark, "\(version.byteCount)", "\(version.digest)",
        ])
      }
      for digest in record.withdrawn { table.add([record.name, "", "withdrawn", "", "\(digest)"]) }
      for rejection in record.rejected {
        table.add([record.name, rejection.id, "rejected", "", rejection.digest?.description ?? ""])
      }
    }
    let reasons = records.flatMap { record in
      record.rejected.map { Terminal.printable("\(record.name), version \($0.id), was rejected: \($0.reason)") + "\n" }
    }
    return records.isEmpty ? "no models\n" : table.text + reasons.joined()
  }

  private func standing(_ version: Record.Version) -> String {
    if version.isHeld { return "waits for the app" }
    let tries = version.standing == .trial && version.attempts > 0 ? ", \(version.attempts) of 3 launches" : ""
    return version.standing.rawValue + tries
  }

  private func facts(_ record: Record) -> JSONText {
    let versions = record.versions.map { version -> JSONText in
      .object([
        ("id", .string(version.id)), ("sha256", .string("\(version.digest)")), ("bytes", .int(Int(version.byteCount))),
        ("standing", .string(version.standing.rawValue)), ("attempts", .int(version.attempts)),
        ("newest", .bool(version.digest == record.latest)),
      ])
    }
    let rejected = record.rejected.map { rejection -> JSONText in
      .object([
        ("id", .string(rejection.id)), ("sha256", rejection.digest.map { .string("\($0)") } ?? .null),
        ("reason", .string(rejection.reason)),
      ])
    }
    return .object([
      ("name", .string(record.name)), ("versions", .array(versions)), ("rejected", .array(rejected)),
      ("withdrawn", .strings(record.withdrawn.map(\.description))),
    ])
  }
}

struct ModelsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove all versions of a model.",
    discussion: """
      Examples:
        tflite models remove plants
      """)

  @Argument(help: "The model's name.") var name: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    let store = try store.open(makes: false)
    do throws(HostingError) {
      try store.remove(name)
    } catch {
      throw ToolError(error)
    }
  }
}

struct ModelsCleanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean",
    abstract: "Remove files that nothing refers to and that are older than a week.",
    discussion: """
      Examples:
        tflite models clean
      """)

  @OptionGroup var store: StoreOptions

  func run() throws { try store.open(makes: false).removeUnused() }
}
