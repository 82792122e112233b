import SwitchyardProof
import TestSupport
import Testing

@Suite struct ExportArticleTests {
  @Test func `a program exports the routes that it has`() throws {
    let router = Router(.server)
    router.get("/books/:id", name: "book") { _ in .text("") }
    let routes = try ListedRoutes(router.routes, configuration: router.configuration)
    let exported = try ExportFormat.nginx.export(routes)
    print(exported.text)
    for note in exported.notes { print(note) }
    #expect(exported.text.contains(" book; # GET,HEAD map /books/:id\n"))
    #expect(exported.notes == [])
  }

  @Test func `each line that is shown stands here`() throws {
    let lines = try ShownCode.expectLines(
      of: "Sources/SwitchyardProof/SwitchyardProof.docc/ExportingToTheEdge.md"
    )
    #expect(lines.count == 4)
  }
}
