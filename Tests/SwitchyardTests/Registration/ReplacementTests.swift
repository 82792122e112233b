import Dispatch
import Switchyard
import Synchronization
import TestSupport
import Testing

@Suite struct ReplacementTests {
  /// Patterns of one path each, of different shapes.
  private static let patterns = ["/a/:x", "/:x/b", "/a/b", "/:x/:y"]

  @Test(.busy) func `a path whose map is replaced always has one`() throws {
    let router = Router()
    let target = try RouteTarget("/a/b")
    let changes = PropertyRun.cases(default: 20_000)
    let isDone = Atomic(false)
    let looks = Atomic(0)
    let missed = Atomic(0)
    let first = router.map("/a/:x") { _, _, _, completed in completed() }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread == 0 else {
        repeat {
          if (try? router.match(target)) == nil { missed.add(1, ordering: .relaxed) }
          if !router.open(target) { missed.add(1, ordering: .relaxed) }
          looks.add(1, ordering: .relaxed)
        } while !isDone.load(ordering: .acquiring)
        return
      }
      var latest = first
      for number in 0..<changes {
        guard let pattern = try? RoutePattern(parsing: Self.patterns[number % 4]) else { continue }
        let next = router.map(pattern) { _, _, _, completed in completed() }
        router.dispose(of: latest)
        latest = next
      }
      isDone.store(true, ordering: .releasing)
    }
    print("replaced: \(looks.load(ordering: .relaxed)) looks")
    // A great many looks in a row may each fall into a change, but hardly ever do: a few in any run.
    #expect(missed.load(ordering: .relaxed) <= 5 + looks.load(ordering: .relaxed) / 1000)
  }

  @Test func `tags that are equal find the same routes, however they are written`() async throws {
    let router = Router(.server)
    router.map("/books", tags: ["caf\u{e9}"]) { _, _, _, completed in completed() }
    let view = router[RouteTag("cafe\u{301}")]
    #expect(try view.match(RouteTarget("/books")) != nil)
    let outcome = await view.dispatch("/books")
    guard case .handled = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }
}
