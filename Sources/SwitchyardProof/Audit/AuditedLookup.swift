/// A way in which a map can be asked for: by a method, or by the tags of a view.
enum AuditedLookup: Hashable {
  case request(RequestMethod)
  case view([RouteTag])

  /// The tags of the lookup.
  var tags: [RouteTag] {
    switch self {
    case .request(let method): method.lookupTags
    case .view(let tags): tags
    }
  }
}

/// A target as it is asked for, which has been found to meet a map.
struct AuditedTarget {
  let target: RouteTarget
  /// The head of the request; `nil` for what is none.
  let head: RequestHead?
  let met: MetRoutes
}
