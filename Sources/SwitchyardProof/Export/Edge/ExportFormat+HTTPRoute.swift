extension ExportFormat {
  /// Objects of Kubernetes that have the Gateway API tell paths that patterns write out.
  public static let httpRoute = ExportFormat(
    "httproute",
    "HTTPRoutes of Kubernetes, in JSON: names of rules"
  ) { routes throws(ExportError) in
    let edge = EdgeTable(routes, for: .re2)
    try edge.refuseOrigins(
      "Give its host an HTTPRoute of its own that leads to the app and leave it out here, or "
        + "write it without a scheme and host."
    )
    let table = ExactTable(
      routes,
      doubts: edge.doubts,
      methods: methods,
      namesWhere: isSectionName,
      pathsWhere: isPathValue
    )
    let objects = objects(of: table).enumerated().map { number, rules -> JSONValue in
      [
        "apiVersion": "gateway.networking.k8s.io/v1",
        "kind": "HTTPRoute",
        "metadata": [
          "name": .text("switchyard-\(number + 1)"),
          // By which those of an older table are found and removed.
          "labels": ["app.kubernetes.io/managed-by": "yardmaster"],
        ],
        "spec": [
          "parentRefs": [["name": "gateway"]],
          "rules": .array(
            rules.map { rule in
              [
                "name": .text(rule.answer),
                "matches": .array(rule.matches),
                "backendRefs": [["name": .text(EdgeTable.Answer.app), "port": 8080]],
              ]
            }
          ),
        ],
      ]
    }
    let root: JSONValue = ["apiVersion": "v1", "kind": "List", "items": .array(objects)]
    return ExportedRoutes(root.json, notes: table.notes + edge.notesOfGuards)
  }

  private struct Rule {
    var answer: String
    var matches: [JSONValue]
  }

  /// The most that one object takes of rules and of matches, and one rule of matches.
  private static let (rulesOfObject, matchesOfObject, matchesOfRule) = (16, 128, 64)
  private static let pathLength = 1_024
  private static let methods = [
    "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
  ]

  /// Returns the rules of each object: one for each answer, as far as there is room.
  ///
  /// Wherever a match stands, it is asked in the same order: whole paths before the beginnings of
  /// paths, and with a method before without. There are no two that are alike in both.
  private static func objects(of table: ExactTable) -> [[Rule]] {
    var order = [EdgeTable.Answer.app]
    // All that has no line of its own.
    var matches: [String: [JSONValue]] = [
      EdgeTable.Answer.app: [["path": ["type": "PathPrefix", "value": "/"]]]
    ]
    for line in table.lines {
      var match: [String: JSONValue] = ["path": ["type": "Exact", "value": .text(line.path)]]
      if let method = line.method { match["method"] = .text(method) }
      if matches[line.answer] == nil { order.append(line.answer) }
      matches[line.answer, default: []].append(.object(match))
    }
    var objects: [[Rule]] = []
    for answer in order {
      let all = matches[answer] ?? []
      for first in stride(from: 0, to: all.count, by: matchesOfRule) {
        let some = Array(all[first..<min(all.count, first + matchesOfRule)])
        let place = objects.lastIndex { rules in
          rules.count < rulesOfObject && !rules.contains { $0.answer == answer }
            && rules.reduce(some.count) { $0 + $1.matches.count } <= matchesOfObject
        }
        if let place {
          objects[place].append(Rule(answer: answer, matches: some))
        } else {
          objects.append([Rule(answer: answer, matches: some)])
        }
      }
    }
    return objects
  }

  /// Whether a rule can have a name: labels of small letters, digits and hyphens within.
  private static func isSectionName(_ name: String) -> Bool {
    name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      let isPlain = label.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
      }
      return isPlain && !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
    }
  }

  /// Whether a match takes a canonical path.
  ///
  /// Of what it refuses a canonical path can have an escaped slash, and doubled ones where slashes
  /// are strict.
  private static func isPathValue(_ path: String) -> Bool {
    path.utf8.count <= pathLength && !path.contains("%2F") && !path.contains("//")
  }
}
