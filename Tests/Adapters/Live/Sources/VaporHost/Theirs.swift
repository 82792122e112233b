import NIOCore
import Vapor

/// Routes of Vapor's own router.
enum Theirs {
  static func addRoutes(to app: Application) {
    app.get("theirs", ":id") { request in "theirs \(request.parameters.get("id") ?? "")" }
    app.get("admin", "theirs") { _ in "their secret" }
    app.get("theirs", "zeros") { _ in
      Response(
        body: Response.Body(managedAsyncStream: { writer in
          for _ in 0..<16_384 {
            try await writer.writeBuffer(ByteBuffer(repeating: 0, count: 1 << 16))
          }
        })
      )
    }
    app.on(.POST, "theirs", "count", body: .stream) { request -> String in
      var count = 0
      for try await buffer in request.body { count += buffer.readableBytes }
      return "\(count)"
    }
  }
}
