import Switchyard
import Testing

@testable import SwitchyardInspector

@Suite("The routes that an inspector shows") struct RouteCatalogTests {
  private final class Screen: RouteOwner {}

  @Test func `a route whose owner is gone is not shown again`() {
    let router = Router(.server)
    let catalog = RouteCatalog()
    var screen: Screen? = Screen()
    router.map("/a", owner: screen) { _ in }
    router.map("/b") { _ in }
    #expect(catalog.listing(of: router).routes.map(\.pattern) == ["/a", "/b"])
    withExtendedLifetime(screen) {}
    screen = nil
    #expect(catalog.listing(of: router).routes.map(\.pattern) == ["/b"])
  }
}
