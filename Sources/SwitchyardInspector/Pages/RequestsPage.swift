import SwitchyardHTTP

/// The requests as they come, with a search.
struct RequestsPage {
  private let page: InspectorPage

  static let most = 100

  init(_ page: InspectorPage) { self.page = page }

  var response: ServerResponse {
    get async {
      let query = page.request.query
      let filter = await page.filter(query)
      let (records, hasMore, count) = page.inspector.recorder.last(Self.most, filter)
      let rows = records.map { Self.row($0, page.path) }
      let note: HTML = hasMore ? "The latest \(Self.most) that fit are shown." : ""
      return page.response(
        .requests,
        "Requests",
        """
        <form class="filter" method="get" action="\(page.url(""))" role="search" data-live>
        \(InspectorPage.search("Search paths, routes and statuses", query.searched))
        \(InspectorPage.choice("method", "Method", methods, filter.method))
        \(InspectorPage.choice("status", "Status", Self.statuses, filter.status))
        <button>Search</button></form>
        <p class="bar"><a id="refresh" href="\(refresh(count))">Refresh</a>\
        <button id="pause" class="quiet" hidden aria-pressed="false">Pause</button>
        <span id="live"></span></p>
        <div id="results" data-after="\(count)">\(InspectorPage.table("Requests, the latest first", Self.columns, rows, id: "requests"))
        <p id="empty" class="remark">\(rows.isEmpty ? emptiness : note)</p></div>
        """
      )
    }
  }

  private static let columns = ["#", "UTC", "Method", "Target", "Status", "Route", "Time"]
  private static let statuses = [
    ("", "all"), ("2", "2xx"), ("3", "3xx"), ("4", "4xx"), ("5", "5xx"),
  ]

  private var methods: [(value: String, text: String)] {
    [("", "all")] + RequestMethod.known.map { ($0.rawValue, $0.rawValue) } + [("OPEN", "OPEN")]
  }

  /// Another address each time, or a browser would only go to a place within the page.
  private func refresh(_ count: Int) -> String {
    var query = page.request.query
    query["seen"] = "\(count)"
    return page.url("", query)
  }

  private var emptiness: HTML {
    page.configuration.viewer == nil
      ? "No request yet, or none that fits. Requests are recorded where the router's onTrace leads here."
      : "No request of yours yet, or none that fits."
  }

  /// A request as a row, on one line.
  static func row(_ record: RequestRecord, _ path: String) -> HTML {
    """
    <tr><td><a href="\(path)/requests/\(record.number)">\(record.number)</a></td>\
    <td>\(.clock(record.second))</td><td>\(record.method)</td>\
    <td><code>\(record.target.shortened)</code></td><td>\(.status(record.status))</td>\
    <td>\(record.endTitle.shortened)</td><td class="number">\(.time(record.trace.duration))</td></tr>
    """
  }
}

extension String {
  /// As much of the text as a row has room for.
  var shortened: String { count > 200 ? prefix(200) + "…" : self }
}
