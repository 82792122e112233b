import RoutePatterns
import SwitchyardHTTP
import HTTPTestSupport
import TestSupport
import Testing

/// Middleware around handlers that answer requests.
@Suite struct MiddlewareTests {
  private struct Boom: Error {}

  private static func get(_ site: Site, _ target: String) async throws -> (Int, String) {
    let response = await site.respond(.get, target)
    return (response.status.code, try await response.text)
  }

  @Test func `it sees the response, and changes it`() async throws {
    let site = try Site(routes: { router in
      router.use("/books/*") { request, next in
        var response = try await next()
        response.fields["X-Seen"] =
          "\(response.status.code) \(request.context?.matched.pattern.text ?? "")"
        return response
      }
      router.get("/books/:id") { request in .text("book \(request.parameters["id"] ?? "")") }
      router.get("/songs") { _ in .text("songs") }
    })
    let book = await site.respond(.get, "/books/7")
    #expect(book.fields["X-Seen"] == "200 /books/*")
    #expect(try await book.text == "book 7")
    #expect(await site.respond(.get, "/songs").fields["X-Seen"] == nil)
  }

  @Test func `several are nested, the first outermost`() async throws {
    let site = try Site(routes: { router in
      for name in ["a", "b", "c"] {
        router.use("/*") { _, next in
          let response = try await next()
          return .text("\(name)(\(try await response.text))")
        }
      }
      router.get("/") { _ in .text("page") }
    })
    #expect(try await Self.get(site, "/") == (200, "a(b(c(page)))"))
  }

  @Test func `functions are nested with the others`() async throws {
    let site = try Site(routes: { router in
      router.transform("/*") { _, response in
        response.fields["X-Order"] = (response.fields["X-Order"] ?? "") + ",outer"
      }
      router.use("/async") { _, next in
        var response = try await next()
        response.fields["X-Order"] = (response.fields["X-Order"] ?? "") + ",middle"
        return response
      }
      router.transform("/*") { _, response in response.fields["X-Order"] = "inner" }
      router.get("/async") { _ in .text("page") }
      router.get("/function", calledOn: .serverThread) { _ in .text("page") }
    })
    #expect(await site.respond(.get, "/async").fields["X-Order"] == "inner,middle,outer")
    #expect(await site.respond(.get, "/function").fields["X-Order"] == "inner,outer")
  }

  /// A function may stand behind functions alone, or among handlers that wait.
  @Test(arguments: ["/called", "/awaited"])
  func `a function changes the response, and an error passes it by`(_ path: String) async throws {
    let seen = Notes<Int>()
    let site = try Site(routes: { router in
      router.onError("/*") { _, error in
        error is Boom ? .text("outer", status: .conflict) : nil
      }
      router.transform("/*") { request, response in
        seen.add(response.status.code)
        if request.query["throws"] != nil { throw Boom() }
        if request.query["refuses"] != nil { throw ResponseError(.gone) }
        response.fields["X-Seen"] = request.context?.matched.pattern.text
        response.status = .accepted
      }
      let handler = { @Sendable (request: ServerRequest) throws -> ServerResponse in
        if request.query["fails"] != nil { throw Boom() }
        if request.query["sets"] != nil { request.exchange.respond(with: .text("set")) }
        return .text("page")
      }
      router.get("/called", calledOn: .serverThread, handler: handler)
      router.get("/awaited") { request in try handler(request) }
    })
    let page = await site.respond(.get, path)
    #expect(page.status == .accepted)
    #expect(page.fields["X-Seen"] == "/*")
    #expect(try await page.text == "page")
    #expect(try await Self.get(site, "\(path)?sets=1") == (202, "set"))
    #expect(seen.take() == [200, 200])
    // It is not called for an error of the handler.
    #expect(try await Self.get(site, "\(path)?fails=1") == (409, "outer"))
    #expect(seen.all.isEmpty)
    // Its own takes the place of the response.
    #expect(try await Self.get(site, "\(path)?throws=1") == (409, "outer"))
    #expect(await site.respond(.get, "\(path)?refuses=1").status == .gone)
    #expect(site.failures.all.isEmpty)
  }

