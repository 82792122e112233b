import Dispatch
import RoutePatterns
import TestSupport
import Testing

@testable import Switchyard

/// What readers see of a router, whichever way they look.
private struct Sight: Equatable {
  let routes: [String]
  let explanation: [String]
  let match: String?
  let taggedMatch: String?
  let url: String?
  let urls: [String?]
  let problems: Int
  let opens: Bool
  let ran: [String]

  init(_ yard: Yard, _ names: [RouteID: String]) throws {
    let router = yard.router
    routes = router.routes.map { "\($0.kind) \($0.pattern)" }
    explanation = router.explain("/page").candidates.map { "\($0.route.pattern) \($0.verdict)" }
    let target = try RouteTarget("/page")
    match = try router.match(target).flatMap { names[$0.route] ?? "another" }
    taggedMatch = try router["T"].match(target).flatMap { names[$0.route] ?? "another" }
    url = (try? router.url(named: "page"))
    urls = ["one", "two"].map { (try? router.url(named: $0)) }
    problems = router.validate(requiring: ["T"]).findings.count
    opens = router.open("/page")
    ran = yard.journal.take()
  }
}

@Suite struct UpdateTests {
  @Test(arguments: [Router.Order.serial, .concurrent])
  func `readers see all of an update or nothing`(order: Router.Order) throws {
    let yard = Yard(order)
    var names: [RouteID: String] = [:]
    let old = yard.router.map("/page", tags: ["T"], name: "page") { [journal = yard.journal] _ in
      journal("old")
    }
    names[old] = "old"
    let before = try Sight(yard, names)
    let version = try #require(yard.router.routes.version)
    let new = try yard.router.update { table in
      let post = table.guard("/page") { [journal = yard.journal] _, _, _, decide in
        journal("guard")
        decide(.allow)
      }
      #expect(table.dispose(of: old) == 1)
      let first = try Sight(yard, names)
      #expect(first == before)
      let new = table.map("/page", name: "page") { [journal = yard.journal] _, _, _, completed in
        journal("new")
        completed()
      }
      table.map("/one", name: "one") { _ in }
      table.map("/two", tags: ["T"], name: "two") { _ in }
      let second = try Sight(yard, names)
      #expect(second == before)
      #expect(yard.router.routes.version == version)
      return [post, new]
    }
    names[new[1]] = "new"
    let after = try Sight(yard, names)
    #expect(yard.router.routes.version == version + 1)
    #expect(after.routes == ["guard /page", "map /page", "map /one", "map /two"])
    #expect(after.match == "new")
    #expect(after.taggedMatch == nil)
    #expect(after.url == "/page")
    #expect(after.urls == ["/one", "/two"])
    #expect(after.ran == ["guard", "new"])
    #expect(before.match == "old" && before.taggedMatch == "old" && before.ran == ["old"])
    #expect(before.urls == [nil, nil])
    // Named once, then by what took its place: nothing to be said.
    #expect(yard.faults.summary.isEmpty)
  }

