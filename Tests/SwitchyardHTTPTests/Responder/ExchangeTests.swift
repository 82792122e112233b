import HTTPTestSupport
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import SwitchyardHTTP

@Suite struct ExchangeTests {
  @Test func `what is to look at the response does so, the last first, whatever the response`()
    async throws
  {
    let site = try Site(routes: { router in
      for name in ["outer", "inner"] {
        router.guard("/*") { context async in
          context.exchange?.onResponse { response in
            response.fields.append("X-Seen", value: "\(name) \(response.status.code)")
          }
          return .allow
        }
      }
      router.get("/ok") { _ in .text("ok") }
      router.get("/throws") { _ in throw Inside() }
      router.guard("/denied") { _ async in .deny }
      router.guard("/moved") { _ async in .redirect("/") }
    })
    for (target, code) in [
      ("/ok", 200), ("/throws", 500), ("/denied", 403), ("/moved", 307), ("/nothing", 404),
    ] {
      let response = await site.respond(.get, target)
      #expect(response.fields[values: "X-Seen"] == ["inner \(code)", "outer \(code)"])
    }
  }

  @Test func `a response whose body holds the request is held by nobody but who asked`()
    async throws
  {
    let exchange = WeakExchange()
    let site = try Site(routes: { router in
      router.get("/") { request in
        exchange.note(request.context?.exchange)
        // It is waited for.
        try await Task.sleep(for: .milliseconds(5))
        return .stream { writer in try await writer.write("\(request.method)") }
      }
    })
    let code = await site.respond(.get, "/").status
    #expect(code == .ok && exchange.wasThere)
    #expect(await becomesTrue { !exchange.isThere })
  }

  @Test func `a response that was set counts before the one that is returned`() async throws {
    let site = try Site(routes: { router in
      router.get("/awaited") { request in
        #expect(request.exchange.respond(with: .text("set")))
        return .text("returned")
      }
      router.on(.get, "/called", calledOn: .serverThread) { request in
        #expect(request.exchange.respond(with: .text("set")))
        return .text("returned")
      }
    })
    #expect(try await site.respond(.get, "/awaited").text == "set")
    #expect(try await site.respond(.get, "/called").text == "set")
  }

  @Test func `what middleware answers with counts before a response that was set`() async throws {
    let site = try Site(routes: { router in
      router.get("/*") { request in
        request.exchange.respond(with: .text("set"))
        return .text("returned")
      }
      router.transform("/function") { _, response in
        guard case .bytes(let bytes) = response.body else { return }
        response = .text("\(String(decoding: bytes, as: UTF8.self)) and changed")
      }
      router.use("/awaited") { _, next in
        .text("\(try await next().text) and changed")
      }
      router.use("/alone") { request, _ in
        request.exchange.respond(with: .text("set"))
        return .text("alone")
      }
    })
    #expect(try await site.respond(.get, "/function").text == "set and changed")
    #expect(try await site.respond(.get, "/awaited").text == "set and changed")
    #expect(try await site.respond(.get, "/alone").text == "alone")
  }

  /// A leg that begins anew has what was left before it, and where that is.
  @Test func `a response that was set before a commit counts in a leg that begins anew`()
    async throws
  {
    for isWrapped in [false, true] {
      let (map, asked) = (Notes<RouteID>(), Notes<Bool>())
      let site = try Site(routes: { router in
        router.proxy("/from") { (context: RouteContext) async throws in
          context.exchange?.respond(with: .text("set"))
          return .commit("/to")
        }
        @Sendable func answer() -> RouteID {
          router.map("/to", tags: [.method(.get)]) { _, completed in completed() }
        }
        map.add(answer())
        router.guard("/to") { _ async in
          asked.add(true)
          // The map goes before its turn, and another takes its place.
          for route in map.take() {
            _ = answer()
            router.dispose(of: route)
          }
          return .allow
        }
        if isWrapped { router.transform("/to") { _, _ in } }
      })
      #expect(try await site.respond(.get, "/from").text == "set", "\(isWrapped)")
      #expect(asked.all.count == 2)
    }
  }

