import RoutePatterns
import Testing

@testable import Switchyard

/// Tags that the index does not tell apart by itself: they have one bit in common.
@Suite struct TagBitTests {
  /// Three names, of which the last two have the same bit.
  private static func names() -> (other: RouteTag, twins: (RouteTag, RouteTag))? {
    var known: [UInt64: RouteTag] = [:]
    for number in 0..<1000 {
      let tag = RouteTag("tag \(number)")
      if let twin = known[tag.bit] {
        return known.values.first { $0.bit != tag.bit }.map { ($0, (twin, tag)) }
      }
      known[tag.bit] = tag
    }
    return nil
  }

  @Test(arguments: [RoutePrecedence.mostSpecific, .latestFirst])
  func `a map of another tag with the same bit hides none that is more specific`(
    _ precedence: RoutePrecedence
  ) throws {
    let (other, twins) = try #require(Self.names())
    var configuration = Router.Configuration.server
    configuration.precedence = precedence
    let router = Router(configuration)
    router.map("/:p((?!b)\\w+)", tags: [other]) { _, completed in completed() }
    router.map("/:p(\\d+)?/:q([^\\/]+)/x/:r", tags: [other]) { _, completed in completed() }
    let wanted = router.map("/a", tags: [twins.0]) { _, completed in completed() }
    router.map("/a", tags: [twins.1]) { _, completed in completed() }
    let target = try RouteTarget("/a")
    #expect(try router[other, twins.0].match(target)?.route == wanted)
    #expect(router.explain("/a").chosen != nil)
  }
}
