import NavigationTree
import RoutePatterns
import SwitchyardHTTP

/// Shows the parts behind the pages: routes, verdicts, the visitor's tree and requests, and
/// findings of validation.
struct Inspector {
  let router: Router
  let state: RouterState
  let entries: [DispatchLog.Entry]
  /// The URL to be explained.
  let url: String?
  /// The method that it is to be explained for.
  let method: RequestMethod
  /// The page that the visitor came from.
  let back: String

  var page: HTML {
    """
    <p><a class="back" href="\(back)"><span aria-hidden="true">‹</span> Back to the room</a></p>
    <h1>Inspector</h1>
    <p>What stands behind the pages: how a URL finds its way, and where you are in the tree.</p>
    <h2 id="explain">Where does a URL lead?</h2>\(question)\(answer)
    <h2 id="tree">Your tree</h2>
    <p>Filled is what is asked for, framed what leads there, dashed what other sections keep.</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="tree">\(TreeDrawing(.room, state).svg)</div>
    <p><code>\(state.description)</code></p>
    <h2 id="last">Your last requests</h2>
    <p><a id="refresh" href="\(refresh)">Refresh</a><span id="live" hidden>As they come in.</span></p>\(dispatches)
    <h2 id="routes">Routes</h2>\(routes)
    <h2 id="findings">Findings of the validation</h2>\(findings)
    """
  }

  /// The same page, a little later: another address, or the browser would only go to the place
  /// within it.
  private var refresh: String {
    var query: QueryParameters = ["seen": "\(entries.first?.number ?? 0)"]
    if let url {
      query.append("url", value: url)
      query.append("method", value: method.rawValue)
    }
    return "/inspector?\(query)#last"
  }

  private var dispatches: HTML {
    let columns = ["#", "Method", "Path", "Status", "Leads to", "Time"]
    return #"<div id="dispatches">\#(table("last", columns, [Self.rows(entries)]))</div>"#
  }

  /// The last requests as rows of a table, each on a line.
  static func rows(_ entries: [DispatchLog.Entry]) -> HTML {
    HTML(
      entries.map { entry -> HTML in
        """
        <tr><td>\(entry.number)</td><td>\(entry.method)</td><td><code>\(entry.path)</code></td>\
        <td>\(entry.status)</td><td><code>\(entry.location ?? "")</code></td>\
        <td class="nobreak">\(entry.microseconds) µs</td></tr>

        """
      }
    )
  }

  // MARK: - Explaining

  private var question: HTML {
    let methods = RequestMethod.known.map { choice -> HTML in
      let selected: HTML = choice == method ? " selected" : ""
      return "<option\(selected)>\(choice.rawValue)</option>"
    }
    return """
      <form class="ask" action="/inspector" method="get"><div><label for="url">URL or path</label>
      <input id="url" name="url" value="\(url ?? "/profile/orders")" maxlength="2000"></div>
      <div class="narrow"><label for="method">Method</label><select id="method" name="method">\(methods)</select></div>
      <button>Explain</button></form>
      """
  }

  private var answer: HTML {
    guard let url else { return "" }
    // A route for GET also answers HEAD, without a body.
    let methods: [RouteTag] = method == .head ? [.method(.head), .method(.get)] : [.method(method)]
    let explanation = router[methods + ["HTTP"]].explain(url)
    if let rejection = explanation.rejection {
      return #"<p class="error" role="status">No route is asked: \#(rejection)</p>"#
    }
    let end = explanation.chosen.map {
      "\($0.route.kind.rawValue) \($0.route.name ?? $0.route.pattern)"
    }
    // Routes that take part come first; the many that do not match are there on demand.
    let others = explanation.candidates.filter { !$0.takesPart }
    return """
      <p role="status"><code>\(explanation.target?.description ?? "")</code> leads to \
      <strong>\(end ?? "no map")</strong>, if all guards allow and all proxies go on.</p>
      \(table(of: explanation.candidates.filter(\.takesPart)))
      <details><summary>\(others.count) that take no part</summary>\(table(of: others))</details>
      """
  }

  private func table(of candidates: [RouteExplanation.Candidate]) -> HTML {
    let rows = candidates.map { candidate -> HTML in
      let route = candidate.route
      return """
        <tr><td>\(route.kind.rawValue)</td><td><code>\(route.pattern)</code></td>\
        <td class="\(candidate.verdict.rawValue)">\(verdict(of: candidate))</td>\
        <td><code>\(parameters(of: candidate))</code></td><td><code>\(route.regex ?? "")</code></td></tr>
        """
    }
    return table("explain", ["Kind", "Pattern", "Verdict", "Parameters", "Regex"], rows)
  }

  private func verdict(of candidate: RouteExplanation.Candidate) -> String {
    switch candidate.verdict {
    case .runs: "runs"
    case .hidden: "hidden by another"
    case .skippedByTag: "skipped: other tags"
    case .aroundNothing: "no map to run around"
    case .excepted: "not asked: an exception"
    case .gone: "gone"
    case .mismatch: "no match: \(candidate.mismatch?.rawValue ?? "path")"
    case .undecided: "undecided: \(candidate.failure ?? "")"
    }
  }

  private func parameters(of candidate: RouteExplanation.Candidate) -> String {
    guard let parameters = candidate.parameters, !parameters.isEmpty else { return "" }
    return parameters.description
  }

  // MARK: - Tables

  private var routes: HTML {
    let rows = router.routes.map { route -> HTML in
      let owner = route.isOwnerAlive.map { $0 ? "alive" : "gone" } ?? ""
      return """
        <tr><td>\(route.order ?? 0)</td><td>\(route.kind.rawValue)</td><td><code>\(route.pattern)</code></td>\
        <td>\(route.name ?? "")</td><td>\(route.tags.map(\.description).joined(separator: ", "))</td><td>\(owner)</td><td>\(route.queue ?? "")</td></tr>
        """
    }
    return table("routes", ["#", "Kind", "Pattern", "Name", "Tags", "Owner", "Queue"], rows)
  }

  private var findings: HTML {
    let report = router.validate(requiring: ["Private"])
    guard !report.findings.isEmpty else {
      return
        "<p>Nothing was found among \(report.routeCount) routes; all that is private is guarded.</p>"
    }
    let rows = report.findings.map { finding -> HTML in
      """
      <tr><td class="\(finding.severity.rawValue)">\(finding.severity.rawValue)</td>\
      <td>\(finding.kind.rawValue)</td><td>\(finding.message)</td></tr>
      """
    }
    return table("findings", ["Severity", "Kind", "Message"], rows)
  }

  private func table(_ label: String, _ columns: [String], _ rows: [HTML]) -> HTML {
    let heads = columns.map { name -> HTML in #"<th scope="col">\#(name)</th>"# }
    return """
      <div class="scroll" tabindex="0" role="region" aria-labelledby="\(label)"><table>\
      <thead><tr>\(heads)</tr></thead><tbody>\(rows)</tbody></table></div>
      """
  }
}

extension RouteExplanation.Candidate {
  /// Whether the route would be asked, or is one that would if others were not.
  fileprivate var takesPart: Bool {
    switch verdict {
    case .runs, .hidden, .undecided: true
    case .skippedByTag, .aroundNothing, .excepted, .gone, .mismatch: false
    }
  }
}
