import Foundation
import TestSupport
import Testing

@testable import SwitchyardProof

/// What a replay says of a request is what a server with the table would answer.
@Suite struct ReplayAnswerTests {
  /// The answer that an explanation of the request gives.
  private func explained(
    _ method: String,
    _ target: String,
    _ routes: ListedRoutes
  ) throws -> ReplayAnswer {
    let method = try #require(RequestMethod(rawValue: method))
    let explanation = routes.router.explain(method, target)
    switch explanation.status?.code {
    case 404?: return .notFound
    case 405?: return .methodNotAllowed
    case 204?: return .options
    case 414?: return .uriTooLong
    case 400?: return .badRequest
    case let code?: throw ChildProgram.Failure("the status \(code)")
    case nil:
      // A match may hit a limit, which ends the dispatch.
      guard let chosen = explanation.routes.chosen else { return .undecided }
      return .route(try #require(routes.place(of: chosen.route)))
    }
  }

  @Test func `drawn requests on drawn tables are answered as explained`() throws {
    var random = SeededGenerator(seed: PropertyRun.seed)
    for _ in 0..<PropertyRun.cases(default: 50) {
      var configuration = Router.Configuration.server
      if random.below(4) == 0 { configuration.slashes = .strict }
      if random.below(4) == 0 { configuration.letterCase = .insensitive }
      if random.below(4) == 0 { configuration.precedence = .latestFirst }
      let routes = try Replays.table(Replays.lines(&random), configuration)
      // So few places that requests drive one another out.
      var replay = RouteReplay(on: routes, cache: RequestCache(bits: 4))
      var all: [ReplayAnswer: Int] = [:]
      var log = ""
      for _ in 0..<60 {
        let method = random.pick(Replays.methods)
        let target = Replays.target(&random)
        let answer = try explained(method, target, routes)
        let escaped = target.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let line = Replays.line("\(method) \(escaped) HTTP/1.1")
        // Twice, so that it is remembered.
        for _ in 0..<2 {
          log += line
          all[answer, default: 0] += 1
          var own = RouteReplay(on: routes, cache: RequestCache(bits: 0))
          Replays.read(line, &own)
          #expect(own.answers == [answer: 1], "\(method) \(target), seed \(PropertyRun.seed)")
        }
      }
      Replays.read(log, &replay, parts: 1 + random.below(2_000))
      #expect(replay.answers == all, "seed \(PropertyRun.seed)")
    }
  }

  @Test func `drawn requests are answered as a responder does`() async throws {
    var random = SeededGenerator(seed: PropertyRun.seed)
    for _ in 0..<PropertyRun.cases(default: 15) {
      let routes = try Replays.table(Replays.lines(&random))
      var configuration = RouteResponder.Configuration()
      configuration.onFault = { _ in }
      let responder = try RouteResponder(router: routes.router, configuration: configuration)
      for _ in 0..<40 {
        let method = random.pick(Replays.methods)
        var target = Replays.target(&random)
        // A server listens for one scheme, and a whole URL may name the other.
        if target.hasPrefix("https") { target = "/" }
        // The host counts, and a line's need not be as long as the server's own.
        if (8_100...8_200).contains(target.utf8.count) { target = "/" }
        var head = RequestHead(.get, target)
        head.method = method
        let status = await responder.respond(to: head).status.code
        var replay = RouteReplay(on: routes, cache: RequestCache(bits: 0))
        let escaped = target.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        Replays.read(Replays.line("\(method) \(escaped) HTTP/1.1"), &replay)
        let answer = try #require(replay.answers.keys.first)
        // The handlers of a listing answer nothing, and a match may hit a limit.
        let said = answer == .undecided ? "500" : answer.status ?? "500"
        #expect(
          said == "\(status)",
          "\(method) \(target), seed \(PropertyRun.seed)"
        )
      }
    }
  }

  @Test func `hostile targets are answered as explained`() throws {
    let routes = try Replays.table(
      "GET /admin/*",
      "GET /:a/:b",
      "POST /books/:id",
      "FALLBACK /api/*"
    )
    for hostile in try HostileTarget.all() {
      // What is not UTF-8 has no text to be explained, and without a target a line has no request.
      guard let text = String(validating: hostile.bytes, as: UTF8.self), !text.contains("\n"),
        text != ""
      else {
        continue
      }
      let escaped = hostile.bytes.map {
        $0 < 0x21 || $0 > 0x7E || $0 == 0x22 || $0 == 0x5C
          ? String(format: "\\x%02X", $0)
          : String(UnicodeScalar($0))
      }
      var replay = RouteReplay(on: routes)
      Replays.read(Replays.line("GET \(escaped.joined()) HTTP/1.1"), &replay)
      #expect(replay.answers == [try explained("GET", text, routes): 1], "\(hostile)")
    }
  }

  @Test func `routes with hosts are found by the host of a line or by that which is given`() throws
  {
    let routes = try Replays.table("GET https://:shop.example.com/a", "GET /b")
    let line = #"{"method":"GET","target":"/a","host":"x.example.com","scheme":"https"}"# + "\n"
    var replay = RouteReplay(on: routes)
    Replays.read(line, &replay)
    #expect(replay.answers == [.route(0): 1])
    var without = RouteReplay(on: routes)
    Replays.read(Replays.line("GET /a HTTP/1.1") + Replays.line("GET /b HTTP/1.1"), &without)
    #expect(without.answers == [.notFound: 1, .route(1): 1])
    #expect(without.report().hostless == 2)
    var given = RouteReplay(on: routes, site: try RouteTarget("https://y.example.com"))
    Replays.read(Replays.line("GET /a HTTP/1.1"), &given)
    #expect(given.answers == [.route(0): 1])
  }

  @Test func `routes with hosts of any scheme alone are found by the host of a line`() throws {
    let routes = try Replays.table("GET //:shop.example.com/a")
    let line = #"{"method":"GET","target":"/a","host":"x.example.com","scheme":"https"}"# + "\n"
    var replay = RouteReplay(on: routes)
    Replays.read(line, &replay)
    #expect(replay.answers == [.route(0): 1])
    var without = RouteReplay(on: routes)
    Replays.read(Replays.line("GET /a HTTP/1.1"), &without)
    #expect(without.answers == [.notFound: 1])
    #expect(without.report().hostless == 1)
  }
}
