import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// What a client can cause is an answer, and no failure of the program.
@Suite struct ClientCauseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let target: String
    let status: Int
    /// Whether the responder tells the program.
    let isFailure: Bool
    /// Whether the router does.
    let isFault: Bool
    var testDescription: String { "\(status) \(target)" }

    init(_ target: String, _ status: Int, told isFailure: Bool = false, fault isFault: Bool = false)
    {
      self.target = target
      self.status = status
      self.isFailure = isFailure
      self.isFault = isFault
    }
  }

  static let cases = [
    Case("/go?to=/books", 303), Case("/go?to=//evil.example", 400), Case("/go?to=", 400),
    Case("/go?to=https://evil.example", 400), Case("/go?to=javascript:x", 400),
    Case("/target?of=/a", 200), Case("/target?of=http://a@b", 400),
    Case("/commit?to=/book/7", 200), Case("/commit?to=/a%25zz", 400, fault: true),
    Case("/named?name=book&id=7", 200), Case("/named?name=book&id=seven", 400),
    Case("/named?name=nothing&id=7", 500, told: true),
    Case("/named?name=book", 500, told: true),
    Case("/cookie?name=a&value=b", 200), Case("/cookie?name=a&value=b%3B%20c", 400),
    Case("/cookie?name=a%20b&value=c", 500, told: true),
    Case("/file?path=/no/such", 404), Case("/file?path=/", 404),
    Case("/file?path=/\(String(repeating: "a", count: 300))", 404),
    Case("/throws", 500, told: true),
  ]

  @Test(arguments: cases) func `what a client causes is told to the client alone`(
    _ row: Case
  ) async throws {
    let faults = Notes<RouterFault>()
    let seen = Notes<Int>()
    let site = try Site({ _, yard in yard.onFault = { faults.add($0) } }) { router in
      router.use { _, next in
        do {
          return try await next()
        } catch {
          seen.add(ResponseError(answering: error)?.status.code ?? 500)
          throw error
        }
      }
      router.get("/book/:id(\\d+)", name: "book") { _ in .text("book") }
      router.get("/go") { request in try .redirect(to: request.query["to"] ?? "/") }
      router.proxy("/commit") { (context: RouteContext) async throws in
        .commit(context.parameters["to"] ?? "")
      }
      router.get("/target") { request in .text("\(try RouteTarget(request.query["of"] ?? ""))") }
      router.get("/named") { [unowned router] request in
        let id = request.query["id"].map { ["id": $0] } ?? [:]
        return .text(try router.url(named: request.query["name"] ?? "", values: id))
      }
      router.get("/cookie") { request in
        var response = ServerResponse.text("")
        let (name, value) = (request.query["name"] ?? "", request.query["value"] ?? "")
        response.set(try ResponseCookie(name: name, value: value))
        return response
      }
      router.get("/file") { request in try .file(request.query["path"] ?? "") }
      router.get("/throws") { _ in throw Inside() }
    }
    let response = await site.respond(.get, row.target)
    #expect(response.status.code == row.status)
    // Middleware finds the same.
    #expect(seen.all.allSatisfy { $0 == row.status })
    #expect(seen.all.isEmpty || row.status >= 400)
    #expect(site.failures.all.count == (row.isFailure ? 1 : 0))
    #expect(faults.all.count == (row.isFault ? 1 : 0), "\(faults.all)")
    #expect(try await !response.text.contains("evil"))
  }
}
