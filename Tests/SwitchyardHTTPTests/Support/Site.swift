import RoutePatterns
import SwitchyardHTTP
import Testing

/// A router with a responder before it, and what went wrong within.
struct Site: Sendable {
  let router: Router
  let responder: HTTPResponder
  let failures = Notes<HTTPFailure>()

  init(
    _ configure: (inout HTTPResponder.Configuration, inout Router.Configuration) -> Void = { _, _ in
    },
    routes: (Router) -> Void = { _ in }
  ) throws {
    var configuration = HTTPResponder.Configuration()
    var yard = Router.Configuration.patient
    yard.onFault = { _ in }
    configure(&configuration, &yard)
    let failures = failures
    configuration.onFailure = { failures.add($0) }
    router = Router(yard)
    responder = try HTTPResponder(router: router, configuration: configuration)
    routes(router)
  }

  func respond(
    _ method: RouteTag.Method,
    _ target: String,
    _ fields: HTTPFields = [:],
    body: [UInt8] = []
  ) async -> HTTPResponse {
    await responder.respond(to: HTTPRequestHead(method, target, fields: fields), body: body)
  }

  func respond(method: String, _ target: String) async -> HTTPResponse {
    var head = HTTPRequestHead(.get, target)
    head.method = method
    return await responder.respond(to: head)
  }
}

extension HTTPResponder {
  /// Begins to answer a request, and calls a closure with the response, whenever it comes.
  @discardableResult
  func begin(
    _ head: HTTPRequestHead,
    body: ByteChannel?,
    _ completion: @escaping @Sendable (HTTPResponse) -> Void
  ) -> HTTPExchange? {
    switch begin(head, body: body, for: Taker(completion), request: 0) {
    case .answered(let response):
      completion(response)
      return nil
    case .underWay(let exchange): return exchange
    }
  }

  private final class Taker: HTTPResponseTaker {
    private let completion: @Sendable (HTTPResponse) -> Void

    init(_ completion: @escaping @Sendable (HTTPResponse) -> Void) { self.completion = completion }

    func take(_ response: HTTPResponse, for request: Int) { completion(response) }
  }
}

extension HTTPResponse {
  /// The body as text.
  var text: String {
    get async throws { String(decoding: try await body.collect(), as: UTF8.self) }
  }
}

/// Things that are noted down by several threads.
final class Notes<Note: Sendable>: Sendable {
  private let notes = Locked<[Note]>([])

  var all: [Note] { notes.withLock { $0 } }
  func add(_ note: Note) { notes.withLock { $0.append(note) } }

  /// What has been noted down, which is then forgotten.
  func take() -> [Note] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }
}

/// Something that one task waits for until another says so.
final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.finish() }
  func wait() async { for await _ in stream {} }
}

/// An error that says more than a client may know.
struct Inside: Error, CustomStringConvertible {
  let description = "password=hunter2 in /srv/secret.swift"
}
