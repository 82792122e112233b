/// A lookup by which two tables are compared: a request of a method, or one through a tag.
struct DifferenceLookup: Hashable {
  /// The tags of the lookup.
  let tags: [RouteTag]
  /// The method of the request, if it is one.
  var method: RequestMethod?
  /// The tag of the view, if it has one.
  var view: RouteTag?

  /// The tags whose maps keep fallbacks from running.
  var rivalTags: [RouteTag] { method == nil ? [] : MethodTags.current.tags }

  /// Whether a map keeps fallbacks from running though the lookup does not find it.
  func isRival(_ route: SurveyedRoute) -> Bool {
    guard method != nil, route.kind == .map else { return false }
    return route.tags.contains { $0.methodToken != nil || $0 == .anyMethod }
  }

  /// Returns the lookups that routes tell apart: a request of each method that one of them names,
  /// and of one more where any is answered, or met by a proxy or middleware; where routes are of no
  /// request all at once, and each tag; and each tag of a proxy that no request meets.
  static func all(of routes: [SurveyedRoute]) -> [DifferenceLookup] {
    let ends = routes.filter { $0.kind == .map || $0.kind == .fallback }
    var methods: Set<RequestMethod> = []
    var isForAny = false
    var views: Set<RouteTag> = []
    var isApp = false
    for route in routes {
      for tag in route.tags + route.exceptions.flatMap(\.methods) {
        if let method = tag.method { methods.insert(method) }
      }
    }
    for end in ends {
      let isForRequests = end.tags.contains { $0.methodToken != nil || $0 == .anyMethod }
      if end.tags.contains(.anyMethod) { isForAny = true }
      // A fallback that is for any method may stand in an app as well.
      if !isForRequests || end.kind == .fallback && !end.tags.contains(where: \.isOfMethod) {
        views.formUnion(end.tags.filter { $0.name != nil && $0 != .anyMethod })
      }
      if !isForRequests { isApp = true }
    }
    let isServer = ends.contains { $0.kind == .map && $0.tags.contains(where: \.isForRequests) }
    // Of proxies with names alone no request is met.
    var proxyViews: Set<RouteTag> = []
    for proxy in routes where proxy.kind == .proxy {
      let names = proxy.tags.filter { $0.name != nil && $0 != .anyMethod }
      views.formUnion(names)
      if names.count == proxy.tags.count { proxyViews.formUnion(names) }
    }
    var lookups: [DifferenceLookup] = []
    // An app may have a fallback for any method, as long as no route names one.
    if isServer || !methods.isEmpty || isForAny && !isApp {
      if methods.contains(.get) { methods.insert(.head) }
      // Who answers any method answers one that no route names alike, and so may proxies and
      // middleware.
      let meetsAny = routes.contains { route in
        switch route.kind {
        case .proxy: route.tags.isEmpty || route.tags.contains(.anyMethod)
        case .middleware: !route.tags.contains(where: \.isOfMethod)
        default: false
        }
      }
      if isForAny || meetsAny,
        let other = RequestMethod.registered.first(where: { !methods.contains($0) })
          ?? .unheard(beside: methods)
      {
        methods.insert(other)
      }
      let known = RequestMethod.registered.filter(methods.contains)
      let others = methods.subtracting(known).sorted { $0.rawValue < $1.rawValue }
      lookups = (known + others).map { DifferenceLookup(tags: $0.lookupTags, method: $0) }
    }
    // Proxies alone are met by whatever is looked up.
    let isLookedUp = isApp || ends.isEmpty || lookups.isEmpty
    if isLookedUp { lookups.append(DifferenceLookup(tags: [])) }
    let asked = isLookedUp ? views : proxyViews
    for view in asked.sorted(by: { $0.description < $1.description }) {
      lookups.append(DifferenceLookup(tags: [view], view: view))
    }
    return lookups
  }
}

extension RouteTag {
  fileprivate var isOfMethod: Bool { methodToken != nil }
  fileprivate var isForRequests: Bool { isOfMethod || self == .anyMethod }
}

extension DifferenceLookup {
  /// The lookup and a target in words: `GET /books/1`, or `app://books/1 through Views`.
  func text(_ target: String) -> String {
    if let method { return "\(method.rawValue) \(target)" }
    return view.map { "\(target) through \($0)" } ?? target
  }
}
