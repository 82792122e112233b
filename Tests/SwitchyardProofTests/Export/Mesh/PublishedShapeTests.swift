@testable import SwitchyardProof
import Testing

/// The checkers find what is wrong, or they would mean nothing.
@Suite struct PublishedShapeTests {
  private func match(_ path: String, _ type: String = "Exact") -> JSONValue {
    ["path": ["type": .text(type), "value": .text(path)]]
  }

  private func rule(_ name: String, _ matches: [JSONValue]) -> JSONValue {
    ["name": .text(name), "matches": .array(matches)]
  }

  private func list(_ rules: [JSONValue], name: String = "a") -> JSONValue {
    let object: JSONValue = [
      "apiVersion": "gateway.networking.k8s.io/v1", "kind": "HTTPRoute",
      "metadata": ["name": .text(name)], "spec": ["rules": .array(rules)],
    ]
    return ["apiVersion": "v1", "kind": "List", "items": [object]]
  }

  @Test(arguments: [
    "a", "/a//b", "/a/./b", "/a/..", "/a/%2Fb", "/a#", "/a b", "/%zz",
    "/" + String(repeating: "a", count: 1_024),
  ]) func `a path that a match does not take is found`(_ path: String) {
    #expect(GatewayRoutes(list([rule("a", [match("/a.b/%C3%A9")])])).faults == [])
    #expect(GatewayRoutes(list([rule("a", [match(path)])])).faults != [])
  }

  @Test func `rules, matches and names that are too many or odd are found`() {
    let paths = (0..<65).map { match("/\($0)") }
    let rules = (0..<17).map { rule("r\($0)", [match("/\($0)")]) }
    let half = Array(paths.prefix(43))
    for faulty in [
      list([rule("a", paths)]), list(rules), list([]), list([rule("A", [])]),
      list([rule("a", []), rule("a", [])]), list([rule("a", [])], name: "a_b"),
      list([rule("a", half), rule("b", half), rule("c", half)]),
      list([rule("a", [["method": "PROPFIND"]])]), list([rule("a", [match("/a", "Prefix")])]),
      list([rule("a", [["paths": []]])]),
    ] {
      #expect(GatewayRoutes(faulty).faults.count == 1, "\(faulty)")
    }
    #expect(GatewayRoutes(list(Array(rules.prefix(16)))).faults == [])
  }

  @Test func `the match that has precedence decides, wherever it stands`() {
    var post = match("/a/b")
    if case .object(var members) = post {
      members["method"] = "POST"
      post = .object(members)
    }
    let rules = [
      rule("all", [match("/", "PathPrefix")]), rule("near", [match("/a", "PathPrefix")]),
      rule("exact", [match("/a/b")]), rule("post", [post]), rule("twin", [match("/t")]),
      rule("other", [match("/t")]),
    ]
    for rules in [rules, rules.reversed()] {
      let routes = GatewayRoutes(list(rules))
      #expect(routes.answers("GET", "/a/b?x") == ["exact"])
      #expect(routes.answers("POST", "/a/b") == ["post"])
      #expect(routes.answers("GET", "/a/b/") == ["near"] && routes.answers("GET", "/a") == ["near"])
      #expect(routes.answers("GET", "/ab") == ["all"])
      #expect(routes.answers("GET", "/t") == ["twin", "other"])
    }
  }

  private func configuration(_ match: String, domains: String = #"["*"]"#) -> String {
    #"{"virtual_hosts":[{"name":"a","domains":\#(domains),"routes":[{"match":\#(match),"#
      + #""route":{"cluster":"a"}}]}]}"#
  }

  @Test(arguments: [
    #"{}"#, #"{"prefix":"/","path":"/a"}"#, #"{"safe_regex":{"regex":""}}"#,
    #"{"safe_regex":{"regex":"a++"}}"#, #"{"safe_regex":{"regex":"(?=a)b"}}"#,
    #"{"safe_regex":{"regex":"(a)\\1"}}"#, #"{"safe_regex":{"regex":"a{1001}"}}"#,
    #"{"safe_regex":"a"}"#, #"{"prefix":"/","headers":[{}]}"#,
    #"{"prefix":"/","headers":[{"name":"a b"}]}"#,
    #"{"prefix":"/","headers":[{"name":"a","string_match":{}}]}"#,
    #"{"prefix":"/","method":"GET"}"#,
  ]) func `a match that Envoy does not take is found`(_ match: String) throws {
    #expect(
      try EnvoyRoutes(configuration(#"{"safe_regex":{"regex":"a{1000}[+*]+"}}"#)).faults == []
    )
    #expect(try EnvoyRoutes(configuration(match)).faults != [])
    #expect(try EnvoyRoutes(configuration(#"{"prefix":""}"#, domains: "[]")).faults != [])
  }
}
