import TFLiteRuntime
import TFLiteVision

let path = CommandLine.arguments[1]
let picture = try Picture(contentsOf: path)

let model = try Model(path: "model.tflite")
let session = try Session(model)
