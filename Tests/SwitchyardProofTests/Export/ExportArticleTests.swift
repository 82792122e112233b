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
    let here = try ShownCode.text(ofFile: #filePath)
    let lines = try ShownCode.lines(
      of: "Sources/SwitchyardProof/SwitchyardProof.docc/ExportingToTheEdge.md"
    )
    for line in lines {
      let isHere = here.contains(line)
      #expect(isHere, "\(line)")
    }
    #expect(lines.count == 4)
  }
}
