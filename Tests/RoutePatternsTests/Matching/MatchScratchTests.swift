import Testing

@testable import RoutePatterns

@Suite struct MatchScratchTests {
  @Test func `a thread has one place in memory for its matches`() {
    let own = MatchScratch.own(key: MatchScratch.key)
    #expect(own != nil)
    #expect(MatchScratch.own(key: MatchScratch.key) == own)
    #expect(MatchScratch.own(key: nil) == nil)
  }
}
