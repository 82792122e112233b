import Switchyard
import Testing

@Suite struct `Rule 5, commits and redirects` {
  // MARK: - Guards

  @Test func `a commit into a guarded route meets its guard, which denies`() async {
    let yard = Yard()
    yard.map("/admin/x")
    yard.guard("/*", "every")
    let denial = yard.guard("/admin/*", "admin", says: .deny)
    yard.proxy("/open", to: "/admin/./x")
    #expect(await yard.router.dispatch("/open") == .denied(by: denial))
    #expect(yard.journal.entries == ["every", "proxy /open", "every", "admin"])
  }

  @Test func `a commit to where it was asks all guards again`() async {
    let yard = Yard()
    let map = yard.map("/a")
    yard.guard("/a")
    yard.proxy("/a", to: "/a")
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(yard.journal.entries == ["guard /a", "proxy /a", "guard /a", "map /a"])
  }

  @Test func `a commit without a route asks all guards again`() async {
    let yard = Yard()
    let map = yard.router.map("/a") { context in #expect(context.payload as? Int == 7) }
    yard.guard("/a")
    yard.router.proxy("/a") { _ in .commit(payload: 7) }
    #expect(await yard.router.dispatch("/a", payload: 1) == .handled(by: map))
    #expect(yard.journal.entries == ["guard /a", "guard /a"])
  }

  @Test func `a redirect starts over with guards, proxies and the map`() async {
    let yard = Yard()
    let map = yard.map("/login")
    yard.guard("/*", "every")
    yard.guard("/admin", says: .redirect("/login"))
    yard.proxy("/*", "proxy")
    #expect(await yard.router.dispatch("/admin") == .handled(by: map))
    #expect(yard.journal.entries == ["every", "guard /admin", "every", "proxy", "map /login"])
  }

  @Test func `a redirect is told of where the caller asks for it`() async throws {
    let yard = Yard()
    yard.map("/login")
    yard.guard("/admin", says: .redirect("/login", query: ["callback": "/admin?x=1"]))
    yard.proxy("/*")
    let target = try RouteTarget("/login?callback=%2Fadmin%3Fx%3D1")
    #expect(await yard.router.dispatch("/admin", redirects: .report) == .redirected(to: target))
    #expect(yard.journal.entries == ["guard /admin"])
    // Also when it comes after a commit, which is followed.
    yard.proxy("/old", to: "/admin")
    #expect(await yard.router.dispatch("/old", redirects: .report) == .redirected(to: target))
  }

  @Test func `a commit to what is no target fails`() async throws {
    let yard = Yard()
    yard.map("/a")
    let proxy = yard.proxy("/a", to: "/%zz")
    let cause = try #require(throws: RouteTargetError.self) { try RouteTarget("/%zz") }
    let error = await yard.router.dispatch("/a").error
    #expect(error?.code == .badCommit)
    #expect(error?.route == proxy)
    #expect(
      error?.description.withoutOrigins
        == "Opening /a: the proxy /a commits to what is no target. "
        + "\(cause)".replacing("\n", with: "\n  ")
    )
    #expect(yard.faults.summary == ["proxy /a: dispatchFailed"])
  }

  // MARK: - What stays

  @Test func `tags and payload stay on every way`() async throws {
    let yard = Yard()
    let seen = Mailbox<RouteContext>()
    yard.router.map("/end", tags: ["V"]) { context in seen.put(context) }
    yard.proxy("/a", to: "/b")
    yard.guard("/b", says: .redirect("/c"))
    yard.proxy("/c", to: "/end")
    _ = await yard.router["V", "W"].dispatch("/a", payload: "payload")
    let context = try await seen.take()
    #expect(context.tags == ["V", "W"])
    #expect(context.payload(as: String.self) == "payload")
    #expect(
      context.trail.map(\.text) == [
        "proxy /a", "-> /b", "guard /b", "=> /c", "proxy /c", "-> /end",
      ]
    )
  }

  @Test func `values that were set by key are there after a commit`() async throws {
    let yard = Yard()
    let seen = Mailbox<Int?>()
    yard.router.guard("/a") { context in
      context[Int.self] = 42
      return .allow
    }
    yard.proxy("/a", to: "/b")
    yard.router.map("/b") { context in seen.put(context[Int.self]) }
    _ = await yard.router.dispatch("/a")
    #expect(try await seen.take() == 42)
  }

  @Test func `a path keeps the host it was opened on, another host is another's`() async throws {
    let yard = Yard()
    let seen = Mailbox<String>()
    yard.router.map("/*") { context in seen.put(context.target.description) }
    yard.router.proxy("/a") { _ in .commit("/b") }
    yard.router.proxy("/c") { _ in .commit("https://other.com/d") }
    _ = await yard.router.dispatch("https://example.com/a?x=1")
    _ = await yard.router.dispatch("https://example.com/c")
    #expect(try await seen.take() == "https://example.com/b")
    #expect(try await seen.take() == "https://other.com/d")
  }

  // MARK: - Loops

  @Test func `eight hops pass, and a ninth fails`() async throws {
    let yard = Yard()
    let map = yard.map("/8")
    for hop in 0..<8 {
      let pattern = try RoutePattern(parsing: "/\(hop)")
      yard.guard(pattern, says: .redirect("/\(hop + 1)"))
    }
    #expect(await yard.router.dispatch("/0") == .handled(by: map))
    let last = yard.guard("/8", says: .redirect("/9"))
    yard.map("/9")
    let error = await yard.router.dispatch("/0").error
    #expect(error?.code == .loop)
    #expect(error?.route == last)
    #expect(error?.path == ["/0", "/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"])
  }

  @Test func `a loop of commits and redirects names its routes`() async {
    let yard = Yard { $0.hopLimit = 3 }
    yard.proxy("/a", to: "/b?x=1")
    yard.guard("/b", says: .redirect("/a"))
    let error = await yard.router.dispatch("/a").error
    #expect(
      error?.description.withoutOrigins
        == "Opening /b: there were more commits and redirects than Router.Configuration.hopLimit "
        + "allows: /a -> /b -> /a -> /b"
    )
    #expect(yard.faults.summary == ["guard /b: dispatchFailed"])
    #expect(yard.router.open("/a") == false)
    await yard.finish()
    #expect(yard.faults.summary == ["guard /b: dispatchFailed", "guard /b: dispatchFailed"])
  }
}

extension TrailStep {
  /// The step in short.
  fileprivate var text: String {
    switch self {
    case .guard(let route): "guard \(route.pattern.text)"
    case .proxy(let route): "proxy \(route.pattern.text)"
    case .commit(let target): "-> \(target)"
    case .redirect(let target): "=> \(target)"
    }
  }
}
