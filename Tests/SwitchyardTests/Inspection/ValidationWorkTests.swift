import Testing

@testable import Switchyard

@Suite struct `The work of a validation` {
  /// Routes each pair of which takes long to compare.
  private static func hostile() throws -> Router {
    let router = Router(.server)
    for count in 10..<70 {
      let pattern = try RoutePattern(parsing: "/:x((?:a|b)*a(?:a|b){\(count)})")
      router.map(pattern, tags: ["P"]) { _ in }
    }
    router.guard(try RoutePattern(parsing: "/:y((?:a|b)*b(?:a|b){40})")) { _ async in .deny }
    return router
  }

  @Test func `has a bound, and what is left out is a finding`() throws {
    let router = try Self.hostile()
    func report() -> RouteReport {
      var validator = RouteValidator(router.core, requiring: ["P"], work: 2_000_000)
      return validator.report()
    }
    let first = report()
    let undecided = try #require(first.findings(.undecided).first)
    #expect(undecided.severity == .warning)
    #expect(undecided.certainty == .unknown)
    #expect(undecided.message.hasPrefix("Not everything was asked of the "))
    #expect(!first.isClean)
    // What requires a guard and could not be asked is no better than what has none.
    #expect(first.findings(.unguarded).count == 60)
    // It is counted, not timed.
    #expect(report() == first)
  }

  @Test func `is little for many plain routes`() throws {
    let router = Router(.server)
    for number in 0..<1_000 {
      router.map(try RoutePattern(parsing: "/api/v1/r\(number)/:id"), tags: ["P"]) { _ in }
    }
    router.guard("/api/*") { _ async in .deny }
    var validator = RouteValidator(router.core, requiring: ["P"], work: 5_000_000)
    #expect(validator.report().findings.isEmpty)
  }
}
