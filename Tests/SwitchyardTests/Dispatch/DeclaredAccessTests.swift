import Dispatch
import Switchyard
import TestSupport
import Testing

/// A router in which nothing runs of which it is not declared who may come to it.
@Suite struct DeclaredAccessTests {
  private let yard = Yard(.server) { $0.access = .declared }
  private let runs = Notes<String>()

  private var router: Router { yard.router }

  @discardableResult
  private func map(
    _ pattern: RoutePattern,
    _ access: RouteAccess?,
    on queue: DispatchQueue? = nil
  ) -> RouteID {
    router.map(pattern, queue: queue, access: access) { [runs] context, completed in
      runs.add(context.route)
      completed()
    }
  }

  @discardableResult
  private func pass(_ pattern: RoutePattern, _ name: String) -> RouteID {
    router.guard(pattern, name: name) { _, decide in decide(.allow) }
  }

  @Test func `a map of which nothing is declared is refused with its place`() async throws {
    pass("/*", "card")
    let id = map("/a", nil)
    #expect(await router.dispatch("/a?key=secret") == .denied(by: id))
    #expect(runs.all.isEmpty)
    #expect(yard.faults.summary == ["map /a: accessRefused"])
    let fault = try #require(yard.faults.all.first)
    #expect(fault.route == id)
    #expect(fault.origin?.fileID == "SwitchyardTests/DeclaredAccessTests.swift")
    #expect(
      yard.faults.texts == [
        """
        map /a, opening /a: it did not run, as nothing says who may come to it. Register it, or its \
        group, with access: .public("the reason") or .requires("the name of a guard").
        """
      ]
    )
  }

  @Test func `what is public runs, and what is required has to be asked`() async {
    let open = map("/open", .public("a door"))
    let shut = map("/shut/:id", .requires("card"))
    #expect(await router.dispatch("/open") == .handled(by: open))
    #expect(await router.dispatch("/shut/1") == .denied(by: shut))
    #expect(
      yard.faults.texts == [
        """
        map /shut/:id, opening /shut/1: it did not run, as it requires the guard "card", and none \
        of that name that can turn somebody away was asked. Register one that decides about all \
        that this route matches.
        """
      ]
    )
    pass("/shut/*", "card")
    #expect(await router.dispatch("/shut/1") == .handled(by: shut))
    #expect(runs.all == ["/open", "/shut/1"])
  }

  @Test func `a guard still denies what is public, or requires it`() async {
    let denial = router.guard("/*", name: "card") { _ async in .deny }
    map("/open", .public("a door"))
    map("/shut", .requires("card"))
    #expect(await router.dispatch("/open") == .denied(by: denial))
    #expect(await router.dispatch("/shut") == .denied(by: denial))
    #expect(yard.faults.all.isEmpty)
    #expect(runs.all.isEmpty)
  }

  /// Guards that are there, and yet are not asked, or decide nothing.
  @Test(arguments: 0..<8, [false, true])
  func `a guard that does not decide does not count`(_ way: Int, _ hasQueue: Bool) async {
    let queue = hasQueue ? DispatchQueue(label: "maps") : nil
    let id = map("/a/:x", .requires("card", "staff"), on: queue)
    pass("/a/*", "staff")
    switch way {
    case 0: pass("/b/*", "card")
    case 1: pass("/a/:x/y", "card")
    case 2: pass("/a/*", "cart")
    case 3: router.guard("/a/*") { _, decide in decide(.allow) }
    case 4: router.guard("/*", except: ["/a/1"], name: "card") { _, decide in decide(.allow) }
    case 5: router.guard("/*", observing: true, name: "card") { _, decide in decide(.allow) }
    case 6: router.dispose(of: pass("/a/*", "card"))
    default: router.proxy("/a/*", name: "card") { (_: RouteContext) async in .pass }
    }
    #expect(await router.dispatch("/a/1") == .denied(by: id))
    #expect(yard.faults.summary == ["map /a/:x: accessRefused"])
    pass("/a/:x", "card")
    #expect(await router.dispatch("/a/1") == .handled(by: id))
    #expect(runs.all == ["/a/1"])
  }

  @Test func `fallbacks and maps of groups are as any other`() async {
    let lost = router.fallback("/x/*") { (_: RouteContext) async in }
    #expect(await router.dispatch("/x/1") == .denied(by: lost))
    let page = router.fallback("/y/*", access: .public("a page")) { (_: RouteContext) async in }
    #expect(await router.dispatch("/y/1") == .handled(by: page))
    let inner = router.group("/z", access: .public("open day")) { group in
      group.map("/1") { (_: RouteContext) async in }
    }
    #expect(await router.dispatch("/z/1") == .handled(by: inner))
    #expect(await router.dispatch("/nothing") == .notFound)
    #expect(yard.faults.summary == ["fallback /x/*: accessRefused"])
  }

  @Test func `each leg is asked by itself`() async {
    pass("/from/*", "card")
    let secret = map("/to/secret", .requires("card"))
    let bare = map("/to/bare", nil)
    let open = map("/to/open", .public("a door"))
    router.proxy("/from/:page") { (context: RouteContext) async in
      .commit("/to/\(context.route.split(separator: "/")[1])")
    }
    // The guard was asked about the target before, and not about this one.
    #expect(await router.dispatch("/from/secret") == .denied(by: secret))
    #expect(await router.dispatch("/from/bare") == .denied(by: bare))
    #expect(await router.dispatch("/from/open") == .handled(by: open))
    pass("/to/*", "card")
    #expect(await router.dispatch("/from/secret") == .handled(by: secret))
    router.guard("/go/:page") { (context: RouteContext) async in
      .redirect("/to/\(context.route.split(separator: "/")[1])")
    }
    #expect(await router.dispatch("/go/bare") == .denied(by: bare))
    #expect(await router.dispatch("/go/secret") == .handled(by: secret))
    #expect(runs.all == ["/to/open", "/to/secret", "/to/secret"])
  }

  @Test func `a guard that goes after its verdict does not count`() async {
    let id = map("/a", .requires("card"))
    let own = Shared<RouteID?>(nil)
    let card = router.guard("/a", name: "card") { [weak router] _, decide in
      if let own = own.withLock({ $0 }) { router?.dispose(of: own) }
      decide(.allow)
    }
    own.withLock { $0 = card }
    #expect(await router.dispatch("/a") == .denied(by: id))
    #expect(runs.all.isEmpty)
    #expect(yard.faults.summary == ["map /a: accessRefused"])
  }

  @Test func `a guard that takes the place of another is asked, and counts`() async {
    let id = map("/a", .requires("card"))
    let asked = Notes<String>()
    let own = Shared<RouteID?>(nil)
    let card = router.guard("/a", name: "card") { [weak router] _, decide in
      if let own = own.withLock({ $0.take() }) {
        router?.replace(own) { table in
          table.guard("/a", name: "card") { _, decide in
            asked.add("second")
            decide(.allow)
          }
        }
      }
      asked.add("first")
      decide(.allow)
    }
    own.withLock { $0 = card }
    #expect(await router.dispatch("/a") == .handled(by: id))
    #expect(asked.all == ["first", "second"])
    #expect(yard.faults.all.isEmpty)
  }

  @Test func `middleware runs around nothing that is refused`() async {
    router.around("/*") { [runs] _, next in
      runs.add("middleware")
      try await next()
    }
    let bare = map("/bare", nil)
    let open = map("/open", .public("a door"))
    #expect(await router.dispatch("/bare") == .denied(by: bare))
    #expect(runs.all.isEmpty)
    #expect(await router.dispatch("/open") == .handled(by: open))
    #expect(runs.all == ["middleware", "/open"])
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `an open router runs all of it`(_ order: Router.Order) async {
    let yard = Yard(order)
    let bare = yard.map("/bare")
    let shut = yard.router.map("/shut", access: .requires("card")) { (_: RouteContext) async in }
    #expect(await yard.router.dispatch("/bare") == .handled(by: bare))
    #expect(await yard.router.dispatch("/shut") == .handled(by: shut))
    #expect(yard.faults.all.isEmpty)
  }

  @Test func `a serial router goes on with the next`() async {
    let yard = Yard { $0.access = .declared }
    let bare = yard.map("/bare")
    let open = yard.router.map("/open", access: .public("a door")) { (_: RouteContext) async in }
    #expect(await yard.router.dispatch("/bare") == .denied(by: bare))
    #expect(await yard.router.dispatch("/open") == .handled(by: open))
    #expect(yard.router.open("/bare"))
    await yard.finish()
    // Nor does the map run that this test waits with.
    #expect(yard.faults.summary.count == 3)
    #expect(yard.journal.entries.isEmpty)
  }
}
