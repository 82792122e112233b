import HTTPTestSupport
import RoutePatterns
import Switchyard
import SwitchyardHTTP
import TestSupport
import Testing

/// An exception for a method is one for the requests of this method alone.
@Suite struct GuardExceptionMethodTests {
  @Test(arguments: [
    ("POST", [GuardException.post("/users")], 200), ("GET", [.post("/users")], 403),
    ("HEAD", [.get("/users")], 200), ("GET", [.on(.head, "/users")], 403),
    ("HEAD", [.on(.head, "/users")], 200), ("PUT", [.put("/users")], 200),
    ("PATCH", [.patch("/users")], 200), ("DELETE", [.delete("/users")], 200),
    ("DELETE", [.delete("/users/1")], 403), ("OPTIONS", [.get("/users")], 403),
    ("PROPFIND", [.on("PROPFIND", "/users")], 200), ("propfind", [.on("PROPFIND", "/users")], 403),
    ("post", [.post("/users")], 403), ("GET", ["/users"], 200), ("BREW", ["/users"], 200),
    ("BREW", [.post("/users")], 403), ("GET", [.post("/users"), .get("/users")], 200),
  ])
  func `a request is asked but for the exceptions of its method`(
    _ method: String,
    _ exceptions: [GuardException],
    _ status: Int
  ) async throws {
    for form in 0..<3 {
      let site = try Site({ _, _ in }) { router in
        router.any("/users") { _ in .text("users") }
        let all = ["POST", "GET", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "BREW"]
        let methods = (all + all.map { $0.lowercased() }).compactMap { RequestMethod(rawValue: $0) }
        switch form {
        case 0: router.guard("/*", except: exceptions) { _ async in .deny }
        case 1: router.guard("/*", methods: methods, except: exceptions) { _ async in .deny }
        default:
          router.guard("/*", methods: methods, except: exceptions) { _, decide in decide(.deny) }
        }
      }
      #expect(await site.respond(method: method, "/users").status.code == status)
    }
  }

  @Test(arguments: [[], ["Views"], ["HTTP"], ["Views", .method(.post)]] as [[RouteTag]])
  func `what is no request is asked all the same`(_ lookup: [RouteTag]) async {
    let router = Router(.patient)
    for tag in ["Views", "HTTP", .method(.post)] as [RouteTag] {
      router.map("/a", tags: [tag]) { (_: RouteContext) async in }
    }
    let id = router.guard("/a", except: [.post("/a")]) { _ async in .deny }
    #expect(await router[lookup].dispatch("/a") == .denied(by: id))
  }

  /// The paths that reach a handler beyond a guard for everything, for any way of writing them.
  @Test(arguments: 0..<GuardedSiteTests.policies.count)
  func `no way of writing a target makes it an exception`(_ index: Int) async throws {
    let (slashes, letterCase) = GuardedSiteTests.policies[index]
    let reached = Notes<(String, RequestMethod)>()
    let site = try Site({ _, yard in
      yard.slashes = slashes
      yard.letterCase = letterCase
    }) { router in
      router.any("/*") { request in
        reached.add((String(request.target.path), request.method))
        return .text("reached")
      }
      router.guard("/*", except: ["/admin/secret", .post("/admin/:page")]) { _ async in .deny }
    }
    let targets = try HostileTarget.all()
    for target in targets {
      for method in ["GET", "HEAD", "POST", "OPTIONS", "post", "TRACE"] {
        let head = RequestHead(method: method, target: target.bytes, fields: [.host: "localhost"])
        _ = await site.responder.respond(to: head)
      }
    }
    let options = RoutePattern.Options(slashes: slashes, letterCase: letterCase)
    let free = try RoutePattern(parsing: "/admin/secret", options: options)
    let forPost = try RoutePattern(parsing: "/admin/:page", options: options)
    #expect(!reached.all.isEmpty)
    for (path, method) in reached.all {
      let target = try RouteTarget(path, options: .init(slashes: slashes))
      let isFree = try free.match(target) != nil
      let isPosted = try method == .post && forPost.match(target) != nil
      #expect(isFree || isPosted, "\(method) \(path)")
    }
    #expect(site.failures.all.isEmpty)
  }

  @Test(
    arguments: [
      ([.get, .post], [.get("/users")], true),
      ([.get, .post], [.get("/users"), .post("/users")], true),
      ([.get], [.get("/users")], false), ([.head, .get], [.on(.head, "/users")], false),
      ([.get, .post], ["/users"], false),
    ] as [([RequestMethod], [GuardException], Bool)]
  )
  func `a lookup of several methods is asked but for an exception of all`(
    _ methods: [RequestMethod],
    _ exceptions: [GuardException],
    _ isAsked: Bool
  ) async {
    let router = Router(.patient)
    let map = router.map("/users", tags: [.method(.post), .method(.get)]) {
      (_: RouteContext) async in
    }
    let id = router.guard("/*", except: exceptions) { _ async in .deny }
    let outcome = await router[methods.map { .method($0) }].dispatch("/users")
    #expect(outcome == (isAsked ? .denied(by: id) : .handled(by: map)))
  }

