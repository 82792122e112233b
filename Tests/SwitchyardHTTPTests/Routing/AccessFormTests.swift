import Foundation
import SwitchyardHTTP
import Testing

/// Who may come to a route is said of each form in which requests are answered.
@Suite struct AccessFormTests {
  @Test func `each form takes an access and notes`() throws {
    let router = Router(.server)
    let open = RouteAccess.public("open day")
    let notes: RouteNotes = "A page"
    router.get("/1", access: open, about: notes) { _ async in .text("1") }
    router.post("/2", calledOn: .serverThread, access: open, about: notes) { _ in .text("2") }
    router.put("/3", access: open, about: notes) { _ async in "3" }
    router.any("/4", calledOn: .serverThread, access: open, about: notes) { _ in "4" }
    router.on(.get, "/5", access: open, about: notes) { _ async in .text("5") }
    router.on(.get, "/6", calledOn: .serverThread, access: open, about: notes) { _ in .text("6") }
    router.on(.get, "/7", access: open, about: notes) { _ async in 7 }
    router.on(.get, "/8", calledOn: .serverThread, access: open, about: notes) { _ in 8 }
    router.fallback("/9", access: open, about: notes) { (_: ServerRequest) async in .text("9") }
    router.fallback("/10", calledOn: .serverThread, access: open, about: notes) { _ in .text("10") }
    router.fallback("/11", access: open, about: notes) { (_: ServerRequest) async in 11 }
    router.fallback("/12", calledOn: .serverThread, access: open, about: notes) { _ in 12 }
    let folder = try ServedFolder(FileManager.default.temporaryDirectory.path)
    router.files("/13", from: folder, access: open, about: notes)
    #expect(router.routes.count == 13)
    for route in router.routes { #expect(route.access == open && route.about == notes, "\(route)") }
  }
}
