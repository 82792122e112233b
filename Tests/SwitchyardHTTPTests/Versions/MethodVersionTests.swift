import HTTPTestSupport
import Dispatch
import SwitchyardHTTP
import Synchronization
import TestSupport
import Testing

/// What 404, 405 and OPTIONS say is true of one version of the routes.
@Suite(.bug(id: "B1")) struct MethodVersionTests {
  private static func allow(_ response: ServerResponse?) -> Set<String> {
    Set((response?.fields["Allow"] ?? "").split(separator: ",").map { $0.filter { $0 != " " } })
  }

  /// The response of a site all of whose handlers answer at once.
  private static func respond(_ site: Site, _ method: RequestMethod) -> ServerResponse? {
    let responses = Notes<ServerResponse>()
    site.responder.begin(RequestHead(method, "/page"), body: nil) { responses.add($0) }
    return responses.all.first
  }

  @Test func `within an update requests meet the routes of before`() throws {
    let site = try Site()
    let old = site.router.get("/page") { _ in .text("old") }
    let seen = { () -> [String] in
      [RequestMethod.get, .head, .post, .put, .options].map { method in
        let response = Self.respond(site, method)
        return "\(response?.status.code ?? 0) \(Self.allow(response).sorted())"
      }
    }
    let before = seen()
    #expect(before[2] == "405 [\"GET\", \"HEAD\", \"OPTIONS\"]")
    site.router.update { table in
      table.dispose(of: old)
      table.post("/page") { _ in .text("new") }
      table.put("/page") { _ in .text("new") }
      #expect(seen() == before)
    }
    let allowed = "[\"OPTIONS\", \"POST\", \"PUT\"]"
    #expect(
      seen() == ["405 \(allowed)", "405 \(allowed)", "200 []", "200 []", "204 \(allowed)"]
    )
  }

  @Test(arguments: ["/page", "/moved"])
  func `what is allowed behind a handler is what has come while it ran`(_ target: String)
    async throws
  {
    let site = try Site()
    let old = site.router.get("/page") { _ in .text("old") }
    let exchange = { @Sendable [router = site.router] in
      router.update { table in
        guard table.dispose(of: old) > 0 else { return }
        // No map has had this method before.
        table.patch("/page") { _ in .text("new") }
      }
    }
    site.router.guard("/page") { _ async in
      exchange()
      return .allow
    }
    site.router.proxy("/moved") { _ async in
      exchange()
      return .commit("/page")
    }
    let response = await site.respond(.get, target)
    #expect(response.status == .methodNotAllowed)
    #expect(Self.allow(response) == ["PATCH", "OPTIONS"])
  }

  @Test(.busy, arguments: [false, true])
  func `a method that is there is never refused with itself among those allowed`(isGuarded: Bool)
    throws
  {
    let site = try Site()
    site.router.post("/page") { _ in .text("post") }
    if isGuarded { site.router.guard("/*") { _ in .allow } }
    let times = PropertyRun.cases(default: 3_000)
    let isDone = Atomic(false)
    let wrong = Notes<String>()
    let found = Atomic(0)
    let missed = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread == 0 else {
        var rest = times
        // On a machine with other work the reader may come to see either only later.
        let end = ContinuousClock.now + .seconds(60)
        while rest > 0
          || (ContinuousClock.now < end
            && min(found.load(ordering: .relaxed), missed.load(ordering: .relaxed)) == 0)
        {
          rest -= 1
          let id = site.router.get("/page") { _ in .text("get") }
          site.router.dispose(of: id)
        }
        return isDone.store(true, ordering: .releasing)
      }
      while !isDone.load(ordering: .acquiring) {
        let response = Self.respond(site, .get)
        switch response?.status {
        case .ok?: found.add(1, ordering: .relaxed)
        case .methodNotAllowed? where Self.allow(response) == ["POST", "OPTIONS"]:
          missed.add(1, ordering: .relaxed)
        // One that was gone before its turn again and again.
        case .serviceUnavailable?: break
        default: wrong.add("\(String(describing: response?.status)) \(Self.allow(response))")
        }
      }
    }
    #expect(wrong.all.prefix(5) == [])
    #expect(found.load(ordering: .relaxed) > 0)
    #expect(missed.load(ordering: .relaxed) > 0)
  }

  @Test(.busy) func `what is allowed is that of one batch`() throws {
    let site = try Site()
    let batches: [[RequestMethod]] = [[.get, .post], [.put, .delete, .patch]]
    let allowed: [Set<String>] = [
      ["GET", "HEAD", "POST", "OPTIONS"], ["PUT", "DELETE", "PATCH", "OPTIONS"],
    ]
    @Sendable func add(_ number: Int, to table: RouteUpdate) -> [RouteID] {
      batches[number % 2].map { method in
        table.map("/page", tags: [.method(method)]) { context, completed in
          context.exchange?.respond(with: .text("\(number % 2)"))
          completed()
        }
      }
    }
    let initial = site.router.update { add(0, to: $0) }
    let times = PropertyRun.cases(default: 2_000)
    let isDone = Atomic(false)
    let wrong = Notes<String>()
    let first = Atomic(0)
    let second = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread == 0 else {
        var old = initial
        var number = 0
        let end = ContinuousClock.now + .seconds(60)
        while number < times
          || (ContinuousClock.now < end
            && min(first.load(ordering: .relaxed), second.load(ordering: .relaxed)) == 0)
        {
          number += 1
          old = site.router.update { table in
            table.dispose(of: old)
            return add(number, to: table)
          }
        }
        return isDone.store(true, ordering: .releasing)
      }
      while !isDone.load(ordering: .acquiring) {
        for method in [RequestMethod.get, .head, .delete, .options] {
          let response = Self.respond(site, method)
          let list = Self.allow(response)
          let place = allowed.firstIndex(of: list)
          let isRight =
            switch response?.status {
            case .ok?: list.isEmpty && method != .options
            case .noContent?: place != nil && method == .options
            case .methodNotAllowed?: place.map { !allowed[$0].contains(method.rawValue) } ?? false
            case .serviceUnavailable?: true
            default: false
            }
          if !isRight { wrong.add("\(method): \(String(describing: response?.status)) \(list)") }
          if place == 0 { first.add(1, ordering: .relaxed) }
          if place == 1 { second.add(1, ordering: .relaxed) }
        }
      }
    }
    #expect(wrong.all.prefix(5) == [])
    #expect(first.load(ordering: .relaxed) > 0)
    #expect(second.load(ordering: .relaxed) > 0)
  }
}
