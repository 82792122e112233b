package import SwitchyardHTTP
import TestSupport

/// A router with a responder before it, and what went wrong within.
package struct Site: Sendable {
  package let router: Router
  package let responder: RouteResponder
  package let failures = Notes<ResponseFault>()

  package init(
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

  package func respond(
    _ method: RequestMethod,
    _ target: String,
    _ fields: HeaderFields = [:],
    body: [UInt8] = []
  ) async -> ServerResponse {
    let head = RequestHead(method, target, fields: fields)
    return await responder.respond(to: head, body: ServerRequestBody(body))
  }

  package func respond(method: String, _ target: String) async -> ServerResponse {
    var head = RequestHead(.get, target)
    head.method = method
    return await responder.respond(to: head)
  }
}

extension RouteResponder {
  /// Begins to answer a request, and calls a closure with the response, whenever it comes.
  @discardableResult
  package func begin(
    _ head: RequestHead,
    body: (any RequestBodySource)?,
    _ completion: @escaping @Sendable (ServerResponse) -> Void
  ) -> ServerExchange? {
    let framing = HeadFraming(head.fields)
    switch begin(head, framing: framing, body: body, for: Taker(completion), request: 0) {
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
  package var text: String {
    get async throws { String(decoding: try await body.collect(), as: UTF8.self) }
  }
}

/// An error that says more than a client may know.
package struct Inside: Error, CustomStringConvertible {
  package let description = "password=hunter2 in /srv/secret.swift"

  package init() {}
}
