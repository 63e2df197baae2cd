#if Networking
import ArgumentParser
import Dispatch
import Foundation
import ModelHosting

struct FetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Download a model, verify it, and keep it in a store.",
    discussion: """
      A download that was cut short goes on where it stopped. If nothing is newer, one small request is all. The path of \
      the model is printed.

      Examples:
        tflite fetch plants --manifest https://models.example.com/manifest.json --key public.pem
        tflite fetch plants --url 'https://models.example.com/{name}.tflite' --output plants.tflite
        tflite fetch model.tflite --hugging-face litert-community/some-model --revision 0a1b2c3

      Exit codes: 0 the newest version is here; 1 it cannot be had now; 65 what the server gives is not right; 69 the \
      model cannot run here; 74 it cannot be written.
      """)

  @Argument(help: "The model's name.") var name: String
  @OptionGroup var host: HostOptions
  @OptionGroup var store: StoreOptions
  @Option(help: "Copy the model to this file.") var output: String?
  @Option(help: "How often a request that fails is made.") var attempts = 5
  @Flag(help: "Print JSON.") var json = false

  func validate() throws {
    if name.isEmpty { throw ValidationError("the name is empty") }
    if !(1...100).contains(attempts) { throw ValidationError("--attempts is 1 to 100") }
  }

  func run() throws {
    let store = try store.open(makes: true)
    var options = ModelLibrary.Options()
    options.validate = { try checkModel($0) }
    options.attempts = attempts
    let library = ModelLibrary(host: try host.host(), store: store, options: options)
    let progress = FetchProgress(name)
    let before = store.latest(name)
    let model = try wait { [name] () async throws(HostingError) in
      try await library.update(name, ignoringBackOff: true) { progress.update($0) }
    }
    progress.finish()
    if let output { try copy(model.url, output) }
    let path = output ?? model.url.path
    guard json else {
      try Output.standard.write("\(path)\n")
      return
    }
    let members: [(String, JSONText)] = [
      ("name", .string(model.name)), ("version", .string(model.version.id)), ("path", .string(path)),
      ("bytes", .int(Int(model.byteCount))), ("sha256", .string("\(model.digest)")),
      ("changed", .bool(before?.digest != model.digest)),
    ]
    try Output.standard.write(JSONText.object(members).text)
  }

  private func wait(
    _ body: @escaping @Sendable () async throws(HostingError) -> InstalledModel
  ) throws(ToolError) -> InstalledModel {
    let done = DispatchSemaphore(value: 0)
    let box = ResultBox()
    Task.detached {
      do throws(HostingError) {
        box.result = .success(try await body())
      } catch {
        box.result = .failure(error)
      }
      done.signal()
    }
    done.wait()
    switch box.result {
    case .success(let model): return model
    case .failure(let error): throw ToolError(error)
    case nil: throw ToolError(.failed, "\(name): the download ended without a result")
    }
  }

  /// Written before the semaphore is signalled, read after.
  private final class ResultBox: @unchecked Sendable {
    var result: Result<InstalledModel, HostingError>?
  }

  private func copy(_ model: URL, _ path: String) throws(ToolError) {
    let file = try MappedFile(path: model.path)
    try withExtendedLifetime(file) { () throws(ToolError) in try FileReplacement.write(file.bytes, to: path) }
  }
}
#endif
