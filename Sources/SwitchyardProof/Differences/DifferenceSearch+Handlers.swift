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

  /// Returns the differences of proxies and middleware that have other handlers; of the new ones
  /// some are told of for themselves.
  func handlerChanges(_ before: TableMeeting, _ after: TableMeeting, untold: [Int]) -> [Key] {
    var found: [Key] = []
    for one in before.others where old.entries[one].handler != nil {
      let others = after.others.filter { pairs.areSame(one, $0) }
      let changes = others.compactMap { handlerChange(of: one, to: $0) }
      // Where it has become several, one of them stands for it.
      guard changes.count == others.count, let key = changes.first else { continue }
      found.append(key)
    }
    // Another one beside it, which may answer in its place, is not the same for its pattern alone.
    let told = Set(found.compactMap(\.new))
    for other in untold where new.entries[other].handler != nil && !told.contains(other) {
      let ones = before.others.filter { pairs.areSame($0, other) }
      guard !ones.isEmpty, ones.allSatisfy({ handlerChange(of: $0, to: other) != nil }) else {
        continue
      }
      found.append(Key(kind: .added, new: other))
    }
    return found
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
