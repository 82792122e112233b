import RoutePatterns
import Switchyard
import SwitchyardHTTP

@testable import ReadingRoom

/// A room, and somebody in it with a browser that keeps the cookie.
final class Reader {
  let room: ReadingRoom
  private let responder: RouteResponder
  /// The value of the cookie.
  var cookie: String?

  init(_ room: ReadingRoom = ReadingRoom(configuration: .patient)) throws {
    self.room = room
    responder = try RouteResponder(router: room.router)
  }

  /// What a request is answered with.
  struct Answer {
    let code: Int
    let location: String?
    let fields: HeaderFields
    let text: String

    func says(_ text: String) -> Bool { self.text.contains(text) }

    /// What stands between two texts.
    func part(from start: String, to end: String) -> String? {
      guard let from = text.range(of: start) else { return nil }
      let rest = text[from.upperBound...]
      return rest.range(of: end).map { String(rest[..<$0.lowerBound]) }
    }

    /// The token of the forms.
    var token: String? { part(from: #"name="token" value=""#, to: "\"") }
    /// The number of the state that the page carries.
    var place: Int? { part(from: #"data-place=""#, to: "\"").flatMap { Int($0) } }
    /// What the page is called.
    var title: String? { part(from: "<title>", to: " · ") }
    /// Where the bar of sections leads.
    var tabs: [String] {
      guard let bar = part(from: #"<nav class="tabs" aria-label="Sections">"#, to: "</nav>") else {
        return []
      }
      return bar.components(separatedBy: #"href=""#).dropFirst()
        .map { String($0.prefix { $0 != "\"" }) }
    }
    /// What is open over the page.
    var dialog: String? { part(from: #"role="dialog""#, to: "</section>") }
  }

  func get(_ path: String, place: Int? = nil) async throws -> Answer {
    try await send(.get, path, place.map { ["Room-Place": "\($0)"] } ?? [:])
  }

  /// Sends a form, with the token that is given.
  func post(_ path: String, _ form: QueryParameters, token: String?) async throws -> Answer {
    var form = form
    if let token { form.append("token", value: token) }
    let type: HeaderFields = [.contentType: "application/x-www-form-urlencoded"]
    return try await send(.post, path, type, ServerRequestBody(Array(form.text.utf8)))
  }

  /// Sends the head of a form, and the rest once it is ended.
  func post(_ path: String, _ form: SlowForm) async throws -> Answer {
    try await send(.post, path, [.contentType: "application/x-www-form-urlencoded"], form.body)
  }

  /// Sends a form as the page that it stands on does.
  func fill(_ page: String, _ path: String, _ form: QueryParameters) async throws -> Answer {
    try await post(path, form, token: try await get(page).token)
  }

  /// Signs in, and says a name.
  func signIn(_ name: String = "Ada") async throws {
    _ = try await fill("/login", "/login", ["card": "1871"])
    _ = try await fill("/welcome", "/welcome", ["name": name])
  }

  /// Sends a request, and tells what it is answered with before any of its body is read.
  func response(
    _ method: RequestMethod,
    _ path: String,
    _ fields: HeaderFields = [:],
    _ body: ServerRequestBody = ServerRequestBody()
  ) async throws -> ServerResponse {
    var fields = fields
    if let cookie { fields[.cookie] = "room=\(cookie)" }
    let response = await responder.respond(
      to: RequestHead(method, path, fields: fields),
      body: body
    )
    if let set = response.fields[.setCookie], set.hasPrefix("room=") {
      let value = set.dropFirst(5).prefix { $0 != ";" }
      cookie = value.isEmpty ? nil : String(value)
    }
    return response
  }

  private func send(
    _ method: RequestMethod,
    _ path: String,
    _ fields: HeaderFields,
    _ body: ServerRequestBody = ServerRequestBody()
  ) async throws -> Answer {
    let response = try await response(method, path, fields, body)
    return Answer(
      code: response.status.code,
      location: response.fields[.location],
      fields: response.fields,
      text: String(decoding: try await response.body.collect(), as: UTF8.self)
    )
  }
}

extension StringProtocol {
  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }

  fileprivate func components(separatedBy separator: String) -> [SubSequence] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}

extension Router.Configuration {
  /// That of a server in which nothing is ended by a time limit, however busy the machine is.
  static var patient: Self {
    var configuration = Self.server
    configuration.handlerTimeLimit = nil
    configuration.guardTimeLimit = nil
    return configuration
  }
}
