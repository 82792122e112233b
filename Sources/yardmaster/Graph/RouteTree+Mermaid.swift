import RoutePatterns

extension RouteTree {
  /// The tree as a flowchart of Mermaid; guards are hexagons, and nodes without routes are round.
  var mermaid: String {
    var lines = ["flowchart LR"]
    for (place, node) in nodes.enumerated() {
      let label = "\"\(node.lines.map(Self.mermaidEscaped).joined(separator: "<br>"))\""
      let shape =
        node.isGuarded ? "{{\(label)}}" : node.routes.isEmpty ? "(\(label))" : "[\(label)]"
      lines.append("  n\(place)\(shape)")
      if let parent = node.parent { lines.append("  n\(parent) --> n\(place)") }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a text as it stands in a label: of ASCII only letters, digits and what has no meaning
  /// in Mermaid, Markdown and HTML stand for themselves.
  private static func mermaidEscaped(_ text: String) -> String {
    text.excerpt.unicodeScalars.reduce(into: "") { out, scalar in
      if !scalar.isASCII || scalar.properties.isAlphabetic
        || " 0123456789/.,:-".unicodeScalars.contains(scalar)
      {
        out.unicodeScalars.append(scalar)
      } else {
        out += "#\(scalar.value);"
      }
    }
  }
}