  @Test func `guards for methods speak for what an exception leaves`() {
    func findings(_ method: RequestMethod?, _ register: (Router) -> Void) -> [String] {
      let router = Router(.server)
      let tags: [RouteTag] = [method.map { .method($0) } ?? .anyMethod, "Private"]
      router.map("/x", tags: tags) { (_: RouteContext) async in }
      register(router)
      return router.validate(requiring: ["Private"]).findings(.unguarded).map(\.message)
    }
    for method in [nil, .post] as [RequestMethod?] {
      let found = findings(method) { router in
        router.guard("/*", except: [.post("/x")]) { _ async in .deny }
        router.guard("/x", methods: [.post]) { _ async in .deny }
      }
      #expect(found == [])
    }
    let head = findings(.get) { router in
      router.guard("/*", except: [.on(.head, "/x")]) { _ async in .deny }
      router.guard("/x", methods: [.head]) { _ async in .deny }
    }
    #expect(head == [])
    let other = findings(nil) { router in
      router.guard("/*", except: ["/x"]) { _ async in .deny }
      router.guard("/x", methods: [.get, .post, .put, .patch, .delete, .options]) { _ async in .deny
      }
      router.guard("/x", except: [.post("/x")]) { _ async in .deny }
      router.guard("/x", methods: ["BREW"]) { _ async in .deny }
    }
    #expect(other == [])
    let open = findings(nil) { router in
      router.guard("/*", except: ["/x"]) { _ async in .deny }
      router.guard("/x", methods: [.get, .post]) { _ async in .deny }
    }
    #expect(open.count == 1 && open[0].contains("is not covered by guards: /x is not"))
  }

  struct Coverage: Sendable {
    let maps: [RequestMethod]
    let guards: [[GuardException]]
    /// The methods that are reported, with whether it is sure; `nil` for a map of any.
    let open: [(String?, Bool)]

    init(_ maps: [RequestMethod], _ guards: [[GuardException]], _ open: [(String?, Bool)]) {
      self.maps = maps
      self.guards = guards
      self.open = open
    }
  }

  @Test(arguments: [
    Coverage([.get, .post], [[.post("/a")]], [("POST", true)]),
    Coverage([.get], [[.post("/a")]], []), Coverage([.get], [[.get("/b")]], []),
    Coverage([.get], [[.on(.head, "/a")]], [("HEAD", true)]),
    Coverage([], [[.post("/a")]], [("POST", true)]),
    Coverage([.get, .post], [["/*"]], [(nil, true)]),
    Coverage([.get, .post], [["/a"], []], []),
    Coverage([.get, .post], [[.get("/a")], [.post("/a")]], []),
    // Each request is asked by one of them.
    Coverage([], [[.get("/a")], [.post("/a")]], []),
    Coverage([], [["/a"], [.post("/a")]], [("POST", true)]),
    Coverage([.get], [[.get("/a")], [.on(.head, "/a")]], [("HEAD", true)]),
  ])
  func `a guard with exceptions covers what these leave`(_ row: Coverage) {
    let router = Router(.server)
    let tags = row.maps.isEmpty ? [.anyMethod] : row.maps.map { RouteTag.method($0) }
    router.map("/a", tags: ["Private"] + tags) { (_: RouteContext) async in }
    for exceptions in row.guards {
      router.guard("/*", except: exceptions) { _ async in .deny }
    }
    let found = router.validate(requiring: ["Private"]).findings(.unguarded)
    #expect(found.count == row.open.count)
    for (finding, (method, isSure)) in zip(found, row.open) {
      #expect(finding.certainty == (isSure ? .yes : .unknown))
      #expect(finding.example == (isSure ? "/a" : nil))
      #expect(finding.message.contains(method.map { "guards for \($0)" } ?? "guards"))
      #expect(finding.message.hasSuffix("or take away what guards except of it."))
    }
  }

  @Test func `no handler runs before a guard that does not except it`() async throws {
    let cases = PropertyRun.cases(default: 200)
    var generator = PropertyRun.generator(for: "Exceptions for methods", cases: cases)
    let methods: [RequestMethod] = [.get, .head, .post, "PROPFIND"]
    let paths = ["/a", "/b", "/a/b"]
    let patterns = ["/a", "/b", "/*", "/a/*", "/:x"]
    for _ in 0..<cases {
      var guards: [(String, [(RequestMethod?, String)])] = []
      let site = try Site({ _, _ in }) { router in
        router.any("/*") { _ in .text("ran") }
        for _ in 0..<(1 + generator.below(2)) {
          let own = generator.pick(patterns)
          let exceptions = (0..<generator.below(3)).map { _ in
            (generator.pick(methods + [nil]), generator.pick(patterns))
          }
          guards.append((own, exceptions))
          guard let pattern = try? RoutePattern(parsing: own) else { continue }
          let made = exceptions.compactMap { method, text -> GuardException? in
            guard let pattern = try? RoutePattern(parsing: text) else { return nil }
            return method.map { .on($0, pattern) } ?? GuardException(pattern)
          }
          router.guard(pattern, except: made) { _ async in .deny }
        }
      }
      for method in methods {
        for path in paths {
          let isAsked = guards.contains { own, exceptions in
            Self.matches(own, path)
              && !exceptions.contains { each, pattern in
                Self.matches(pattern, path)
                  && (each == nil || each == method || each == .get && method == .head)
              }
          }
          let status = await site.respond(method: method.rawValue, path).status
          #expect((status == .forbidden) == isAsked, "\(method) \(path) by \(guards): \(status)")
        }
      }
    }
  }

  private static func matches(_ pattern: String, _ path: String) -> Bool {
    switch pattern {
    case "/*": true
    case "/a/*": path == "/a" || path.hasPrefix("/a/")
    case "/:x": !path.dropFirst().contains("/")
    default: path == pattern
    }
  }
}
