/// All routes at one moment, in the orders they are asked in; made for who looks at all of them.
struct RouteTable: Sendable {
  /// The version whose routes they are.
  let version: UInt64
  /// In the order of registration.
  let guards: [RouteEntry]
  /// The latest first.
  let proxies: [RouteEntry]
  /// In the order of registration, the outermost first.
  let middleware: [RouteEntry]
  /// The one that wins first.
  let maps: [RouteEntry]
  /// The most specific first, of those alike the latest.
  let fallbacks: [RouteEntry]

  init(
    _ entries: some Sequence<RouteEntry>,
    version: UInt64,
    precedence: RoutePrecedence
  ) {
    self.version = version
    var lists: [RouteKind: [RouteEntry]] = [:]
    for entry in entries { lists[entry.kind, default: []].append(entry) }
    guards = (lists[.guard] ?? []).sorted { $0.order < $1.order }
    proxies = (lists[.proxy] ?? []).sorted { $0.order > $1.order }
    middleware = (lists[.middleware] ?? []).sorted { $0.order < $1.order }
    maps = (lists[.map] ?? []).sorted(by: precedence)
    fallbacks = (lists[.fallback] ?? []).sorted(by: .mostSpecific)
  }

  var count: Int {
    guards.count + proxies.count + middleware.count + maps.count + fallbacks.count
  }

  /// All of them, in the order in which a dispatch asks.
  var all: [RouteEntry] { guards + proxies + middleware + maps + fallbacks }
}

extension [RouteEntry] {
  fileprivate func sorted(by precedence: RoutePrecedence) -> [RouteEntry] {
    sorted { one, other in
      if precedence == .mostSpecific {
        let order = one.pattern.specificity(comparedTo: other.pattern)
        if order != .same { return order == .moreSpecific }
      }
      return one.order > other.order
    }
  }
}
