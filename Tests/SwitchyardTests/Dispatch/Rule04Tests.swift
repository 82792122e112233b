import Switchyard
import Testing

@Suite struct `Rule 4, proxies` {
  @Test func `those that match run after the guards, the latest first, until the map`() async {
    let yard = Yard()
    let map = yard.map("/a/b")
    yard.proxy("/a/*", "1")
    yard.proxy("/b/*", "not this")
    yard.proxy("/*", "2")
    yard.proxy("/a/b", "3")
    yard.guard("/*")
    #expect(await yard.router.dispatch("/a/b") == .handled(by: map))
    #expect(yard.journal.entries == ["guard /*", "3", "2", "1", "map /a/b"])
  }

  @Test func `they run also where there is no map`() async {
    let yard = Yard()
    yard.proxy("/a")
    #expect(await yard.router.dispatch("/a") == .notFound)
    #expect(yard.journal.entries == ["proxy /a"])
  }

  struct TagCase: Sendable, CustomTestStringConvertible {
    let lookup: [RouteTag]
    let expected: [String]
    var testDescription: String { lookup.isEmpty ? "no tags" : "\(lookup)" }
  }

  @Test(arguments: [
    TagCase(lookup: [], expected: ["V proxy", "L proxy", "plain proxy", "L map"]),
    TagCase(lookup: ["V"], expected: ["V proxy", "plain proxy", "V map"]),
    TagCase(lookup: ["L"], expected: ["L proxy", "plain proxy", "L map"]),
    TagCase(lookup: ["L", "V"], expected: ["V proxy", "L proxy", "plain proxy", "L map"]),
    TagCase(lookup: ["X"], expected: ["plain proxy"]),
  ])
  func `a proxy without tags fits every lookup, a map without tags the untagged`(
    _ row: TagCase
  ) async {
    let yard = Yard()
    yard.map("/a", "plain map")
    yard.map("/a", "V map", tags: ["V"])
    yard.map("/a", "L map", tags: ["L"])
    yard.proxy("/a", "plain proxy")
    yard.proxy("/a", "L proxy", tags: ["L"])
    yard.proxy("/a", "V proxy", tags: ["V"])
    _ = await yard.router[row.lookup].dispatch("/a")
    #expect(yard.journal.entries == row.expected)
  }

  @Test func `a map without tags is found by the untagged router alone`() async {
    let yard = Yard()
    let map = yard.map("/a")
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(await yard.router["V"].dispatch("/a") == .notFound)
  }

  @Test func `a commit skips the other proxies, those of the new target too`() async {
    let yard = Yard()
    yard.map("/a")
    let map = yard.map("/b")
    yard.proxy("/*", "skipped")
    yard.proxy("/b", "skipped")
    yard.proxy("/a", "commits", to: "/b")
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(yard.journal.entries == ["commits", "map /b"])
  }

  @Test func `the maps of a commit are searched with the tags of the lookup`() async {
    let yard = Yard()
    let map = yard.map("/b", "V map", tags: ["V"])
    yard.map("/b", "plain map")
    yard.proxy("/a", to: "/b")
    #expect(await yard.router["V"].dispatch("/a") == .handled(by: map))
    #expect(await yard.router["L"].dispatch("/a") == .notFound)
    #expect(yard.journal.entries == ["proxy /a", "V map", "proxy /a"])
  }

  @Test func `an async proxy passes and commits by what it returns`() async {
    let yard = Yard()
    yard.map("/a")
    let map = yard.map("/b")
    yard.router.proxy("/a") { _ in .commit("/b") }
    yard.router.proxy("/a") { _ in .pass }
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
  }

  // MARK: - Misuse

  @Test func `a proxy that drops next fails`() async {
    let yard = Yard()
    yard.map("/a")
    let proxy = yard.router.proxy("/a") { _, _, _, _ in }
    let outcome = await yard.router.dispatch("/a?x=1")
    let error = outcome.error
    #expect(error?.code == .droppedNext)
    #expect(error?.route == proxy)
    #expect(error?.pattern == "/a")
    #expect(
      error?.description.withoutOrigins
        == "Opening /a: the proxy /a has let go of next without calling it. Call it on every path."
    )
    #expect(yard.journal.entries.isEmpty)
    #expect(
      yard.faults.texts == [
        "proxy /a, opening /a: next was let go of and never called. "
          + "The dispatch fails; call it on every path."
      ]
    )
  }

  @Test func `a proxy that throws fails`() async {
    let yard = Yard()
    yard.map("/a")
    let proxy = yard.router.proxy("/a") { _ in throw Boom() }
    let error = await yard.router.dispatch("/a").error
    #expect(error?.code == .handlerThrew)
    #expect(error?.route == proxy)
    #expect(error?.cause as? Boom == Boom())
    #expect(
      error?.description.withoutOrigins == "Opening /a: the handler of /a threw an error: boom"
    )
    #expect(yard.journal.entries.isEmpty)
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `a proxy that takes too long fails, and its late call is reported`() async throws {
    let yard = Yard { $0.handlerTimeLimit = .seconds(5) }
    yard.map("/a")
    let map = yard.map("/b")
    let began = Mailbox<@Sendable (ProxyCommit?) -> Void>()
    let proxy = yard.router.proxy("/a") { _, _, _, next in began.put(next) }
    let outcome = yard.start("/a")
    let next = try await began.take()
    yard.clock.advance(by: .seconds(5))
    let error = await outcome.value.error
    #expect(error?.code == .proxyTimeLimit)
    #expect(error?.route == proxy)
    #expect(
      error?.description.withoutOrigins
        == "Opening /a: the proxy /a took longer than it may. Make it quicker, or raise "
        + "Router.Configuration.handlerTimeLimit."
    )
    next(("/b", nil, nil))
    #expect(await yard.router.dispatch("/b") == .handled(by: map))
    #expect(yard.journal.entries == ["map /b"])
    #expect(yard.faults.summary == ["proxy /a: timeLimit", "proxy /a: lateAnswer"])
  }

  @Test func `a proxy whose match hits a limit fails when it is its turn`() async {
    let yard = Yard { $0.matchSteps = 1_000 }
    yard.map("/a/*")
    yard.guard("/*")
    let proxy = yard.proxy("/a/:x((?:b|bb)+[cd])", "limited")
    let target = "/a/" + String(repeating: "b", count: 60)
    let error = await yard.router.dispatch(target).error
    #expect(error?.code == .matchLimit)
    #expect(error?.route == proxy)
    #expect((error?.cause as? MatchError)?.code == .stepLimit)
    #expect(yard.journal.entries == ["guard /*"])
    #expect(yard.faults.summary == ["proxy /a/:x((?:b|bb)+[cd]): dispatchFailed"])
  }

  @Test func `a second next is ignored and reported`() async {
    let yard = Yard()
    let map = yard.map("/a")
    yard.map("/b")
    yard.router.proxy("/a") { _, _, _, next in
      next(nil)
      next(("/b", nil, nil))
    }
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(
      yard.faults.texts == [
        "proxy /a, opening /a: next was called again. The first call counts; call it once."
      ]
    )
  }

  @Test func `what fails with nobody waiting is reported`() async {
    let yard = Yard()
    yard.map("/a")
    yard.router.proxy("/a") { _ in throw Boom() }
    #expect(yard.router.open("/a"))
    await yard.finish()
    #expect(
      yard.faults.texts == [
        "Opening /a: the handler of /a threw an error: boom"
      ]
    )
  }
}
