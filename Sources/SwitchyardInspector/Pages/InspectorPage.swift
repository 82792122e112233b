import SwitchyardHTTP

/// A request for a page of an inspector, and the frame that all pages have in common.
struct InspectorPage: Sendable {
  let inspector: RouteInspector
  /// The router that is looked at.
  let router: Router
  let request: ServerRequest
  /// The path that the inspector is mounted at.
  let path: String

  init(
    _ inspector: RouteInspector,
    _ router: Router,
    _ request: ServerRequest,
    _ path: String
  ) {
    (self.inspector, self.router, self.request, self.path) = (inspector, router, request, path)
  }

  /// The pages that the bar leads to.
  enum Tab: String, CaseIterable {
    case requests = ""
    case routes = "/routes"
    case coverage = "/coverage"
    case explain = "/explain"
    case tree = "/tree"

    var title: String {
      switch self {
      case .requests: "Requests"
      case .routes: "Routes"
      case .coverage: "Coverage"
      case .explain: "Where does it lead?"
      case .tree: "Tree"
      }
    }
  }

  var configuration: RouteInspector.Configuration { inspector.configuration }

  /// Returns the address of a page with a query.
  func url(_ rest: String, _ query: QueryParameters = [:]) -> String {
    query.isEmpty ? path + rest : "\(path)\(rest)?\(query)"
  }

  /// Returns a filter with whose requests may be shown.
  func filter(_ query: QueryParameters) async -> RequestFilter {
    var filter = RequestFilter(query)
    if let viewer = configuration.viewer { filter.viewer = .some(await viewer(request)) }
    return filter
  }

  // MARK: - The frame

  func response(
    _ tab: Tab,
    _ heading: String,
    _ content: HTML,
    status: ResponseStatus = .ok
  ) -> ServerResponse {
    let tabs = Tab.allCases.filter { tab in
      switch tab {
      case .requests: configuration.showsRequests
      case .tree: configuration.tree != nil
      default: true
      }
    }
    let links = tabs.map { link -> HTML in
      let current: HTML = link == tab ? #" aria-current="page""# : ""
      return #"<li><a href="\#(url(link.rawValue))"\#(current)>\#(link.title)</a></li>"#
    }
    let home: HTML =
      configuration.home.map { #"<a class="home" href="\#($0)">Back to the site</a>"# } ?? ""
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex"><title>\(heading) · \(configuration.title) inspector</title>
      <link rel="stylesheet" href="\(url("/inspector.css"))">
      <script src="\(url("/inspector.js"))" defer></script></head>
      <body data-path="\(path)" data-page="\(tab.title)">
      <a class="skip" href="#main">Skip to the content</a>
      <header><p class="brand">\(configuration.title) <span>inspector</span></p>\(home)
      <nav aria-label="Pages of the inspector"><ul>\(links)</ul></nav></header>
      <main id="main" tabindex="-1"><h1>\(heading)</h1>
      \(content)
      </main><div id="says" class="unseen" role="status"></div></body></html>
      """
    return .html(page.text, status: status)
  }

  // MARK: - Parts

  /// A table in a region that scrolls by itself where it is too wide.
  static func table(_ label: String, _ columns: [String], _ rows: [HTML], id: String = "") -> HTML {
    let heads = columns.map { name -> HTML in #"<th scope="col">\#(name)</th>"# }
    let identifier: HTML = id.isEmpty ? "" : #" id="\#(id)""#
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(label)"><table>\
      <thead><tr>\(heads)</tr></thead><tbody\(identifier)>\(rows)</tbody></table></div>
      """
  }

  /// A choice of a form.
  static func choice(
    _ name: String,
    _ label: String,
    _ choices: [(value: String, text: String)],
    _ selected: String
  ) -> HTML {
    let options = choices.map { choice -> HTML in
      let mark: HTML = choice.value == selected ? " selected" : ""
      return #"<option value="\#(choice.value)"\#(mark)>\#(choice.text)</option>"#
    }
    return """
      <div><label for="\(name)">\(label)</label><select id="\(name)" name="\(name)">\(options)</select></div>
      """
  }

  /// A field to search with.
  static func search(_ label: String, _ value: String) -> HTML {
    """
    <div class="wide"><label for="q">\(label)</label>\
    <input id="q" name="q" type="search" value="\(value)" maxlength="\(QueryParameters.searchLimit)" autocomplete="off"></div>
    """
  }

  /// Links to the pages of a list before and behind.
  func pager(_ tab: Tab, _ query: QueryParameters, page: Int, of count: Int) -> HTML {
    guard count > 1 else { return "" }
    let link = { (number: Int, text: String) -> HTML in
      guard (1...count).contains(number) else { return "" }
      var query = query
      query["page"] = "\(number)"
      return #"<a href="\#(url(tab.rawValue, query))">\#(text)</a>"#
    }
    return """
      <nav class="pager" aria-label="Pages of the list">\(link(page - 1, "Before"))\
      <span>Page \(page) of \(count)</span>\(link(page + 1, "Next"))</nav>
      """
  }
}
