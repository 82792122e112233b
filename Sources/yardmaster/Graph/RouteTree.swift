import Switchyard

/// Routes as a tree of the segments of their patterns, in the order in which these first appear.
struct RouteTree {
  struct Node {
    /// The segment, or for the first of a tree what stands before the first slash, with it.
    let label: String
    /// The place of the node above it, which comes before it; `nil` for the first of a tree.
    let parent: Int?
    /// The routes that end here.
    var routes: [RouteDescription] = []

    var isGuarded: Bool { routes.contains { $0.kind == .guard } }

    /// The lines of a label: the segment, and the routes that end here.
    var lines: [String] { [label.withDecoded] + routes.map(\.label) }
  }

  private struct Place: Hashable {
    let parent: Int?
    let label: String
  }

  private(set) var nodes: [Node] = []

  init(_ routes: [RouteDescription]) {
    var places: [Place: Int] = [:]
    for route in routes {
      var parent: Int?
      for label in Self.segments(of: route.pattern) {
        let place = Place(parent: parent, label: label)
        if let known = places[place] {
          parent = known
        } else {
          places[place] = nodes.count
          nodes.append(Node(label: label, parent: parent))
          parent = nodes.count - 1
        }
      }
      if let parent { nodes[parent].routes.append(route) }
    }
  }

  /// Returns the segments of a pattern, parted by slashes outside of groups and expressions.
  ///
  /// A scheme and host are the first, with the slash behind them; a slash alone is the first of
  /// others.
  static func segments(of pattern: String) -> [String] {
    var segments: [String] = []
    var segment = ""
    var depth = 0
    var isEscaped = false
    // The slashes that do not part, of `https://`.
    var kept = pattern.hasPrefix("//") ? 2 : 0
    for character in pattern {
      let slash = character == "/" && depth == 0 && !isEscaped
      if slash, kept > 0 {
        kept -= 1
        segment.append(character)
        continue
      }
      if slash {
        segments.append(segments.isEmpty ? segment + "/" : segment)
        segment = ""
        continue
      }
      segment.append(character)
      if isEscaped {
        isEscaped = false
        continue
      }
      switch character {
      case "\\": isEscaped = true
      case "(", "{", "[": depth += 1
      case ")", "}", "]": depth = max(0, depth - 1)
      case ":" where depth == 0 && segments.isEmpty && pattern.hasPrefix("\(segment)//"): kept = 2
      default: break
      }
    }
    if !segment.isEmpty || segments.isEmpty {
      segments.append(segment)
    }
    // A slash at the end is a segment of its own where slashes tell patterns apart.
    else if segments.count > 1 {
      segments.append("/")
    }
    return segments
  }
}

extension RouteDescription {
  /// The words of a graph for the route, beside its segments.
  fileprivate var label: String {
    var words: [String] = []
    if kind != .map { words.append(kind.rawValue) }
    words += [tags.methods, name ?? "", tags.names].filter { !$0.isEmpty }
    if let exceptions, !exceptions.isEmpty { words.append("except \(exceptions.list)") }
    return words.isEmpty ? kind.rawValue : words.joined(separator: " ")
  }
}

extension [String] {
  fileprivate var list: String { joined(separator: ", ") }
}
