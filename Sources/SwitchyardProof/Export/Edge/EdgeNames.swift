/// The answers of a server in front for routes: their names where no other route has them and they
/// can stand there, else their numbers.
struct EdgeNames {
  private let names: [Int: String]

  /// Names the routes at some places, where a form may take fewer names than others.
  init(
    _ routes: ListedRoutes,
    of places: [Int],
    where fits: (String) -> Bool = { _ in true }
  ) {
    var counts: [String: Int] = [:]
    for place in places { counts[routes.entries[place].route.name ?? "", default: 0] += 1 }
    // Listings that were put together may have a number twice.
    let orders = places.map { routes.entries[$0].route.order ?? $0 + 1 }
    let areUnique = Set(orders).count == orders.count
    var names: [Int: String] = [:]
    for place in places {
      let route = routes.entries[place].route
      let order = areUnique ? route.order ?? place + 1 : place + 1
      let name = route.name ?? ""
      names[place] = counts[name] == 1 && name.isNameAtEdge && fits(name) ? name : "route-\(order)"
    }
    self.names = names
  }

  /// The answer for the route at a place.
  subscript(place: Int) -> String { names[place] ?? EdgeTable.Answer.app }
}

extension String {
  /// The words that Caddy takes for truths and numbers.
  private static let values: Set = ["t", "f", "true", "false", "inf", "infinity", "nan"]

  /// Whether it can stand in files of servers and in header fields as it is, and is no answer for
  /// what is no route.
  fileprivate var isNameAtEdge: Bool {
    guard let first = utf8.first, first.isASCIILetter, utf8.count <= 64 else { return false }
    return utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "._-".utf8.contains($0) }
      && !EdgeTable.Answer.all.contains(self) && !hasPrefix("route-")
      && !Self.values.contains(lowercased())
  }
}
