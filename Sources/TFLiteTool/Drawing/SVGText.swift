import TFLiteRuntime

/// The graph as a picture: subgraphs below each other, each laid out in layers.
struct SVGText {
  let model: Model

  private static let margin = 24.0
  private static let heading = 36.0

  var text: String {
    var body = ""
    var y = Self.margin
    var width = 200.0
    for (number, graph) in model.graphs.enumerated() {
      let drawing = GraphDrawing(OperatorGraph(graph))
      body += "<text class=\"heading\" x=\"\(Self.margin)\" y=\"\(y + 16)\">"
      body += Self.escaped(DotText.title(number, graph)) + "</text>\n"
      y += Self.heading
      body += "<g transform=\"translate(\(Self.margin) \(y))\">\n" + Self.content(drawing) + "</g>\n"
      y += drawing.height + Self.heading
      width = max(width, drawing.layout.width + 2 * Self.margin)
    }
    let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(y))\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) viewBox="0 0 \(Self.number(width)) \(Self.number(y))">
      <style>
      text { font: 600 12px system-ui, sans-serif; fill: #1d2733; text-anchor: middle }
      text.shape { font-weight: 400; font-size: 10.5px; fill: #5a6675 }
      text.heading { font-size: 14px; text-anchor: start }
      rect { stroke: #b9c3cf; fill: #ffffff } path { fill: none; stroke: #8f9bab; stroke-width: 1.2 }
      svg { background: #f7f8fa }

      """ + Self.familyStyles + "</style>\n" + body + "</svg>\n"
  }

  private static var familyStyles: String {
    OperatorFamily.allCases.map { ".\($0.rawValue) { fill: \(GraphColors.fill($0)) }\n" }.joined()
  }

  private static func content(_ drawing: GraphDrawing) -> String {
    var text = ""
    for route in drawing.layout.routes {
      for target in route.targets { text += "<path d=\"\(path(drawing, route, target))\"/>\n" }
    }
    for (index, node) in drawing.graph.nodes.enumerated() {
      let (x, y) = (drawing.layout.positions[index], drawing.top(index))
      let width = drawing.widths[index]
      var kind = "class=\"port\" rx=\"22\""
      if case .operation = node.kind { kind = "class=\"\(OperatorFamily(node.title).rawValue)\" rx=\"6\"" }
      let letters = Int((width - 16) / 8.2)
      text += "<g><title>\(escaped(node.title)) \(escaped(node.subtitle))</title>"
      text += "<rect \(kind) x=\"\(number(x - width / 2))\" y=\"\(number(y))\" width=\"\(number(width))\" "
      text += "height=\"\(number(GraphDrawing.nodeHeight))\"/>"
      text += "<text x=\"\(number(x))\" y=\"\(number(y + 19))\">\(escaped(cut(node.title, letters)))</text>"
      text +=
        "<text class=\"shape\" x=\"\(number(x))\" y=\"\(number(y + 34))\">\(escaped(cut(node.subtitle, Int((width - 12) / 6.4))))"
      text += "</text></g>\n"
    }
    return text
  }

  /// A curve from the source's lower edge through the points of the layers between to the target's upper edge.
  private static func path(_ drawing: GraphDrawing, _ route: GraphLayout.Route, _ target: Int) -> String {
    let source = drawing.layout.layers[route.source]
    var (x, y) = (drawing.layout.positions[route.source], drawing.top(route.source) + GraphDrawing.nodeHeight)
    var text = "M\(number(x)) \(number(y))"
    func curve(to nextX: Double, _ nextY: Double) {
      let middle = (y + nextY) / 2
      text += "C\(number(x)) \(number(middle)) \(number(nextX)) \(number(middle)) \(number(nextX)) \(number(nextY))"
      (x, y) = (nextX, nextY)
    }
    for (index, point) in route.points.prefix(max(0, drawing.layout.layers[target] - source - 1)).enumerated() {
      let top = Double(source + 1 + index) * GraphDrawing.layerHeight
      curve(to: point, top)
      y = top + GraphDrawing.nodeHeight
      text += "V\(number(y))"
    }
    curve(to: drawing.layout.positions[target], drawing.top(target))
    return text
  }

  private static func number(_ value: Double) -> String { fixed(value, 1) }

  private static func cut(_ text: String, _ letters: Int) -> String {
    text.count <= letters ? text : text.prefix(max(1, letters - 1)) + "\u{2026}"
  }

  /// Text of XML; characters that XML does not allow become blanks.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value): result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
