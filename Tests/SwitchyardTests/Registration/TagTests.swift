import Foundation
import Switchyard
import Testing

/// Tags as values.
@Suite struct TagTests {
  @Test func `a name is a tag, letter by letter`() {
    #expect(RouteTag("Views") == "Views")
    #expect(RouteTag("Views") != "views")
    #expect(RouteTag("Views").name == "Views")
    #expect(RouteTag("Views").method == nil)
    #expect("\(RouteTag("Views"))" == "Views")
  }

  @Test(arguments: RouteTag.Method.allCases)
  func `no name is the tag of a method`(_ method: RouteTag.Method) {
    let tag = RouteTag.method(method)
    let names = [
      method.rawValue, method.rawValue.lowercased(), "\(method)", "\(tag)", ".\(method)",
      "method(\(method))", "{\"method\":\"\(method.rawValue)\"}",
    ]
    for name in names {
      #expect(RouteTag(name) != tag)
      #expect(!Set([tag]).contains(RouteTag(name)))
    }
    #expect(tag == .method(method))
    #expect(tag.name == nil)
    #expect(tag.method == method)
    #expect("\(tag)" == ".method(\(method.rawValue))")
  }

  @Test func `a map for a method is found by no name`() async {
    let router = Router()
    let id = router.map("/page", tags: [.method(.get)]) { _, _, _, completed in completed() }
    #expect(await router[.method(.get)].dispatch("/page") == .handled(by: id))
    #expect(await router[.method(.post)].dispatch("/page") == .notFound)
    for name in ["GET", "get", ".method(GET)"] {
      #expect(await router[RouteTag(name)].dispatch("/page") == .notFound)
    }
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
    CodingCase(tag: .method(.get), json: #"[{"method":"GET"}]"#),
    CodingCase(tag: .method(.delete), json: #"[{"method":"DELETE"}]"#),
    CodingCase(tag: RouteTag(#"{"method":"GET"}"#), json: #"["{\"method\":\"GET\"}"]"#),
  ]

  @Test(arguments: codings)
  func `a tag is written and read again`(_ row: CodingCase) throws {
    let data = try JSONEncoder().encode([row.tag])
    #expect(String(decoding: data, as: UTF8.self) == row.json)
    #expect(try JSONDecoder().decode([RouteTag].self, from: Data(row.json.utf8)) == [row.tag])
  }

  @Test(arguments: ["[1]", "[null]", "[{}]", #"[{"method":"get"}]"#, #"[{"name":"Views"}]"#])
  func `what is no tag is not read`(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RouteTag].self, from: Data(json.utf8))
    }
  }

  @Test func `an identifier is written as its text and read again`() throws {
    let id = Router().map("/page") { _, _, _, completed in completed() }
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(id)\"]")
    #expect(try JSONDecoder().decode([RouteUUID].self, from: data) == [id])
    #expect(RouteUUID(id.uuid) == id)
  }
}
