import TFLiteVision

let path = CommandLine.arguments[1]
let picture = try Picture(contentsOf: path)
print(picture.width, "x", picture.height)
