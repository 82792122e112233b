import SwitchyardHTTP

/// Answers a GET in process as often as it is told to, for `coverage.sh` to see what one more runs through.
@main
struct OneRequest {
  static func main() async throws {
    guard CommandLine.arguments.count == 2, let times = Int(CommandLine.arguments[1]) else {
      fatalError("usage: OneRequest TIMES")
    }
    let router = Router(.server)
    router.guard("/books/*") { _, decide in decide(.allow) }
    router.get("/books/:id", calledOn: .serverThread) { request in
      .text(request.parameters["id"] ?? "")
    }
    let responder = try RouteResponder(router: router)
    for number in 0..<times {
      let response = await responder.respond(to: RequestHead(.get, "/books/\(number)"))
      guard response.status == .ok else { fatalError("answered with \(response.status)") }
    }
  }
}
