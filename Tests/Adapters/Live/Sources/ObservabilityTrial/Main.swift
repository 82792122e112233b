// The adapters for logs, metrics, traces and services, with backends of the packages that they are for.
import Foundation
import SwitchyardServer

@main enum Trial {
  static func main() async throws {
    let checks = Checks()
    try await logs(checks)
    try await metrics(checks)
    try await traces(checks)
    try await services(checks)
    exit(checks.end() ? 0 : 1)
  }

  struct Broken: Error {}

  /// A responder with routes that all trials ask.
  static func responder(
    observers: [any RequestObserver] = [],
    onFault: @escaping @Sendable (ResponseFault) -> Void = { _ in },
    onRouterFault: @escaping @Sendable (RouterFault) -> Void = { _ in },
    register: (SwitchyardRouter) -> Void = { _ in }
  ) throws -> RouteResponder {
    var rules = SwitchyardRouter.Configuration.server
    rules.onFault = onRouterFault
    let router = SwitchyardRouter(rules)
    register(router)
    router.get("/books/:id", name: "book") { request in
      .text("Book \(request.parameters["id"] ?? "")")
    }
    router.get("/fails") { _ in throw Broken() }
    router.get("/gone") { _ in throw ResponseError(.gone) }
    router.get("/busy") { _ in ServerResponse(.serviceUnavailable) }
    router.guard("/private") { _ async throws in throw Broken() }
    router.get("/private") { _ in .text("private") }
    var configuration = RouteResponder.Configuration()
    configuration.observers = observers
    configuration.onFault = onFault
    return try RouteResponder(router: router, configuration: configuration)
  }
}
