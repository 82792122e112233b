import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// Requests to a router in which nothing runs that is not declared.
@Suite struct DeclaredAccessRequestTests {
  private let faults = Notes<RouterFault.Code>()
  private let runs = Notes<String>()

  private func site(_ routes: (Router) -> Void) throws -> Site {
    try Site(
      { [faults] _, yard in
        yard.access = .declared
        yard.onFault = { faults.add($0.code) }
      },
      routes: routes
    )
  }

  @Test(arguments: [true, false], [true, false])
  func `what is not declared is forbidden, however it is called`(
    _ isFunction: Bool,
    _ hasGuard: Bool
  ) async throws {
    let site = try site { router in
      if hasGuard { router.guard("/*", name: "card") { _ async in .allow } }
      router.use("/*") { [runs] _, next in
        runs.add("use")
        return try await next()
      }
      router.onError { [runs] _, _ in
        runs.add("error")
        return nil
      }
      if isFunction {
        router.get("/a", calledOn: .serverThread) { [runs] _ in
          runs.add("a")
          return .text("a")
        }
      } else {
        router.get("/a") { [runs] _ async in
          runs.add("a")
          return .text("a")
        }
      }
    }
    let response = await site.respond(.get, "/a")
    #expect(response.status == .forbidden)
    #expect(await site.respond(.head, "/a").status == .forbidden)
    #expect(faults.all == [.accessRefused, .accessRefused])
    #expect(runs.all.isEmpty)
  }

  @Test func `a function without anything around it is no exception`() async throws {
    let site = try site { router in
      router.get("/bare", calledOn: .serverThread) { _ in .text("bare") }
      router.get("/open", calledOn: .serverThread, access: .public("a door")) { _ in .text("open") }
      router.get("/shut", calledOn: .serverThread, access: .requires("card")) { _ in .text("shut") }
      router.guard("/shut", methods: [.post], name: "card") { _ async in .allow }
    }
    #expect(await site.respond(.get, "/bare").status == .forbidden)
    #expect(await site.respond(.get, "/open").status == .ok)
    // The guard is for other methods, and is not asked.
    #expect(await site.respond(.get, "/shut").status == .forbidden)
    #expect(await site.respond(.head, "/shut").status == .forbidden)
    site.router.guard("/shut", methods: [.get], name: "card") { _ async in .allow }
    #expect(await site.respond(.get, "/shut").status == .ok)
    #expect(await site.respond(.head, "/shut").status == .ok)
    #expect(faults.all == [.accessRefused, .accessRefused, .accessRefused])
  }

  @Test func `answers without a handler are as they were`() async throws {
    let site = try site { router in
      router.get("/a", access: .requires("card")) { _ async in .text("a") }
      router.post("/b") { _ async in .text("b") }
    }
    #expect(await site.respond(.options, "/a").status == .noContent)
    #expect(await site.respond(.post, "/a").status == .methodNotAllowed)
    #expect(await site.respond(.get, "/b").status == .methodNotAllowed)
    #expect(await site.respond(.get, "/c").status == .notFound)
    #expect(faults.all.isEmpty)
  }

  @Test func `the denial of a guard is its own`() async throws {
    let site = try site { router in
      router.guard("/*", name: "card") { context async throws in
        throw ResponseError(.unauthorized)
      }
      router.get("/a", access: .requires("card")) { _ async in .text("a") }
    }
    #expect(await site.respond(.get, "/a").status == .unauthorized)
    #expect(faults.all.isEmpty)
  }
}
