/// The methods that a target can be asked with.
enum Allow {
  /// The tags of all methods, and of maps for any.
  static let tags = RouteTag.Method.allCases.map { RouteTag.method($0) } + [.http]

  /// The list of all methods, for the server as a whole.
  static let everything = list(of: RouteTag.Method.allCases)

  /// Returns the list for maps with some tags, or `nil` when no method leads to any of them.
  static func list(forMapsTagged tags: Set<RouteTag>) -> String? {
    guard !tags.contains(.http) else { return everything }
    let methods = RouteTag.Method.allCases.filter { method in
      method.lookupTags.contains { tags.contains($0) }
    }
    guard !methods.isEmpty else { return nil }
    return list(of: methods.contains(.options) ? methods : methods + [.options])
  }

  private static func list(of methods: [RouteTag.Method]) -> String {
    methods.map(\.rawValue).joined(separator: ", ")
  }
}

extension RouteTag.Method {
  /// The tags that a request of the method is looked up with.
  ///
  /// HEAD follows GET: it finds the same maps, through the same guards and proxies.
  var lookupTags: [RouteTag] {
    switch self {
    case .get: Self.getTags
    case .head: Self.headTags
    case .post: Self.postTags
    default: [.method(self), .http]
    }
  }

  // The most frequent ones, made once.
  private static let getTags: [RouteTag] = [.method(.get), .http]
  private static let headTags: [RouteTag] = [.method(.head), .method(.get), .http]
  private static let postTags: [RouteTag] = [.method(.post), .http]
}
