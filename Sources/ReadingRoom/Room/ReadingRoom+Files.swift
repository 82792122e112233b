import SwitchyardHTTP

extension ReadingRoom {
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