  @Test func `a function that changes a response has the only one`() async throws {
    let isFirst = Notes<Bool>()
    let site = try Site(routes: { router in
      router.transform("/*") { request, response in
        // The response is there, also for those who set another meanwhile.
        isFirst.add(request.exchange.respond(with: .text("set")))
        guard case .bytes(var bytes) = response.body else { return }
        bytes += Array(" changed".utf8)
        response.body = .bytes(bytes)
      }
      router.get("/page", calledOn: .serverThread) { _ in .text("page") }
      router.map("/set", tags: [.method(.get)]) { context, completed in
        context.exchange?.respond(with: .text("first"))
        completed()
      }
    })
    #expect(try await Self.get(site, "/page") == (200, "page changed"))
    #expect(try await Self.get(site, "/set") == (200, "first changed"))
    #expect(isFirst.all == [false, false])
  }

  @Test func `a handler without a response is an error, which functions answer`() async throws {
    let site = try Site(routes: { router in
      router.onError("/answered") { _, error in
        (error as? RequestHandlerError) == .noResponse ? .text("made up for") : nil
      }
      router.transform("/*") { _, response in response.status = .accepted }
      router.onError("/passed") { _, _ in nil }
      for path: RoutePattern in ["/answered", "/passed"] {
        router.map(path, tags: [.method(.get)]) { _, completed in completed() }
      }
    })
    #expect(try await Self.get(site, "/answered") == (200, "made up for"))
    #expect(await site.respond(.get, "/passed").status == .internalServerError)
    #expect(site.failures.all.count == 1)
  }

  @Test func `it answers for an error of the handler, or lets it through`() async throws {
    let site = try Site(routes: { router in
      router.use("/api/*") { _, next in
        do {
          return try await next()
        } catch is Boom {
          return ServerResponse.text("conflict", status: .conflict)
        }
      }
      router.onError("/function/*") { _, error in
        error is Boom ? ServerResponse(.conflict) : nil
      }
      for path: RoutePattern in ["/api/boom", "/other/boom"] {
        router.get(path) { _ in throw Boom() }
      }
      router.get("/function/boom", calledOn: .serverThread) { _ in throw Boom() }
      router.get("/api/gone") { _ in throw ResponseError(.gone) }
      // What it has set before it failed is not the answer.
      router.map("/api/set", tags: [.method(.get)]) { (context: RouteContext) async throws in
        context.exchange?.respond(with: .text("set"))
        throw Boom()
      }
    })
    #expect(try await Self.get(site, "/api/boom") == (409, "conflict"))
    #expect(try await Self.get(site, "/api/set") == (409, "conflict"))
    #expect(await site.respond(.get, "/function/boom").status == .conflict)
    #expect(await site.respond(.get, "/api/gone").status == .gone)
    #expect(site.failures.all.isEmpty)
    #expect(await site.respond(.get, "/other/boom").status == .internalServerError)
    #expect(site.failures.all.count == 1)
  }

  @Test func `it answers itself where it does not go on`() async throws {
    let called = Notes<Bool>()
    let site = try Site(routes: { router in
      router.use("/*") { request, next in
        request.fields["X-Key"] == nil ? ServerResponse(.unauthorized) : try await next()
      }
      router.get("/page") { _ in
        called.add(true)
        return .text("page")
      }
    })
    #expect(await site.respond(.get, "/page").status == .unauthorized)
    #expect(called.all.isEmpty)
    #expect(await site.respond(.get, "/page", ["X-Key": "1"]).status == .ok)
  }

  @Test func `it runs for its methods alone`() async throws {
    let site = try Site(routes: { router in
      router.use("/*", methods: [.get, .delete]) { _, next in
        var response = try await next()
        response.fields["X-Seen"] = "1"
        return response
      }
      router.any("/page") { _ in .text("page") }
    })
    for (method, isSeen): (RequestMethod, Bool) in [
      (.get, true), (.head, true), (.delete, true), (.post, false), ("PURGE", false),
    ] {
      #expect((await site.respond(method, "/page").fields["X-Seen"] == "1") == isSeen)
    }
  }

