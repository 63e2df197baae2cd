// Names the shapes in pictures, several at a time, with sessions that share one model.
//
//     swift run -c release classify-with-session pictures/heart.png pictures/star.png

import Foundation
import TFLiteRuntime
import TFLiteVision

/// A classifier for many callers at once.
struct Classifier: Sendable {
  private let labels: Labels
  private let pool: SessionPool

  init(folder: URL) throws {
    labels = try Labels(contentsOf: folder.appendingPathComponent("labels.txt").path)
    // A model is immutable and shared; a session is where it runs. One session alone is `Session(model)`.
    let model = try Model(path: folder.appendingPathComponent("classifier_int8.tflite").path)
    pool = try SessionPool(model, count: 2)
  }

  /// The best class of a picture.
  func classify(_ picture: Picture) async throws -> Classification? {
    try await pool.run { [labels] session in
      // The int8 input [1, height, width, 3] holds pixels less 128: its scale is 1/255, its zero point -128.
      let input = session.inputs[0]
      let preprocessing = Preprocessing(width: input.shape[2], height: input.shape[1], encoding: .raw(.int8))
      try preprocessing.bytes(of: picture).withUnsafeBytes { try session.write(bytes: $0, toInput: 0) }
      try session.invoke()
      // Scores as reals, whatever integers the model stores them in.
      return try Classification.top(1, of: session.dequantizedOutput(0), labels: labels).first
    }
  }
}

let pictures = CommandLine.arguments.dropFirst()
guard !pictures.isEmpty else {
  print("usage: classify-with-session <picture> ...")
  exit(2)
}
do {
  let classifier = try Classifier(
    folder: URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../../shapes-classifier").standardized)
  try await withThrowingTaskGroup(of: (String, Classification?).self) { group in
    for path in pictures {
      group.addTask { (path, try await classifier.classify(Picture(contentsOf: path))) }
    }
    for try await (path, best) in group {
      print(path, best?.label ?? "nothing", best?.score ?? 0, separator: "  ")
    }
  }
} catch {
  print(error)
  exit(1)
}
