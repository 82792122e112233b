import NavigationTree
import RoutePatterns
import SwitchyardHTTP

extension ReadingRoom {
  /// What shows the room from behind.
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
        .html(try await room.inspector(for: request).dispatches.text)
      }
    )
  }

  private func inspector(for request: HTTPRequest) async throws -> Inspector {
    let visitor = try request.visitor(in: self)
    return Inspector(
      router: router,
      state: visitor.store.state,
      entries: visitor.log.last,
      url: request.query["url"],
      method: request.query["method"].flatMap { RouteTag.Method(rawValue: $0) } ?? .get,
      back: (try? visitor.store.url()) ?? Place.today.url()
    )
  }

  /// What pages are dressed with.
  func addFiles() {
    let files: [(RoutePattern, type: String, text: String)] = [
      ("/room.css", "text/css; charset=utf-8", Styles.sheet),
      ("/room.js", "text/javascript; charset=utf-8", Script.text),
      ("/room.svg", "image/svg+xml", Styles.icon),
    ]
    for (pattern, type, text) in files {
      var response = HTTPResponse.bytes(Array(text.utf8), type: type)
      response.fields[.cacheControl] = "max-age=300"
      let answer = response
      router.get(pattern, owner: self) { _ in answer }
    }
  }
}
