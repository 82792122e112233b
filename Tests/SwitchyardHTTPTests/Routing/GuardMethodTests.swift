import HTTPTestSupport
import Foundation
import Switchyard
import SwitchyardHTTP
import TestSupport
import Testing

/// A guard for some methods is asked by requests of these, and by whatever is no request.
@Suite struct GuardMethodTests {
  @Test(arguments: [
    ("GET", [RequestMethod.post], 200), ("POST", [.post], 403), ("PUT", [.post, .put], 403),
    ("HEAD", [.get], 403), ("HEAD", [.head], 403), ("GET", [.head], 200), ("HEAD", [.post], 200),
    ("PROPFIND", ["PROPFIND"], 403), ("PROPFIND", [.get], 200), ("GET", ["get"], 200),
    ("GET", [], 403), ("OPTIONS", [.options], 403), ("DELETE", [.post, .put], 200),
  ])
  func `a request is asked by the guards of its method`(
    _ method: String,
    _ methods: [RequestMethod],
    _ status: Int
  ) async throws {
    for isAsync in [true, false] {
      let site = try Site({ _, _ in }) { router in
        router.any("/a") { _ in .text("a") }
        if isAsync {
          router.guard("/*", methods: methods) { _ async in .deny }
        } else {
          router.guard("/*", methods: methods) { _, decide in decide(.deny) }
        }
      }
      #expect(await site.respond(method: method, "/a").status.code == status)
    }
  }

  @Test(
    arguments: [
      [], ["Views"], ["HTTP"], ["Views", "HTTP"], ["Views", .method(.get)],
      ["Views", .method(.get), "HTTP"],
    ] as [[RouteTag]]
  )
  func `what is no request is asked by all guards`(_ lookup: [RouteTag]) async {
    let router = Router(.patient)
    for tag in ["Views", "HTTP", .method(.get)] as [RouteTag] {
      router.map("/a", tags: [tag]) { (_: RouteContext) async in }
    }
    let id = router.guard("/a", methods: [.post]) { _ async in .deny }
    let view = router[lookup]
    #expect(await view.dispatch("/a") == .denied(by: id))
  }

  @Test func `a committed target is asked by the guards of the method`() async throws {
    let site = try Site({ _, _ in }) { router in
      router.proxy("/from/:method") { (_: RouteContext) async in .commit("/to") }
      router.any("/to") { _ in .text("to") }
      router.guard("/to", methods: [.post]) { _ async in .deny }
    }
    #expect(await site.respond(.get, "/from/get").status == .ok)
    #expect(await site.respond(.post, "/from/post").status == .forbidden)
  }

  struct Coverage: Sendable {
    /// The methods of the map, none for any; `nil` if it is for no requests.
    let maps: [RequestMethod]?
    let guards: [[RequestMethod]]
    /// The methods that are reported; `nil` for a map of any.
    let open: [String?]

    init(_ maps: [RequestMethod]?, _ guards: [[RequestMethod]], _ open: [String?]) {
      self.maps = maps
      self.guards = guards
      self.open = open
    }
  }

  @Test(arguments: [
    Coverage([.get], [[.get]], []), Coverage([.get], [[.post]], ["GET"]),
    Coverage([.get, .post], [[.post]], ["GET"]), Coverage([.get, .post], [[.post], [.get]], []),
    Coverage([.head], [[.get]], []), Coverage([.get], [[.head]], ["GET"]),
    // Without a method it is for any, and these guards are for some.
    Coverage([], [[.get, .post, .put, .patch, .delete, .options]], [nil]),
    Coverage([], [[.get], []], []), Coverage(["PROPFIND"], [["PROPFIND"]], []),
    Coverage([.get, .post], [], [nil]),
    // Found by no request: whatever finds it asks all guards.
    Coverage(nil, [[.post]], []), Coverage(nil, [], [nil]),
  ])
  func `a guard for methods covers the maps of these`(_ row: Coverage) {
    let router = Router(.server)
    var tags = row.maps?.map { RouteTag.method($0) } ?? []
    if row.maps == [] { tags = [.anyMethod] }
    router.map("/a", tags: ["Private"] + tags) { (_: RouteContext) async in }
    for methods in row.guards { router.guard("/*", methods: methods) { _ async in .deny } }
    let found = router.validate(requiring: ["Private"]).findings(.unguarded)
    #expect(found.map(\.example) == row.open.map { _ in "/a" })
    for (finding, method) in zip(found, row.open) {
      let text = method.map { "is not covered by guards for \($0): /a is not." }
      #expect(finding.message.contains(text ?? "is not covered by guards: /a is not."))
    }
  }

  @Test func `a guard meets the maps of its methods alone`() {
    let router = Router(.server)
    router.get("/a/:id") { _ in .text("") }
    router.guard("/a/:id(\\d+)", methods: [.post]) { _ async in .deny }
    let report = router.validate()
    #expect(report.findings(.narrowGuard).isEmpty)
    #expect(report.findings(.unmet).count == 1)
    router.guard("/a/1", methods: [.head]) { _ async in .deny }
    #expect(router.validate().findings(.unmet).count == 1)
    #expect(router.validate().findings(.narrowGuard).count == 1)
    router.dispose(of: router.routes.last?.id.map { [$0] } ?? [])
    router.post("/a/:id") { _ in .text("") }
    #expect(router.validate().findings(.narrowGuard).map { $0.routes.count } == [2])
    #expect(router.validate().findings(.unmet).isEmpty)
  }

  @Test func `a listing names the methods`() throws {
    let router = Router(.server)
    router.guard("/a", methods: [.get, .delete]) { _ async in .deny }
    #expect(router.routes.map(\.tags) == [[.method(.get), .method(.delete), .method(.head)]])
    let data = try JSONEncoder().encode(router.routes)
    #expect(try JSONDecoder().decode(RouteListing.self, from: data) == router.routes)
  }

  @Test func `no handler runs before a guard of its method`() async throws {
    let cases = PropertyRun.cases(default: 300)
    var generator = PropertyRun.generator(for: "Guards for methods", cases: cases)
    let all: [RequestMethod] = [.get, .head, .post, .put, "PROPFIND"]
    for _ in 0..<cases {
      var guards: [[RequestMethod]] = []
      let site = try Site({ _, _ in }) { router in
        for _ in 0..<(1 + generator.below(3)) {
          let methods = all.filter { _ in generator.below(3) == 0 }
          guards.append(methods)
          router.guard("/*", methods: methods) { _ async in .deny }
        }
        for method in all where generator.below(2) == 0 {
          router.on(method, "/a") { _ in .text("ran") }
        }
        if generator.below(2) == 0 { router.any("/a") { _ in .text("ran") } }
      }
      for method in all {
        let isAsked = guards.contains { methods in
          methods.isEmpty || methods.contains(method)
            || (method == .head && methods.contains(.get))
        }
        let status = await site.respond(method: method.rawValue, "/a").status
        #expect((status == .forbidden) == isAsked, "\(method) by \(guards): \(status)")
      }
    }
  }
}
