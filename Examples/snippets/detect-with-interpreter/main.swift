// Finds shapes in pictures with the API of TensorFlowLiteSwift.
//
//     swift run -c release detect-with-interpreter pictures/scene-1.png [found.png]

import Foundation
import TFLiteVision
import TensorFlowLite

/// The shapes in a picture.
func detect(in picture: Picture) throws -> [Detection] {
  // The model, its labels and its metadata lie in one folder, as they are exported.
  let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../shapes-detector").standardized
  let labels = try Labels(contentsOf: folder.appendingPathComponent("dict.txt").path)
  let interpreter = try Interpreter(modelPath: folder.appendingPathComponent("model.tflite").path)
  try interpreter.allocateTensors()

  // The input is uint8 [1, height, width, 3]: the RGB bytes of the whole picture, resized.
  let input = try interpreter.input(at: 0)
  let preprocessing = Preprocessing(
    width: input.shape.dimensions[2], height: input.shape.dimensions[1], encoding: .raw(.uint8))
  try interpreter.copy(Data(preprocessing.bytes(of: picture)), toInputAt: 0)
  try interpreter.invoke()

  // Outputs, all of floats: boxes as top, left, bottom, right in fractions of the picture; classes; scores; how many.
  let outputs = try (0..<interpreter.outputTensorCount).map { index in
    [Float](unsafeData: try interpreter.output(at: index).data) ?? []
  }
  return try DetectionDecoder(threshold: 0.5, labels: labels).detections(
    boxes: outputs[0], classes: outputs[1], scores: outputs[2], count: outputs[3].first,
    mapping: PictureMapping(pictureWidth: picture.width, pictureHeight: picture.height))
}

let arguments = CommandLine.arguments
guard (2...3).contains(arguments.count) else {
  print("usage: detect-with-interpreter <picture> [<picture to write>]")
  exit(2)
}
do {
  let picture = try Picture(contentsOf: arguments[1])
  let detections = try detect(in: picture)
  for detection in detections {
    print(detection.label ?? "\(detection.index)", detection.score, detection.pixels, separator: "  ")
  }
  if arguments.count == 3 { try Overlay(detections).drawn(on: picture).writePNG(to: arguments[2]) }
} catch {
  print(error)
  exit(1)
}
