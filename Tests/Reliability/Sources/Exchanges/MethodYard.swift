import Dispatch
import SwitchyardHTTP
import Synchronization
import Trials

/// A site in which a method comes and goes beside another one, and whole batches of methods are exchanged.
final class MethodYard: Sendable {
  private let router: Router
  private let responder: RouteResponder
  private let old = Mutex<(routes: [RouteID], isFirst: Bool)>(([], false))
  private let batches = Atomic(0)
  private static let methods: [[RequestMethod]] = [[.get, .post], [.put, .delete, .patch]]

  init() throws {
    var configuration = Router.Configuration.server
    configuration.handlerTimeLimit = nil
    configuration.onFault = { _ in }
    router = Router(configuration)
    responder = try RouteResponder(router: router)
    router.post("/page", calledOn: .serverThread) { _ in .text("post") }
    exchange()
  }

  private func exchange() {
    let get = router.get("/page", calledOn: .serverThread) { _ in .text("get") }
    router.dispose(of: get)
    let (routes, isFirst) = old.withLock { $0 }
    let new = router.update { table in
      table.dispose(of: routes)
      return Self.methods[isFirst ? 1 : 0].map { method in
        table.map("/batch", tags: [.method(method)]) { context, completed in
          context.exchange?.respond(with: .text("batch"))
          completed()
        }
      }
    }
    old.withLock { $0 = (new, !isFirst) }
    batches.count()
  }

  func play(requests: Int, _ tally: inout Tally) throws {
    let exchanger = Exchanger { [self] in exchange() }
    defer { exchanger.end() }
    let allowed = Self.methods.map { methods in
      // HEAD follows GET.
      methods.map(\.rawValue) + (methods.contains(.get) ? ["HEAD"] : []) + ["OPTIONS"]
    }
    .map(Set.init)
    while tally.draws < requests || exchanger.exchanges < requests / 50 {
      tally.draws += 1
      try ask(.get, "/page", among: [["POST", "OPTIONS"]], &tally)
      guard tally.draws % 4 == 0 else { continue }
      for method in [RequestMethod.get, .delete, .options] {
        try ask(method, "/batch", among: allowed, &tally)
      }
    }
    tally.count("batches", batches.value)
    tally.count("exchanges", exchanger.exchanges)
  }

  /// Asks for a page, whose methods are always some of the given.
  private func ask(
    _ method: RequestMethod,
    _ path: String,
    among allowed: [Set<String>],
    _ tally: inout Tally
  ) throws {
    let response = respond(method, path)
    let list = (response.fields["Allow"] ?? "").split(separator: ",").map {
      $0.filter { $0 != " " }
    }
    let isTrue = allowed.contains(Set(list))
    switch response.status {
    case .ok: tally.count("methods found")
    case .methodNotAllowed where isTrue && !list.contains(method.rawValue):
      tally.count("methods refused")
    case .noContent where isTrue && method == .options: tally.count("methods asked for")
    case .serviceUnavailable: tally.count("unsettled")
    default:
      throw Disagreement("\(method.rawValue) \(path) is answered \(response.status), \(list)")
    }
  }

  private func respond(_ method: RequestMethod, _ path: String) -> ServerResponse {
    let (response, ended) = (Answer(), DispatchSemaphore(value: 0))
    Task { [responder] in
      let answer = await responder.respond(to: RequestHead(method, path))
      response.value.withLock { $0 = answer }
      ended.signal()
    }
    ended.wait()
    return response.value.withLock { $0 } ?? ServerResponse(.internalServerError)
  }
}

/// Where a task leaves a response.
private final class Answer: Sendable {
  let value = Mutex<ServerResponse?>(nil)
}
