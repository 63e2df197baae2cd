// One launch of an app whose model is published: names the shape in a picture, then looks for a newer model.
//
//     Examples/RemoteModels/run
//
// starts it several times against a server of this machine, with a newer model each time.

import Foundation
import ModelHosting
import TFLiteRuntime
import TFLiteVision

/// A classifier of shapes, whatever element type the model has.
struct Classifier {
  private let session: Session
  private let labels: Labels

  init(model: URL, labels: Labels) throws {
    session = try Session(Model(path: model.path))
    self.labels = labels
  }

  func classify(_ picture: Picture) throws -> Classification? {
    let input = session.inputs[0]
    let encoding: Preprocessing.Encoding = input.type == .float32 ? .float32(.zeroToOne) : .raw(.int8)
    let preprocessing = Preprocessing(width: input.shape[2], height: input.shape[1], encoding: encoding)
    try preprocessing.bytes(of: picture).withUnsafeBytes { try session.write(bytes: $0, toInput: 0) }
    try session.invoke()
    return try Classification.top(1, of: session.dequantizedOutput(0), labels: labels).first
  }
}

/// Classifies with the version that this launch uses. One that cannot be used is rejected, and the one before is tried.
func classify(_ path: String, labels: Labels, store: ModelStore) throws {
  while let model = try store.selected("shapes") {
    do {
      let best = try Classifier(model: model.url, labels: labels).classify(Picture(contentsOf: path))
      store.confirm(model)
      print("version \(model.version.id) says: \(best?.label ?? "nothing")")
      return
    } catch let error as RuntimeError {
      print("version \(model.version.id) is rejected: \(error)")
      store.reject(model, because: error.description)
    }
  }
  throw HostingError(.notFound, "There is no model on this device.")
}

/// What a file has to pass before it is a version at all.
@Sendable func validate(_ file: URL) throws {
  let model = try Model(path: file.path)
  if let operation = model.unsupportedOperators(runBy: 0).first {
    throw HostingError(.incompatibleModel, "The operator \(operation) cannot run here.")
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let address = URL(string: arguments[1]), let key = PublicKey(base64: arguments[2]) else {
  print("usage: remote-models <manifest's address> <public key> <store's folder> <picture>")
  exit(2)
}
do {
  let labels = try Labels(
    contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../shapes-classifier/labels.txt").standardized.path)
  let store = try ModelStore(at: URL(fileURLWithPath: arguments[3]))
  var options = ModelLibrary.Options()
  options.validate = validate
  let library = ModelLibrary(host: ManifestHost(address, trusting: [key]), store: store, options: options)

  // Only the first launch waits for the network.
  _ = try await library.model("shapes")
  try classify(arguments[4], labels: labels, store: store)

  // A newer version is used from the next launch on. Whatever goes wrong here, the app has a model.
  do {
    let newest = try await library.update("shapes")
    print("the newest version here is \(newest.version.id)")
  } catch {
    print("no newer version: \(error)")
  }
} catch {
  print(error)
  exit(1)
}
