#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import SwitchyardHTTP

/// Answers one GET in process, and leaves what has run for it: `coverage.sh` counts the files.
@main
struct OneRequest {
  static func main() async throws {
    let router = Router(.server)
    router.guard("/books/*") { _, decide in decide(.allow) }
    router.get("/books/:id", calledOn: .serverThread) { request in
      .text(request.parameters["id"] ?? "")
    }
    let responder = try RouteResponder(router: router)
    // What is made at the first request is not counted.
    _ = await responder.respond(to: RequestHead(.get, "/books/1"))
    forgetProfile()
    let response = await responder.respond(to: RequestHead(.get, "/books/2"))
    guard response.status == .ok else { fatalError("answered with \(response.status)") }
  }

  /// Sets the counters of the profile back, which the compiler's runtime brings.
  private static func forgetProfile() {
    typealias Reset = @convention(c) () -> Void
    guard let found = unsafe dlsym(nil, "__llvm_profile_reset_counters") else {
      fatalError("built without a profile: call coverage.sh")
    }
    unsafe unsafeBitCast(found, to: Reset.self)()
  }
}
