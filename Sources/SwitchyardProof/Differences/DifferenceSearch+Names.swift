/// Compares what routes are called, and the tags that find them.
extension DifferenceSearch {
  /// Returns the latest route of each name, which is the one that is found by it.
  private func names(of table: ComparedTable) -> [String: Int] {
    var names: [String: Int] = [:]
    for (rank, entry) in table.entries.enumerated() {
      guard let name = entry.route.name else { continue }
      if let known = names[name], table.entries[known].place > entry.place { continue }
      names[name] = rank
    }
    return names
  }

  mutating func compareNames() {
    let later = names(of: new)
    for (name, one) in names(of: old) {
      let entry = old.entries[one]
      // No links are made by the names of others.
      guard entry.isEnd else { continue }
      let other = later[name]
      if let other, new.entries[other].pattern == entry.pattern { continue }
      let key = Key(kind: other == nil ? .nameGone : .nameMoved, old: one, new: other)
      if let urls = self.urls(of: name, entry) {
        var sighting = Sighting()
        sighting.urls = urls
        seen[key] = sighting
      } else if other.map({ !areByWholeSegments(one, $0) }) ?? true {
        seen[key] = Sighting()
      }
    }
  }

  func areByWholeSegments(_ one: Int, _ other: Int) -> Bool {
    old.entries[one].route.pattern.takesWholeSegments
      && new.entries[other].route.pattern.takesWholeSegments
  }

  /// Returns the URLs that both tables make of a name and the same values, where they differ.
  private func urls(
    of name: String,
    _ entry: ComparedTable.Entry
  ) -> (old: String, new: String?)? {
    let cells = parts.parts[entry.pattern].flatMap { parts.all[$0].cells }
    for target in targets(of: cells, for: entry.route.pattern) {
      guard let values = self.values(of: target, entry.route.pattern),
        let before = try? old.routes.router.url(named: name, values: values)
      else { continue }
      let after = try? new.routes.router.url(named: name, values: values)
      if before != after { return (before, after) }
    }
    return nil
  }

  mutating func compareTags() {
    for (one, other) in pairs.forward.enumerated() {
      guard let other else { continue }
      let entry = old.entries[one]
      let names = { (route: SurveyedRoute) in
        Set(route.tags.filter { $0.name != nil && $0 != .anyMethod })
      }
      guard names(entry.route) != names(new.entries[other].route) else { continue }
      var sighting = Sighting()
      sighting.shown = sample(of: one, other)
      seen[Key(kind: .tagsChanged, old: one, new: other)] = sighting
    }
  }

  /// Notes where closures decide in one of the tables alone: no listing says what they refuse.
  ///
  /// Of a guard they may stand in an exception, so that with fewer it may be asked about less too.
  mutating func compareClosures() {
    for (one, other) in pairs.forward.enumerated() {
      guard let other else { continue }
      let isOpaque = new.listed(other).isOpaque == true
      guard isOpaque != (old.listed(one).isOpaque == true) else { continue }
      let kind: RouteDifference.Kind.Value =
        old.entries[one].route.kind == .guard ? .guardNarrowed : isOpaque ? .narrowed : .widened
      let key = Key(kind: kind, old: one, new: other)
      if seen[key] == nil { seen[key] = Sighting() }
    }
  }
}
