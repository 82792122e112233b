import SwitchyardProof

/// The matrix of guards and routes, from the proof.
struct CoveragePage {
  private let page: InspectorPage
  private let query: QueryParameters

  private static let most = 100
  private static let mostGuards = 40

  init(_ page: InspectorPage) {
    self.page = page
    query = page.request.query
  }

  private static let excess =
    "There are too many guards and routes for a matrix; whoever runs the program may set cellLimit."

  private func matrix(waitingFor time: Duration) async -> RouteCatalog.Matrix? {
    await page.inspector.matrix(of: page.router, waitingFor: time)
  }

  /// The matrix as a drawing.
  var drawing: ServerResponse {
    get async {
      guard page.inspector.hasMatrix(of: page.router) else {
        return .text("\(Self.excess)\n", status: .serviceUnavailable)
      }
      guard let matrix = await matrix(waitingFor: .seconds(20)) else {
        return ServerResponse(.serviceUnavailable, fields: [.retryAfter: "5"])
      }
      return .bytes(matrix.drawing, type: "image/svg+xml; charset=utf-8")
    }
  }

  var response: ServerResponse {
    get async {
      guard page.inspector.hasMatrix(of: page.router) else {
        return page.response(.coverage, "Coverage", #"<p id="results">\#(Self.excess)</p>"#)
      }
      guard let matrix = await matrix(waitingFor: page.configuration.patience)?.matrix else {
        return page.response(
          .coverage,
          "Coverage",
          """
          <p id="results" data-again role="status">The guards are being compared with all routes. \
          <a href="\(page.url("/coverage", query))">Look again</a></p>
          """
        )
      }
      let rows = rows(of: matrix)
      let count = max(1, (rows.count + Self.most - 1) / Self.most)
      let number = min(count, max(1, query["page"].flatMap { Int($0) } ?? 1))
      let shown = rows.dropFirst((number - 1) * Self.most).prefix(Self.most)
      let columns = Array(matrix.guards.indices.prefix(Self.mostGuards))
      return page.response(
        .coverage,
        "Coverage",
        """
        <p>Which guard is asked about all that comes to a route, for all URLs there can be. \
        A mark leads to a URL that shows it. <a href="\(page.url("/matrix.svg"))">The whole as a drawing</a></p>
        <form class="filter" method="get" action="\(page.url("/coverage"))" role="search" data-live>
        \(InspectorPage.search("Search routes", query.searched))
        \(InspectorPage.choice("only", "Show", [("", "all routes"), ("holes", "what is required and missing"), ("bare", "behind no guard")], query["only"] ?? ""))
        <button>Search</button></form>
        <div id="results">\(holes(of: matrix))
        \(Self.legend)
        <p class="remark" role="status">\(rows.count) of \(matrix.rows.count) routes\
        \(columns.count < matrix.guards.count ? ", the first \(columns.count) of \(matrix.guards.count) guards" : "").</p>
        \(table(shown, columns.map { matrix.guards[$0] }))
        \(page.pager(.coverage, query, page: number, of: count))</div>
        """
      )
    }
  }

  private func rows(of matrix: GuardMatrix) -> [GuardMatrix.Row] {
    let text = query.searched.lowercased()
    return matrix.rows.filter { row in
      switch query["only"] {
      case "holes"? where !row.hasHole: return false
      case "bare"? where row.together.cover == .covered: return false
      default: break
      }
      return text.isEmpty || row.route.pattern.lowercased().contains(text)
        || row.route.name?.lowercased().contains(text) == true
    }
  }

  private static let legend: HTML = """
    <ul class="legend"><li><span class="covered" aria-hidden="true">●</span> asked about all of it</li>
    <li><span class="open" aria-hidden="true">○</span> not asked about some of it</li>
    <li><span class="unknown" aria-hidden="true">?</span> undecided</li>
    <li><span class="hole" aria-hidden="true">✕</span> required, and not asked</li></ul>
    """

  private func holes(of matrix: GuardMatrix) -> HTML {
    let holes = matrix.holes
    let ofNone = matrix.findings.map { finding -> HTML in
      #"<p class="bad">\#(finding.message.printable)</p>"#
    }
    guard !holes.isEmpty else {
      return ofNone.isEmpty
        ? #"<p class="good">All that is required is covered.</p>"# : "\(ofNone)"
    }
    let items = holes.prefix(20).map { row -> HTML in
      let slip: HTML =
        row.shownHole.map { cell in
          #"<a href="\#(link(cell))"><code>\#(cell.request ?? "")</code></a> slips by. "#
        }
        ?? ""
      let faults = row.findings.map { $0.message.printable }.joined(separator: " ")
      return "<li><code>\(row.route.pattern)</code> \(row.route.name ?? ""): \(slip)\(faults)</li>"
    }
    return """
      \(ofNone)<section class="holes" aria-labelledby="holes"><h2 id="holes" class="bad">\(holes.count) \
      \(holes.count == 1 ? "route lacks" : "routes lack") what is required</h2><ul>\(items)</ul></section>
      """
  }

  private func table(
    _ rows: ArraySlice<GuardMatrix.Row>,
    _ guards: [RouteDescription]
  ) -> HTML {
    let heads = guards.map { guardian -> HTML in
      #"<th scope="col" class="turned"><span>\#(guardian.title)</span></th>"#
    }
    let lines = rows.map { row -> HTML in
      """
      <tr><th scope="row"><span class="faint">\(row.route.tags.methodsText.isEmpty ? row.route.kind.rawValue : row.route.tags.methodsText)</span> \
      <code>\(row.route.pattern)</code></th>\(row.cells.prefix(guards.count).map(cell))\(cell(row.together))\
      <td>\(row.route.access?.description ?? "")</td></tr>

      """
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="Matrix of guards and routes"><table class="matrix">
      <thead><tr><th scope="col">Route</th>\(heads)<th scope="col" class="turned"><span>together</span></th>\
      <th scope="col">Declared</th></tr></thead><tbody>\(lines)</tbody></table></div>
      """
  }

  private func cell(_ cell: GuardMatrix.Cell) -> HTML {
    let (style, mark) =
      switch cell.cover {
      case .covered: ("covered", "●")
      case .unknown: (cell.isHole ? "hole" : "unknown", "?")
      case .open: cell.isHole ? ("hole", "✕") : ("open", "○")
      }
    let text: HTML =
      #"<span aria-hidden="true">\#(mark)</span><span class="unseen">\#(cell.text)</span>"#
    guard cell.example != nil else { return #"<td class="\#(style)">\#(text)</td>"# }
    return
      #"<td class="\#(style)"><a href="\#(link(cell))" title="\#(cell.text)">\#(text)</a></td>"#
  }

  private func link(_ cell: GuardMatrix.Cell) -> String {
    page.url("/explain", ["url": cell.example ?? "/", "method": cell.method ?? "GET"])
  }
}
