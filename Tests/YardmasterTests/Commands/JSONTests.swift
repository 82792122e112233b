#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Switchyard
import SwitchyardHTTP
import Testing

@testable import yardmaster

@Suite struct `JSON of the tool` {
  private func decode<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    let call = try #require(commandCalls.first { $0.name == name })
    return try JSONDecoder().decode(type, from: Data(call.run().text.utf8))
  }

  @Test func `a listing is a manifest that lists the same`() throws {
    for name in ["routes-json", "routes-json-plain", "routes-printable-json", "routes-none-json"] {
      let listing = try decode(RouteListing.self, name)
      let call = try #require(commandCalls.first { $0.name == name })
      let again = Call("again", "routes", "-", "--json", files: ["-": call.run().text])
      #expect(again.run().text == call.run().text)
      #expect(again.run().errors == "")
      #expect(listing.isEmpty == (name == "routes-none-json"))
    }
  }

  @Test func `a listing keeps what its router said`() throws {
    let listing = try decode(RouteListing.self, "routes-json")
    #expect(listing.map(\.order) == [2, 3, 4, 5])
    #expect(listing[3].id?.description == "5B1C3B1E-0F51-4E5A-9C39-3C1C8E3C2A11")
    #expect(listing[3].queue == "pages")
    #expect(listing[3].isOwnerAlive == true)
    #expect(listing[3].tags == [.method(.get), "Private"])
    #expect(Set(listing.map(\.id)).count == 4)
  }

  @Test func `the listing of a router is read as it was`() throws {
    let router = Router(.server)
    router.guard("/admin/*") { _ async in .allow }
    let gone = router.map("/gone") { _ in }
    router.map("/books/:id(\\d+)", tags: [.method(.get), "Views"], name: "book") { _ in }
    router.dispose(of: gone)
    router.fallback("/*", tags: ["HTTP"]) { _ in }
    let text = String(decoding: try JSONEncoder().encode(router.routes), as: UTF8.self)
    let result = Call("listing", "routes", "-", "--json", files: ["-": text]).run()
    let listing = try JSONDecoder().decode(RouteListing.self, from: Data(result.text.utf8))
    #expect(listing == router.routes)
    #expect(result.errors == "")
  }

  @Test func `an explanation names the routes of the manifest`() throws {
    let explanation = try decode(RouteExplanation.self, "explain-json")
    #expect(explanation.target?.description == "/books/42?page=7")
    #expect(explanation.chosen?.route.name == "book")
    #expect(explanation.chosen?.route.order == 5)
    #expect(explanation.chosen?.parameters?["id"] == "42")
    let hidden = try #require(explanation.candidates.first { $0.verdict == .hidden })
    #expect(hidden.hider == explanation.chosen?.route.id)
    #expect(explanation.candidates.count == 10)
  }

  @Test func `an explanation of what is rejected says why`() throws {
    let explanation = try decode(RouteExplanation.self, "explain-rejected-json")
    #expect(explanation.target == nil)
    #expect(explanation.rejection?.contains("percent sign") == true)
  }

  @Test func `matches are told for each URL`() throws {
    let report = try decode(MatchReport.self, "match-json")
    #expect(report.pattern == "/:name/*")
    #expect(report.regex == (try RoutePattern(parsing: "/:name/*")).regex)
    #expect(report.results.map(\.url) == ["/a/b/c?x=1#f", "/", "/\u{7}"])
    #expect(report.results.map(\.matches) == [true, false, false])
    #expect(report.results[0].parameters?["name"] == "a")
    #expect(report.results[0].parameters?["x"] == "1")
    #expect(report.results[0].parameters?.fragment == "f")
    #expect(report.results.map { $0.error == nil } == [true, true, false])
  }

  @Test func `findings name the routes of the manifest`() throws {
    let report = try decode(RouteReport.self, "validate-json")
    #expect(report.routeCount == 7)
    let kinds = Set(report.findings.map(\.kind))
    #expect(kinds == [.unguarded, .duplicate, .unmet, .narrowGuard])
    let duplicate = try #require(report.findings(.duplicate).first)
    #expect(duplicate.routes.map(\.name) == ["page", "again"])
    #expect(duplicate.routes.map(\.order) == [3, 4])
    #expect(duplicate.routes[0].id?.description == "00000000-0000-8000-8000-000000000003")
  }

  @Test func `each number has an identifier of its own`() {
    let numbers = [1, 2, 255, 256, 1 << 40, 0, -1]
    #expect(Set(numbers.map { RouteID(numbered: $0) }).count == numbers.count)
  }
}
