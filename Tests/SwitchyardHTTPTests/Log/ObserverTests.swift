import HTTPTestSupport
@testable import SwitchyardHTTP
import Testing

@Suite struct ObserverTests {
  private final class Counter: RequestObserver {
    let began = Notes<String>()
    let ended = Notes<AccessLogEntry>()

    func requestBegan(_ head: RequestHead, requestID: String) { began.add(head.method) }
    func add(_ entry: AccessLogEntry) { ended.add(entry) }
  }

  private func site(_ observers: [any RequestObserver]) throws -> Site {
    try Site({ configuration, _ in configuration.observers = observers }) { router in
      router.guard("/private/*", name: "gate") { _ async in .deny }
      router.get("/books/:id", name: "book") { request in
        .text(request.parameters["id"] ?? "", status: .accepted)
      }
      router.post("/books") { request in .bytes(try await request.body.collect()) }
      router.get("/private/:page", name: "page") { _ in .text("page") }
      router.get("/fails", name: "fails") { _ in throw RequestHandlerError.noResponse }
      router.fallback("/rest/*", tags: [.method(.get)], name: "rest") { (context: RouteContext) in
        context.exchange?.respond(with: .text("rest"))
      }
      router.proxy("/old/:id") { (context: RouteContext) async throws in
        .commit("/books/\(context.parameters["id"] ?? "")")
      }
    }
  }

  @Test func `several observe side by side, and each request ends once`() async throws {
    let observers = [Counter(), Counter()]
    let site = try site(observers)
    for (method, target) in [
      ("GET", "/books/1"), ("GET", "/none"), ("GET", "/%zz"), ("OPTIONS", "*"), ("GET", "/fails"),
      ("PUT", "/books/1"), ("GET", "/private/a"),
    ] {
      _ = await site.respond(method: method, target)
    }
    for observer in observers {
      #expect(observer.began.all.count == 7)
      #expect(
        observer.ended.all.map(\.status.code) == [202, 404, 400, 204, 500, 405, 403]
      )
    }
    #expect(Set(observers[0].ended.all.compactMap(\.requestID)).count == 7)
    #expect(
      observers[0].ended.all.map(\.requestID) == observers[1].ended.all.map(\.requestID)
    )
  }

  @Test func `an entry knows its route and its sizes`() async throws {
    let counter = Counter()
    let site = try site([counter])
    func ask(
      _ method: RequestMethod,
      _ target: String,
      _ body: [UInt8] = []
    ) async throws -> AccessLogEntry {
      _ = await site.respond(method, target, body: body)
      return try #require(counter.ended.take().last)
    }
    let book = try await ask(.get, "/books/17?x=1")
    #expect(book.route?.pattern.text == "/books/:id" && book.route?.name == "book")
    #expect(book.route?.id == site.router.routes.first { $0.name == "book" }?.id)
    #expect(book.length == 2 && book.requestLength == 0)
    let post = try await ask(.post, "/books", Array("abc".utf8))
    #expect(post.requestLength == 3 && post.length == 3)
    // The one that it was on its way to.
    let denied = try await ask(.get, "/private/a")
    #expect(denied.status == .forbidden && denied.route?.name == "page")
    #expect(try await ask(.get, "/rest/a").route?.name == "rest")
    #expect(try await ask(.get, "/old/3").route?.name == "book")
    #expect(try await ask(.get, "/none").route == nil)
    #expect(try await ask(.put, "/books/1").route == nil)
    #expect(try await ask(.get, "/%zz").route == nil)

    let fails = try await ask(.get, "/fails")
    let fault = try #require(site.failures.all.last)
    #expect(fault.route?.name == "fails" && fault.requestID == fails.requestID)
    #expect(fault.description.hasPrefix("GET /fails (\(fails.requestID ?? "")): 500 "))
  }

  @Test func `the size of a request is known from its head, or when all of it has come`()
    async throws
  {
    let counter = Counter()
    let site = try site([counter])
    func size(
      _ fields: HeaderFields,
      _ body: (any RequestBodySource)?,
      _ version: RequestHead.Version = .http1_1
    ) throws -> Int? {
      var head = RequestHead(.get, "/books/1", fields: fields)
      head.version = version
      site.responder.begin(head, body: body) { _ in }
      return try #require(counter.ended.take().last).requestLength
    }
    #expect(try size([.contentLength: "5"], ByteChannel {}) == 5)
    #expect(try size([.transferEncoding: "chunked"], ByteChannel {}) == nil)
    let whole = ByteChannel {}
    _ = whole.push([1, 2, 3])
    whole.finish()
    #expect(try size([.transferEncoding: "chunked"], whole) == 3)
    #expect(try size([.contentLength: "x"], nil) == nil)
    #expect(try size([.contentLength: "5", .transferEncoding: "chunked"], nil) == nil)
    #expect(try size([:], ByteChannel {}) == 0)
    #expect(try size([:], ByteChannel {}, .http2) == nil)
    #expect(try size([.contentLength: "5"], ByteChannel {}, .http2) == 5)
    #expect(try size([:], nil, .http2) == nil)
  }

  @Test func `closures for the response know the route and the identifier`() async throws {
    let notes = Notes<String?>()
    let site = try Site(routes: { router in
      router.get("/books/:id") { request in
        let exchange = request.exchange
        let id = request.requestID
        notes.add(exchange.route?.pattern.text)
        exchange.onResponse { _ in
          notes.add(exchange.route?.pattern.text)
          notes.add(exchange.requestID == id ? "same" : "another")
        }
        return .text("book")
      }
    })
    _ = await site.respond(.get, "/books/1")
    #expect(notes.all == [nil, "/books/:id", "same"])
  }
}
