import Switchyard
import Testing

extension RoutePattern {
  /// A pattern whose author has chosen that it ignores the case of letters.
  fileprivate static let inAnyCase = RoutePattern(
    "/private/*",
    where: [:],
    options: RoutePattern.Options(letterCase: .insensitive)
  )
}

/// Patterns that ignore the case of letters, in routers that do and that do not.
@Suite struct LetterCaseTests {
  /// The program ends where the route is registered, with the reason.
  private func expectEnd(_ result: ExitTest.Result?) throws {
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let end = "App/Files.swift:12: Fatal error: The pattern is not valid at byte 0. It ignores the"
    #expect(text.contains(end), "\(text)")
  }

  @Test func `one that a router would not match by stops the program`() async throws {
    let ofGuard = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Router(.server).guard(.inAnyCase, fileID: "App/Files.swift", line: 12) { _, decide in
        decide(.deny)
      }
    }
    try expectEnd(ofGuard)
    let ofMap = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Router().map(.inAnyCase, fileID: "App/Files.swift", line: 12) { _, completed in completed() }
    }
    try expectEnd(ofMap)
    let except = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let exceptions = [GuardException(.inAnyCase)]
      Router().guard("/*", except: exceptions, fileID: "App/Files.swift", line: 12) { _, decide in
        decide(.deny)
      }
    }
    try expectEnd(except)
  }

  @Test func `so does one of a group, whatever the policy of the other part is`() async throws {
    let route = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let group = Router().group("/files")
      group.map(.inAnyCase, fileID: "App/Files.swift", line: 12) { _, completed in completed() }
    }
    try expectEnd(route)
    let prefix = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Router().group(.inAnyCase, fileID: "App/Files.swift", line: 12)
    }
    try expectEnd(prefix)
  }

  @Test func `one that comes in at run time is an error`() throws {
    let router = Router.lent()
    let error = try #require(throws: PatternError.self) {
      try router.fullPattern(of: .inAnyCase)
    }
    #expect(error.code == .caseIgnored)
    #expect(
      "\(error)" == """
        The pattern is not valid at byte 0. It ignores the case of letters, and the router, which \
        has one policy for all of its routes, does not; leave out the pattern's option letterCase, \
        or set Router.Configuration.letterCase.
        /private/*
        ^
        """
    )
    let group = router.group("/files")
    #expect(throws: error) { try group.fullPattern(of: .inAnyCase) }
    #expect(try router.fullPattern(of: RoutePattern.inAnyCase.with(.init())).text == "/private/*")
  }

  @Test func `a router that ignores it takes all, which then do so as well`() async throws {
    var configuration = Router.Configuration.app
    configuration.letterCase = .insensitive
    let router = Router.lent(configuration)
    let map = router.map("/*") { (_: RouteContext) async in }
    let chosen = router.guard(.inAnyCase) { _, decide in decide(.deny) }
    let usual = router.guard("/usual/*") { _, decide in decide(.deny) }
    #expect(await router.dispatch("/Private/plan.pdf") == .denied(by: chosen))
    #expect(await router.dispatch("/USUAL/plan.pdf") == .denied(by: usual))
    #expect(await router.dispatch("/others/plan.pdf") == .handled(by: map))
    let group = router.group("/files")
    #expect(try group.fullPattern(of: .inAnyCase).options.letterCase == .insensitive)
    #expect(try group.fullPattern(of: "/usual").options.letterCase == .insensitive)
  }
}
