/// Which pages of other sites may ask, and for what: cross-origin resource sharing.
///
///     router.cors("/api/*", CORS(origins: .only(["https://reader.example"], withCredentials: true)))
///
/// Browsers keep the answers of a server from the pages of all others, unless it says by its header fields that
/// they may have them, and before all but the simplest requests they ask it by a request of their own, the preflight.
public struct CORS: Sendable {
  /// The sites that may ask.
  public enum Origins: Sendable {
    /// All of them, for what anybody may see: no cookies come with it.
    case any
    /// Some, each as `https://host` with its port; cookies and the like come with it where that is said.
    case only(Set<String>, withCredentials: Bool = false)
  }

  /// The sites that may ask.
  public var origins: Origins
  /// The methods they may ask with.
  public var methods: [RouteTag.Method]
  /// The header fields they may send besides those that are always allowed.
  public var headers: [HTTPField.Name]
  /// The header fields of a response that they may read besides those that are always allowed.
  public var exposedHeaders: [HTTPField.Name]
  /// How long a browser may remember the answer to a preflight.
  public var maxAge: Duration?

  /// Makes a policy.
  /// - Parameters:
  ///   - origins: the sites that may ask.
  ///   - methods: the methods they may ask with.
  ///   - headers: the header fields they may send.
  ///   - exposedHeaders: the header fields of a response that they may read.
  ///   - maxAge: how long a browser may remember the answer to a preflight.
  public init(
    origins: Origins,
    methods: [RouteTag.Method] = [.get, .head, .post, .put, .patch, .delete],
    headers: [HTTPField.Name] = [.accept, .authorization, .contentType],
    exposedHeaders: [HTTPField.Name] = [],
    maxAge: Duration? = .seconds(600)
  ) {
    self.origins = origins
    self.methods = methods
    self.headers = headers
    self.exposedHeaders = exposedHeaders
    self.maxAge = maxAge
  }
}

extension RouteRegistrar {
  /// Lets pages of other sites ask for what a pattern matches.
  ///
  /// It is a guard that answers preflights, and adds its header fields to all responses. Guards are asked in the order
  /// they were registered in: it stands before those that ask for cookies, which never come with a preflight.
  /// - Parameters:
  ///   - pattern: what is to be matched.
  ///   - policy: who may ask, and for what.
  ///   - name: what the guard is called in listings.
  /// - Returns: what the guard is disposed of by.
  @discardableResult
  public func cors(_ pattern: RoutePattern, _ policy: CORS, name: String? = nil) -> RouteUUID {
    self.guard(pattern, name: name) { context async in
      guard let exchange = context.exchange else { return .allow }
      exchange.onResponse { policy.add(to: &$0, for: exchange) }
      guard policy.isPreflight(exchange) else { return .allow }
      return context.deny(with: policy.preflight(exchange))
    }
  }
}

extension CORS {
  fileprivate func isPreflight(_ exchange: HTTPExchange) -> Bool {
    exchange.method == .options && exchange.head.fields.contains(.origin)
      && exchange.head.fields.contains(.accessControlRequestMethod)
  }

  /// What a preflight is told; one from a site that may not ask is told nothing.
  fileprivate func preflight(_ exchange: HTTPExchange) -> HTTPResponse {
    var response = HTTPResponse(.noContent)
    guard allowedOrigin(exchange) != nil else { return response }
    response.fields[.accessControlAllowMethods] = methods.map(\.rawValue).joined(separator: ", ")
    if !headers.isEmpty {
      response.fields[.accessControlAllowHeaders] = headers.map(\.text).joined(separator: ", ")
    }
    if let maxAge {
      response.fields[.accessControlMaxAge] = "\(max(0, maxAge.components.seconds))"
    }
    return response
  }

  /// Says in a response who may have it; a guard that is asked again after a commit changes nothing.
  fileprivate func add(to response: inout HTTPResponse, for exchange: HTTPExchange) {
    // A cache must not hand what one site may have to another.
    if case .only = origins { response.fields.vary(by: .origin) }
    guard let origin = allowedOrigin(exchange) else { return }
    response.fields[.accessControlAllowOrigin] = origin
    if case .only(_, withCredentials: true) = origins {
      response.fields[.accessControlAllowCredentials] = "true"
    }
    if !exposedHeaders.isEmpty, exchange.method != .options {
      response.fields[.accessControlExposeHeaders] =
        exposedHeaders.map(\.text).joined(separator: ", ")
    }
  }

  /// What the response names as allowed; nothing for a request of no other site, or of one that may not ask.
  private func allowedOrigin(_ exchange: HTTPExchange) -> String? {
    let given = exchange.head.fields[values: .origin]
    guard given.count == 1 else { return nil }
    return switch origins {
    case .any: "*"
    // "null" is what every page without a site of its own sends: it names nobody.
    case .only(let allowed, _): given[0] != "null" && allowed.contains(given[0]) ? given[0] : nil
    }
  }
}
