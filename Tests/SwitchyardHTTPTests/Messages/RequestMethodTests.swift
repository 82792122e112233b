import Foundation
import SwitchyardHTTP
import Testing

/// Methods as values.
@Suite struct RequestMethodTests {
  @Test(arguments: ["GET", "get", "PROPFIND", "VERSION-CONTROL", "a", "!#$%&'*+-.^_`|~09"])
  func `a token is a method`(_ token: String) throws {
    let method = try #require(RequestMethod(rawValue: token))
    #expect(method.rawValue == token)
    #expect("\(method)" == token)
    let data = try JSONEncoder().encode([method])
    #expect(try JSONDecoder().decode([RequestMethod].self, from: data) == [method])
    let tag = RouteTag.method(method)
    #expect(tag.method == method)
    #expect(tag.name == nil)
    #expect(tag != RouteTag(token))
  }

  @Test(arguments: ["", " ", "GET ", "G T", "G:T", "méthode", "GET\r\nHost: a", "\u{7F}", "a/b"])
  func `other texts are none`(_ text: String) throws {
    #expect(RequestMethod(rawValue: text) == nil)
    let data = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RequestMethod].self, from: data)
    }
  }

  @Test func `letters count in their case`() {
    #expect(RequestMethod.get == "GET")
    #expect(RequestMethod.get != "get")
  }

  @Test func `the known methods are registered ones, each once`() {
    #expect(Set(RequestMethod.known).count == RequestMethod.known.count)
    #expect(Set(RequestMethod.registered).count == RequestMethod.registered.count)
    #expect(RequestMethod.registered.starts(with: RequestMethod.known))
    #expect(RouteTag("GET").method == nil)
  }

  #if !os(iOS)
    @Test func `a literal that is no token stops the program`() async {
      await #expect(processExitsWith: .failure) {
        let method: RequestMethod = "G T"
        print(method)
      }
    }
  #endif
}
