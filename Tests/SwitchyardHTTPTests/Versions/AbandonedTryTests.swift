import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// What handlers leave that ran in a try which was given up is seen by nobody.
@Suite struct AbandonedTryTests {
  /// A site whose map is exchanged in a guard, so many times.
  private func site(
    exchanges: Int,
    of kind: RouteKind = .map,
    before: (Router) -> Void = { _ in },
    behind: (Router) -> Void = { _ in }
  ) throws -> (Site, asked: Notes<Int>) {
    let site = try Site()
    let asked = Notes<Int>()
    let current = Notes<RouteID>()
    before(site.router)
    site.router.guard("/page") { [router = site.router] context in
      let number = asked.all.count + 1
      asked.add(number)
      context.exchange?.onResponse { $0.fields.append("X-Try", value: "\(number)") }
      if number <= exchanges {
        let old = current.take()
        router.update { table in
          table.dispose(of: old)
          current.add(Self.add(kind, to: table))
        }
      }
      return .allow
    }
    if kind == .guard { site.router.get("/page") { _ in .text("page") } }
    behind(site.router)
    current.add(Self.add(kind, to: site.router))
    return (site, asked)
  }

  private static func add(_ kind: RouteKind, to registrar: some RouteRegistrar) -> RouteID {
    kind == .guard
      ? registrar.guard("/page") { _ in .allow } : registrar.get("/page") { _ in .text("page") }
  }

  @Test func `closures for the response are those of the last try`() async throws {
    let (site, asked) = try site(exchanges: 3)
    let response = await site.respond(.get, "/page")
    #expect(response.status == .ok)
    #expect(response.fields[values: "X-Try"] == ["4"])
    #expect(asked.all == [1, 2, 3, 4])
  }

  @Test func `a response that was set in a try that was given up is not sent`() async throws {
    let exchanges = Notes<ServerExchange>()
    let (site, _) = try site(
      exchanges: 1,
      before: { router in
        router.guard("/page") { context in
          guard let exchange = context.exchange else { return .deny }
          exchanges.add(exchange)
          if exchanges.all.count == 1 { exchange.respond(with: .text("of the first try")) }
          return .allow
        }
      }
    )
    let response = await site.respond(.get, "/page")
    #expect(try await response.text == "page")
    // Also when it comes late, and by what the handler of that try was given.
    let all = exchanges.take()
    #expect(all.count == 2)
    #expect(all.map { $0.respond(with: .text("late")) } == [false, false])
    #expect(all.allSatisfy { $0.request.target == all[0].target })
  }

  @Test func `a proxy that leaves something is asked again, and one that leaves nothing is not`()
    async throws
  {
    let asked = Notes<String>()
    let (site, _) = try site(
      exchanges: 0,
      behind: { router in
        router.proxy("/page", tags: [.method(.get)]) { [router] _ in
          asked.add("exchanges")
          router.update { table in
            table.dispose(of: router.routes.filter { $0.kind == .map }.compactMap(\.id))
            table.get("/page") { _ in .text("page") }
          }
          return .pass
        }
        router.proxy("/page", tags: [.method(.get)]) { context in
          asked.add("leaves")
          context.exchange?.onResponse { $0.fields.append("X-Left", value: "yes") }
          return .pass
        }
        router.proxy("/page", tags: [.method(.get)]) { _ in
          asked.add("nothing")
          return .pass
        }
        router.proxy("/page", tags: [.method(.get)]) { context in
          asked.add("value")
          context[Int.self] = 1
          return .pass
        }
      }
    )
    let response = await site.respond(.get, "/page")
    #expect(response.status == .ok)
    #expect(response.fields[values: "X-Left"] == ["yes"])
    // The latest first. Behind the second try nothing is exchanged, as the proxy that did has passed.
    #expect(asked.all == ["value", "nothing", "leaves", "exchanges", "value", "leaves"])
  }

