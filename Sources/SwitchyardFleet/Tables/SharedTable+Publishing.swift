extension SharedTable {
  /// Returns the next generation of the table.
  ///
  /// - Parameters:
  ///   - number: its number.
  ///   - removed: the numbers of the routes that go.
  ///   - added: the routes that come, in the order of their registration, without numbers.
  ///   - note: words of whoever makes it.
  /// - Returns: the generation, of which nothing is checked.
  func generation(
    _ number: Int,
    removing removed: [Int],
    adding added: [RouteDescription],
    note: String?
  ) -> RouteGeneration {
    let last = last
    let numbered = added.enumerated().map { $1.declared(order: last + 1 + $0) }
    var digest = digest
    for route in numbered { digest.add(route) }
    for order in removed { if let route = routes[order] { digest.remove(route) } }
    return RouteGeneration(
      number: number,
      base: self.number,
      removed: removed,
      added: numbered,
      checksum: digest.text,
      note: note
    )
  }

  /// Returns what leads from this table to some routes, so that they are asked in their order.
  ///
  /// The order of routes counts among guards, among proxies, among middleware, and among maps and
  /// fallbacks of which none is more specific; or among all maps, where the latest wins. As one
  /// that comes is behind all others, those that have to be behind it go and come again.
  func difference(
    to wanted: [RouteDescription],
    _ configuration: Router.Configuration
  ) -> (removed: [Int], added: [RouteDescription]) {
    let old = routes.values.sorted { ($0.order ?? 0) < ($1.order ?? 0) }
    var queues = Dictionary(grouping: old) { OrderGroup($0, configuration) }
    for group in queues.keys { queues[group]?.reverse() }
    var kept: Set<Int> = []
    var added: [RouteDescription] = []
    for route in wanted {
      let declared = route.declared(order: nil)
      let group = OrderGroup(declared, configuration)
      var found: Int?
      // Behind one that is not there nothing is left to be kept: all of them are gone through.
      while found == nil, let candidate = queues[group]?.popLast() {
        if candidate.declared(order: nil).isExactly(declared) { found = candidate.order }
      }
      if let found { kept.insert(found) } else { added.append(declared) }
    }
    return (routes.keys.filter { !kept.contains($0) }.sorted(), added)
  }
}

/// Routes among which the order counts.
private struct OrderGroup: Hashable {
  private let kind: RouteKind
  private let specificity: [UInt8]

  init(_ route: RouteDescription, _ configuration: Router.Configuration) {
    kind = route.kind
    let isBySpecificity =
      switch route.kind {
      case .guard, .proxy, .middleware: false
      case .map: configuration.precedence == .mostSpecific
      case .fallback: true
      }
    var options = RoutePattern.Options()
    options.slashes = configuration.slashes
    options.letterCase = configuration.letterCase
    let pattern =
      isBySpecificity ? try? RoutePattern(parsing: route.pattern, options: options) : nil
    specificity = pattern?.specificityKey ?? []
  }
}
