// Names the shape in a picture with the custom-model API of ML Kit.
//
//     swift run -c release classify-with-model-interpreter pictures/heart.png

import Foundation
import ModelInterpreterKit
import TFLiteVision

guard CommandLine.arguments.count == 2 else {
  print("usage: classify-with-model-interpreter <picture>")
  exit(2)
}
let folder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().appendingPathComponent("../../shapes-classifier").standardized

let interpreter = ModelInterpreter.modelInterpreter(
  localModel: CustomLocalModel(modelPath: folder.appendingPathComponent("classifier_float.tflite").path))
// Completion handlers run on the main queue, which only programs with a run loop serve.
interpreter.completionQueue = DispatchQueue(label: "completion")

let ioOptions = ModelInputOutputOptions()
let inputs = ModelInputs()
do {
  try ioOptions.setInputFormat(index: 0, type: .float32, dimensions: [1, 64, 64, 3])
  try ioOptions.setOutputFormat(index: 0, type: .float32, dimensions: [1, 8])
  // The whole picture at 64x64, its channels from 0 to 1, as bytes of floats.
  let preprocessing = Preprocessing(width: 64, height: 64, encoding: .float32(.zeroToOne))
  try inputs.addInput(Data(preprocessing.bytes(of: Picture(contentsOf: CommandLine.arguments[1]))))
} catch let error as NSError {
  print("Cannot state the input: \(error.localizedDescription)")
  exit(1)
}

let labels = try Labels(contentsOf: folder.appendingPathComponent("labels.txt").path)
let done = DispatchSemaphore(value: 0)
interpreter.run(inputs: inputs, options: ioOptions) { outputs, error in
  defer { done.signal() }
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
done.wait()
