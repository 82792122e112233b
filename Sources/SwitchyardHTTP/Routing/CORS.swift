/// A policy of cross-origin resource sharing: the other sites whose pages may ask, and for what.
///
///     let reader = CORS.Origins.only(["https://reader.example"], withCredentials: true)
///     router.cors("/api/*", policy: CORS(origins: reader))
///
/// Browsers keep the answers of a server from the pages of all other sites, unless it says by its
/// header fields that they may have them. Before all but the simplest requests they ask it by a
/// request of their own, the preflight.
public struct CORS: Sendable {
  /// The sites that may ask.
  public enum Origins: Sendable {
    /// All sites, for public content: no cookies come with it.
    case any
    /// Some sites, each as browsers name them: `https://host` in lower case, with its port unless
    /// that is the scheme's own; cookies and other credentials come with it if `withCredentials` is
    /// set.
    case only(Set<String>, withCredentials: Bool = false)
  }

  /// The sites that may ask.
  public var origins: Origins
  /// The methods they may ask with.
  public var methods: [RequestMethod]
  /// The header fields they may send besides those that are always allowed.
  public var headers: [HeaderField.Name]
  /// The header fields of a response that they may read besides those that are always allowed.
  public var exposedHeaders: [HeaderField.Name]
  /// The time for which a browser may remember the answer to a preflight; zero for none, `nil` for
  /// as long as it likes.
  public var maxAge: Duration?

  /// Makes a policy.
  /// - Parameters:
  ///   - origins: the sites that may ask.
  ///   - methods: the methods they may ask with.
  ///   - headers: the header fields they may send.
  ///   - exposedHeaders: the header fields of a response that they may read.
  ///   - maxAge: the time for which a browser may remember the answer to a preflight.
  public init(
    origins: Origins,
    methods: [RequestMethod] = [.get, .head, .post, .put, .patch, .delete],
    headers: [HeaderField.Name] = [.accept, .authorization, .contentType],
    exposedHeaders: [HeaderField.Name] = [],
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
  /// Lets pages of other sites ask for the targets that a pattern matches.
  ///
  /// It is a guard that answers preflights, and adds its header fields to all responses. Guards are
  /// asked in the order they were registered in: register it before those that ask for cookies,
  /// which never come with a preflight. Of several policies that match a request the first decides
  /// alone: register that of a part before that of the whole. It turns nobody away but preflights,
  /// so that `validate` takes no map for guarded by it.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - policy: the sites that may ask, and for what.
  ///   - name: the name of the guard in listings.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  /// - Returns: the guard's identifier, for `dispose(of:)`.
  @discardableResult
  public func cors(
    _ pattern: RoutePattern,
    policy: CORS,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteID {
    stopUnless(
      policy.maxAge.map { $0 >= .zero } ?? true,
      "CORS has \(policy.maxAge ?? .zero) for maxAge, less than no time. Give it zero or more, "
        + "or nil.",
      fileID,
      line
    )
    return self.guard(
      pattern,
      observing: true,
      name: name,
      fileID: fileID,
      line: line
    ) { context async in
      guard let exchange = context.exchange, exchange.takesPolicy() else { return .allow }
      exchange.onResponse { policy.add(to: &$0, for: exchange) }
      guard policy.isPreflight(exchange) else { return .allow }
      return context.deny(with: policy.preflight(exchange))
    }
  }
}

extension CORS {
  fileprivate func isPreflight(_ exchange: ServerExchange) -> Bool {
    exchange.method == .options && exchange.head.fields.contains(.origin)
      && exchange.head.fields.contains(.accessControlRequestMethod)
  }

  /// Returns the answer to a preflight; one from a site that may not ask gets no fields.
  fileprivate func preflight(_ exchange: ServerExchange) -> ServerResponse {
    var response = ServerResponse(.noContent)
    guard allowedOrigin(exchange) != nil else { return response }
    response.fields[.accessControlAllowMethods] = methods.map(\.rawValue).joined(separator: ", ")
    if !headers.isEmpty {
      response.fields[.accessControlAllowHeaders] = headers.map(\.text).joined(separator: ", ")
    }
    if let maxAge {
      response.fields[.accessControlMaxAge] = "\(maxAge.secondsRoundedUp)"
    }
    return response
  }

  /// Adds to a response the fields that name the site that may have it.
  fileprivate func add(to response: inout ServerResponse, for exchange: ServerExchange) {
    // A cache must not give one site's response to another.
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

  /// Returns the origin that the response names as allowed.
  ///
  /// If some sites may ask, `nil` for a request that comes from none of them. If all may, each
  /// response says so, also to a request that names no site: a browser keeps it, and may give it to
  /// a page of another site later.
  private func allowedOrigin(_ exchange: ServerExchange) -> String? {
    guard case .only(let allowed, _) = origins else { return "*" }
    let given = exchange.head.fields[values: .origin]
    // Every page without a site of its own sends "null": it names no site.
    guard given.count == 1, !given[0].hasSameBytes(as: "null"),
      allowed.contains(where: { $0.hasSameBytes(as: given[0]) })
    else { return nil }
    return given[0]
  }
}
