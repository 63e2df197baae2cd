import TFLiteRuntime
import TFLiteVision

let path = CommandLine.arguments[1]
let picture = try Picture(contentsOf: path)

let model = try Model(path: "model.tflite")
let detector = try ObjectDetector(Session(model))
detector.decoder.labels = try Labels(contentsOf: "dict.txt")
detector.decoder.threshold = 0.95

let found = try detector.detect(in: picture)
for object in found {
  print(object.label ?? "?", object.score, object.pixels)
}

let drawing = Overlay(found).drawn(on: picture)
try drawing.writePNG(to: "found.png")
