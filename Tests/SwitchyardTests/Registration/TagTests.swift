import Foundation
import Switchyard
import Testing

/// Tags as values.
@Suite struct TagTests {
  @Test func `a name is a tag, letter by letter`() {
    #expect(RouteTag("Views") == "Views")
    #expect(RouteTag("Views") != "views")
    #expect(RouteTag("Views").name == "Views")
    #expect(RouteTag("Views").methodToken == nil)
    #expect("\(RouteTag("Views"))" == "Views")
  }

  static let methods = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "x",
  ]

  @Test(arguments: methods)
  func `no name is the tag of a method`(_ method: String) {
    let tag = RouteTag(method: method)
    let names = [
      method, method.lowercased(), "\(tag)", ".\(method)", "method(\(method))",
      "{\"method\":\"\(method)\"}",
    ]
    for name in names {
      #expect(RouteTag(name) != tag)
      #expect(!Set([tag]).contains(RouteTag(name)))
    }
    #expect(tag == RouteTag(method: method))
    #expect(tag.name == nil)
    #expect(tag.methodToken == method)
    #expect("\(tag)" == ".method(\(method))")
    for other in Self.methods where other != method { #expect(tag != RouteTag(method: other)) }
  }

  @Test(arguments: ["GET", "PROPFIND"])
  func `a map for a method is found by no name`(_ method: String) async {
    let router = Router()
    let id = router.map("/page", tags: [RouteTag(method: method)]) { _, _, _, completed in
      completed()
    }
    #expect(await router[RouteTag(method: method)].dispatch("/page") == .handled(by: id))
    #expect(await router[RouteTag(method: "LINK")].dispatch("/page") == .notFound)
    for name in [method, method.lowercased(), ".method(\(method))"] {
      #expect(await router[RouteTag(name)].dispatch("/page") == .notFound)
    }
  }

  @Test func `methods that were registered for are known, and none that was asked for`() async {
    let router = Router()
    let tags = ["X-KNOWN-ONCE", "X-KNOWN-TWICE"].map { RouteTag(method: $0) }
    router.map("/page", tags: tags) { _, _, _, completed in completed() }
    router.map("/page", tags: tags) { _, _, _, completed in completed() }
    _ = await router[RouteTag(method: "X-ASKED")].dispatch("/page")
    let known = MethodTags.current.tags
    for tag in tags + [RouteTag(method: "GET"), .anyMethod] {
      #expect(known.filter { $0 == tag }.count == 1)
    }
    #expect(!known.contains(RouteTag(method: "X-ASKED")))
    // Its methods are known as long as there are routes of them.
    withExtendedLifetime(router) {}
  }

  struct CodingCase: Sendable, CustomTestStringConvertible {
    let tag: RouteTag
    let json: String

    var testDescription: String { json }
  }

  static let codings = [
    CodingCase(tag: "Views", json: #"["Views"]"#),
    CodingCase(tag: "", json: #"[""]"#),
    CodingCase(tag: "GET", json: #"["GET"]"#),
    CodingCase(tag: RouteTag(method: "GET"), json: #"[{"method":"GET"}]"#),
    CodingCase(tag: RouteTag(method: "PROPFIND"), json: #"[{"method":"PROPFIND"}]"#),
    CodingCase(tag: RouteTag(#"{"method":"GET"}"#), json: #"["{\"method\":\"GET\"}"]"#),
  ]

  @Test(arguments: codings)
  func `a tag is written and read again`(_ row: CodingCase) throws {
    let data = try JSONEncoder().encode([row.tag])
    #expect(String(decoding: data, as: UTF8.self) == row.json)
    #expect(try JSONDecoder().decode([RouteTag].self, from: Data(row.json.utf8)) == [row.tag])
  }

  @Test(arguments: [
    "[1]", "[null]", "[{}]", #"[{"method":""}]"#, #"[{"method":"G T"}]"#, #"[{"name":"Views"}]"#,
  ])
  func `what is no tag is not read`(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RouteTag].self, from: Data(json.utf8))
    }
  }

  @Test func `an identifier is written as its text and read again`() throws {
    let id = Router().map("/page") { _, _, _, completed in completed() }
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(id)\"]")
    #expect(try JSONDecoder().decode([RouteID].self, from: data) == [id])
    #expect(RouteID(id.uuid) == id)
  }
}
