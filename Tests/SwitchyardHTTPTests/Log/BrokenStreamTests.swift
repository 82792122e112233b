import Foundation
import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// Standard streams whose reader is gone, in a process that does nothing about it.
@Suite struct BrokenStreamTests {
  @Test func `a log without a reader leaves the server as it is`() async {
    await #expect(processExitsWith: .success) {
      let site = try Site({ configuration, _ in
        configuration.observers = [AccessLog.standardOutput, AccessLog.standardError]
      }) { router in
        router.get("/books") { _ in .text("books") }
      }
      let kept = breakStreams()
      for _ in 0..<2 { #expect(await site.respond(.get, "/books").status == .ok) }
      mendStreams(kept)
    }
  }

  @Test func `faults without a reader leave the server as it is`() async {
    await #expect(processExitsWith: .success) {
      let router = Router(.server)
      let responder = try RouteResponder(router: router)
      router.guard("/guarded") { _ in throw Inside() }
      router.get("/guarded") { _ in .text("books") }
      router.get("/fails") { _ in throw Inside() }
      let kept = breakStreams()
      for path in ["/fails", "/fails", "/guarded", "/guarded"] {
        #expect(await responder.respond(to: RequestHead(.get, path)).status != .ok)
      }
      mendStreams(kept)
    }
  }
}

/// Has nobody read what the process writes from here on, and leaves it the signal that says so.
/// - Returns: descriptors of the streams as they were.
private func breakStreams() -> (output: Int32, errors: Int32) {
  let kept = (output: dup(STDOUT_FILENO), errors: dup(STDERR_FILENO))
  signal(SIGPIPE, SIG_DFL)
  var ends: [Int32] = [-1, -1]
  pipe(&ends)
  close(ends[0])
  dup2(ends[1], STDOUT_FILENO)
  dup2(ends[1], STDERR_FILENO)
  return kept
}

/// Gives the process its streams back, for what the tests write at its end.
private func mendStreams(_ kept: (output: Int32, errors: Int32)) {
  dup2(kept.output, STDOUT_FILENO)
  dup2(kept.errors, STDERR_FILENO)
}
