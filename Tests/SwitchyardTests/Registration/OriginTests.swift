import Foundation
import Testing

@testable import Switchyard

/// The file and line that registered a route.
@Suite struct OriginTests {
  private let yard = Yard()
  private var router: Router { yard.router }

  @Test func `each verb notes the line that it stands in`() async {
    let line = #line
    router.guard("/a") { _ async in .allow }
    router.proxy("/a") { (_: RouteContext) async in .pass }
    router.map("/a") { (_: RouteContext) async in }
    router.fallback("/a") { (_: RouteContext) async in }
    router.map("/b") { _, completed in completed() }
    router.map("/b") { _, _, _, completed in completed() }
    router.map("/b", queue: .main) { _ in }
    router.group("/c").group("/d").map("/e") { _, completed in completed() }
    router["Views"].map("/f") { _, completed in completed() }
    router.update { $0.map("/g") { _, completed in completed() } }
    let places = router.routes.map(\.origin)
    let file = "SwitchyardTests/OriginTests.swift"
    #expect(places == (1...10).map { "\(file):\(line + $0)" })
  }

  @Test func `faults, errors and handlers know it`() async throws {
    let (origins, router) = (Notes<RouteOrigin>(), router)
    let line = #line
    router.guard("/a") { context, _ in origins.add(context.matched.origin) }
    _ = await router.dispatch("/a")
    let origin = RouteOrigin("SwitchyardTests/OriginTests.swift", UInt(line) + 1)
    #expect(origins.all == [origin])
    #expect(yard.faults.origins == [origin])
    router.map("/b") { (_: RouteContext) async throws in throw CancellationError() }
    guard case .failed(let error) = await router.dispatch("/b") else {
      Issue.record("It was handled.")
      return
    }
    #expect(error.origin?.line == line + 6)
    #expect(
      "\(error)".hasPrefix(
        "Opening /b: the handler of /b at SwitchyardTests/OriginTests.swift:\(line + 6) threw"
      )
    )
  }

  @Test func `a fault names it after the route`() async throws {
    router.guard("/a", fileID: "App/Guards.swift", line: 7) { _, _ in }
    _ = await router.dispatch("/a")
    let origin = try #require(yard.faults.origins.first ?? nil)
    #expect(origin.description == "App/Guards.swift:7")
    #expect("\(try #require(yard.faults.all.first))".hasPrefix("guard /a at App/Guards.swift:7, "))
  }

  @Test func `a pattern that cannot stand in its group stops the program there`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let group = Router().group("/users/:id")
      group.map("/:id", fileID: "App/Users.swift", line: 12) { _, completed in completed() }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("App/Users.swift:12: Fatal error: The pattern /:id cannot stand"))
  }

  @Test func `it takes 16 bytes, and is equal by its text`() {
    #expect(MemoryLayout<RouteOrigin>.stride == 16)
    #expect(RouteOrigin("App/A.swift", 1) == RouteOrigin("App/A.swift", 1))
    #expect(RouteOrigin("App/A.swift", 1) != RouteOrigin("App/A.swift", 2))
    #expect(RouteOrigin("App/A.swift", 1) != RouteOrigin("App/B.swift", 1))
    #expect(RouteOrigin("", 1).description == ":1")
  }
}
