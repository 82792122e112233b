import Foundation
import SwitchyardProof
import TestSupport
import Testing

/// What the article on documents shows works as it stands there.
@Suite struct ExportingDocumentsArticleTests {
  private func routes() throws -> ListedRoutes {
    let router = Router(.server)
    router.guard("/loans/*", name: "card") { _ in .allow }
    router.get("/loans/:id(\\d+)") { _ in .text("loan") }
    return try ListedRoutes(router.routes)
  }

  @Test func `routes are described`() throws {
    let routes = try routes()
    let options = OpenAPIOptions(title: "Library", version: "2.1.0", security: ["card": .bearer])
    let document = OpenAPIDocument(routes, options: options)
    let json = document.json
    for note in document.notes { print(note) }
    #expect(json.contains(#""pattern" : "^\\d+$""#))
    #expect(document.notes.isEmpty)
  }

  @Test func `a document is compared`() throws {
    let routes = try routes()
    let data = Data(
      """
      {"openapi": "3.1.0", "paths": {"/loans/{id}": {"get": {
        "parameters": [{"name": "id", "in": "path", "schema": {"pattern": "^[0-9]+$"}}],
        "security": [{"bearerAuth": []}]}}}}
      """
      .utf8
    )
    let written = try OpenAPIDocument(parsing: data)
    let differences = written.differences(from: routes, schemes: ["card": "bearerAuth"])
    #expect(differences.filter(\.isSure).isEmpty)
  }

  @Test func `the article shows these lines`() throws {
    let article = "Sources/SwitchyardProof/SwitchyardProof.docc/ExportingDocuments.md"
    let lines = try ShownCode.expectLines(of: article)
    #expect(lines.count >= 7)
  }
}
