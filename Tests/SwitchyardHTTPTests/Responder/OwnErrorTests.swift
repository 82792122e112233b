import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// The program's own errors that say how they are answered.
@Suite struct OwnErrorTests {
  enum StockError: ResponseConvertible {
    case soldOut(title: String)
    case broken

    var responseError: ResponseError {
      switch self {
      case .soldOut(let title):
        ResponseError(.conflict, message: "\(title) is sold out.", fields: ["X-Stock": "0"])
      case .broken: ResponseError(.serviceUnavailable, fields: [.retryAfter: "5"])
      }
    }
  }

  private static func routes(_ router: Router) {
    router.get("/handler/:title") { request in
      throw StockError.soldOut(title: try request.parameters.require("title"))
    }
    router.get("/function", calledOn: .serverThread) { _ in throw StockError.soldOut(title: "Emma")
    }
    router.use("/middleware") { _, _ in throw StockError.soldOut(title: "Emma") }
    router.get("/middleware") { _ in "never" }
    router.proxy("/proxy") { (context: RouteContext) async throws in
      throw StockError.soldOut(title: "Emma")
    }
    router.get("/proxy") { _ in "never" }
    router.guard("/guard") { _ in throw StockError.soldOut(title: "Emma") }
    router.get("/guard") { _ in "never" }
    router.get("/broken") { _ in throw StockError.broken }
    router.guard("/broken/guard") { _ in throw StockError.broken }
    router.get("/broken/guard") { _ in "never" }
    router.guard("/fine") { _ in throw Fine() }
    router.get("/fine") { _ in "never" }
  }

  /// An error that is answered as if nothing were wrong.
  struct Fine: ResponseConvertible {
    var responseError: ResponseError { ResponseError(.ok, message: "fine") }
  }

  @Test(arguments: [
    "/handler/Emma", "/function", "/middleware", "/proxy", "/guard",
  ])
  func `it is answered as it says, wherever it is thrown`(_ target: String) async throws {
    let faults = Notes<RouterFault>()
    let site = try Site({ $1.onFault = { faults.add($0) } }, routes: Self.routes)
    let response = await site.respond(.get, target, [.accept: "application/json"])
    #expect(response.status == .conflict)
    #expect(response.fields["X-Stock"] == "0")
    #expect(try await response.text.contains(#""detail":"Emma is sold out.""#))
    #expect(site.failures.all.isEmpty && faults.all.isEmpty)
  }

  @Test func `a failure of the program is reported as well`() async throws {
    let faults = Notes<RouterFault>()
    let site = try Site({ $1.onFault = { faults.add($0) } }, routes: Self.routes)
    let response = await site.respond(.get, "/broken")
    #expect(response.status == .serviceUnavailable && response.fields[.retryAfter] == "5")
    #expect(site.failures.all.map(\.status) == [.serviceUnavailable])
    #expect(site.failures.all.allSatisfy { $0.route != nil && $0.requestID != nil })
    #expect(site.failures.all.allSatisfy { "\($0)".contains("broken") })
    let denied = await site.respond(.get, "/broken/guard")
    #expect(denied.status == .serviceUnavailable && denied.fields[.retryAfter] == "5")
    #expect(faults.all.map(\.code) == [.guardFailed])
    #expect(site.failures.all.count == 1)
  }

  @Test func `a guard that throws it denies, whatever its status`() async throws {
    let site = try Site(routes: Self.routes)
    let response = await site.respond(.get, "/fine")
    #expect(try await response.text == "OK\nfine\n")
  }
}