  /// It comes when the request has been answered, and would hold the exchange that holds it.
  @Test(arguments: ["/awaited", "/called"])
  func `a response that comes too late is held by nobody`(_ path: String) async throws {
    let exchange = WeakExchange()
    let (leave, left) = (DispatchSemaphore(value: 0), Gate())
    let late = { @Sendable (request: ServerRequest) -> ServerResponse in
      defer { left.open() }
      exchange.note(request.exchange)
      leave.wait()
      #expect(!request.exchange.respond(with: .text("late")))
      return .stream { writer in try await writer.write("\(request.method)") }
    }
    let site = try Site({ _, yard in yard.handlerTimeLimit = .milliseconds(20) }) { router in
      router.on(.get, "/awaited", queue: DispatchQueue(label: "late")) { request in late(request) }
      router.on(.get, "/called", calledOn: .queue(DispatchQueue(label: "late")), handler: late)
    }
    #expect(await site.respond(.get, path).status == .gatewayTimeout)
    #expect(exchange.wasThere)
    leave.signal()
    await left.wait()
    #expect(await becomesTrue { !exchange.isThere })
  }

  @Test func `of two responses to one request the first counts, and the other is not kept`() async {
    final class Kept: Sendable {}
    weak var kept: Kept?
    func late() -> ServerResponse {
      let one = Kept()
      kept = one
      return .stream { _ in withExtendedLifetime(one) {} }
    }
    let promise = ResponsePromise()
    promise.take(.text("first"), for: 1)
    promise.take(late(), for: 1)
    #expect(kept == nil)
    #expect(await promise.value().status == .ok)
    promise.take(late(), for: 1)
    #expect(kept == nil)
  }

  @Test func `a response can be changed before it is sent`() async throws {
    let site = try Site(routes: { router in
      router.guard("/") { context async in
        context.exchange?.onResponse { $0 = .text("other", status: .created) }
        return .allow
      }
      router.get("/") { _ in .text("one") }
    })
    let response = await site.respond(.get, "/")
    #expect(response.status == .created)
    #expect(try await response.text == "other")
  }

  @Test func `what is added after the response was made is not called, and not kept`()
    async throws
  {
    final class Kept: Sendable {}
    let exchanges = Notes<ServerExchange>()
    let site = try Site(routes: { router in
      router.get("/") { request in
        exchanges.add(request.exchange)
        return .text("ok")
      }
    })
    _ = await site.respond(.get, "/")
    let exchange = try #require(exchanges.take().first)
    weak var kept: Kept?
    do {
      let one = Kept()
      kept = one
      exchange.onResponse { _ in
        withExtendedLifetime(one) {}
        Issue.record("it is over")
      }
    }
    #expect(kept == nil)
  }

  @Test func `a status below 200 ends no exchange`() async throws {
    let site = try Site(routes: { router in
      router.get("/continue") { _ in ServerResponse(100) }
      router.get("/hint") { _ in ServerResponse(ResponseStatus(code: 199, reason: "Soon")) }
      router.get("/throws") { _ in throw ResponseError(101) }
      router.guard("/denied") { context async in context.deny(with: ServerResponse(102)) }
      router.guard("/hook") { context async in
        context.exchange?.onResponse { $0.status = 103 }
        return .allow
      }
      router.get("/hook") { _ in .text("ok") }
    })
    for target in ["/continue", "/hint", "/throws", "/denied", "/hook"] {
      #expect(await site.respond(.get, target).status == .internalServerError, "\(target)")
    }
    #expect(site.failures.all.count == 5)
    #expect(site.failures.all.contains { $0.description.contains("the status 199 Soon, after") })
  }

  @Test func `the framing is the server's`() async throws {
    let site = try Site(routes: { router in
      router.get("/") { _ in
        ServerResponse(
          fields: [.contentLength: "99", .transferEncoding: "chunked", "X": "y"],
          body: .bytes([1])
        )
      }
      router.get("/none") { _ in ServerResponse(.noContent, body: .bytes([1])) }
    })
    #expect(await site.respond(.get, "/").fields == ["X": "y"])
    #expect(try await site.respond(.get, "/none").body.collect() == [])
  }

  @Test func `a guard's own answer counts only where that guard denies`() async throws {
    let site = try Site(routes: { router in
      router.guard("/*") { context async in
        _ = context.deny(with: .text("allowed after all"))
        return .allow
      }
      router.guard("/denied") { _ async in .deny }
      router.get("/open") { _ in .text("open") }
    })
    #expect(try await site.respond(.get, "/open").text == "open")
    #expect(try await site.respond(.get, "/denied").text == "Forbidden\n")
  }

  @Test func `the first response that is set counts`() async throws {
    let site = try Site(routes: { router in
      router.map("/", tags: [.method(.get)]) { context, completed in
        let exchange = context.payload as? ServerExchange
        #expect(exchange?.respond(with: .text("first")) == true)
        #expect(exchange?.respond(with: .text("second")) == false)
        completed()
      }
    })
    #expect(try await site.respond(.get, "/").text == "first")
  }

