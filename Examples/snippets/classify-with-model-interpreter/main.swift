// Names the shape in a picture with the custom-model API of ML Kit.
//
//     swift run -c release classify-with-model-interpreter pictures/heart.png

import Foundation
import ModelInterpreterKit
import TFLiteVision

/// Prints the probability of every label for a picture, then calls `completion`.
func classify(_ picture: String, completion: @escaping () -> Void) throws {
  let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../shapes-classifier").standardized
  let labels = try Labels(contentsOf: folder.appendingPathComponent("labels.txt").path)
  let interpreter = ModelInterpreter.modelInterpreter(
    localModel: CustomLocalModel(modelPath: folder.appendingPathComponent("classifier_float.tflite").path))
  // Completion handlers run on the main queue, which only programs with a run loop serve.
  interpreter.completionQueue = DispatchQueue(label: "completion")

  let ioOptions = ModelInputOutputOptions()
  try ioOptions.setInputFormat(index: 0, type: .float32, dimensions: [1, 64, 64, 3])
  try ioOptions.setOutputFormat(index: 0, type: .float32, dimensions: [1, 8])

  // The whole picture at 64x64, its channels from 0 to 1, as bytes of floats.
  let preprocessing = Preprocessing(width: 64, height: 64, encoding: .float32(.zeroToOne))
  let inputs = ModelInputs()
  try inputs.addInput(Data(preprocessing.bytes(of: Picture(contentsOf: picture))))

  interpreter.run(inputs: inputs, options: ioOptions) { outputs, error in
    defer { completion() }
    guard error == nil, let outputs else {
      print("Failed to run the model: \(error?.localizedDescription ?? "no outputs")")
      return
    }
    // The first row of a batch of one.
    guard let probabilities = (try? outputs.output(index: 0) as? [[NSNumber]])?[0] else { return }
    for (index, probability) in probabilities.enumerated() {
      print(labels[index] ?? "\(index)", probability.floatValue, separator: "  ")
    }
  }
}

guard CommandLine.arguments.count == 2 else {
  print("usage: classify-with-model-interpreter <picture>")
  exit(2)
}
do {
  let done = DispatchSemaphore(value: 0)
  try classify(CommandLine.arguments[1]) { done.signal() }
  done.wait()
} catch {
  print(error)
  exit(1)
}
