import Foundation
import TestSupport
import Testing

@testable import TFLiteTool

@Suite struct ReportTests {
  typealias Object = [String: any Sendable]

  /// The data of a page.
  private static func data(of page: String) throws -> Object {
    let start = try #require(page.range(of: "<script type=\"application/json\" id=\"data\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let value = try JSONSerialization.jsonObject(with: Data(page[start.upperBound..<end.lowerBound].utf8))
    return try #require(value as? Object)
  }

  private static func report(_ model: String, _ arguments: [String] = []) throws -> Object {
    let run = try ToolProcess(["report", model, "-o", "-", "--seconds", "0.05"] + arguments)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error == "")
    return try data(of: run.output)
  }

  private static func column(_ key: String, of page: Object) throws -> [[Double?]] {
    let columns = try #require(page["columns"] as? [Object])
    let column = try #require(columns.first { $0["key"] as? String == key })
    let values = try #require(column["values"] as? [[any Sendable]])
    return values.map { $0.map { $0 as? Double } }
  }

  @Test func reportsAModelThatRuns() throws {
    let page = try Self.report(Fixture.example("shapes-classifier/classifier_int8.tflite"))
    #expect(page["format"] as? Int == 1)
    #expect((page["notes"] as? [String])?.isEmpty == true)
    let subgraphs = try #require(page["subgraphs"] as? [Object])
    let operators = try #require(subgraphs.first?["operators"] as? [Object])
    #expect(operators.first?["name"] as? String == "CONV_2D")
    let options = try #require(operators.first?["options"] as? [[String]])
    #expect(options.contains(["fused_activation_function", "RELU6"]))
    #expect(options.contains(["stride_w", "2"]))
    // Each operator has a time, or something else does its work.
    for (operation, time) in zip(operators, try Self.column("time", of: page)[0]) {
      #expect(time != nil || (operation["fate"] as? String)?.hasPrefix("does not run") == true)
    }
    let views = try #require(page["views"] as? [Object])
    #expect(views.map { $0["form"] as? String } == ["file", "run"])
    for view in views {
      let nodes = try #require(view["nodes"] as? [[any Sendable]])
      let layers = nodes.map { $0[2] as? Int ?? -1 }
      for link in try #require(view["links"] as? [[any Sendable]]) {
        let (source, targets) = (try #require(link[1] as? Int), try #require(link[3] as? [Int]))
        #expect(targets.allSatisfy { layers[$0] > layers[source] }, "a link leads upwards")
      }
    }
    let memory = try #require((page["memory"] as? [Object])?.first)
    let (arena, bound) = (try #require(memory["arena"] as? Int), try #require(memory["lower_bound"] as? Int))
    #expect(arena >= bound && bound > 0)
    let constants = try #require(page["constants"] as? [Object])
    // The first convolution's filters, of three inputs.
    let pictures = constants.compactMap { $0["picture"] as? Object }
    let picture = try #require(pictures.first { $0["form"] as? String == "colors" })
    let text = try #require(picture["data"] as? String)
    let bytes = try #require(Data(base64Encoded: text))
    let (width, height) = (try #require(picture["tile_width"] as? Int), try #require(picture["tile_height"] as? Int))
    #expect(bytes.count % (width * height * 3) == 0 && bytes.contains(0) && bytes.contains(255))
  }

  /// Constants whose range is wider than any number, or narrower than a quotient.
  @Test func summarizesConstantsAtTheEnds() throws {
    let folder = try TemporaryFolder()
    for (least, most) in [(-1.7e308, 1.7e308), (0, .leastNonzeroMagnitude), (-.infinity, .infinity)]
      as [(Double, Double)]
    {
      let values = (0..<96).map { $0 % 5 == 0 ? least : $0 % 5 == 1 ? most : 0 }
      let shapes = [[96], [4, 2, 4, 3]]
      for shape in shapes {
        let model = try folder.write(
          ModelBuilder.oneOperator(
            .maximum, inputs: [.float64(shape, name: "x"), .float64(shape, values)],
            outputs: [.float64(shape, name: "y")]),
          "model.tflite")
        let run = try ToolProcess(["report", model, "-o", folder.path("page.html"), "--no-run"])
        #expect(run.status == 0, "\(least) to \(most): \(run.error)")
      }
    }
  }

  @Test func pagesLoadNothingAndKeepNamesOfStrangersAsText() throws {
    let folder = try TemporaryFolder()
    let name = "</script><script>alert(1)</script>\u{2028}<!--\"\\"
    let model = try folder.write(
      ModelBuilder.oneOperator(.relu, inputs: [.float32([2], name: name)], outputs: [.float32([2], name: "out")]),
      "model.tflite")
    let run = try ToolProcess(["report", model, "-o", folder.path("page.html"), "--no-run"])
    #expect(run.status == 0)
    #expect(run.output == folder.path("page.html") + "\n")
    let page = String(decoding: try folder.read("page.html"), as: UTF8.self)
    #expect(!page.contains("alert(1)</script>"))
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("src="))
    let subgraphs = try Self.data(of: page)["subgraphs"] as? [Object]
    let tensors = try #require(subgraphs?.first?["tensors"] as? [Object])
    #expect(tensors.first?["name"] as? String == name)
  }

  @Test func aModelThatCannotRunHasItsGraph() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(
      ModelBuilder.oneCustomOperator(
        "FlexErf", inputs: [.float32([2], name: "in")], outputs: [.float32([2], name: "out")]), "flex.tflite")
    let page = try Self.report(model)
    let notes = try #require(page["notes"] as? [String])
    #expect(notes.count == 1 && notes[0].contains("FlexErf"))
    #expect(page["run"] is NSNull)
    #expect((page["views"] as? [Object])?.count == 1)
    #expect(try Self.column("moved_bytes", of: page) == [[16]])
  }

  /// A thousand blocks of five operators, with links over a hundred blocks.
  @Test func reportsFiveThousandOperatorsSoon() throws {
    var tensors: [ModelBuilder.Tensor] = [.float32([1, 4, 4, 8], name: "in")]
    var operators: [ModelBuilder.Operator] = []
    func add(_ operation: (Int) -> ModelBuilder.Operator) -> Int {
      tensors.append(.float32([1, 4, 4, 8], name: "tensor \(tensors.count)"))
      operators.append(operation(tensors.count - 1))
      return tensors.count - 1
    }
    var (last, far) = (0, 0)
    for block in 0..<1000 {
      let left = add { .init(.relu, inputs: [last], outputs: [$0]) }
      let right = add { .init(.logistic, inputs: [last], outputs: [$0]) }
      let product = add { .init(.mul, options: .init(.mulOptions, [:]), inputs: [left, right], outputs: [$0]) }
      let sum = add { .init(.add, options: .init(.addOptions, [:]), inputs: [product, last], outputs: [$0]) }
      last = add { .init(.sub, options: .init(.subOptions, [:]), inputs: [sum, far], outputs: [$0]) }
      if block % 100 == 0 { far = last }
    }
    let graph = ModelBuilder.Subgraph(tensors: tensors, inputs: [0], outputs: [last], operators: operators)
    let folder = try TemporaryFolder()
    let model = try folder.write(ModelBuilder([graph]).build(), "large.tflite")
    let run = try ToolProcess(["report", model, "-o", "-", "--seconds", "0.05"])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.outputBytes.count < 5 << 20)
    let page = try Self.data(of: run.output)
    let views = try #require(page["views"] as? [Object])
    let nodes = try #require(views[0]["nodes"] as? [[any Sendable]])
    #expect(nodes.count == 5002)
    // Neighbors of a layer do not overlap.
    var rows: [Int: [(middle: Int, width: Int)]] = [:]
    for node in nodes {
      guard let layer = node[2] as? Int, let middle = node[3] as? Int, let width = node[4] as? Int else { continue }
      rows[layer, default: []].append((middle, width))
    }
    for row in rows.values {
      let sorted = row.sorted { $0.middle < $1.middle }
      for (one, two) in zip(sorted, sorted.dropFirst()) {
        #expect(two.middle - one.middle >= (one.width + two.width) / 2)
      }
    }
    // The whole stays a column, however long it is.
    let width = try #require(views[0]["width"] as? Int)
    #expect(width < 2500)
  }

  @Test func refusesFoldersThatAreNotThere() throws {
    let run = try ToolProcess([
      "report", Fixture.example("shapes-classifier/classifier_int8.tflite"), "-o", "/nowhere/page.html", "--no-run",
    ])
    #expect(run.status == 74)
    #expect(run.hasOneLineError && run.error.contains("/nowhere/page.html"))
  }

  @Test func drawsGraphsForOtherTools() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(
      ModelBuilder.oneOperator(
        .relu, inputs: [.float32([2], name: "in \"<&")], outputs: [.float32([2], name: "out")]), "model.tflite")
    let dot = try ToolProcess(["inspect", model, "--dot"])
    #expect(dot.status == 0)
    #expect(dot.output.contains("digraph") && dot.output.contains("n0_0 -> n0_1") && dot.output.contains("in \\\"<&"))
    let svg = try ToolProcess(["inspect", model, "--svg"])
    #expect(svg.status == 0)
    let parser = XMLNames(svg.output)
    #expect(parser.isSound)
    #expect(parser.counts["rect"] == 3 && parser.counts["path"] == 2)
    #expect(try ToolProcess(["inspect", model, "--svg", "--dot"]).status == 64)
  }
}

/// How often each element occurs in a document.
private final class XMLNames {
  var counts: [String: Int] = [:]
  private(set) var isSound = true

  /// Elements must be closed in their order, and no ampersand may stand by itself.
  init(_ text: String) {
    var open: [Substring] = []
    for part in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstIndex(of: ">") else {
        isSound = false
        return
      }
      let tag = part[..<end]
      if tag.hasPrefix("/") {
        if open.popLast() != tag.dropFirst() { isSound = false }
      } else {
        let name = tag.prefix { $0.isLetter }
        counts[String(name), default: 0] += 1
        if !tag.hasSuffix("/") { open.append(name) }
      }
      for piece in part[end...].split(separator: "&", omittingEmptySubsequences: false).dropFirst()
      where !["amp;", "lt;", "gt;", "quot;"].contains(where: { piece.hasPrefix($0) }) { isSound = false }
    }
    if !open.isEmpty { isSound = false }
  }
}
