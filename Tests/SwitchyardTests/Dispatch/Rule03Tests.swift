import Switchyard
import Testing

@Suite struct `Rule 3, guards` {
  @Test func `all that match are asked in the order of registration, before all else`() async {
    let yard = Yard()
    yard.map("/a/b")
    yard.proxy("/a/b")
    yard.guard("/a/b", "1")
    yard.guard("/*", "2")
    yard.guard("/b/*", "not this")
    yard.guard("/a/*", "3")
    _ = await yard.router.dispatch("/a/b")
    #expect(yard.journal.entries == ["1", "2", "3", "proxy /a/b", "map /a/b"])
  }

  @Test func `they are asked for every lookup, whatever its tags, and know them`() async throws {
    let yard = Yard()
    yard.map("/a", tags: ["Views"])
    let seen = Mailbox<[RouteTag]>()
    let denial = yard.router["Other"].guard("/a") { context in
      seen.put(context.tags)
      return .deny
    }
    #expect(await yard.router["Views", "Logs"].dispatch("/a") == .denied(by: denial))
    #expect(await yard.router.dispatch("/a") == .denied(by: denial))
    #expect(try await [seen.take(), seen.take()] == [["Views", "Logs"], []])
    #expect(yard.journal.entries.isEmpty)
  }

  @Test func `they are asked where no map matches`() async {
    let yard = Yard()
    let denial = yard.guard("/nowhere", says: .deny)
    #expect(await yard.router.dispatch("/nowhere") == .denied(by: denial))
    #expect(!yard.router.open("/nowhere"))
    #expect(yard.journal.entries == ["guard /nowhere", "guard /nowhere"])
  }

  @Test func `the first that denies ends it`() async {
    let yard = Yard()
    yard.map("/a")
    yard.guard("/a", "1")
    let denial = yard.guard("/a", "2", says: .deny)
    yard.guard("/a", "3", says: .redirect("/b"))
    #expect(await yard.router.dispatch("/a") == .denied(by: denial))
    #expect(yard.journal.entries == ["1", "2"])
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `the first that redirects ends it`() async {
    let yard = Yard()
    yard.map("/a")
    let login = yard.map("/login")
    yard.guard("/a", "1", says: .redirect("/login"))
    yard.guard("/a", "2", says: .deny)
    #expect(await yard.router.dispatch("/a") == .handled(by: login))
    #expect(yard.journal.entries == ["1", "map /login"])
  }

  // MARK: - Misuse

  @Test(arguments: [true, false])
  func `of two verdicts the first counts, and the second is reported`(allows: Bool) async throws {
    let yard = Yard()
    let map = yard.map("/a")
    let guardID = yard.router.guard("/a") { _, _, _, decide in
      decide(allows ? .allow : .deny)
      decide(allows ? .deny : .allow)
    }
    let outcome = await yard.router.dispatch("/a")
    #expect(outcome == (allows ? .handled(by: map) : .denied(by: guardID)))
    #expect(
      yard.faults.texts == [
        "guard /a, opening /a: the closure for the verdict was called again. "
          + "The first call counts; call it once."
      ]
    )
  }

  @Test func `a verdict may come from any thread`() async {
    let yard = Yard()
    let map = yard.map("/a")
    yard.router.guard("/a") { _, _, _, decide in
      Task.detached { decide(.allow) }
    }
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `a dropped verdict denies`() async {
    let yard = Yard()
    yard.map("/a")
    let guardID = yard.router.guard("/a") { _, _, _, _ in }
    #expect(await yard.router.dispatch("/a") == .denied(by: guardID))
    #expect(yard.journal.entries.isEmpty)
    #expect(
      yard.faults.texts == [
        "guard /a, opening /a: the closure for the verdict was let go of and never called. "
          + "The guard denies; call it on every path."
      ]
    )
  }

  @Test func `an error denies`() async {
    let yard = Yard()
    yard.map("/a")
    let guardID = yard.router.guard("/a") { _ in throw Boom() }
    #expect(await yard.router.dispatch("/a") == .denied(by: guardID))
    #expect(yard.journal.entries.isEmpty)
    #expect(yard.faults.texts == ["guard /a, opening /a: it denies, because of an error: boom"])
  }

  @Test func `a redirect to what is no target denies`() async throws {
    let yard = Yard()
    yard.map("/a")
    let guardID = yard.guard("/a", says: .redirect("/%zz"))
    let error = try #require(throws: RouteTargetError.self) { try RouteTarget("/%zz") }
    #expect(await yard.router.dispatch("/a") == .denied(by: guardID))
    let cause = "\(error)".replacing("\n", with: "\n  ")
    #expect(yard.faults.texts == ["guard /a, opening /a: it denies, because of an error: \(cause)"])
  }

  @Test func `a match that hits its limit denies, whatever map there is`() async throws {
    let yard = Yard { $0.matchSteps = 1_000 }
    yard.map("/a/*")
    yard.guard("/a/*", "first")
    let guardID = yard.guard("/a/:x((?:b|bb)+[cd])", "limited")
    let target = "/a/" + String(repeating: "b", count: 60)
    #expect(await yard.router.dispatch(target) == .denied(by: guardID))
    #expect(yard.journal.entries == ["first"])
    #expect(yard.faults.summary == ["guard /a/:x((?:b|bb)+[cd]): guardFailed"])
    let text = try #require(yard.faults.texts.first)
    #expect(text.contains("it takes more steps than the limit allows"))
  }

  @Test func `a time that is up denies, and the late verdict is reported`() async throws {
    let yard = Yard()
    yard.map("/a")
    let began = Mailbox<@Sendable (GuardVerdict) -> Void>()
    let guardID = yard.router.guard("/a") { _, _, _, decide in began.put(decide) }
    let outcome = yard.start("/a")
    let decide = try await began.take()
    yard.clock.advance(by: .seconds(10))
    #expect(await outcome.value == .denied(by: guardID))
    decide(.allow)
    await yard.finish()
    #expect(yard.journal.entries.isEmpty)
    #expect(
      yard.faults.texts == [
        "guard /a, opening /a: it took longer than it may. Make it quicker, or raise "
          + "Router.Configuration.guardTimeLimit.",
        "guard /a, opening /a: the closure for the verdict was called when its time was up. "
          + "The call is ignored.",
      ]
    )
  }

  @Test func `an async guard whose time is up denies, and is cancelled`() async throws {
    let yard = Yard { $0.guardTimeLimit = .seconds(3) }
    yard.map("/a")
    let began = Signal()
    let cancelled = Signal()
    let guardID = yard.router.guard("/a") { _ in
      await withTaskCancellationHandler {
        began.fire()
        try? await cancelled.take()
      } onCancel: {
        cancelled.fire()
      }
      return .allow
    }
    let outcome = yard.start("/a")
    try await began.take()
    yard.clock.advance(by: .seconds(3))
    #expect(await outcome.value == .denied(by: guardID))
    #expect(yard.journal.entries.isEmpty)
    #expect(yard.faults.summary == ["guard /a: timeLimit"])
  }
}
