/// Compares what stands behind routes, where one of the tables says it.
extension DifferenceSearch {
  /// Returns the difference of two that are one route, if they have other handlers or settings.
  func handlerChange(of one: Int, to other: Int) -> Key? {
    guard old.entries[one].handler != new.entries[other].handler else { return nil }
    var key = Key(kind: .handlerChanged, old: one, new: other)
    // A new version of a page is what changes are for. Who stands before pages is relied on, and
    // the next one may let everybody by; who only looks on has never turned anybody away.
    let entry = old.entries[one]
    key.isCompatible = entry.isEnd || entry.route.kind == .guard && !entry.route.decides
    return key
  }

  /// Notes it also of pairs that no target meets in both tables.
  mutating func compareHandlers() {
    for (one, other) in pairs.forward.enumerated() {
      guard let other, pairs.backward[other] == one,
        let key = handlerChange(of: one, to: other), seen[key] == nil
      else { continue }
      seen[key] = Sighting()
    }
  }

  /// Says what a route has in place of what it had.
  func handlers(_ key: Key, _ url: String?) -> String {
    let before = key.old.flatMap { old.entries[$0].handler }
    let after = key.new.flatMap { new.entries[$0].handler }
    let shown = url.map { ", such as for \($0)" } ?? ""
    guard before?.key == after?.key else {
      let keys = [before?.key, after?.key].map { $0?.excerpt ?? "none" }
      return "another handler: \(keys[0]) became \(keys[1])\(shown)"
    }
    // Their values may be secrets, and this is for logs of CI as well.
    let all = [before, after].flatMap { $0.map { Array($0.settings.keys) } ?? [] }
    let names = Set(all).filter { before?.differs(from: after, in: $0) ?? true }
    return "other settings: \(names.sorted().joined(separator: ", ").excerpt)\(shown)"
  }
}
