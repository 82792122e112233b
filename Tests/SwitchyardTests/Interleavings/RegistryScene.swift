import RouteIndex
import RoutePatterns

@testable import Switchyard

/// Routes that come and go, and looks at them that others interrupt.
///
/// One thread of a troupe at a time touches it, hence `@unchecked`.
final class RegistryScene: InterleavedScene, @unchecked Sendable {
  /// A route, and whether its handler is in memory still.
  private struct Known {
    let id: RouteID
    let pattern: RoutePattern
    let isGuard: Bool
    let lives: Counter
    var owner: TestOwner?
    var isThere = true
  }

  private let troupe: Troupe
  private let router = Router(.app)
  private let targets: [String: RouteTarget]
  private var known: [String: Known] = [:]
  private var order: [String] = []
  private var looks = 0
  private var faults: [String] = []

  init(_ troupe: Troupe) throws {
    self.troupe = troupe
    targets = try Dictionary(
      uniqueKeysWithValues: ["/a", "/b", "/a/b"].map { ($0, try RouteTarget($0)) }
    )
  }

  // MARK: - Changes

  func add(_ name: String, _ pattern: RoutePattern, isGuard: Bool = false, isOwned: Bool = false) {
    let lives = Counter()
    let tracked = Tracked(lives)
    let owner = isOwned ? TestOwner() : nil
    let id =
      isGuard
      ? router.guard(pattern) { _, _, _, decide in
        tracked.use()
        decide(.allow)
      }
      : router.map(pattern, owner: owner) { _, _, _, completed in
        tracked.use()
        completed()
      }
    known[name] = Known(id: id, pattern: pattern, isGuard: isGuard, lives: lives, owner: owner)
    order.append(name)
  }

  func dispose(_ name: String) {
    guard let id = known[name]?.id else { return }
    let count = router.dispose(of: id)
    let expected = known[name]?.isThere == true ? 1 : 0
    if count != expected { faults.append("\(count) were disposed of as \(name)") }
    known[name]?.isThere = false
  }

  func release(_ name: String) {
    known[name]?.owner = nil
    known[name]?.isThere = false
  }

  func sweep() { router.core.registry.sweep() }

  // MARK: - Lookups

  /// Looks up what wins, of what is there.
  func match(_ text: String) {
    guard let target = targets[text] else { return }
    let found = try? router.match(target)
    let expected = expected(target, guards: false).first
    if found?.route != expected.flatMap({ known[$0]?.id }) {
      faults.append("\(text) found \(name(found?.route)), not \(expected ?? "nothing")")
    }
  }

  /// Looks up the guards, of those that are there.
  func guards(_ text: String) {
    guard let target = targets[text] else { return }
    var budget = router.core.budget
    let found = router.core.registry.find(target, tags: [], budget: &budget).neededByEnd
      .map { name($0.id) }
    let expected = expected(target, guards: true)
    if found != expected { faults.append("\(text) has the guards \(found), not \(expected)") }
  }

  /// The names of the routes that there are, in the order in which they are asked.
  private func expected(_ target: RouteTarget, guards: Bool) -> [String] {
    let names = order.filter { name in
      guard let route = known[name], route.isThere, route.isGuard == guards else { return false }
      return (try? route.pattern.match(target)) != nil
    }
    return guards ? names : names.reversed()
  }

  private func name(_ id: RouteID?) -> String {
    known.first { $0.value.id == id }?.key ?? (id == nil ? "nothing" : "something unknown")
  }

  /// Looks at the routes of a target, with others between the beginning, the reading and the end.
  /// - Parameters:
  ///   - text: the target.
  ///   - inner: what is looked for while the look lasts.
  func look(_ text: String, within inner: String? = nil) {
    guard let target = targets[text] else { return }
    let there = Set(expected(target, guards: false) + expected(target, guards: true))
    looks += 1
    defer { looks -= 1 }
    let look = router.core.registry.index.reader.look(
      at: target,
      lanes: .all,
      tags: nil
    )
    troupe.pause()
    if let inner { self.look(inner) }
    var shown: Set<String> = []
    for index in 0..<look.count {
      let name = name(RouteID(words: look.id(index)))
      guard known[name]?.lives.value == 1 else {
        faults.append("\(name) is freed while \(text) is looked at")
        continue
      }
      let entry = unsafe Unmanaged<RouteEntry>.fromOpaque(look.payload(index))
        .takeUnretainedValue()
      if entry.id != known[name]?.id { faults.append("\(name) is another one") }
      var budget = MatchBudget()
      let captures = try? look.captures(index, of: target, budget: &budget)
      if captures != nil { shown.insert(name) }
    }
    if !shown.isSuperset(of: there) { faults.append("\(text) shows \(shown), not all of \(there)") }
    troupe.pause()
  }

  // MARK: - The end

  /// Takes all routes away.
  func finish() -> [String] {
    for text in targets.keys.sorted() {
      match(text)
      guards(text)
    }
    for name in order where known[name]?.isThere == true { dispose(name) }
    sweep()
    // A change frees what nobody looks at any more.
    let last = router.map("/the/end") { _, _, _, completed in completed() }
    router.dispose(of: last)
    InterleavedCase<RegistryScene>.wait { known.values.allSatisfy { $0.lives.value == 0 } }
    for name in order where known[name]?.lives.value != 0 {
      faults.append("\(name) is never let go of")
    }
    return faults
  }
}
