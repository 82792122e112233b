import Switchyard
import TestSupport
import Testing

/// What handlers read of the values that expressions have found, of which one search finds several;
/// the index does not decide them by itself.
@Suite struct FoundValuesTests {
  private let router = Router(.server)
  private let journal = Journal()

  private func guarded(_ pattern: RoutePattern) {
    router.guard(pattern) { [journal] context, decide in
      journal("guard \(context.parameters)")
      decide(.allow)
    }
  }

  private func mapped(_ pattern: RoutePattern) {
    router.map(pattern) { [journal] context, completed in
      journal("map \(context.parameters)")
      completed()
    }
  }

  @Test func `each handler reads what its own expression has found`() {
    guarded("/:first((?!q)\\w+)/*")
    guarded("/*")
    guarded("/aab/:second((?!q)\\w+)")
    mapped("/:one((?!q)\\w+)/:two")
    router.open("/aab/dde")
    #expect(
      journal.entries == [
        "guard [first: aab, 0: dde]", "guard [0: aab/dde]", "guard [second: dde]",
        "map [one: aab, two: dde]",
      ]
    )
  }

  @Test func `a leg behind another reads its own`() {
    guarded("/:first((?!q)\\w+)/*")
    router.proxy("/:old((?!q)\\w+)/1") { _, next in next(.commit("/x/2")) }
    mapped("/x/:number((?!q)\\d+)")
    router.open("/aab/1")
    #expect(
      journal.entries == [
        "guard [first: aab, 0: 1]", "guard [first: x, 0: 2]", "map [number: 2]",
      ]
    )
  }

  @Test func `a context that is kept reads what it was given`() {
    let kept = Shared<[RouteContext]>([])
    router.map("/:id((?!q)\\w+)") { context, completed in
      kept.withLock { $0.append(context) }
      completed()
    }
    for target in ["/ab", "/aab", "/x"] { router.open(target) }
    let ids = kept.withLock { $0 }.map { $0.parameters["id"] }
    #expect(ids == ["ab", "aab", "x"])
  }

  // More routes than a leg has room for by itself, in memory that each dispatch fills anew.
  @Test func `contexts of many routes that are kept read what they were given`() {
    let kept = Shared<[RouteContext]>([])
    for _ in 0..<8 {
      router.proxy("/:id((?!q)\\w+)/*") { context, next in
        if context.parameters["id"] != "free" { kept.withLock { $0.append(context) } }
        next(.pass)
      }
    }
    mapped("/:one((?!q)\\w+)/:two")
    for target in ["/ab/1", "/free/2", "/aab/3", "/free/4", "/free/5", "/x/6"] {
      router.open(target)
    }
    let contexts = kept.withLock { $0 }
    let values = contexts.map { "\($0.parameters["id"] ?? "") \($0.parameters["0"] ?? "")" }
    #expect(values == ["ab 1", "aab 3", "x 6"].flatMap { Array(repeating: $0, count: 8) })
    #expect(contexts.map { $0.trail.count } == (0..<3).flatMap { _ in 0..<8 })
    #expect(journal.entries.count == 6)
  }
}
