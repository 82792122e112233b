import RoutePatterns

extension RouteTree {
  /// The tree for the programs of Graphviz; guards have two borders, and nodes without routes none.
  var dot: String {
    var lines = [
      "digraph routes {", "  rankdir=LR;", "  node [shape=box, fontname=\"sans-serif\"];",
    ]
    for (place, node) in nodes.enumerated() {
      let look = node.isGuarded ? ", peripheries=2" : node.routes.isEmpty ? ", shape=plaintext" : ""
      let label = node.lines.map(Self.dotEscaped).joined(separator: "\\n")
      lines.append("  n\(place) [label=\"\(label)\"\(look)];")
      if let parent = node.parent { lines.append("  n\(parent) -> n\(place);") }
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// Returns a text as it stands in a label, where Graphviz reads backslashes and the entities of
  /// HTML.
  private static func dotEscaped(_ text: String) -> String {
    // Scalars, as a mark behind a quote makes another character of it.
    text.excerpt.unicodeScalars.reduce(into: "") { out, scalar in
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "&": out += "&amp;"
      default: out.unicodeScalars.append(scalar)
      }
    }
  }
}
