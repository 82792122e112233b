import NavigationTree
import RoutePatterns
import SwitchyardHTTP

extension ReadingRoom {
  /// Adds the routes of the inspector.
  func addInspector() {
    router.get(
      "/inspector",
      owner: self,
      name: "inspector",
      handler: handler { room, request in
        let inspector = try await room.inspector(for: request)
        let layout = Layout(title: "Inspector", isWide: true)
        return .html(layout.page(inspector.page).text)
      }
    )
    router.get(
      "/inspector/dispatches",
      owner: self,
      name: "dispatches",
      handler: handler { room, request in
        // A client without a visitor is shown no request, and asks no more.
        guard let visitor = request.context?[Visitor.self] else {
          return ServerResponse(.noContent)
        }
        guard let watch = room.watchers.watch(visitor.log) else {
          throw ResponseError(.serviceUnavailable, fields: [.retryAfter: "60"])
        }
        // The cookie may have gone since the guard looked, and watches may have ended before this
        // was one of them.
        let holder = request.session.flatMap { room.sessions.visitor($0) }
        guard holder === visitor else { return ServerResponse(.noContent) }
        return Self.events(of: watch)
      }
    )
  }

  /// Returns the last requests as an endless response, with an event of HTML for each change.
  private static func events(of watch: Watch) -> ServerResponse {
    var response = ServerResponse.events(
      watch.entries().map { ServerSentEvent(Inspector.rows($0).text) }
    )
    response.fields[.cacheControl] = "no-store"
    return response
  }

  private func inspector(for request: ServerRequest) async throws -> Inspector {
    let visitor = try await request.visitor(in: self)
    return Inspector(
      router: router,
      state: visitor.store.state,
      entries: visitor.log.last,
      url: request.query["url"],
      method: RequestMethod.known.first { $0.rawValue == request.query["method"] } ?? .get,
      back: (try? visitor.store.url()) ?? Place.today.url()
    )
  }

  /// Adds the routes of the style sheet, the script and the icon.
  func addFiles() {
    let files: [(RoutePattern, type: String, text: String)] = [
      ("/room.css", "text/css; charset=utf-8", Styles.sheet),
      ("/room.js", "text/javascript; charset=utf-8", Script.text),
      ("/room.svg", "image/svg+xml", Styles.icon),
    ]
    for (pattern, type, text) in files {
      var response = ServerResponse.bytes(Array(text.utf8), type: type)
      response.fields[.cacheControl] = "max-age=300"
      let answer = response
      router.get(pattern, calledOn: .serverThread, owner: self) { _ in answer }
    }
  }
}
