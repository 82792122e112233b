/// The routes of a router at one moment, in the order of their registration.
///
///     print(router.routes.table)
///     let manifest = try JSONEncoder().encode(router.routes)      // an array of objects
///
/// Routes that are disposed of, or whose owner is gone, are not among them.
public struct RouteListing: Hashable, Sendable {
  private let routes: [RouteDescription]
  /// The number of the version whose routes these are, which grows with each change; `nil` where
  /// the listing was not made by a router.
  ///
  /// It says nothing of what is listed: two listings with the same routes are equal whatever their
  /// versions.
  public let version: Int?

  /// Makes a listing of routes, sorted by their order.
  ///
  /// A route without an order is given that which follows on the route before it.
  public init(_ routes: [RouteDescription]) { self.init(routes, version: nil) }

  init(_ routes: [RouteDescription], version: Int?) {
    self.version = version
    var numbered: [RouteDescription] = []
    for var route in routes {
      // Numbers from elsewhere may be as large as they like.
      let next = (numbered.last?.order ?? 0).addingReportingOverflow(1)
      route.order = route.order ?? (next.overflow ? .max : next.partialValue)
      numbered.append(route)
    }
    self.routes = numbered.sorted { ($0.order ?? 0) < ($1.order ?? 0) }
  }
}

extension RouteListing {
  /// Returns whether two listings have the same routes.
  public static func == (one: RouteListing, other: RouteListing) -> Bool {
    one.routes == other.routes
  }

  /// Hashes the routes.
  public func hash(into hasher: inout Hasher) { hasher.combine(routes) }
}

extension RouteListing: RandomAccessCollection {
  /// The place of the first route.
  public var startIndex: Int { routes.startIndex }
  /// The place behind the last route.
  public var endIndex: Int { routes.endIndex }
  /// The route at a place.
  public subscript(position: Int) -> RouteDescription { routes[position] }
}

extension RouteListing: Codable {
  /// Reads an array of routes.
  public init(from decoder: any Decoder) throws {
    self.init(try [RouteDescription](from: decoder))
  }

  /// Writes an array of routes.
  public func encode(to encoder: any Encoder) throws { try routes.encode(to: encoder) }
}

extension RouteListing: CustomStringConvertible {
  /// The number of routes.
  public var description: String { count == 1 ? "1 route" : "\(count) routes" }

  /// A table of the routes with a header.
  public var table: String {
    guard !routes.isEmpty else { return "No routes." }
    // Most tables declare nothing, and stay as narrow as they are.
    let hasAccess = routes.contains { $0.access != nil }
    let access = hasAccess ? ["ACCESS"] : []
    var table = TextTable(
      ["#", "KIND", "PATTERN", "TAGS", "QUEUE", "OWNER", "NAME"] + access + ["ID", "AT", "REGEX"]
    )
    for route in routes {
      let access = hasAccess ? [route.access?.description] : []
      let first = [
        route.order.map { "\($0)" },
        route.kind.rawValue,
        route.patternAndExceptions,
        route.tags.list,
        route.queue,
        route.isOwnerAlive.map { $0 ? "alive" : "gone" },
        route.name,
      ]
      table.append(
        first + access + [
          route.id?.description,
          route.origin,
          route.regex,
        ]
      )
    }
    return table.description
  }
}

extension [RouteTag] {
  /// The tags in one line.
  var list: String { map(\.description).joined(separator: ", ") }
}
