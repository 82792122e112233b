import Foundation
@testable import SwitchyardProof
import TestSupport
import Testing

@Suite struct OpenAPIReaderTests {
  /// A document with more values within one another than are read.
  private static let deepDocument =
    "{\"a\": " + String(repeating: "[", count: 64) + String(repeating: "]", count: 64) + "}"

  @Test(
    arguments: [
      ("[]", ["#: A document is an object with \"openapi\" and \"paths\"."]),
      ("{}", ["#: A document has \"openapi\" with its version, such as \"3.1.0\"."]),
      (
        #"{"openapi": 3}"#,
        ["#/openapi: A document has \"openapi\" with its version, such as \"3.1.0\"."]
      ),
      (#"{"swagger": "2.0"}"#, ["#: This is a document of Swagger 2; convert it to OpenAPI 3.1."]),
      (
        deepDocument,
        ["#: Values stand too deep within one another."]
      ),
      (#"{"openapi": "3.1.0", "x-a": "[[[[\"[[", "x-b": 1e999}"#, []),
      ("{", ["#: This is no JSON; a document in YAML is converted first."]),
      ("openapi: 3.1.0", ["#: This is no JSON; a document in YAML is converted first."]),
      (#"{"openapi": "3.1.0"}"#, []),
      (#"{"openapi": "3.1.0", "paths": []}"#, ["#/paths: An object has to stand here."]),
      (#"{"openapi": "3.1.0", "paths": {"a": {}}}"#, ["#/paths/a: A path begins with a slash."]),
      (
        #"{"openapi": "3.1.0", "paths": {"/a?b": {}, "/{": {}, "/}": {}, "/{}": {}, "/{a}{a}": {}}}"#,
        [
          "#/paths/~1a?b: A path has neither query nor fragment; remove them.",
          "#/paths/~1{: A brace is opened that none closes.",
          "#/paths/~1{a}{a}: The name a stands twice in the path; rename one.",
          "#/paths/~1{}: A name stands between braces, such as {id}.",
          "#/paths/~1}: A brace is closed that none opens.",
        ]
      ),
      (
        #"{"openapi": "3.1.0", "paths": {"/a": 7, "/b": {"get": 7}, "/c": {"get": {"parameters": 1}}}}"#,
        [
          "#/paths/~1a: An object with operations has to stand here.",
          "#/paths/~1b/get: An operation is an object.",
          "#/paths/~1c/get/parameters: Parameters are an array.",
        ]
      ),
      (
        #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"parameters": [1, {"name": 1}], "security": 1}}}}"#,
        [
          "#/paths/~1a/get/parameters/0: A parameter has a \"name\" and an \"in\", which are texts.",
          "#/paths/~1a/get/parameters/1: A parameter has a \"name\" and an \"in\", which are texts.",
          "#/paths/~1a/get/security: Security is an array of objects.",
        ]
      ),
      (
        ##"{"openapi": "3.1.0", "paths": {"/a": {"$ref": "#/paths/~1b"}, "/b": {"$ref": "#/paths/~1a"}}}"##,
        [
          "#/paths/~1a: The reference leads in a circle, or over more than 16.",
          "#/paths/~1b: The reference leads in a circle, or over more than 16.",
        ]
      ),
      (
        ##"{"openapi": "3.1.0", "paths": {"/a": {"$ref": "#/x"}, "/b": {"$ref": "b.json"}, "/c": {"$ref": 1}}}"##,
        [
          "#/paths/~1a/$ref: The reference leads to nothing.",
          "#/paths/~1b/$ref: References lead within a document, as #/components/…; join them.",
          "#/paths/~1c/$ref: References lead within a document, as #/components/…; join them.",
        ]
      ),
    ] as [(String, [String])]
  ) func `a document at fault is refused with its places`(
    _ text: String,
    _ faults: [String]
  ) throws {
    do throws(OpenAPIError) {
      _ = try OpenAPIDocument(parsing: Data(text.utf8))
      #expect(faults.isEmpty)
    } catch {
      #expect(error.description.split(separator: "\n").map { String($0) } == faults)
    }
  }

  @Test func `references are followed`() throws {
    let text = ##"""
      {"openapi": "3.1.0", "paths": {"/a/{id}": {"$ref": "#/components/pathItems/a%20b"}},
       "components": {
         "pathItems": {"a b": {"get": {"parameters": [{"$ref": "#/components/parameters/id~1"}]}}},
         "parameters": {"id/": {"name": "id", "in": "path", "schema": {"$ref": "#/x/0"}}}},
       "x": [{"type": "integer", "minimum": 0}]}
      """##
    let listing = try OpenAPIDocument(parsing: Data(text.utf8)).listing
    #expect(listing.map(\.pattern) == [#"/a/:id((?:0|[1-9]\d*))"#])
  }

  @Test(
    arguments: [
      ("#/a%20b", "a b"), ("#/%C3%a9", "é"), ("#/%7E1~1", "//"), ("#/a%", "a%"), ("#/%4", "%4"),
      ("#/%+A", "%+A"), ("#/%zz%41", "%zzA"), ("#/%FF%41", "%FF%41"),
    ]
  )
  func `a reference has escapes of two digits, and anything else as it is`(
    _ reference: String,
    _ key: String
  ) {
    #expect(OpenAPIPointer.keys(of: reference) == [key])
  }

  @Test func `what is not known is left alone, and names that patterns cannot have are replaced`()
    throws
  {
    let text = #"""
      {"openapi": "3.0.3", "x-a": 1, "webhooks": {}, "paths": {"x-b": 1, "/a/{book-id}": {
       "summary": "x", "get": {"tags": ["T", 1], "operationId": "a", "summary": "S",
       "x-sunset": "never", "parameters": [{"name": "q", "in": "query"}]}}}}
      """#
    let listing = try OpenAPIDocument(parsing: Data(text.utf8)).listing
    #expect(listing.map(\.pattern) == ["/a/:v0"])
    #expect(listing.first?.name == "a")
    #expect(listing.first?.tags == [.method(.get), "T"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `a schema that many operations refer to takes little longer than a short one`() throws {
    let texts = (0..<3_000).map { "\"a\($0)\"" }.joined(separator: ",")
    func time(_ schema: String) throws -> Duration {
      let paths = (0..<300).map { number in
        ##""/\##(number)/{a}": {"get": {"parameters": [{"name": "a", "in": "path", "##
          + ##""schema": {"$ref": "#/x/\##(schema)"}}]}}"##
      }
      let text =
        "{\"openapi\": \"3.1.0\", \"paths\": {\(paths.joined(separator: ","))}, "
        + "\"x\": {\"long\": {\"enum\": [\(texts)]}, \"short\": {\"enum\": [\"a\"]}}}"
      let start = threadTime()
      let document = try OpenAPIDocument(parsing: Data(text.utf8))
      let end = threadTime()
      #expect(document.operations.count == 300)
      return end - start
    }
    let short = try time("short")
    #expect(try time("long") <= short * 3)
  }

  @Test func `documents that mean harm are read or refused`() throws {
    let cases = PropertyRun.cases(default: 500)
    var drawn = DrawnRoutes(PropertyRun.generator(for: "damaged documents", cases: cases))
    let routes = try drawn.table(.any)
    let source = Array(OpenAPIDocument(routes).json.utf8)
    let bytes = Array("\"\\[]{}:,7-^$.*+?()|/%#~ntf\u{0}é".utf8)
    var read = 0
    for _ in 0..<cases {
      var text = source
      for _ in 0...drawn.random.below(3) {
        let place = drawn.random.below(text.count)
        switch drawn.random.below(4) {
        case 0: text.insert(drawn.random.pick(bytes), at: place)
        case 1: text.remove(at: place)
        case 2: text.removeSubrange(place..<min(text.count, place + drawn.random.below(40)))
        default: text[place] = drawn.random.pick(bytes)
        }
        if text.isEmpty { text = [0x7B] }
      }
      guard let document = try? OpenAPIDocument(parsing: Data(text)) else { continue }
      read += 1
      _ = document.listing
      _ = document.differences(from: routes)
    }
    #expect(read >= PropertyRun.least(oneIn: 20, of: cases))
  }

  /// A document with one schema.
  private static func document(pattern: String) -> String {
    """
    {"openapi": "3.1.0", "paths": {"/{a}": {"get": {"parameters": [
      {"name": "a", "in": "path", "schema": {"pattern": "\(pattern)"}}
    ]}}}}
    """
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func document(path: String) -> String {
    "{\"openapi\": \"3.1.0\", \"paths\": {\"\(path)\": {\"get\": {}}}}"
  }

  static let largeDocuments: [String] = [
    repeated("[", 100_000),
    repeated("{\"a\":", 100_000),
    document(path: "/" + repeated("{a", 50_000)),
    document(path: (0..<20_000).map { "/{a\($0)}" }.joined()),
    document(pattern: "^" + repeated("(a{1,99}", 60) + repeated("){1,99}", 60) + "$"),
    document(pattern: "^(a|b)*a(a|b){1,500}$"),
  ]

  @Test(arguments: largeDocuments.indices)
  func `large and deep documents take no long time`(_ index: Int) throws {
    let route = RouteDescription(.map, "/:a([ab]+)", tags: [.method(.get)])
    let routes = try ListedRoutes(RouteListing([route]))
    guard let document = try? OpenAPIDocument(parsing: Data(Self.largeDocuments[index].utf8)) else {
      return
    }
    _ = document.listing
    _ = document.differences(from: routes)
  }
}
