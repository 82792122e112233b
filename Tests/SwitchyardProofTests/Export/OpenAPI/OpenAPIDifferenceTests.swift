import Foundation
@testable import SwitchyardProof
import TestSupport
import Testing

@Suite struct OpenAPIDifferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let routes: [RouteDescription]
    /// The paths of the document.
    let paths: String
    var more = ""
    let found: [String]
    var testDescription: String { "\(paths) \(found)" }

    init(_ routes: [RouteDescription], _ paths: String, more: String = "", _ found: String...) {
      self.routes = routes
      self.paths = paths
      self.more = more
      self.found = found
    }
  }

  private static func map(
    _ pattern: String,
    _ method: RequestMethod = .get
  ) -> RouteDescription {
    RouteDescription(.map, pattern, tags: [.method(method)])
  }

  private static func item(_ schema: String, _ name: String = "id") -> String {
    #""/a/{\#(name)}": {"get": {"parameters": [{"name": "\#(name)", "in": "path", "schema": \#(schema)}]}}"#
  }

  private static let card = RouteDescription(.guard, "/a/*", name: "card")
  private static func guardian(_ pattern: String, _ method: RequestMethod) -> RouteDescription {
    RouteDescription(.guard, pattern, tags: [.method(method)], name: "card")
  }

  private static let except = RouteDescription(
    .guard,
    "/a/*",
    exceptions: ["/a/:id(\\d+)"],
    name: "card"
  )
  private static let number = map("/a/:id(\\d+)")
  private static let slug = map("/a/:slug")
  private static let secured =
    String(item("{}").dropLast(2)) + #", "security": [{"card": []}]}}"#

  private static let anyRoute = RouteDescription(.map, "/a", tags: [.anyMethod])

  static let cases: [Case] = [
    Case([map("/a")], #""/a": {"get": {}}"#),
    Case([map("/a")], #""/b%61/": {"get": {}}"#, "GET /ba unserved /ba", "GET /a undocumented /a"),
    Case([map("/ba")], #""/b%61": {"get": {}}"#),
    Case([map("/a")], #""/a": {}"#, "GET /a undocumented /a"),
    Case(
      [map("/a")],
      #""/a": {"post": {}}"#,
      "POST /a unserved /a",
      "GET /a undocumented /a"
    ),
    Case([map("/a")], #""/a": {"get": {}, "head": {}, "options": {}}"#),
    Case([anyRoute], #""/a": {"get": {}}"#),
    Case([anyRoute], #""/a": {"trace": {}}"#),
    Case([anyRoute], #""/b": {"get": {}}"#, "GET /b unserved /b", "GET /a undocumented /a"),
    Case([map("/a/:id")], item("{}")),
    Case([map("/a/:id")], #""/a/{id}": {"get": {}}"#),
    Case([map("/a/:id")], item("{}", "key"), "GET /a/{key} renamed"),
    Case([map("/a/{:id}-b")], #""/a/{id}-b": {"get": {}}"#),
    Case([map("/a/:id")], item(#"{"pattern": "^[0-9]+$"}"#), "GET /a/{id} narrower /a/a"),
    Case([map("/a/:id(\\d+)")], item(#"{"type": "string"}"#), "GET /a/{id} wider /a/a"),
    Case([map("/a/:id(\\d+)")], item(#"{"pattern": "^([0-9]+)$"}"#)),
    Case(
      [map("/a/:id(\\d+)")],
      item(#"{"type": "integer", "minimum": 1}"#),
      "GET /a/{id} narrower /a/0"
    ),
    Case(
      [map("/a/:id(\\d+)")],
      item(#"{"type": "integer"}"#),
      "GET /a/{id} narrower /a/00",
      "GET /a/{id} wider /a/-1"
    ),
    Case([map("/a/:id(x|y)")], item(#"{"enum": ["y", "x"]}"#)),
    Case([map("/a/:id(x|y)")], item(#"{"enum": ["x"]}"#), "GET /a/{id} narrower /a/y"),
    Case([map("/a/:id(x|y)")], item(#"{"const": "x"}"#), "GET /a/{id} narrower /a/y"),
    Case([map("/a/:id")], item(#"{"maxLength": 4}"#), "GET /a/{id} undecided"),
    Case([map("/a/:id")], item(#"{"pattern": "(?<=a)b"}"#), "GET /a/{id} undecided"),
    Case([map("/a/:id")], item(#"{"format": "uuid", "description": "x"}"#)),
    Case(
      [map("/a/:id(\\d+)")],
      item(##"{"$ref": "#/components/schemas/Number"}"##),
      more: #", "components": {"schemas": {"Number": {"pattern": "^\\d+$"}}}"#
    ),
    Case([map("/a/*")], #""/a/b": {"get": {}}"#),
    Case([map("/:x")], #""/a": {"get": {}}"#, "GET /a unserved /a", "GET /{x} undocumented /a"),
    Case(
      [RouteDescription(.fallback, "/*", tags: [.anyMethod])],
      #""/a": {"get": {}}"#,
      "GET /a unserved /a"
    ),
    Case([card, map("/a/b")], #""/a/b": {"get": {}}"#, "GET /a/b unsecured"),
    Case([card, map("/a/b")], #""/a/b": {"get": {"security": [{"card": []}]}}"#),
    Case(
      [card, map("/a/b")],
      #""/a/b": {"get": {"security": [{"card": []}, {}]}}"#,
      "GET /a/b unsecured"
    ),
    Case(
      [card, map("/a/b")],
      #""/a/b": {"get": {"security": [{"card": [], "x": []}]}}"#,
      "GET /a/b oversecured"
    ),
    Case([card, map("/a/*")], #""/a/{name}": {"get": {}}"#, "GET /a/{name} unsecured"),
    Case([card, map("/a/*")], #""/a/{name}": {"get": {"security": [{"card": []}]}}"#),
    Case([map("/a/*")], #""/a/b": {"get": {"security": [{"x": []}]}}"#, "GET /a/b oversecured"),
    Case([guardian("/b/*", .get), map("/a/*")], #""/a/b": {"get": {}}"#),
    // A document has room for one of the maps, and the schema may reach the others as well.
    Case([except, number, slug], item("{}"), "GET /a/{id} unsecured /a/a"),
    Case([except, number, slug], secured),
    Case([except, number, slug], item(#"{"pattern": "^\\d+$"}"#)),
    Case([except, number, slug], item(#"{"const": "1"}"#), "GET /a/{id} narrower /a/0"),
    Case(
      [except, number, slug],
      item(#"{"maxLength": 4}"#),
      "GET /a/{id} undecided",
      "GET /a/{id} undecided"
    ),
    Case([RouteDescription(.guard, "/a/b", name: "card"), number, slug], item("{}")),
    Case([RouteDescription(.guard, "/a/b", name: "card"), number, slug], secured),
    Case([number, slug], secured, "GET /a/{id} oversecured"),
    Case(
      [guardian("/a/*", .head), map("/a/:id")],
      #""/a/{id}": {"get": {}, "head": {}}"#,
      "HEAD /a/{id} unsecured"
    ),
    Case(
      [guardian("/a", "TRACE"), anyRoute],
      #""/a": {"get": {}, "trace": {}}"#,
      "TRACE /a unsecured"
    ),
    Case([card, map("/a/b")], #""/a/b": {"get": {}}"#, more: #", "security": [{"card": []}]"#),
    Case([map("/a/b")], #""/a/b": {"get": {"security": [{"x": []}]}}"#, "GET /a/b oversecured"),
    Case(
      [card, map("/a/b")],
      #""/a/b": {"get": {"security": [{"key": []}]}}"#,
      more: #", "components": {"securitySchemes": {"key": {"x-switchyard-guard": "card"}}}"#
    ),
  ]

  @Test(arguments: cases) func `a document is compared with routes`(_ one: Case) throws {
    let text = "{\"openapi\": \"3.1.0\", \"paths\": {\(one.paths)}\(one.more)}"
    let document = try OpenAPIDocument(parsing: Data(text.utf8))
    let routes = try ListedRoutes(RouteListing(one.routes))
    let found = document.differences(from: routes).map { difference in
      [difference.operation, difference.kind.rawValue, difference.example?.description]
        .compactMap { $0 }.joined(separator: " ")
    }
    #expect(found == one.found)
  }

  @Test func `a guard stands for the scheme that it is said to be`() throws {
    let text = #"{"openapi":"3.1.0","paths":{"/a/b":{"get":{"security":[{"key":[]}]}}}}"#
    let document = try OpenAPIDocument(parsing: Data(text.utf8))
    let routes = try ListedRoutes(RouteListing([Self.card, Self.map("/a/b")]))
    #expect(document.differences(from: routes).map(\.kind) == [.unsecured, .oversecured])
    #expect(document.differences(from: routes, schemes: ["card": "key"]).isEmpty)
  }

  @Test func `several guards may stand for one scheme`() throws {
    let text = #"{"openapi":"3.1.0","paths":{"/a/b":{"get":{"security":[{"key":[]}]}}}}"#
    let document = try OpenAPIDocument(parsing: Data(text.utf8))
    let staff = RouteDescription(.guard, "/a/*", name: "staff")
    let schemes = ["card": "key", "staff": "key", "other": "key"]
    for guards in [[Self.card, staff], [Self.card], [staff]] {
      let routes = try ListedRoutes(RouteListing(guards + [Self.map("/a/b")]))
      #expect(document.differences(from: routes, schemes: schemes).isEmpty)
    }
    let open = try ListedRoutes(RouteListing([Self.map("/a/b")]))
    let found = document.differences(from: open, schemes: schemes)
    #expect(found.map(\.kind) == [.oversecured])
    #expect(found.first?.message.contains("card, other, staff") == true)
  }

  /// A change of a document that its routes do not have.
  private enum Fault: CaseIterable {
    case operation, path, name, value, security
  }

  @Test func `a fault in the document of drawn routes is found`() throws {
    let cases = PropertyRun.cases(default: 100)
    var drawn = DrawnRoutes(PropertyRun.generator(for: "faulty documents", cases: cases))
    var seeded = 0
    for number in 0..<cases {
      let routes = try drawn.table(.sayable, count: 6)
      let json = try JSONDecoder().decode(
        JSONValue.self,
        from: Data(OpenAPIDocument(routes).json.utf8)
      )
      let fault = Fault.allCases[number % Fault.allCases.count]
      guard let faulty = changed(json, fault, &drawn.random) else { continue }
      seeded += 1
      let document = try OpenAPIDocument(parsing: JSONEncoder().encode(faulty))
      let own = try OpenAPIDocument(parsing: JSONEncoder().encode(json))
      let before = own.differences(from: routes)
      let found = document.differences(from: routes).filter { !before.contains($0) }
      let isFound = found.contains { $0.isSure }
      #expect(isFound, "\(fault) \(faulty)")
    }
    #expect(seeded >= PropertyRun.least(oneIn: 2, of: cases))
  }

  private func changed(
    _ json: JSONValue,
    _ fault: Fault,
    _ random: inout SeededGenerator
  ) -> JSONValue? {
    guard var root = json.members, var paths = root["paths"]?.members,
      let path = paths.keys.sorted().randomElement(using: &random),
      var item = paths[path]?.members,
      let method = item.keys.sorted().first, var operation = item[method]?.members,
      operation["x-switchyard-any-method"] == nil
    else { return nil }
    var parameters = operation["parameters"]?.elements ?? []
    switch fault {
    case .operation: item[method] = nil
    case .path: paths["/nowhere/at/all/of/this"] = ["get": [:]]
    case .name, .value:
      guard var parameter = parameters.first?.members,
        parameter["x-switchyard-unnamed"] == nil, parameter["name"]?.text != "0"
      else { return nil }
      if fault == .name {
        parameter["x-switchyard-name"] = "another"
      } else {
        parameter["schema"] = ["pattern": "^only-this$"]
      }
      parameters[0] = .object(parameter)
      operation["parameters"] = .array(parameters)
      item[method] = .object(operation)
    case .security:
      operation["security"] = [["nobody": []]]
      item[method] = .object(operation)
    }
    paths[path] = paths[path].map { _ in .object(item) }
    root["paths"] = .object(paths)
    return .object(root)
  }
}
