import RoutePatterns
import Switchyard
import SwitchyardHTTP
import TestSupport
import Testing

@testable import SwitchyardInspector

@Suite("Figures on a route") struct FigureTests {
  @Test func `routes that are gone make room for others`() async throws {
    let recorder = RequestRecorder(limit: 10, byteLimit: 1 << 20, routeLimit: 2)
    var configuration = Router.Configuration.server
    configuration.onTrace = { _ = recorder.add($0) }
    let router = Router(configuration)
    let responder = try RouteResponder(router: router)
    let catalog = RouteCatalog()
    /// Asks for a new route, and tells how often it was seen to be.
    func hits(_ path: String, before: [RouteID]) async throws -> Int {
      for id in before { router.dispose(of: id) }
      recorder.keepFigures(on: catalog.listing(of: router))
      let id = router.get(try RoutePattern(parsing: path)) { _ in .text("") }
      _ = await responder.respond(to: RequestHead(.get, path))
      return recorder.figures([id])[id]?.hits ?? 0
    }
    #expect(try await hits("/a", before: []) == 1)
    #expect(try await hits("/b", before: []) == 1)
    #expect(try await hits("/c", before: []) == 0)
    #expect(try await hits("/d", before: router.routes.compactMap(\.id)) == 1)
  }

  @Test func `without a time there is no quantile`() {
    #expect(RouteFigures().quantile(0.5) == nil)
    #expect(RouteFigures().hits == 0)
  }

  @Test func `a quantile is at most a quarter above the true one`() {
    var figures = RouteFigures()
    let times = (1...10_000).map { Int64($0) * 137 }
    for time in times { figures.add(nanoseconds: time, at: 7) }
    for share in [0.01, 0.5, 0.9, 0.99, 1] {
      let exact = times[max(0, Int((share * 10_000).rounded(.up)) - 1)]
      let found = figures.quantile(share) ?? 0
      #expect(
        found >= exact && Double(found) <= Double(exact) * 1.26,
        "\(share): \(exact), \(found)"
      )
    }
    #expect(figures.hits == 10_000 && figures.lastSecond == 7)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 2, 3, 4, .max]) func `any time is taken`(_ time: Int64) {
    var figures = RouteFigures()
    figures.add(nanoseconds: time, at: -1)
    #expect(figures.hits == 1 && (figures.quantile(0.5) ?? 0) > 0)
  }
}
