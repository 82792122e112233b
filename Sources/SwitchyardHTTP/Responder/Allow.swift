/// The methods that a target can be asked with.
enum Allow {
  /// The list of the known methods, for the server as a whole.
  static let everything = list(of: RequestMethod.known)

  /// Returns the list for maps with some tags, or `nil` when no method leads to any of them.
  static func list(forMapsTagged tags: Set<RouteTag>) -> String? {
    let isForAny = tags.contains(.anyMethod)
    var methods = RequestMethod.known.filter { method in
      isForAny || method.lookupTags.contains { tags.contains($0) }
    }
    let others = tags.compactMap(\.method).filter {
      !RequestMethod.known.contains($0) && !$0.asksForTunnel
    }
    methods += others.sorted { $0.rawValue < $1.rawValue }
    guard !methods.isEmpty else { return nil }
    return list(of: methods.contains(.options) ? methods : methods + [.options])
  }

  private static func list(of methods: [RequestMethod]) -> String {
    methods.map(\.rawValue).joined(separator: ", ")
  }
}

extension RequestMethod {
  /// The tags that a request of the method is looked up with.
  ///
  /// HEAD follows GET: it finds the same maps, through the same guards and proxies.
  package var lookupTags: [RouteTag] {
    switch self {
    case .get: Self.getTags
    case .head: Self.headTags
    case .post: Self.postTags
    default: [.method(self), .anyMethod]
    }
  }

  // The most frequent ones, made once.
  private static let getTags: [RouteTag] = [.method(.get), .anyMethod]
  private static let headTags: [RouteTag] = [.method(.head), .method(.get), .anyMethod]
  private static let postTags: [RouteTag] = [.method(.post), .anyMethod]
}
