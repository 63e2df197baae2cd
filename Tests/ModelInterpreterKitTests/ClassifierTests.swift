import Foundation
import ModelInterpreterKit
import TFLiteVision
import TestSupport
import Testing

/// What applications do with a classifier of their own: formats stated once, the picture as normalised floats in `Data`
/// or as bytes, scores matched with the lines of a label file.
@Suite struct ClassifierTests {
  private func interpreter(_ model: String) -> ModelInterpreter {
    let interpreter = ModelInterpreter.modelInterpreter(
      localModel: CustomLocalModel(modelPath: Examples.path("shapes-classifier/\(model).tflite")))
    interpreter.completionQueue = DispatchQueue(label: "answers")
    return interpreter
  }

  private func labels() throws -> [String] {
    try String(contentsOfFile: Examples.path("shapes-classifier/labels.txt"), encoding: .utf8)
      .components(separatedBy: "\n").filter { !$0.isEmpty }
  }

  /// The RGB bytes of a picture as floats from 0 to 1.
  private func normalized(_ picture: String) throws -> Data {
    var input = Data()
    for byte in try Examples.pixels(picture, width: 64, height: 64) {
      let value = Float32(byte) / 255
      withUnsafeBytes(of: value) { input.append(contentsOf: $0) }
    }
    return input
  }

  @Test func `float classifier names every shape`() async throws {
    let interpreter = interpreter("classifier_float")
    let ioOptions = ModelInputOutputOptions()
    do {
      try ioOptions.setInputFormat(index: 0, type: .float32, dimensions: [1, 64, 64, 3])
      try ioOptions.setOutputFormat(index: 0, type: .float32, dimensions: [1, 8])
    } catch let error as NSError {
      Issue.record("\(error.localizedDescription)")
    }
    let expected = try Examples.expectedShapes("classifier_float")
    let labels = try labels()
    #expect(labels == expected.labels)
    #expect(expected.pictures.count == 8)
    for shape in expected.pictures {
      let inputs = ModelInputs()
      try inputs.addInput(normalized(shape.picture))
      let outputs = try await interpreter.result(inputs, ioOptions).get()
      let output = try? outputs.output(index: 0) as? [[NSNumber]]
      let probabilities = try #require(output?[0])
      try #require(probabilities.count == labels.count)
      for (probability, recorded) in zip(probabilities, shape.probabilities) {
        #expect(abs(probability.floatValue - recorded) <= 1e-4, "\(shape.picture)")
      }
      let best = try outputs.classifications(labels: Labels(labels), count: 1)
      #expect(best.map(\.label) == [shape.label])
    }
  }

  @Test func `a batch gives what single pictures give`() async throws {
    let interpreter = interpreter("classifier_float")
    let ioOptions = try ioOptions(
      [.init(type: .float32, dimensions: [8, 64, 64, 3])], [.init(type: .float32, dimensions: [8, 8])])
    let expected = try Examples.expectedShapes("classifier_float").pictures
    let batch = try expected.reduce(into: Data()) { $0 += try normalized($1.picture) }
    let outputs = try await interpreter.result(modelInputs(batch), ioOptions).get()
    let rows = try #require(try outputs.output(index: 0) as? [[NSNumber]])
    #expect(rows.count == 8)
    for (row, shape) in zip(rows, expected) {
      for (probability, recorded) in zip(row, shape.probabilities) {
        #expect(abs(probability.floatValue - recorded) <= 1e-4, "\(shape.picture)")
      }
    }
  }

  @Test func `int8 classifier, registered under a name`() async throws {
    let name = "shapes \(UUID())"
    let source = LocalModelSource(
      modelName: name, path: Examples.path("shapes-classifier/classifier_int8.tflite"))
    #expect(ModelManager.modelManager().register(source))
    let interpreter = ModelInterpreter(options: ModelOptions(cloudModelName: nil, localModelName: name))
    interpreter.completionQueue = DispatchQueue(label: "answers")
    let ioOptions = try ioOptions(
      [.init(type: .int8, dimensions: [1, 64, 64, 3])], [.init(type: .int8, dimensions: [1, 8])])
    let expected = try Examples.expectedShapes("classifier_int8")
    for shape in expected.pictures {
      let pixels = try Examples.pixels(shape.picture, width: 64, height: 64)
      let rows: [[[[Int8]]]] = [
        (0..<64).map { row in
          (0..<64).map { column in (0..<3).map { Int8(Int(pixels[(row * 64 + column) * 3 + $0]) - 128) } }
        }
      ]
      let outputs = try await interpreter.result(modelInputs(rows), ioOptions).get()
      let output = try #require(try outputs.output(index: 0) as? [[NSNumber]])
      #expect(output[0].map(\.intValue) == shape.output, "\(shape.picture)")
    }
  }
}
