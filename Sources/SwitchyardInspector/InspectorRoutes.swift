import SwitchyardHTTP

/// The routes of an inspector's pages.
struct InspectorRoutes {
  private typealias Answer = @Sendable (InspectorPage) async throws -> ServerResponse

  private let inspector: RouteInspector
  private let path: String
  private let access: InspectorAccess

  private static let guardName = "inspector"

  init(_ inspector: RouteInspector, _ path: String, _ access: InspectorAccess) {
    (self.inspector, self.path, self.access) = (inspector, path, access)
  }

  func add(to router: Router) {
    var own = [pattern(""), pattern("/*")].map { addGuard($0, to: router) }
    let showsRequests = inspector.configuration.showsRequests
    let pages: [(String, Answer)] = [
      ("", { await showsRequests ? RequestsPage($0).response : RoutesPage($0).response }),
      ("/requests/:number(\\d+)", { try await RequestPage($0).response }),
      ("/routes", { await RoutesPage($0).response }),
      ("/coverage", { await CoveragePage($0).response }),
      ("/matrix.svg", { await CoveragePage($0).drawing }),
      ("/explain", { await ExplainPage($0).response }),
      ("/tree", { await TreePage($0).response }),
      ("/events", { try await InspectorEvents.response($0) }),
      ("/inspector.css", { _ in .asset(InspectorStyle.sheet, "text/css") }),
      ("/inspector.js", { _ in .asset(InspectorScript.text, "text/javascript") }),
    ]
    for (rest, answer) in pages { own.append(add(.get, rest, to: router, answer)) }
    // Both are sent by POST for what they carry or do, and from these pages alone.
    own.append(add(.post, "/explain", to: router) { try await ExplainPage($0).asking })
    own.append(add(.post, "/tree", to: router) { try await TreePage($0).pasted })
    inspector.hide(own)
  }

  /// The guard, by which the rule of access is asked before each page.
  private func addGuard(_ pattern: RoutePattern, to router: Router) -> RouteID {
    // Where everybody may come, it turns nobody away, and only protects what is answered.
    router.guard(pattern, observing: access.reason != nil, name: Self.guardName) {
      [access, path] (context: RouteContext) async in
      guard let exchange = context.exchange else { return .deny }
      exchange.onFinalResponse { $0.hardenInspector() }
      let request = ServerRequest(exchange, context: context)
      return (try? await access.verdict(on: request, below: path)) ?? .deny
    }
  }

  private func add(
    _ method: RequestMethod,
    _ rest: String,
    to router: Router,
    _ answer: @escaping Answer
  ) -> RouteID {
    let declared: RouteAccess =
      access.reason.flatMap { RouteAccess(reason: $0) } ?? .requires(Self.guardName)
    return router.on(method, pattern(rest), access: declared) { [inspector, path] request in
      guard let router = inspector.router else { throw ResponseError(.serviceUnavailable) }
      if request.isEmbeddedElsewhere {
        throw ResponseError(.forbidden, message: "No page of another site shows the inspector.")
      }
      if method == .post, !request.isOfOwnPages {
        throw ResponseError(
          .forbidden,
          message: "This is sent from the inspector's own pages alone."
        )
      }
      return try await answer(InspectorPage(inspector, router, request, path))
    }
  }

  private func pattern(_ rest: String) -> RoutePattern {
    do throws(PatternError) {
      return try RoutePattern(parsing: path + rest)
    } catch {
      // The path was looked at before, and the rest stands here.
      preconditionFailure("\(error)")
    }
  }
}

extension ServerRequest {
  /// Whether a browser says that a page of another site asks, and not for a page of its own: such
  /// as for a picture, whose drawing takes time whoever sees it.
  fileprivate var isEmbeddedElsewhere: Bool {
    fields["Sec-Fetch-Site"] == "cross-site" && fields["Sec-Fetch-Dest"] != "document"
  }

  /// Whether a browser says that a page of this very site has sent it.
  fileprivate var isOfOwnPages: Bool {
    if let site = fields["Sec-Fetch-Site"] { return site == "same-origin" }
    guard let origin = fields["Origin"], let host = fields[.host] else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}

extension ServerResponse {
  /// Makes the response with a text that changes with the program alone.
  fileprivate static func asset(_ text: String, _ type: String) -> ServerResponse {
    .bytes(Array(text.utf8), type: "\(type); charset=utf-8")
  }

  private func hasType(_ type: String) -> Bool { fields[.contentType]?.hasPrefix(type) == true }

  /// Sets the fields that protect the pages: nothing of other sites is shown or run, and nobody
  /// frames or keeps them.
  fileprivate mutating func hardenInspector() {
    // Whatever the hooks of the app say: theirs is for their own pages. A drawing has its style
    // within it, and nothing else.
    fields[.contentSecurityPolicy] =
      (hasType("image/svg+xml")
        ? "default-src 'none'; style-src 'unsafe-inline'; "
        : "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
          + "connect-src 'self'; form-action 'self'; ")
      + "base-uri 'none'; frame-ancestors 'none'"
    fields["X-Content-Type-Options"] = "nosniff"
    fields["X-Frame-Options"] = "DENY"
    fields["Referrer-Policy"] = "same-origin"
    fields["Cross-Origin-Resource-Policy"] = "same-origin"
    let isAsset = hasType("text/css") || hasType("text/javascript")
    fields[.cacheControl] = isAsset ? "private, max-age=300" : "no-store"
  }
}