  @Test func `an update that throws changes nothing`() async throws {
    let yard = Yard()
    let old = yard.map("/page", "old")
    let version = yard.router.routes.version
    var ids: [RouteID] = []
    var escaped: RouteUpdate?
    #expect(throws: Boom()) {
      try yard.router.update { table throws(Boom) in
        table.dispose(of: old)
        ids.append(table.map("/page") { _ in Issue.record("it was never registered") })
        ids.append(table.guard("/page") { _ in .deny })
        escaped = table
        throw Boom()
      }
    }
    #expect(yard.router.routes.version == version)
    #expect(yard.router.routes.compactMap(\.id) == [old])
    #expect(yard.router.dispose(of: ids) == 0)
    #expect(await yard.router.dispatch("/page") == .handled(by: old))
    // What is registered with its list now is registered at once.
    let late = try #require(escaped).map("/late") { _ in }
    #expect(await yard.router.dispatch("/late") == .handled(by: late))
    #expect(yard.router.routes.count == 2)
  }

  @Test func `identifiers are known at once, and are those of the routes`() async throws {
    let router = Router.lent()
    let id = router.update { table in table.map("/a") { _ in } }
    #expect(router.routes.compactMap(\.id) == [id])
    #expect(await router.dispatch("/a") == .handled(by: id))
    #expect(router.dispose(of: id) == 1)
  }

  @Test func `what an update adds it can dispose of`() {
    let yard = Yard()
    let (old, other) = (yard.map("/old"), yard.map("/other"))
    let counts = yard.router.update { table in
      let (one, two) = (table.map("/one") { _ in }, table.map("/two") { _ in })
      return [
        table.dispose(of: one), table.dispose(of: one), table.dispose(of: old, two, old),
        table.dispose(of: old), table.dispose(of: RouteID()), table.dispose(of: []),
      ]
    }
    #expect(counts == [1, 0, 2, 0, 0, 0])
    #expect(yard.router.routes.compactMap(\.id) == [other])
    #expect(yard.router.dispose(of: old, other) == 1)
  }

  @Test func `an update that changes nothing makes no version`() {
    let yard = Yard()
    let version = yard.router.routes.version
    yard.router.update { _ in }
    yard.router.update { table in _ = table.dispose(of: table.map("/one") { _ in }) }
    yard.router.update { table in table.dispose(of: RouteID()) }
    #expect(yard.router.dispose(of: RouteID()) == 0)
    #expect(yard.router.routes.version == version)
  }

  @Test func `a route disposed of meanwhile is no part of an update any more`() {
    let yard = Yard()
    let old = yard.map("/old")
    let count = yard.router.update { table in
      let count = table.dispose(of: old)
      #expect(yard.router.dispose(of: old) == 1)
      return count
    }
    #expect(count == 1)
    #expect(yard.router.routes.isEmpty)
  }

  @Test func `what is registered with the router within an update is a change of its own`() async {
    let yard = Yard()
    let version = yard.router.routes.version ?? 0
    yard.router.update { table in
      table.map("/a", name: "outer") { _ in }
      yard.map("/b")
      #expect(yard.router.routes.map(\.pattern) == ["/b"])
      #expect(yard.router.routes.version == version + 1)
      yard.router.update { inner in
        inner.map("/c") { _ in }
        inner.map("/d") { _ in }
        table.map("/e") { _ in }
        #expect(yard.router.routes.map(\.pattern) == ["/b"])
      }
      #expect(yard.router.routes.map(\.pattern) == ["/b", "/c", "/d"])
      #expect(yard.router.routes.version == version + 2)
    }
    // The order of registration is that in which the changes were made.
    #expect(yard.router.routes.map(\.pattern) == ["/b", "/c", "/d", "/a", "/e"])
    #expect(yard.router.routes.version == version + 3)
  }

  @Test func `an inner update that throws leaves the outer one alone`() {
    let yard = Yard()
    yard.router.update { table in
      table.map("/a") { _ in }
      #expect(throws: Boom()) {
        try yard.router.update { inner in
          inner.map("/b") { _ in }
          throw Boom()
        }
      }
    }
    #expect(yard.router.routes.map(\.pattern) == ["/a"])
  }

  @Test func `a list that is kept registers with the router when the update is over`() async {
    let yard = Yard()
    let old = yard.map("/old")
    let (table, group) = yard.router.update { table in (table, table.group("/group", tags: ["T"])) }
    let late = table.map("/late") { _ in }
    #expect(await yard.router.dispatch("/late") == .handled(by: late))
    let grouped = group.map("/late") { _ in }
    #expect(await yard.router["T"].dispatch("/group/late") == .handled(by: grouped))
    #expect(table.dispose(of: old, late) == 2)
    #expect(yard.router.routes.compactMap(\.id) == [grouped])
    #expect(group.dispose(of: grouped) == 1)
  }

  @Test func `groups and views of an update belong to it`() async throws {
    let yard = Yard()
    let owner = TestOwner()
    let queue = DispatchQueue(label: "books")
    let version = yard.router.routes.version ?? 0
    yard.router.update { table in
      table.group("/books", tags: ["Views"], queue: queue, owner: owner) { books in
        books.map("/:id", name: "book") { _ in }
        books.group("/new", tags: ["Forms"]) { $0.proxy("/*") { _ in .pass } }
        books.guard("/*") { _ in .allow }
      }
      table["Views", "Lists"].map("/lists") { _ in }
      table[["Views"]].map("/tables") { _ in }
      #expect(yard.router.routes.isEmpty)
    }
    #expect(yard.router.routes.version == version + 1)
    let listed = yard.router.routes.map { route in
      "\(route.kind) \(route.pattern) \(route.tags.map(\.description).sorted()) "
        + "\(route.queue ?? "-") \(route.isOwnerAlive.map { "\($0)" } ?? "-")"
    }
    #expect(
      listed == [
        "map /books/:id [\"Views\"] books true",
        "proxy /books/new/* [\"Forms\", \"Views\"] books true",
        "guard /books/* [] books -", "map /lists [\"Lists\", \"Views\"] - -",
        "map /tables [\"Views\"] - -",
      ]
    )
    #expect(try yard.router.url(named: "book", values: ["id": "1"]) == "/books/1")
    withExtendedLifetime(owner) {}
  }

  @Test func `a name that a part of an update takes from another is no fault`() {
    let yard = Yard()
    let old = yard.router.map("/old", name: "page") { _ in }
    yard.router.update { table in
      table.map("/new", name: "page") { _ in }
      table.dispose(of: old)
    }
    #expect(yard.faults.summary.isEmpty)
    #expect((try? yard.router.url(named: "page")) == "/new")
    yard.router.update { table in
      table.map("/one", name: "both") { _ in }
      table.map("/two", name: "both") { _ in }
    }
    #expect(yard.faults.summary == ["map /two: duplicateName"])
    #expect((try? yard.router.url(named: "both")) == "/two")
  }

  @Test func `replace changes in one step, and gives back what its closure does`() async throws {
    let yard = Yard()
    let (one, two) = (yard.map("/one"), yard.map("/two"))
    let version = yard.router.routes.version ?? 0
    let new = yard.router.replace(one, two) { table in table.map("/:x") { _ in } }
    #expect(yard.router.routes.compactMap(\.id) == [new])
    #expect(yard.router.routes.version == version + 1)
    #expect(throws: Boom()) { try yard.router.replace(new) { _ in throw Boom() } }
    #expect(yard.router.routes.compactMap(\.id) == [new])
    // What has gone already is replaced all the same.
    let last = yard.router.replace(one) { table in table.map("/last") { _ in } }
    #expect(yard.router.routes.compactMap(\.id) == [new, last])
  }

  // MARK: - Captures that end

  /// Calls the router when it ends, on the thread that lets go of it last.
  private final class Caller: Sendable {
    private let router: Router
    private let ends: Signal

    init(_ router: Router, _ ends: Signal) {
      self.router = router
      self.ends = ends
    }

    deinit {
      router.update { table in _ = table.dispose(of: table.map("/end") { _ in }) }
      router.dispose(of: router.map("/end") { _ in })
      _ = router.routes
      _ = router.explain("/end")
      ends.fire()
    }
  }

  /// The ways in which a capture comes to its end.
  private static let ends: [(name: String, end: @Sendable (Router, Caller) -> Void)] = [
    (
      "disposed of in an update",
      { router, caller in
        let id = router.map("/a") { _ in _ = caller }
        router.update { table in table.dispose(of: id) }
      }
    ),
    (
      "dropped by the update that added it",
      { router, caller in
        router.update { table in _ = table.dispose(of: table.map("/a") { _ in _ = caller }) }
      }
    ),
    (
      "in an update that throws",
      { router, caller in
        try? router.update { table in
          table.map("/a") { _ in _ = caller }
          throw Boom()
        }
      }
    ),
    (
      "replaced",
      { router, caller in
        let id = router.guard("/a") { _ in
          _ = caller
          return .allow
        }
        router.replace(id) { table in table.guard("/a") { _ in .allow } }
      }
    ),
    (
      "with its owner",
      { router, caller in
        let owner = TestOwner()
        router.update { table in table.map("/a", owner: owner) { _ in _ = caller } }
        withExtendedLifetime(owner) {}
      }
    ),
  ]

  @Test(arguments: 0..<5)
  func `what goes is let go of outside of all locks`(way: Int) async throws {
    let router = Router.lent()
    let ends = Signal()
    Self.ends[way].end(router, Caller(router, ends))
    // The last of an owner's is noticed by whoever comes next.
    if way == 4 { router.open("/a") }
    try await ends.take()
  }
}
