import Foundation
import Switchyard
import TestSupport
import Testing

@testable import yardmaster

private let dot = InstalledProgram("dot")

@Suite(.timeLimit(.minutes(6))) struct `Trees of routes` {
  @Test(arguments: [
    ("/", ["/"]), ("/a/b", ["/", "a", "b"]), ("/a/", ["/", "a", "/"]), ("/*", ["/", "*"]),
    ("/:x(a/b)/c", ["/", ":x(a/b)", "c"]), ("/a{/b}?/c", ["/", "a{/b}?", "c"]),
    ("/a\\/b", ["/", "a\\/b"]), ("https://a.example/b", ["https://a.example/", "b"]),
    ("app://books/:id", ["app://books/", ":id"]), ("//a.example/b", ["//a.example/", "b"]),
    ("a", ["a"]), ("https://:t.example.com:8080/*", ["https://:t.example.com:8080/", "*"]),
    ("/:x([/)])/c", ["/", ":x([/)])", "c"]),
  ])
  func `have the segments of patterns`(_ pattern: String, _ segments: [String]) {
    #expect(RouteTree.segments(of: pattern) == segments)
  }

  /// Names and tags that mean something in the languages of graphs.
  private static let hostile = [
    "\"]; x -> y; [label=\"", "a\\", "a\\N\\l", "&lt;b&gt;", "<b>x</b>", "`x`", "#quot;",
    "%%{init}%%",
    "end", "{{x}}", "]", "-->", "日本", "א", "\u{202E}x", "\n", ";", "//", "click n1 \"javascript:\"",
    // With a mark behind it each is another character, and the same to a program.
    "\"\u{301}", "\\\u{301}", "a\"\u{301}]; x -> y; [label=\"\u{301}",
  ]

  private static func routes(_ generator: inout SeededGenerator) -> [RouteDescription] {
    let kinds: [RouteKind] = [.guard, .proxy, .middleware, .map, .fallback]
    return (0..<generator.below(12)).map { _ in
      let segments = (0..<generator.below(4)).map { _ in
        generator.pick(["a", ":id", "*", "%22", "b&c"])
      }
      return RouteDescription(
        generator.pick(kinds),
        "/" + segments.joined(separator: "/"),
        tags: (0..<generator.below(2)).map { _ in RouteTag(generator.pick(hostile)) },
        name: generator.pick(hostile.map { Optional($0) } + [nil])
      )
    }
  }

  @Test func `are lines of the two languages, whatever names say`() {
    let cases = PropertyRun.cases(default: 500)
    var generator = PropertyRun.generator(for: "trees", cases: cases)
    // Scalars, as these programs read them: a quote with a mark behind it is a quote.
    let dotLine =
      #/  n\d+ (?:-> n\d+|\[label="(?:[^"\\]|\\["\\n])*"(?:, (?:shape=plaintext|peripheries=2))?\]);/#
      .matchingSemantics(.unicodeScalar)
    let label = /"(?:[A-Za-z0-9 \/.,:\-]|[^\x00-\x7F]|#\d+;|<br>)*"/
      .matchingSemantics(.unicodeScalar)
    for _ in 0..<cases {
      let tree = RouteTree(Self.routes(&generator))
      for line in tree.dot.split(separator: "\n").dropFirst(3).dropLast() {
        #expect(line.wholeMatch(of: dotLine) != nil, "\(line)")
      }
      for line in tree.mermaid.split(separator: "\n").dropFirst() {
        let match = line.wholeMatch(
          of: #/  n\d+(?: --> n\d+|\((".*")\)|\[(".*")\]|\{\{(".*")\}\})/#
            .matchingSemantics(.unicodeScalar)
        )
        #expect(match != nil, "\(line)")
        guard let text = match?.1 ?? match?.2 ?? match?.3 else { continue }
        #expect(text.wholeMatch(of: label) != nil, "\(line)")
      }
    }
  }

  @Test(.enabled(if: dot.isInstalled, "Graphviz is not installed"))
  func `are drawn by Graphviz with the labels as they are`() async throws {
    var generator = SeededGenerator(seed: 11)
    var routes = Self.hostile.prefix(14).map { RouteDescription(.map, "/a", name: $0) }
    for _ in 0..<20 { routes += Self.routes(&generator) }
    let tree = RouteTree(routes)
    let folder = FileManager.default.temporaryDirectory.appending(path: "graph-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(tree.dot.utf8).write(to: folder.appending(path: "routes.dot"))
    let result = try await BuiltTool().runShell("\(dot.path) -Tsvg routes.dot", in: folder)
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(result.text.split(separator: "class=\"node\"").count == tree.nodes.count + 1)
    let drawn = result.text.matches(of: /<text[^>]*>([^<]*)<\/text>/).map { String($0.1) }
    for name in ["a\\", "a\\N\\l", "&amp;lt;b&amp;gt;", "&lt;b&gt;x&lt;/b&gt;"] {
      #expect(drawn.contains("map \(name)") || drawn.contains(name), "\(name)")
    }
  }

  @Test func `are made of 100,000 routes`() {
    let routes = (0..<100_000).map { RouteDescription(.map, "/s\($0 % 100)/r\($0)/:id") }
    #expect(RouteTree(routes).nodes.count == 200_101)
  }
}
