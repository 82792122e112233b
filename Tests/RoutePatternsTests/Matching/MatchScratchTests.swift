import Testing

@testable import RoutePatterns

@Suite struct MatchScratchTests {
  @Test func `a thread has one block of memory for its matches`() {
    let block = MatchScratch.block(key: MatchScratch.key)
    #expect(block != nil)
    #expect(MatchScratch.block(key: MatchScratch.key) == block)
    #expect(MatchScratch.block(key: nil) == nil)
  }
}
