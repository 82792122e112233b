import SwitchyardProof

/// The routes with their guards and figures, as many as are looked for.
struct RoutesPage {
  private let page: InspectorPage
  private let query: QueryParameters

  private static let most = 100

  init(_ page: InspectorPage) {
    self.page = page
    query = page.request.query
  }

  var response: ServerResponse {
    get async {
      let listing = page.inspector.catalog.listing(of: page.router)
      let matrix = await matrix
      let places = places(in: listing, matrix)
      let count = max(1, (places.count + Self.most - 1) / Self.most)
      let number = min(count, max(1, query["page"].flatMap { Int($0) } ?? 1))
      let shown = places.dropFirst((number - 1) * Self.most).prefix(Self.most)
        .map { listing.routes[$0] }
      page.inspector.recorder.keepFigures(on: listing)
      let figures = hasFigures ? page.inspector.recorder.figures(shown.compactMap(\.id)) : [:]
      let rows = shown.map { row($0, matrix, $0.id.flatMap { figures[$0] }) }
      let remark = remarks(isCompared: matrix != nil)
      return page.response(
        .routes,
        "Routes",
        """
        <form class="filter" method="get" action="\(page.url("/routes"))" role="search" data-live>
        \(InspectorPage.search("Search patterns, names, tags and expressions", query.searched))
        \(choices(listing))<button>Search</button></form>
        <div id="results"><p class="remark" role="status">\(places.count) of \(listing.routes.count) routes.\(remark)</p>
        \(InspectorPage.table("Routes in the order of their registration", columns, rows))
        \(page.pager(.routes, query, page: number, of: count))</div>
        """
      )
    }
  }

  private func remarks(isCompared: Bool) -> String {
    let traced = page.router.configuration
    let comparison =
      if isCompared {
        ""
      } else if page.inspector.hasMatrix(of: page.router) {
        " The guards in front are still being compared."
      } else {
        " There are too many guards and routes for the guards in front."
      }
    let isWhole = traced.traceRate >= 1 && traced.traceLimit == nil
    guard hasFigures, !isWhole else { return comparison }
    return comparison + " Hits and times are of the part that is traced."
  }

  /// Whether there are figures: they are of the requests of all, which nobody is shown where each
  /// sees their own.
  private var hasFigures: Bool { page.configuration.viewer == nil }

  private var columns: [String] {
    ["#", "Kind", "Methods", "Pattern", "Name", "Tags", "Guards in front"]
      + (hasFigures ? ["Hits", "p50", "p99", "Last seen"] : [])
  }

  private var matrix: RouteCatalog.Matrix? {
    get async {
      await page.inspector.matrix(of: page.router, waitingFor: page.configuration.patience)
    }
  }

  // MARK: - Filters

  private func choices(_ listing: RouteCatalog.Listing) -> [HTML] {
    let kinds = ["guard", "proxy", "middleware", "map", "fallback"].map { ($0, $0) }
    let tags = Set(listing.routes.flatMap(\.tags))
    let methods = tags.compactMap(\.methodToken).sorted().map { ($0, $0) }
    let names = tags.filter { $0.methodToken == nil && $0 != .anyMethod }.map(\.description)
      .sorted()
    let guards = listing.routes.filter { $0.kind == .guard && $0.isObserving != true }
      .map { ("\($0.order ?? 0)", $0.title) }
    return [
      InspectorPage.choice("kind", "Kind", [("", "all")] + kinds, query["kind"] ?? ""),
      InspectorPage.choice("method", "Method", [("", "all")] + methods, query["method"] ?? ""),
      InspectorPage.choice(
        "tag",
        "Tag",
        [("", "all")] + names.prefix(200).map { ($0, $0) },
        query["tag"] ?? ""
      ),
      InspectorPage.choice(
        "guard",
        "Behind",
        [("", "any guard or none"), ("none", "no guard")] + guards.prefix(200),
        query["guard"] ?? ""
      ),
    ]
  }

  private func places(
    in listing: RouteCatalog.Listing,
    _ matrix: RouteCatalog.Matrix?
  ) -> [Int] {
    let (kind, method, tag) = (query["kind"] ?? "", query["method"] ?? "", query["tag"] ?? "")
    let wanted = query["guard"] ?? ""
    let guardian = Int(wanted).flatMap { order in
      listing.routes.first { $0.kind == .guard && $0.order == order }?.id
    }
    return listing.places(with: query.searched.lowercased()).filter { place in
      let route = listing.routes[place]
      if !kind.isEmpty, route.kind.rawValue != kind { return false }
      if !method.isEmpty,
        !route.tags.contains(where: { $0.methodToken == method || $0 == .anyMethod })
      {
        return false
      }
      if !tag.isEmpty, !route.tags.contains(where: { $0.description == tag }) { return false }
      guard !wanted.isEmpty else { return true }
      guard let matrix, let row = matrix[route.id] else { return false }
      if wanted == "none" { return row.together.cover != .covered }
      return matrix.guards(before: row).contains { $0.id == guardian }
    }
  }

  // MARK: - Rows

  private func row(
    _ route: RouteDescription,
    _ matrix: RouteCatalog.Matrix?,
    _ figures: RouteFigures?
  ) -> HTML {
    let tags = route.tags.filter { $0.methodToken == nil && $0 != .anyMethod }
    var remarks: [HTML] = []
    if let access = route.access { remarks.append("<p>\(access.description)</p>") }
    if let exceptions = route.exceptions {
      remarks.append("<p>except \(exceptions.joined(separator: ", "))</p>")
    }
    if let queue = route.queue { remarks.append("<p>on the queue \(queue)</p>") }
    if let origin = route.origin { remarks.append("<p>at \(origin)</p>") }
    return """
      <tr><td class="number">\(route.order ?? 0)</td><td>\(route.kind.rawValue)</td>\
      <td>\(route.tags.methodsText)</td><td><details><summary><code>\(route.pattern)</code></summary>\
      <p>expression <code>\(route.regex ?? "")</code></p>\(remarks)</details></td>\
      <td>\(route.name ?? "")</td><td>\(tags.map(\.description).joined(separator: ", "))</td>\
      <td>\(guards(before: route, matrix))</td>\(hasFigures ? cells(figures) : "")</tr>

      """
  }

  /// The cells of the figures on a route.
  private func cells(_ figures: RouteFigures?) -> HTML {
    let p50 = figures?.quantile(0.5).map { HTML.time($0) } ?? ""
    let p99 = figures?.quantile(0.99).map { HTML.time($0) } ?? ""
    let seen = figures.map { HTML.clock($0.lastSecond) } ?? ""
    return """
      <td class="number">\(figures?.hits ?? 0)</td><td class="number">\(p50)</td>\
      <td class="number">\(p99)</td><td>\(seen)</td>
      """
  }

  private func guards(
    before route: RouteDescription,
    _ matrix: RouteCatalog.Matrix?
  ) -> HTML {
    guard route.kind == .map || route.kind == .fallback else { return "" }
    guard let matrix else { return "…" }
    guard let row = matrix[route.id] else { return "" }
    let names = matrix.guards(before: row).map(\.title)
    return names.isEmpty ? "none" : "\(names.joined(separator: ", "))"
  }
}
