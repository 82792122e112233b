extension RouteDifference.Kind.Value {
  /// Whether somebody who relied on the old table may be let down by it.
  var isBreaking: Bool {
    switch self {
    case .guardAdded, .guardWidened, .added, .widened, .methodAdded, .viewAdded, .tagsChanged,
      .accessChanged:
      false
    default: true
    }
  }

  /// Whether the listings say it, whatever is found that shows it.
  var isListed: Bool {
    switch self {
    case .handlerChanged, .nameGone, .tagsChanged, .accessLost, .accessWidened, .accessChanged: true
    default: false
    }
  }
}

extension DifferenceSearch {
  /// The differences in words, those that break something first.
  var differences: [RouteDifference] {
    var all = seen.map { (key: $0.key, sighting: $0.value) }
    all += undecidedParameters.map { one, other in
      (Key(kind: .parameters, old: one, new: other), Sighting())
    }
    let order = Dictionary(
      uniqueKeysWithValues: RouteDifference.Kind.Value.allCases.enumerated().map { ($1, $0) }
    )
    let place = { (key: Key) -> [Int] in
      [
        key.isBreaking ? 0 : 1, order[key.kind] ?? 0, key.old.map { old.entries[$0].place } ?? -1,
        key.new.map { new.entries[$0].place } ?? -1, key.isCompatible ? 1 : 0,
      ]
    }
    let sorted = all.map { (place: place($0.key), item: $0) }
      .sorted { $0.place.lexicographicallyPrecedes($1.place) }
    let differences = sorted.map { difference($0.item.key, $0.item.sighting) }
    let breaking = differences.prefix(while: \.isBreaking)
    return breaking + notDecided + differences.dropFirst(breaking.count)
  }

  private func difference(_ key: Key, _ sighting: Sighting) -> RouteDifference {
    let isSure = sighting.shown != nil || sighting.urls != nil || key.kind.isListed
    let shown = sighting.shown
    let lookup = shown.map { lookups[$0.lookup] }
    let methods = sighting.lookups.sorted().compactMap { lookups[$0].method }
    return RouteDifference(
      kind: .init(key.kind),
      isBreaking: key.isBreaking,
      certainty: isSure ? .yes : .unknown,
      old: key.old.map { withoutSettings(old.listed($0)) },
      new: key.new.map { withoutSettings(new.listed($0)) },
      methods: methods,
      method: lookup?.method,
      view: lookup?.view,
      example: shown?.target.description ?? sighting.urls?.old,
      message: isSure ? message(key, sighting) : doubt(key)
    )
  }

  /// Leaves out what a handler is made with: the values may be secrets.
  private func withoutSettings(_ route: RouteDescription) -> RouteDescription {
    var route = route
    route.configuration = nil
    return route
  }

  private var notDecided: [RouteDifference] {
    guard !undecided.isEmpty else { return [] }
    let routes =
      old.entries.indices.filter { undecided.contains(old.entries[$0].pattern) }
      .map { "\(old.listed($0))" }
      + new.entries.indices.filter { undecided.contains(new.entries[$0].pattern) }
      .map { "\(new.listed($0))" }
    var known: Set<String> = []
    return [.undecided(routes.filter { known.insert($0).inserted })]
  }

  // MARK: - Words

