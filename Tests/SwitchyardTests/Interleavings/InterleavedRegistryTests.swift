import RoutePatterns
import TestSupport
import Testing

@testable import Switchyard

/// Three threads, of which some look at routes for longer than others leave them there, in all orders.
@Suite struct InterleavedRegistryTests {
  typealias Case = InterleavedCase<RegistryScene>

  @Test(.busy, arguments: cases)
  func `what is looked at stays, and what is there is found`(_ test: Case) throws {
    try test.play(Schedules.drawn(for: test.testDescription, default: 600)) {
      try RegistryScene($0)
    }
  }

  // Each look takes three of the four operations: it begins, is read, and ends.
  private static let cases = [
    Case(
      "a route goes while it is looked at",
      { $0.add("one", "/a") },
      [
        [{ $0.look("/a") }, { $0.match("/a") }],
        [{ $0.match("/a") }, { $0.look("/a") }],
        [
          { $0.dispose("one") }, { $0.add("two", "/a") }, { $0.dispose("two") }, { $0.match("/a") },
        ],
      ]
    ),
    Case(
      "chains of one place grow and shrink",
      { scene in for name in ["one", "two", "three"] { scene.add(name, "/a") } },
      [
        [{ $0.look("/a") }, { $0.dispose("four") }],
        [
          { $0.dispose("two") }, { $0.add("four", "/a") }, { $0.dispose("one") },
          { $0.match("/a") },
        ],
        [
          { $0.dispose("three") }, { $0.match("/a") }, { $0.add("five", "/a") },
          { $0.dispose("five") },
        ],
      ]
    ),
    Case(
      "shapes come and go",
      { $0.add("one", "/a/:x") },
      [
        [{ $0.look("/a/b") }, { $0.add("wide", "/*") }],
        [
          { $0.add("two", "/:x/b") }, { $0.dispose("one") }, { $0.match("/a/b") },
          { $0.dispose("two") },
        ],
        [{ $0.add("three", "/:x/:y") }, { $0.look("/a/b") }],
      ]
    ),
    Case(
      "a look within a look outlasts it",
      {
        $0.add("one", "/a")
        $0.add("two", "/:x")
      },
      [
        [{ $0.look("/a", within: "/b") }],
        [{ $0.dispose("one") }, { $0.match("/a") }, { $0.dispose("two") }, { $0.match("/b") }],
        [
          { $0.add("three", "/a") }, { $0.add("four", "/b") }, { $0.dispose("three") },
          { $0.dispose("four") },
        ],
      ]
    ),
    Case(
      "owners die while their routes are looked at",
      {
        $0.add("one", "/a", isOwned: true)
        $0.add("two", "/a", isOwned: true)
        $0.add("three", "/a")
      },
      [
        [{ $0.look("/a") }, { $0.match("/a") }],
        [{ $0.release("two") }, { $0.match("/a") }, { $0.sweep() }, { $0.add("four", "/a") }],
        [{ $0.release("one") }, { $0.look("/a") }],
      ]
    ),
    Case(
      "guards are replaced while they are looked at",
      {
        $0.add("one", "/*", isGuard: true)
        $0.add("two", "/a")
      },
      [
        [{ $0.look("/a") }, { $0.guards("/a") }],
        [
          { $0.add("three", "/*", isGuard: true) }, { $0.dispose("one") }, { $0.guards("/a") },
          { $0.dispose("three") },
        ],
        [{ $0.guards("/a") }, { $0.look("/a") }],
      ]
    ),
  ]
}
