import SwitchyardProof
import Testing

@Suite struct PartialMatchTests {
  @Test(arguments: ["//shop.example.com/x", "https://shop.example.com/x"])
  func `a pattern that asks for a host is not compared with a path`(_ pattern: String) throws {
    let explanation = try Replays.table("GET \(pattern)").router.explain("GET", "/y").routes
    let candidate = try #require(explanation.candidates.first)
    #expect(candidate.verdict == .mismatch)
    #expect(PartialMatch(candidate, try #require(explanation.target)) == nil)
  }

  @Test func `a path that agrees in part is compared`() throws {
    let explanation = try Replays.table("GET /a/b").router.explain("GET", "/a/c").routes
    let candidate = try #require(explanation.candidates.first)
    let target = try #require(explanation.target)
    let part = try #require(PartialMatch(candidate, target))
    #expect(part.path.matched == "/a")
    #expect(part.reason == "it has b where the path has c")
  }
}
