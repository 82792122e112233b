import Hummingbird
import HummingbirdCore
import NIOCore

/// Routes of Hummingbird's own router.
enum Theirs {
  static func router() -> Router<HostContext> { Router(context: HostContext.self) }

  static func addRoutes(to router: Router<HostContext>) {
    router.get("theirs/:id") { _, context -> String in
      "theirs \(context.parameters.get("id") ?? "")"
    }
    router.get("admin/theirs") { _, _ -> String in "their secret" }
    router.get("theirs/zeros") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          for _ in 0..<16_384 { try await writer.write(ByteBuffer(repeating: 0, count: 1 << 16)) }
          try await writer.finish(nil)
        }
      )
    }
    router.post("theirs/count") { request, _ -> String in
      var count = 0
      for try await buffer in request.body { count += buffer.readableBytes }
      return "\(count)"
    }
  }

  static func table(_ patterns: [String]) -> Router<HostContext> {
    let router = router()
    for pattern in patterns {
      router.get(RouterPath(pattern)) { _, context -> String in
        context.parameters.get("id") ?? "none"
      }
    }
    return router
  }
}

/// Answers each request with the same text, and looks at no route: no router can be quicker.
struct NoRouter: HTTPResponder {
  func respond(to request: Request, context: HostContext) async throws -> Response {
    "none".response(from: request, context: context)
  }
}
