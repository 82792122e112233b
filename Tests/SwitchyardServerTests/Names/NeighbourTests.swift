import Foundation
import NameStubs
import NavigationTree
import SwitchyardCompression
import SwitchyardProof
import SwitchyardSecrets
import SwitchyardServer
import Testing
import URLPatterns

/// A name where a type is meant: as an expression one of two with the name would be taken.
private enum Written<Name> {}

/// Our names in a file that imports those of other libraries as well: it would not compile if one
/// of them could be taken for another.
private enum Names {
  static let server: [Any.Type] = [
    Written<AccessLog>.self, Written<AccessLogEntry>.self, Written<AddressRange>.self,
    Written<AddressRangeError>.self, Written<BasicCredentials>.self, Written<BearerToken>.self,
    Written<CORS>.self, Written<CSRFTokens>.self,
    Written<EmbeddedServer>.self, Written<EmbeddedServerError>.self,
    Written<ErrorResponder>.self, Written<FixedSecret>.self,
    Written<FormFile>.self, Written<FormLimits>.self, Written<FormPart>.self,
    Written<FormParts>.self, Written<HandlerThread>.self, Written<HeaderField>.self,
    Written<HeaderFields>.self, Written<HTTPDate>.self, Written<MultipartForm>.self,
    Written<NextResponder>.self, Written<RateLimit>.self,
    Written<RequestCookies>.self,
    Written<RequestFunction>.self, Written<RequestHandler>.self, Written<RequestHandlerError>.self,
    Written<RequestExplanation>.self, Written<RequestHead>.self, Written<RequestLabels>.self,
    Written<RequestMetrics>.self,
    Written<RequestMethod>.self, Written<RequestMiddleware>.self, Written<any RequestObserver>.self,
    Written<RequestVerb>.self, Written<any ResponseConvertible>.self,
    Written<ResponseCookie>.self, Written<ResponseCookieError>.self, Written<ResponseError>.self,
    Written<ResponseFault>.self, Written<ResponseLocationError>.self, Written<ResponseStatus>.self,
    Written<ResponseTransform>.self,
    Written<RouteResponder>.self,
    Written<RouteResponderError>.self, Written<SecretError>.self, Written<ServedFile>.self,
    Written<ServedFileError>.self,
    Written<ServedFolder>.self,
    Written<ServerExchange>.self, Written<ServerReadiness>.self, Written<ServerRequest>.self,
    Written<ServerRequestBody>.self,
    Written<ServerRequestBodyError>.self,
    Written<ServerResponse>.self, Written<ServerSentEvent>.self,
    Written<ServerSentEventError>.self, Written<ServerResponseStream>.self,
    Written<ServerResponseStreamError>.self, Written<ServerResponseWriter>.self,
    Written<SigningKeys>.self,
    Written<TrustedProxies>.self,
  ]
  static let compression: [Any.Type] = [
    Written<CompressedDataError>.self, Written<GzipReader>.self,
    Written<ResponseCompression>.self,
  ]
  static let proof: [Any.Type] = [
    Written<ListedRoutes>.self, Written<ListedRoutesError>.self,
    Written<RouteDifference>.self, Written<RouteDifferences>.self,
    Written<RouteAudit>.self,
    Written<ExportError>.self, Written<ExportFormat>.self, Written<ExportNote>.self,
    Written<ExportedRoutes>.self,
    Written<RouteReplay>.self, Written<ReplayReport>.self,
    Written<OpenAPIDifference>.self, Written<OpenAPIDocument>.self, Written<OpenAPIError>.self,
    Written<OpenAPIOptions>.self, Written<OpenAPISecurityScheme>.self,
  ]
  static let patterns: [Any.Type] = [
    Written<URLPattern>.self, Written<URLPatternComponent>.self, Written<URLPatternError>.self,
    Written<URLPatternInit>.self, Written<URLPatternList<Int>>.self,
  ]
  /// The names that routers have in common, with those to write instead.
  static let shared = [
    "Router": "SwitchyardRouter", "Parameters": "RouteParameters", "Route": "ElementRoute",
    "RouteGroup": "SwitchyardRouteGroup",
  ]
}

