import Testing

@testable import SwitchyardProof

/// The search for the targets that an audit asks about.
@Suite struct WitnessSearchTests {
  /// Searches for targets of a map of which others take a part, one each, so that each round finds
  /// one of these alone.
  private func search(work: Int) throws -> (found: WitnessSearch, meetings: Int) {
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    let router = Router(configuration)
    router.post("/:x") { _ in .text("any") }
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      let pattern = try RoutePattern(parsing: "/\(letter)")
      router.post(pattern) { _ in .text("one") }
    }
    let table = AuditedTable(router[[]])
    let end = try #require(table.ends.first)
    let lookup = AuditedLookup.request(.post)
    var meetings = 0
    let search = WitnessSearch(
      for: end,
      in: lookup,
      table,
      RouteAudit.Options(),
      meet: { target in
        meetings += 1
        let met = router[lookup.tags].meet(target, rivalTags: [])
        return [AuditedTarget(target: target, head: nil, met: met)]
      },
      rival: { _ in nil },
      work: work
    )
    return (search, meetings)
  }

  @Test func `it ends when its work is spent, and says so`() throws {
    let whole = try search(work: 40_000_000)
    #expect(whole.found.isComplete)
    #expect(whole.found.targets.count == 1)
    #expect(whole.meetings > 26)
    for work in [1, 2_000] {
      let cut = try search(work: work)
      #expect(!cut.found.isComplete && cut.found.isCut)
      // The values that are tried in the end are few.
      #expect(cut.meetings < whole.meetings)
    }
  }
}
