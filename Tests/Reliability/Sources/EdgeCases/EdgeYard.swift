import Foundation
import SwitchyardHTTP
import SwitchyardProof

/// A table of routes whose handlers say which of them runs, as a server in front is to say it.
struct EdgeYard {
  /// How routes are read, and won.
  enum Kind: String, CaseIterable {
    case api, all, strict
    /// Those of all that look at paths alone.
    case paths
  }

  let kind: Kind
  let responder: RouteResponder
  let routes: ListedRoutes
  /// Their patterns, as those would write them who put them into a server by hand.
  let patterns: [(pattern: RoutePattern, answer: String)]
  /// Paths that their patterns have, with words in place of parameters.
  let paths: [String]

  init(_ kind: Kind) throws {
    self.kind = kind
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    if kind == .strict {
      configuration.slashes = .strict
      configuration.letterCase = .insensitive
      configuration.precedence = .latestFirst
    }
    let router = Router(configuration)
    var patterns: [(RoutePattern, String)] = []
    var paths: [String] = []
    for (index, words) in try Self.lines(of: kind).enumerated() {
      let pattern = try RoutePattern(parsing: words[1])
      let name = words.count > 2 ? words[2] : nil
      let answer = name ?? "route-\(index + 1)"
      patterns.append((pattern, answer))
      paths.append(Self.path(of: words[1]))
      let handler: RequestHandler = { _ in ServerResponse(.ok, fields: ["X-Route": answer]) }
      switch words[0] {
      case "PROXY": router.proxy(pattern, name: name) { _, next in next(.pass) }
      case "FALLBACK": router.fallback(pattern, name: name, handler: handler)
      case "*": router.on(.get, pattern, tags: ["HTTP"], name: name, handler: handler)
      default:
        let methods = words[0].split(separator: ",").compactMap {
          RequestMethod(rawValue: String($0))
        }
        let others = methods.dropFirst().map { RouteTag.method($0) }
        router.on(methods[0], pattern, tags: others, name: name, handler: handler)
      }
    }
    var settings = RouteResponder.Configuration()
    settings.onFault = { _ in }
    responder = try RouteResponder(router: router, configuration: settings)
    routes = try ListedRoutes(router.routes, configuration: configuration)
    self.patterns = patterns
    self.paths = kind == .api ? paths : paths + Self.others
  }

  /// What the router decides on a request, in the words of a server in front.
  func answer(to head: RequestHead) async -> String {
    let response = await responder.respond(to: head)
    switch response.status.code {
    case 200: return response.fields["X-Route"] ?? ""
    case 404: return "none"
    case 405: return "other-method"
    case 204 where head.method == "OPTIONS": return "other-method"
    case 400, 414, 431: return "refused"
    default: return "status \(response.status.code)"
    }
  }

  /// Paths of patterns whose text does not show them.
  private static let others = [
    "/x", "/x/p1", "/x/p1/p2", "/a/b/secret", "/a/b/c/secret", "/a/p1/p2/p3", "/files/p1.p2",
    "/files/p1",
    "/texts/ab.txt", "/texts/p1", "/dates/2024-05", "/dates/p1-05", "/mixed/p1-p2-p3",
    "/mixed/a-b-c-d",
    "/words/abc", "/words/admin", "/twice/aa", "/twice/ab", "/stem/12", "/stem/1234", "/slow/aab",
    "/slow/aa",
    "/spaces/b", "/spaces/%20", "/api/v1/p1/p2/end", "/api/v1/end", "/longest/abc", "/longest/ab",
    "/admin/key",
    "/way/commit", "/caf%C3%A9/%20/p1", "/q\'u%60o$te/p1", "/dav/p1", "/old/p1",
  ]

  private static func lines(of kind: Kind) throws -> [[String]] {
    let lines = try lines(of: kind == .api ? "api" : "all")
    return kind == .paths ? lines.filter { !$0[1].contains("://") } : lines
  }

  private static func lines(of name: String) throws -> [[String]] {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    let path = folder.joined(separator: "/") + "/Edges/\(name).txt"
    return try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      .split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").map { String($0) } }
  }

  private static func path(of pattern: String) -> String {
    var text = pattern[...]
    if let origin = text.range(of: "://") { text = text[origin.upperBound...].drop { $0 != "/" } }
    var words = 0
    return text.split(separator: "/", omittingEmptySubsequences: false)
      .map { segment in
        guard segment.contains(where: { ":(*{".contains($0) }) else { return String(segment) }
        words += 1
        return "p\(words)"
      }
      .joined(separator: "/")
  }
}
