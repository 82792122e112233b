import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// Literals that are no patterns: what registers a route names the line that does.
@Suite struct BadLiteralTests {
  /// A call with such a literal.
  enum Call: String, CaseIterable, Codable, Sendable {
    case map, get, post, on, proxy, `guard`, except, around, use, limit, rateLimit, fallback, group
    case inGroup, prefix, onError, cors, files, basic

    func make(_ file: StaticString = "App/Routes.swift", _ line: UInt = 12) {
      let router = Router(.server)
      switch self {
      case .map: router.map("/books/:id(", fileID: file, line: line) { _, done in done() }
      case .get: router.get("/books/:id(", fileID: file, line: line) { _ in "" }
      case .post: router.post("/books/:id(", fileID: file, line: line) { _ in ServerResponse(.ok) }
      case .on: router.on("PROPFIND", "/books/:id(", fileID: file, line: line) { _ in "" }
      case .proxy:
        router.proxy("/books/:id(", fileID: file, line: line) { (_: RouteContext) async in .pass }
      case .guard: router.guard("/books/:id(", fileID: file, line: line) { _ in .allow }
      case .except:
        router.guard("/*", except: [.post("/books/:id(")], fileID: file, line: line) { _ in .allow }
      case .around:
        router.around("/books/:id(", fileID: file, line: line) { _, next in try await next() }
      case .use: router.use("/books/:id(", fileID: file, line: line) { try await $1() }
      case .limit: router.limit("/books/:id(", concurrency: 1, fileID: file, line: line)
      case .rateLimit:
        let limit = RateLimit(1, per: .seconds(1))
        router.guard("/books/:id(", limit: limit, fileID: file, line: line)
      case .fallback: router.fallback("/books/:id(", fileID: file, line: line) { _, done in done() }
      case .group: _ = router.group("/books/:id(", fileID: file, line: line)
      case .inGroup:
        router.group("/shop").get("/books/:id(", fileID: file, line: line) { _ in "" }
      case .prefix:
        router.group("/books/:id(", fileID: file, line: line) { $0.get("/") { _ in "" } }
      case .onError: router.onError("/books/:id(", fileID: file, line: line) { _, _ in nil }
      case .cors:
        router.cors("/books/:id(", policy: CORS(origins: .any), fileID: file, line: line)
      case .files:
        guard let folder = try? ServedFolder("/") else { return }
        router.files("/books/:id(", from: folder, fileID: file, line: line)
      case .basic:
        router.guard("/books/:id(", basic: "books", fileID: file, line: line) { _, _ in true }
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `a literal that is no pattern stops the program where it is registered`(
    _ call: Call
  ) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [call] in
      call.make()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        """
        App/Routes.swift:12: Fatal error: The pattern is not valid at byte 10. This parenthesis is never closed; add ), \
        or write \\( for a parenthesis.
        /books/:id(
                  ^
        """
      ),
      "\(text)"
    )
  }

  @Test func `a pattern that is looked at before is an error`() throws {
    let router = Router(.server)
    let error = #expect(throws: PatternError.self) {
      try router.group("/shop").fullPattern(of: "/books/:id(")
    }
    #expect(error?.code == .unclosedRegex && error?.text == "/books/:id(" && error?.offset == 10)
    let prefix: RoutePattern = "/books/:id("
    #expect(throws: PatternError.self) { try prefix.appending("/a") }
    #expect(throws: PatternError.self) { try RoutePattern("/a").appending(prefix) }
  }

  /// The uses of such a pattern that know no place.
  enum Use: String, CaseIterable, Codable, Sendable {
    case match, text, names, scheme, checks, equal, url, specificity

    func make() throws {
      let pattern: RoutePattern = "/books/:id("
      switch self {
      case .match: _ = try pattern.match(RouteTarget("/books/1"))
      case .text: _ = "\(pattern)"
      case .names: _ = pattern.parameterNames
      case .scheme: _ = pattern.scheme
      case .checks: _ = pattern.hasOpaqueValidations
      case .equal: _ = pattern == "/books/:id"
      case .url: _ = try pattern.url(["id": "1"])
      case .specificity: _ = pattern.specificity(comparedTo: "/")
      }
    }
  }

  @Test(arguments: Use.allCases)
  func `its other uses stop the program with the same message`(_ use: Use) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [use] in
      try use.make()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let message = "A literal is no pattern. The pattern is not valid at byte 10."
    #expect(text.contains(message), "\(text)")
  }
}
