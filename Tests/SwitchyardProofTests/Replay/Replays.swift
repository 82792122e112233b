import TestSupport

@testable import SwitchyardProof

/// Tables and requests of the tests of replays.
enum Replays {
  /// A table of the routes of some lines: methods and a pattern, or another kind and a pattern.
  static func table(
    _ lines: String...,
    configuration: Router.Configuration = .server
  ) throws -> ListedRoutes {
    try table(lines, configuration)
  }

  static func table(
    _ lines: [String],
    _ configuration: Router.Configuration = .server
  ) throws -> ListedRoutes {
    let routes = lines.enumerated().map { index, line in
      let words = line.split(separator: " ").map { String($0) }
      let kind = RouteKind(rawValue: words[0].lowercased()) ?? .map
      let methods = words[0].split(separator: ",").map { String($0) }
      var tags = methods.map {
        $0 == "*" ? RouteTag.anyMethod : .method(RequestMethod(stringLiteral: $0))
      }
      if kind != .map { tags = kind == .fallback ? [.anyMethod] : [] }
      let name = words.count > 2 ? words[2] : nil
      return RouteDescription(kind, words[1], tags: tags, name: name, order: index + 1)
    }
    return try ListedRoutes(RouteListing(routes), configuration: configuration)
  }

  static func line(_ request: String, status: Int = 200) -> String {
    "192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] \"\(request)\" \(status) 12 \"-\" \"curl/8\"\n"
  }

  /// Reads a log, in parts of some length.
  static func read(_ log: String, _ replay: inout RouteReplay, parts: Int = 1 << 16) {
    read(Array(log.utf8), &replay, parts: parts)
  }

  static func read(_ log: [UInt8], _ replay: inout RouteReplay, parts: Int = 1 << 16) {
    replay.beginLog("log")
    var rest = log[...]
    while !rest.isEmpty {
      replay.read(Array(rest.prefix(parts)))
      rest = rest.dropFirst(parts)
    }
    replay.endLog()
  }

  private static let words = [
    "books", "users", "new", "42", "a.b", "A", "x-y", "%C3%A9", "status", "authors",
  ]

  /// Draws the patterns of a table.
  static func lines(_ random: inout SeededGenerator) -> [String] {
    let methods = ["GET", "POST", "GET,POST", "*", "PUT", "DELETE", "OPTIONS", "HEAD", "PROPFIND"]
    return (0..<(1 + random.below(9))).map { _ in
      var pattern = ""
      for place in 0..<random.below(4) {
        let values = [
          ":id\(place)", ":n\(place)(\\d+)", "{:opt\(place)}?", ":a\(place)-:b\(place)",
        ]
        pattern += "/" + random.pick(values + words)
      }
      if pattern.isEmpty { pattern = "/" }
      if random.below(5) == 0 { pattern += pattern == "/" ? "*" : "/*" }
      let kind = random.below(6) == 0 ? "FALLBACK" : random.pick(methods)
      return "\(kind) \(pattern)"
    }
  }

  /// Draws the target of a request, sound or not.
  static func target(_ random: inout SeededGenerator) -> String {
    var target = ""
    for _ in 0..<(1 + random.below(4)) { target += "/" + random.pick(words) }
    let tricks = [
      "/", "//", "/.", "/..", "/%2e%2e/x", "\\", "?q=1", "?a=%41&b", "?%zz", "#f", "/%", "/%00",
      "/é", "?x=\"", "/a b", "/%2F", "?", "/é?x=é", "/b%6Foks", ";v=1",
    ]
    switch random.below(12) {
    case 0..<4: target += random.pick(tricks)
    case 4: target = random.pick(tricks) + target
    case 5: target = random.pick(["*", "http://h.example", "https://h.example:8443", "x"]) + target
    case 6: target = "*"
    case 7: target += "/" + String(repeating: random.pick(words), count: random.below(4_000))
    default: break
    }
    return target
  }

  static let methods = [
    "GET", "GET", "GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "PROPFIND", "get",
    "BREW",
  ]
}

extension RouteReplay {
  /// The answers that were counted, by their numbers.
  var answers: [ReplayAnswer: Int] {
    var answers: [ReplayAnswer: Int] = [:]
    for (index, count) in tally.counts.enumerated() where count > 0 {
      answers[ReplayAnswer(number: Int32(index - ReplayAnswer.others))] = count
    }
    return answers
  }
}
