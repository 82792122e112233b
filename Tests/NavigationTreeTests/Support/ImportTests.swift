import NavigationTree
import Testing

@Suite struct ImportTests {
  @Test func `one import brings patterns, targets and the router`() throws {
    let pattern: RoutePattern = "/books/:id"
    #expect(try pattern.match(RouteTarget("/books/1")) != nil)
    #expect(Router().routes.isEmpty)
  }
}