  @Test func `guards and proxies hand on to the handler what they have found`() async throws {
    let site = try Site(routes: { router in
      router.guard("/*") { context async in
        context[String.self] = context.exchange?.request.query["user"]
        return .allow
      }
      router.proxy("/old") { (context: RouteContext) async throws in .commit("/new", payload: 1) }
      router.get("/new") { request in
        .text("\(request.context?[String.self] ?? "") \(request.target.path) \(request.method)")
      }
    })
    #expect(try await site.respond(.get, "/old?user=ada").text == "ada /new GET")
  }

  @Test func `a handler that ends at once has answered before begin returns`() throws {
    let site = try Site(routes: { router in
      router.guard("/*") { _ async in .allow }
      router.proxy("/*") { (_: RouteContext) async throws in .pass }
      router.get("/") { _ in .text("at once") }
    })
    let answers = Notes<ResponseStatus>()
    site.responder.begin(RequestHead(.get, "/"), body: nil) { answers.add($0.status) }
    #expect(answers.all == [.ok])
    site.responder.begin(RequestHead(.get, "/%zz"), body: nil) { answers.add($0.status) }
    site.responder.begin(RequestHead(.get, "/nothing"), body: nil) { answers.add($0.status) }
    #expect(answers.all == [.ok, .badRequest, .notFound])
  }

  @Test func `a client that leaves cancels its dispatch`() async throws {
    let (arrived, cancelled) = (Gate(), Gate())
    let site = try Site(routes: { router in
      router.get("/waits") { request in
        request.exchange.onResponse { _ in Issue.record("there is nobody to answer") }
        arrived.open()
        do {
          try await Task.sleep(for: .seconds(600))
        } catch {
          cancelled.open()
        }
        return .text("late")
      }
    })
    let answers = Notes<Int>()
    let exchange = site.responder.begin(RequestHead(.get, "/waits"), body: nil) {
      answers.add($0.status.code)
    }
    await arrived.wait()
    #expect(answers.all.isEmpty)
    exchange?.cancel()
    await cancelled.wait()
    // Another thread ends the dispatch.
    #expect(await becomesTrue { answers.all == [499] })
    exchange?.cancel()
    #expect(answers.all == [499])
    #expect(site.failures.all.isEmpty)
  }

  @Test func `a task that is cancelled cancels the request it waits for`() async throws {
    let arrived = Gate()
    let site = try Site(routes: { router in
      router.get("/waits") { _ in
        arrived.open()
        try await Task.sleep(for: .seconds(600))
        return .text("late")
      }
    })
    let task = Task { await site.respond(.get, "/waits").status.code }
    await arrived.wait()
    task.cancel()
    #expect(await task.value == 499)
  }

  @Test(arguments: [false, true])
  func `nothing of a request stays behind it`(waits: Bool) async throws {
    let seen = WeakExchange()
    let answered = Gate()
    let site = try Site(routes: { router in
      router.guard("/*") { context async in
        let exchange = context.exchange
        seen.note(exchange)
        exchange?.onResponse { _ in withExtendedLifetime(exchange) {} }
        if waits { await Task.yield() }
        return .allow
      }
      router.get("/") { _ in .text("") }
    })
    _ = site.responder.begin(RequestHead(.get, "/"), body: nil) { _ in answered.open() }
    await answered.wait()
    #expect(seen.wasThere)
    #expect(waits ? await becomesTrue { !seen.isThere } : !seen.isThere)
  }

  @Test func `blocking work has a queue of its own`() async throws {
    let queue = DispatchQueue(label: "blocking")
    let key = DispatchSpecificKey<String>()
    queue.setSpecific(key: key, value: "blocking")
    let site = try Site(routes: { router in
      router.get("/", queue: queue) { _ in .text(DispatchQueue.getSpecific(key: key) ?? "elsewhere")
      }
    })
    #expect(try await site.respond(.get, "/").text == "blocking")
  }

  @Test func `a handler of requests that is opened by another way fails`() async throws {
    let router = Router(.server)
    router.get("/") { _ in .text("") }
    guard case .failed(let error) = await router[.method(.get)].dispatch("/") else {
      Issue.record("it did not fail")
      return
    }
    #expect(error.cause as? RequestHandlerError == .noExchange)
  }
}

/// An exchange, as long as somebody else holds it.
private final class WeakExchange: @unchecked Sendable {
  // Guards the others.
  private let lock = NSLock()
  private weak var exchange: ServerExchange?
  private var isNoted = false

  var wasThere: Bool { lock.withLock { isNoted } }
  var isThere: Bool { lock.withLock { exchange != nil } }

  func note(_ exchange: ServerExchange?) {
    lock.withLock {
      self.exchange = exchange
      isNoted = exchange != nil
    }
  }
}
