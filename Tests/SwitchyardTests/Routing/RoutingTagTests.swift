import Switchyard
import Testing

/// What the library Routing documents of tags, and what is better here.
@Suite struct RoutingTagTests {
  struct LookupCase: Sendable, CustomTestStringConvertible {
    let lookup: [RouteTag]
    /// The map that runs, and the proxies before it.
    let calls: [String]
    let opens: Bool

    init(_ lookup: [RouteTag], _ calls: [String], opens: Bool = true) {
      self.lookup = lookup
      self.calls = calls
      self.opens = opens
    }

    var testDescription: String { "\(lookup)" }
  }

  static let lookups = [
    LookupCase([], ["proxy both", "proxy Logs", "proxy Views", "proxy", "map both"]),
    LookupCase(["Views"], ["proxy both", "proxy Views", "proxy", "map both"]),
    LookupCase(["Logs"], ["proxy both", "proxy Logs", "proxy", "map both"]),
    LookupCase(["Actions"], ["proxy", "map Actions"]),
    LookupCase(["Actions", "Views"], ["proxy both", "proxy Views", "proxy", "map both"]),
    LookupCase(["Actions", "Actions"], ["proxy", "map Actions"]),
    LookupCase(["Other"], ["proxy"], opens: false),
    LookupCase(["views"], ["proxy"], opens: false),
    LookupCase(["Views, Logs"], ["proxy"], opens: false),
  ]

  @Test(arguments: lookups)
  func `a lookup finds the maps of any of its tags, and those proxies and the untagged`(
    _ row: LookupCase
  ) {
    let router = Router.lent()
    let calls = Notes<String>()
    let routes: [(name: String, tags: [RouteTag])] = [
      ("", []), (" Actions", ["Actions"]), (" Views", ["Views"]), (" Logs", ["Logs"]),
      (" both", ["Views", "Logs"]),
    ]
    for (name, tags) in routes {
      router.map("/page", tags: tags) { _, _, _, completed in
        calls.add("map\(name)")
        completed()
      }
      guard name != " Actions" else { continue }
      router.proxy("/page", tags: tags) { _, _, _, next in
        calls.add("proxy\(name)")
        next(nil)
      }
    }
    #expect(router[row.lookup].open("/page") == row.opens)
    #expect(calls.all == row.calls)
  }

  @Test func `an untagged map is found by the untagged router alone`() async {
    let router = Router.lent()
    let id = router.map("/page") { _, _, _, completed in completed() }
    #expect(await router.dispatch("/page") == .handled(by: id))
    #expect(await router[[]].dispatch("/page") == .handled(by: id))
    #expect(await router["Views"].dispatch("/page") == .notFound)
  }

  @Test func `a fallback has tags as a map has`() async {
    let router = Router.lent()
    let id = router.fallback("/*", tags: ["Views"]) { _, _, _, completed in completed() }
    router.fallback("/page") { _, _, _, completed in completed() }
    #expect(await router["Views"].dispatch("/page") == .handled(by: id))
    #expect(await router["Other"].dispatch("/page") == .notFound)
  }

  @Test func `tags stay when a proxy leads elsewhere, and when a guard redirects`() async {
    let router = Router.lent()
    let tagged = router.map("/there", tags: ["Views"]) { _, _, _, completed in completed() }
    router.map("/there") { _, _, _, completed in completed() }
    router.proxy("/proxy") { _, _, _, next in next(("/there", nil, nil)) }
    router.guard("/guard") { _, _, _, decide in decide(.redirect("/there")) }
    #expect(await router["Views"].dispatch("/proxy") == .handled(by: tagged))
    #expect(await router["Views"].dispatch("/guard") == .handled(by: tagged))
  }

  @Test func `what a view registers has all of its tags, and those given`() async {
    let router = Router.lent()
    let notes = Notes<[RouteTag]>()
    let view = router["Views", "Logs"]
    let id = view.map("/page", tags: ["Own", "Logs"]) { (context: RouteContext) async throws in
      notes.add(context.matched.tags)
    }
    for tag in ["Views", "Logs", "Own"] as [RouteTag] {
      #expect(await router[tag].dispatch("/page") == .handled(by: id))
    }
    #expect(notes.all == Array(repeating: ["Views", "Logs", "Own"], count: 3))
    #expect(view.tags == ["Views", "Logs"])
  }

  @Test func `a view is a window, not a copy`() async {
    let router = Router.lent()
    let view = router["Views"]
    #expect(!view.open("/page"))
    let id = router.map("/page", tags: ["Views"]) { _, _, _, completed in completed() }
    #expect(await view.dispatch("/page") == .handled(by: id))
    view.dispose(of: id)
    #expect(!router.open("/page"))
  }

  @Test func `a guard that a view or a group with tags registers stands before all lookups`() async
  {
    let router = Router.lent()
    for tag in [[], ["Views"], ["Other"]] as [[RouteTag]] {
      router.map("/page", tags: tag) { _, _, _, completed in completed() }
    }
    let id = router["Views"].guard("/page") { _, _, _, decide in decide(.deny) }
    for tags in [[], ["Views"], ["Other"], ["None"]] as [[RouteTag]] {
      #expect(await router[tags].dispatch("/page") == .denied(by: id))
    }
  }
}
