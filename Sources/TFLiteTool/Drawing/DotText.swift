import TFLiteRuntime

/// The graph in Graphviz' language, a cluster for each subgraph.
struct DotText {
  let model: Model
  let path: String

  var text: String {
    var text = "digraph model {\n  label=\(Self.quoted(path)); labelloc=t; rankdir=TB;\n"
    text += "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"Helvetica\", fontsize=11];\n"
    text += "  edge [fontname=\"Helvetica\", fontsize=9, color=gray40];\n"
    for (number, graph) in model.graphs.enumerated() {
      text += "  subgraph cluster_\(number) {\n    label=\(Self.quoted(Self.title(number, graph)));\n"
      let drawn = OperatorGraph(graph)
      for (index, node) in drawn.nodes.enumerated() {
        var attributes = "label=\"\(Self.escaped(node.title))\\n\(Self.escaped(node.subtitle))\""
        if case .operation(let place) = node.kind {
          attributes += ", tooltip=\"operator \(place)\", fillcolor=\"\(Self.color(node.title))\""
        } else {
          attributes += ", shape=ellipse"
        }
        text += "    n\(number)_\(index) [\(attributes)];\n"
      }
      for link in drawn.links {
        let name = graph.tensors[link.tensor].name
        for target in link.targets {
          text += "    n\(number)_\(link.source) -> n\(number)_\(target) [tooltip=\(Self.quoted(name))];\n"
        }
      }
      text += "  }\n"
    }
    return text + "}\n"
  }

  static func title(_ number: Int, _ graph: Graph) -> String {
    graph.name.isEmpty ? "subgraph \(number)" : "subgraph \(number): \(graph.name)"
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  private static func escaped(_ text: String) -> String {
    String(
      text.flatMap { letter -> [Character] in
        letter == "\"" || letter == "\\" ? ["\\", letter] : letter.isNewline ? [" "] : [letter]
      })
  }

  private static func color(_ name: String) -> String { GraphColors.fill(OperatorFamily(name)) }
}

/// The colors of families on light ground.
enum GraphColors {
  static func fill(_ family: OperatorFamily) -> String {
    switch family {
    case .product: "#dbe7fb"
    case .pooling: "#e3f1e4"
    case .elementwise: "#fbeed6"
    case .activation: "#fbe0dc"
    case .shape: "#ebe9f0"
    case .quantization: "#dff1f2"
    case .normalization: "#ece1f6"
    case .control: "#f8dfec"
    case .other: "#eceff1"
    }
  }
}
