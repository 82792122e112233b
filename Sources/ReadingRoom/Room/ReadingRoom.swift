import Dispatch
package import SessionStore
package import SwitchyardHTTP
import SwitchyardInspector

/// The demo app: a reading room as web pages, each visitor with a store of their own over one tree.
///
///     let room = ReadingRoom(in: store)
///     let server = try EmbeddedServer(router: room.router)
///
/// It owns its routes: they go with it.
package final class ReadingRoom: RouteOwner, Sendable {
  /// The router that answers requests with the pages.
  package let router: Router
  let sessions: Sessions
  let records: VisitorRecords
  let inspector: RouteInspector

  /// Makes a room, with the visitors that a store has kept.
  package convenience init(in store: any VersionedSessionStore) {
    self.init(store: store, sessions: Sessions())
  }

  /// Makes a room that forgets its visitors.
  package convenience init() { self.init(in: MemorySessionStore()) }

  /// Makes a room.
  /// - Parameters:
  ///   - store: the store in which visitors are kept.
  ///   - sessions: the sessions of the visitors.
  ///   - configuration: the configuration of the router.
  init(
    store: any VersionedSessionStore = MemorySessionStore(),
    sessions: Sessions = Sessions(),
    configuration: Router.Configuration = .server
  ) {
    inspector = Self.inspector(of: sessions)
    var configuration = configuration
    configuration.onTrace = inspector.record
    // All paths are of the library's books and of orders, which their visitors alone see.
    configuration.traceValues = .path
    router = Router(configuration)
    self.sessions = sessions
    records = VisitorRecords(in: store)
    addGuards()
    addPages()
    addForms()
    addYard()
    addInspector()
    addFiles()
  }

  /// The queue on which cards are looked up, so that no thread of the server waits.
  static let desk = DispatchQueue(label: "room.desk", attributes: .concurrent)

  /// A handler that answers a request with the room.
  typealias Answer = @Sendable (ReadingRoom, ServerRequest) async throws -> ServerResponse

  /// Makes a handler from an answer of the room; the routes do not keep the room alive.
  func handler(_ answer: @escaping Answer) -> RequestHandler {
    { [weak self] request in
      guard let self else { throw ResponseError(.serviceUnavailable) }
      return try await answer(self, request)
    }
  }

  /// Has the errors of a responder drawn as pages of the room.
  package static func drawErrors(of configuration: inout RouteResponder.Configuration) {
    configuration.errorPage = { error, _ in ErrorPage(error.status).page.text }
  }

  /// Ends the streams that would go on by themselves, before the server that serves the room is
  /// stopped.
  package func close() { inspector.close() }

  // MARK: - Guards

  private func addGuards() {
    // It finds the visitor, and sets the header fields that all responses have in common.
    router.guard("/*", observing: true, name: "visitor") {
      [sessions, records] context async throws in
      guard let exchange = context.exchange else { return .deny }
      // Where the store fails, nobody is let in as somebody else.
      let visitor = try await sessions.visitor(of: exchange.request.session, in: records)
      context[Visitor.self] = visitor
      // Pages ask for these by themselves.
      if let visitor, !exchange.target.path.hasPrefix("/room.") {
        context.note(RouteInspector.viewer, visitor.number)
      }
      exchange.onResponse { $0.harden() }
      return .allow
    }
    // Before private pages a visitor signs in and gives a name; then the page that was asked for
    // opens.
    router.guard("/profile/*", name: "card") { context async in
      let facts = await context[Visitor.self]?.facts
      let wanted = context.exchange?.target.pathAndQuery ?? "/"
      let callback: QueryParameters = [
        "callback": Self.isOnSite(wanted) ? wanted : Place.profile.url()
      ]
      guard let facts, facts.isSignedIn else { return .redirect("/login", query: callback) }
      guard facts.name != nil else { return .redirect("/welcome", query: callback) }
      return .allow
    }
  }
}

extension ServerRequest {
  /// The name of the cookie.
  static let cookie = "room"

  /// The value of the visitor's cookie.
  var session: String? { cookies[Self.cookie] }

  /// Returns the visitor, or lets in a new one.
  func visitor(in room: ReadingRoom) async throws -> Visitor {
    if let visitor = context?[Visitor.self] { return visitor }
    let (id, visitor) = try await room.sessions.open(in: room.records)
    try setSession(id)
    context?[Visitor.self] = visitor
    return visitor
  }

  /// Sets the cookie in the response.
  func setSession(_ id: String) throws {
    let cookie = try ResponseCookie(
      name: Self.cookie,
      value: id,
      maxAge: id.isEmpty ? .zero : nil,
      sameSite: .lax,
      // The scheme that the server listens for: a target may name any scheme that its client likes.
      isSecure: exchange.head.scheme == .https,
      isHTTPOnly: true
    )
    exchange.onResponse { response in response.set(cookie) }
  }
}

extension ServerResponse {
  /// Sets the fields that protect pages from being misused, unless they are set.
  fileprivate mutating func harden() {
    if !fields.contains(.contentSecurityPolicy) {
      fields[.contentSecurityPolicy] =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }
    fields["X-Content-Type-Options"] = "nosniff"
    fields["Referrer-Policy"] = "same-origin"
    // A page shows a store at one moment: going back asks for it again.
    if !fields.contains(.cacheControl) { fields[.cacheControl] = "no-store" }
  }
}
