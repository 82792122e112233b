import NavigationTree
import RoutePatterns
import Switchyard
import SwitchyardHTTP
import SwitchyardInspector

/// A site with an inspector, and somebody who looks at it.
final class Window {
  let router: Router
  let inspector: RouteInspector
  private let responder: RouteResponder
  let path: String

  init(
    path: String = "/_switchyard",
    access: InspectorAccess? = .everybody("a test"),
    values: RouteTrace.Values = .path,
    routerAccess: RouterAccess = .open,
    _ change: (inout RouteInspector.Configuration) -> Void = { _ in },
    _ register: (Router) -> Void = Window.site
  ) throws {
    var configuration = RouteInspector.Configuration()
    configuration.pause = .zero
    configuration.patience = .seconds(60)
    change(&configuration)
    inspector = RouteInspector(configuration: configuration)
    var routing = Router.Configuration.server
    routing.access = routerAccess
    routing.handlerTimeLimit = nil
    routing.guardTimeLimit = nil
    routing.onFault = { _ in }
    routing.onTrace = inspector.record
    routing.traceValues = values
    router = Router(routing)
    register(router)
    try router.mountInspector(inspector, at: path, access: access)
    var responding = RouteResponder.Configuration()
    responding.onFault = { _ in }
    responder = try RouteResponder(router: router, configuration: responding)
    self.path = path
  }

  /// A few routes of each kind.
  static func site(_ router: Router) {
    router.guard("/admin/*", name: "staff") { (context: RouteContext) async in
      context.exchange?.request.cookies["staff"] == "yes" ? .allow : .redirect("/login")
    }
    router.proxy("/old/:id", name: "old shelf") { (context: RouteContext) async in
      .commit("/books/\(context.parameters["id"] ?? "")")
    }
    router.get("/books/:id(\\d+)", name: "book") { request in
      .text(request.parameters["id"] ?? "")
    }
    router.post("/books", name: "add") { request in
      _ = try await request.body.collect()
      return ServerResponse(.noContent)
    }
    router.get("/admin/users", tags: ["Private"], name: "users") { _ in .text("users") }
    router.get("/login", name: "login") { _ in .text("login") }
    router.get("/broken", name: "broken") { _ -> ServerResponse in throw Broken() }
    router.fallback("/*", name: "nowhere") { _ in .text("nowhere", status: .notFound) }
  }

  struct Broken: Error {}

  struct Answer {
    let code: Int
    let fields: HeaderFields
    let text: String

    func says(_ text: String) -> Bool { self.text.contains(text) }

    /// What can be read, without the markup.
    var words: String {
      text.replacing(/<[^>]*>/, with: "").replacing(/\s+/, with: " ")
        .replacing("&amp;", with: "&").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
    }
  }

  /// Asks for something of the site.
  func get(_ target: String, _ fields: HeaderFields = [:]) async throws -> Answer {
    try await send(.get, target, fields)
  }

  /// Asks for a page of the inspector.
  func page(_ rest: String = "", _ fields: HeaderFields = [:]) async throws -> Answer {
    try await send(.get, path + rest, fields)
  }

  func post(_ rest: String, _ form: QueryParameters, _ fields: HeaderFields) async throws -> Answer
  {
    var fields = fields
    fields[.contentType] = "application/x-www-form-urlencoded"
    return try await send(.post, path + rest, fields, Array(form.text.utf8))
  }

  func response(
    _ method: RequestMethod,
    _ target: String,
    _ fields: HeaderFields = [:],
    _ body: [UInt8] = [],
    from address: String? = nil
  ) async -> ServerResponse {
    var head = RequestHead(method, target, fields: fields)
    head.remoteAddress = address
    return await responder.respond(to: head, body: ServerRequestBody(body))
  }

  func send(
    _ method: RequestMethod,
    _ target: String,
    _ fields: HeaderFields = [:],
    _ body: [UInt8] = []
  ) async throws -> Answer {
    let response = await response(method, target, fields, body)
    return Answer(
      code: response.status.code,
      fields: response.fields,
      text: String(decoding: try await response.body.collect(), as: UTF8.self)
    )
  }
}

/// Reads the events of a stream.
struct EventReader {
  private let pipe: ResponsePipe
  private let signals: AsyncStream<Void>
  private var text = ""

  init?(_ response: ServerResponse) {
    guard case .stream(let stream) = response.body else { return nil }
    let (signals, signal) = AsyncStream.makeStream(of: Void.self)
    pipe = stream.start { signal.yield() }
    self.signals = signals
  }

  /// The next event, which is no mere comment; nothing at the end.
  mutating func next() async throws -> String? {
    while true {
      if let end = text.firstRange(of: "\n\n") {
        let event = String(text[..<end.lowerBound])
        text.removeSubrange(..<end.upperBound)
        if event.hasPrefix(":") { continue }
        return event
      }
      switch pipe.read(upTo: .max) {
      case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .nothing: for await _ in signals { break }
      case .ended: return nil
      case .failed(let error): throw error
      }
    }
  }

  func leave() { pipe.cancel() }
}
