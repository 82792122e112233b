import Foundation
@testable import SwitchyardProof
import Testing

@Suite struct OpenAPIDocumentTests {
  private func router() -> Router {
    let router = Router(.server)
    router.guard("/loans/*", except: [.get("/loans/help")], name: "card") { _ in .allow }
    router.guard("/loans/:id/special/*") { _ in .allow }
    router.get(
      "/books/:id(\\d+)",
      tags: ["Public"],
      name: "book",
      access: .public("a catalogue"),
      about: RouteNotes("Returns a book", isDeprecated: true, sunset: "2027-06-30")
    ) { _ in .text("book") }
    router.delete("/books/:number(\\d+)", name: "book") { _ in .text("gone") }
    router.get("/loans/:id([1-9]\\d*)") { _ in .text("loan") }
    router.get("/loans/help") { _ in .text("help") }
    router.get("/:kind(new|old){/:page}?", name: "list") { _ in .text("list") }
    router.get("/files/*") { _ in .text("file") }
    router.on("PROPFIND", "/files/:name") { _ in .text("file") }
    router.map("/views/:id") { _, done in done() }
    router.fallback("/*") { _, done in done() }
    return router
  }

  private func value(_ document: OpenAPIDocument) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(document.json.utf8))
  }

  private func document() throws -> OpenAPIDocument {
    let options = OpenAPIOptions(title: "Library", security: ["card": .bearer])
    return OpenAPIDocument(try ListedRoutes(router().routes), options: options)
  }

  @Test func `paths have operations, with what is known of them`() throws {
    let json = try value(document())
    let paths = try #require(json["paths"]?.members)
    #expect(
      paths.keys.sorted() == [
        "/books/{id}", "/loans/help", "/loans/{id}", "/{kind}", "/{kind}/{page}",
      ]
    )
    #expect(json["info"] == ["title": "Library", "version": "1.0.0"])
    let book = paths["/books/{id}"]?["get"]
    #expect(
      book == [
        "operationId": "book", "tags": ["Public"], "summary": "Returns a book",
        "deprecated": true, "x-sunset": "2027-06-30", "security": [],
        "x-switchyard-public": "a catalogue", "x-switchyard-order": 3,
        "parameters": [
          [
            "name": "id", "in": "path", "required": true,
            "schema": ["type": "string", "pattern": "^\\d+$"],
          ]
        ],
        "responses": ["default": ["description": "The answer of the route."]],
      ]
    )
  }

  @Test func `operations of one path have one name for a value, and names of their own`() throws {
    let removal = try value(document())["paths"]?["/books/{id}"]?["delete"]
    #expect(removal?["operationId"] == "book_delete")
    #expect(removal?["x-switchyard-name"] == "book")
    let parameter = removal?["parameters"]?.elements?.first
    #expect(parameter?["name"] == "id")
    #expect(parameter?["x-switchyard-name"] == "number")
  }

  @Test func `guards that stand before all of an operation are its security`() throws {
    let json = try value(document())
    let loan = json["paths"]?["/loans/{id}"]?["get"]
    #expect(loan?["security"] == [["card": []]])
    let schema: JSONValue = ["type": "integer", "minimum": 1]
    #expect(loan?["parameters"]?.elements?.first?["schema"] == schema)
    #expect(json["paths"]?["/loans/help"]?["get"]?["security"] == nil)
    let schemes = json["components"]?["securitySchemes"]
    #expect(schemes == ["card": ["type": "http", "scheme": "bearer"]])
  }

  @Test func `what is not said is noted in the document and beside it`() throws {
    let document = try document()
    #expect(
      document.notes.map(\.description) == [
        "guard /loans/:id/special/*: It stands before no operation of the document.",
        "map /files/*: No path says this, for a value of it can hold slashes; leave it out, or "
          + "register each path.",
        "map /files/:name: There is no word for the method PROPFIND; describe it in words.",
        "map /views/:id: A map without a method answers no request; register it with one.",
        "fallback /*: A fallback has no path of its own; describe it in words.",
      ]
    )
    let unsaid = try value(document)["x-switchyard"]?["unsaid"]?.elements
    #expect(unsaid?.count == document.notes.count)
    #expect(unsaid?[1]["pattern"] == "/files/*")
  }

  @Test func `a guard before a part of an operation is named there`() throws {
    let routes = try ListedRoutes(
      RouteListing([
        RouteDescription(.guard, "/a/:x(\\d+)"),
        RouteDescription(.map, "/a/:x", tags: [.method(.get)]),
      ])
    )
    let document = OpenAPIDocument(routes)
    let operation = try value(document)["paths"]?["/a/{x}"]?["get"]
    #expect(operation?["security"] == nil)
    #expect(operation?["x-switchyard-security-in-part"] == ["guard_a_x_d"])
    #expect(
      document.notes.map(\.message)
        == ["It stands before a part of GET /a/{x} alone; describe it in words."]
    )
  }

  @Test func `of two maps for one operation that which wins is said`() throws {
    let get: [RouteTag] = [.method(.get)]
    let routes = try ListedRoutes(
      RouteListing([
        RouteDescription(.map, "/a/:x(\\d+)", tags: get),
        RouteDescription(.map, "/a/:y([a-z]+)", tags: get),
        RouteDescription(.map, "/b/:x", tags: [.anyMethod]),
        RouteDescription(.map, "/b/:x", tags: get),
      ])
    )
    let document = OpenAPIDocument(routes)
    #expect(
      document.notes.map(\.description) == [
        "map /a/:y([a-z]+): A document has room for one GET /a/{x}, which is map /a/:x(\\d+).",
        "map /b/:x: It answers methods that documents have no word for; describe it in words.",
        "map /b/:x: HEAD is answered by map /b/:x as well; no document says which is asked first.",
      ]
    )
    #expect(document.differences(from: routes).isEmpty)
    let paths = try value(document)["paths"]
    #expect(paths?["/b/{x}"]?["get"]?["x-switchyard-order"] == 4)
    #expect(paths?["/b/{x}"]?["put"]?["x-switchyard-order"] == 3)
  }

  @Test(arguments: [
    ("bearer", OpenAPISecurityScheme.bearer), ("basic", .basic), ("mutualTLS", .mutualTLS),
    ("cookie:session", .key(.cookie, name: "session")), ("openID:https://a", .openID("https://a")),
    ("header:X-Key", .key(.header, name: "X-Key")), ("bearer:x", nil), ("nothing", nil), ("", nil),
    ("cookie", nil), ("body:x", nil),
  ]) func `a scheme is read from a text`(_ text: String, _ scheme: OpenAPISecurityScheme?) {
    #expect(OpenAPISecurityScheme(text) == scheme)
  }
}
