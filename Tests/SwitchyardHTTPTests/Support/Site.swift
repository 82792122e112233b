import RoutePatterns
import SwitchyardHTTP
import TestSupport
import Testing

/// A router with a responder before it, and what went wrong within.
struct Site: Sendable {
  let router: Router
  let responder: RouteResponder
  let failures = Notes<ResponseFault>()

  init(
    _ configure: (inout RouteResponder.Configuration, inout Router.Configuration) -> Void = {
      _,
      _ in
    },
    routes: (Router) -> Void = { _ in }
  ) throws {
    var configuration = RouteResponder.Configuration()
    var yard = Router.Configuration.patient
    yard.onFault = { _ in }
    configure(&configuration, &yard)
    let failures = failures
    configuration.onFault = { failures.add($0) }
    router = Router(yard)
    // Handlers of some tests hold it.
    Farewell.plan(for: router) { $0.dispose(of: $0.routes.compactMap(\.id)) }
    responder = try RouteResponder(router: router, configuration: configuration)
    routes(router)
  }

  func respond(
    _ method: RequestMethod,
    _ target: String,
    _ fields: HeaderFields = [:],
    body: [UInt8] = []
  ) async -> ServerResponse {
    await responder.respond(to: RequestHead(method, target, fields: fields), body: body)
  }

  func respond(method: String, _ target: String) async -> ServerResponse {
    var head = RequestHead(.get, target)
    head.method = method
    return await responder.respond(to: head)
  }
}

extension RouteResponder {
  /// Begins to answer a request, and calls a closure with the response, whenever it comes.
  @discardableResult
  func begin(
    _ head: RequestHead,
    body: ByteChannel?,
    _ completion: @escaping @Sendable (ServerResponse) -> Void
  ) -> ServerExchange? {
    switch begin(head, body: body, for: Taker(completion), request: 0) {
    case .answered(let response):
      completion(response)
      return nil
    case .underWay(let exchange): return exchange
    }
  }

  private final class Taker: ResponseTaker {
    private let completion: @Sendable (ServerResponse) -> Void

    init(_ completion: @escaping @Sendable (ServerResponse) -> Void) {
      self.completion = completion
    }

    func take(_ response: ServerResponse, for request: Int) { completion(response) }
  }
}

extension ServerResponse {
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
