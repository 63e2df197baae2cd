// Finds shapes in pictures with the API of TensorFlowLiteSwift.
//
//     swift run -c release detect-with-interpreter pictures/scene-1.png [found.png]

import Foundation
import TFLiteVision
import TensorFlowLite

guard (2...3).contains(CommandLine.arguments.count) else {
  print("usage: detect-with-interpreter <picture> [<picture to write>]")
  exit(2)
}
let picture = try Picture(contentsOf: CommandLine.arguments[1])

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

/// The values of an output of floats.
func floats(_ index: Int) throws -> [Float] {
  [Float](unsafeData: try interpreter.output(at: index).data) ?? []
}

// Outputs: boxes as top, left, bottom, right in fractions of the picture; classes; scores; how many.
let detections = try DetectionDecoder(threshold: 0.5, labels: labels).detections(
  boxes: floats(0), classes: floats(1), scores: floats(2), count: floats(3).first,
  mapping: PictureMapping(pictureWidth: picture.width, pictureHeight: picture.height))
for detection in detections {
  print(detection.label ?? "\(detection.index)", detection.score, detection.pixels, separator: "  ")
}
if CommandLine.arguments.count == 3 {
  try Overlay(detections).drawn(on: picture).writePNG(to: CommandLine.arguments[2])
}
