import RoutePatterns
import Testing

@testable import Switchyard

/// Tags that the index does not tell apart by itself: they have one bit in common.
@Suite struct TagBitTests {
  /// Three names, of which the last two have the same bit.
  private static func names() -> (other: RouteTag, twins: (RouteTag, RouteTag))? {
    // Which have it differs from one process to the next, and so does how soon some do.
    let tags = Dictionary(grouping: (0..<1000).map { RouteTag("tag \($0)") }, by: \.bit)
    guard let twins = tags.values.first(where: { $0.count > 1 }),
      let other = tags.values.first(where: { $0[0].bit != twins[0].bit })
    else { return nil }
    return (other[0], (twins[0], twins[1]))
  }

  // A route that has one of these in common with a lookup is found by it, and no tag is compared.
  @Test func `no other tag has the bit of a known method`() {
    let known = RouteTag.knownMethods
    #expect(known.bits == RouteTag.methodBits)
    #expect(Set(known.map(\.bit)).count == known.count)
    for number in 0..<5000 {
      #expect(RouteTag("tag \(number)").bit & RouteTag.methodBits == 0)
      #expect(RouteTag(method: "METHOD\(number)").bit & RouteTag.methodBits == 0)
    }
    #expect(RouteTag.anyMethod.bit & RouteTag.methodBits == 0)
    #expect(RouteTag("GET").bit & RouteTag.methodBits == 0)
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

  @Test func `a dispatch comes to no map of another tag with the same bit`() async throws {
    let (_, twins) = try #require(Self.names())
    let router = Router(.server)
    router.map("/:any", tags: [twins.1]) { _, completed in completed() }
    router.map("/a", tags: [twins.1]) { _, completed in completed() }
    #expect(await router[twins.0].dispatch("/a") == .notFound)
    let wanted = router.map("/:any", tags: [twins.0]) { _, completed in completed() }
    #expect(await router[twins.0].dispatch("/a") == .handled(by: wanted))
  }
}