  @Test func `the response of a guard that denies is that of its try`() async throws {
    let (site, asked) = try site(
      exchanges: 1,
      behind: { router in
        router.guard("/page") { context in
          _ = context.deny(with: .text("the first try", status: .forbidden))
          return .allow
        }
      }
    )
    site.router.guard("/page") { context in
      guard asked.all.count > 1 else { return .allow }
      return context.deny(with: .text("denied", status: .unauthorized))
    }
    let response = await site.respond(.get, "/page")
    #expect(response.status == .unauthorized)
    #expect(try await response.text == "denied")
    #expect(response.fields[values: "X-Try"] == ["2"])
  }

  @Test(arguments: [8, 9, 100])
  func `what never settles is answered with 503, or 403 for a guard`(exchanges: Int) async throws {
    let (maps, asked) = try site(exchanges: exchanges)
    let response = await maps.respond(.get, "/page")
    #expect(asked.all.count == 9)
    #expect(response.fields[values: "X-Try"] == ["9"])
    if exchanges > 8 {
      #expect(response.status == .serviceUnavailable)
      #expect(response.fields["Retry-After"] == "1")
    } else {
      #expect(response.status == .ok)
    }
    // It was reported by the router, and is no failure of a handler.
    #expect(maps.failures.all.isEmpty)

    let (guards, again) = try site(exchanges: exchanges, of: .guard)
    let denial = await guards.respond(.get, "/page")
    #expect(denial.status == (exchanges > 8 ? .forbidden : .ok))
    #expect(again.all.count == 9)
  }

  @Test(arguments: [RouteKind.guard, .proxy], [[], Array("body".utf8)])
  func `where a body has been read, nothing begins anew`(kind: RouteKind, body: [UInt8])
    async throws
  {
    let bodies = Notes<[UInt8]>()
    let site = try Site()
    let old = site.router.post("/page") { _ in .text("old") }
    @Sendable func read(_ context: RouteContext) async throws {
      bodies.add(try await context.exchange?.body.collect() ?? [])
      guard bodies.all.count == 1 else { return }
      context.exchange?.onResponse { $0.fields.append("X-Try", value: "first") }
      site.router.replace(old) { table in
        table.post("/page") { request async throws in .text("\(try await request.body.text())") }
      }
    }
    if kind == .guard {
      site.router.guard("/page") { context in
        try await read(context)
        return .allow
      }
    } else {
      site.router.proxy("/page", tags: [.method(.post)]) { context in
        try await read(context)
        return .pass
      }
    }
    let response = await site.respond(.post, "/page", body: body)
    // An empty body can be read as often as one likes.
    #expect(response.status == (body.isEmpty ? .ok : .serviceUnavailable))
    #expect(response.fields["Retry-After"] == (body.isEmpty ? nil : "1"))
    #expect(bodies.all == (body.isEmpty ? [[], []] : [body]))
    #expect(site.failures.all.isEmpty)
  }

  @Test(arguments: [0, 1, 9])
  func `closures of tries that were given up are let go of`(exchanges: Int) async throws {
    final class Kept: Sendable {}
    weak var kept: Kept?
    do {
      let one = Kept()
      kept = one
      let (site, _) = try site(
        exchanges: exchanges,
        behind: { router in
          router.guard("/start") { context in
            // They hold what holds them, until the exchange ends.
            context.exchange?.onResponse { [context] _ in _ = (context.trail, one) }
            return .allow
          }
          router.proxy("/start", tags: [.method(.get)]) { _ in .commit("/page") }
          router.guard("/page") { context in
            context.exchange?.onResponse { [context] _ in _ = (context.trail, one) }
            return .allow
          }
        }
      )
      for target in ["/page", "/start"] { _ = await site.respond(.get, target) }
      site.router.dispose(of: site.router.routes.compactMap(\.id))
    }
    for _ in 0..<1_000 where kept != nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(kept == nil)
  }
}
