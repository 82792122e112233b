import Switchyard
import TestSupport
import Testing

/// The examples of the article on access, as they stand there.
@Suite struct AccessArticleTests {
  private let shown = Notes<String>()

  private func router(_ configuration: Router.Configuration) -> Router {
    let router = Router(configuration)
    let show: @Sendable (RouteContext) -> Void = { [shown] in shown.add($0.route) }
    let hasCard: @Sendable (RouteContext) async -> Bool = { $0.route != "/loans/2" }
    router.guard("/loans/*", name: "card") { context async in
      await hasCard(context) ? .allow : .deny
    }
    router.map("/loans/:id", access: .requires("card")) { context in show(context) }
    router.map("/health", access: .public("load balancer")) { context in show(context) }
    router.group("/staff", access: .requires("card", "staff")) { staff in
      staff.map("/desk") { context in show(context) }
      staff.map("/door", access: .public("shown to all")) { context in show(context) }
    }
    return router
  }

  @Test func `what is declared is checked`() {
    let report = router(.server).validate(allExceptPublic: true)
    #expect(report.findings(.unguarded).map(\.example) == ["/staff/desk"])
    #expect(report.findings(.unknownGuard).count == 1)
    let router = Router()
    router.map("/a", access: .public("a door")) { _ in }
    #expect(router.validate(allExceptPublic: true).isClean)
  }

  @Test func `what is declared is held`() async {
    var configuration = Router.Configuration.server
    configuration.access = .declared
    configuration.onFault = { _ in }
    let router = router(configuration)
    for target in ["/loans/1", "/loans/2", "/health", "/staff/desk", "/staff/door"] {
      _ = await router.dispatch(target)
    }
    #expect(shown.all == ["/loans/1", "/health", "/staff/door"])
  }

  @Test func `notes are kept`() {
    let router = Router()
    let show: @Sendable (RouteContext) -> Void = { _ in }
    router.map("/books", about: "Lists the books") { context in show(context) }
    router.map(
      "/v1/books",
      about: RouteNotes("Lists the books", isDeprecated: true, sunset: "2027-06-30")
    ) { context in show(context) }
    #expect(router.routes.compactMap(\.about?.summary).count == 2)
  }

  @Test func `each line that is shown stands here`() throws {
    let lines = try ShownCode.expectLines(
      of: "Sources/Switchyard/Switchyard.docc/AccessToRoutes.md"
    )
    #expect(lines.count > 10)
  }
}
