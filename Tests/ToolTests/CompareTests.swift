import Foundation
import TFLiteRuntime
import TFLiteTool
import TestSupport
import Testing

@Suite struct CompareTests {
  private typealias Object = [String: any Sendable]

  /// The models as files.
  private static func folder(
    _ fault: QuantizedNetwork.Fault, _ naming: QuantizedNetwork.Naming = .endings
  ) throws -> (folder: TemporaryFolder, network: QuantizedNetwork) {
    let folder = try TemporaryFolder()
    let network = try QuantizedNetwork.shared()
    try folder.write(network.float, "float.tflite")
    try folder.write(network.quantized(fault, naming), "int8.tflite")
    return (folder, network)
  }

  private static func numpy(_ values: [Float], _ shape: [Int]) throws -> [UInt8] {
    try NumPyFile.header(.float32, Shape(shape), path: "") + FlatBufferWriter.bytes(of: values)
  }

  private func rows(_ json: Object) throws -> [Object] { try #require(json["operators"] as? [Object]) }

  static let faults: [(QuantizedNetwork.Fault, String)] = [
    (.output(0, 0.125), "clips"), (.output(0, 48), "too coarse"), (.output(1, 48), "too coarse"),
    (.output(2, 0.125), "clips"), (.output(3, 0.125), "clips"), (.output(3, 48), "too coarse"),
    (.output(4, 48), "too coarse"), (.output(6, 0.125), "clips"), (.output(7, 48), "too coarse"),
    (.weights(0, 2), "times the reference"), (.weights(1, 3), "times the reference"),
    (.weights(2, 1.6), "times the reference"), (.weights(6, 0.5), "times the reference"),
    (.weights(7, 2), "times the reference"),
  ]

  @Test(arguments: faults.indices, QuantizedNetwork.Naming.allCases)
  func namesTheLayerWithAWrongScale(_ index: Int, _ naming: QuantizedNetwork.Naming) throws {
    let (fault, reason) = Self.faults[index]
    let (folder, _) = try Self.folder(fault, naming)
    let run = try ToolProcess([
      "compare", folder.path("float.tflite"), folder.path("int8.tflite"), "--runs", "4", "--json", "--check",
    ])
    #expect(run.status == 1, "\(run.error)")
    let json = try run.json()
    let layer = try #require(fault.layer)
    let ranking = try #require(json["ranking"] as? [Object])
    #expect(ranking.first?["index"] as? Int == QuantizedNetwork.index(ofLayer: layer), "\(ranking.prefix(3))")
    #expect((ranking.first?["reason"] as? String)?.contains(reason) == true, "\(ranking.prefix(1))")
    let departure = try #require(json["first_departure"] as? Object)
    #expect(departure["index"] as? Int == QuantizedNetwork.index(ofLayer: layer), "\(departure)")
  }

  /// The page's first column is the noise of operators, and it is the faulty layer that has most of it.
  @Test func showsNoiseOnThePage() throws {
    let (folder, _) = try Self.folder(.output(2, 0.125))
    let run = try ToolProcess([
      "compare", folder.path("float.tflite"), folder.path("int8.tflite"), "--report", folder.path("noise.html"),
    ])
    #expect(run.status == 0, "\(run.error)")
    let page = try String(contentsOfFile: folder.path("noise.html"), encoding: .utf8)
    let start = try #require(page.range(of: "<script type=\"application/json\" id=\"data\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let json = try JSONSerialization.jsonObject(with: Data(page[start.upperBound..<end.lowerBound].utf8))
    let columns = try #require((json as? Object)?["columns"] as? [Object])
    #expect((json as? Object)?["heat"] as? String == "own_snr")
    let noise = try #require(columns.first)
    #expect(noise["key"] as? String == "own_snr" && noise["heat"] as? String == "inverted")
    let values = try #require((noise["values"] as? [[any Sendable]])?.first).map { $0 as? Double }
    let worst = values.indices.min { (values[$0] ?? .infinity) < (values[$1] ?? .infinity) }
    #expect(worst == QuantizedNetwork.index(ofLayer: 2), "\(values)")
    #expect(columns.contains { $0["key"] as? String == "time" })
  }

  @Test(arguments: QuantizedNetwork.Naming.allCases)
  func findsNothingWhereScalesAreRight(_ naming: QuantizedNetwork.Naming) throws {
    let (folder, _) = try Self.folder(.none, naming)
    let run = try ToolProcess([
      "compare", folder.path("float.tflite"), folder.path("int8.tflite"), "--json", "--check",
    ])
    #expect(run.status == 0, "\(run.error)")
    let json = try run.json()
    #expect(json["first_departure"] is Object == false)
    #expect(json["runs"] as? Int == 8)
    let rows = try rows(json)
    // Every layer, QUANTIZE before them and DEQUANTIZE behind.
    #expect(rows.map { $0["index"] as? Int } == Array(0..<QuantizedNetwork.layerCount + 2))
    for (place, row) in rows.enumerated() {
      let reference = try #require(row["reference"] as? Object)
      let isThrough = place == 0 || place == rows.count - 1
      #expect(
        reference["matched_by"] as? String == (isThrough ? "through" : naming == .endings ? "name" : "alignment"))
      if !isThrough { #expect(reference["index"] as? Int == place - 1) }
      #expect(try #require(row["snr_db"] as? Double) > 25, "\(row)")
      #expect(try #require(row["cosine"] as? Double) > 0.998)
    }
    let unmatched = try #require(json["unmatched"] as? Object)
    #expect(unmatched["candidate"] as? [Int] == [] && unmatched["reference"] as? [Int] == [])
  }

  /// Bias and activation behind a product that has neither, or inside of it; no name is the same.
  @Test func matchesWhatOneSideFuses() throws {
    typealias Operator = ModelBuilder.Operator
    func model(_ name: String, isFused: Bool) -> [UInt8] {
      let weights = (0..<16).map { Float($0 % 5) - 2 }
      let bias: [Float] = [1, -2, 0.5, 0]
      let shape = [1, 4]
      var tensors: [ModelBuilder.Tensor] = [
        .float32(shape, name: name + "0"), .float32([4, 4], weights, name: name + "1"),
        .float32([4], bias, name: name + "2"),
      ]
      for number in 3..<(isFused ? 5 : 7) { tensors.append(.float32(shape, name: name + "\(number)")) }
      func full(_ activation: Int64, _ inputs: [Int], _ output: Int) -> Operator {
        Operator(
          .fullyConnected, options: .init(.fullyConnectedOptions, ["fused_activation_function": .int(activation)]),
          inputs: inputs, outputs: [output])
      }
      let operators: [Operator] =
        isFused
        ? [full(1, [0, 1, 2], 3), full(0, [3, 1, -1], 4)]
        : [
          full(0, [0, 1, -1], 3), .init(.add, inputs: [3, 2], outputs: [4]), .init(.relu, inputs: [4], outputs: [5]),
          full(0, [5, 1, -1], 6),
        ]
      return ModelBuilder([
        .init(tensors: tensors, inputs: [0], outputs: [isFused ? 4 : 6], operators: operators)
      ]).build()
    }
    let folder = try TemporaryFolder()
    try folder.write(model("fused", isFused: true), "fused.tflite")
    try folder.write(model("plain", isFused: false), "plain.tflite")
    let files = [folder.path("plain.tflite"), folder.path("fused.tflite")]
    for (arguments, pairs) in [(files, [(0, 2), (1, 3)]), (files.reversed(), [(2, 0), (3, 1)])] {
      let rows = try rows(try ToolProcess(["compare"] + arguments + ["--json"]).json())
      #expect(rows.map { $0["index"] as? Int } == pairs.map { $0.0 }, "\(rows)")
      for (row, pair) in zip(rows, pairs) {
        #expect((row["reference"] as? Object)?["index"] as? Int == pair.1)
        #expect(try #require(row["max_error"] as? Double) < 1e-5)
      }
    }
  }

  @Test func measuresErrorsByHand() throws {
    // Levels of 0.5 from -64 to 63.5.
    let folder = try TemporaryFolder()
    let scale = ModelBuilder.Quantization.perTensor(scale: 0.5)
    func model(_ tensor: (String) -> ModelBuilder.Tensor) -> [UInt8] {
      SmallModels.timesThree(tensor("input"), output: tensor("output")).build()
    }
    try folder.write(model { .float32([4], name: $0) }, "float.tflite")
    try folder.write(model { .int8([4], name: $0, quantization: scale) }, "int8.tflite")
    try folder.write(Self.numpy([1, 2, 30, 0.75], [4]), "x.npy")
    let json = try ToolProcess([
      "compare", folder.path("float.tflite"), folder.path("int8.tflite"), "--input", folder.path("x.npy"), "--json",
    ]).json()
    // 0.75 is fed as 1; the sums are 2, 4, 60, 1.5 and 3, 6, 90, 2.25, of which 90 is clipped to 63.5.
    let input = try #require((json["inputs"] as? [Object])?.first)
    #expect(input["max_error"] as? Double == 0.25)
    let rows = try rows(json)
    #expect(rows.map { $0["max_error"] as? Double } == [0.5, 26.5])
    #expect(rows.map { $0["mean_error"] as? Double } == [0.125, (26.5 + 0.75) / 4])
    #expect(rows.map { $0["clipping"] as? Double } == [0, 0.25])
    #expect(rows.map { $0["saturation"] as? Double } == [0, 0.25])
    #expect(rows[1]["range_use"] as? Double == (127 - 6 + 1) / 256.0)
    #expect(rows[1]["bias"] as? Double == (0.75 - 26.5) / 4)
    // 10 log10((9 + 36 + 8100 + 5.0625) / (26.5^2 + 0.75^2))
    #expect(abs(try #require(rows[1]["snr_db"] as? Double) - 10.6432) < 0.001)
  }

  @Test func comparesKernelSetsAndOptions() throws {
    let (folder, _) = try Self.folder(.none)
    for arguments in [
      ["--kernels", "portable", "--against-kernels", "reference"], ["--outputs", "--against-no-rewrites"], [],
    ] {
      let json = try ToolProcess(["compare", folder.path("int8.tflite"), "--json"] + arguments).json()
      #expect(try rows(json).allSatisfy { $0["equal"] as? Bool == true }, "\(arguments)")
      #expect(json["first_difference"] is Object == false)
      #expect(try rows(json).count == (arguments.contains("--outputs") ? 1 : QuantizedNetwork.layerCount + 2))
    }
  }

  @Test func comparesWithArrays() throws {
    let (folder, source) = try Self.folder(.output(3, 0.125))
    var network = source
    let input = try folder.write(Self.numpy(network.input(), QuantizedNetwork.inputShape), "x.npy")
    try ToolProcess([
      "run", folder.path("float.tflite"), "--input", input, "--tensors", folder.path("layers.npz"), "--output",
      folder.path("y.npy"),
    ]).requireSuccess()
    func compare(_ reference: String, _ model: String) throws -> Object {
      try ToolProcess(["compare", folder.path(reference), folder.path(model), "--input", input, "--json"]).json()
    }
    for (file, count) in [("layers.npz", QuantizedNetwork.layerCount), ("y.npy", 1)] {
      let rows = try rows(try compare(file, "float.tflite"))
      #expect(rows.count == count && rows.allSatisfy { $0["equal"] as? Bool == true })
    }
    let departure = try #require(try compare("layers.npz", "int8.tflite")["first_departure"] as? Object)
    #expect(departure["index"] as? Int == QuantizedNetwork.index(ofLayer: 3))
  }

  @Test func gathersOverFolders() throws {
    let (folder, source) = try Self.folder(.none)
    var network = source
    try ToolProcess(script: "mkdir \(folder.path("inputs"))").requireSuccess()
    for name in ["a", "b", "c"] {
      // The range of the input's scale ends at 1.
      let values = network.input().map { name == "b" ? $0 * 4 : $0 }
      try folder.write(Self.numpy(values, QuantizedNetwork.inputShape), "inputs/\(name).npy")
    }
    let arguments = [
      "compare", folder.path("float.tflite"), folder.path("int8.tflite"), "--input", folder.path("inputs"),
    ]
    let json = try ToolProcess(arguments + ["--json"]).json()
    #expect(json["run_names"] as? [String] == ["a.npy", "b.npy", "c.npy"])
    let quantize = try rows(json)[0]
    #expect(quantize["worst_run"] as? Int == 1)
    #expect(quantize["elements"] as? Int == 3 * 256)
    #expect(quantize["departs"] as? Bool == true)
    let text = try ToolProcess(arguments)
    #expect(text.output.contains("first that departs (own noise below 20 dB): #0 QUANTIZE"), "\(text.output)")
    #expect(text.output.contains("most in b.npy"))
  }

  @Test func namesWhatDoesNotFit() throws {
    let (folder, _) = try Self.folder(.none)
    let float = folder.path("float.tflite")
    let add = try folder.write(
      ModelBuilder.oneOperator(
        .add, inputs: [.float32([2], name: "a"), .float32([2], name: "b")], outputs: [.float32([2], name: "c")]),
      "add.tflite")
    try folder.write(Self.numpy([1], [1]), "y.npy")
    try folder.write("text", "text.npz")
    let runs: [(arguments: [String], status: Int32, text: String)] = [
      ([float, add], 65, "the models' inputs: expected 1 as the reference has, found 2"),
      ([float, "y.npy"], 65, "arrays come first"), (["none.npz", float], 66, "none.npz"),
      ([folder.path("text.npz"), float], 65, "text.npz"),
      ([float, float, "--runs", "0"], 64, "--runs"), ([float, float, "--threshold", "x"], 64, "threshold"),
    ]
    for (arguments, status, text) in runs {
      let run = try ToolProcess(["compare"] + arguments)
      #expect(run.status == status, "\(arguments) \(run.error)")
      #expect(run.error.contains(text), "\(run.error)")
      #expect(run.output == "")
    }
  }
}
