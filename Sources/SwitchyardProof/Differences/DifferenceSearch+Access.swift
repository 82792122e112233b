/// The differences of what is declared of those who may come to maps and fallbacks.
extension DifferenceSearch {
  /// The differences of accesses, also of a route that became several, or was several.
  var differencesOfAccess: [(Key, Sighting)] {
    let forward = pairs.forward.enumerated().compactMap { one, other in other.map { [one, $0] } }
    let backward = pairs.backward.enumerated().compactMap { other, one in one.map { [$0, other] } }
    return Set(forward + backward).compactMap { pair in
      let (one, other) = (pair[0], pair[1])
      guard old.entries[one].isEnd,
        let kind = kind(of: old.listed(one).access, became: new.listed(other).access)
      else { return nil }
      var sighting = Sighting()
      sighting.lookups = Set(lookups(of: one, other))
      sighting.shown = sample(of: one, other)
      return (Key(kind: kind, old: one, new: other), sighting)
    }
  }

  private func kind(
    of access: RouteAccess?,
    became other: RouteAccess?
  ) -> RouteDifference.Kind.Value? {
    guard access != other else { return nil }
    guard let other else { return .accessLost }
    guard let access, !access.isPublic else { return .accessChanged }
    // The guards of what is public are none.
    let (guards, others) = (Set(access.guards), Set(other.guards))
    if guards == others { return nil }
    return guards.isSubset(of: others) ? .accessChanged : .accessWidened
  }

  /// The lookups that find a route in both tables.
  private func lookups(of one: Int, _ other: Int) -> [Int] {
    lookups.indices.filter { old.entries[one].isFound[$0] && new.entries[other].isFound[$0] }
  }

  /// A target with a lookup that runs a route in both tables, if one is soon found.
  func sample(of one: Int, _ other: Int) -> (target: RouteTarget, lookup: Int)? {
    let lookups = lookups(of: one, other)
    let cells = parts.parts[old.entries[one].pattern].lazy.flatMap { parts.all[$0].cells }
    for cell in cells.prefix(Self.tries) {
      guard let target = parts.cells.target(of: parts.cells.cells[cell]) else { continue }
      for lookup in lookups
      where old.meeting(target, in: lookup)?.end == one
        && new.meeting(target, in: lookup)?.end == other
      {
        return (target, lookup)
      }
    }
    return nil
  }
}