/// Names that a program can write beside those of other libraries.
@Suite struct NeighbourTests {
  /// The names of the public types of a module that stand in no other type.
  private func publicNames(of module: String) throws -> Set<String> {
    let root = "\(#filePath)".split(separator: "/").dropLast(4).joined(separator: "/")
    let files = FileManager.default.enumerator(atPath: "/\(root)/Sources/\(module)")
    let declaration =
      #/^public (?:final |indirect )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/#
      .anchorsMatchLineEndings()
    // What a package trait brings is indented.
    let ofTrait =
      #/^  public (?:final |indirect )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/#
      .anchorsMatchLineEndings()
    var names: Set<String> = []
    while let file = files?.nextObject() as? String {
      guard file.hasSuffix(".swift") else { continue }
      let path = "/\(root)/Sources/\(module)/\(file)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let isOfTrait = text.starts(with: #/#if [A-Z]/#)
      for match in text.matches(of: isOfTrait ? ofTrait : declaration) {
        names.insert(String(match.1))
      }
    }
    return names
  }

  /// The names that stand in the file of stubs.
  private func foreignNames() throws -> Set<String> {
    let root = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    let text = try String(contentsOfFile: "/\(root)/NameStubs/NameStubs.swift", encoding: .utf8)
    return Set(text.matches(of: /public enum (\w+)/).map { String($0.1) })
  }

  @Test(arguments: [
    "RoutePatterns", "Switchyard", "NavigationTree", "SwitchyardHTTP",
    "SwitchyardServer", "SwitchyardCompression", "SwitchyardSecrets", "SwitchyardProof",
    "URLPatterns", "SessionStore", "SessionStoreSQLite", "SessionStorePostgres",
    "SwitchyardSessions", "SwitchyardFleet", "SwitchyardInspector", "SwitchyardHummingbird",
    "SwitchyardVapor", "SwitchyardMetrics", "SwitchyardLogging", "SwitchyardServerLifecycle",
  ])
  func `no name is one of another library`(_ module: String) throws {
    let foreign = try foreignNames()
    #expect(foreign.count > 200)
    let names = try publicNames(of: module)
    #expect(!names.isEmpty)
    for name in names.intersection(foreign) {
      // Another name stands for it.
      let other = try #require(Names.shared[name], "\(name)")
      #expect(names.contains(other))
    }
  }

  @Test(arguments: [
    "RoutePatterns", "Switchyard", "NavigationTree", "SessionStore", "SwitchyardSessions",
    "SwitchyardFleet", "SwitchyardInspector",
  ])
  func `each name of the other modules is written beside them`(_ module: String) throws {
    let path = "\(#filePath)".replacing("NeighbourTests", with: "WrittenNames")
    let written = try String(contentsOfFile: path, encoding: .utf8)
    let names = try publicNames(of: module).subtracting(Names.shared.keys)
    #expect(names.count > 2)
    for name in names.sorted() {
      let isWritten =
        written.contains("extension \(name) {}") || written.contains("typealias Of\(name) =")
      #expect(isWritten, "\(name)")
    }
  }

  @Test func `each name of the server is written here`() throws {
    let here = try String(contentsOfFile: "\(#filePath)", encoding: .utf8)
    let modules = ["SwitchyardHTTP", "SwitchyardServer", "SwitchyardSecrets"]
    let names = try modules.reduce(into: Set<String>()) { $0.formUnion(try publicNames(of: $1)) }
    #expect(names.count > 30)
    for name in names.sorted() {
      #expect(here.contains("<\(name)>.self,") || here.contains("<any \(name)>.self,"), "\(name)")
    }
    #expect(Names.server.count == names.count)
    let others = [
      ("SwitchyardCompression", Names.compression), ("SwitchyardProof", Names.proof),
      ("URLPatterns", Names.patterns),
    ]
    for (module, listed) in others {
      let names = try publicNames(of: module)
      for name in names.sorted() {
        #expect(here.contains("<\(name)>.self,") || here.contains("<\(name)<"), "\(name)")
      }
      #expect(listed.count == names.count)
    }
  }
}