  @Test func `for everything it sees 404 and 405, in its group`() async throws {
    func mark(_ registrar: some RouteRegistrar, _ name: HeaderField.Name) {
      registrar.use { _, next in
        var response = try await next()
        response.fields[name] = "\(response.status.code)"
        return response
      }
    }
    let site = try Site(routes: { router in
      mark(router, "X-All")
      mark(router.group("/api"), "X-API")
      router.use("/*") { _, next in
        var response = try await next()
        response.fields["X-Routes"] = "1"
        return response
      }
      router.post("/api/books") { _ in .text("made") }
    })
    let made = await site.respond(.post, "/api/books")
    #expect(made.fields["X-All"] == "200")
    #expect(made.fields["X-API"] == "200")
    #expect(made.fields["X-Routes"] == "1")
    let missing = await site.respond(.get, "/")
    #expect(missing.status == .notFound)
    #expect(missing.fields["X-All"] == "404")
    #expect(missing.fields["X-API"] == nil)
    #expect(missing.fields["X-Routes"] == nil)
    let wrongMethod = await site.respond(.get, "/api/books")
    #expect(wrongMethod.status == .methodNotAllowed)
    #expect(wrongMethod.fields[.allow] == "POST, OPTIONS")
    #expect(wrongMethod.fields["X-All"] == "405")
    #expect(wrongMethod.fields["X-API"] == "405")
    #expect(await site.respond(.get, "/api").fields["X-API"] == "404")
    #expect(await site.respond(.options, "/api/books").fields["X-All"] == "204")
  }

  @Test func `functions for everything see 404 as well`() async throws {
    let site = try Site(routes: { router in
      router.transform { request, response in
        guard response.status == .notFound else { return }
        response = .text("nothing at \(request.target.path)")
      }
    })
    #expect(try await Self.get(site, "/page") == (200, "nothing at /page"))
  }

  @Test func `a function for errors leaves a request that nothing answers as it is`() async throws {
    let traces = Notes<RouteTrace>()
    let site = try Site({ configuration, yard in
      configuration.errorPage = { error, _ in "page of \(error.status.code)" }
      yard.onTrace = { traces.add($0) }
      yard.traceRate = 1
    }) { router in
      router.onError { _, _ in .text("an error") }
    }
    let response = await site.respond(.get, "/none", [.accept: "text/html"])
    #expect(response.status == .notFound)
    #expect(try await response.text == "page of 404")
    #expect(traces.all.map(\.outcome.code) == [.notFound])
  }

  @Test func `a guard's answer it does not see`() async throws {
    let site = try Site(routes: { router in
      router.use { _, _ in .text("let in") }
      router.use("/*") { _, _ in .text("let in") }
      router.guard("/page") { context in context.deny(with: ServerResponse(.unauthorized)) }
      router.get("/page") { _ in .text("page") }
    })
    #expect(await site.respond(.get, "/page").status == .unauthorized)
    #expect(try await Self.get(site, "/else") == (200, "let in"))
  }

  @Test func `a handler that sets no response is its error`() async throws {
    let site = try Site(routes: { router in
      router.use("/*") { _, next in
        await #expect(throws: RequestHandlerError.noResponse) { try await next() }
        return .text("made up for")
      }
      router.map("/page", tags: [.method(.get)]) { _, completed in completed() }
    })
    #expect(try await Self.get(site, "/page") == (200, "made up for"))
  }

  @Test func `next called again throws and is a fault, and what it has made stays`() async throws {
    let faults = Notes<RouterFault>()
    let site = try Site({ _, yard in yard.onFault = { faults.add($0) } }) { router in
      router.use("/*") { _, next in
        let response = try await next()
        await #expect(throws: NextHandlerError.self) { try await next() }
        return response
      }
      router.get("/page") { _ in .text("page") }
    }
    #expect(try await Self.get(site, "/page") == (200, "page"))
    #expect(faults.all.map(\.code) == [.repeatedNext])
  }

  @Test func `a body is read by whoever reads it first`() async throws {
    let site = try Site(routes: { router in
      router.use("/*") { request, next in
        let length = try await request.body.collect(upTo: 100).count
        var response = try await next()
        response.fields["X-Length"] = "\(length)"
        return response
      }
      router.post("/page") { request in
        .text("\(try await request.body.collect(upTo: 100).count)")
      }
    })
    let response = await site.respond(.post, "/page", body: [1, 2, 3])
    #expect(response.fields["X-Length"] == "3")
    // The handler is told that nothing is left of it.
    #expect(try await response.text != "3")
  }