  private func message(_ key: Key, _ sighting: Sighting) -> String {
    let url = sighting.shown.map { shown in
      lookups[shown.lookup].text(shown.target.description)
    }
    let before = key.old.map { name(old.listed($0)) } ?? ""
    let after = key.new.map { name(new.listed($0)) } ?? ""
    let shown = url ?? ""
    let now =
      sighting.nowRuns.map { "runs the \(name(new.listed($0)))" } ?? "meets no map or fallback"
    switch key.kind {
    case .unguarded:
      let was = sighting.guardBefore.map { "the \(name(old.listed($0)))" } ?? "one"
      return "\(shown) runs the \(after), and no guard is asked; \(was) was."
    case .guardRemoved:
      return "The \(before) is gone: it was asked about \(shown), which \(now) now."
    case .guardNarrowed:
      return "The \(before) is asked about less: \(shown) goes past it, and \(now)."
    case .handlerChanged: return "The \(before) has \(handlers(key, url))."
    case .removed: return "The \(before) is gone: \(shown) \(now) now."
    case .shadowed: return "The \(before) never runs any more: \(shown) \(now) now."
    case .taken: return "The \(before) still matches \(shown), which \(now) now."
    case .narrowed: return "The \(before) matches less: \(shown) \(now) now."
    case .methodLost, .viewLost:
      return "The \(before) is not found by all that it was: \(shown) \(now) now."
    case .parameters:
      return "The \(before) is given other parameters: for \(shown) \(parameters(key, sighting))."
    case .nameGone:
      let made = sighting.urls.map { ", such as \($0.old)" } ?? ""
      return "No route has the name of the \(before) any more; links by it\(made) cannot be made."
    case .nameMoved:
      let made = sighting.urls.map { urls in
        urls.new.map { "makes \($0) where it made \(urls.old)" }
          ?? "makes no URL of the values with which it made \(urls.old)"
      }
      return "The name of the \(before) \(made ?? "may make other URLs")."
    case .undecided: return ""
    case .guardAdded: return "The \(after) is new: it is asked about \(shown)."
    case .guardWidened: return "The \(after) is asked about more, such as \(shown)."
    case .added: return "The \(after) is new: it has \(shown)."
    case .widened: return "The \(after) runs for more, such as \(shown)."
    case .methodAdded, .viewAdded: return "The \(after) is found by more: \(shown) runs it."
    case .tagsChanged:
      return "The \(before) has other tags: \(tags(key.old.map(old.listed))) became "
        + "\(tags(key.new.map(new.listed)))."
    case .accessLost: return "The \(before) has no declared access any more: \(accesses(key, url))."
    case .accessWidened: return "The \(before) has a wider access: \(accesses(key, url))."
    case .accessChanged: return "The \(before) has another access: \(accesses(key, url))."
    }
  }

  private func doubt(_ key: Key) -> String {
    let route = key.old.map { name(old.listed($0)) } ?? key.new.map { name(new.listed($0)) } ?? ""
    return "It cannot be decided whether the \(route) differs in this way. Write simpler "
      + "expressions, or leave its pattern as it was."
  }

  /// The kind, the name if there is one, and the pattern.
  private func name(_ route: RouteDescription) -> String {
    "\(route)\(route.name.map { " (\($0.excerpt))" } ?? "")"
  }

  private func parameters(_ key: Key, _ sighting: Sighting) -> String {
    guard let target = sighting.shown?.target, let one = key.old, let other = key.new else {
      return "others"
    }
    let text = { (entry: ComparedTable.Entry) in
      let values = self.values(of: target, entry.route.pattern) ?? [:]
      let pairs = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return pairs.isEmpty ? "none" : pairs.joined(separator: ", ").printable
    }
    return "\(text(old.entries[one])) became \(text(new.entries[other]))"
  }

  private func tags(_ route: RouteDescription?) -> String {
    let names = (route?.tags ?? []).compactMap(\.name)
      .filter { $0 != RouteTag.anyMethod.name }
    return names.isEmpty ? "none" : names.sorted().joined(separator: ", ").printable
  }

  private func accesses(_ key: Key, _ url: String?) -> String {
    let text = { (route: RouteDescription?) in route?.access?.description.excerpt ?? "none" }
    let became = "\(text(key.old.map(old.listed))) became \(text(key.new.map(new.listed)))"
    return url.map { "\(became), such as for \($0)" } ?? became
  }
}

extension RouteDifference {
  /// Says that two tables cannot be compared.
  static var ofPolicies: RouteDifference {
    .undecided(
      "The tables have different policies for slashes, and no URL is the same in both. Read both "
        + "with one policy."
    )
  }

  /// Says that the work of one run was spent before some routes were compared in full.
  static func undecided(_ routes: [String]) -> RouteDifference {
    let shown = routes.prefix(5).map { "the \($0)" }.joined(separator: ", ")
    let rest = routes.count > 5 ? " and \(routes.count - 5) more" : ""
    return .undecided(
      "Not everything was compared of \(shown)\(rest): the work of one run was spent. Compare "
        + "fewer routes at once, or write simpler expressions."
    )
  }

  private static func undecided(_ message: String) -> RouteDifference {
    RouteDifference(
      kind: .undecided,
      isBreaking: true,
      certainty: .unknown,
      old: nil,
      new: nil,
      methods: [],
      method: nil,
      view: nil,
      example: nil,
      message: message
    )
  }
}