  @Test func `what no request has brought passes through`() async throws {
    let called = Notes<String>()
    let site = try Site(routes: { router in
      router.use { _, next in try await next() }
      router.transform("/*") { _, _ in }
      router.map("/plain") { _, completed in
        called.add("map")
        completed()
      }
    })
    _ = await site.router.dispatch("/plain")
    #expect(await site.router.dispatch("/none") == .notFound)
    #expect(called.all == ["map"])
  }

  @Test func `its response stays, whatever a task of its own does`() async throws {
    let begun = Gate()
    let site = try Site(routes: { router in
      router.use("/*") { _, next in
        Task { try await next() }
        await begun.wait()
        return ServerResponse(.accepted)
      }
      router.get("/page") { _ in
        begun.open()
        // The middleware returns meanwhile.
        try await Task.sleep(for: .milliseconds(50))
        return .text("page")
      }
    })
    for _ in 0..<5 { #expect(await site.respond(.get, "/page").status == .accepted) }
  }

  @Test func `for everything it is for some methods or tags, too`() async throws {
    let site = try Site(routes: { router in
      for (name, methods, tags): (HeaderField.Name, [RequestMethod], [RouteTag]) in [
        ("X-Get", [.get], []), ("X-Tag", [], ["Views"]),
      ] {
        router.use(methods: methods, tags: tags) { _, next in
          var response = try await next()
          response.fields[name] = "1"
          return response
        }
      }
      router.get("/page", tags: ["Views"]) { _ in .text("page") }
    })
    for (method, path, isForGet, isForTag): (RequestMethod, String, Bool, Bool) in [
      (.get, "/page", true, true), (.post, "/page", false, false), (.get, "/none", true, false),
    ] {
      let response = await site.respond(method, path)
      #expect((response.fields["X-Get"] == "1") == isForGet)
      #expect((response.fields["X-Tag"] == "1") == isForTag)
    }
  }

  @Test func `closures for the response come behind it`() async throws {
    let site = try Site(routes: { router in
      router.guard("/*", observing: true) { context in
        context.exchange?.onResponse {
          $0.fields["X-Order"] = ($0.fields["X-Order"] ?? "") + ",hook"
        }
        return .allow
      }
      router.use("/*") { _, next in
        var response = try await next()
        response.fields["X-Order"] = "middleware"
        return response
      }
      router.get("/page") { _ in .text("page") }
    })
    #expect(await site.respond(.get, "/page").fields["X-Order"] == "middleware,hook")
  }

  /// What a span is for middleware that traces: told the status once, or let go of.
  private final class Witness: Sendable {
    private let notes: Notes<String>
    private let name: String

    init(_ name: String, _ notes: Notes<String>) { (self.name, self.notes) = (name, notes) }

    deinit { notes.add("\(name) goes") }

    func see(_ response: ServerResponse) { notes.add("\(name) \(response.status.code)") }
  }

  @Test func `a closure for the response is told 504, and let go of by a try that is given up`()
    async throws
  {
    let (notes, tries, old) = (Notes<String>(), Notes<Void>(), Notes<RouteID>())
    let site = try Site(routes: { router in
      router.use("/*") { request, next in
        tries.add(())
        let witness = Witness("\(tries.all.count)", notes)
        request.exchange.onResponse { witness.see($0) }
        return try await next()
      }
      router.use("/moved") { [weak router] _, next in
        let gone = old.take()
        router?.update { table in
          if table.dispose(of: gone) > 0 { table.get("/moved") { _ in .text("new") } }
        }
        return try await next()
      }
      old.add(router.get("/moved") { _ in .text("old") })
      router.limit("/slow", time: .milliseconds(100))
      router.get("/slow") { _ in
        try await Task.sleep(for: .seconds(600))
        return .text("late")
      }
    })
    #expect(try await Self.get(site, "/moved") == (200, "new"))
    #expect(notes.all.filter { $0.hasPrefix("1") } == ["1 goes"])
    #expect(notes.all.contains("2 200"))
    #expect(await site.respond(.get, "/slow").status == .gatewayTimeout)
    #expect(notes.all.contains("3 504"))
  }
}
